"""What is found at a path: its files, what was taken from each, and what a run makes of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from roofline_report.domain.collecting import SOMEWHERE, options_for
from roofline_report.domain.problem import Severity
from roofline_report.domain.quantity import PLACING, Quantity
from roofline_report.readers.reader import RowCounts
from roofline_report.readers.text.number_format import DecimalMark
from roofline_report.report.missing import absences_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roofline_report.domain.collecting import Place
    from roofline_report.domain.problem import Problem
    from roofline_report.domain.profile import DeviceAttributes, Kernel, SourceFile
    from roofline_report.report.missing import Missing
    from roofline_report.report.model import KernelReport, RunReport


class FileStatus(StrEnum):
    """What a file is good for on its own; in a run it may serve others that have what it lacks."""

    KERNELS = "kernels"
    """It has times, and instructions or traffic."""
    TIMING = "timing"
    """It has times alone."""
    COUNTERS = "counters"
    """It has instructions or traffic, but no times."""
    NO_ROOFLINE_METRICS = "no_roofline_metrics"
    """It has kernels, but nothing that a roofline needs."""
    CEILINGS = "ceilings"
    """It has measured bandwidths or peaks, which are not read yet."""
    NOT_READ = "not_read"
    """A profiler wrote it, but nothing could be taken from it."""
    NOT_FOR_US = "not_for_us"
    """It is no file of a profiler, or has nothing about kernels."""
    RUN_SETTINGS = "run_settings"
    """It says what the profiler's files cannot say."""


class Outcome(StrEnum):
    """What an inspection comes to."""

    GOOD = "good"
    """Nothing is wrong."""
    NOTHING_TO_DRAW = "nothing_to_draw"
    """Nothing is wrong, but no kernel has a place on a roofline."""
    PROBLEMS = "problems"
    """Something is wrong, and would fail a strict build."""
    NOTHING_USABLE = "nothing_usable"
    """There is no time, no instruction count and no traffic of any kernel."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSeen:
    """A table by which a file was known.

    Attributes:
        format: What it is, for people.
        made_by: The command that writes it.
        line: Where its header stands.
        columns: The columns that make it this table, in the order of the file.
    """

    format: str
    made_by: str
    line: int
    columns: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricsSeen:
    """The metrics that a file names, each in one of these lists, by name.

    Attributes:
        needed: A formula uses them, and some kernel has a value.
        without_value: A formula uses them, but no kernel has a value.
        others: No formula uses them.
    """

    needed: tuple[str, ...] = ()
    without_value: tuple[str, ...] = ()
    others: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FileInspection:
    """One file.

    Attributes:
        file: Its name, relative to the path that is inspected.
        status: What it is good for on its own.
        source: Size, hash, format, profiler, programs; None where nothing was taken from it.
        tables: The tables by which it was known.
        rows: What became of the rows of its tables.
        kernels: Its kernels as this file alone has them.
        metrics: The metrics that it names.
        device_names: The device names that it states.
        compute_capabilities: The compute capabilities that it states.
        devices: What it says of its devices besides.
        decimal_mark: What stands in front of the decimals of its numbers.
        problems: What concerns this file, also what came up when it was joined with others.
    """

    file: str
    status: FileStatus
    source: SourceFile | None = None
    tables: tuple[TableSeen, ...] = ()
    rows: RowCounts = field(default_factory=RowCounts)
    kernels: tuple[Kernel, ...] = ()
    metrics: MetricsSeen = field(default_factory=MetricsSeen)
    device_names: tuple[str, ...] = ()
    compute_capabilities: tuple[str, ...] = ()
    devices: tuple[DeviceAttributes, ...] = ()
    decimal_mark: DecimalMark = DecimalMark.POINT
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RunInspection:
    """The files of one folder, taken together as a build takes them.

    Attributes:
        report: Kernels, device and places on the roofline.
        files: Every file of the folder, by name.
        missing: What was not collected.
        problems: What concerns the run and none of its files.
        place: Where its files are, as the path that is inspected names it, and what was profiled for them.
    """

    report: RunReport
    files: tuple[FileInspection, ...]
    missing: tuple[Missing, ...]
    problems: tuple[Problem, ...]
    place: Place = SOMEWHERE

    @property
    def options(self) -> tuple[str, ...]:
        """Return the command lines that collect all that is missing, one for each run that it takes."""
        return options_for(absences_of(self.missing), place=self.place)

    @property
    def all_problems(self) -> tuple[Problem, ...]:
        """Return what concerns its files, then what concerns the run."""
        return (*(problem for file in self.files for problem in file.problems), *self.problems)


@dataclass(frozen=True, slots=True, kw_only=True)
class Inspection:
    """What is found at a path.

    Attributes:
        name: The last part of the path.
        runs: The runs, by id.
        others: The files that are in no run, by name.
        problems: What concerns neither a file nor a run.
        more_files: How many files the folder has beside one that is inspected alone.
    """

    name: str
    runs: tuple[RunInspection, ...] = ()
    others: tuple[FileInspection, ...] = ()
    problems: tuple[Problem, ...] = ()
    more_files: int = 0

    @property
    def files(self) -> tuple[FileInspection, ...]:
        """Return every file, those of runs first."""
        return (*(file for run in self.runs for file in run.files), *self.others)

    def all_problems(self) -> Iterator[tuple[str | None, Problem]]:
        """Yield every problem with the id of its run, or None where it is in none."""
        for run in self.runs:
            yield from ((run.report.id, problem) for problem in run.all_problems)
        for file in self.others:
            yield from ((None, problem) for problem in file.problems)
        yield from ((None, problem) for problem in self.problems)

    def count(self, severity: Severity) -> int:
        """Return how many problems weigh so much."""
        return sum(problem.severity is severity for _, problem in self.all_problems())

    @property
    def outcome(self) -> Outcome:
        """Return what it comes to."""
        kernels = (kernel.kernel for run in self.runs for kernel in run.report.kernels)
        if not any(is_of_use(kernel) for kernel in kernels):
            return Outcome.NOTHING_USABLE
        if self.count(Severity.WARNING):
            return Outcome.PROBLEMS
        return Outcome.GOOD if any(_can_draw(run.report) for run in self.runs) else Outcome.NOTHING_TO_DRAW


def is_of_use(kernel: Kernel) -> bool:
    """Tell whether anything that a roofline needs is known of a kernel."""
    return not {*PLACING, Quantity.DURATION}.isdisjoint(kernel.measurements)


def is_placed(kernel: KernelReport, run: RunReport) -> bool:
    """Tell whether a kernel has a point in the chart of its leading model."""
    return kernel.lead.is_drawn(run.levels)


def _can_draw(run: RunReport) -> bool:
    return any(is_placed(kernel, run) for kernel in run.kernels)


def status_of(kernels: tuple[Kernel, ...]) -> FileStatus:
    """Return what a file with these kernels is good for."""
    known = {quantity for kernel in kernels for quantity in kernel.measurements}
    is_timed = Quantity.DURATION in known
    if known.isdisjoint(PLACING):
        return FileStatus.TIMING if is_timed else FileStatus.NO_ROOFLINE_METRICS
    return FileStatus.KERNELS if is_timed else FileStatus.COUNTERS
