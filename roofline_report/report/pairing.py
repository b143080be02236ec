"""Which counters of a level are drawn and judged: traffic and ceiling are always of one family.

The order of preference: the roofline sections of Nsight Compute, in which each generation pairs a counter with its own
peak. What L1 returns and what L2 sends to the multiprocessors are loads only: a kernel that only stores moves nothing
there, and another counter is taken then. Beside what is drawn every further counter with a peak of its own takes part.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roofline_report.domain.capability import major_capability
from roofline_report.domain.hardware import DATA_PATH, MemoryLevel, Origin, TrafficFamily
from roofline_report.domain.traffic import LevelTraffic, traffic_at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roofline_report.domain.conventions import Conventions
    from roofline_report.domain.hardware import BandwidthCeiling
    from roofline_report.domain.profile import Kernel
    from roofline_report.report.ceilings import Ceilings

Pair = tuple[LevelTraffic, "BandwidthCeiling | None"]

# lts__lts2xbar is the pair of Nsight Compute from compute capability 8.0 on.
_L2_BEFORE_8: Final = (TrafficFamily.L2_LOOKUPS,)
_L2_FROM_8: Final = (TrafficFamily.L2_RETURN_PATH, TrafficFamily.L2_LOOKUPS)
_WITHOUT_PEAK: Final = (
    TrafficFamily.L1_DATA_PATH,
    TrafficFamily.L1_TAG_STAGE,
    TrafficFamily.L1_RETURN_PATH,
    TrafficFamily.SHARED_WAVEFRONTS,
    TrafficFamily.L2_SECTORS,
    TrafficFamily.L2_LOOKUPS,
    TrafficFamily.L2_RETURN_PATH,
    TrafficFamily.DRAM,
)


class Pairing:
    """Chooses the traffic of each level of one kernel, and what it is held against."""

    def __init__(self, kernel: Kernel, ceilings: Ceilings, *, conventions: Conventions, capability: str | None) -> None:
        self._kernel = kernel
        self._ceilings = ceilings
        self._conventions = conventions
        generation = major_capability(capability)
        self._before_8 = generation is not None and generation < 8
        self._pairs: dict[tuple[MemoryLevel, bool], tuple[Pair | None, tuple[Pair, ...]]] = {}
        self._traffic: dict[MemoryLevel, tuple[LevelTraffic, ...]] = {}

    def pairs(self, level: MemoryLevel, *, in_bytes: bool) -> tuple[Pair | None, tuple[Pair, ...]]:
        """Return what is drawn and judged at a level, and what takes part in the verdict beside it.

        All models of operations have the same.

        Args:
            level: The level.
            in_bytes: Traffic is told in bytes, as in a FLOP roofline, and not in transactions.
        """
        key = level, in_bytes
        if key not in self._pairs:
            drawn = self.in_bytes(level) if in_bytes else self.in_transactions(level)
            self._pairs[key] = drawn, tuple(self.beside(level, drawn))
        return self._pairs[key]

    def in_bytes(self, level: MemoryLevel) -> Pair | None:
        """Return what is drawn and judged in a FLOP roofline, or None where nothing was measured."""
        return self._first(level)

    def in_transactions(self, level: MemoryLevel) -> Pair | None:
        """Return what is drawn and judged in an instruction roofline, or None where nothing was measured.

        Where nothing can be drawn there, what was measured in bytes alone still counts for the verdict.
        """
        counted = [traffic for traffic in self._measured(level) if traffic.transactions is not None]
        bound = [traffic for traffic in counted if self._ceilings.bandwidth_of(traffic.family) is not None]
        chosen = next(iter((*bound, *counted)), None)
        if chosen is not None:
            return chosen, self._ceilings.bandwidth_of(chosen.family)
        return self._first(level)

    def beside(self, level: MemoryLevel, drawn: Pair | None) -> Iterator[Pair]:
        """Yield what takes part in the verdict beside what is drawn at a level.

        That is every counter with its own peak, such as the tag stage of L1; the data path where a part of it is drawn
        and no look-ups stand for it; and of transactions without a ceiling what was measured in bytes and has one.
        """
        pairs = [(traffic, self._ceiling_of(traffic.family)) for traffic in self._measured(level)]
        own = [pair for pair in pairs if pair[1] is not None and pair[1].family is pair[0].family]
        has_lookups = any(traffic.family is TrafficFamily.L2_LOOKUPS for traffic, _ in own)
        others = [pair for pair in pairs if pair[0].family is DATA_PATH[level] and not has_lookups]
        if drawn is not None and drawn[1] is None and (in_bytes := self.in_bytes(level)) is not None:
            others.append(in_bytes)
        seen = set() if drawn is None else {drawn[0].family}
        for traffic, ceiling in (*own, *others):
            if ceiling is not None and traffic.family not in seen:
                seen.add(traffic.family)
                yield traffic, ceiling

    def _ceiling_of(self, family: TrafficFamily) -> BandwidthCeiling | None:
        """Return the ceiling of a family; before compute capability 8.0 the peak of what L2 sends is none."""
        ceiling = self._ceilings.bandwidth_of(family)
        is_own = ceiling is not None and ceiling.family is TrafficFamily.L2_RETURN_PATH
        return None if is_own and self._before_8 else ceiling

    def _measured(self, level: MemoryLevel) -> tuple[LevelTraffic, ...]:
        if level not in self._traffic:
            self._traffic[level] = traffic_at(self._kernel, level, conventions=self._conventions)
        return self._traffic[level]

    def _first(self, level: MemoryLevel) -> Pair | None:
        measured = self._measured(level)
        # Loads alone are no place for a kernel that only stores.
        moving = [traffic for traffic in measured if traffic.moves_anything] or measured
        by_family = {traffic.family: traffic for traffic in moving}
        for family in self._order(level):
            ceiling = self._ceiling_of(family)
            if family in by_family and ceiling is not None:
                return by_family[family], ceiling
        return next(((by_family[family], None) for family in _WITHOUT_PEAK if family in by_family), None)

    def _order(self, level: MemoryLevel) -> Iterator[TrafficFamily]:
        """Yield the families of a level in the order of preference, of which the first with a ceiling is taken."""
        if level is MemoryLevel.L2:
            # A stated ceiling bounds the level, whichever counters there are, so the data path is asked first then.
            if not self._is_stated(level):
                yield from _L2_BEFORE_8 if self._before_8 else _L2_FROM_8
            yield from (TrafficFamily.L2_SECTORS, TrafficFamily.L2_LOOKUPS, TrafficFamily.L2_RETURN_PATH)
        elif level is MemoryLevel.L1:
            yield from (TrafficFamily.L1_DATA_PATH, TrafficFamily.L1_RETURN_PATH, TrafficFamily.L1_TAG_STAGE)
        else:
            yield from (family for family in _WITHOUT_PEAK if family.level is level)

    def _is_stated(self, level: MemoryLevel) -> bool:
        ceiling = self._ceilings.deciding_bandwidth(level)
        return ceiling is not None and ceiling.origin in (Origin.RUN_FILE, Origin.DEVICE_FILE)
