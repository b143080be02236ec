"""The instruction roofline: warp instructions against 32-byte transactions.

N. Ding, S. Williams, "An Instruction Roofline Model for GPUs", PMBS 2019, doi 10.1109/PMBS49563.2019.00007, as coded by
the authors (github.com/nanding0701/Instruction_roofline_scripts), with the shared-memory weight of the follow-up
scripts of LBNL/NERSC (github.com/mhaseeb123/Instruction_roofline_scripts).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from roofline_report.domain.hardware import SECTOR_BYTES, SHARED_WAVEFRONT_BYTES, WARP_LANES, MemoryLevel
from roofline_report.domain.profile import Kernel, Measurement, Quantity
from roofline_report.domain.roofline import intensity

if TYPE_CHECKING:
    from collections.abc import Sequence


class AtomicsCount(StrEnum):
    """How often an L2 atomic or reduction counts."""

    ONCE = "once"
    """As the slice counts it, and as a physical L2 roof asks for."""
    TWICE = "twice"
    """As nvprof's published metrics count it: as a read and as a write."""


class InstructionBasis(StrEnum):
    """Which instructions a rate or an intensity was made from."""

    THREADS = "threads"
    """Thread instructions / 32: the work of the lanes that were active."""
    ISSUED = "issued"
    """Warp instructions that were issued."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TransactionRules:
    """The two conventions on which sources disagree; both are printed with the numbers.

    Attributes:
        shared_weight: 32-byte transactions that one shared-memory wavefront counts as: 4 (128 bytes), or 1 as in 2019.
        l2_atomics: How often an L2 atomic or reduction counts.
    """

    shared_weight: float = SHARED_WAVEFRONT_BYTES / SECTOR_BYTES
    l2_atomics: AtomicsCount = AtomicsCount.ONCE


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelTraffic:
    """What one launch moves at one level.

    Attributes:
        level: The memory level.
        transactions: 32-byte transactions by the rules in force, for the chart; None where the metrics do not allow
            to count them so.
        physical_bytes: Bytes as the hardware moves them, whatever the rules, for utilisations: 32 per sector, 128 per
            shared wavefront, L2 atomics once where the profiler allows it.
        measurements: What it was made from.
        left_out: Optional parts that were not collected, in words.
    """

    level: MemoryLevel
    transactions: float | None
    physical_bytes: float
    measurements: tuple[Measurement, ...]
    left_out: tuple[str, ...] = ()

    @property
    def moves_anything(self) -> bool:
        """Tell whether there is traffic at all; a level without it has no point and bounds nothing."""
        return self.physical_bytes > 0

    @property
    def decides(self) -> bool:
        """Tell whether a verdict may rest on it: no part of it is a count that is known to be off."""
        return all(measurement.decides for measurement in self.measurements)


@dataclass(frozen=True, slots=True, kw_only=True)
class InstructionWork:
    """Warp instructions of one launch.

    Attributes:
        from_threads: Thread instructions / 32, where known.
        issued: Issued warp instructions, where known.
    """

    from_threads: float | None
    issued: float | None

    @property
    def basis(self) -> InstructionBasis | None:
        """Return which of the two the point is drawn from; the threads', as in the paper, where known."""
        if self.from_threads is not None:
            return InstructionBasis.THREADS
        return None if self.issued is None else InstructionBasis.ISSUED

    @property
    def drawn(self) -> float | None:
        """Return the warp instructions that the point is drawn from."""
        return self.issued if self.from_threads is None else self.from_threads

    @property
    def lane_efficiency(self) -> float | None:
        """Return the share of lanes that were active, 0 to 1, where both counts are known."""
        if self.from_threads is None or not self.issued:
            return None
        return self.from_threads / self.issued


# Parts of L1 traffic: those it cannot be stated without, and those that are added where they were collected.
_L1_NEEDS = (Quantity.GLOBAL_SECTORS, Quantity.SHARED_WAVEFRONTS)
_L1_ADDS = ((Quantity.LOCAL_SECTORS, "local memory"), (Quantity.GLOBAL_ATOMIC_SECTORS, "global atomics and reductions"))


def instruction_work(kernel: Kernel) -> InstructionWork:
    """Return the warp instructions of one launch, by both counts."""
    threads = kernel.per_launch(Quantity.THREAD_INSTRUCTIONS)
    return InstructionWork(
        from_threads=None if threads is None else threads / WARP_LANES,
        issued=kernel.per_launch(Quantity.WARP_INSTRUCTIONS),
    )


def level_traffic(kernel: Kernel, level: MemoryLevel, *, rules: TransactionRules) -> LevelTraffic | None:
    """Return what one launch moves at a level, or None where it was not measured.

    L1 is global + local + atomic sectors + `shared_weight` x shared wavefronts, L2 and DRAM their sectors.
    """
    match level:
        case MemoryLevel.L1:
            return _l1_traffic(kernel, rules)
        case MemoryLevel.SHARED:
            wavefronts = kernel.measurements.get(Quantity.SHARED_WAVEFRONTS)
            return None if wavefronts is None else _shared_traffic(wavefronts, rules)
        case MemoryLevel.L2:
            return _l2_traffic(kernel, rules)
        case MemoryLevel.DRAM:
            sectors = kernel.measurements.get(Quantity.DRAM_SECTORS)
            return None if sectors is None else _sector_traffic(level, sectors)


def l2_quantity(rules: TransactionRules) -> Quantity:
    """Return the quantity that is drawn at L2 under the rules."""
    return Quantity.L2_SECTORS if rules.l2_atomics is AtomicsCount.ONCE else Quantity.L2_SECTORS_ATOMICS_TWICE


def needed_quantities(level: MemoryLevel, rules: TransactionRules) -> tuple[Quantity, ...]:
    """Return the quantities without which a level has no traffic to show."""
    return {
        MemoryLevel.L1: _L1_NEEDS,
        MemoryLevel.SHARED: (Quantity.SHARED_WAVEFRONTS,),
        MemoryLevel.L2: (l2_quantity(rules),),
        MemoryLevel.DRAM: (Quantity.DRAM_SECTORS,),
    }[level]


def instruction_intensity(work: InstructionWork, traffic: LevelTraffic) -> float | None:
    """Return warp instructions per 32-byte transaction, or None without instructions or traffic."""
    if work.drawn is None or traffic.transactions is None:
        return None
    return intensity(work.drawn, traffic.transactions)


def _l1_traffic(kernel: Kernel, rules: TransactionRules) -> LevelTraffic | None:
    known = kernel.measurements
    if any(quantity not in known for quantity in _L1_NEEDS):
        return None
    sectors = [known[Quantity.GLOBAL_SECTORS]]
    left_out = []
    for quantity, words in _L1_ADDS:
        if quantity in known:
            sectors.append(known[quantity])
        elif quantity in kernel.absences and kernel.absences[quantity].was_collected:
            return None  # a part that was lost would count as zero
        else:
            left_out.append(words)
    wavefronts = known[Quantity.SHARED_WAVEFRONTS]
    sector_count = _sum(sectors)
    return LevelTraffic(
        level=MemoryLevel.L1,
        transactions=sector_count + rules.shared_weight * wavefronts.per_launch,
        physical_bytes=SECTOR_BYTES * sector_count + SHARED_WAVEFRONT_BYTES * wavefronts.per_launch,
        measurements=(*sectors, wavefronts),
        left_out=tuple(left_out),
    )


def _shared_traffic(wavefronts: Measurement, rules: TransactionRules) -> LevelTraffic:
    return LevelTraffic(
        level=MemoryLevel.SHARED,
        transactions=rules.shared_weight * wavefronts.per_launch,
        physical_bytes=SHARED_WAVEFRONT_BYTES * wavefronts.per_launch,
        measurements=(wavefronts,),
    )


def _l2_traffic(kernel: Kernel, rules: TransactionRules) -> LevelTraffic | None:
    """Return L2 traffic: drawn as the rules count atomics, held against the roof as the slices count them."""
    drawn = kernel.measurements.get(l2_quantity(rules))
    physical = kernel.measurements.get(Quantity.L2_SECTORS, drawn)
    if physical is None:
        return None
    return LevelTraffic(
        level=MemoryLevel.L2,
        transactions=None if drawn is None else drawn.per_launch,
        physical_bytes=SECTOR_BYTES * physical.per_launch,
        measurements=(physical,) if drawn is None or drawn is physical else (drawn, physical),
    )


def _sector_traffic(level: MemoryLevel, sectors: Measurement) -> LevelTraffic:
    return LevelTraffic(
        level=level,
        transactions=sectors.per_launch,
        physical_bytes=SECTOR_BYTES * sectors.per_launch,
        measurements=(sectors,),
    )


def _sum(measurements: Sequence[Measurement]) -> float:
    return sum(measurement.per_launch for measurement in measurements)
