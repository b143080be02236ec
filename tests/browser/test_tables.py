"""Tables on built pages: numbers in line, the exact ones on hover, sorted by keyboard, scrolled within themselves."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.made_site import MANY_KERNELS, TABLE_ROWS, THEMES
from tests.browser.page_kinds import MADE_KINDS, PageKind

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.conftest import MadeSites

pytestmark = pytest.mark.xdist_group("pages-of-made-runs")

MANY, NAMES = MADE_KINDS[0].address, MADE_KINDS[1].address
KINDS = (
    *MADE_KINDS,
    PageKind(name="overview", site="made", address="performance/"),
    PageKind(name="device", site="made", address="performance/devices/nvidia-a100-sxm4-40gb/"),
    PageKind(name="devices", site="made", address="performance/devices/"),
)
NUMBERS = """() => [...document.querySelectorAll(".roofline-table table")].flatMap((table) =>
  [...table.tBodies[0].rows].flatMap((row) => [...row.cells].map((cell, at) => [cell, table.tHead.rows[0].cells[at]])
    .filter(([cell]) => cell.classList.contains("roofline-number"))
    .map(([cell, header]) => ({
      table: table.id,
      row: row.cells[0].textContent,
      text: cell.childNodes[0] ? cell.childNodes[0].textContent.trim() : "",
      exact: cell.dataset.value !== undefined ? cell.dataset.value : cell.title,
      hover: cell.title,
      align: getComputedStyle(cell).textAlign,
      above: getComputedStyle(header).textAlign,
      sort: header.dataset.sort,
    }))))"""
# Headings of rows whose words reach into the next cell.
OVERFLOWING = """() => [...document.querySelectorAll(".roofline-table :is(tbody th, thead th)")]
  .filter((each) => each.checkVisibility() && each.scrollWidth > each.clientWidth + 1)
  .map((each) => each.textContent.slice(0, 40))"""
NUMBER = re.compile(r"-?[\d,]*\.?\d+(?:e[-+]\d+)?")


def numbers_of(page: Page, kinds: tuple[PageKind, ...], address: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for kind in kinds:
        page.goto(address + kind.address)
        found += page.evaluate(NUMBERS)
    return found


@pytest.mark.parametrize("theme", THEMES)
def test_numbers_stand_in_line_at_the_right_below_a_heading_at_the_right(
    page: Page, made_sites: MadeSites, theme: str
) -> None:
    kinds = KINDS if theme == "material" else MADE_KINDS[:1]
    numbers = numbers_of(page, kinds, made_sites.open(theme))
    assert len(numbers) > 100
    assert {(each["align"], each["above"], each["sort"]) for each in numbers} == {("end", "end", "number")}


def test_a_number_is_read_in_few_digits_and_told_in_full_on_hover(page: Page, made_sites: MadeSites) -> None:
    numbers = numbers_of(page, KINDS, made_sites.open("material"))
    wrong = []
    for each in numbers:
        shown = NUMBER.search(each["text"])
        if shown is None or each["exact"] == "":
            continue
        if not is_rounded(shown[0].replace(",", ""), float(each["exact"])):
            wrong.append(each)
        assert each["hover"], each
    assert wrong == []


def is_rounded(shown: str, exact: float) -> bool:
    """Tell whether a number is another one rounded to its digits, in a unit that is a power of ten of its own."""
    if float(shown) == 0 or exact == 0:
        return float(shown) == exact
    mantissa, _, _ = shown.partition("e")
    half_a_digit = 0.501 * 10.0 ** -len(mantissa.partition(".")[2]) * (float(shown) / float(mantissa))
    power = round(math.log10(exact / float(shown)))
    return abs(float(shown) - exact / 10.0**power) <= half_a_digit


def test_every_column_of_the_kernels_is_sorted_by_keyboard(page: Page, made_sites: MadeSites) -> None:
    page.goto(made_sites.open("material") + MANY)
    buttons = page.locator("#roofline-kernels thead button")
    buttons.first.wait_for()
    assert buttons.count() == 7
    for at in range(buttons.count()):
        header = page.locator("#roofline-kernels thead th").nth(at)
        buttons.nth(at).focus()
        for key in ("Enter", "Space"):
            page.keyboard.press(key)
            direction = header.get_attribute("aria-sort")
            assert direction in ("ascending", "descending")
            assert page.locator("#roofline-kernels [aria-sort]").count() == 1
            if header.get_attribute("data-sort") == "number":
                keys = page.evaluate(COLUMN, at)
                assert len(keys) > 10
                assert keys == sorted(keys, reverse=direction == "descending")


COLUMN = """(at) => [...document.querySelector("#roofline-kernels").tBodies[0].rows].map((row) => row.cells[at])
  .map((cell) => cell.dataset.value !== undefined ? cell.dataset.value : cell.title)
  .filter((text) => text !== "").map(Number)"""


def test_a_caption_tells_the_order_that_the_rows_came_in_as_long_as_they_are_in_it(
    page: Page, made_sites: MadeSites
) -> None:
    page.goto(made_sites.open("material") + MANY)
    table = page.locator("#roofline-kernels")
    order = table.locator(".roofline-order")
    assert order.inner_text() == ", most GPU time first"
    for heading, is_told in (("Achieved", False), ("Share", True), ("Share", False), ("Share", True)):
        table.locator("th button", has_text=heading).click()
        assert order.is_visible() == is_told, heading


SLUGS = """() => [...document.querySelectorAll("#roofline-kernels tbody tr")].map((row) => row.dataset.kernel)"""


def test_the_order_of_the_kernels_is_in_the_address(page: Page, made_sites: MadeSites) -> None:
    page.goto(made_sites.open("material") + MANY)
    table = page.locator("#roofline-kernels")
    table.locator(".roofline-sort").first.wait_for()
    came = page.evaluate(SLUGS)
    table.locator("th button", has_text="Use").click()
    by_use = page.evaluate(SLUGS)
    assert by_use != came
    assert page.evaluate("() => location.hash") == "#roofline:sort=use+descending"
    table.locator("th button", has_text="Use").click()
    assert page.evaluate("() => location.hash") == "#roofline:sort=use+ascending"
    page.go_back()
    page.wait_for_function("() => location.hash.endsWith('descending')")
    assert page.evaluate(SLUGS) == by_use
    page.reload()
    page.wait_for_selector("#roofline-kernels th[aria-sort] >> text=Use")
    assert page.evaluate(SLUGS) == by_use
    # The order that the rows came in needs no word in the address, and comes back whole.
    table.locator("th button", has_text="Share").click()
    assert page.evaluate("() => location.hash") == ""
    assert page.evaluate(SLUGS) == came


@pytest.mark.parametrize("order", ["price descending", "use sideways", "use", "", "constructor ascending"])
def test_an_order_that_no_table_knows_is_ignored(page: Page, made_sites: MadeSites, order: str) -> None:
    page.goto(f"{made_sites.open('material')}{MANY}#roofline:sort={order}&find=kernel")
    page.wait_for_function("() => document.querySelector('.roofline-find').value === 'kernel'")
    heading = page.locator("#roofline-kernels th[aria-sort]")
    assert (heading.count(), heading.get_attribute("aria-sort")) == (1, "descending")
    assert "Share" in heading.inner_text()


def test_the_table_of_a_run_fits_into_the_column_of_the_theme(page: Page, own_url: str) -> None:
    for width in (1280, 1600):
        page.set_viewport_size({"width": width, "height": 900})
        page.goto(f"{own_url}performance/runs/a100-operators/")
        page.wait_for_load_state("networkidle")
        box = page.locator(".roofline-table:has(#roofline-kernels)")
        assert box.evaluate("(box) => box.scrollWidth - box.clientWidth") <= 0


def test_a_table_of_more_rows_than_allowed_says_so(page: Page, made_sites: MadeSites) -> None:
    page.goto(made_sites.open("material") + MANY)
    assert page.locator("#roofline-kernels tbody tr").count() == TABLE_ROWS
    text = page.locator("article").inner_text()
    assert f"{MANY_KERNELS - TABLE_ROWS} more" in text


@pytest.mark.parametrize("theme", THEMES)
def test_a_wide_table_is_scrolled_within_itself_and_its_names_stay_in_their_cells(
    page: Page, made_sites: MadeSites, theme: str
) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    for address in (MANY, NAMES):
        page.goto(made_sites.open(theme) + address)
        inner, outer = page.locator("#roofline-kernels").evaluate(
            "(table) => [table.parentElement.scrollWidth, table.closest('.roofline-table').clientWidth]"
        )
        assert inner > outer
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        assert page.evaluate(OVERFLOWING) == [], address
