"""Which counters of a level are drawn and judged: traffic and ceiling are always of one family.

The order of preference: the roofline sections of Nsight Compute, in which each generation pairs a counter with its own
peak. What L1 returns and what L2 sends to the multiprocessors are reads only, so the data path comes first where all of
it was counted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roofline_report.domain.hardware import MemoryLevel, Origin, TrafficFamily
from roofline_report.domain.traffic import LevelTraffic, traffic_at

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

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
        self._before_8 = capability is not None and int(capability.partition(".")[0] or 0) < 8

    def in_bytes(self, level: MemoryLevel) -> Pair | None:
        """Return what is drawn and judged in a FLOP roofline, or None where nothing was measured."""
        return self._first(traffic_at(self._kernel, level, conventions=self._conventions), level)

    def in_transactions(self, level: MemoryLevel) -> Pair | None:
        """Return what is drawn and judged in an instruction roofline, or None where nothing was measured.

        Where nothing can be drawn there, what was measured in bytes alone still counts for the verdict.
        """
        measured = traffic_at(self._kernel, level, conventions=self._conventions)
        counted = [traffic for traffic in measured if traffic.transactions is not None]
        bound = [traffic for traffic in counted if self._ceilings.bandwidth_of(traffic.family) is not None]
        chosen = next(iter((*bound, *counted)), None)
        if chosen is not None:
            return chosen, self._ceilings.bandwidth_of(chosen.family)
        return self._first(measured, level)

    def tag_stage(self) -> Pair | None:
        """Return the tag stage of L1 where the report has its own peak; it takes part beside the data path."""
        for traffic in traffic_at(self._kernel, MemoryLevel.L1, conventions=self._conventions):
            if traffic.family is TrafficFamily.L1_TAG_STAGE:
                ceiling = self._ceilings.bandwidth_of(traffic.family)
                return None if ceiling is None else (traffic, ceiling)
        return None

    def _first(self, measured: Sequence[LevelTraffic], level: MemoryLevel) -> Pair | None:
        by_family = {traffic.family: traffic for traffic in measured}
        for family in self._order(level):
            traffic = by_family.get(family)
            ceiling = self._ceilings.bandwidth_of(family)
            if traffic is not None and ceiling is not None:
                return traffic, ceiling
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
