"""The switch between rooflines on built sites: instant navigation of Material, other themes, from disk."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.operator_site import RUN, THEMES

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.hosts.sites import BuiltSite

LINEAR = f"{RUN}linear-forward/"
CROSS_ENTROPY = f"{RUN}cross-entropy-forward-large/"
DROPOUT = f"{RUN}dropout-forward-large/"
# The first chart that is shown is drawn, and lives alone or with those that were shown before.
SHOWN = '[...document.querySelectorAll(".roofline-chart")].find(each => each.closest("[hidden]") === null)'
IS_DRAWN = f"""() => {{
  const element = {SHOWN};
  return element !== undefined && element.dataset.rooflineState === "ready" && RooflineReport.live.has(element);
}}"""
X_LABEL = f"""() => RooflineReport.live.get({SHOWN})
  .chart.figure.model.below[0].axis_label.replace(String.fromCharCode(10), " ")"""


def choose(page: Page, title: str) -> None:
    page.get_by_role("button", name=title, exact=True).click()
    page.wait_for_function(IS_DRAWN)


def arrive(page: Page, heading: str) -> None:
    page.wait_for_function(f"document.querySelector('h1').textContent.includes({heading!r})")
    page.wait_for_function(IS_DRAWN)


def test_the_switch_is_made_once_on_each_page_and_works_after_navigating_to_and_fro(
    page: Page, material_url: str, messages: list[str]
) -> None:
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto(material_url + RUN)
    page.wait_for_load_state("networkidle")
    page.evaluate("window.sameDocument = true")
    for turn in range(3):
        arrive(page, "Operators of neural networks")
        assert page.locator(".roofline-models").count() == 1
        choose(page, "FP64")
        assert page.evaluate(X_LABEL) == "Arithmetic intensity [FP64 FLOP/byte]"
        assert page.locator("#roofline-kernels-2").is_visible()
        link = page.locator("#roofline-kernels-2").get_by_role("link", name="dropout_forward_large")
        link.click()
        arrive(page, "dropout_forward_large")
        assert page.locator(".roofline-models").count() == 1
        choose(page, "FLOP in all precisions")
        assert page.evaluate(X_LABEL) == "Arithmetic intensity [FLOP/byte]"
        if turn == 1:
            page.go_back()
        else:
            page.get_by_role("link", name="Operators of neural networks on an A100").last.click()
    arrive(page, "Operators of neural networks")
    assert page.evaluate("window.sameDocument") is True, "the page was loaded anew: navigation was not instant"
    assert page.evaluate("RooflineReport.live.size") == 1
    assert page.evaluate("Bokeh.documents.length") == 1
    assert messages == []


def test_a_page_without_a_chart_beside_one_with_several_has_a_sentence_and_no_switch(
    page: Page, material_url: str, messages: list[str]
) -> None:
    page.goto(f"{material_url}{RUN}relu-forward-large/")
    told = page.locator(".roofline-undrawn").inner_text()
    assert told.startswith(
        "No chart: the kernel does no floating-point operation and its instructions were not counted."
    )
    folded = page.locator(".roofline-collect")
    assert "smsp__thread_inst_executed.sum" not in folded.inner_text()
    folded.locator("summary", has_text="How to fill the gaps").click()
    assert "smsp__thread_inst_executed.sum" in folded.inner_text()
    assert page.locator(".roofline-chart, .roofline-models").count() == 0
    page.get_by_role("link", name="Operators of neural networks on an A100").last.click()
    arrive(page, "Operators of neural networks")
    assert page.locator(".roofline-models button").count() == 3
    assert messages == []


@pytest.mark.parametrize("theme", list(THEMES))
def test_the_switch_works_in_every_theme_and_from_disk(
    page: Page, themed_sites: dict[str, BuiltSite], messages: list[str], theme: str
) -> None:
    site = themed_sites[theme]
    for address in (RUN, DROPOUT):
        page.goto((site.folder / address / "index.html").as_uri())
        buttons = page.locator(".roofline-models button")
        assert "FLOP in all precisions" in buttons.all_inner_texts()
        for title in reversed(buttons.all_inner_texts()):
            choose(page, title)
            assert page.locator('.roofline-models [aria-pressed="true"]').inner_text() == title
            assert page.locator(".roofline-chart:visible").count() == 1
    assert [message for message in messages if "roofline" in message.lower()] == []


@pytest.mark.parametrize("theme", list(THEMES))
def test_nothing_of_ours_is_wider_than_a_phone_in_any_theme(
    page: Page, themed_sites: dict[str, BuiltSite], theme: str
) -> None:
    site = themed_sites[theme]
    page.set_viewport_size({"width": 390, "height": 844})
    for address in (RUN, DROPOUT, CROSS_ENTROPY, LINEAR):
        page.goto((site.folder / address / "index.html").as_uri())
        page.wait_for_function(IS_DRAWN)
        for button in page.locator(".roofline-models button").all():
            button.click()
            page.wait_for_function(IS_DRAWN)
            wide = page.evaluate(
                """() => [...document.querySelectorAll("[class*=roofline], [class*=roofline] *")]
                .filter((each) => !each.closest(".roofline-table table, .md-header, .md-nav, pre, .bk-Figure"))
                .filter((each) => each.checkVisibility() && each.getBoundingClientRect().right > innerWidth + 0.5)
                .map((each) => `${each.tagName} ${each.className}`)"""
            )
            assert wide == [], (address, button.inner_text())


@pytest.mark.parametrize("theme", ["mkdocs", "readthedocs"])
def test_buttons_look_like_a_switch_whatever_the_theme_makes_of_buttons(
    page: Page, themed_sites: dict[str, BuiltSite], theme: str
) -> None:
    site = themed_sites[theme]
    page.goto((site.folder / RUN / "index.html").as_uri())
    page.wait_for_function(IS_DRAWN)
    look = page.evaluate(
        """() => [...document.querySelectorAll(".roofline-models button")].map((button) => {
          const style = getComputedStyle(button);
          return [style.cursor, style.borderTopStyle, Math.round(button.getBoundingClientRect().height)];
        })"""
    )
    assert {(cursor, border) for cursor, border, _ in look} == {("pointer", "solid")}
    heights = {height for _, _, height in look}
    assert len(heights) == 1
    assert 24 <= heights.pop() <= 44
    chosen, other = page.evaluate(
        """() => [true, false].map((pressed) => getComputedStyle(
          document.querySelector(`.roofline-models button[aria-pressed="${pressed}"]`)).backgroundColor)"""
    )
    assert chosen != other
