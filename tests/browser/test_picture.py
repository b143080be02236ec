"""The static picture of a chart, as a reader without scripts, one who waits and one who prints has it."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

import pytest

from roofline_report.renderers.charts.boxes import Box, Frame, is_inside, overlap
from roofline_report.renderers.colors import read_scheme
from tests.browser.charts import DARK_L1, LIGHT_L1, TABLE, chart, write_page
from tests.browser.operator_site import RUN, THEMES
from tests.browser.test_model_sites import CROSS_ENTROPY
from tests.renderers.charts.plots import make_plot, make_point, make_run

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

    from tests.hosts.sites import BuiltSite

DARK = {
    "material": "document.body.setAttribute('data-md-color-scheme', 'slate')",
    "mkdocs": "document.documentElement.setAttribute('data-bs-theme', 'dark')",
    "readthedocs": "document.documentElement.setAttribute('data-roofline-scheme', 'dark')",
}
# Of every word in the frame of the first picture: its text, its centre, its size and how it is turned, as rendered.
WORDS = """(group) => {
  const picture = document.querySelector(".roofline-picture");
  const toPicture = picture.getScreenCTM().inverse();
  return [...picture.querySelectorAll(`.roofline-for-${group} text, .roofline-numbers text`)].map((text) => {
    const box = text.getBBox(), turned = toPicture.multiply(text.getScreenCTM());
    const centre = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2).matrixTransform(turned);
    return { text: text.textContent, shown: text.getClientRects().length > 0, x: centre.x, y: centre.y,
      w: box.width, h: box.height, ux: turned.a, uy: turned.b };
  });
}"""
SHOWN = """() => [...document.querySelectorAll(".roofline-picture")].map((picture) => {
  const box = picture.getBoundingClientRect();
  return picture.checkVisibility() ? [Math.round(box.width), Math.round(box.height)] : null;
})"""
INK = """(name) => getComputedStyle(document.querySelector(`.roofline-picture .roofline-ink-${name}`)).color"""
CANVAS_SHOWN = "document.querySelector('.roofline-chart .bk-Figure').checkVisibility()"


def rgb(color: tuple[int, ...]) -> str:
    return f"rgb({', '.join(map(str, color))})"


@pytest.fixture
def bare(browser: Browser) -> Iterator[Page]:
    """Return a page of a reader without JavaScript."""
    context = browser.new_context(java_script_enabled=False, viewport={"width": 1280, "height": 900})
    yield context.new_page()
    context.close()


@pytest.fixture(scope="module", params=list(THEMES))
def site(request: pytest.FixtureRequest, themed_sites: dict[str, BuiltSite]) -> tuple[str, Path]:
    """Return a theme, and the sample run of many operators in it."""
    theme: str = request.param
    return theme, themed_sites[theme].folder


def words_of(page: Page, group: str) -> list[dict[str, Any]]:
    words: list[dict[str, Any]] = page.evaluate(WORDS, group)
    return words


def assert_words_have_their_places(words: list[dict[str, Any]]) -> None:
    """Check that as rendered no word is on another and none leaves the picture; fonts differ, so to one pixel."""
    boxes = {
        word["text"]: Box(word["x"], word["y"], word["w"] / 2 - 1, word["h"] / 2 - 1, word["ux"], word["uy"])
        for word in words
    }
    assert len(words) > 12
    assert all(word["shown"] for word in words)
    for text, box in boxes.items():
        assert is_inside(box, Frame(x0=-1, y0=-1, x1=721, y1=541)), text
    for (one, a), (other, b) in combinations(boxes.items(), 2):
        assert not overlap(a, b), f"{one!r} on {other!r}"


@pytest.mark.parametrize("address", [RUN, CROSS_ENTROPY])
def test_without_scripts_the_picture_is_seen_in_both_schemes(bare: Page, site: tuple[str, Path], address: str) -> None:
    theme, folder = site
    bare.goto((folder / address / "index.html").as_uri())
    shown = bare.evaluate(SHOWN)
    assert shown
    for width, height in shown:
        assert width > 450
        assert height == pytest.approx(width * 0.75, abs=2)
    assert bare.evaluate(INK, "l1") == rgb(LIGHT_L1)
    bare.evaluate(DARK[theme])
    assert bare.evaluate(INK, "l1") == rgb(DARK_L1)


@pytest.mark.parametrize("address", [RUN, CROSS_ENTROPY])
@pytest.mark.parametrize(("width", "group"), [(1280, "page"), (390, "phone")])
def test_words_are_inside_and_off_one_another_as_rendered(
    bare: Page, site: tuple[str, Path], address: str, width: int, group: str
) -> None:
    bare.set_viewport_size({"width": width, "height": 900})
    bare.goto((site[1] / address / "index.html").as_uri())
    assert_words_have_their_places(words_of(bare, group))
    other = {"page": "phone", "phone": "page"}[group]
    assert not any(word["shown"] for word in words_of(bare, other) if word["text"].startswith("Performance"))


def test_words_can_be_read_on_a_phone(bare: Page, site: tuple[str, Path]) -> None:
    bare.set_viewport_size({"width": 390, "height": 844})
    bare.goto((site[1] / RUN / "index.html").as_uri())
    sizes = bare.evaluate(
        """() => { const picture = document.querySelector(".roofline-picture"), scale = picture.getScreenCTM().a;
        return [...picture.querySelectorAll("text")].filter((text) => text.getClientRects().length)
          .map((text) => scale * parseFloat(getComputedStyle(text).fontSize)); }"""
    )
    assert min(sizes) >= 8.5
    right = "[...document.querySelectorAll('.roofline-figure')].map((each) => each.getBoundingClientRect().right)"
    assert max(bare.evaluate(right)) <= 390


def test_the_picture_stands_in_until_the_chart_is_drawn(
    page: Page, site_folder: Path, server_url: str, messages: list[str]
) -> None:
    held: list[Any] = []
    page.route("**/bokeh-*.js", lambda route: held.append(route))  # noqa: PLW0108 - Playwright marks what it is given
    write_page(site_folder, "waiting", chart(make_run()), TABLE)
    page.goto(f"{server_url}/waiting.html", wait_until="commit")
    page.wait_for_selector(".roofline-picture")
    before = page.evaluate(SHOWN)[0]
    assert before is not None
    room = page.locator(".roofline-chart").evaluate("(chart) => [chart.clientWidth, chart.clientHeight]")
    assert before == room
    page.wait_for_function("document.querySelector('script[src*=bokeh]') !== null")
    while not held:
        page.wait_for_timeout(20)
    held[0].continue_()
    page.wait_for_selector('.roofline-chart[data-roofline-state="ready"]')
    assert page.evaluate(SHOWN) == [None]
    assert page.evaluate(CANVAS_SHOWN) is True
    assert page.locator(".roofline-chart").evaluate("(chart) => [chart.clientWidth, chart.clientHeight]") == room
    assert messages == []


def test_what_is_half_drawn_is_not_seen_over_the_picture(show: Callable[..., Page]) -> None:
    page = show(chart(make_run()))
    hidden = "getComputedStyle(document.querySelector('.bk-Figure')).visibility"
    assert page.evaluate(hidden) == "visible"
    page.evaluate("delete document.querySelector('.roofline-chart').dataset.rooflineState")
    assert page.evaluate(hidden) == "hidden"
    assert page.evaluate(SHOWN) != [None]


@pytest.mark.parametrize("scheme", ["default", "slate"])
def test_paper_has_the_picture_in_light_colours(show: Callable[..., Page], scheme: str) -> None:
    page = show(chart(make_run()))
    page.evaluate("(scheme) => document.body.setAttribute('data-md-color-scheme', scheme)", scheme)
    page.emulate_media(media="print")
    ((width, height),) = page.evaluate(SHOWN)
    assert height == pytest.approx(width * 0.75, abs=2)
    assert page.evaluate(CANVAS_SHOWN) is False
    assert page.evaluate(INK, "l1") == rgb(LIGHT_L1)
    assert page.evaluate(INK, "text") == rgb((31, 37, 48))
    halo = "getComputedStyle(document.querySelector('.roofline-picture text')).stroke"
    assert page.evaluate(halo) == rgb((255, 255, 255))
    page.emulate_media(media="screen")
    assert page.evaluate(SHOWN) == [None]


def test_colours_and_marks_of_kernels_are_theirs_and_words_are_not_colours(show: Callable[..., Page]) -> None:
    points = [
        make_point(label="own", color="teal", marker="star", x=0.5),
        make_point(label="none", color="nocolour", x=3.0),
    ]
    page = show(chart(make_plot(*points)))
    fills = page.evaluate(
        "[...document.querySelectorAll('.roofline-dots :is(path, circle)')]"
        ".map((dot) => [getComputedStyle(dot).fill, getComputedStyle(dot).stroke])"
    )
    assert fills == [[rgb((0, 128, 128))] * 2, [rgb(LIGHT_L1)] * 2]


def test_a_strict_policy_for_styles_is_enough(bare: Page, site_folder: Path, server_url: str) -> None:
    policy = "default-src 'none'; style-src 'self'"
    head = f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
    said: list[str] = []
    bare.on("console", lambda message: said.append(message.text))
    write_page(site_folder, "strict", chart(make_run()), head=head)
    bare.goto(f"{server_url}/strict.html")
    assert bare.evaluate(INK, "dram") == rgb(tuple(bytes.fromhex(read_scheme(dark=False).colors["dram"][1:])))
    assert [text for text in said if "style" in text.lower()] == []


def test_what_the_picture_leaves_out_is_said_until_the_chart_is_drawn(
    bare: Page, show: Callable[..., Page], server_url: str
) -> None:
    points = [make_point(label=f"k{number}", x=1 + number / 500) for number in range(400)]
    page = show(chart(make_plot(*points)))
    assert page.locator(".roofline-left-out").is_visible() is False
    page.emulate_media(media="print")
    assert page.locator(".roofline-left-out").is_visible() is True
    bare.goto(f"{server_url}/page.html")
    assert bare.locator(".roofline-left-out").inner_text().startswith("This picture shows 300 of 400 dots")
