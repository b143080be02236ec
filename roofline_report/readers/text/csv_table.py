"""From bytes to the rows of known tables, whatever else stands in the file.

A profiler's CSV is seldom alone in its file: banners, the output of the program before, between and after the rows,
a second table, a header that comes again. So a table is found by the columns of its header, a row by its form, and
all else is passed by. What looks like a row but is none is told, never guessed at.
"""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from roofline_report.domain.problem import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from roofline_report.readers.limits import Limits

# A field and what ends it; possessive, so that an open quote fails at once.
_FIELD = re.compile(r'(?:"((?:[^"]++|"")*+)"|([^,]*+))(,|$)')
_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")


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

    def is_begun_by(self, line: str) -> bool:
        """Tell whether a line may be the header, by what is cheap to find: it holds the name of each column."""
        if self.value_column not in line or not all(name in line for name in self.required):
            return False
        return self.header_form is None or self.header_form.match(line) is not None


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
    """

    kind: TableKind
    columns: Mapping[str, int]
    width: int
    least: int
    quoted: bool
    line: int


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


Event = Header | Row | DamagedRow | Banner


def decode(content: bytes, *, shown_as: str) -> str | Problem:
    """Return the text of a file in UTF-8 or UTF-16, or a problem that says why there is none."""
    try:
        return to_text(content)
    except UnicodeDecodeError as error:
        return Problem(
            summary="the file is not text in UTF-8",
            file=shown_as,
            line=content.count(b"\n", 0, error.start) + 1,
            found=f"byte 0x{content[error.start]:02x}",
            remedy="save it as UTF-8, or export it again",
        )


def to_text(content: bytes, *, errors: str = "strict") -> str:
    r"""Return the text of a file, with "\n" between its lines.

    Raises:
        UnicodeDecodeError: The bytes are no text, and `errors` is "strict".
    """
    text = content.decode(encoding_of(content), errors)
    # Spreadsheets on a Macintosh save lines that end with a carriage return alone.
    return text if "\n" in text else text.replace("\r", "\n")


def encoding_of(start: bytes) -> str:
    """Return the encoding that the first bytes of a file give away: UTF-8 unless they are those of UTF-16."""
    if start[:2] in _UTF16_MARKS:
        return "utf-16"
    # Without its mark: a table begins with ASCII, of which every other byte is zero.
    first, second = start[0:4:2], start[1:4:2]
    if second == b"\0\0" and b"\0" not in first:
        return "utf-16-le"
    return "utf-16-be" if first == b"\0\0" and len(second) == 2 and b"\0" not in second else "utf-8-sig"


def scan(text: str, kinds: Sequence[TableKind], *, limits: Limits) -> Iterator[Event]:
    """Yield what is found in a text, in its order; program output is passed by."""
    return _Scanner(text, kinds, limits=limits).events()


class _Scanner:
    """Goes once through the lines of a text."""

    def __init__(self, text: str, kinds: Sequence[TableKind], *, limits: Limits) -> None:
        self._lines = text.split("\n")
        self._ended = self._lines[-1] == ""
        self._kinds = kinds
        self._limits = limits
        self._header: Header | None = None

    def events(self) -> Iterator[Event]:
        number = 0
        while number < len(self._lines):
            line = self._lines[number].removesuffix("\r")
            header = self._header
            used = 1
            if is_banner(line):
                self._end_table()
                yield Banner(text=line, line=number + 1)
            elif header is not None and header.kind.row_start.match(line):
                event, used = self._read_row(line, number, header=header)
                yield event
            elif header is not None and self._is_cut_start(line, number, header=header):
                yield DamagedRow(line=number + 1, found="the beginning of a row", at_end=True)
            elif not line.strip():
                self._end_table()
            elif (found := self._find_header(line, number)) is not None:
                self._header = found
                yield found
            elif header is not None and header.kind.ends_at is not None and header.kind.ends_at.match(line):
                self._header = None
            number += used

    def _is_cut_start(self, line: str, number: int, *, header: Header) -> bool:
        """Tell whether the file ends in the first cells of a row, too early to know it by its form."""
        is_last = number + 1 == len(self._lines) and not self._ended
        return is_last and header.quoted and line.startswith('"')

    def _end_table(self) -> None:
        """Leave a table that a blank line or a banner ends."""
        if self._header is not None and self._header.kind.ends_at_blank_line:
            self._header = None

    def _find_header(self, line: str, number: int) -> Header | None:
        for kind in self._kinds:
            if not kind.is_begun_by(line):
                continue
            cells = _split(line)
            if cells is not None and kind.required.issubset(cells):
                return _make_header(kind, cells, line=line, number=number + 1)
        return None

    def _read_row(self, line: str, number: int, *, header: Header) -> tuple[Row | DamagedRow, int]:
        joined, used = (line, 1) if line.count('"') % 2 == 0 else self._join_lines(number)
        whole = _split(joined)
        fits = self._fits(whole, header)
        if used > 1 and not fits:
            joined, used = line, 1
            whole = _split(joined)
            fits = self._fits(whole, header)
        at_end = number + used >= len(self._lines)
        if whole is None or not fits:
            return DamagedRow(line=number + 1, found=self._explain(whole, header), at_end=at_end), used
        may_be_cut = at_end and not self._ended and not self._is_closed(joined, width=len(whole), header=header)
        if may_be_cut and header.quoted:
            return DamagedRow(line=number + 1, found="a last line without line end", at_end=True), used
        return Row(cells=tuple(whole), columns=header.columns, line=number + 1, last_number_may_be_cut=may_be_cut), used

    def _join_lines(self, number: int) -> tuple[str, int]:
        """Return the text of a row, with the next lines as long as a quote is open, and how many lines it takes."""
        joined = self._lines[number]
        used = 1
        while joined.count('"') % 2 and used < self._limits.row_lines and number + used < len(self._lines):
            following = self._lines[number + used]
            if is_banner(following) or len(joined) > self._limits.field_characters:
                break
            joined = f"{joined}\n{following}"
            used += 1
        return joined.removesuffix("\r"), used

    def _fits(self, cells: list[str] | None, header: Header) -> bool:
        if cells is None or not header.least <= len(cells) <= header.width + 1:
            return False
        # Nsight Compute ends the rows of some pages with a comma: one cell more, and empty.
        if len(cells) > header.width and cells[-1]:
            return False
        longest = self._limits.field_characters
        return sum(map(len, cells)) <= longest or max(map(len, cells)) <= longest

    def _explain(self, cells: list[str] | None, header: Header) -> str:
        if cells is None:
            return "a row with an open quote, or a field that is too long"
        if any(len(cell) > self._limits.field_characters for cell in cells):
            return f"a field of more than {self._limits.field_characters} characters"
        return f"{len(cells)} fields instead of {header.width}"

    def _is_closed(self, joined: str, *, width: int, header: Header) -> bool:
        """Tell whether a row without line end surely has all that is read of it."""
        last = header.columns[header.kind.value_column]
        return header.kind.whole_if_closed and (width - 1 > last or joined.endswith('"'))


def _make_header(kind: TableKind, cells: list[str], *, line: str, number: int) -> Header:
    columns: dict[str, int] = {}
    for position, cell in enumerate(cells):
        columns.setdefault(cell.strip(), position)
    least = max(columns[name] for name in kind.required) + 1
    return Header(kind=kind, columns=columns, width=len(cells), least=least, quoted='"' in line, line=number)


def is_banner(line: str) -> bool:
    """Tell whether a line is the profiler's own; only its beginning counts: a kernel's name may hold "=="."""
    return line.startswith("==")


def _split(line: str) -> list[str] | None:
    """Return the fields of a line, or None where it is no proper CSV."""
    # Nsight Compute quotes every field. If no quote is left over, this is what the csv module would find.
    fields = line[1:-1].split('","')
    if line.count('"') == 2 * len(fields) and line.startswith('"') and line.endswith('"'):
        return fields
    # The csv module refuses fields beyond a length that is set for the whole process, so it is left as it is.
    if len(line) > csv.field_size_limit():
        return _split_long(line)
    try:
        return next(csv.reader((line,), strict=True), [])
    except csv.Error:
        return None


def _split_long(line: str) -> list[str] | None:
    """Return the fields of a line of any length, or None where it is no proper CSV."""
    fields: list[str] = []
    position = 0
    while (match := _FIELD.match(line, position)) is not None:
        quoted, plain, end = match.groups()
        fields.append(plain if quoted is None else quoted.replace('""', '"'))
        position = match.end()
        if not end:
            return fields
    return None
