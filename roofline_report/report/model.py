"""The report model: frozen, numbers only, SI units."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from roofline_report.domain.hardware import MemoryLevel

if TYPE_CHECKING:
    from roofline_report.domain.hardware import BandwidthCeiling, ComputeCeiling, Device, Origin
    from roofline_report.domain.instruction_roofline import InstructionWork, LevelTraffic
    from roofline_report.domain.problem import Problem
    from roofline_report.domain.profile import DeviceAttributes, Kernel, SourceFile
    from roofline_report.report.options import RunOptions


class Roof(StrEnum):
    """What can bound a kernel, in the order in which ties are named."""

    DRAM = "dram"
    L2 = "l2"
    SHARED = "shared"
    L1 = "l1"
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
        lower_bound: The true share may be higher (issue roof from thread instructions / 32).
    """

    roof: Roof
    utilisation: float
    origin: Origin
    lower_bound: bool = False


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
    def headroom(self) -> float | None:
        """Return the factor to the nearest roof, attainable / achieved; None where there is none to speak of."""
        if self.nearest is None or self.nearest.utilisation <= 0:
            return None
        return 1 / self.nearest.utilisation


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelReport:
    """One kernel at one memory level.

    Attributes:
        level: The level.
        traffic: What one launch moves; None where it was not measured.
        intensity: Warp instructions per 32-byte transaction; None without traffic or instructions.
        bytes_per_s: Physical bytes over time; None without time.
        ceiling: The physical ceiling that decides; None where none is known.
        attainable_per_s: Warp instructions per second that the roofs allow at this intensity.
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


def kernel_key(kernel: Kernel) -> str:
    """Return what tells a kernel from all others of its run."""
    if kernel.configuration is None:
        return kernel.name
    return f"{kernel.name} {kernel.configuration.grid} x {kernel.configuration.block}"


@dataclass(frozen=True, slots=True, kw_only=True)
class KernelReport:
    """One kernel of a run.

    Attributes:
        kernel: What was measured.
        label: Short, unique in the run, for people.
        slug: Its part of the address.
        work: Warp instructions of one launch.
        rate_per_s: Warp instructions per second as drawn; None without time or instructions.
        issue_rate_per_s: Issued warp instructions per second, where they were counted.
        time_share: Share of the run's GPU time, 0 to 1; None without time.
        levels: All four levels, those without traffic too.
        verdict: What limits it.
        inner_above_outer: Pairs of levels (inner, outer) whose intensities are in the unusual order.
        problems: What concerns this kernel alone.
        color: The colour that run.yml gives it.
        marker: The marker that run.yml gives it.
    """

    kernel: Kernel
    label: str
    slug: str
    work: InstructionWork
    rate_per_s: float | None
    issue_rate_per_s: float | None
    time_share: float | None
    levels: tuple[LevelReport, ...]
    verdict: Verdict
    inner_above_outer: tuple[tuple[MemoryLevel, MemoryLevel], ...] = ()
    problems: tuple[Problem, ...] = ()
    color: str | None = None
    marker: str | None = None

    @property
    def key(self) -> str:
        """Return what tells the kernel from all others of its run: its name, and its configuration if it has one."""
        return kernel_key(self.kernel)

    def level(self, level: MemoryLevel) -> LevelReport:
        """Return the report of one level."""
        return next(report for report in self.levels if report.level is level)

    @property
    def savable_share(self) -> float | None:
        """Return the share of the run's GPU time that reaching the nearest roof would save: share x (1 - use)."""
        nearest = self.verdict.nearest
        if self.time_share is None or nearest is None:
            return None
        return self.time_share * max(0.0, 1 - nearest.utilisation)


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """Axis ranges in whole decades: intensity and warp instructions per second.

    Attributes:
        widened: A point outside the device's own frame made it wider.
    """

    x_min: float
    x_max: float
    y_min: float
    y_max: float
    widened: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Roofs:
    """What a chart draws behind its dots: the same for every run on a device that has no ceilings of its own.

    Attributes:
        device: The device, for the names of its levels; None where it is not known.
        bandwidths: Bandwidth ceilings to draw, theoretical and measured.
        peaks: Warp-instruction ceilings to draw, theoretical and measured.
        frame: The axis ranges.
    """

    device: Device | None
    bandwidths: tuple[BandwidthCeiling, ...]
    peaks: tuple[ComputeCeiling, ...]
    frame: Frame


class DeviceOrigin(StrEnum):
    """Where the name of a run's device came from."""

    RUN_FILE = "run_file"
    PROFILER = "profiler"
    SETTINGS = "settings"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class RunDevice:
    """The device of a run.

    Attributes:
        name: As given or as printed; None where nobody says it.
        origin: Who says it.
        device: The device file, with the run's own ceilings over it; None where there is neither.
        compute_capability: As reported, else as the device file has it.
        is_listed: A device file knows the name.
        contradicted_by: Name of another known device, which the profiler printed.
        other_sm_count: How many multiprocessors the profiler reports, where the device file has another number. It is
            a part of that device then, or another one, and the ceilings of the file are not used.
        slug: The part of the address of the device's page; None where a device file does not know it.
        similar_names: Names of known devices that it may be: where no device file knows its name, those that look
            like it; where nobody says it, those of its compute capability.
    """

    name: str | None
    origin: DeviceOrigin
    device: Device | None
    compute_capability: str | None = None
    is_listed: bool = False
    contradicted_by: str | None = None
    other_sm_count: int | None = None
    slug: str | None = None
    similar_names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RunReport:
    """One run.

    Attributes:
        id: The run's path in the data folder.
        slug: Its part of the address.
        title: For people.
        options: What run.yml says.
        device: The device and where its name came from.
        reported: What the profiler says of the devices besides.
        kernels: Most time first.
        levels: The levels that the chart shows.
        roofs: The ceilings to draw and the axes.
        gpu_time_s: Time of all launches of all kernels; None where nothing was timed.
        files: Provenance.
        problems: What concerns the run.
    """

    id: str
    slug: str
    title: str
    options: RunOptions
    device: RunDevice
    reported: tuple[DeviceAttributes, ...]
    kernels: tuple[KernelReport, ...]
    levels: tuple[MemoryLevel, ...]
    roofs: Roofs
    gpu_time_s: float | None
    files: tuple[SourceFile, ...]
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceReport:
    """A device as its file states it, and what was run on it.

    Attributes:
        slug: Its part of the address.
        device: The device, without the ceilings that a run may state for itself.
        roofs: The ceilings of every level, and the axes of every run that has none of its own.
        runs: The runs on it, newest first.
    """

    slug: str
    device: Device
    roofs: Roofs
    runs: tuple[RunReport, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteReport:
    """All runs, newest first, the devices that have a page, and what concerns them all."""

    runs: tuple[RunReport, ...]
    devices: tuple[DeviceReport, ...]
    problems: tuple[Problem, ...]

    @property
    def all_problems(self) -> tuple[Problem, ...]:
        """Return what concerns them all, then what concerns each run."""
        return (*self.problems, *(problem for run in self.runs for problem in run.problems))
