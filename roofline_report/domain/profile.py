"""What profilers measured: launch groups as read, kernels as joined, and how each number came about."""

from __future__ import annotations

import math
import operator
from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import TYPE_CHECKING, TypeAlias

from roofline_report.domain.quantity import Quantity

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from roofline_report.domain.hardware import Clock, Operation, TrafficFamily
    from roofline_report.domain.problem import Problem

_ROUNDING = 1e-6


PeakKey: TypeAlias = "Operation | TrafficFamily"
"""What a profiler's report states a peak of: an operation, or what a family of counters measures."""


class GroupBy(StrEnum):
    """What makes two launches launches of one kernel."""

    NAME = "name"
    """The full name alone."""
    LAUNCH_CONFIGURATION = "launch_configuration"
    """The full name with grid and block."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Statistic:
    """One metric over a number of launches, in SI units.

    Attributes:
        count: Launches that have a value.
        total: Sum over these launches.
        minimum: Smallest value of one launch, where known.
        maximum: Largest value of one launch, where known.
        sum_of_squares: Sum of the squared values, where every launch was seen; None for averages made elsewhere.
    """

    count: int
    total: float
    minimum: float | None = None
    maximum: float | None = None
    sum_of_squares: float | None = None

    @property
    def mean(self) -> float:
        """Return the mean of one launch."""
        return self.total / self.count

    @property
    def is_positive(self) -> bool:
        """Tell whether every launch has a value above 0, as far as is known."""
        return self.total > 0 and (self.minimum is None or self.minimum > 0)

    @property
    def is_constant(self) -> bool:
        """Tell whether all launches have one value, as far as is known; a peak that differs is of several devices."""
        known = self.minimum is not None and self.maximum is not None
        return not known or math.isclose(self.minimum or 0.0, self.maximum or 0.0, rel_tol=_ROUNDING)

    def __add__(self, other: Statistic) -> Statistic:
        """Return the statistic over the launches of both."""
        return Statistic(
            count=self.count + other.count,
            total=self.total + other.total,
            minimum=_both(self.minimum, other.minimum, combine=min),
            maximum=_both(self.maximum, other.maximum, combine=max),
            sum_of_squares=_both(self.sum_of_squares, other.sum_of_squares, combine=operator.add),
        )

    @classmethod
    def of(cls, values: list[float]) -> Statistic:
        """Return the statistic of single launches.

        Raises:
            ValueError: There is no value; nothing measured is absent, not zero.
        """
        if not values:
            msg = "a statistic needs at least one value"
            raise ValueError(msg)
        return cls(
            count=len(values),
            total=math.fsum(values),
            minimum=min(values),
            maximum=max(values),
            sum_of_squares=math.fsum(value * value for value in values),
        )


@dataclass(frozen=True, slots=True, order=True)
class LaunchConfiguration:
    """Grid and block of a launch, as the profiler prints them: "(216, 1, 1)"."""

    grid: str
    block: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LaunchGroup:
    """Launches of one kernel that belong together, as one table of one file has them.

    Attributes:
        kernel: The name as the file prints it. Joining settles which names are one kernel.
        file: The file, as `Problem.file` names it.
        launches: How many launches the group holds. A metric with a smaller count was not measured in all of them.
        metrics: Per metric, under the profiler's own name, what was measured, in SI units.
        configuration: Grid and block, where the file has them.
        device: What the file says of the device: its name or its index.
        process: The process id, where the file has it.
        context: The context id, where the file has it.
    """

    kernel: str
    file: str
    launches: int
    metrics: Mapping[str, Statistic]
    configuration: LaunchConfiguration | None = None
    device: str | None = None
    process: str | None = None
    context: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceFile:
    """A file that was read, for provenance.

    Attributes:
        file: The file, as `Problem.file` names it.
        size_bytes: Its size.
        sha256: Its hash, in hexadecimal.
        format: The format in words, such as "nvprof metrics (CSV)".
        profiler: "nvprof", "Nsight Compute" or "Nsight Systems".
        profiler_version: Its version, where the file says it.
        programs: Base names of the profiled programs.
    """

    file: str
    size_bytes: int
    sha256: str
    format: str
    profiler: str
    profiler_version: str | None = None
    programs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceAttributes:
    """What the profiler says of a device; None is what it does not say.

    Attributes:
        name: Its name.
        compute_capability: Such as "8.0".
        sm_count: Streaming multiprocessors. Fewer than the chip has where it is divided (MIG).
        sm_clock_hz: Highest clock of the multiprocessors.
        memory_clock_hz: Highest clock of the memory.
        memory_bus_bits: Width of the bus to the memory.
        warp_instructions_per_cycle: Most warp instructions that a multiprocessor issues in a cycle.
    """

    name: str | None = None
    compute_capability: str | None = None
    sm_count: int | None = None
    sm_clock_hz: float | None = None
    memory_clock_hz: float | None = None
    memory_bus_bits: int | None = None
    warp_instructions_per_cycle: int | None = None

    @classmethod
    def joined(cls, devices: Iterable[DeviceAttributes]) -> DeviceAttributes | None:
        """Return all that is said of one device; None where nothing is, or where two contradict each other."""
        found = tuple(devices)
        names = [each.name for each in fields(cls)]
        said = {name: {getattr(device, name) for device in found} - {None} for name in names}
        if any(len(values) > 1 for values in said.values()):
            return None
        known = {name: next(iter(values)) for name, values in said.items() if values}
        return cls(**known) if known else None


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasuredTerm:
    """One metric in a sum: `weight` x the mean of one launch.

    Attributes:
        metric: The profiler's name.
        weight: The factor it goes in with.
        statistic: What was measured.
        file: The file it was taken from.
        peak_per_cycle: What the report says that the device does of it at most in one cycle, weighted too.
    """

    metric: str
    weight: float
    statistic: Statistic
    file: str
    peak_per_cycle: float | None = None

    @property
    def per_launch(self) -> float:
        """Return what it adds to the sum."""
        return self.weight * self.statistic.mean


@dataclass(frozen=True, slots=True, kw_only=True)
class Measurement:
    """A quantity of one kernel: the weighted sum of metrics, per launch, with all that went into it.

    Attributes:
        per_launch: Mean of one launch, in SI units.
        terms: What was added up.
        source: Where the formula stands.
        notes: What a reader has to know, such as "counts look-ups between L2 partitions too".
        lower_bound: What was measured is known to count too little, never too much.
        overcount: What was measured may be at most so many times what it should be; 1 where it counts nothing too much.
        holds: Quantities that are a part of this one, and not known on their own.
        decides: May be held against a roof. False for a count that is known to be off, such as nvprof's L1 sectors
            before compute capability 7.0 (gld_transactions are not sectors there).
        gap: What would make it exact where it is a bound because something was not collected.
    """

    per_launch: float
    terms: tuple[MeasuredTerm, ...]
    source: str
    notes: tuple[str, ...] = ()
    lower_bound: bool = False
    overcount: float = 1.0
    holds: tuple[Quantity, ...] = ()
    decides: bool = True
    gap: Absence | None = None

    @property
    def upper_bound(self) -> bool:
        """Tell whether what was measured may count too much."""
        return self.overcount > 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Absence:
    """Why a quantity is not known.

    Attributes:
        reason: What is missing, in words.
        metrics: The metrics that would give it beside those that are there, in the profiler's own names.
        options: For each of them, the command line that collects it, with {metrics} where the names go, {program} where
            the profiled program stands, and {file:NAME} where that of the new file does.
        was_collected: Some of them were measured, here or for another kernel of the run: it is not there to be left
            out, it was lost, or it is incomplete.
        never_collected: Where it is incomplete: the metrics beside those that were measured that no file has.
        refused: Why those that are there cannot be used; it is a part of the reason.
        is_countable: The chip has it apart from others, as far as is known.
    """

    reason: str
    metrics: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    was_collected: bool = False
    never_collected: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    is_countable: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfigurationCount:
    """How many launches had one launch configuration."""

    configuration: LaunchConfiguration
    launches: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Kernel:
    """One kernel of a run, joined over all its files.

    Attributes:
        name: The full name: of those that its files print the one that says most, demangled.
        launches: Launches that were timed, else the most that any metric has.
        measurements: The quantities that are known.
        absences: The quantities that are not, and why.
        peaks: What the report says that the device does at most in one cycle, in bytes or operations: its
            `peak_sustained` values.
        clocks: The clocks in Hz that it ran at: cycles over the time of the same launches, so that long launches count
            for more.
        configurations: The launch configurations that were seen, most launches first.
        configuration: The one configuration that this kernel stands for, if kernels are told apart by it.
    """

    name: str
    launches: int
    measurements: Mapping[Quantity, Measurement]
    absences: Mapping[Quantity, Absence] = field(default_factory=dict)
    peaks: Mapping[PeakKey, Measurement] = field(default_factory=dict)
    clocks: Mapping[Clock, float] = field(default_factory=dict)
    configurations: tuple[ConfigurationCount, ...] = ()
    configuration: LaunchConfiguration | None = None

    def per_launch(self, quantity: Quantity) -> float | None:
        """Return the mean of one launch in SI units, or None where it is not known."""
        measurement = self.measurements.get(quantity)
        return None if measurement is None else measurement.per_launch

    @property
    def duration_s(self) -> float | None:
        """Return the mean time of one launch in seconds."""
        return self.per_launch(Quantity.DURATION)

    @property
    def total_duration_s(self) -> float | None:
        """Return the time of all launches in seconds."""
        return None if self.duration_s is None else self.duration_s * self.launches


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """What the files of one run say, joined.

    Attributes:
        kernels: Every kernel, the most total time first, then by name; kernels without a time come last.
        files: The files that were read, by name.
        device_names: Every device name that a file states, sorted.
        compute_capabilities: Every compute capability that a file states, sorted.
        devices: What the files say of the devices besides.
        problems: What was found while the files were read and joined.
    """

    kernels: tuple[Kernel, ...] = ()
    files: tuple[SourceFile, ...] = ()
    device_names: tuple[str, ...] = ()
    compute_capabilities: tuple[str, ...] = ()
    devices: tuple[DeviceAttributes, ...] = ()
    problems: tuple[Problem, ...] = ()


def _both(first: float | None, second: float | None, *, combine: Callable[[float, float], float]) -> float | None:
    """Combine two numbers where both are known."""
    return None if first is None or second is None else combine(first, second)
