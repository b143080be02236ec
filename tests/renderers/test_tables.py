"""Tables as HTML: what a cell becomes, and that nothing in it is more than text."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any, get_args, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roofline_report.renderers.cells import Cell, Column, Row, Table
from roofline_report.renderers.escaping import visible
from roofline_report.renderers.quantities import UNKNOWN
from roofline_report.renderers.tables import table_html

HOSTILE = "<b title='x' id=\"y\">&"


class _Elements(HTMLParser):
    """Collects start tags with their attributes, end tags and texts."""

    def __init__(self, document: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.texts: list[str] = []
        self.feed(document)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag != "wbr":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def drawn(*cells: Cell, numeric: bool = False, **links: Any) -> str:
    columns = tuple(Column(title=f"c{position}", numeric=numeric) for position in range(len(cells)))
    return table_html(Table(id="t", caption="c", columns=columns, rows=(Row(cells=cells, **links),)))


def test_the_first_cell_heads_its_row() -> None:
    assert '<tr><th scope="row">a</th><td>b</td></tr>' in drawn(Cell(text="a"), Cell(text="b"))


def test_a_row_says_what_charts_find_it_by() -> None:
    html = drawn(Cell(text="a"), kernel='f<"a">', time_share=0.123456789)
    assert '<tr data-kernel="f&lt;&quot;a&quot;&gt;" data-share="0.123457">' in html
    assert '<tr data-kernel="f"><th' in drawn(Cell(text="a"), kernel="f", time_share=None)
    assert '<tr data-level="l2"><th' in drawn(Cell(text="a"), level="l2")


def test_a_column_says_how_it_is_sorted() -> None:
    columns = (Column(title="Kernel"), Column(title="Use", unit="of roof", numeric=True, order="descending"))
    html = table_html(Table(id="t", caption="c", columns=columns, rows=()))
    assert '<th scope="col" data-sort="text"><span class="roofline-heading">Kernel</span></th>' in html
    assert (
        '<th scope="col" data-sort="number" class="roofline-number" aria-sort="descending">'
        '<span class="roofline-heading">Use</span> <span class="roofline-unit">of roof</span></th>'
    ) in html
    assert " data-sortable>" in html


def test_a_table_that_is_not_to_be_sorted_does_not_say_so() -> None:
    html = table_html(Table(id="t", caption="c", columns=(Column(title="a"),), rows=(), sortable=False))
    assert "data-sortable" not in html


def test_a_missing_number_has_an_empty_value_to_sort_by_and_no_zero() -> None:
    html = drawn(Cell(text="a"), Cell(text=UNKNOWN, hover="not measured"), numeric=True)
    assert f'<td class="roofline-number" data-value="" title="not measured">{UNKNOWN}</td>' in html


def test_an_exact_number_is_said_once() -> None:
    html = drawn(Cell(text="a"), Cell(text="19.8", value="19.83", hover="19.83"), numeric=True)
    assert '<td class="roofline-number" title="19.83">19.8</td>' in html


def test_a_cell_shows_all_that_it_has() -> None:
    cell = Cell(text="19.8", detail="nearest", value="19.83", hover="exact", share=0.123456, link="runs/a/b.md")
    html = drawn(Cell(text="a"), cell)
    assert '<td data-value="19.83" title="exact"><a href="roofline-page:runs/a/b.md">19.8</a>' in html
    assert '<span class="roofline-detail">nearest</span>' in html
    assert '<rect width="12.35%" height="3">' in html


@pytest.mark.parametrize(
    ("cell", "start"),
    [
        (Cell(text="n" * 17, code=True), '<th scope="row" class="roofline-long"><code>'),
        (Cell(text="n" * 16, code=True), '<th scope="row"><code>'),
        (Cell(text="n", nowrap=True), '<th scope="row" class="roofline-nowrap">n'),
        (Cell(text="n", color="l2"), '<span class="roofline-key roofline-key-l2" aria-hidden="true"></span>n'),
        (Cell(text="n", swatch="#0072b2"), 'fill="#0072b2"></rect></svg> n'),
    ],
)
def test_a_heading_of_a_row_is_set_as_it_asks(cell: Cell, start: str) -> None:
    assert start in drawn(cell)


def test_every_field_is_shown_as_text() -> None:
    texts = [name for name, kind in get_type_hints(Cell).items() if str in (kind, *get_args(kind))]
    assert texts == ["text", "detail", "value", "link", "hover", "color", "swatch"]
    value = f"{HOSTILE}1"
    hostile = Cell(text=HOSTILE, detail=HOSTILE, value=value, hover=HOSTILE, color=HOSTILE, swatch=HOSTILE)
    table = Table(
        id=HOSTILE,
        caption=HOSTILE,
        columns=(Column(title=HOSTILE, unit=HOSTILE, order=HOSTILE), Column(title="b")),
        rows=(Row(cells=(hostile, hostile._replace(code=True))),),
    )
    elements = _Elements(table_html(table))
    assert "b" not in {tag for tag, _ in elements.tags}
    found = [value for _, given in elements.tags for value in given.values() if value and HOSTILE in value]
    assert len(found) == len(["id", "caption id", "its use", "aria-sort"]) + 2 * len(
        ["data-value", "title", "color", "swatch"]
    )
    assert "".join(elements.texts).count(HOSTILE) == len(["caption", "title", "unit"]) + 2 * len(["text", "detail"])
    assert elements.open == []


@given(st.text(max_size=60))
def test_any_text_leaves_the_elements_as_they_are(text: str) -> None:
    plain, any_text = (_Elements(drawn(Cell(text=it, hover=it), Cell(text=it, detail=it))) for it in ("a", text))
    assert [(tag, sorted(given)) for tag, given in any_text.tags] == [(t, sorted(given)) for t, given in plain.tags]


@given(st.text(max_size=60))
def test_any_link_stays_in_its_attribute(text: str) -> None:
    elements = _Elements(drawn(Cell(text="a", link=text)))
    assert [given["href"] for tag, given in elements.tags if tag == "a"] == [f"roofline-page:{visible(text)}"]
    assert elements.open == []
