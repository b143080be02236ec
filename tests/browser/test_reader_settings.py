"""What readers set in their system is heeded: contrast themes, less motion, larger text, narrow windows."""

from __future__ import annotations

import re
from importlib.resources import files
from typing import TYPE_CHECKING

import pytest

from tests.browser.charts import TABLE, chart
from tests.browser.made_site import THEMES
from tests.browser.page_kinds import ALL_DRAWN, MADE_KINDS, PageKind
from tests.browser.windows import resize
from tests.renderers.charts.color_vision import contrast
from tests.renderers.charts.plots import make_run

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, Page

    from tests.browser.conftest import MadeSites

pytestmark = pytest.mark.xdist_group("pages-of-made-runs")

RUN, KERNEL = MADE_KINDS[0], MADE_KINDS[-1]
KINDS = (
    *MADE_KINDS,
    PageKind(name="overview", site="made", address="performance/"),
    PageKind(name="odd-kernel", site="made", address="performance/runs/names/transpose-config-bold-code-float-int/"),
    PageKind(name="device", site="made", address="performance/devices/nvidia-a100-sxm4-40gb/"),
    PageKind(name="devices", site="made", address="performance/devices/"),
    PageKind(name="reading", site="made", address="performance/reading/"),
)
# The colour that a mark is painted in, and the one behind it.
MARKS = """() => {
  const ground = getComputedStyle(document.documentElement).backgroundColor;
  const painted = (selector, property) => [...document.querySelectorAll(selector)]
    .filter((each) => each.checkVisibility()).map((each) => getComputedStyle(each)[property]);
  return {
    ground,
    keys: painted(".roofline-table .roofline-key", "backgroundColor"),
    bars: painted(".roofline-bar rect, .roofline-share-bar rect", "fill"),
    signs: painted(".roofline-legend .roofline-sign", "color"),
    walls: painted(".roofline-wall line, .roofline-scale-axis", "stroke"),
    texts: painted(".roofline-wall text, .roofline-access text", "fill"),
    dots: painted(".roofline-access circle", "fill"),
  };
}"""
# Words of a page that reach beyond the window, where the page is wider than it; those in a table are scrolled to.
TOO_WIDE = """() => {
  if (document.documentElement.scrollWidth <= innerWidth) return [];
  const found = [], words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (words.nextNode()) {
    const range = document.createRange(), parent = words.currentNode.parentElement;
    range.selectNodeContents(words.currentNode);
    const reaches = [...range.getClientRects()].some((line) => line.right > innerWidth);
    if (reaches && !parent.closest(".roofline-table table, script, style")) found.push(words.currentNode.data.trim());
  }
  return found.map((text) => text.slice(0, 60)).filter(Boolean).concat("the page is wider");
}"""
MOVING = """() => {
  const moves = (style) => style.transitionDuration.split(",").some((each) => parseFloat(each) > 0)
    || style.animationName !== "none" || style.scrollBehavior === "smooth";
  return [...document.querySelectorAll("*")]
    .filter((each) => [null, "::before", "::after"].some((part) => moves(getComputedStyle(each, part))))
    .map((each) => `${each.tagName}.${each.className}`);
}"""


@pytest.fixture(params=["light", "dark"])
def contrast_page(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    context = browser.new_context(
        viewport={"width": 1280, "height": 900}, forced_colors="active", color_scheme=request.param
    )
    page = context.new_page()
    page.set_default_timeout(60_000)
    yield page
    context.close()


def contrast_of(one: str, other: str) -> float:
    """Return the contrast of two colours as a browser computes them, "rgb(8, 104, 172)"."""
    first, second = (
        "#" + "".join(f"{int(part):02x}" for part in re.findall(r"\d+", each)[:3]) for each in (one, other)
    )
    return contrast(first, second)


def test_in_a_contrast_theme_bars_marks_and_walls_are_seen(contrast_page: Page, made_sites: MadeSites) -> None:
    page = contrast_page
    page.goto(made_sites.open("material") + KERNEL.address)
    page.wait_for_function(ALL_DRAWN, arg=KERNEL.charts)
    marks = page.evaluate(MARKS)
    for name in ("keys", "bars", "signs", "walls", "texts", "dots"):
        assert marks[name], name
        assert min(contrast_of(color, marks["ground"]) for color in marks[name]) >= 3, (
            name,
            marks["ground"],
            marks[name],
        )


def test_in_a_contrast_theme_what_is_chosen_is_told_from_the_rest(contrast_page: Page, made_sites: MadeSites) -> None:
    page = contrast_page
    page.goto(made_sites.open("material") + RUN.address)
    page.wait_for_function(ALL_DRAWN, arg=RUN.charts)
    look = "(button) => getComputedStyle(button).backgroundColor"
    chosen, other = (
        page.locator(f'.roofline-models button[aria-pressed="{pressed}"]').first.evaluate(look)
        for pressed in ("true", "false")
    )
    assert contrast_of(chosen, other) >= 3
    row = page.locator("#roofline-kernels tr[data-kernel]").nth(1)
    pick = row.locator(".roofline-pick")
    unpicked = pick.evaluate(look)
    pick.click()
    page.mouse.move(5, 5)
    assert pick.evaluate(look) != unpicked
    assert row.evaluate("(row) => getComputedStyle(row).outlineStyle") == "solid"


def test_a_chart_has_a_ground_of_its_own_in_a_contrast_theme(contrast_page: Page, made_sites: MadeSites) -> None:
    page = contrast_page
    page.goto(made_sites.open("material") + RUN.address)
    page.wait_for_function(ALL_DRAWN, arg=RUN.charts)
    text, ground = page.evaluate(
        """() => { const element = document.querySelector(".roofline-chart");
        const probe = document.createElement("i");
        element.append(probe);
        probe.style.color = "var(--roofline-text)";
        return [getComputedStyle(probe).color, getComputedStyle(element).backgroundColor]; }"""
    )
    assert contrast_of(text, ground) >= 7


def test_nothing_of_ours_moves_for_readers_who_asked_for_less_motion(show: Callable[..., Page]) -> None:
    page = show(chart(make_run()), TABLE)
    assert page.evaluate(MOVING) != [], "this test would see what moves"
    page.emulate_media(reduced_motion="reduce")
    assert page.evaluate(MOVING) == []


def test_scripts_that_could_move_something_ask_first() -> None:
    folder = files("roofline_report.renderers") / "assets"
    scripts = {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir() if path.name.endswith(".js")}
    assert len(scripts) > 3
    moving = [name for name, text in scripts.items() if re.search(r"['\"]smooth['\"]|\.animate\(", text)]
    assert [name for name in moving if "prefers-reduced-motion" not in scripts[name]] == []


# At 200 % a window of 1,280 pixels has room for 640, at 400 % for 320, which WCAG 1.4.10 asks for.
@pytest.mark.parametrize("theme", THEMES)
def test_no_page_is_wider_than_a_window_that_is_narrow_or_enlarged(
    page: Page, made_sites: MadeSites, theme: str
) -> None:
    address = made_sites.open(theme)
    too_wide = []
    for kind in KINDS:
        page.goto(address + kind.address)
        page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
        for width in (320, 390, 640):
            resize(page, width)
            too_wide += [(kind.name, width, text) for text in page.evaluate(TOO_WIDE)]
    assert too_wide == []


@pytest.mark.parametrize("theme", THEMES)
def test_text_that_is_twice_as_large_stays_on_the_page_and_in_its_place(
    page: Page, made_sites: MadeSites, theme: str
) -> None:
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto(made_sites.open(theme) + RUN.address)
    page.wait_for_function(ALL_DRAWN, arg=RUN.charts)
    double = "(root) => { root.style.fontSize = 2 * parseFloat(getComputedStyle(root).fontSize) + 'px'; }"
    page.locator("html").evaluate(double)
    assert page.evaluate("document.documentElement.scrollWidth") <= 1280
    cut = page.evaluate(
        """() => [...document.querySelectorAll(".roofline-verdict, .roofline-models button")]
        .filter((each) => each.checkVisibility())
        .filter((each) => each.scrollHeight > each.clientHeight + 2 || each.scrollWidth > each.clientWidth + 2)
        .map((each) => each.textContent.slice(0, 40))"""
    )
    assert cut == []
