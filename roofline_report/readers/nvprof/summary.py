"""The summary of times: one row for each kernel, with the total over its calls."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from roofline_report.domain.profile import Statistic
from roofline_report.domain.units import Unit, find_unit
from roofline_report.readers.nvprof.sections import Section
from roofline_report.readers.rows.file_problems import quote
from roofline_report.readers.rows.launches import AverageLog, GroupKey
from roofline_report.readers.rows.printed_launch import CALLS, device_name, why_no_kernel
from roofline_report.readers.rows.row_notes import DAMAGED, NO_UNITS, REPEATED

if TYPE_CHECKING:
    from roofline_report.readers.reader import LaunchTable
    from roofline_report.readers.rows.row_notes import RowNotes
    from roofline_report.readers.text.csv_table import Header, Row

TIME_METRIC = "Time"
"""The name under which the time of a kernel is kept, from a summary or from a trace."""

_KERNELS = "GPU activities"
_REGIONS = "regions of OpenACC or OpenMP, which are not kernels"
# The average is not read: the total is printed, and is not rounded.
_TIMES = ("Time", "Min", "Max")


@dataclass(slots=True)
class SummaryPart:
    """Reads the summaries of a file."""

    notes: RowNotes
    devices: set[str] = field(default_factory=set)
    _log: AverageLog = field(init=False)
    _section: Section = field(default_factory=Section)
    _units: dict[str, Unit] | None = None
    _seen: set[tuple[str, ...]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._log = AverageLog(file=self.notes.file)

    def begin(self, header: Header, section: Section) -> None:  # noqa: ARG002
        """Begin a table; see `Part.begin`."""
        self._section = section
        if section.device is not None:
            self.devices.add(device_name(section.device))
        self._units = None
        self._seen.clear()

    def take_units(self, row: Row) -> None:
        """Take the row of units; each column has its own."""
        self._units = self._find_units(row)

    def take(self, row: Row) -> str | None:
        """Take a row of data; see `Part.take`."""
        if self._units is None:
            self._units = self._find_units(row)
        if not self._units:
            return NO_UNITS
        reason = self._why_left_out(row)
        if reason is not None:
            return reason
        launches = self.notes.read_launches(row, "Calls")
        if launches is None:
            return self.notes.refuse_row(row.line, f"Calls: {quote(row['Calls'])}")
        times = self.notes.read_times(row, self._units, metric=TIME_METRIC)
        if times is None:
            return DAMAGED
        self.notes.weigh(row, "Time(%)")
        total = times["Time"]
        statistic = None
        if total is not None:
            statistic = Statistic(count=launches, total=total, minimum=times["Min"], maximum=times["Max"])
        self._log.ledger.note_dimension(TIME_METRIC, "s", line=row.line)
        key = GroupKey(kernel=row["Name"], device=self._section.device, process=self._section.process)
        self._log.add(key, TIME_METRIC, statistic=statistic, launches=launches)
        return None

    def table(self) -> LaunchTable:
        """Return what was read."""
        self.notes.refuse_doubtful(self._log.ledger)
        return self._log.table()

    def _find_units(self, row: Row) -> dict[str, Unit]:
        """Return the unit of each column of times, or none at all after telling that some are missing."""
        found = {name: find_unit(row[name]) for name in _TIMES}
        units = {name: unit for name, unit in found.items() if unit is not None and unit.dimension == "s"}
        if len(units) == len(_TIMES):
            return units
        self.notes.refuse_row(row.line, "no units of time: " + ", ".join(quote(row[name]) for name in _TIMES))
        return {}

    def _why_left_out(self, row: Row) -> str | None:
        kind = row.get("Type") or _KERNELS
        if self._section.is_of_calls or kind == "API calls":
            return CALLS
        if kind != _KERNELS:
            return _REGIONS
        reason = why_no_kernel(row["Name"])
        if reason is None and row.cells in self._seen:
            return REPEATED
        self._seen.add(row.cells)
        return reason
