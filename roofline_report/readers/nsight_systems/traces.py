"""Traces: one row for each launch."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from roofline_report.readers.nsight_systems.summaries import TIME_METRIC, configuration_of
from roofline_report.readers.nsight_systems.tables import TimeColumn, find_time_columns
from roofline_report.readers.rows.launches import GroupKey, LaunchLog
from roofline_report.readers.rows.printed_launch import CALLS, find_configuration, why_no_kernel
from roofline_report.readers.rows.row_notes import DAMAGED, NO_UNITS
from roofline_report.readers.rows.trace_log import TraceLog

if TYPE_CHECKING:
    from roofline_report.readers.reader import LaunchTable
    from roofline_report.readers.rows.row_notes import RowNotes
    from roofline_report.readers.text.csv_table import Header, Row

_GRID = ("GrdX", "GrdY", "GrdZ")
_BLOCK = ("BlkX", "BlkY", "BlkZ")
_STARTS = ("Start", "Kernel Start")


@dataclass(frozen=True, slots=True, kw_only=True)
class TraceLayout:
    """Which columns a trace has.

    Attributes:
        name: The kernel, copy or memset.
        time: How long it took.
        number: The launch's number, or what stands for it.
        times: Columns of times that tell launches apart.
        others: Further columns that do.
    """

    name: str
    time: str
    number: str
    times: tuple[str, ...]
    others: tuple[str, ...]


OF_THE_GPU = TraceLayout(
    name="Name", time="Duration", number="CorrId", times=("Start", "Duration"), others=("Device", "Ctx", "Strm")
)
OF_EXECUTIONS = TraceLayout(
    name="Kernel Name", time="Kernel Dur", number="PID", times=("Kernel Start", "Kernel Dur"), others=("TID", "DevId")
)


@dataclass(slots=True)
class TracePart:
    """Reads the traces of one layout in a file."""

    notes: RowNotes
    layout: TraceLayout
    _log: TraceLog = field(init=False)
    _time: TimeColumn | None = None
    _told_apart_by: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        self._log = TraceLog(LaunchLog(file=self.notes.file))

    @property
    def devices(self) -> set[str]:
        """Return the names of the devices that the rows state."""
        return self._log.devices

    def begin(self, header: Header) -> None:
        """Begin a table; see `Part.begin`."""
        columns = find_time_columns(header)
        self._time = columns.get(self.layout.time)
        times = (columns[name].heading for name in self.layout.times if name in columns)
        self._told_apart_by = (self.layout.number, *times, *self.layout.others)
        self._log.begin()
        if self._time is None:
            self.notes.refuse_row(header.line, f"no column {self.layout.time} with a unit of time")

    def take(self, row: Row) -> str | None:
        """Take a row; see `Part.take`."""
        if self._time is None:
            return NO_UNITS
        kernel = row[self.layout.name]
        reason = why_no_kernel(kernel)
        if reason is not None:
            return reason
        if self.layout is OF_THE_GPU and all(row.get(column) is None for column in ("Device", *_GRID, *_BLOCK)):
            return CALLS
        times = self.notes.read_times(row, {self._time.heading: self._time.unit}, metric=TIME_METRIC)
        if times is None:
            return DAMAGED
        for column in self._told_apart_by:
            if column.startswith(_STARTS):
                self.notes.weigh(row, column)
        launch = self._log.add(row, self._key(row, kernel), told_apart_by=self._told_apart_by)
        launches = self._log.launches
        launches.ledger.note_dimension(TIME_METRIC, "s", line=row.line)
        launches.add_value(launch, TIME_METRIC, value=times[self._time.heading], line=row.line)
        return None

    def table(self) -> LaunchTable:
        """Return what was read."""
        self.notes.refuse_doubtful(self._log.launches.ledger)
        return self._log.launches.table()

    def _key(self, row: Row, kernel: str) -> GroupKey:
        if self.layout is OF_EXECUTIONS:
            configuration = configuration_of(row)
        else:
            configuration = find_configuration(*([row.get(name) for name in names] for names in (_GRID, _BLOCK)))
        return GroupKey(
            kernel=kernel,
            configuration=configuration,
            device=row.get("Device") or row.get("DevId"),
            process=row.get("PID"),
            context=row.get("Ctx"),
        )
