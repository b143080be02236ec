"""Charts that come, go, fail and wait while a reader moves through a site."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.charts import COUNT, DARK_L1, LIGHT_L1, READY, TABLE, chart, write_page
from tests.renderers.charts.plots import make_plot, make_point, make_run

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Page

# What Material's instant navigation does: the same content comes anew, not yet drawn.
NAVIGATE = """() => { const main = document.querySelector("main"), copy = main.cloneNode(true);
  copy.querySelectorAll(".roofline-chart").forEach((element) => {
    element.replaceChildren(); delete element.dataset.rooflineState; });
  main.replaceWith(copy); }"""
# How many listeners hang on visualViewport, in window.listening.
COUNT_LISTENERS = """window.listening = 0;
for (const [name, step] of [["addEventListener", 1], ["removeEventListener", -1]]) {
  const old = EventTarget.prototype[name];
  EventTarget.prototype[name] = function (...given) {
    if (this === visualViewport) window.listening += step;
    return old.apply(this, given);
  };
}"""


def test_charts_that_left_the_page_leave_nothing_behind(show: Callable[..., Page], messages: list[str]) -> None:
    head = f"<script>{COUNT_LISTENERS}</script>"
    page = show(chart(make_run()), chart(make_plot(make_point()), "other"), TABLE, head=head)
    page.locator("#other").scroll_into_view_if_needed()
    page.wait_for_function("Bokeh.documents.length === 2")
    page.wait_for_function("document.querySelectorAll('[data-roofline-state=ready]').length === 2")
    assert page.evaluate("window.listening") == 2
    page.evaluate("document.querySelectorAll('figure').forEach((figure) => figure.remove()); RooflineReport.scan()")
    assert page.evaluate("Bokeh.documents.length") == 0
    assert page.evaluate("RooflineReport.live.size") == 0
    assert page.evaluate("window.listening") == 0
    assert page.evaluate("document.querySelectorAll('body > .bk-Tooltip').length") == 0
    page.locator('tr[data-kernel="kernel_1"] td').click()
    assert messages == []


def test_instant_navigation_mounts_what_came_and_unmounts_what_went(show: Callable[..., Page]) -> None:
    head = "<script>window.document$ = { subscribe: (scan) => (window.navigate = scan) };</script>"
    page = show("<main>", chart(make_run()), "</main>", head=head)
    page.evaluate(NAVIGATE)
    page.evaluate("window.navigate()")
    page.wait_for_selector(READY)
    assert page.evaluate("Bokeh.documents.length") == 1
    assert page.evaluate("RooflineReport.live.size") == 1


def test_a_scheme_that_changes_while_a_chart_is_drawn_colours_it(show: Callable[..., Page]) -> None:
    page = show("<main>", chart(make_run()), "</main>")
    page.evaluate(
        """() => { const draw = RooflineReport.draw;
        RooflineReport.draw = async (...given) => { const drawn = draw(...given);
          document.body.setAttribute("data-md-color-scheme", "slate");
          for (let i = 0; i < 3; i += 1) await new Promise(requestAnimationFrame);
          return drawn; }; }"""
    )
    page.evaluate(NAVIGATE)
    page.evaluate("RooflineReport.scan()")
    page.wait_for_selector(READY)
    assert page.evaluate(COUNT, DARK_L1) > 50
    assert page.evaluate(COUNT, LIGHT_L1) == 0


def test_a_chart_that_is_moved_while_it_is_drawn_is_drawn_again(show: Callable[..., Page]) -> None:
    page = show("<main>", chart(make_run()), "</main>")
    page.evaluate(
        """() => { const draw = RooflineReport.draw;
        RooflineReport.draw = async (...given) => { RooflineReport.draw = draw;
          const drawn = draw(...given), main = document.querySelector("main"), figure = main.firstElementChild;
          figure.remove(); RooflineReport.scan(); main.append(figure); RooflineReport.scan();
          while (RooflineReport.live.size === 0) await new Promise(requestAnimationFrame);
          return drawn; }; }"""
    )
    page.evaluate(NAVIGATE)
    page.evaluate("RooflineReport.scan()")
    page.wait_for_selector(READY)
    assert page.evaluate("RooflineReport.live.size") == 1
    assert page.evaluate("Bokeh.documents.length") == 1
    assert page.evaluate(COUNT, LIGHT_L1) > 50


@pytest.mark.parametrize("name", ["roofline-charts.js", "roofline-pages.js", "bokeh-*.js"])
def test_a_script_that_failed_once_spoils_no_later_page(
    page: Page, site_folder: Path, server_url: str, messages: list[str], name: str
) -> None:
    write_page(site_folder, "failing", "<main>", chart(make_run()), "</main>")
    page.route(f"**/{name}", lambda route: route.abort(), times=1)
    page.goto(f"{server_url}/failing.html")
    page.wait_for_selector('.roofline-chart[data-roofline-state="error"]')
    page.evaluate(NAVIGATE)
    page.evaluate("RooflineReport.scan()")
    page.wait_for_selector("[data-roofline-state]")
    assert page.locator(READY).count() == 1
    assert not [message for message in messages if message.startswith("uncaught")]


def test_a_chart_waits_until_it_is_nearly_seen_or_its_fold_is_opened(show: Callable[..., Page]) -> None:
    far, hidden = '<div style="height:5000px"></div>', f"<details>{chart(make_run(), 'hidden')}</details>"
    page = show(chart(make_run()), hidden, far, chart(make_run(), "far"))
    page.wait_for_timeout(700)
    assert page.locator("[data-roofline-state]").count() == 1
    page.locator("details").evaluate("(details) => { details.open = true; }")
    page.wait_for_selector(f"#hidden {READY}")
    assert page.locator("#far [data-roofline-state]").count() == 0
    page.locator("#far").scroll_into_view_if_needed()
    page.wait_for_selector(f"#far {READY}")
