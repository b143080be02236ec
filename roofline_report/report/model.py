"""The report model: frozen, numbers only, SI units."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from roofline_report.domain.problem import Severity
from roofline_report.report.rooflines import VerdictKind

if TYPE_CHECKING:
    from roofline_report.domain.flop_roofline import FlopWork, Model
    from roofline_report.domain.hardware import Device, MemoryLevel
    from roofline_report.domain.instruction_roofline import InstructionWork
    from roofline_report.domain.memory_access import Access
    from roofline_report.domain.problem import Problem
    from roofline_report.domain.profile import DeviceAttributes, Kernel, SourceFile
    from roofline_report.report.ceilings import Ceilings
    from roofline_report.report.options import RunOptions
    from roofline_report.report.rooflines import ModelReport, Roofs, Verdict


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
        instructions: Warp instructions of one launch.
        flop: Floating-point operations of one launch.
        ceilings: All that are known for it, at the clocks that it ran at where these are known.
        issue_rate_per_s: Issued warp instructions per second, where they were counted.
        time_share: Share of the run's GPU time, 0 to 1; None without time.
        models: The models that it has work in, in the order of `Model`; never empty.
        leading: The model that its page starts with.
        access: How it accesses memory, and what its threads do.
        color: The colour that run.yml gives it.
        marker: The marker that run.yml gives it.
    """

    kernel: Kernel
    label: str
    slug: str
    instructions: InstructionWork
    flop: FlopWork
    ceilings: Ceilings
    issue_rate_per_s: float | None
    time_share: float | None
    models: tuple[ModelReport, ...]
    leading: Model
    access: Access
    color: str | None = None
    marker: str | None = None

    @property
    def key(self) -> str:
        """Return what tells the kernel from all others of its run: its name, and its configuration if it has one."""
        return kernel_key(self.kernel)

    def find_model(self, model: Model) -> ModelReport | None:
        """Return the report of one model, or None where the kernel has no work in it."""
        return next((report for report in self.models if report.model is model), None)

    @property
    def lead(self) -> ModelReport:
        """Return the report of the leading model."""
        return next(report for report in self.models if report.model is self.leading)

    @property
    def verdict(self) -> Verdict:
        """Return the verdict of the leading model."""
        return self.lead.verdict

    @property
    def savable_share(self) -> float | None:
        """Return the share of the run's GPU time that reaching the nearest roof would save: share x (1 - use)."""
        nearest = self.verdict.nearest
        if self.time_share is None or nearest is None:
            return None
        return self.time_share * max(0.0, 1 - nearest.utilisation)


@dataclass(frozen=True, slots=True, kw_only=True)
class RunModel:
    """A model in which kernels of a run have a place.

    Attributes:
        model: The model.
        roofs: What its chart draws behind the dots.
        time_share: Share of the run's GPU time that the kernels in it take; None where nothing was timed.
    """

    model: Model
    roofs: Roofs
    time_share: float | None = None


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
        device: The device file, with the run's own ceilings over it; None where there is neither. The file takes no
            part where it is of a whole of which this is a part, or where the profiler files contradict it: by another
            number of multiprocessors, by another compute capability, or because their profiler does not measure devices
            of this maker.
        compute_capability: As reported, else as the device file has it; None where several are reported.
        listed: The device that a device file knows under this name, whether or not it takes part.
        attributes: What the profiler files say of its units and clocks.
        contradicted_by: Name of another known device, or of a part of one, which the profiler printed.
        several_names: Names of several devices that the profiler files print, of which none is taken.
        part_name: A name that says that it is a part of a device (MIG).
        whole: The known device that it should be, or be a part of: by its name, else by one that the profiler printed.
        other_sm_count: How many multiprocessors the profiler reports, where the file of that device has another
            number. It is a part of that device then, or another one.
        slug: The part of the address of the device's page; None where a device file does not know it.
        similar_names: Names of known devices that it may be: where no device file knows its name, those that look
            like it; where nobody says it, those of its compute capability.
    """

    name: str | None
    origin: DeviceOrigin
    device: Device | None
    compute_capability: str | None = None
    listed: Device | None = None
    attributes: DeviceAttributes | None = None
    contradicted_by: str | None = None
    several_names: tuple[str, ...] = ()
    part_name: str | None = None
    whole: Device | None = None
    other_sm_count: int | None = None
    slug: str | None = None
    similar_names: tuple[str, ...] = ()

    @property
    def may_be_a_part(self) -> bool:
        """Tell whether anything says that it is a part of a device: what is reported of the whole is not its own."""
        return self.part_name is not None or self.other_sm_count is not None


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
        models: The models that its kernels have a place in, the one that covers most GPU time first; never empty.
        gpu_time_s: Time of all launches of all kernels; None where nothing was timed.
        files: Provenance.
        problems: What concerns the run.
        how_to_collect: How to collect all that its kernels lack; None where they lack nothing that they could have.
    """

    id: str
    slug: str
    title: str
    options: RunOptions
    device: RunDevice
    reported: tuple[DeviceAttributes, ...]
    kernels: tuple[KernelReport, ...]
    levels: tuple[MemoryLevel, ...]
    models: tuple[RunModel, ...]
    gpu_time_s: float | None
    files: tuple[SourceFile, ...]
    problems: tuple[Problem, ...]
    how_to_collect: str | None = None

    @property
    def lead(self) -> RunModel:
        """Return the model that its page starts with."""
        return self.models[0]

    @property
    def warnings(self) -> int:
        """Return how many warnings it has."""
        return sum(problem.severity is Severity.WARNING for problem in self.problems)

    @property
    def is_in_doubt(self) -> bool:
        """Tell whether its numbers may be wrong: nobody is to be sent to work, or shown a change, by these."""
        reports = (report for kernel in self.kernels for report in kernel.models)
        return self.warnings > 0 or any(report.verdict.kind is VerdictKind.DATA_WARNING for report in reports)


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceReport:
    """A device as its file states it, and what was run on it.

    Attributes:
        slug: Its part of the address.
        device: The device, without the ceilings that a run may state for itself.
        roofs: The ceilings of every level and of instruction issue, and the axes of every run without its own.
        flop_roofs: The same for floating-point operations; None where no peak of these is known.
        runs: The runs on it, newest first.
    """

    slug: str
    device: Device
    roofs: Roofs
    flop_roofs: Roofs | None
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
