"""The reader of what `nsys stats` prints: each table goes to the part that knows its layout."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from roofline_report.domain.problem import Problem
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
from roofline_report.readers.rows.table_parts import TablePart, join_parts
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

    def take(self, row: Row) -> str | None:
        """Take a row; return why it is left out, or None where it was used."""


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
        session = _Session(RowNotes(file=shown_as, numbers=numbers))
        for event in events:
            session.take(event)
        return session.result()


@dataclass(slots=True)
class _Session:
    """What is known while the rows of one file pass."""

    notes: RowNotes
    kind: TableKind | None = None
    parts: dict[str, Part] = field(default_factory=dict)

    def take(self, event: Event) -> None:
        """Read one event."""
        match event:
            case Header():
                self.kind = event.kind
                if event.kind.not_read is None:
                    self._part(event.kind).begin(event)
            case DamagedRow() if self.kind is not None:
                self.notes.count_row(self.kind.not_read or self.notes.tell_damage(event))
            case Row() if self.kind is not None:
                self.notes.count_row(self._take_row(event, self.kind))
            case _:
                pass

    def result(self) -> TableReading:
        """Return what was read."""
        nothing = Problem(
            summary="the table has a header and no rows: no kernel was measured",
            file=self.notes.file,
            remedy="profile with --trace=cuda, and see that the program launches kernels",
        )
        return join_parts(self.parts, self.notes, nothing=nothing)

    def _take_row(self, row: Row, kind: TableKind) -> str | None:
        if kind.not_read is not None:
            return kind.not_read
        if row.last_number_may_be_cut:
            # What stands last is the kernel's name, and a part of it would be another kernel.
            return self.notes.tell_damage(DamagedRow(line=row.line, found=WITHOUT_LINE_END, at_end=True))
        return self._part(kind).take(row)

    def _part(self, kind: TableKind) -> Part:
        if kind.name not in self.parts:
            summary = _SUMMARIES.get(kind.name)
            self.parts[kind.name] = (
                TracePart(self.notes, _TRACES[kind.name]) if summary is None else SummaryPart(self.notes, summary)
            )
        return self.parts[kind.name]
