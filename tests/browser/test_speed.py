"""What a page does to be drawn soon and to answer soon. How soon is for the benchmark."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.charts import DOCUMENT, READY, chart, write_page
from tests.browser.made_site import THEMES
from tests.renderers.charts.plots import make_plot, make_point, make_run

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Page

    from tests.browser.conftest import MadeSites

pytestmark = pytest.mark.xdist_group("pages-of-made-runs")

MANY = 800  # kernels at two levels: more dots than have outlines, and more rows than are hidden with the chart
FINDER = (
    '<div class="roofline-controls" hidden><div class="roofline-filters">'
    '<label>Find <input type="search" class="roofline-find"></label>'
    '<label>Hide under <select class="roofline-least"><option value="0">no share</option></select></label>'
    '<span class="roofline-count" role="status"></span></div></div>'
)
EDGES = f"[...new Set(({DOCUMENT})().get_model_by_name('roofline-dots').data.edge)]"
# What is hidden after the filter was changed: in the chart at once, and in the table by then and two frames later.
FILTERED = """async (find) => {
  const [element, { chart }] = [...RooflineReport.live][0], view = RooflineReport.viewOf(element);
  const rows = [...document.querySelectorAll("tr[data-kernel]")];
  const shown = () => rows.filter((row) => !row.hidden).length;
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  view.change({ find });
  const atOnce = [new Set(chart.view.shown.map((dot) => dot.slug)).size, shown()];
  await frame();
  await frame();
  return [...atOnce, shown()];
}"""
TYPED = """async (words) => {
  const view = RooflineReport.viewOf([...RooflineReport.live.keys()][0]);
  for (const find of words) view.change({ find });
  for (let i = 0; i < 3; i += 1) await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const rows = [...document.querySelectorAll("tr[data-kernel]")];
  return rows.filter((row) => !row.hidden).map((row) => row.cells[0].title);
}"""


def table_of(kernels: int) -> str:
    rows = "".join(
        f'<tr data-kernel="kernel_{row}"><th scope="row" title="kernel_{row}">kernel_{row}</th></tr>'
        for row in range(kernels)
    )
    return f'<div class="roofline-table"><table id="kernels"><tbody>{rows}</tbody></table></div>'


def run_of(kernels: int) -> str:
    points = [
        make_point(
            x=0.5 + row % 40, y=1.0 + row / 10, level=level, level_name=level, time_share=1e-3, label=f"kernel_{row}"
        )
        for row in range(kernels)
        for level in ("l1", "dram")
    ]
    return chart(make_plot(*points))


def test_many_rows_follow_the_chart_in_the_next_frame_and_few_go_with_it(show: Callable[..., Page]) -> None:
    page = show(FINDER, run_of(MANY), table_of(MANY))
    found = len([row for row in range(MANY) if "kernel_12" in f"kernel_{row}"])
    assert page.evaluate(FILTERED, "kernel_12") == [found, MANY, found]
    assert page.evaluate(FILTERED, "") == [MANY, found, MANY]
    few = 20
    page = show(FINDER, run_of(few), table_of(few))
    assert page.evaluate(FILTERED, "kernel_12") == [1, 1, 1]


def test_rows_show_what_was_typed_last_however_fast(show: Callable[..., Page]) -> None:
    page = show(FINDER, run_of(MANY), table_of(MANY))
    assert page.evaluate(TYPED, ["k", "kernel_7", "", "kernel_799"]) == ["kernel_799"]
    assert len(page.evaluate(TYPED, ["kernel_7", ""])) == MANY


def test_a_crowd_of_dots_has_no_outlines_and_what_is_left_of_it_has(show: Callable[..., Page]) -> None:
    page = show(FINDER, run_of(MANY), table_of(MANY))
    assert page.evaluate(EDGES) == [0]
    page.locator(".roofline-find").fill("kernel_12")
    assert page.evaluate(EDGES) == [1.25]


@pytest.mark.parametrize("theme", THEMES)
def test_what_is_not_told_yet_is_not_laid_out_and_comes_where_the_script_does_not(
    page: Page, made_sites: MadeSites, theme: str
) -> None:
    page.route("**/roofline.js", lambda route: route.abort())
    page.goto(made_sites.open(theme) + "performance/runs/many/", wait_until="commit")
    page.wait_for_selector(".roofline-model")
    page.wait_for_load_state("domcontentloaded")
    models = page.locator(".roofline-model")
    count = models.count()
    assert count > 2
    assert models.first.is_visible()
    assert not models.nth(1).is_visible()
    for place in range(1, count):
        models.nth(place).wait_for(state="visible")


def test_readers_who_asked_for_less_motion_wait_for_nothing(page: Page, made_sites: MadeSites) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.route("**/roofline.js", lambda route: route.abort())
    page.goto(made_sites.open("material") + "performance/runs/many/")
    assert all(model.is_visible() for model in page.locator(".roofline-model").all())


def test_tables_below_the_first_chart_are_laid_out_once_it_is_drawn(page: Page, made_sites: MadeSites) -> None:
    height = "document.querySelector('#roofline-kernels').getBoundingClientRect().height"
    laid_out = "getComputedStyle(document.querySelector('.roofline-table')).contentVisibility"
    held: list[Callable[[], None]] = []
    page.route("**/bokeh-*.js", lambda route: held.append(route.continue_))
    page.goto(made_sites.open("material") + "performance/runs/many/", wait_until="commit")
    page.wait_for_selector("#roofline-kernels", state="attached")
    assert page.evaluate(laid_out) == "auto"
    page.wait_for_function("document.readyState !== 'loading'")
    page.wait_for_timeout(100)
    for release in held:
        release()
    page.wait_for_selector(READY)
    assert page.evaluate(laid_out) == "visible"
    assert page.evaluate(height) > 300


def test_an_address_that_names_a_heading_has_the_whole_page_laid_out(page: Page, made_sites: MadeSites) -> None:
    page.goto(made_sites.open("material") + "performance/runs/many/#provenance")
    page.wait_for_function("document.documentElement.dataset.rooflineSettled !== undefined")
    page.wait_for_load_state("networkidle")
    top = page.locator("#provenance").evaluate("(heading) => heading.getBoundingClientRect().top")
    assert 0 <= top < 200


def test_scripts_that_came_with_the_page_run_before_anybody_scrolls_to_its_chart(
    page: Page, site_folder: Path, server_url: str, messages: list[str]
) -> None:
    far = '<div style="height: 4000px"></div>'
    early = '<link rel="preload" as="script" href="deep/assets/roofline-charts.js" data-roofline-early>'
    for name, parts in (("early", (early, far, chart(make_run()))), ("late", (far, chart(make_run())))):
        write_page(site_folder, name, *parts)
        page.goto(f"{server_url}/{name}.html")
        page.wait_for_timeout(1500)
        assert page.evaluate("typeof Bokeh") == ("object" if name == "early" else "undefined")
        assert page.locator(READY).count() == 0
    assert messages == []
