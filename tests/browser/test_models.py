"""The switch between the rooflines of a run, as a reader meets it."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import pytest

from roofline_report.domain.quantity import Quantity
from tests.browser.charts import READY, write_page
from tests.browser.windows import resize, wait_for_width
from tests.renderers.pages.made_runs import (
    MANY,
    SOLVE,
    SOLVE_FLOP,
    SOLVE_INSTRUCTIONS,
    SOLVE_TRAFFIC,
    kernel_page,
    made,
    run_of,
    run_page,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Browser, Page

    from roofline_report.renderers.page import Page as MadePage

TITLES = ["Instructions", "FLOP in all precisions", "FP64", "FP32"]
X_LABELS = {
    "Instructions": "Instruction intensity [warp instructions / 32-byte transaction]",
    "FLOP in all precisions": "Arithmetic intensity [FLOP/byte]",
    "FP64": "Arithmetic intensity [FP64 FLOP/byte]",
    "FP32": "Arithmetic intensity [FP32 FLOP/byte]",
}
WALLS = {
    Quantity.GLOBAL_LOAD_REQUESTS: 2.0,
    Quantity.GLOBAL_LOAD_SECTORS: 2.1,
    Quantity.GLOBAL_STORE_REQUESTS: 2.0,
    Quantity.GLOBAL_STORE_SECTORS: 64.0,
    Quantity.SHARED_LOAD_REQUESTS: 2.0,
    Quantity.SHARED_LOAD_WAVEFRONTS: 6.0,
    Quantity.INTEGER_INSTRUCTIONS: 3.0,
}
SHOWN = ".roofline-model:not([hidden])"
# The chart of the model that is shown, as it is drawn.
CHART = f"() => RooflineReport.live.get(document.querySelector('{SHOWN} .roofline-chart')).chart"
X_LABEL = f"() => ({CHART})().figure.model.below[0].axis_label.replace(String.fromCharCode(10), ' ')"
IS_DRAWN = f"""() => {{
  const element = document.querySelector('{SHOWN} .roofline-chart');
  return element !== null && element.dataset.rooflineState === "ready";
}}"""
# How many pixels of the chart that is shown have exactly one colour.
PIXELS = f"""(color) => {{
  const find = (root) => [...root.querySelectorAll("*")].flatMap((node) =>
    node instanceof HTMLCanvasElement ? [node] : node.shadowRoot ? find(node.shadowRoot) : []);
  let count = 0;
  for (const canvas of find(document.querySelector('{SHOWN} .roofline-chart'))) {{
    if (!canvas.width || !canvas.height) continue;
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d", {{ willReadFrequently: true }});
    copy.drawImage(canvas, 0, 0);
    const pixels = copy.getImageData(0, 0, canvas.width, canvas.height).data;
    for (let i = 0; i < pixels.length; i += 4)
      if (color.every((part, at) => pixels[i + at] === part) && pixels[i + 3] === 255) count += 1;
  }}
  return count;
}}"""
LIGHT_L1, DARK_L1 = [8, 104, 172], [140, 208, 253]


def parts_of(page: MadePage) -> list[str]:
    order = ("facts", "chart-roofline", "chart", "kernels", "levels", "walls", "threads", "arithmetic", "provenance")
    return ["<main>", *(page.fragments[name] for name in order if name in page.fragments), "</main>"]


RUN = parts_of(run_page(MANY))


def choose(page: Page, title: str) -> None:
    page.get_by_role("button", name=title, exact=True).click()
    page.wait_for_function(IS_DRAWN)


def pressed(page: Page) -> list[str]:
    return page.locator('.roofline-models button[aria-pressed="true"]').all_inner_texts()


def shown(page: Page) -> list[str]:
    """Return the titles of the parts that are seen."""
    titles: list[str] = page.evaluate(
        "[...document.querySelectorAll('.roofline-model')].filter((part) => part.checkVisibility())"
        ".map((part) => part.querySelector('.roofline-model-title').textContent)"
    )
    return titles


def test_the_switch_has_one_button_for_each_model_and_says_which_is_shown(show: Callable[..., Page]) -> None:
    page = show(*RUN)
    group = page.get_by_role("group", name="Roofline model")
    assert group.count() == 1
    buttons = group.get_by_role("button")
    assert buttons.all_inner_texts() == TITLES
    assert [button.get_attribute("aria-pressed") for button in buttons.all()] == ["true", "false", "false", "false"]
    # It stands before the first chart, and what is shown needs no title of its own.
    assert page.evaluate("document.querySelector('.roofline-controls + .roofline-model .roofline-chart') !== null")
    assert page.locator(".roofline-model-title:visible").count() == 0


@pytest.mark.parametrize("title", TITLES)
def test_choosing_a_model_shows_its_chart_table_and_ceilings_alone(
    show: Callable[..., Page], messages: list[str], title: str
) -> None:
    page = show(*RUN)
    choose(page, title)
    assert pressed(page) == [title]
    assert shown(page) == [title] * 3
    number = TITLES.index(title)
    end = f"-{number + 1}" if number else ""
    visible = "[...document.querySelectorAll('table')].filter((each) => each.checkVisibility()).map((each) => each.id)"
    assert page.evaluate(visible) == [f"roofline-kernels{end}", f"roofline-ceilings{end}"]
    assert page.locator(".roofline-figure:visible").get_attribute("id") == f"roofline-run{end}"
    assert messages == []


def test_a_chart_is_drawn_when_it_is_first_shown_and_has_its_own_axes(
    show: Callable[..., Page], messages: list[str]
) -> None:
    page = show(*RUN)
    page.wait_for_timeout(700)  # the rest is drawn when the page is idle, but not what is hidden
    assert page.locator("[data-roofline-state]").count() == 1
    for number, title in enumerate(TITLES):
        choose(page, title)
        assert page.locator("[data-roofline-state]").count() == number + 1
        assert page.evaluate(X_LABEL) == X_LABELS[title]
        page.wait_for_function(f"({PIXELS})({LIGHT_L1}) > 50")
    assert page.evaluate("Bokeh.documents.length") == 4
    assert messages == []


def test_a_chart_that_was_hidden_fits_the_window_and_the_scheme_again(
    show: Callable[..., Page], messages: list[str]
) -> None:
    page = show(*RUN)
    choose(page, "FLOP in all precisions")
    resize(page, 600, 900)
    page.evaluate("document.body.setAttribute('data-md-color-scheme', 'slate')")
    page.wait_for_function(f"({PIXELS})({DARK_L1}) > 50")
    choose(page, "Instructions")
    page.wait_for_function(f"({PIXELS})({DARK_L1}) > 50")
    assert page.evaluate(PIXELS, LIGHT_L1) == 0
    page.wait_for_function(
        f"Math.abs(({CHART})().figure.bbox.width - document.querySelector('{SHOWN} .roofline-chart').clientWidth) < 2"
    )
    assert page.locator(f"{SHOWN} .roofline-chart").first.evaluate("(chart) => chart.clientHeight") > 200
    assert page.evaluate("document.documentElement.scrollWidth") <= 600
    assert messages == []


def test_the_switch_is_worked_by_keyboard(show: Callable[..., Page]) -> None:
    page = show(*RUN)
    page.keyboard.press("Tab")
    while page.evaluate("document.activeElement.closest('.roofline-models') === null"):
        page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == TITLES[0]
    for title, key in zip(TITLES[1:], ("Enter", "Space", "Enter"), strict=True):
        page.keyboard.press("Tab")
        focused = page.locator(":focus")
        assert focused.inner_text() == title
        assert focused.evaluate("(button) => getComputedStyle(button).outlineStyle") == "solid"
        page.keyboard.press(key)
        assert pressed(page) == [title]
        assert shown(page) == [title] * 3


def test_rows_and_dots_are_linked_within_the_model_that_is_shown(show: Callable[..., Page]) -> None:
    page = show(*RUN)
    choose(page, "FLOP in all precisions")
    dots = "document.get_model_by_name('roofline-dots').selected.indices.length"
    page.locator('#roofline-kernels-2 tr[data-kernel="solve"]').hover()
    assert page.evaluate(f"({CHART})().figure.model.{dots}") == 3
    instructions = "RooflineReport.live.get(document.querySelector('#roofline-run .roofline-chart')).chart.figure.model"
    assert page.evaluate(f"{instructions}.{dots}") == 0
    page.get_by_role("button", name="Kernel", exact=True).locator("visible=true").click()
    names = page.locator("#roofline-kernels-2 tbody th")
    assert [name.strip() for name in names.all_inner_texts()] == ["copy", "old", "solve"]


def test_one_model_alone_has_no_switch(show: Callable[..., Page]) -> None:
    page = show(*parts_of(run_page(run_of(made("k", 1, SOLVE_TRAFFIC | SOLVE_INSTRUCTIONS)))))
    assert page.locator(".roofline-models").count() == 0
    assert page.locator(".roofline-chart:visible").count() == 1


def test_a_kernel_page_has_a_switch_for_its_chart_and_its_roofs(show: Callable[..., Page], messages: list[str]) -> None:
    page = show(*parts_of(kernel_page(MANY)))
    choose(page, "FP64")
    assert shown(page) == ["FP64"] * 2
    assert page.locator("#roofline-levels-3").is_visible()
    assert page.evaluate(X_LABEL) == X_LABELS["FP64"]
    assert messages == []


def test_without_scripts_all_models_are_there_with_their_titles(
    browser: Browser, site_folder: Path, server_url: str
) -> None:
    write_page(site_folder, "bare", *RUN)
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{server_url}/bare.html")
    titles = page.locator(".roofline-model-title")
    assert titles.all_inner_texts() == TITLES * 3
    assert all(title.is_visible() for title in titles.all())
    assert not page.locator(".roofline-models").is_visible()
    for number in range(4):
        assert page.locator(f"#roofline-kernels{f'-{number + 1}' if number else ''}").is_visible()
    context.close()


NAVIGATE = """(markup) => {
  const main = document.querySelector("main"), next = document.createElement("main");
  next.innerHTML = markup;
  main.replaceWith(next);
  history.pushState(null, "", location.pathname);
  window.navigate();
}"""


def test_after_instant_navigation_there_is_one_switch_that_works(
    show: Callable[..., Page], messages: list[str]
) -> None:
    head = "<script>window.document$ = { subscribe: (scan) => (window.navigate = scan) };</script>"
    page = show(*RUN, head=head)
    choose(page, "FP64")
    other = "".join(parts_of(kernel_page(MANY))[1:-1])
    run = "".join(RUN[1:-1])
    for markup, parts in ((other, 2), (run, 3), (other, 2), ("<p>A page without a chart.</p>", 0), (run, 3)):
        page.evaluate(NAVIGATE, markup)
        page.evaluate("RooflineReport.scan()")  # scanning twice does nothing
        assert page.locator(".roofline-models").count() == (1 if parts else 0)
        if not parts:
            continue
        page.wait_for_function(IS_DRAWN)
        assert pressed(page) == ["Instructions"]
        choose(page, "FP32")
        assert shown(page) == ["FP32"] * parts
        assert page.evaluate(X_LABEL) == X_LABELS["FP32"]
    assert page.evaluate("Bokeh.documents.length") == 2
    assert messages == []


def test_the_chosen_model_is_printed(show: Callable[..., Page], messages: list[str]) -> None:
    page = show(*RUN)
    choose(page, "FLOP in all precisions")
    page.emulate_media(media="print")
    assert shown(page) == ["FLOP in all precisions"] * 3
    assert page.locator(f"{SHOWN} .roofline-picture").is_visible()
    assert page.locator("#roofline-run").is_visible() is False
    page.emulate_media(media="screen")
    choose(page, "Instructions")
    page.wait_for_function(f"({PIXELS})({LIGHT_L1}) > 50")
    assert messages == []


@pytest.mark.parametrize("width", [320, 390, 1000])
def test_nothing_is_wider_than_the_window_in_any_model(show: Callable[..., Page], width: int) -> None:
    walls = kernel_page(run_of(made("solve", 6, SOLVE_TRAFFIC | SOLVE_FLOP | SOLVE_INSTRUCTIONS | WALLS)))
    for parts in (RUN, parts_of(walls)):
        page = show(*parts)
        resize(page, width)
        for title in ("Instructions", "FLOP in all precisions", "FP64", "FP32"):
            choose(page, title)
            wait_for_width(page, width)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, title


def test_texts_of_walls_stay_in_the_window(show: Callable[..., Page]) -> None:
    # One dot at either end and one between, where its text is centred.
    page = show(*parts_of(kernel_page(run_of(made("solve", 6, SOLVE_TRAFFIC | SOLVE_FLOP | WALLS)))))
    for width in (390, 1000):
        resize(page, width)
        beyond = page.evaluate(
            "() => [...document.querySelectorAll('.roofline-scale text')].filter((text) => {"
            " const box = text.getBoundingClientRect(); return box.left < 0 || box.right > innerWidth;"
            "}).map((text) => text.textContent)"
        )
        assert beyond == []


def test_walls_are_seen_in_the_colours_of_the_scheme(show: Callable[..., Page]) -> None:
    page = show(*parts_of(kernel_page(run_of(made("solve", 6, SOLVE_TRAFFIC | SOLVE_FLOP | WALLS)))))
    fill = "getComputedStyle(document.querySelector('.roofline-access circle')).fill"
    assert page.evaluate(fill) == f"rgb({', '.join(map(str, LIGHT_L1))})"
    page.evaluate("document.body.setAttribute('data-md-color-scheme', 'slate')")
    assert page.evaluate(fill) == f"rgb({', '.join(map(str, DARK_L1))})"


def test_a_name_from_a_file_makes_no_button(show: Callable[..., Page], messages: list[str]) -> None:
    hostile = '<img src=x onerror="window.pwned=1"><button class="roofline-models">x</button>'
    page = show(*parts_of(run_page(run_of(dataclasses.replace(SOLVE, name=hostile)))))
    choose(page, "FP64")
    assert page.locator(".roofline-models").count() == 1
    assert page.locator(".roofline-models button").count() == 4
    assert page.evaluate("window.pwned") is None
    assert page.locator(READY).count() == 2
    assert messages == []


def test_a_strict_content_security_policy_is_enough(show: Callable[..., Page], messages: list[str]) -> None:
    policy = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:"
    head = f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
    for made_page in (
        run_page(MANY),
        kernel_page(run_of(made("solve", 6, SOLVE_TRAFFIC | SOLVE_FLOP | SOLVE_INSTRUCTIONS | WALLS))),
    ):
        page = show(*parts_of(made_page), head=head)
        choose(page, "FP64")
        page.wait_for_function(f"({PIXELS})({LIGHT_L1}) > 50")
    assert messages == []
