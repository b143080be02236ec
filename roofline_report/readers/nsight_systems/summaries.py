"""Summaries: one row for each kernel, with the times of all its launches."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from roofline_report.domain.profile import LaunchConfiguration, Statistic
from roofline_report.readers.nsight_systems.tables import find_time_columns
from roofline_report.readers.rows.file_problems import quote
from roofline_report.readers.rows.launches import AverageLog, GroupKey
from roofline_report.readers.rows.printed_launch import CALLS, COPIES, find_configuration, why_no_kernel
from roofline_report.readers.rows.row_notes import DAMAGED, NO_UNITS, REPEATED

if TYPE_CHECKING:
    from roofline_report.domain.units import Unit
    from roofline_report.readers.reader import LaunchTable
    from roofline_report.readers.rows.row_notes import RowNotes
    from roofline_report.readers.text.csv_table import Header, Row

TIME_METRIC = "Kernel Time"
"""The name under which the time of a kernel is kept, whichever report it is from."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """Which columns a summary has.

    Attributes:
        name: The kernel.
        launches: How many launches there were.
        time: The total of their times, or the mean.
        is_mean: It is the mean.
        of_one: What begins the columns of the shortest and longest launch and of their deviation.
    """

    name: str
    launches: str
    time: str
    is_mean: bool = False
    of_one: str = ""

    @property
    def times(self) -> tuple[str, str, str, str]:
        """Return the columns of times."""
        return self.time, f"{self.of_one}Min", f"{self.of_one}Max", f"{self.of_one}StdDev"


OF_KERNELS = Layout(name="Name", launches="Instances", time="Total Time")
OF_THE_GPU = Layout(name="Operation", launches="Instances", time="Total Time")
OF_EXECUTIONS = Layout(name="Kernel Name", launches="Count", time="KAvg", is_mean=True, of_one="K")


@dataclass(slots=True)
class SummaryPart:
    """Reads the summaries of one layout in a file."""

    notes: RowNotes
    layout: Layout
    devices: set[str] = field(default_factory=set)
    _log: AverageLog = field(init=False)
    _units: dict[str, Unit] = field(default_factory=dict)
    _headings: dict[str, str] = field(default_factory=dict)
    _shares: tuple[str, ...] = ()
    _seen: set[tuple[str, ...]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._log = AverageLog(file=self.notes.file)

    def begin(self, header: Header) -> None:
        """Begin a table; see `Part.begin`."""
        columns = find_time_columns(header)
        found = {name: columns[name] for name in self.layout.times if name in columns}
        self._headings = {name: column.heading for name, column in found.items()}
        self._units = {column.heading: column.unit for column in found.values()}
        self._shares = tuple(heading for heading in header.columns if "(%)" in heading)
        self._seen.clear()
        if self.layout.time not in found:
            self.notes.refuse_row(header.line, f"no column {self.layout.time} with a unit of time")

    def take(self, row: Row) -> str | None:
        """Take a row; see `Part.take`."""
        if self.layout.time not in self._headings:
            return NO_UNITS
        reason = _why_no_kernel(row, row[self.layout.name])
        if reason is not None:
            return reason
        if row.cells in self._seen:
            return REPEATED
        self._seen.add(row.cells)
        launches = self.notes.read_launches(row, self.layout.launches)
        if launches is None:
            found = f"{self.layout.launches}: {quote(row[self.layout.launches])}"
            return self.notes.refuse_row(row.line, found)
        times = self.notes.read_times(row, self._units, metric=TIME_METRIC)
        if times is None:
            return DAMAGED
        for share in self._shares:
            self.notes.weigh(row, share)
        by_name = {name: times[heading] for name, heading in self._headings.items()}
        statistic = self._statistic(by_name, launches)
        self._log.ledger.note_dimension(TIME_METRIC, "s", line=row.line)
        self._log.add(_key(row, self.layout.name), TIME_METRIC, statistic=statistic, launches=launches)
        return None

    def table(self) -> LaunchTable:
        """Return what was read."""
        self.notes.refuse_doubtful(self._log.ledger)
        return self._log.table()

    def _statistic(self, times: dict[str, float | None], launches: int) -> Statistic | None:
        time, low, high, deviation = (times.get(name) for name in self.layout.times)
        if time is None:
            return None
        total = time * launches if self.layout.is_mean else time
        return Statistic(
            count=launches,
            total=total,
            minimum=low,
            maximum=high,
            sum_of_squares=_sum_of_squares(total, launches, deviation=deviation),
        )


def _sum_of_squares(total: float, launches: int, *, deviation: float | None) -> float | None:
    """Return the sum of squares of the times: their deviation is that of a sample, over one less than the launches."""
    if launches == 1:
        return total**2
    return None if deviation is None else deviation**2 * (launches - 1) + total**2 / launches


def _why_no_kernel(row: Row, name: str) -> str | None:
    category = (row.get("Category") or "KERNEL").upper()
    if "KERNEL" not in category:
        return COPIES if "MEM" in category else CALLS
    return why_no_kernel(name)


def _key(row: Row, name: str) -> GroupKey:
    return GroupKey(
        kernel=row[name],
        configuration=configuration_of(row),
        device=row.get("DevId"),
        process=row.get("PID"),
    )


def configuration_of(row: Row) -> LaunchConfiguration | None:
    """Return grid and block of a row that has each in one column: " 148    1    1"."""
    grid, block = ((row.get(column) or "").split() for column in ("GridXYZ", "BlockXYZ"))
    return find_configuration(grid, block)
