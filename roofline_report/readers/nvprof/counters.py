"""Metrics and events: one row for each kernel and counter, over all its launches."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from roofline_report.domain.profile import Statistic
from roofline_report.readers.nvprof.sections import Section
from roofline_report.readers.rows.file_problems import quote
from roofline_report.readers.rows.launches import AverageLog, GroupKey
from roofline_report.readers.rows.printed_launch import device_name, why_no_kernel
from roofline_report.readers.rows.row_notes import REPEATED, PrintedValue

if TYPE_CHECKING:
    from roofline_report.readers.reader import LaunchTable
    from roofline_report.readers.rows.row_notes import RowNotes
    from roofline_report.readers.text.csv_table import Header, Row


@dataclass(slots=True)
class CounterPart:
    """Reads the tables of metrics of a file, or those of events.

    An event has its total where the version prints it. A metric has only its rounded average, which is multiplied by
    the number of invocations.

    Attributes:
        notes: What is noted of the rows.
        name_column: Which column names the counter.
    """

    notes: RowNotes
    name_column: str
    devices: set[str] = field(default_factory=set)
    _log: AverageLog = field(init=False)
    _section: Section = field(default_factory=Section)
    _seen: set[tuple[str, ...]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._log = AverageLog(file=self.notes.file)

    def begin(self, header: Header, section: Section) -> None:  # noqa: ARG002
        """Begin a table; see `Part.begin`."""
        self._section = section
        self._seen.clear()

    def take_units(self, row: Row) -> None:
        """Leave out a row of units: each cell of these tables has its own."""

    def take(self, row: Row) -> str | None:
        """Take a row of data; see `Part.take`."""
        reason = why_no_kernel(row["Kernel"])
        if reason is not None:
            return reason
        if len(row.cells) <= max(row.columns.values()):
            return self.notes.refuse_row(row.line, f"{len(row.cells)} fields instead of {len(row.columns)}")
        if row.cells in self._seen:
            return REPEATED
        self._seen.add(row.cells)
        launches = self.notes.read_launches(row, "Invocations")
        if launches is None:
            return self.notes.refuse_row(row.line, f"Invocations: {quote(row['Invocations'])}")
        self._add(row, launches)
        return None

    def table(self) -> LaunchTable:
        """Return what was read."""
        self.notes.refuse_doubtful(self._log.ledger)
        return self._log.table()

    def _add(self, row: Row, launches: int) -> None:
        metric = row[self.name_column].strip()
        mean, low, high = (self._value(row, column) for column in ("Avg", "Min", "Max"))
        total = None if mean is None else mean * launches
        if "Total" in row.columns:
            total = self._value(row, "Total")
        statistic = None
        if total is not None:
            statistic = Statistic(count=launches, total=total, minimum=low, maximum=high)
        device = row["Device"].strip()
        self.devices.add(device_name(device))
        key = GroupKey(kernel=row["Kernel"], device=device, process=self._section.process)
        self._log.add(key, metric, statistic=statistic, launches=launches)

    def _value(self, row: Row, column: str) -> float | None:
        metric = row[self.name_column].strip()
        cell = PrintedValue(row[column], line=row.line)
        return self.notes.read_metric(metric, cell, ledger=self._log.ledger)
