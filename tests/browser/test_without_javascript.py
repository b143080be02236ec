"""A page without JavaScript says all that it says with it, and leaves no hole where a chart would be."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.made_site import THEMES
from tests.browser.page_kinds import MADE_KINDS, PageKind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

    from tests.browser.conftest import MadeSites

pytestmark = pytest.mark.xdist_group("pages-of-made-runs")

DEVICE = PageKind(name="device", site="made", address="performance/devices/nvidia-a100-sxm4-40gb/", charts=1)
READING = PageKind(name="reading", site="made", address="performance/reading/", charts=4)
OVERVIEW = PageKind(name="overview", site="made", address="performance/")
DEVICES = PageKind(name="devices", site="made", address="performance/devices/")
KINDS = (*MADE_KINDS, OVERVIEW, DEVICE, DEVICES, READING)
# Places of charts that take room and hold no picture.
HOLES = """() => [...document.querySelectorAll(".roofline-chart")]
  .filter((place) => place.getBoundingClientRect().height > 2)
  .filter((place) => ![...place.querySelectorAll("svg, img")].some((each) => each.getBoundingClientRect().height > 50))
  .map((place) => place.outerHTML.slice(0, 60))"""
# Controls that nothing answers to.
DEAD = """() => [...document.querySelectorAll("[class*=roofline] :is(button, input, select)")]
  .filter((each) => each.checkVisibility()).map((each) => each.outerHTML.slice(0, 80))"""


@pytest.fixture
def plain_page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1000, "height": 900}, java_script_enabled=False)
    page = context.new_page()
    page.set_default_timeout(60_000)
    yield page
    context.close()


@pytest.mark.parametrize("theme", THEMES)
def test_nothing_empty_is_left_and_nothing_that_does_not_work(
    plain_page: Page, made_sites: MadeSites, theme: str
) -> None:
    address = made_sites.open(theme)
    for kind in KINDS:
        plain_page.goto(address + kind.address)
        assert plain_page.evaluate(HOLES) == [], kind.name
        assert plain_page.evaluate(DEAD) == [], kind.name


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_verdict_numbers_and_caption_are_there(plain_page: Page, made_sites: MadeSites, kind: PageKind) -> None:
    plain_page.goto(made_sites.open("material") + kind.address)
    text = plain_page.locator("article").inner_text()
    if "/runs/" in kind.address:
        verdict = plain_page.locator(".roofline-verdict").first
        assert verdict.is_visible()
        assert len(verdict.inner_text()) > 60
        assert "Provenance" in text or "Metrics" in text
    table = plain_page.locator(".roofline-table table").first
    assert table.is_visible()
    assert table.locator("tbody tr").count() > 0
    captions = plain_page.locator(".roofline-figure figcaption:visible")
    # Without the switch between models all of them are shown.
    assert captions.count() >= kind.charts
    for at in range(captions.count()):
        assert len(captions.nth(at).inner_text()) > 30


def test_the_models_of_a_kernel_are_all_there_and_each_says_its_name_and_verdict(
    plain_page: Page, made_sites: MadeSites
) -> None:
    plain_page.goto(made_sites.open("material") + MADE_KINDS[-1].address)
    titles = plain_page.locator(".roofline-model-title:visible").all_inner_texts()
    assert titles[:4] == ["FLOP in all precisions", "Instructions", "FP64", "FP32"]
    assert plain_page.locator(".roofline-model-verdict:visible").count() == 3
    assert plain_page.locator(".roofline-table table[id^=roofline-levels]:visible").count() == 4


def test_the_overview_says_what_limits_each_run_and_where_work_is_worth_it(
    plain_page: Page, made_sites: MadeSites
) -> None:
    plain_page.goto(made_sites.open("material") + OVERVIEW.address)
    text = plain_page.locator("article").inner_text()
    for words in ("A run of few", "A run of many", "Worth working on", "headroom"):
        assert words.lower() in text.lower()
