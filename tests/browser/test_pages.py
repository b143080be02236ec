"""Overview and kernel pages as a reader meets them: what is folded, cards and neighbours, on paper and on a phone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from tests.hosts.sites import BuiltSite, build_site
from tests.pipeline.folders import metrics, nvprof_run, timing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

THEMES: Final = {
    "mkdocs": {"name": "mkdocs"},
    "readthedocs": {"name": "readthedocs"},
    "material": {"name": "material", "font": False},
}
LONG_NAME: Final = f"void library::detail::{'a_name_that_goes_on_' * 12}<float, 4>(float*)"
OVERVIEW, KERNEL = "performance/index.html", "performance/runs/new/alpha.html"
RUNS: Final = ("new", "old", *(f"older-{number}" for number in range(6)))
# A closed <details> has the height of its summary alone.
SHOWS_CONTENT = "(fold) => fold.getBoundingClientRect().height > 2 * fold.querySelector('summary').offsetHeight"
TOO_WIDE = "() => document.documentElement.scrollWidth > window.innerWidth"


def files() -> dict[str, str]:
    """Return eight runs, one with a warning, with a kernel whose name is long; in one of them it took longer."""
    found: dict[str, str] = {}
    for number, run in enumerate(RUNS):
        of_run = {**nvprof_run("alpha(int)", LONG_NAME), "run.yml": f"title: Run {run}\ndate: 2026-01-{20 - number}\n"}
        if run == "old":
            of_run["timing.csv"] = timing("alpha(int)", LONG_NAME).replace(
                "100.0,10,10.0,9.0,11.0", "250.0,10,25.0,24.0,26.0"
            )
        if run == "older-1":
            of_run["metrics.csv"] = metrics("alpha(int)", LONG_NAME)[:-40]
        found |= {f"data/{run}/{name}": text for name, text in of_run.items()}
    return found


@pytest.fixture(scope="module", params=list(THEMES))
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> BuiltSite:
    # From disk a folder is no page.
    config = {"theme": THEMES[request.param], "use_directory_urls": False}
    return build_site(tmp_path_factory.mktemp("pages"), files(), config=config)


@pytest.fixture
def bare_page(browser: Browser) -> Iterator[Page]:
    """Return a page on which no script runs."""
    context = browser.new_context(java_script_enabled=False, viewport={"width": 1000, "height": 900})
    yield context.new_page()
    context.close()


def address(site: BuiltSite, path: str) -> str:
    return (site.folder / path).as_uri()


def test_what_is_folded_is_closed_and_a_click_or_a_key_opens_it(page: Page, site: BuiltSite) -> None:
    page.goto(address(site, KERNEL))
    folds = page.locator(".roofline-fold")
    assert folds.count() >= 4
    assert not any(each.evaluate(SHOWS_CONTENT) for each in folds.all())
    arithmetic = folds.first
    arithmetic.locator("summary").click()
    assert arithmetic.evaluate(SHOWS_CONTENT)
    assert page.locator("#roofline-arithmetic").is_visible()
    arithmetic.locator("summary").focus()
    page.keyboard.press("Enter")
    assert not arithmetic.evaluate(SHOWS_CONTENT)


def test_what_is_folded_opens_without_scripts(bare_page: Page, site: BuiltSite) -> None:
    bare_page.goto(address(site, KERNEL))
    metric_table = bare_page.locator("#roofline-metrics")
    assert not metric_table.is_visible()
    bare_page.locator("summary", has_text="Metrics used").click()
    assert metric_table.is_visible()
    assert bare_page.locator(".roofline-neighbours a").first.is_visible()
    assert bare_page.locator("#roofline-sightings").is_visible()


@pytest.mark.parametrize(("fragment", "opens"), [("metrics", False), ("roofline-metrics", True)])
def test_a_link_leads_to_the_heading_and_opens_the_fold_of_what_is_in_it(
    page: Page, site: BuiltSite, fragment: str, *, opens: bool
) -> None:
    page.goto(f"{address(site, KERNEL)}#{fragment}")
    page.wait_for_function(
        f"() => document.querySelector('#roofline-metrics').checkVisibility() === {str(opens).lower()}"
    )
    page.wait_for_function(
        "(id) => { const box = document.getElementById(id).getBoundingClientRect();"
        " return box.bottom > 0 && box.top < innerHeight; }",
        arg=fragment,
    )


def test_no_theme_leaves_a_second_mark_or_a_second_frame_on_a_fold(page: Page, site: BuiltSite) -> None:
    page.goto(address(site, KERNEL))
    summary = page.locator(".roofline-fold summary").first
    marks = "(each) => ['::before', '::after'].map((part) => getComputedStyle(each, part).content)"
    assert set(summary.evaluate(marks)) <= {"none", "normal"}
    assert summary.evaluate("(each) => getComputedStyle(each).listStyleType") == "disclosure-closed"
    fold = page.locator(".roofline-fold").first
    fold.locator("summary").click()
    inner = fold.locator(".roofline-table").evaluate("(each) => getComputedStyle(each).borderTopWidth")
    assert (inner, fold.evaluate("(each) => getComputedStyle(each).boxShadow")) == ("0px", "none")


def test_on_paper_what_was_not_opened_is_told_by_its_title(page: Page, site: BuiltSite) -> None:
    page.goto(address(site, KERNEL))
    opened, closed = page.locator(".roofline-fold").nth(0), page.locator(".roofline-fold").nth(1)
    opened.locator("summary").click()
    page.emulate_media(media="print")
    assert opened.evaluate(SHOWS_CONTENT)
    assert not closed.evaluate(SHOWS_CONTENT)
    assert closed.locator("summary").is_visible()
    assert page.locator("#provenance ~ .roofline-listing").first.is_visible()


def test_neighbours_and_other_runs_lead_to_other_kernels(page: Page, site: BuiltSite, messages: list[str]) -> None:
    page.goto(address(site, KERNEL))
    assert "Here a launch is 2.5x faster than in Run old" in page.locator("#in-other-runs ~ p").first.inner_text()
    page.locator("#roofline-sightings").get_by_role("link", name="Run old", exact=True).click()
    page.wait_for_url("**/runs/old/alpha.html")
    page.locator(".roofline-neighbours a").first.click()
    page.wait_for_url("**/runs/old/a-name-that-goes-on*.html")
    assert [message for message in messages if "roofline" in message.lower()] == []


@pytest.mark.parametrize("width", [390, 1280])
def test_cards_stand_side_by_side_where_there_is_room_and_the_page_is_never_too_wide(
    page: Page, site: BuiltSite, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(address(site, OVERVIEW))
    assert not page.evaluate(TOO_WIDE)
    boxes = [box for each in page.locator(".roofline-card").all() if (box := each.bounding_box())]
    assert len(boxes) == 6
    beside = {box["x"] for box in boxes}
    assert len(beside) == 1 if width == 390 else len(beside) >= 2
    assert all(box["x"] + box["width"] <= width for box in boxes)
    page.goto(address(site, KERNEL))
    assert not page.evaluate(TOO_WIDE)


def test_a_phone_shows_what_there_is_to_win_and_what_limits_it_beside_the_kernel(page: Page, site: BuiltSite) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(address(site, OVERVIEW))
    headings = page.locator("#roofline-worth thead th")
    starts = {each.locator(".roofline-heading").inner_text(): each.bounding_box() for each in headings.all()}
    for column in ("Kernel", "To win", "Limit"):
        box = starts[column]
        assert box is not None
        assert box["x"] + 40 < 390, column


def test_the_overview_names_a_kernel_first_and_leads_to_it(page: Page, site: BuiltSite) -> None:
    page.goto(address(site, OVERVIEW))
    headline = page.locator(".roofline-headline")
    box = headline.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] < 500
    headline.get_by_role("link").first.click()
    page.wait_for_url("**/runs/new/*.html")


def test_a_run_with_warnings_says_so_on_its_card(page: Page, site: BuiltSite) -> None:
    page.goto(address(site, OVERVIEW))
    doubtful = page.locator(".roofline-card-in-doubt")
    assert doubtful.count() == 1
    assert "warning" in doubtful.inner_text()
    assert "Run older-1" in doubtful.inner_text()
