"""The reader of what `nsys stats` prints: each table goes to the part that knows its layout."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Protocol

from roofline_report.readers.nsight_systems import summaries, traces
from roofline_report.readers.nsight_systems.summaries import SummaryPart
from roofline_report.readers.nsight_systems.tables import (
    CONFIGURATION_SUMMARY,
    EXECUTION_SUMMARY,
    EXECUTION_TRACE,
    GPU_SUMMARY,
    GPU_TRACE,
    KERNEL_SUMMARY,
    KINDS,
)
from roofline_report.readers.nsight_systems.traces import TracePart
from roofline_report.readers.rows.row_notes import RowNotes
from roofline_report.readers.rows.table_parts import PartsOfFile, TablePart
from roofline_report.readers.text.csv_table import WITHOUT_LINE_END, DamagedRow, Header, Row, TableKind

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from roofline_report.readers.reader import TableReading
    from roofline_report.readers.text.csv_table import Event
    from roofline_report.readers.text.number_format import NumberFormat

_SUMMARIES = {
    CONFIGURATION_SUMMARY.name: summaries.OF_KERNELS,
    KERNEL_SUMMARY.name: summaries.OF_KERNELS,
    GPU_SUMMARY.name: summaries.OF_THE_GPU,
    EXECUTION_SUMMARY.name: summaries.OF_EXECUTIONS,
}
_TRACES = {GPU_TRACE.name: traces.OF_THE_GPU, EXECUTION_TRACE.name: traces.OF_EXECUTIONS}


class Part(TablePart, Protocol):
    """Reads the rows of all tables of one kind in a file."""

    def begin(self, header: Header) -> None:
        """Begin a table; another one means further launches."""


class NsightSystemsReader:
    """Reads what `nsys stats --format csv` prints: times of kernels. Counters have to come from other files."""

    profiler = "Nsight Systems"
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
        for event in events:
            match event:
                case Header():
                    part = parts.begin(event)
                    if part is not None:
                        part.begin(event)
                case DamagedRow():
                    parts.take_damage(event)
                case Row() if event.last_number_may_be_cut:
                    # What stands last is the kernel's name, and a part of it would be another kernel.
                    parts.take_damage(DamagedRow(line=event.line, found=WITHOUT_LINE_END, at_end=True))
                case Row():
                    parts.take_row(event)
                case _:
                    pass
        return parts.reading(remedy="profile with --trace=cuda, and see that the program launches kernels")


def _make_part(kind: TableKind, *, notes: RowNotes) -> Part:
    summary = _SUMMARIES.get(kind.name)
    return TracePart(notes, _TRACES[kind.name]) if summary is None else SummaryPart(notes, summary)
