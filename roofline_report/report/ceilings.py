"""Which ceilings of a device decide, and which are drawn."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, TypeVar

from roofline_report.domain.hardware import DATA_PATH, BandwidthCeiling, Ceiling, Origin

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from roofline_report.domain.hardware import (
        ComputeCeiling,
        Device,
        MemoryLevel,
        Operation,
        TrafficFamily,
    )

DECIDING_ORDER: Final = tuple(Origin)
"""The first origin that is known decides."""

_C = TypeVar("_C", bound=Ceiling)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ceilings:
    """All ceilings that are known for a run or a kernel."""

    bandwidths: tuple[BandwidthCeiling, ...] = ()
    computes: tuple[ComputeCeiling, ...] = ()
    # Each model and each chart of a kernel asks for the same.
    _of_family: dict[TrafficFamily, BandwidthCeiling | None] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    @classmethod
    def of(cls, device: Device | None) -> Ceilings:
        """Return the ceilings of a device, none where it is not known."""
        if device is None:
            return cls()
        return cls(bandwidths=device.bandwidth_ceilings, computes=device.compute_ceilings)

    def with_more(self, ceilings: Iterable[BandwidthCeiling | ComputeCeiling]) -> Ceilings:
        """Return these and others."""
        more = tuple(ceilings)
        return Ceilings(
            bandwidths=(*self.bandwidths, *(each for each in more if isinstance(each, BandwidthCeiling))),
            computes=(*self.computes, *(each for each in more if not isinstance(each, BandwidthCeiling))),
        )

    @property
    def any_physical(self) -> bool:
        """Tell whether any ceiling could decide."""
        return any(ceiling.origin.is_physical for ceiling in (*self.bandwidths, *self.computes))

    def bandwidth_of(self, family: TrafficFamily) -> BandwidthCeiling | None:
        """Return the physical ceiling that traffic of a family is held against; none of another family will do."""
        if family not in self._of_family:
            self._of_family[family] = _deciding(ceiling for ceiling in self.bandwidths if ceiling.bounds(family))
        return self._of_family[family]

    def deciding_bandwidth(self, level: MemoryLevel) -> BandwidthCeiling | None:
        """Return the physical ceiling of the data path of a level."""
        return self.bandwidth_of(DATA_PATH[level])

    def deciding_peak(self, operation: Operation) -> ComputeCeiling | None:
        """Return the physical ceiling of an operation that verdicts rest on."""
        return _deciding(ceiling for ceiling in self.computes if ceiling.operation is operation)

    def drawn_bandwidths(self, families: Sequence[TrafficFamily]) -> tuple[BandwidthCeiling, ...]:
        """Return what to draw for each family: the deciding ceiling, then every measured one of its level."""
        return tuple(
            ceiling
            for family in families
            for ceiling in _drawn(
                [each for each in self.bandwidths if each.bounds(family) or _is_measured(each, family.level)]
            )
        )

    def drawn_peaks(self, operations: Sequence[Operation]) -> tuple[ComputeCeiling, ...]:
        """Return what to draw of operations: the deciding ceiling of each, then every measured one."""
        return tuple(
            ceiling
            for operation in operations
            for ceiling in _drawn([each for each in self.computes if each.operation is operation])
        )


def _is_measured(ceiling: BandwidthCeiling, level: MemoryLevel) -> bool:
    return ceiling.level is level and not ceiling.origin.is_physical


def _deciding(ceilings: Iterable[_C]) -> _C | None:
    physical = [ceiling for ceiling in ceilings if ceiling.origin.is_physical]
    return min(physical, key=lambda ceiling: DECIDING_ORDER.index(ceiling.origin), default=None)


def _drawn(ceilings: Sequence[_C]) -> tuple[_C, ...]:
    deciding = _deciding(ceilings)
    measured = tuple(ceiling for ceiling in ceilings if not ceiling.origin.is_physical)
    return measured if deciding is None else (deciding, *measured)
