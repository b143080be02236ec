"""The reader of nvprof's files: each table goes to the part that knows its kind."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from roofline_report.domain.problem import Problem
from roofline_report.readers.nvprof.counters import CounterPart
from roofline_report.readers.nvprof.sections import Section, find_section
from roofline_report.readers.nvprof.summary import SummaryPart
from roofline_report.readers.nvprof.tables import (
    EVENTS,
    GPU_TRACE,
    KINDS,
    METRIC_TRACE,
    METRICS,
    SUMMARY,
    is_row_of_units,
)
from roofline_report.readers.nvprof.traces import GpuTracePart, MetricTracePart
from roofline_report.readers.rows.row_notes import RowNotes
from roofline_report.readers.rows.table_parts import join_parts
from roofline_report.readers.text.csv_table import Banner, DamagedRow, Header, Row, TableKind
from roofline_report.readers.text.program_name import find_program

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from roofline_report.readers.nvprof.part import Part
    from roofline_report.readers.reader import TableReading
    from roofline_report.readers.text.csv_table import Event
    from roofline_report.readers.text.number_format import NumberFormat


class NvprofReader:
    """Reads what `nvprof --csv` prints."""

    profiler = "nvprof"
    kinds: tuple[TableKind, ...] = KINDS

    def read(
        self,
        events: Iterable[Event],
        *,
        shown_as: str,
        numbers: NumberFormat,
        wanted: Collection[str] | None = None,  # noqa: ARG002 - its tables are short
    ) -> TableReading:
        """Return the launches of one file; see `Reader.read`."""
        session = _Session(RowNotes(file=shown_as, numbers=numbers))
        for event in events:
            session.take(event)
        return session.result()


@dataclass(slots=True)
class _Session:
    """What is known while the rows of one file pass."""

    notes: RowNotes
    kind: TableKind | None = None
    section: Section = field(default_factory=Section)
    parts: dict[str, Part] = field(default_factory=dict)
    programs: set[str] = field(default_factory=set)

    def take(self, event: Event) -> None:
        """Read one event."""
        match event:
            case Banner():
                self._take_banner(event)
            case Header():
                self.kind = event.kind
                if event.kind.not_read is None:
                    self._part(event.kind).begin(event, self.section)
            case DamagedRow() if self.kind is not None:
                self.notes.count_row(self.kind.not_read or self.notes.tell_damage(event))
            case Row() if self.kind is not None:
                self._take_row(event, self.kind)

    def result(self) -> TableReading:
        """Return what was read."""
        nothing = Problem(
            summary="the table has a header and no rows: no kernel was measured",
            file=self.notes.file,
            remedy="look in the file for an error of the profiler, and collect it again",
        )
        return join_parts(self.parts, self.notes, nothing=nothing, programs=self.programs)

    def _take_banner(self, banner: Banner) -> None:
        program = find_program(banner.text)
        self.programs.update(() if program is None else (program,))
        self.section = find_section(banner.text) or self.section

    def _take_row(self, row: Row, kind: TableKind) -> None:
        if is_row_of_units(row):
            if kind.not_read is None:
                self._part(kind).take_units(row)
            return
        if kind.not_read is not None:
            self.notes.count_row(kind.not_read)
            return
        self.notes.tell_end(row)
        self.notes.count_row(self._part(kind).take(row))

    def _part(self, kind: TableKind) -> Part:
        if kind.name not in self.parts:
            self.parts[kind.name] = _make_part(kind, self.notes)
        return self.parts[kind.name]


def _make_part(kind: TableKind, notes: RowNotes) -> Part:
    if kind is METRICS:
        return CounterPart(notes, name_column="Metric Name")
    if kind is EVENTS:
        return CounterPart(notes, name_column="Event Name")
    makers: dict[str, type[SummaryPart | GpuTracePart | MetricTracePart]] = {
        SUMMARY.name: SummaryPart,
        GPU_TRACE.name: GpuTracePart,
        METRIC_TRACE.name: MetricTracePart,
    }
    return makers[kind.name](notes)
