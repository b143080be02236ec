"""Whoever has no pointer gets everywhere: every control is reached, seen to be reached, named, and left again."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.made_site import THEMES
from tests.browser.page_kinds import ALL_DRAWN, MADE_KINDS, PageKind

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.conftest import MadeSites

pytestmark = pytest.mark.xdist_group("pages-of-made-runs")

KINDS = (
    *MADE_KINDS,
    PageKind(name="overview", site="made", address="performance/"),
    PageKind(name="device", site="made", address="performance/devices/nvidia-a100-sxm4-40gb/", charts=1),
    PageKind(name="devices", site="made", address="performance/devices/"),
)
# What has the focus: whether a ring is drawn around it, and what it is called. A chart keeps its parts to itself.
FOCUSED = """() => {
  const host = document.activeElement;
  let element = host;
  while (element.shadowRoot && element.shadowRoot.activeElement) element = element.shadowRoot.activeElement;
  const style = getComputedStyle(element);
  const label = element.getAttribute("aria-labelledby");
  const named = label ? document.getElementById(label) : element.labels && element.labels[0];
  const all = [...document.querySelectorAll("*")];
  return {
    place: all.indexOf(host),
    tag: element.tagName,
    isOurs: host.closest("[class*=roofline]") !== null,
    isInChart: element !== host,
    hasRing: (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0) || style.boxShadow !== "none",
    role: element.getAttribute("role"),
    name: (element.getAttribute("aria-label") || (named || element).textContent || "").trim(),
    left: host.getBoundingClientRect().left,
    right: host.getBoundingClientRect().right,
  };
}"""
# Every control of ours that is seen, as the page has it; a picture that links where the title beside it does is none.
CONTROLS = """() => {
  const all = [...document.querySelectorAll("*")];
  const controls = "a[href], button, input, select, textarea, summary, [tabindex='0']";
  return [...document.querySelectorAll(controls)]
    .filter((each) => each.closest("[class*=roofline]") && each.checkVisibility() && !each.disabled)
    .filter((each) => !each.closest("[aria-hidden='true']"))
    .map((each) => all.indexOf(each));
}"""
START = "const title = document.querySelector('h1'); title.tabIndex = -1; title.focus()"
MOST_STEPS = 400


def walk(page: Page) -> list[dict[str, Any]]:
    """Press Tab from the title to the end of the page; return what of ours had the focus, in order."""
    page.evaluate(START)
    stops: list[dict[str, Any]] = []
    for _ in range(MOST_STEPS):
        page.keyboard.press("Tab")
        stop: dict[str, Any] = page.evaluate(FOCUSED)
        if stop["tag"] == "BODY" or (stops and stop["place"] < stops[-1]["place"] and not stop["isOurs"]):
            return [each for each in stops if each["isOurs"]]
        stops.append(stop)
    pytest.fail(f"the end of the page was not reached: {stops[-1]}")


def open_made(page: Page, made_sites: MadeSites, theme: str, kind: PageKind) -> None:
    page.goto(made_sites.open(theme) + kind.address)
    page.wait_for_load_state("networkidle")
    page.wait_for_function(ALL_DRAWN, arg=kind.charts)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_every_control_is_reached_in_the_order_of_the_page_and_has_a_ring_and_a_name(
    page: Page, made_sites: MadeSites, kind: PageKind
) -> None:
    open_made(page, made_sites, "material", kind)
    controls = page.evaluate(CONTROLS)
    stops = walk(page)
    places = [stop["place"] for stop in stops]
    assert places == sorted(places)
    assert set(controls) <= set(places), "a control is left out"
    assert [stop for stop in stops if not stop["hasRing"]] == []
    assert [stop for stop in stops if not stop["name"] and not stop["isInChart"]] == []


@pytest.mark.parametrize("theme", [theme for theme in THEMES if theme != "material"])
def test_rings_are_seen_in_the_other_themes(page: Page, made_sites: MadeSites, theme: str) -> None:
    open_made(page, made_sites, theme, MADE_KINDS[0])
    controls = page.evaluate(CONTROLS)
    stops = walk(page)
    assert set(controls) <= {stop["place"] for stop in stops}
    assert [stop for stop in stops if not stop["hasRing"]] == []


def test_a_table_that_is_scrolled_sideways_has_a_name_and_brings_what_has_the_focus_into_view(
    page: Page, made_sites: MadeSites
) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    open_made(page, made_sites, "material", MADE_KINDS[0])
    stops = walk(page)
    tables = [stop for stop in stops if stop["tag"] == "DIV" and not stop["isInChart"]]
    assert len(tables) > 1
    assert {stop["role"] for stop in tables} == {"group"}
    assert tables[0]["name"].startswith("FLOP in all precisions: kernels, most GPU time first")
    assert [stop for stop in stops if stop["left"] < 0 or stop["right"] > 390] == []


def test_the_tools_of_a_chart_are_buttons_with_a_name(page: Page, made_sites: MadeSites) -> None:
    open_made(page, made_sites, "material", MADE_KINDS[0])
    frame, *tools = [stop for stop in walk(page) if stop["isInChart"]]
    assert (frame["role"], frame["name"]) == ("group", "FLOP roofline: A run of many.")
    assert {tool["role"] for tool in tools} == {"button"}
    assert [tool["name"] for tool in tools] == ["Pan", "Box Zoom", "Wheel Zoom", "Reset", "Save"]


def test_a_tool_says_whether_it_is_on(page: Page, made_sites: MadeSites) -> None:
    open_made(page, made_sites, "material", MADE_KINDS[0])
    pan, zoom = (page.get_by_role("button", name=name, exact=True).first for name in ("Pan", "Box Zoom"))
    states = []
    for tool in (pan, zoom):
        tool.focus()
        page.keyboard.press("Enter")
        page.wait_for_timeout(100)
        states.append([each.get_attribute("aria-pressed") for each in (pan, zoom)])
    assert states == [["true", "false"], ["false", "true"]]
    assert page.get_by_role("button", name="Reset", exact=True).first.get_attribute("aria-pressed") is None


def test_a_heading_that_the_names_of_rows_cover_is_uncovered_when_it_has_the_focus(
    page: Page, made_sites: MadeSites
) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    open_made(page, made_sites, "material", MADE_KINDS[0])
    headings = page.locator("#roofline-kernels thead button")
    names = headings.first.locator("xpath=ancestor::th")
    headings.last.focus()
    for _ in range(headings.count() - 2):
        page.keyboard.press("Shift+Tab")
        focused, fixed = page.locator(":focus").bounding_box(), names.bounding_box()
        assert focused
        assert fixed
        assert focused["x"] >= fixed["x"] + fixed["width"]
        assert focused["x"] + focused["width"] <= 390


# Levels of headings, captions and scopes: axe looks at them and finds little of what can be wrong.
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_headings_and_tables_say_what_belongs_to_what(page: Page, made_sites: MadeSites, kind: PageKind) -> None:
    page.goto(made_sites.open("material") + kind.address)
    page.wait_for_function(
        "[...document.querySelectorAll('[data-sortable] thead')].every((head) => head.querySelector('button'))"
    )
    levels = page.evaluate("[...document.querySelectorAll('article :is(h1,h2,h3,h4)')].map((each) => +each.tagName[1])")
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))
    tables = page.evaluate(
        """() => [...document.querySelectorAll(".roofline-table table")].map((table) => ({
          caption: table.caption ? table.caption.textContent.trim() : "",
          columns: [...table.tHead.rows[0].cells].map((cell) => [cell.tagName, cell.scope, cell.textContent.trim()]),
          rows: [...table.tBodies[0].rows].map((row) => [row.cells[0].tagName, row.cells[0].scope, row.cells.length]),
          sorted: table.querySelectorAll("[aria-sort]").length,
          isSortable: "sortable" in table.dataset,
          buttons: table.tHead.querySelectorAll("button").length,
        }))"""
    )
    assert tables
    for table in tables:
        assert table["caption"]
        assert all((tag, scope) == ("TH", "col") and title for tag, scope, title in table["columns"]), table["caption"]
        assert {tuple(row) for row in table["rows"]} == {("TH", "row", len(table["columns"]))}, table["caption"]
        assert table["buttons"] == (len(table["columns"]) if table["isSortable"] else 0), table["caption"]
        assert table["sorted"] <= 1
