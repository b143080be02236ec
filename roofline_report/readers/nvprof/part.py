"""What reads one kind of nvprof's tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from roofline_report.readers.rows.table_parts import TablePart

if TYPE_CHECKING:
    from roofline_report.readers.nvprof.sections import Section
    from roofline_report.readers.text.csv_table import Header, Row


class Part(TablePart, Protocol):
    """Reads the rows of all tables of one kind in a file, and their units."""

    def begin(self, header: Header, section: Section) -> None:
        """Begin a table; another one means further launches, of another process or another session."""

    def take_units(self, row: Row) -> None:
        """Take a row that holds the units of the columns."""
