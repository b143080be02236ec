"""What a reader chose to see, on built sites: instant navigation, themes, tabs, folded notes, a phone, from disk."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.charts import DOCUMENT, READY, SELECTED
from tests.browser.operator_site import RUN, THEMES

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.hosts.sites import BuiltSite

HASH = "decodeURIComponent(location.hash)"
SHOWN = "[...RooflineReport.live.values()][0].chart.view.shown.map((dot) => dot.slug)"
PICK = "tr[data-kernel='linear-forward'] .roofline-pick"
IS_ALONE = f"() => location.hash === '#roofline:kernel=linear-forward' && ({SELECTED})().length > 0"


def open_run(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto(address)
    page.wait_for_selector(f".roofline-model:not([hidden]) {READY}, .roofline-figure:not(.roofline-model *) {READY}")
    page.wait_for_load_state("networkidle")


def test_a_view_is_left_and_found_again_by_instant_navigation(
    page: Page, material_url: str, messages: list[str]
) -> None:
    open_run(page, material_url + RUN)
    page.evaluate("window.sameDocument = true")
    page.locator(PICK).locator("visible=true").click()
    page.get_by_role("searchbox", name="Find").fill("forward")
    row = page.locator("#roofline-kernels tr[data-kernel='linear-forward']")
    row.get_by_role("link").click()
    page.wait_for_function("document.querySelector('h1').textContent.includes('linear_forward')")
    page.wait_for_selector(READY)
    assert page.evaluate(HASH) == "", "another page has a view of its own"
    page.go_back()
    page.wait_for_function("document.querySelector('h1').textContent.includes('Operators')")
    page.wait_for_selector(READY)
    assert page.evaluate(HASH) == "#roofline:kernel=linear-forward&find=forward"
    page.wait_for_function(f"() => ({SELECTED})().length > 0")
    assert page.get_by_role("searchbox", name="Find").input_value() == "forward"
    assert page.evaluate("window.sameDocument") is True
    assert messages == []


def test_choosing_going_back_and_forward_never_scroll_the_page(
    page: Page, material_url: str, messages: list[str]
) -> None:
    open_run(page, material_url + RUN)
    page.locator("#roofline-kernels").scroll_into_view_if_needed()
    page.wait_for_timeout(400)  # Material remembers how far a page is scrolled
    before = page.evaluate("scrollY")
    assert before > 100
    pick = page.locator(PICK).locator("visible=true")
    pick.evaluate("(button) => button.click()")
    page.wait_for_function(IS_ALONE)
    page.get_by_role("button", name="Show interpolate_forward alone").locator("visible=true").evaluate(
        "(b) => b.click()"
    )
    assert abs(page.evaluate("scrollY") - before) <= 2
    for step in (page.go_back, page.go_back, page.go_forward):
        step()
        page.wait_for_timeout(250)
        assert abs(page.evaluate("scrollY") - before) <= 2
    page.wait_for_function(IS_ALONE)
    assert page.evaluate("document.querySelectorAll('.roofline-chart[data-roofline-state]').length") == 1
    assert messages == []


def test_a_link_to_a_view_opens_it_under_material(page: Page, material_url: str, messages: list[str]) -> None:
    open_run(page, f"{material_url}{RUN}#roofline:model=fp32&kernel=linear-forward&least=1")
    assert page.locator('.roofline-models [aria-pressed="true"]').inner_text() == "FP32"
    assert page.locator(".roofline-chart[data-roofline-state]").count() == 1, "only the one that is seen is drawn"
    page.wait_for_function(f"() => ({SELECTED})().length > 0")
    assert page.locator(".roofline-count").inner_text().endswith("of 10 kernels")
    page.wait_for_timeout(300)
    assert page.evaluate("scrollY") == 0
    assert messages == []


def test_charts_in_tabs_and_folded_notes_are_drawn_and_chosen_when_they_are_opened(
    page: Page, material_url: str, messages: list[str]
) -> None:
    open_run(page, f"{material_url}folded/#roofline:2.level=dram&3.roof=issue")
    page.get_by_role("button", name="L1 200 GTXN/s").locator("visible=true").click()
    assert page.evaluate(HASH) == "#roofline:level=l1&2.level=dram&3.roof=issue"
    page.get_by_text("Tab two").click()
    page.wait_for_selector(f"#two {READY}")
    page.get_by_text("Folded note").click()
    page.wait_for_selector(f"#three {READY}")
    levels = """() => Object.fromEntries([...RooflineReport.live].map(([element, { chart }]) =>
      [element.closest("figure").id, [...new Set(chart.view.shown.map((dot) => dot.levelKey))].sort().join()]))"""
    assert page.evaluate(levels) == {"one": "l1", "two": "dram", "three": "dram,l1"}
    assert (
        page.evaluate("document.querySelector('#three .roofline-status p').textContent")
        == "Shown: issue 400 warp GIPS."
    )
    assert messages == []


@pytest.mark.parametrize("theme", list(THEMES))
def test_all_that_can_be_chosen_works_in_every_theme_and_from_disk(
    page: Page, themed_sites: dict[str, BuiltSite], messages: list[str], theme: str
) -> None:
    address = (themed_sites[theme].folder / RUN / "index.html").as_uri()
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto(address)
    page.wait_for_selector(READY)
    everything = len(page.evaluate(SHOWN))
    page.locator(PICK).locator("visible=true").click()
    page.wait_for_function(IS_ALONE)
    page.get_by_role("searchbox", name="Find").fill("linear")
    assert set(page.evaluate(SHOWN)) == {"linear-forward"}
    assert page.locator("#roofline-kernels tbody tr:visible").count() == 1
    chip = page.locator('.roofline-entry[data-level="l2"] button').locator("visible=true")
    chip.click()
    assert page.evaluate(HASH) == "#roofline:kernel=linear-forward&level=l2&find=linear"
    opened = page.context.new_page()
    opened.goto(page.url)
    opened.wait_for_selector(READY)
    assert opened.evaluate(SHOWN) == page.evaluate(SHOWN)
    page.go_back()
    page.wait_for_function(f"{HASH} === '#roofline:kernel=linear-forward&find=linear'")
    page.get_by_role("button", name="Show all").locator("visible=true").click()
    assert len(page.evaluate(SHOWN)) == everything
    assert page.evaluate(HASH) == ""
    assert [message for message in messages if "roofline" in message.lower()] == []


@pytest.mark.parametrize("theme", list(THEMES))
def test_controls_fit_a_phone_and_are_reached_in_order(
    page: Page, themed_sites: dict[str, BuiltSite], theme: str
) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto((themed_sites[theme].folder / RUN / "index.html").as_uri())
    page.wait_for_selector(READY)
    page.locator(".roofline-models button").first.focus()
    reached = []
    for _ in range(20):
        reached.append(
            page.evaluate(
                """() => {
                  const node = document.activeElement, box = node.getBoundingClientRect();
                  const name = node.dataset.rooflineModel || node.name || node.textContent.trim();
                  return [name, box.left >= 0 && box.right <= innerWidth + 0.5];
                }"""
            )
        )
        page.keyboard.press("Tab")
    names = [name for name, _ in reached]
    assert names[:5] == ["flop", "fp64", "fp32", "find", "least"]
    assert any("HBM2e" in name for name in names)
    assert all(fits for _, fits in reached), reached


def test_the_names_that_words_have_in_the_chart_are_plain_text(page: Page, material_url: str) -> None:
    open_run(page, material_url + RUN)
    words = page.evaluate(f"() => ({DOCUMENT})().get_model_by_name('roofline-words').data.text")
    assert "linear_forward" in words
