"""What a reader finds on a built page: headings, tables, text."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser


@dataclass
class ReadTable:
    """A table as text; exact values where the cell carries one."""

    columns: list[str] = field(default_factory=list)
    rows: list[list[str]] = field(default_factory=list)
    values: list[list[str | None]] = field(default_factory=list)

    def column(self, title: str) -> int:
        return next(index for index, name in enumerate(self.columns) if name.startswith(title))

    def value(self, row: str, column: str) -> float:
        """Return the exact value in the row whose heading begins with a text."""
        index = next(n for n, cells in enumerate(self.rows) if cells[0].startswith(row))
        text = self.values[index][self.column(column)]
        assert text, (row, column)
        return float(text)

    def text(self, row: str, column: str) -> str:
        cells = next(cells for cells in self.rows if cells[0].startswith(row))
        return cells[self.column(column)]


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.tables: dict[str, ReadTable] = {}
        self.tables_below: dict[str, ReadTable] = {}
        self._heading = ""
        self.text: list[str] = []
        self._table: ReadTable | None = None
        self._cell: list[str] | None = None
        self._in_head = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag in ("h1", "h2", "h3") and given.get("id"):
            self._heading = str(given["id"])
        elif tag == "table" and given.get("id"):
            self._table = self.tables[str(given["id"])] = ReadTable()
        elif tag == "table" and self._heading not in self.tables_below:
            self._table = self.tables_below[self._heading] = ReadTable()
        elif self._table is not None and tag in ("thead", "tbody"):
            self._in_head = tag == "thead"
        elif self._table is not None and tag == "tr" and not self._in_head:
            self._table.rows.append([])
            self._table.values.append([])
        elif self._table is not None and tag in ("th", "td"):
            self._cell = []
            if not self._in_head:
                exact = given.get("title") if given.get("class") == "roofline-number" else None
                self._table.values[-1].append(given.get("data-value", exact))

    def handle_endtag(self, tag: str) -> None:
        if tag == "table":
            self._table = None
        elif tag in ("th", "td") and self._table is not None and self._cell is not None:
            text = " ".join("".join(self._cell).split())
            (self._table.columns if self._in_head else self._table.rows[-1]).append(text)
            self._cell = None

    def handle_data(self, data: str) -> None:
        self.text.append(data)
        if self._cell is not None:
            self._cell.append(data)


def read_tables(html: str) -> dict[str, ReadTable]:
    """Return every table that has an id."""
    reader = _Reader()
    reader.feed(html)
    return reader.tables


def read_tables_below(html: str) -> dict[str, ReadTable]:
    """Return the first table without an id below each heading, by the id of the heading."""
    reader = _Reader()
    reader.feed(html)
    return reader.tables_below


def read_text(html: str) -> str:
    """Return the text of a page, with plain blanks."""
    reader = _Reader()
    reader.feed(html)
    return " ".join("".join(reader.text).split())
