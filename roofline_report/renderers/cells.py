"""What a table shows: columns and cells with their text, their exact value and what they are sorted by."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from roofline_report.renderers import quantities


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A column of a table.

    Attributes:
        title: The heading.
        unit: The unit, or what else tells what the numbers are of, on a line of its own; None where cells carry theirs.
        measure: The unit that the cells had in common, beside the title; a table finds it by itself.
        numeric: Right-aligned, and sorted as a number.
        order: "ascending" or "descending" where the rows come sorted by this column.
    """

    title: str
    unit: str | None = None
    measure: str | None = None
    numeric: bool = False
    order: str | None = None


class Cell(NamedTuple):
    """A cell of a table. A page of a kernel has hundreds, and of a frozen dataclass each takes three times as long.

    Attributes:
        text: What stands in it.
        detail: A second line, in a quieter colour.
        stresses_detail: The second line is what to look for in the table, and set apart.
        value: The exact number it is sorted by, as text; None for a missing one.
        link: Path of a generated page.
        hover: What a pointer over it shows.
        code: Set in a fixed-width face.
        nowrap: Stays on one line.
        share: Draws a bar of this share below the text, 0 to 1.
        color: Key of the memory level whose mark stands before the text.
        swatch: CSS colour of a mark before the text.
    """

    text: str
    detail: str | None = None
    stresses_detail: bool = False
    value: str | None = None
    link: str | None = None
    hover: str | None = None
    code: bool = False
    nowrap: bool = False
    share: float | None = None
    color: str | None = None
    swatch: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A row of a table; the first cell is its heading.

    Attributes:
        cells: One for each column.
        kernel: Slug of the kernel that it shows: links it to the dots of that kernel in a chart.
        time_share: Share of the run's GPU time of that kernel, 0 to 1: rows of little time can be hidden by it.
        level: Key of the memory level that it shows: links it to the dots of that level in the chart of one kernel.
    """

    cells: tuple[Cell, ...]
    kernel: str | None = None
    time_share: float | None = None
    level: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A whole table.

    Attributes:
        id: Unique on its page.
        caption: What it holds.
        order: How its rows come sorted, in words; the caption goes on with it until a reader sorts them otherwise.
        columns: The columns; the first holds the headings of the rows.
        rows: The rows.
        sortable: Gives its headings buttons.
    """

    id: str
    caption: str
    order: str | None = None
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    sortable: bool = True


def number_cell(
    value: float | None,
    text: str,
    *,
    detail: str | None = None,
    share: float | None = None,
    missing: str = "not measured",
) -> Cell:
    """Return a cell of a number: three digits to read, the exact one on hover and for sorting."""
    if value is None:
        return Cell(text=quantities.UNKNOWN, detail=detail, hover=missing)
    exact = quantities.exact(value)
    return Cell(text=text, detail=detail, value=exact, hover=exact, share=share)
