"""What a kernel moves at each memory level, by each family of counters that was collected.

Which parts make a level, and the weight of shared memory: the follow-up scripts of LBNL/NERSC to the instruction
roofline (github.com/mhaseeb123/Instruction_roofline_scripts). Which counters there are besides: the roofline sections
of Nsight Compute from 2020 to 2025.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final

from roofline_report.domain.conventions import AtomicsCount
from roofline_report.domain.hardware import SECTOR_BYTES, SHARED_WAVEFRONT_BYTES, MemoryLevel, TrafficFamily
from roofline_report.domain.quantity import Quantity

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from roofline_report.domain.conventions import Conventions
    from roofline_report.domain.profile import Kernel, Measurement


@dataclass(frozen=True, kw_only=True)
class LevelTraffic:
    """What one launch moves at one level, by one family of counters.

    Attributes:
        family: What the counters measure.
        transactions: 32-byte transactions by the conventions in force, for the instruction roofline; None where the
            metrics do not allow to count them so.
        physical_bytes: Bytes as the hardware moves them, whatever the conventions: 32 per sector, 128 per shared
            wavefront, L2 atomics once where the profiler allows it.
        measurements: What it was made from.
        left_out: Optional parts that were not measured, in words: there may be more traffic.
    """

    family: TrafficFamily
    transactions: float | None
    physical_bytes: float
    measurements: tuple[Measurement, ...]
    left_out: tuple[str, ...] = ()

    @property
    def moves_anything(self) -> bool:
        """Tell whether there is traffic at all; a level without it has no point and bounds nothing."""
        return self.physical_bytes > 0

    # Every sign before a number of the level asks for these two.
    @cached_property
    def is_lower_bound(self) -> bool:
        """Tell whether there may be more traffic than was counted."""
        return bool(self.left_out) or any(measurement.lower_bound for measurement in self.measurements)

    @cached_property
    def is_upper_bound(self) -> bool:
        """Tell whether there may be less traffic of the multiprocessors than was counted."""
        return self.overcount > 1

    @property
    def overcount(self) -> float:
        """Return how many times what it should be the traffic may be, at most; 1 where it is not too high."""
        return max((measurement.overcount for measurement in self.measurements), default=1.0)

    @property
    def decides(self) -> bool:
        """Tell whether a verdict may rest on it: no part of it is a count that is known to be off."""
        return all(measurement.decides for measurement in self.measurements)


# Parts of L1 traffic: those it cannot be stated without, and those that are added where they were collected.
_L1_NEEDS: Final = (Quantity.GLOBAL_SECTORS, Quantity.SHARED_WAVEFRONTS)
_L1_ADDS: Final = (
    (Quantity.LOCAL_SECTORS, "local memory"),
    (Quantity.GLOBAL_ATOMIC_SECTORS, "global atomics and reductions"),
)


def traffic_at(kernel: Kernel, level: MemoryLevel, *, conventions: Conventions) -> tuple[LevelTraffic, ...]:
    """Return what one launch moves at a level, by every family that was measured; that of the data path comes first.

    L1 is global + local + atomic sectors + `shared_weight` x shared wavefronts, L2 and DRAM their sectors.
    """
    found = (measure(kernel, conventions) for measure in _BY_LEVEL[level])
    return tuple(traffic for traffic in found if traffic is not None)


def l2_quantity(conventions: Conventions) -> Quantity:
    """Return the quantity that is drawn at L2 under the conventions."""
    once = conventions.l2_atomics is AtomicsCount.ONCE
    return Quantity.L2_SECTORS if once else Quantity.L2_SECTORS_ATOMICS_TWICE


def needed_quantities(level: MemoryLevel, conventions: Conventions) -> tuple[Quantity, ...]:
    """Return the quantities without which a level has no traffic in transactions."""
    return {
        MemoryLevel.L1: _L1_NEEDS,
        MemoryLevel.SHARED: (Quantity.SHARED_WAVEFRONTS,),
        MemoryLevel.L2: (l2_quantity(conventions),),
        MemoryLevel.DRAM: (Quantity.DRAM_SECTORS,),
    }[level]


def _l1_data_path(kernel: Kernel, conventions: Conventions) -> LevelTraffic | None:
    known = kernel.measurements
    if any(quantity not in known for quantity in _L1_NEEDS):
        return None
    sectors = [known[Quantity.GLOBAL_SECTORS]]
    left_out = []
    for quantity, words in _L1_ADDS:
        if quantity in known:
            sectors.append(known[quantity])
        else:
            left_out.append(words)
    wavefronts = known[Quantity.SHARED_WAVEFRONTS]
    sector_count = _sum(sectors)
    return LevelTraffic(
        family=TrafficFamily.L1_DATA_PATH,
        transactions=sector_count + conventions.shared_weight * wavefronts.per_launch,
        physical_bytes=SECTOR_BYTES * sector_count + SHARED_WAVEFRONT_BYTES * wavefronts.per_launch,
        measurements=(*sectors, wavefronts),
        left_out=tuple(left_out),
    )


def _shared(kernel: Kernel, conventions: Conventions) -> LevelTraffic | None:
    wavefronts = kernel.measurements.get(Quantity.SHARED_WAVEFRONTS)
    if wavefronts is None:
        return None
    return LevelTraffic(
        family=TrafficFamily.SHARED_WAVEFRONTS,
        transactions=conventions.shared_weight * wavefronts.per_launch,
        physical_bytes=SHARED_WAVEFRONT_BYTES * wavefronts.per_launch,
        measurements=(wavefronts,),
    )


def _l2_sectors(kernel: Kernel, conventions: Conventions) -> LevelTraffic | None:
    """Return L2 traffic: drawn as the conventions count atomics, held against the roof as the slices count them."""
    drawn = kernel.measurements.get(l2_quantity(conventions))
    physical = kernel.measurements.get(Quantity.L2_SECTORS, drawn)
    if physical is None:
        return None
    return LevelTraffic(
        family=TrafficFamily.L2_SECTORS,
        transactions=None if drawn is None else drawn.per_launch,
        physical_bytes=SECTOR_BYTES * physical.per_launch,
        measurements=(physical,) if drawn is None or drawn is physical else (drawn, physical),
    )


def _l2_lookups(kernel: Kernel, conventions: Conventions) -> LevelTraffic | None:
    looked_up = kernel.measurements.get(Quantity.L2_LOOKUP_BYTES)
    if looked_up is None:
        return None
    # Bytes do not tell how many of them are atomics.
    once = conventions.l2_atomics is AtomicsCount.ONCE
    return LevelTraffic(
        family=TrafficFamily.L2_LOOKUPS,
        transactions=looked_up.per_launch / SECTOR_BYTES if once else None,
        physical_bytes=looked_up.per_launch,
        measurements=(looked_up,),
    )


def _dram(kernel: Kernel, conventions: Conventions) -> LevelTraffic | None:  # noqa: ARG001 - all have the same shape
    sectors = kernel.measurements.get(Quantity.DRAM_SECTORS)
    if sectors is None:
        return None
    return LevelTraffic(
        family=TrafficFamily.DRAM,
        transactions=sectors.per_launch,
        physical_bytes=SECTOR_BYTES * sectors.per_launch,
        measurements=(sectors,),
    )


def _in_bytes(family: TrafficFamily, quantity: Quantity) -> Callable[[Kernel, Conventions], LevelTraffic | None]:
    """Return what measures a family of which bytes are counted, and no transactions."""

    def measure(kernel: Kernel, conventions: Conventions) -> LevelTraffic | None:  # noqa: ARG001
        measured = kernel.measurements.get(quantity)
        if measured is None:
            return None
        return LevelTraffic(
            family=family, transactions=None, physical_bytes=measured.per_launch, measurements=(measured,)
        )

    return measure


_FAMILIES: Final = {
    TrafficFamily.L1_DATA_PATH: _l1_data_path,
    TrafficFamily.L1_RETURN_PATH: _in_bytes(TrafficFamily.L1_RETURN_PATH, Quantity.L1_RETURNED_BYTES),
    TrafficFamily.L1_TAG_STAGE: _in_bytes(TrafficFamily.L1_TAG_STAGE, Quantity.L1_TAG_BYTES),
    TrafficFamily.SHARED_WAVEFRONTS: _shared,
    TrafficFamily.L2_SECTORS: _l2_sectors,
    TrafficFamily.L2_LOOKUPS: _l2_lookups,
    TrafficFamily.L2_RETURN_PATH: _in_bytes(TrafficFamily.L2_RETURN_PATH, Quantity.L2_RETURNED_BYTES),
    TrafficFamily.DRAM: _dram,
}


_BY_LEVEL: Final = {
    level: tuple(measure for family, measure in _FAMILIES.items() if family.level is level) for level in MemoryLevel
}


def _sum(measurements: Sequence[Measurement]) -> float:
    return sum(measurement.per_launch for measurement in measurements)
