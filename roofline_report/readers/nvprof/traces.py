"""Traces: one row for each launch, with its time, or with its metrics."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from roofline_report.domain.units import Unit, find_unit
from roofline_report.readers.nvprof.sections import Section
from roofline_report.readers.nvprof.summary import TIME_METRIC
from roofline_report.readers.rows.file_problems import quote
from roofline_report.readers.rows.launches import GroupKey, LaunchLog
from roofline_report.readers.rows.printed_launch import CALLS, find_configuration, why_no_kernel
from roofline_report.readers.rows.row_notes import COUNT, DAMAGED, NO_UNITS, PrintedValue
from roofline_report.readers.rows.trace_log import TraceLog

if TYPE_CHECKING:
    from roofline_report.readers.reader import LaunchTable
    from roofline_report.readers.rows.row_notes import RowNotes
    from roofline_report.readers.text.csv_table import Header, Row

# "scale(float*, int) [123]": the number that leads to the call of the API, where it has no column of its own.
_CORRELATION = re.compile(r" \[\d+\]$")
_GRID = ("Grid X", "Grid Y", "Grid Z")
_BLOCK = ("Block X", "Block Y", "Block Z")
_OF_THE_LAUNCH = frozenset({"Device", "Context", "Stream", "Kernel", "Correlation_ID"})
# "l1_global_load_hit (13)", with --aggregate-mode off.
_INSTANCE = re.compile(r"(?P<metric>.+) \(\d+\)")


@dataclass(slots=True)
class _Launches:
    """The launches of the traces of one kind, with what nvprof says of each."""

    log: TraceLog
    section: Section = field(default_factory=Section)

    def begin(self, section: Section) -> None:
        self.section = section
        self.log.begin()

    def add(self, row: Row, kernel: str, *, columns: tuple[str, ...]) -> int:
        """Note the launch of a row, and return its number; told apart by what stands in some columns."""
        grid, block = ([row.get(name) for name in names] for names in (_GRID, _BLOCK))
        key = GroupKey(
            kernel=kernel,
            configuration=find_configuration(grid, block),
            device=row.get("Device"),
            process=self.section.process,
            context=row.get("Context"),
        )
        return self.log.add(row, key, told_apart_by=("Correlation_ID", *columns))


@dataclass(slots=True)
class GpuTracePart:
    """Reads the times of single launches, with grid and block; copies and page faults stand between them."""

    notes: RowNotes
    _launches: _Launches = field(init=False)
    _unit: dict[str, Unit] | None = None

    def __post_init__(self) -> None:
        self._launches = _Launches(TraceLog(LaunchLog(file=self.notes.file)))

    @property
    def devices(self) -> set[str]:
        """Return the names of the devices that the rows state."""
        return self._launches.log.devices

    def begin(self, header: Header, section: Section) -> None:  # noqa: ARG002
        """Begin a table; see `Part.begin`."""
        self._launches.begin(section)
        self._unit = None

    def take_units(self, row: Row) -> None:
        """Take the row of units."""
        self._unit = self._find_unit(row)

    def take(self, row: Row) -> str | None:
        """Take a row of data; see `Part.take`."""
        if self._unit is None:
            self._unit = self._find_unit(row)
        if not self._unit:
            return NO_UNITS
        name = _CORRELATION.sub("", row["Name"].strip())
        reason = why_no_kernel(name)
        if reason is not None:
            return reason
        if all(row.get(column) in (None, "-") for column in ("Device", *_GRID, *_BLOCK)):
            return CALLS
        times = self.notes.read_times(row, self._unit, metric=TIME_METRIC)
        if times is None:
            return DAMAGED
        self.notes.weigh(row, "Start")
        launch = self._launches.add(row, name, columns=("Start", "Duration", "Device", "Context", "Stream"))
        log = self._launches.log.launches
        log.ledger.note_dimension(TIME_METRIC, "s", line=row.line)
        log.add_value(launch, TIME_METRIC, value=times["Duration"], line=row.line)
        return None

    def table(self) -> LaunchTable:
        """Return what was read."""
        self.notes.refuse_doubtful(self._launches.log.launches.ledger)
        return self._launches.log.launches.table()

    def _find_unit(self, row: Row) -> dict[str, Unit]:
        unit = find_unit(row["Duration"])
        if unit is not None and unit.dimension == "s":
            return {"Duration": unit}
        self.notes.refuse_row(row.line, f"no unit of time: {quote(row['Duration'])}")
        return {}


@dataclass(slots=True)
class MetricTracePart:
    """Reads the metrics and events of single launches: a column for each."""

    notes: RowNotes
    _launches: _Launches = field(init=False)
    _columns: tuple[str, ...] = ()
    _units: dict[str, Unit] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._launches = _Launches(TraceLog(LaunchLog(file=self.notes.file)))

    @property
    def devices(self) -> set[str]:
        """Return the names of the devices that the rows state."""
        return self._launches.log.devices

    def begin(self, header: Header, section: Section) -> None:
        """Begin a table; see `Part.begin`."""
        self._launches.begin(section)
        self._units.clear()
        counters = [column for column in header.columns if column and column not in _OF_THE_LAUNCH]
        ledger = self._launches.log.launches.ledger
        for column in counters:
            instance = _INSTANCE.fullmatch(column)
            if instance is not None:
                # The instances that are printed need not be all that there are, so their sum is not the total.
                ledger.named.add(instance["metric"])
                ledger.refuse(
                    instance["metric"],
                    line=header.line,
                    found="a column for each instance of the hardware",
                    expected="one value of the whole GPU; collect it without --aggregate-mode off",
                )
        ledger.refuse_repeated((name for name in header.repeated if name in counters), line=header.line)
        self._columns = tuple(column for column in counters if _INSTANCE.fullmatch(column) is None)

    def take_units(self, row: Row) -> None:
        """Take the row of units, where the version prints one."""
        found = {column: find_unit(row.get(column) or "") for column in self._columns}
        self._units = {column: unit for column, unit in found.items() if unit is not None}

    def take(self, row: Row) -> str | None:
        """Take a row of data; see `Part.take`."""
        kernel = _CORRELATION.sub("", row["Kernel"].strip())
        reason = why_no_kernel(kernel)
        if reason is not None:
            return reason
        launch = self._launches.add(row, kernel, columns=("Device", "Context", "Stream", *self._columns))
        log = self._launches.log.launches
        for column in self._columns:
            cell = PrintedValue(row.get(column) or "", line=row.line, unit=self._units.get(column, COUNT))
            value = self.notes.read_metric(column, cell, ledger=log.ledger)
            log.add_value(launch, column, value=value, line=row.line)
        return None

    def table(self) -> LaunchTable:
        """Return what was read."""
        self.notes.refuse_doubtful(self._launches.log.launches.ledger)
        return self._launches.log.launches.table()
