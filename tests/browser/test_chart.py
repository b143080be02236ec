"""Charts and tables as a reader meets them, in a browser."""

from __future__ import annotations

import math
from html import escape
from typing import TYPE_CHECKING

import pytest

from roofline_report.renderers.charts.files import LOADER, PAGE_SCRIPT
from tests.browser.charts import COUNT, DARK_L1, DOCUMENT, LIGHT_L1, READY, SELECTED, TABLE, chart, write_page
from tests.browser.windows import resize
from tests.renderers.charts.plots import CEILINGS, make_ceiling, make_plot, make_point, make_run

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Page

HOSTILE = '<img src=x onerror="window.pwned=1"> & \'"'
WIDE = (
    '<div class="roofline-table"><table><tbody><tr><th scope="row">a name that stays</th>'
    + '<td class="roofline-number">1,234,567,890</td>' * 20
    + "</tr></tbody></table></div>"
)
# Where a dot stands on the screen, from the chart's own axes.
PLACE = """(index) => {
  const [element, record] = [...RooflineReport.live][0];
  const dot = record.chart.view.shown[index];
  const frame = record.chart.figure.frame;
  const box = element.getBoundingClientRect();
  return [box.x + frame.x_scale.compute(dot.x), box.y + frame.y_scale.compute(dot.y)];
}"""
TOOLTIP = """(() => [...document.querySelectorAll("body > .bk-Tooltip")]
  .map((host) => host.shadowRoot.querySelector(".bk-tooltip-content").textContent).join(" | "))"""


def test_a_chart_is_drawn_in_its_colours_and_says_nothing(show: Callable[..., Page], messages: list[str]) -> None:
    page = show(chart(make_run()), TABLE)
    assert page.evaluate(COUNT, LIGHT_L1) > 50
    assert page.evaluate(COUNT, DARK_L1) == 0
    words = page.evaluate(f"() => ({DOCUMENT})().get_model_by_name('roofline-words').data.text")
    assert {roof.label for roof in CEILINGS} <= set(words)
    assert messages == []


def test_hovering_tells_everything_and_trusts_nothing(show: Callable[..., Page], messages: list[str]) -> None:
    point = make_point(label=HOSTILE, full_name="void f(@x, $y, {safe})" + "n" * 10_000)
    page = show(chart(make_plot(point)))
    page.mouse.move(*page.evaluate(PLACE, 0))
    page.wait_for_function(TOOLTIP + "().length > 0")
    text = page.evaluate(TOOLTIP)
    kernel = point.kernel
    for told in (
        HOSTILE,
        "void f(@x, $y, {safe})",
        "L1",
        point.intensity,
        kernel.achieved,
        kernel.time,
        kernel.limiter,
    ):
        assert told in text
    box = page.locator("body > .bk-Tooltip").bounding_box()
    assert box is not None
    assert box["width"] < 400
    assert box["height"] < 400
    assert page.evaluate("window.pwned") is None
    assert messages == []


def test_hovering_a_roof_tells_its_source(show: Callable[..., Page]) -> None:
    page = show(chart(make_plot(make_point(y=0.2))))
    x, y = page.evaluate(PLACE.replace("record.chart.view.shown[index]", "{x: 0.5, y: 100}"), 0)
    page.mouse.move(x, y)
    page.wait_for_function(TOOLTIP + "().includes('an invented datasheet')")


@pytest.mark.parametrize(
    ("attribute", "target"),
    [("data-md-color-scheme=slate", "body"), ("data-bs-theme=dark", "documentElement")],
)
def test_a_dark_scheme_recolours_at_once(
    show: Callable[..., Page], messages: list[str], attribute: str, target: str
) -> None:
    page = show(chart(make_run()))
    name, value = attribute.split("=")
    page.evaluate(f"document.{target}.setAttribute('{name}', '{value}')")
    page.wait_for_function(f"{COUNT}([{','.join(map(str, DARK_L1))}]) > 50")
    assert page.evaluate(COUNT, LIGHT_L1) == 0
    page.evaluate(f"document.{target}.removeAttribute('{name}')")
    page.wait_for_function(f"{COUNT}([{','.join(map(str, LIGHT_L1))}]) > 50")
    assert messages == []


def test_a_theme_without_a_named_scheme_is_judged_by_its_background(show: Callable[..., Page]) -> None:
    page = show(chart(make_run()), head="<style>@media (prefers-color-scheme:dark){body{background:#111}}</style>")
    page.emulate_media(color_scheme="dark")
    page.wait_for_function(f"{COUNT}([{','.join(map(str, DARK_L1))}]) > 50")


def test_rows_and_dots_are_linked_both_ways(show: Callable[..., Page]) -> None:
    page = show(chart(make_run()), TABLE)
    row = page.locator('tr[data-kernel="kernel_2"]')
    row.hover()
    names = page.evaluate("[...RooflineReport.live.values()][0].chart.view.shown.map((dot) => dot.name)")
    chosen = [index for index, name in enumerate(names) if name == "kernel_2"]
    assert sorted(page.evaluate(SELECTED)) == chosen
    assert len(chosen) == 2
    page.mouse.move(5, 5)
    assert page.evaluate(SELECTED) == []

    row.locator("td").click()
    page.mouse.move(5, 5)
    assert sorted(page.evaluate(SELECTED)) == chosen
    assert "roofline-on" in (row.get_attribute("class") or "")
    page.keyboard.press("Escape")
    assert page.evaluate(SELECTED) == []
    assert "roofline-on" not in (row.get_attribute("class") or "")

    page.locator(".roofline-chart").scroll_into_view_if_needed()
    page.mouse.click(*page.evaluate(PLACE, names.index("kernel_1")))
    page.wait_for_function("document.querySelector('tr[data-kernel=\"kernel_1\"]').classList.contains('roofline-on')")
    assert page.locator("tr.roofline-on").count() == 1


def test_charts_that_share_a_table_show_the_same(show: Callable[..., Page]) -> None:
    page = show(chart(make_run()), chart(make_run(), "two"), TABLE)
    page.locator("#two").scroll_into_view_if_needed()
    page.wait_for_function("document.querySelectorAll('[data-roofline-state=ready]').length === 2")
    page.locator('tr[data-kernel="kernel_2"] td').click()
    selected = "[...RooflineReport.live.values()].map(({ chart }) => chart.view.find('roofline-dots').selected.indices)"
    page.mouse.move(5, 5)
    first, second = page.evaluate(selected)
    assert len(first) == 2
    assert first == second
    page.evaluate("document.getElementById('chart').remove(); RooflineReport.scan()")
    page.wait_for_function("RooflineReport.live.size === 1")
    assert page.locator("tr.roofline-on").count() == 1, "the view stands in the address, and outlives a chart"


def test_a_row_without_dots_fades_nothing(show: Callable[..., Page]) -> None:
    page = show(chart(make_run()), TABLE)
    page.locator('tr[data-kernel="kernel_9"] td').click()
    assert page.evaluate(SELECTED) == []
    assert page.locator(".roofline-status p").inner_text() == "Shown: kernel_9 (not drawn here)."


def test_the_legend_shows_a_level_alone_and_brings_all_back(show: Callable[..., Page]) -> None:
    page = show(chart(make_run()), TABLE)
    count = "[...RooflineReport.live.values()][0].chart.view.shown.length"
    button = page.get_by_role("button", name="HBM2 20 GTXN/s")
    button.focus()
    page.keyboard.press("Enter")
    assert page.evaluate(count) == 3
    assert button.get_attribute("aria-pressed") == "true"
    page.locator('tr[data-kernel="kernel_1"]').hover()
    assert len(page.evaluate(SELECTED)) == 1
    page.keyboard.press("Escape")
    assert page.evaluate(count) == 6
    assert button.get_attribute("aria-pressed") == "false"


def test_tables_sort_by_keyboard_with_the_missing_last(show: Callable[..., Page]) -> None:
    page = show(chart(make_run()), TABLE)
    rows = "[...document.querySelectorAll('#kernels tbody tr')].map((row) => row.dataset.kernel.slice(-1))"

    def headers() -> list[str | None]:
        return [header.get_attribute("aria-sort") for header in page.locator("#kernels thead th").all()]

    page.get_by_role("button", name="Time").focus()
    page.keyboard.press("Enter")
    assert page.evaluate(rows) == ["2", "0", "9", "1"]
    assert headers() == [None, "descending"]
    page.keyboard.press("Space")
    assert page.evaluate(rows) == ["9", "0", "2", "1"]
    assert headers() == [None, "ascending"]
    page.get_by_role("button", name="Kernel", exact=True).click()
    assert page.evaluate(rows) == ["0", "2", "9", "1"]
    assert headers() == ["ascending", None]


def test_a_wide_table_says_so_and_keeps_its_names_in_sight(show: Callable[..., Page]) -> None:
    page = show(chart(make_run()), TABLE, WIDE)
    narrow, wide = page.locator(".roofline-table").all()
    state = "(box) => [box.classList.contains('roofline-more'), box.tabIndex]"
    page.wait_for_function("document.querySelectorAll('.roofline-table')[1].classList.contains('roofline-more')")
    assert (narrow.evaluate(state), wide.evaluate(state)) == ([False, -1], [True, 0])
    wide.evaluate("(box) => box.scrollTo(box.scrollWidth, 0)")
    page.wait_for_function("!document.querySelectorAll('.roofline-table')[1].classList.contains('roofline-more')")
    name, box = page.get_by_text("a name that stays").bounding_box(), wide.bounding_box()
    assert name is not None
    assert box is not None
    assert box["x"] <= name["x"] < box["x"] + 20


def test_charts_work_from_files(page: Page, site_folder: Path, messages: list[str]) -> None:
    write_page(site_folder, "file", chart(make_run()))
    page.goto((site_folder / "file.html").as_uri())
    page.wait_for_selector(READY)
    page.wait_for_function(f"{COUNT}([{','.join(map(str, LIGHT_L1))}]) > 50")
    assert messages == []


def test_a_strict_content_security_policy_is_enough(show: Callable[..., Page], messages: list[str]) -> None:
    policy = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:"
    page = show(chart(make_run()), head=f'<meta http-equiv="Content-Security-Policy" content="{escape(policy)}">')
    assert page.evaluate(COUNT, LIGHT_L1) > 50
    assert messages == []


def test_a_chart_that_cannot_be_drawn_says_so_in_one_line(
    page: Page, site_folder: Path, server_url: str, messages: list[str]
) -> None:
    write_page(site_folder, "broken", chart(make_run()).replace('{"template":"roofline"', '{"template":"none"'))
    page.goto(f"{server_url}/broken.html")
    page.wait_for_selector('.roofline-chart[data-roofline-state="error"]')
    assert page.locator(".roofline-chart > p").inner_text() == (
        "The chart could not be drawn. This is a picture of it; the table below has the numbers."
    )
    assert page.locator(".roofline-picture").is_visible()
    assert not [message for message in messages if message.startswith("uncaught")]


def test_a_page_without_a_chart_fetches_no_chart_library(page: Page, site_folder: Path, server_url: str) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.rsplit("/", 1)[-1]))
    write_page(site_folder, "plain", TABLE)
    page.goto(f"{server_url}/plain.html")
    page.get_by_role("button", name="Time").click()
    assert {name for name in asked if name.endswith(".js")} == {LOADER, PAGE_SCRIPT}


def test_a_phone_has_no_sideways_scroll_and_can_scroll_over_the_chart(show: Callable[..., Page]) -> None:
    page = show(chart(make_run()), TABLE)
    resize(page, 390, 800)
    page.wait_for_timeout(500)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    frame = page.evaluate("[...RooflineReport.live.values()][0].chart.figure.frame.bbox.width")
    assert 200 < frame < 390
    labels = page.evaluate(f"() => ({DOCUMENT})().get_model_by_name('roofline-x-axis').axis_label")
    assert labels.splitlines() == ["Instruction intensity", "[warp instructions / 32-byte transaction]"]
    assert page.evaluate("[...RooflineReport.live.values()][0].chart.figure.model.toolbar.active_drag") is None


def test_over_a_dot_on_a_roof_there_is_the_tooltip_of_the_dot_alone(show: Callable[..., Page]) -> None:
    roof = make_ceiling(level="compute", key="issue", x_start=0.5, y_start=20.0, x_end=900.0, y_end=20.0)
    page = show(chart(make_plot(make_point(x=20.0, y=20.0), ceilings=(CEILINGS[1], roof))))
    x, y = page.evaluate(PLACE, 0)
    page.mouse.move(x + 150, y)
    page.wait_for_function(f"({TOOLTIP})().includes('an invented datasheet')")
    for shift in (4, 1, 0):
        page.mouse.move(x + shift, y)
    page.wait_for_function(f"({TOOLTIP})().includes('saxpy')")
    page.wait_for_timeout(200)
    assert "an invented datasheet" not in page.evaluate(TOOLTIP)
    page.mouse.move(x + 150, y)
    page.wait_for_function(f"({TOOLTIP})().includes('an invented datasheet')")


def test_words_stay_in_the_frame_and_off_one_another(show: Callable[..., Page]) -> None:
    page = show(chart(make_run()), TABLE)
    for width in (1000, 600, 390):
        resize(page, width, 800)
        page.wait_for_timeout(500)
        boxes = page.evaluate(
            """() => { const chart = [...RooflineReport.live.values()][0].chart, frame = chart.figure.frame;
            const data = chart.figure.model.document.get_model_by_name("roofline-words").data;
            return { words: data.x.map((x, i) => [data.text[i], frame.x_scale.compute(x),
              frame.y_scale.compute(data.y[i]), data.angle[i]]),
              frame: [frame.bbox.x0, frame.bbox.y0, frame.bbox.x1, frame.bbox.y1] }; }"""
        )
        x0, y0, x1, y1 = boxes["frame"]
        assert len(boxes["words"]) >= 4
        for text, x, y, angle in boxes["words"]:
            assert x0 < x < x1, text
            assert y0 < y < y1, text
            assert -0.01 <= angle < 1.58, text
        centres = [(x, y) for _, x, y, _ in boxes["words"]]
        for index, (x, y) in enumerate(centres):
            assert all(abs(x - a) + abs(y - b) > 11 for a, b in centres[index + 1 :])


def test_a_long_name_loses_its_middle_as_in_the_picture(show: Callable[..., Page]) -> None:
    names = [f"cross_entropy_of_many_classes_forward_{size}" for size in ("large", "small")]
    points = [make_point(slug=name, label=name, x=x, y=20) for name, x in zip(names, (0.1, 10), strict=True)]
    page = show(chart(make_plot(*points)))
    words = set(page.evaluate(f"() => ({DOCUMENT})().get_model_by_name('roofline-words').data.text"))
    shortened = {f"cross_entropy_\N{HORIZONTAL ELLIPSIS}s_forward_{size}" for size in ("large", "small")}
    assert shortened <= words
    assert shortened & set(page.locator(".roofline-picture text").all_text_contents())


def test_a_flat_roof_shorter_than_its_words_is_named_all_the_same(show: Callable[..., Page]) -> None:
    short = make_ceiling(
        level="compute", name="issue", value="400 warp GIPS", x_start=600.0, y_start=400.0, x_end=1000.0
    )
    page = show(chart(make_plot(make_point(), ceilings=(CEILINGS[1], short))))
    words = page.evaluate(f"() => ({DOCUMENT})().get_model_by_name('roofline-words').data.text")
    assert short.label in words


def test_a_page_with_bokeh_of_its_own_keeps_it(show: Callable[..., Page]) -> None:
    page = show(chart(make_run()), head="<script>window.Bokeh = { version: '0.0.1' };</script>")
    assert page.evaluate("Bokeh.version") == "0.0.1"


def test_the_way_to_a_roof_is_named_off_the_line_between_the_dots_and_by_its_number_where_there_is_no_room(
    page: Page, own_url: str
) -> None:
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto(f"{own_url}performance/runs/a100-operators/linear-forward/")
    page.wait_for_selector(READY)
    where = """() => {
      const chart = [...RooflineReport.live.values()][0].chart, frame = chart.figure.frame;
      const of = (name) => chart.figure.model.document.get_model_by_name(name).data;
      const words = of("roofline-words"), at = words.text.findIndex((text) => text.includes("1.3x"));
      const places = [words.y[at], of("roofline-links").ys[0][0]].map((y) => frame.y_scale.compute(y));
      return [words.text[at].replace("\\u00a0", " "), ...places];
    }"""
    text, y, link = page.evaluate(where)
    assert text == "≤ 1.3x to FP32 peak"
    assert abs(y - link) > 8
    resize(page, 390)
    page.wait_for_function(f"({where})()[0] === '≤ 1.3x'")
    _, y, link = page.evaluate(where)
    assert abs(y - link) > 8


def test_a_name_without_room_beside_its_dots_is_joined_to_one_of_them_by_a_line(page: Page, own_url: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto(f"{own_url}performance/runs/a100-operators/")
    page.wait_for_selector(READY)
    name = "cross_entropy_forward_large"
    start, end, place, dots = page.evaluate(
        """(name) => {
      const { figure, view } = [...RooflineReport.live.values()][0].chart, { x_scale: xs, y_scale: ys } = figure.frame;
      const words = figure.model.document.get_model_by_name("roofline-words").data, at = words.text.indexOf(name);
      const point = (x, y) => [xs.compute(words[x][at]), ys.compute(words[y][at])];
      const dots = view.shown.map(({ name, x, y, size }) => [name, xs.compute(x), ys.compute(y), size / 2]);
      return [point("x0", "y0"), point("x1", "y1"), point("x", "y"), dots];
    }""",
        name,
    )
    own = [(math.dist(start, (x, y)), r) for label, x, y, r in dots if label == name]
    assert any(away == pytest.approx(r, abs=0.5) for away, r in own)
    steps = [[a + (b - a) * step / 50 for a, b in zip(start, end, strict=True)] for step in range(51)]
    others = [(x, y, r) for label, x, y, r in dots if label != name]
    assert all(math.dist(step, (x, y)) > r - 0.5 for step in steps for x, y, r in others)
    assert abs(place[1] - end[1]) < 10
    assert math.dist(start, end) > 10
    picture = page.locator(".roofline-picture").first
    assert name in picture.locator(".roofline-for-page text").all_text_contents()
    assert picture.locator(".roofline-for-page .roofline-lines path").count() == 1
