"""What a reader of a format is, and what comes out of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from roofline_report.domain.problem import Problem
    from roofline_report.domain.profile import DeviceAttributes, LaunchGroup
    from roofline_report.readers.text.csv_table import Event, TableKind
    from roofline_report.readers.text.number_format import NumberFormat


@dataclass(frozen=True, slots=True, kw_only=True)
class UnusableMetric:
    """A metric that a file has, but not so that it can be used. It is a problem only if something needs it.

    Attributes:
        metric: The profiler's name.
        line: Where the first cell of that kind stands.
        found: What stands there.
        expected: What should.
    """

    metric: str
    line: int
    found: str
    expected: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LaunchTable:
    """The launches of one table of one file; no launch is in two groups of a table.

    Attributes:
        groups: The launch groups, in the order in which the file names them first.
        dimensions: What each metric measures, as `roofline_report.domain.units.Unit.dimension` says.
        named: Every metric that the table names, also where it has no value for it.
        unusable: Metrics that cannot be used.
        times: For each metric that was made of a rate and a time, the metric that says the time.
        printed: What is printed of a metric where it has no number, if it is the same everywhere.
    """

    groups: tuple[LaunchGroup, ...]
    dimensions: Mapping[str, str]
    named: frozenset[str]
    unusable: tuple[UnusableMetric, ...] = ()
    times: Mapping[str, str] = field(default_factory=dict)
    printed: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class RowCounts:
    """What became of the rows of a file's tables: each was used, or left out for a reason.

    Attributes:
        used: Rows of which a value, a time or at least a launch was taken.
        dropped: How many rows were left out, by the reason in words.
    """

    used: int = 0
    dropped: Mapping[str, int] = field(default_factory=dict)

    @property
    def total(self) -> int:
        """Return how many rows the tables have."""
        return self.used + sum(self.dropped.values())

    def left_out(self, reason: str) -> RowCounts:
        """Return the counts of a file of which nothing is used, for one reason."""
        return RowCounts(dropped={reason: self.total} if self.total else {})


@dataclass(frozen=True, slots=True, kw_only=True)
class TableReading:
    """What a reader found in a file.

    Attributes:
        format: The format in words.
        tables: The tables, in the order of the file.
        rows: What became of the rows.
        device_names: The device names that the file states.
        compute_capabilities: The compute capabilities that the file states.
        devices: What the file says of the devices besides.
        programs: Base names of the profiled programs.
        problems: What was found on the way.
    """

    format: str
    tables: tuple[LaunchTable, ...] = ()
    rows: RowCounts = field(default_factory=RowCounts)
    device_names: tuple[str, ...] = ()
    compute_capabilities: tuple[str, ...] = ()
    devices: tuple[DeviceAttributes, ...] = ()
    programs: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = field(default=())


class Reader(Protocol):
    """Reads the tables of one profiler."""

    @property
    def profiler(self) -> str:
        """Return the profiler's name, which is that of its metric table too."""

    @property
    def kinds(self) -> tuple[TableKind, ...]:
        """Return the tables that it knows, for the scan and for the documentation."""

    def read(
        self,
        events: Iterable[Event],
        *,
        shown_as: str,
        numbers: NumberFormat,
        wanted: Collection[str] | None = None,
    ) -> TableReading:
        """Return the launches of one file.

        Args:
            events: The tables of the file, as `scanning.scan_blocks` finds them for `kinds`.
            shown_as: How problems name the file.
            numbers: Reads the numbers of the file. Once it has met one that its decimal mark does not fit, the rest
                need not be read: the file is read again with the other mark.
            wanted: The metrics that anything needs, so that a table of hundreds need not be read whole; None for all.
                A reader may read more than these. It names every metric that it finds.
        """
