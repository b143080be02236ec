"""The reader of nvprof's files: each table goes to the part that knows its kind."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

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
from roofline_report.readers.rows.file_problems import SEE_ERROR
from roofline_report.readers.rows.row_notes import RowNotes
from roofline_report.readers.rows.table_parts import PartsOfFile
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
        notes = RowNotes(file=shown_as, numbers=numbers)
        parts = PartsOfFile(notes, partial(_make_part, notes=notes))
        programs: set[str] = set()
        section = Section()
        for event in events:
            match event:
                case Banner():
                    program = find_program(event.text)
                    programs.update(() if program is None else (program,))
                    section = find_section(event.text) or section
                case Header():
                    part = parts.begin(event)
                    if part is not None:
                        part.begin(event, section)
                case DamagedRow():
                    parts.take_damage(event)
                case Row() if is_row_of_units(event):
                    if parts.current is not None:
                        parts.current.take_units(event)
                case Row():
                    parts.take_row(event)
        return parts.reading(remedy=SEE_ERROR, programs=programs)


def _make_part(kind: TableKind, *, notes: RowNotes) -> Part:
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
