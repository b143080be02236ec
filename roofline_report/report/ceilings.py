"""Which ceilings of a device decide, and which are drawn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from roofline_report.domain.hardware import Ceiling, Origin

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from roofline_report.domain.hardware import BandwidthCeiling, ComputeCeiling, Device, MemoryLevel, Operation

# The first origin that is known decides: what the report itself says, before a datasheet, before boost clock.
_DECIDING_ORDER = (Origin.REPORT, Origin.REPORTED_CLOCK, Origin.THEORETICAL)

_C = TypeVar("_C", bound=Ceiling)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ceilings:
    """All ceilings that are known for a run."""

    bandwidths: tuple[BandwidthCeiling, ...] = ()
    computes: tuple[ComputeCeiling, ...] = ()

    @classmethod
    def of(cls, device: Device | None) -> Ceilings:
        """Return the ceilings of a device, none where it is not known."""
        if device is None:
            return cls()
        return cls(bandwidths=device.bandwidth_ceilings, computes=device.compute_ceilings)

    @property
    def any_physical(self) -> bool:
        """Tell whether any ceiling could decide."""
        return any(ceiling.origin.is_physical for ceiling in (*self.bandwidths, *self.computes))

    def deciding_bandwidth(self, level: MemoryLevel) -> BandwidthCeiling | None:
        """Return the physical ceiling of a level that verdicts rest on."""
        return _deciding(ceiling for ceiling in self.bandwidths if ceiling.level is level)

    def deciding_peak(self, operation: Operation) -> ComputeCeiling | None:
        """Return the physical ceiling of an operation that verdicts rest on."""
        return _deciding(ceiling for ceiling in self.computes if ceiling.operation is operation)

    def drawn_bandwidths(self, levels: Sequence[MemoryLevel]) -> tuple[BandwidthCeiling, ...]:
        """Return what to draw per level: the deciding ceiling, then every measured one."""
        return tuple(
            ceiling
            for level in levels
            for ceiling in _drawn([ceiling for ceiling in self.bandwidths if ceiling.level is level])
        )

    def drawn_peaks(self, operation: Operation) -> tuple[ComputeCeiling, ...]:
        """Return what to draw of an operation: the deciding ceiling, then every measured one."""
        return _drawn([ceiling for ceiling in self.computes if ceiling.operation is operation])


def _deciding(ceilings: Iterable[_C]) -> _C | None:
    physical = [ceiling for ceiling in ceilings if ceiling.origin.is_physical]
    return min(physical, key=lambda ceiling: _DECIDING_ORDER.index(ceiling.origin), default=None)


def _drawn(ceilings: Sequence[_C]) -> tuple[_C, ...]:
    deciding = _deciding(ceilings)
    measured = tuple(ceiling for ceiling in ceilings if not ceiling.origin.is_physical)
    return measured if deciding is None else (deciding, *measured)
