"""Charts as HTML, and the files that they need."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roofline_report.renderers.charts import embed
from roofline_report.renderers.charts.alternative import alternative_text
from tests.renderers.charts.plots import HOSTILE, make_plot, make_point, make_run


class FigureReader(HTMLParser):
    """Collect tags with their attributes, as a browser would read them."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def one(self, name: str, *, value: str | None = None) -> dict[str, str | None]:
        (attributes,) = [attrs for _, attrs in self.found if name in attrs and value in (None, attrs[name])]
        return attributes


def render(plot: Any, *, title: str = "A run.", explains_itself: bool = False, **changes: Any) -> str:
    caption = embed.Caption(title=title, sentences=["Two are < one."], explains_itself=explains_itself)
    return embed.figure_html(plot, caption, **({"figure_id": "chart"} | changes))


def read_data(html: str) -> Any:
    return json.loads(FigureReader(html).one("data-roofline")["data-roofline"] or "")


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_come_back_as_they_were(name: str) -> None:
    html = render(make_plot(make_point(label=name, full_name=f"full {name}")), table_id="t'\"<")
    reader = FigureReader(html)
    data = read_data(html)
    expected = name if len(name) < 120 else name[:59] + "\N{HORIZONTAL ELLIPSIS}" + name[-60:]
    assert data["kernels"]["name"] == [expected]
    assert not {tag for tag, _ in reader.found} & {"img", "script"}
    assert reader.one("data-roofline")["data-roofline-table"] == "t'\"<"


@given(st.text(max_size=100))
def test_any_short_name_comes_back_equal(name: str) -> None:
    assert read_data(render(make_plot(make_point(label=name))))["kernels"]["name"] == [name]


def test_a_lone_surrogate_is_replaced() -> None:
    html = render(make_plot(make_point(label="a\ud800b")))
    html.encode()
    assert read_data(html)["kernels"]["name"] == ["a?b"]


def test_the_figure_is_named_by_its_title() -> None:
    html = render(make_run(), title="Run <one>.")
    figure = FigureReader(html).one("aria-labelledby")
    assert figure["aria-labelledby"] == "chart-title"
    assert "role" not in figure
    assert '<span class="roofline-title" id="chart-title">Run &lt;one&gt;.</span>' in html
    assert "Two are &lt; one." in html


def test_how_it_was_counted_is_folded_up_below_what_can_be_seen() -> None:
    caption = embed.Caption(title="A run.", sentences=["Seen."], notes=["1 < 2.", "Two."])
    html = embed.figure_html(make_run(), caption, figure_id="chart")
    folded = '<details class="roofline-sources"><summary>How this was counted</summary><p>1 &lt; 2. Two.</p></details>'
    assert html.endswith(f"{folded}</figcaption></figure>")
    assert "Seen. <a" in html
    assert "<details" not in render(make_run())


def test_every_chart_links_to_the_lesson_but_those_of_the_lesson() -> None:
    assert 'href="roofline-page:reading.md"' in render(make_run())
    assert "href=" not in render(make_run(), explains_itself=True)


def test_the_figure_is_one_block_of_html_without_blank_lines() -> None:
    assert "\n" not in render(make_run())


def test_the_legend_names_levels_with_dots_and_their_roofs_then_all_other_roofs() -> None:
    html = render(make_plot(make_point()))
    entries = re.findall(r'<li class="roofline-entry" data-(\w+)="([\w-]+)".*?</svg>(.*?)</li>', html)
    assert [(kind, key, re.sub("<[^>]+>", "", text)) for kind, key, text in entries] == [
        ("level", "l1", "L1 200 GTXN/s"),
        ("roof", "hbm2", "HBM2 20 GTXN/s"),
        ("roof", "hbm2-measured", "HBM2 15 GTXN/s measured"),
        ("roof", "issue", "issue 400 warp GIPS"),
    ]
    assert "roofline-legend" not in render(make_plot(ceilings=()))


def test_the_picture_stands_in_the_chart_and_says_what_it_shows() -> None:
    html = render(make_run(), title="Run <one>.")
    assert re.search(
        r"<div class=\"roofline-chart\" data-roofline='[^']*'><svg class=\"roofline-picture\" .*?</svg></div>", html
    )
    picture = FigureReader(html).one("viewbox", value="0 0 720 540")
    assert picture["aria-label"] == alternative_text(make_run())
    assert f'aria-describedby="{picture["id"]}"' in html


def test_what_a_picture_leaves_out_is_said_below_it() -> None:
    points = [make_point(label=f"k{number}", x=1 + number / 500) for number in range(1234)]
    html = render(make_plot(*points))
    told = '<p class="roofline-left-out">This picture shows 300 of 1,234 dots: those with most GPU time.</p>'
    assert f'</svg></div>{told}<div class="roofline-status"' in html
    assert "roofline-left-out" not in render(make_run())


def test_every_number_is_finite() -> None:
    text = FigureReader(render(make_run(20))).one("data-roofline")["data-roofline"] or ""
    assert not re.search(r"NaN|Infinity", text)
