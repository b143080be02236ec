"""A table as HTML.

Not a template: tables are most of what a kernel page holds, and a template takes five times as long for a cell. So
this is, with the frame of a chart and its legend, where escaping is not left to a template: whatever comes from a cell
goes through `html_text`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from roofline_report.renderers.escaping import html_breakable, html_text, visible
from roofline_report.renderers.shared_units import share_units
from roofline_report.renderers.templating import page_link

if TYPE_CHECKING:
    from roofline_report.renderers.cells import Cell, Column, Row, Table

_LONG_CODE = 16
"""From here on a name in the first column gets a width of its own."""


def table_html(table: Table) -> str:
    """Return a table as HTML; its first column holds the headings of the rows."""
    columns, texts = share_units(table)
    sortable = " data-sortable" if table.sortable else ""
    headings = "\n".join(_column_html(column) for column in columns)
    rows = "".join(f"{_row_html(row, columns, texts=shown)}\n" for row, shown in zip(table.rows, texts, strict=True))
    name, caption_id = html_text(table.id), html_text(f"{table.id}-caption")
    return (
        # Where it is wider than its place it gets the focus, so that keys can scroll it: then its name is read out.
        f'<div class="roofline-table" role="group" aria-labelledby="{caption_id}">'
        f'<table class="roofline-grid" id="{name}"{sortable}>\n'
        f'<caption id="{caption_id}"><span class="roofline-caption">{_caption_html(table)}</span></caption>\n'
        f"<thead><tr>\n{headings}\n</tr></thead>\n"
        f"<tbody>\n{rows}</tbody>\n"
        "</table></div>"
    )


def _caption_html(table: Table) -> str:
    order = "" if table.order is None else f'<span class="roofline-order">, {html_text(table.order)}</span>'
    return html_text(table.caption) + order


def _column_html(column: Column) -> str:
    kind = 'data-sort="number" class="roofline-number"' if column.numeric else 'data-sort="text"'
    order = "" if column.order is None else f' aria-sort="{html_text(column.order)}"'
    unit = f' <span class="roofline-unit">{html_text(column.unit)}</span>' if column.unit else ""
    measure = f' <span class="roofline-measure">{html_text(column.measure)}</span>' if column.measure else ""
    title = html_text(column.title)
    return f'<th scope="col" {kind}{order}><span class="roofline-heading">{title}</span>{measure}{unit}</th>'


def _row_html(row: Row, columns: tuple[Column, ...], *, texts: tuple[str, ...]) -> str:
    heading, *cells = row.cells
    parts = [
        f"<tr{_row_links(row)}>",
        f'<th scope="row"{_heading_class(heading)}{_cell_html(heading, columns[0], shown=texts[0])}</th>',
    ]
    parts += [
        f"<td{_cell_class(cell, column)}{_cell_html(cell, column, shown=text)}</td>"
        for cell, column, text in zip(cells, columns[1:], texts[1:], strict=True)
    ]
    parts.append("</tr>")
    return "".join(parts)


def _row_links(row: Row) -> str:
    """Return what scripts find a row by."""
    links = "" if row.kernel is None else f' data-kernel="{html_text(row.kernel)}"'
    if row.level is not None:
        links += f' data-level="{html_text(row.level)}"'
    return links if row.time_share is None else f'{links} data-share="{row.time_share:.6g}"'


def _heading_class(cell: Cell) -> str:
    if cell.nowrap:
        return ' class="roofline-nowrap"'
    return ' class="roofline-long"' if cell.code and len(visible(cell.text)) > _LONG_CODE else ""


def _cell_class(cell: Cell, column: Column) -> str:
    if column.numeric:
        return ' class="roofline-number"'
    return ' class="roofline-nowrap"' if cell.nowrap else ""


def _cell_html(cell: Cell, column: Column, *, shown: str) -> str:
    """Return the rest of the start tag of a cell, and what stands in it."""
    # The exact number is said once: what a pointer over it shows is what it is sorted by.
    exact = "" if cell.value is None or cell.value == cell.hover else f' data-value="{html_text(cell.value)}"'
    if cell.value is None and column.numeric:
        exact = ' data-value=""'
    title = "" if cell.hover is None else f' title="{html_text(cell.hover)}"'
    text = f"<code>{html_breakable(shown)}</code>" if cell.code else html_text(shown)
    if cell.link is not None:
        text = f'<a href="{html_text(page_link(cell.link))}">{text}</a>'
    if cell.swatch is not None:
        text = _swatch_html(cell.swatch) + text
    if cell.color is not None:
        text = f'<span class="roofline-key roofline-key-{html_text(cell.color)}" aria-hidden="true"></span>{text}'
    if cell.detail is not None:
        kind = "roofline-detail roofline-stressed" if cell.stresses_detail else "roofline-detail"
        text += f' <span class="{kind}">{html_text(cell.detail)}</span>'
    if cell.share is not None:
        text += _bar_html(cell.share)
    return f"{exact}{title}>{text}"


def _swatch_html(color: str) -> str:
    return (
        '<svg class="roofline-swatch" aria-hidden="true" width="10" height="10">'
        f'<rect width="10" height="10" rx="2" fill="{html_text(color)}"></rect></svg> '
    )


def _bar_html(share: float) -> str:
    return (
        '<svg class="roofline-bar" aria-hidden="true" width="100%" height="3">'
        f'<rect width="{share * 100:.2f}%" height="3"></rect></svg>'
    )
