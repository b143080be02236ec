"""nvprof's CSV: the summary of GPU times, the metrics and the events.

`nvprof --csv --print-gpu-summary`, `--metrics ...` and `--events ...` write them. Totals are taken where they are
printed (Time, and Total of an event); a metric has only its rounded average, which is multiplied by Invocations.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from roofline_report.domain.problem import Problem, Severity
from roofline_report.domain.profile import Statistic
from roofline_report.domain.units import Unit, find_unit
from roofline_report.readers.file_problems import NOT_NEGATIVE, damaged_row, foreign_number, quote, unsure_end
from roofline_report.readers.launches import AverageLog, GroupKey
from roofline_report.readers.reader import TableReading
from roofline_report.readers.text.csv_table import Banner, DamagedRow, Header, Row, TableKind
from roofline_report.readers.text.printed_number import CellKind, read_count, read_quantity
from roofline_report.readers.text.program_name import find_program

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from roofline_report.readers.text.csv_table import Event

# Every row of the newer summary states its type; the older one begins with the share of time, both have a units row.
SUMMARY = TableKind(
    name="nvprof summary (CSV)",
    made_by="nvprof --csv --print-gpu-summary",
    required=frozenset({"Time(%)", "Time", "Calls", "Avg", "Min", "Max", "Name"}),
    row_start=re.compile(r'"?(?:GPU activities|API calls|OpenACC[^"]*)"?,|"?[0-9.]+"?,|,?%,'),
    value_column="Name",
    ends_at_blank_line=True,
)
_DEVICE_FIRST = re.compile(r'"?[^",]*\(\d+\)"?,')
METRICS = TableKind(
    name="nvprof metrics (CSV)",
    made_by="nvprof --csv --metrics ...",
    required=frozenset({"Device", "Kernel", "Invocations", "Metric Name", "Min", "Max", "Avg"}),
    row_start=_DEVICE_FIRST,
    value_column="Avg",
    ends_at_blank_line=True,
)
EVENTS = TableKind(
    name="nvprof events (CSV)",
    made_by="nvprof --csv --events ...",
    required=frozenset({"Device", "Kernel", "Invocations", "Event Name", "Min", "Max", "Avg", "Total"}),
    row_start=_DEVICE_FIRST,
    value_column="Total",
    ends_at_blank_line=True,
)
TIME_METRIC = "Time"
"""The name under which the summary's time of a kernel is kept."""

_KERNELS = "GPU activities"
# "[CUDA memcpy HtoD]", "[CUDA memset]": copies are not kernels.
_NO_KERNEL = re.compile(r"\[CUDA mem(?:cpy|set)\b.*\]")
_DEVICE_INDEX = re.compile(r"\s*\(\d+\)$")


class NvprofReader:
    """Reads what `nvprof --csv` prints."""

    profiler = "nvprof"
    kinds: tuple[TableKind, ...] = (SUMMARY, METRICS, EVENTS)

    def read(self, events: Iterable[Event], *, shown_as: str, wanted: Collection[str] | None = None) -> TableReading:  # noqa: ARG002
        """Return the launches of one file; see `Reader.read`."""
        session = _Session(file=shown_as)
        for event in events:
            if not session.take(event):
                break
        return session.result()


@dataclass(slots=True)
class _Session:
    """What is known while the rows of one file pass."""

    file: str
    header: Header | None = None
    units: dict[str, Unit] | None = None
    logs: dict[str, AverageLog] = field(default_factory=dict)
    devices: set[str] = field(default_factory=set)
    programs: set[str] = field(default_factory=set)
    problems: list[Problem] = field(default_factory=list)
    refusal: Problem | None = None
    others: bool = False

    def take(self, event: Event) -> bool:
        """Read one event; return whether to go on."""
        match event:
            case Banner():
                program = find_program(event.text)
                self.programs.update(() if program is None else (program,))
            case Header():
                self.header = event
                self.units = None
                self.logs.setdefault(event.kind.name, AverageLog(file=self.file))
            case DamagedRow():
                self.problems.append(damaged_row(event, file=self.file))
            case Row() if self.header is not None:
                if event.last_number_may_be_cut:
                    self.problems.append(unsure_end(file=self.file, line=event.line))
                if self.header.kind is SUMMARY:
                    self._take_time(event)
                else:
                    self._take_counter(event, self.header)
        return self.refusal is None

    def result(self) -> TableReading:
        """Return what was read."""
        name = " and ".join(self.logs)
        if self.refusal is not None:
            return TableReading(format=name, problems=(self.refusal,))
        tables = tuple(table for table in (log.table() for log in self.logs.values()) if table.groups)
        if not tables and not self.problems:
            self.problems.append(_no_kernels(self.file, others=self.others))
        return TableReading(
            format=name,
            tables=tables,
            device_names=tuple(sorted(self.devices)),
            programs=tuple(sorted(self.programs)),
            problems=tuple(self.problems),
        )

    def _take_time(self, row: Row) -> None:
        if self.units is None:
            self._take_units(row)
            return
        if (row.get("Type") or _KERNELS) != _KERNELS or _NO_KERNEL.fullmatch(row["Name"]):
            self.others = True
            return
        calls = self._count(row["Calls"], "Calls", line=row.line)
        if calls is None:
            return
        total, low, high = (
            self._number(row[name], unit=self.units[name], line=row.line) for name in ("Time", "Min", "Max")
        )
        statistic = None
        if total is not None:
            statistic = Statistic(count=calls, total=total, minimum=low, maximum=high)
        log = self.logs[SUMMARY.name]
        log.ledger.note_dimension(TIME_METRIC, "s", line=row.line)
        log.add(GroupKey(kernel=row["Name"]), TIME_METRIC, statistic=statistic, launches=calls)

    def _take_units(self, row: Row) -> None:
        """Read the row of units behind the header; each column has its own."""
        units = {name: find_unit(row[name]) for name in ("Time", "Avg", "Min", "Max")}
        self.units = {name: unit for name, unit in units.items() if unit is not None and unit.dimension == "s"}
        if len(self.units) < len(units):
            found = "no units of time: " + ", ".join(quote(row[name]) for name in units)
            self._refuse_row(row.line, found)
            # Without units no row of this table can be read.
            self.header = None

    def _take_counter(self, row: Row, header: Header) -> None:
        column = "Metric Name" if header.kind is METRICS else "Event Name"
        launches = self._count(row["Invocations"], "Invocations", line=row.line)
        if launches is None:
            return
        metric = row[column].strip()
        log = self.logs[header.kind.name]
        mean = self._quantity(metric, row["Avg"], log=log, line=row.line)
        low = self._quantity(metric, row["Min"], log=log, line=row.line)
        high = self._quantity(metric, row["Max"], log=log, line=row.line)
        total = None if mean is None else mean * launches
        if header.kind is EVENTS:
            total = self._quantity(metric, row["Total"], log=log, line=row.line)
        statistic = None
        if total is not None:
            statistic = Statistic(count=launches, total=total, minimum=low, maximum=high)
        device = row["Device"].strip()
        self.devices.add(_DEVICE_INDEX.sub("", device))
        log.add(GroupKey(kernel=row["Kernel"], device=device), metric, statistic=statistic, launches=launches)

    def _quantity(self, metric: str, text: str, *, log: AverageLog, line: int) -> float | None:
        """Return a number of a counter in SI units, and note its unit."""
        cell = read_quantity(text)
        match cell.kind:
            case CellKind.NUMBER if cell.value < 0:
                log.ledger.refuse(metric, line=line, found=quote(text), expected=NOT_NEGATIVE)
            case CellKind.NUMBER:
                if cell.unit is not None:
                    log.ledger.note_dimension(metric, cell.unit.dimension, line=line)
                return cell.value
            case CellKind.FOREIGN:
                self.refusal = self.refusal or foreign_number(text, file=self.file, line=line)
            case CellKind.TEXT:
                log.ledger.refuse(metric, line=line, found=quote(text), expected="a number")
            case CellKind.MISSING:
                pass
        return None

    def _number(self, text: str, *, unit: Unit, line: int) -> float | None:
        """Return a time in seconds."""
        cell = read_quantity(text)
        if cell.kind is CellKind.FOREIGN:
            self.refusal = self.refusal or foreign_number(text, file=self.file, line=line)
        has_other_unit = cell.unit is not None and cell.unit.dimension != "1"
        if cell.kind is CellKind.TEXT or has_other_unit or cell.value < 0:
            self._refuse_row(line, f"the time {quote(text)}")
            return None
        return cell.value * unit.factor if cell.kind is CellKind.NUMBER else None

    def _count(self, text: str, column: str, *, line: int) -> int | None:
        """Return a number of launches, or None after telling that there is none."""
        count = read_count(text)
        if count is None:
            self._refuse_row(line, f"{column}: {quote(text)}")
        return count

    def _refuse_row(self, line: int, found: str) -> None:
        self.problems.append(damaged_row(DamagedRow(line=line, found=found, at_end=False), file=self.file))


def _no_kernels(file: str, *, others: bool) -> Problem:
    """Return what to say of a file without kernels; statistics of calls and copies are a file that is not for us."""
    if others:
        return Problem(
            summary="the file has times of calls and copies, but no kernel", severity=Severity.INFO, file=file
        )
    return Problem(
        summary="the table of nvprof has no rows: nothing was profiled",
        file=file,
        remedy="look in the file for an error of the profiler, and collect it again",
    )
