"""From the text of a file to the rows of known tables, whatever else stands in it.

A profiler's CSV is seldom alone in its file: banners, the output of the program before, between and after the rows,
a second table, a header that comes again. So a table is found by the columns of its header, a row by its form, and
all else is passed by. What looks like a row but is none is told, never guessed at.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from roofline_report.readers.text.csv_line import SEPARATOR, split_line
from roofline_report.readers.text.csv_table import (
    WITHOUT_LINE_END,
    Banner,
    DamagedRow,
    Header,
    Row,
    RowBatch,
    is_banner,
)
from roofline_report.readers.text.encoding import is_damaged
from roofline_report.readers.text.source import with_end

if TYPE_CHECKING:
    import re
    from collections.abc import Collection, Generator, Iterable, Iterator, Sequence

    from roofline_report.readers.limits import Limits
    from roofline_report.readers.text.csv_table import Event, TableKind

_CHUNK = 64 * 1024
"""Characters that are looked at together: if all lines in them are regular, their rows are one batch."""

_FEWEST_SEPARATORS = 2
"""Commas that any header has; most lines of a log have fewer, so they need not be held against every table."""

_MANY_CELLS = 7
"""So many cells are no output of the program by chance; the narrowest tables of times have as many."""


def scan(text: str, kinds: Sequence[TableKind], *, limits: Limits) -> Iterator[Event]:
    """Yield what is found in a text, in its order; program output is passed by."""
    return scan_blocks((text.replace("\r\n", "\n"),), kinds, limits=limits)


def scan_blocks(
    blocks: Iterable[str], kinds: Sequence[TableKind], *, limits: Limits, wanted: Collection[str] | None = None
) -> Iterator[Event]:
    """Yield what is found in the blocks of a text, as `Source.blocks` makes them.

    Args:
        blocks: The text.
        kinds: The tables to look for.
        limits: What is too large.
        wanted: What is taken of batches, as `TableKind.regular_row` understands it; None for all.
    """
    return _Scanner(kinds, limits=limits, wanted=wanted).events(blocks)


@dataclass(slots=True)
class _Block:
    """A part of the text, in memory.

    Attributes:
        text: Whole lines; only the last line of the whole text may lack its end.
        first: The number of the first of them in the file.
        is_last: The whole text ends with it.
    """

    text: str
    first: int
    is_last: bool

    def line_at(self, position: int) -> tuple[str, int]:
        """Return the line that begins at a position, and where the next one begins."""
        end = self.text.find("\n", position)
        return (self.text[position:], len(self.text) + 1) if end < 0 else (self.text[position:end], end + 1)

    def ends_before(self, position: int) -> bool:
        """Tell whether the text ends, without a line end, in the line before a position."""
        return self.is_last and position > len(self.text)


class _Scanner:
    """Goes once through the lines of a text."""

    def __init__(self, kinds: Sequence[TableKind], *, limits: Limits, wanted: Collection[str] | None) -> None:
        self._kinds = kinds
        self._limits = limits
        self._wanted = wanted
        self._header: Header | None = None
        self._regular: re.Pattern[str] | None = None
        # So that no field of a regular row is too long.
        self._chunk = min(_CHUNK, limits.field_characters)

    def events(self, blocks: Iterable[str]) -> Iterator[Event]:
        line = 1
        rest = ""
        for text, is_last in with_end(blocks):
            block = _Block(text=rest + text, first=line, is_last=is_last)
            position, line = yield from self._scan(block)
            rest = block.text[position:]

    def _scan(self, block: _Block) -> Generator[Event, None, tuple[int, int]]:
        """Yield the events of a block; return up to where, and the number of the line there."""
        position, line = 0, block.first
        careful_until = len(block.text) if is_damaged(block.text) else 0
        while position < len(block.text):
            if self._regular is not None and position >= careful_until:
                end = block.text.rfind("\n", position, position + self._chunk) + 1
                rows = self._regular.findall(block.text, position, end) if end else []
                if rows and len(rows) == block.text.count("\n", position, end):
                    yield RowBatch(rows=rows, line=line)
                    position, line = end, line + len(rows)
                    continue
                careful_until = end
            event, following, used = self._take_line(block, position, line=line)
            if not used:
                break
            if event is not None:
                yield event
            position, line = following, line + used
        return position, line

    def _take_line(self, block: _Block, position: int, *, line: int) -> tuple[Event | None, int, int]:
        """Return what stands in a line, where it ends, and how many lines it takes.

        Those are none where the block ends too early to know.
        """
        text, following = block.line_at(position)
        header = self._header
        if is_banner(text):
            self._end_table()
            return Banner(text=text, line=line), following, 1
        if header is not None and header.kind.row_start.match(text):
            return self._read_row(block, position, header=header, line=line)
        return self._take_other(text, line, ends_file=block.ends_before(following)), following, 1

    def _take_other(self, text: str, line: int, *, ends_file: bool) -> Event | None:
        """Return what a line is that does not begin like a row."""
        header = self._header
        if not text.strip():
            self._end_table()
            return None
        found = self._find_header(text, line)
        if found is None and header is not None and ends_file and header.quoted and text.startswith('"'):
            # The file ends in the first cells of a row, too early to know it by its form.
            return DamagedRow(line=line, found="the beginning of a row", at_end=True)
        if found is not None:
            self._begin_table(found)
        elif header is not None and header.kind.ends_at is not None and header.kind.ends_at.match(text):
            self._header = self._regular = None
        elif header is not None and header.quoted and _has_cells_of(header, text):
            return DamagedRow(line=line, found="something in front of a row", at_end=ends_file)
        return found

    def _begin_table(self, header: Header) -> None:
        self._header = header
        # What a spreadsheet saved again has no quotes, and is never large.
        make = header.kind.regular_row if header.quoted else None
        self._regular = None if make is None else make(header, self._wanted)

    def _end_table(self) -> None:
        """Leave a table that a blank line or a banner ends."""
        if self._header is not None and self._header.kind.ends_at_blank_line:
            self._header = self._regular = None

    def _find_header(self, text: str, line: int) -> Header | None:
        if text.count(",") < _FEWEST_SEPARATORS:
            return None
        # A program that ended its output without a line end has it in front of the header.
        starts = (text, text[text.index('"') :]) if '"' in text and not text.startswith('"') else (text,)
        for start in starts:
            for kind in self._kinds:
                if not kind.is_begun_by(start):
                    continue
                cells = split_line(start)
                if cells is not None and kind.is_header(cells):
                    return _make_header(kind, cells, text=start, line=line)
        return None

    def _read_row(
        self, block: _Block, position: int, *, header: Header, line: int
    ) -> tuple[Row | DamagedRow | None, int, int]:
        text, following = block.line_at(position)
        joined, end, used = (text, following, 1) if text.count('"') % 2 == 0 else self._join_lines(block, position)
        if not used:
            return None, position, 0
        whole = split_line(joined)
        fits = self._fits(whole, header)
        if used > 1 and not fits:
            joined, end, used = text, following, 1
            whole = split_line(joined)
            fits = self._fits(whole, header)
        at_end = block.ends_before(end)
        if whole is None or not fits:
            return DamagedRow(line=line, found=self._explain(whole, header, text=joined), at_end=at_end), end, used
        if is_damaged(joined):
            return DamagedRow(line=line, found="bytes that are no text in UTF-8", at_end=False), end, used
        may_be_cut = at_end and not self._is_closed(joined, width=len(whole), header=header)
        if may_be_cut and header.quoted:
            return DamagedRow(line=line, found=WITHOUT_LINE_END, at_end=True), end, used
        row = Row(cells=tuple(whole), columns=header.columns, line=line, last_number_may_be_cut=may_be_cut)
        return row, end, used

    def _join_lines(self, block: _Block, position: int) -> tuple[str, int, int]:
        """Return the text of a row, with the next lines as long as a quote is open, where it ends, and its lines."""
        joined, end = block.line_at(position)
        used = 1
        while joined.count('"') % 2 and used < self._limits.row_lines:
            if end >= len(block.text):
                # The rest may stand in the next block. Of the last one there is none.
                return (joined, end, used) if block.is_last else ("", position, 0)
            following, next_end = block.line_at(end)
            if is_banner(following) or len(joined) > self._limits.field_characters:
                break
            joined, end = f"{joined}\n{following}", next_end
            used += 1
        return joined, end, used

    def _fits(self, cells: list[str] | None, header: Header) -> bool:
        if cells is None or not header.least <= len(cells) <= header.width + 1:
            return False
        # Nsight Compute ends the rows of some pages with a comma: one cell more, and empty.
        if len(cells) > header.width and cells[-1]:
            return False
        longest = self._limits.field_characters
        return sum(map(len, cells)) <= longest or max(map(len, cells)) <= longest

    def _explain(self, cells: list[str] | None, header: Header, *, text: str) -> str:
        if cells is None:
            return "a row with an open quote" if text.count('"') % 2 else "a quote within a field"
        if any(len(cell) > self._limits.field_characters for cell in cells):
            return f"a field of more than {self._limits.field_characters} characters"
        return f"{len(cells)} fields instead of {header.width}"

    def _is_closed(self, joined: str, *, width: int, header: Header) -> bool:
        """Tell whether a row without line end surely has all that is read of it."""
        last = header.columns[header.kind.value_column]
        return header.kind.whole_if_closed and (width - 1 > last or joined.endswith('"'))


def _has_cells_of(header: Header, text: str) -> bool:
    """Tell whether a line that does not begin like a row has the cells of one."""
    if text.count(SEPARATOR) >= header.least - 1:
        return True
    is_wide = header.width >= _MANY_CELLS and text.count(",") >= header.width - 1
    return is_wide and len(split_line(text) or ()) == header.width


def _make_header(kind: TableKind, cells: list[str], *, text: str, line: int) -> Header:
    names = [cell.strip() for cell in cells]
    columns: dict[str, int] = {}
    for position, name in enumerate(names):
        columns.setdefault(name, position)
    width = len(cells)
    least = width if kind.is_rectangular else max(columns[name] for name in kind.required) + 1
    return Header(
        kind=kind,
        columns=columns,
        width=width,
        least=least,
        quoted='"' in text,
        line=line,
        repeated=tuple(name for name, times in Counter(names).items() if times > 1),
    )
