"""Nsight Compute's CSV: the long table with metric ids, one row per launch and metric, and the summary per kernel.

`ncu --csv --metrics ...` writes the first, `--print-summary per-kernel` the second. Columns differ with the version:
files of 2020 have "Kernel Time" and neither device nor launch configuration.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from roofline_report.domain.problem import Problem
from roofline_report.domain.profile import LaunchConfiguration, Statistic
from roofline_report.domain.units import find_unit
from roofline_report.readers.file_problems import (
    NOT_NEGATIVE,
    damaged_row,
    foreign_number,
    left_out_launch,
    quote,
    unsure_end,
)
from roofline_report.readers.launches import AverageLog, GroupKey, LaunchLog, MetricLedger
from roofline_report.readers.reader import TableReading
from roofline_report.readers.text.csv_table import Banner, DamagedRow, Header, Row, TableKind
from roofline_report.readers.text.printed_number import CellKind, read_count, read_number
from roofline_report.readers.text.program_name import base_name, find_program

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from roofline_report.readers.text.csv_table import Event

_NUMBERS_FIRST = re.compile(r'"?\d+"?,"?\d+"?,')
LONG = TableKind(
    name="Nsight Compute metrics (CSV)",
    made_by="ncu --csv --metrics ...",
    required=frozenset({"ID", "Process ID", "Kernel Name", "Metric Name", "Metric Unit", "Metric Value"}),
    row_start=_NUMBERS_FIRST,
    value_column="Metric Value",
    whole_if_closed=True,
)
SUMMARY = TableKind(
    name="Nsight Compute summary per kernel (CSV)",
    made_by="ncu --csv --print-summary per-kernel --metrics ...",
    required=frozenset(
        {"Process ID", "Kernel Name", "Invocations", "Metric Name", "Metric Unit", "Minimum", "Maximum", "Average"}
    ),
    row_start=re.compile(r'"?\d+"?,'),
    value_column="Average",
    whole_if_closed=True,
)
_SECTION_COLUMN = "Section Name"
_IDENTITY_COLUMNS = frozenset({"ID", "Process ID", "Kernel Name", "Context", "Block Size", "Grid Size", "Device"})
_METRIC_COLUMNS = ("Metric Name", "Metric Unit", "Metric Value")
METRICS_SECTION = "Command line profiler metrics"
"""The section whose rows carry metric ids; all other sections carry labels such as "Duration"."""

_NVTX_COLUMN = re.compile(r"Push/Pop_Range|Start/Stop_Range|NVTX")


class NsightComputeReader:
    """Reads what `ncu --csv` prints."""

    profiler = "Nsight Compute"
    kinds: tuple[TableKind, ...] = (LONG, SUMMARY)

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
    segment: int = 0
    kinds: dict[str, None] = field(default_factory=dict)
    programs: set[str] = field(default_factory=set)
    capabilities: set[str] = field(default_factory=set)
    problems: list[Problem] = field(default_factory=list)
    factors: dict[tuple[str, str], float] = field(default_factory=dict)
    metrics: dict[tuple[str, str | None], str | None] = field(default_factory=dict)
    refusal: Problem | None = None
    identity_width: int = 0
    latest_start: tuple[str, ...] | None = None
    latest: tuple[str, ...] = ()
    launches: LaunchLog = field(init=False)
    averages: AverageLog = field(init=False)

    def __post_init__(self) -> None:
        self.launches = LaunchLog(file=self.file)
        self.averages = AverageLog(file=self.file)

    def take(self, event: Event) -> bool:
        """Read one event; return whether to go on."""
        match event:
            case Banner():
                self._take_program(find_program(event.text))
            case Header():
                self._begin(event)
            case DamagedRow():
                self._take_damage(event)
            case Row() if self.header is not None:
                if event.last_number_may_be_cut:
                    self.problems.append(unsure_end(file=self.file, line=event.line))
                if self.header.kind is LONG:
                    self._take_launch(event)
                else:
                    self._take_average(event)
        return self.refusal is None

    def result(self) -> TableReading:
        """Return what was read."""
        name = " and ".join(self.kinds)
        if self.refusal is not None:
            return TableReading(format=name, problems=(self.refusal,))
        tables = tuple(table for table in (self.launches.table(), self.averages.table()) if table.groups)
        only_labels = LONG.name in self.kinds and tables and all(map(_is_label, tables[0].named))
        if only_labels and tables[0].named:
            return TableReading(format=name, problems=(*self.problems, _labels_only(self.file)))
        if not tables:
            self.problems.append(_no_rows(self.file))
        return TableReading(
            format=name,
            tables=tables,
            compute_capabilities=tuple(sorted(self.capabilities)),
            programs=tuple(sorted(self.programs)),
            problems=tuple(self.problems),
        )

    def _begin(self, header: Header) -> None:
        if header.kind is SUMMARY and any(_NVTX_COLUMN.search(name) for name in header.columns):
            self.refusal = _ranges(self.file, header.line)
        self.header = header
        self.identity_width = _identity_width(header)
        self.latest_start = None
        self.factors.clear()
        # Ids start again at 0 behind a header that comes again: another report, other launches.
        self.segment += 1
        self.kinds.setdefault(header.kind.name)

    def _take_damage(self, row: DamagedRow) -> None:
        self.problems.append(damaged_row(row, file=self.file))
        kernel = self.launches.drop_unfinished() if row.at_end else None
        if kernel is not None:
            self.problems.append(left_out_launch(kernel, file=self.file, line=row.line))

    def _take_launch(self, row: Row) -> None:
        # The rows of a launch follow one another and begin with the same cells.
        start = row.cells[: self.identity_width]
        if start != self.latest_start:
            self.latest_start = start
            self.latest = self._begin_launch(row)
        metric = self._metric(row)
        if metric is None:
            return
        ledger = self.launches.ledger
        value = self._read(row["Metric Value"], metric, row=row, ledger=ledger)
        if value is not None:
            value *= self._scale(metric, row, ledger=ledger)
        self.launches.add_value(self.latest, metric, value=value, line=row.line)

    def _begin_launch(self, row: Row) -> tuple[str, ...]:
        """Note the launch of a row, and return what tells it apart from the others of the file."""
        key = self._key(row)
        configuration = key.configuration
        where = "" if configuration is None else f"{configuration.grid} {configuration.block}"
        identity = (str(self.segment), key.process or "", row["ID"], key.kernel, where)
        self.launches.add_launch(identity, key)
        return identity

    def _take_average(self, row: Row) -> None:
        launches = read_count(row["Invocations"])
        if launches is None:
            found = f"Invocations: {quote(row['Invocations'])}"
            self.problems.append(damaged_row(DamagedRow(line=row.line, found=found, at_end=False), file=self.file))
            return
        metric = self._metric(row)
        if metric is None:
            return
        ledger = self.averages.ledger
        mean, low, high = (
            self._read(row[name], metric, row=row, ledger=ledger) for name in ("Average", "Minimum", "Maximum")
        )
        statistic = None
        if mean is not None:
            scale = self._scale(metric, row, ledger=ledger)
            statistic = Statistic(
                count=launches,
                total=mean * scale * launches,
                minimum=None if low is None else low * scale,
                maximum=None if high is None else high * scale,
            )
        self.averages.add(self._key(row), metric, statistic=statistic, launches=launches)

    def _key(self, row: Row) -> GroupKey:
        grid, block = row.get("Grid Size"), row.get("Block Size")
        capability = row.get("CC")
        if capability is not None and re.fullmatch(r"\d+\.\d+", capability):
            self.capabilities.add(capability)
        self._take_program(base_name(row.get("Process Name") or ""))
        return GroupKey(
            kernel=row["Kernel Name"],
            configuration=None if grid is None or block is None else LaunchConfiguration(grid, block),
            device=row.get("Device"),
            process=row.get("Process ID"),
            context=row.get("Context"),
        )

    def _metric(self, row: Row) -> str | None:
        """Return the metric id, or "section/label" where the row has a label; None for the rows of rules."""
        printed = row["Metric Name"], row.get(_SECTION_COLUMN)
        if printed not in self.metrics:
            name, section = printed[0].strip(), printed[1]
            named = "__" in name or section in (None, METRICS_SECTION)
            self.metrics[printed] = None if not name else name if named else f"{section}/{name}"
        return self.metrics[printed]

    def _scale(self, metric: str, row: Row, *, ledger: MetricLedger) -> float:
        """Return the factor to SI units of a number, and note its unit."""
        text = row["Metric Unit"]
        factor = self.factors.get((metric, text))
        if factor is None:
            unit = find_unit(text)
            if unit is None:
                ledger.refuse(metric, line=row.line, found=f"the unit {quote(text)}", expected="a known unit")
            else:
                ledger.note_dimension(metric, unit.dimension, line=row.line)
            factor = 1.0 if unit is None else unit.factor
            self.factors[metric, text] = factor
        return factor

    def _read(self, text: str, metric: str, *, row: Row, ledger: MetricLedger) -> float | None:
        cell = read_number(text)
        match cell.kind:
            case CellKind.NUMBER if cell.value >= 0:
                return cell.value
            case CellKind.NUMBER:
                ledger.refuse(metric, line=row.line, found=quote(text), expected=NOT_NEGATIVE)
            case CellKind.FOREIGN:
                self.refusal = self.refusal or foreign_number(text, file=self.file, line=row.line)
            case CellKind.TEXT:
                ledger.refuse(metric, line=row.line, found=quote(text), expected="a number")
            case CellKind.MISSING:
                pass
        return None

    def _take_program(self, program: str | None) -> None:
        if program is not None:
            self.programs.add(program)


def _identity_width(header: Header) -> int:
    """Return how many cells at the start of a row say which launch it belongs to."""
    first = min(header.columns[name] for name in (_SECTION_COLUMN, *_METRIC_COLUMNS) if name in header.columns)
    if any(position > first for name, position in header.columns.items() if name in _IDENTITY_COLUMNS):
        return header.width
    return first


def _is_label(metric: str) -> bool:
    return "/" in metric and "__" not in metric


def _labels_only(file: str) -> Problem:
    return Problem(
        summary="this is a details page of Nsight Compute, with labels instead of metric names; it is not read yet",
        file=file,
        remedy="collect the metrics by name: ncu --csv --metrics gpu__time_duration.sum,... ; "
        "the run page lists the names",
    )


def _ranges(file: str, line: int) -> Problem:
    return Problem(
        summary="this is a summary per NVTX range of Nsight Compute, which may count a launch twice;"
        " it is not read yet",
        file=file,
        line=line,
        remedy="print it with --print-summary per-kernel, without --nvtx",
    )


def _no_rows(file: str) -> Problem:
    return Problem(
        summary="the table of Nsight Compute has no rows: nothing was profiled",
        file=file,
        remedy="look in the file for an error of the profiler, and collect it again",
    )
