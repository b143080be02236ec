"""From the tables of a file, each read by the part that knows its kind, to the reading of the file."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from roofline_report.domain.problem import Problem, Severity
from roofline_report.readers.reader import TableReading
from roofline_report.readers.rows.file_problems import no_rows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from roofline_report.readers.reader import LaunchTable
    from roofline_report.readers.rows.row_notes import RowNotes
    from roofline_report.readers.text.csv_table import DamagedRow, Header, Row, TableKind


class TablePart(Protocol):
    """Reads the rows of all tables of one kind in a file."""

    @property
    def devices(self) -> set[str]:
        """Return the names of the devices that the rows state."""

    def take(self, row: Row) -> str | None:
        """Take a row of data; return why it is left out, or None where it was used."""

    def table(self) -> LaunchTable:
        """Return what was read."""


PartT = TypeVar("PartT", bound=TablePart)


@dataclass(slots=True)
class PartsOfFile(Generic[PartT]):
    """The parts that read the tables of one file.

    Attributes:
        notes: What is noted of its rows.
        make: Makes the part for a kind of table.
        current: What reads the rows that come now; None where their table is not read.
    """

    notes: RowNotes
    make: Callable[[TableKind], PartT]
    current: PartT | None = None
    _not_read: str | None = None
    _parts: dict[str, PartT] = field(default_factory=dict)

    def begin(self, header: Header) -> PartT | None:
        """Go on to a table, and return what reads it."""
        kind = header.kind
        self._not_read, self.current = kind.not_read, None
        if kind.not_read is None:
            if kind.name not in self._parts:
                self._parts[kind.name] = self.make(kind)
            self.current = self._parts[kind.name]
        return self.current

    def take_damage(self, row: DamagedRow) -> None:
        """Note a damaged row; of a table that is not read it does not matter."""
        self.notes.count_row(self._not_read or self.notes.tell_damage(row))

    def take_row(self, row: Row) -> None:
        """Hand a row to its part, and note what became of it."""
        if self.current is None:
            self.notes.count_row(self._not_read)
            return
        self.notes.tell_end(row)
        self.notes.count_row(self.current.take(row))

    def reading(self, *, remedy: str, programs: Iterable[str] = ()) -> TableReading:
        """Return the reading of the file.

        Args:
            remedy: What to do if there was nothing in its tables. Times of calls and copies alone are something: a
                file that is not for us.
            programs: The base names of the profiled programs.
        """
        parts, notes = self._parts, self.notes
        tables = tuple(table for table in (part.table() for part in parts.values()) if table.groups)
        if not tables and not notes.problems:
            is_for_us = not notes.has_other_rows()
            notes.problems.append(no_rows(notes.file, remedy=remedy) if is_for_us else _without_kernels(notes.file))
        return TableReading(
            format=" and ".join(parts),
            tables=tables,
            rows=notes.rows(),
            device_names=tuple(sorted(set[str]().union(*(part.devices for part in parts.values())))),
            programs=tuple(sorted(programs)),
            problems=notes.all_problems(),
        )


def _without_kernels(file: str) -> Problem:
    return Problem(summary="the file has times of calls and copies, but no kernel", severity=Severity.INFO, file=file)
