"""What a table of a profiler is: the kinds that readers know, and what is found where one stands in a file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import re
    from collections.abc import Callable, Collection, Mapping, Sequence

    RowPattern = Callable[["Header", Collection[str] | None], re.Pattern[str] | None]
    """From a header and the wanted columns or metrics to a pattern of a whole line; None where rows are never regular.

    It has two groups or more, which hold what a reader takes of a row.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class TableKind:
    """A table that a reader knows.

    Attributes:
        name: What it is, for people.
        made_by: The command that writes it, for people.
        required: The columns without which it is not this table.
        row_start: How the text of each of its rows begins.
        value_column: The last column that is read.
        whole_if_closed: A row is whole where its last field has its closing quote, even without a line end.
        ends_at_blank_line: A blank line or a banner ends the table.
        header_form: How the line of its header begins, where columns of more than one spelling make it what it is.
        ends_at: How a line begins that ends the table, such as the header of a table that is not known.
        not_read: Why nothing of it is read, as a reason to leave its rows out. It is known for all that, so that its
            rows are not taken for those of another table.
        forbidden: Columns that another table with these has.
        column_like: A name that one column more has to have.
        is_rectangular: Each row has all columns.
        regular_row: Makes the pattern of a regular row, for a table whose rows may be millions; they come in batches.
    """

    name: str
    made_by: str
    required: frozenset[str]
    row_start: re.Pattern[str]
    value_column: str
    whole_if_closed: bool = False
    ends_at_blank_line: bool = False
    header_form: re.Pattern[str] | None = None
    ends_at: re.Pattern[str] | None = None
    not_read: str | None = None
    forbidden: frozenset[str] = frozenset()
    column_like: re.Pattern[str] | None = None
    is_rectangular: bool = False
    regular_row: RowPattern | None = None

    def may_be_in(self, text: str) -> bool:
        """Tell whether a text may hold the table, by what is cheap to find: the name of each column."""
        return self.value_column in text and all(name in text for name in self.required)

    def is_begun_by(self, line: str) -> bool:
        """Tell whether a line may be the header, by what is cheap to find."""
        if not self.may_be_in(line):
            return False
        return self.header_form is None or self.header_form.match(line) is not None

    def is_header(self, cells: Sequence[str]) -> bool:
        """Tell whether these are the names of the table's columns."""
        if not self.required.issubset(cells) or not self.forbidden.isdisjoint(cells):
            return False
        return self.column_like is None or any(map(self.column_like.search, cells))


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """The header of a table; the rows that follow belong to it.

    Attributes:
        kind: The table that it begins.
        columns: Where each column stands, by name.
        width: How many columns there are.
        least: How many fields a row has at least, so that no required column is missing.
        quoted: The names are quoted, as profilers do and spreadsheets, when they save a file again, do not.
        line: The line it stands at.
        repeated: Names of more than one column; `columns` has the first of them.
    """

    kind: TableKind
    columns: Mapping[str, int]
    width: int
    least: int
    quoted: bool
    line: int
    repeated: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A row of the table of the last header, with at least the required columns.

    Attributes:
        cells: What stands in it.
        columns: Where each column stands, by name.
        line: The line it begins at.
        last_number_may_be_cut: The file ends right behind an unquoted number, so digits may be missing.
    """

    cells: tuple[str, ...]
    columns: Mapping[str, int]
    line: int
    last_number_may_be_cut: bool = False

    def __getitem__(self, column: str) -> str:
        """Return what stands in a required column."""
        return self.cells[self.columns[column]]

    def get(self, column: str) -> str | None:
        """Return what stands in a column that not every version has, or None where there is nothing."""
        position = self.columns.get(column)
        if position is None or position >= len(self.cells):
            return None
        return self.cells[position].strip() or None


WITHOUT_LINE_END = "a last line without line end"
"""What is found of a last row that may be whole."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DamagedRow:
    """A line that begins like a row of the table but is none.

    Attributes:
        line: Where it stands.
        found: What is wrong with it, in words.
        at_end: The file ends in it: it was cut off.
    """

    line: int
    found: str
    at_end: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Banner:
    """A line of the profiler's own, which begins with "=="."""

    text: str
    line: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RowBatch:
    """Rows that follow one another line by line, each of the form of `TableKind.regular_row`.

    Attributes:
        rows: The groups of that pattern, for each of them.
        line: The line that the first of them stands at.
    """

    rows: Sequence[tuple[str, ...]]
    line: int


Event = Header | Row | RowBatch | DamagedRow | Banner


def is_banner(line: str) -> bool:
    """Tell whether a line is the profiler's own; only its beginning counts: a kernel's name may hold "=="."""
    return line.startswith("==")
