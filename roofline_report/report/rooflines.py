"""One kernel in one model: its levels, its roofs and its verdict. Frozen, numbers only, SI units."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING

from roofline_report.domain.hardware import MemoryLevel, TrafficFamily

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roofline_report.domain.flop_roofline import Model
    from roofline_report.domain.hardware import BandwidthCeiling, ComputeCeiling, Device, OperationKind, Origin
    from roofline_report.domain.traffic import LevelTraffic


class Roof(StrEnum):
    """What can bound a kernel, in the order in which ties are named."""

    DRAM = "dram"
    L2 = "l2"
    SHARED = "shared"
    L1 = "l1"
    L1_TAG = "l1_tag"
    """The tag stage of L1, which takes part with its own peak only."""
    COMPUTE = "compute"
    """The peak of the operations that a model counts."""
    ISSUE = "issue"


ROOF_OF_LEVEL = {
    MemoryLevel.DRAM: Roof.DRAM,
    MemoryLevel.L2: Roof.L2,
    MemoryLevel.SHARED: Roof.SHARED,
    MemoryLevel.L1: Roof.L1,
}


class VerdictKind(StrEnum):
    """The one label of a kernel."""

    NONE = "none"
    """Nothing can be said; `Verdict.obstacles` says why."""
    DATA_WARNING = "data_warning"
    """A roof is exceeded by more than its origin allows: the data are in doubt."""
    LIMITED = "limited"
    """At 80 % of a roof or more."""
    NEAR = "near"
    """At 60 % to 80 % of the nearest roof."""
    LATENCY = "latency"
    """Below 60 % of every roof."""


class Obstacle(StrEnum):
    """What stands in the way of a verdict, in the order in which it is told."""

    NO_DEVICE = "no_device"
    """No file names the device, and the run states no ceilings."""
    NO_CEILING = "no_ceiling"
    """The device is named, and no ceiling of it is known that could decide."""
    NOTHING = "nothing"
    """Neither time nor instructions nor traffic were measured."""
    NO_TIME = "no_time"
    NO_WORK = "no_work"
    """Neither instructions nor traffic were measured."""
    NO_INSTRUCTIONS = "no_instructions"
    NO_TRAFFIC = "no_traffic"
    NO_PAIR = "no_pair"
    """Ceilings are known, and something was measured, but no roof has both."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoofUse:
    """How much of one physical roof a kernel uses.

    Attributes:
        roof: The roof.
        utilisation: Share of it, 1.0 is all.
        origin: How the ceiling is known; it decides how far a point may exceed it.
        lower_bound: The true share may be higher: an issue roof from thread instructions / 32, operations or traffic
            of which some was not counted.
        upper_bound: It may be lower: traffic of which too much may have been counted, operations some of which may be
            of a kind with a higher peak.
        at_least: The lowest share that it can be, where it may be lower; data are in doubt by that share only.
        family: What was measured, for a memory level.
        kinds: The kinds of operations, for a compute roof.
    """

    roof: Roof
    utilisation: float
    origin: Origin
    lower_bound: bool = False
    upper_bound: bool = False
    at_least: float | None = None
    family: TrafficFamily | None = None
    kinds: tuple[OperationKind, ...] = ()

    @property
    def certain(self) -> float:
        """Return the share that it has for certain."""
        return self.utilisation if self.at_least is None else self.at_least


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What limits a kernel, and the numbers behind it.

    Attributes:
        kind: The label.
        uses: Every roof that takes part, highest utilisation first, ties in the order of `Roof`.
        named: The roofs in the label: the highest, and with it those within 0.9 of it.
        obstacles: Why there is none, for `VerdictKind.NONE`.
    """

    kind: VerdictKind
    uses: tuple[RoofUse, ...] = ()
    named: tuple[RoofUse, ...] = ()
    obstacles: tuple[Obstacle, ...] = ()

    @property
    def nearest(self) -> RoofUse | None:
        """Return the roof with the highest utilisation."""
        return self.uses[0] if self.uses else None

    @property
    def rivals(self) -> tuple[RoofUse, ...]:
        """Return the roofs beside those in the label that are nearer if the use of the nearest is as low as can be."""
        if self.nearest is None or self.kind is VerdictKind.DATA_WARNING:
            return ()
        least = self.nearest.certain
        return tuple(use for use in self.uses if use not in self.named and use.utilisation > least)

    @property
    def headroom(self) -> float | None:
        """Return the factor to the nearest roof, attainable / achieved; None where there is none to speak of."""
        if self.nearest is None or self.nearest.utilisation <= 0:
            return None
        return 1 / self.nearest.utilisation


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelReport:
    """One kernel at one memory level, in one model.

    Attributes:
        level: The level.
        traffic: What one launch moves; None where it was not measured.
        intensity: Warp instructions per 32-byte transaction, or FLOP per byte; None without traffic or work.
        bytes_per_s: Physical bytes over time; None without time.
        ceiling: The physical ceiling of that traffic that decides; None where none is known.
        attainable_per_s: Instructions or operations per second that the roofs allow at this intensity.
        roof_share: Achieved / attainable.
        utilisation: Physical bytes per second over the ceiling.
    """

    level: MemoryLevel
    traffic: LevelTraffic | None
    intensity: float | None = None
    bytes_per_s: float | None = None
    ceiling: BandwidthCeiling | None = None
    attainable_per_s: float | None = None
    roof_share: float | None = None
    utilisation: float | None = None

    @property
    def is_drawable(self) -> bool:
        """Tell whether the level has a place on logarithmic axes."""
        return self.intensity is not None and self.intensity > 0 and self.bytes_per_s is not None

    @property
    def lower_bound(self) -> bool:
        """Tell whether its use may be higher."""
        return self.traffic is not None and self.traffic.is_lower_bound

    @property
    def upper_bound(self) -> bool:
        """Tell whether its use may be lower; that of a counter's own peak is what was counted."""
        is_own = self.ceiling is not None and self.ceiling.family is not None
        return self.traffic is not None and self.traffic.is_upper_bound and not is_own

    @property
    def roof(self) -> Roof:
        """Return the roof that the traffic is held against."""
        if self.traffic is not None and self.traffic.family is TrafficFamily.L1_TAG_STAGE:
            return Roof.L1_TAG
        return ROOF_OF_LEVEL[self.level]


class Unknown(StrEnum):
    """What may hide a roof that is nearer than the nearest one that is known, in the order in which it is told."""

    TRAFFIC = "traffic"
    CEILING = "ceiling"
    EXACTNESS = "exactness"
    """What was counted is not exactly what the ceiling bounds."""
    STORES = "stores"
    DATA_STAGE = "data_stage"
    """Of L1 the tag stage alone is held against a roof."""
    PEAK = "peak"
    OPERATIONS = "operations"
    USE = "use"
    """The use of a roof is a lower bound."""
    CLOCK = "clock"
    """Roofs are at boost clock, and the kernel may have run below it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenPoint:
    """Something that is not known beside a verdict.

    Attributes:
        what: What it is.
        levels: Of which levels.
        uses: Of which roofs.
    """

    what: Unknown
    levels: tuple[LevelReport, ...] = ()
    uses: tuple[RoofUse, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PeakPart:
    """One kind of operation under the flat roof of a kernel.

    Attributes:
        kind: Which they are.
        work: How many of them one launch does.
        peak_per_s: The most per second.
        ceiling: What the peak is made from.
        highest_per_s: The highest peak that they can have, where some of them may be of another kind.
    """

    kind: OperationKind
    work: float
    peak_per_s: float
    ceiling: ComputeCeiling
    highest_per_s: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Peak:
    """The flat roof of a kernel: the peak of its operations, weighted by their mix where there are several kinds.

    Attributes:
        per_s: Instructions or operations per second.
        parts: What it is made of.
        origin: How the least certain of its parts is known.
    """

    per_s: float
    parts: tuple[PeakPart, ...]
    origin: Origin


@dataclass(frozen=True, kw_only=True)
class ModelReport:
    """One kernel in one model.

    Attributes:
        model: The model.
        work: Warp instructions or operations of one launch; None where they were not counted.
        rate_per_s: The same per second; None without time.
        lower_bound: There may be more work than was counted.
        mix_is_known: All kinds of operations that it counts were counted, so that the peak is that of its mix.
        peak: The flat roof; None where it is not known.
        levels: All four levels, those without traffic too.
        judged_beside: What has a roof beside the levels: the tag stage of L1, and counters of bytes where transactions
            have no ceiling.
        verdict: What limits the kernel.
        open_points: Why another roof may be nearer than the nearest one that is known.
        inner_above_outer: Pairs of levels (inner, outer) whose intensities are in the unusual order.
    """

    model: Model
    work: float | None
    rate_per_s: float | None
    levels: tuple[LevelReport, ...]
    verdict: Verdict
    lower_bound: bool = False
    mix_is_known: bool = True
    peak: Peak | None = None
    judged_beside: tuple[LevelReport, ...] = ()
    open_points: tuple[OpenPoint, ...] = ()
    inner_above_outer: tuple[tuple[MemoryLevel, MemoryLevel], ...] = ()

    def level(self, level: MemoryLevel) -> LevelReport:
        """Return the report of one level."""
        return self._by_level[level]

    @cached_property
    def _by_level(self) -> dict[MemoryLevel, LevelReport]:
        return {report.level: report for report in self.levels}

    def is_drawn(self, levels: Iterable[MemoryLevel]) -> bool:
        """Tell whether it has a dot at any of some levels."""
        return bool(self.rate_per_s) and any(self.level(level).is_drawable for level in levels)


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """Axis ranges in whole decades: intensity and performance in units of the model.

    Attributes:
        widened: A point or a roof outside the device's own frame made it wider.
    """

    x_min: float
    x_max: float
    y_min: float
    y_max: float
    widened: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Roofs:
    """What a chart draws behind its dots.

    Attributes:
        model: Whose chart it is.
        device: The device, for the names of its levels; None where it is not known.
        bandwidths: Bandwidth ceilings to draw, physical and measured.
        peaks: Flat ceilings to draw, physical and measured.
        mixed_peak_per_s: The flat roof of the one kernel that is drawn, where it does several kinds of operations; it
            is drawn instead of `peaks`.
        frame: The axis ranges: the same for every run on a device that has no ceilings of its own.
    """

    model: Model
    device: Device | None
    bandwidths: tuple[BandwidthCeiling, ...]
    peaks: tuple[ComputeCeiling, ...]
    frame: Frame
    mixed_peak_per_s: float | None = None
