"""What a reader chooses to see: in chart and table alike, and in the address."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.charts import DOCUMENT, READY, SELECTED, TABLE, chart, write_page
from tests.renderers.charts.plots import CEILINGS, make_plot, make_point, make_run
from tests.renderers.pages.made_runs import MANY, kernel_page, run_page

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Page

CHART = "[...RooflineReport.live.values()][0].chart"
SHOWN = f"{CHART}.view.shown.map((dot) => [dot.name, dot.levelKey])"
ALPHA = f"() => ({DOCUMENT})().get_model_by_name('roofline-roofs').data.alpha"
WORDS = f"() => ({DOCUMENT})().get_model_by_name('roofline-words').data.text"
RANGES = f"""() => ["roofline-x", "roofline-y"].flatMap((name) => {{
  const range = ({DOCUMENT})().get_model_by_name(name);
  return [range.start, range.end];
}})"""
HASH = "decodeURIComponent(location.hash)"
STATUS = ".roofline-status p"
HINT = "Click a dot, a line or a name below to see it alone."
CONTROLS = (
    '<div class="roofline-controls" hidden><div class="roofline-filters">'
    '<label>Find <input type="search" class="roofline-find"></label>'
    '<label>Hide under <select class="roofline-least"><option value="0">no share</option>'
    '<option value="1">1 %</option><option value="20">20 %</option></select></label>'
    '<span class="roofline-count" role="status"></span></div></div>'
)
# A place on the screen, from coordinates of the chart, once it shows what was chosen: nobody clicks within a frame.
PLACE = """async ([x, y]) => {
  for (let frame = 0; frame < 2; frame += 1) await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const [element, record] = [...RooflineReport.live][0];
  const frame = record.chart.figure.frame;
  const box = element.getBoundingClientRect();
  return [box.x + frame.x_scale.compute(x), box.y + frame.y_scale.compute(y)];
}"""


def click_at(page: Page, x: float, y: float) -> None:
    page.mouse.click(*page.evaluate(PLACE, [x, y]))
    page.wait_for_timeout(50)  # a click on nothing waits for what a click on something does


def seen(page: Page) -> set[tuple[str, str]]:
    return {(name, level) for name, level in page.evaluate(SHOWN)}


def rows(page: Page) -> list[str]:
    return [row.get_attribute("data-kernel") or "" for row in page.locator("tr[data-kernel]:visible").all()]


@pytest.fixture
def run(show: Callable[..., Page]) -> Page:
    return show(CONTROLS, chart(make_run()), TABLE)


def test_a_kernel_is_isolated_from_its_dot_its_row_and_by_keyboard(run: Page, messages: list[str]) -> None:
    first = [dot for dot in make_run().points if dot.kernel.slug == "kernel_1"]
    click_at(run, first[0].x, first[0].y)
    assert run.evaluate(HASH) == "#roofline:kernel=kernel_1"
    assert len(run.evaluate(SELECTED)) == 2
    assert run.locator('tr[data-kernel="kernel_1"] .roofline-pick').get_attribute("aria-pressed") == "true"
    assert run.locator(STATUS).inner_text() == "Shown: kernel_1 (latency or occupancy)."

    run.locator('tr[data-kernel="kernel_2"] td').click()
    assert run.evaluate(HASH) == "#roofline:kernel=kernel_2"
    pick = run.get_by_role("button", name="Show kernel_0 alone")
    pick.focus()
    run.keyboard.press("Enter")
    assert run.evaluate(HASH) == "#roofline:kernel=kernel_0"
    run.keyboard.press("Space")
    assert run.evaluate(HASH) == ""
    assert run.evaluate(SELECTED) != [], "the row that has the focus stands out"
    pick.blur()
    assert run.evaluate(SELECTED) == []
    assert messages == []


@pytest.mark.parametrize("back", ["again", "nothing", "escape", "button"])
def test_one_click_or_escape_brings_all_back(run: Page, back: str) -> None:
    dot = make_run().points[3]
    run.get_by_role("button", name="HBM2 20 GTXN/s").click()
    click_at(run, dot.x, dot.y)
    assert run.evaluate(HASH) == "#roofline:kernel=kernel_1&level=dram"
    match back:
        case "again":
            click_at(run, dot.x, dot.y)
        case "nothing":
            click_at(run, 300, 0.3)
        case "escape":
            run.keyboard.press("Escape")
        case "button":
            run.get_by_role("button", name="Show all").click()
    run.mouse.move(5, 5)
    assert run.evaluate(HASH) == ""
    assert run.evaluate(SELECTED) == []
    assert len(seen(run)) == 6
    assert run.locator(STATUS).inner_text() == HINT
    assert not run.get_by_role("button", name="Show all").is_visible()


def test_a_drag_over_the_chart_keeps_what_is_shown_alone(run: Page) -> None:
    run.get_by_role("button", name="HBM2 20 GTXN/s").click()
    x, y = run.evaluate(PLACE, [300, 0.3])
    run.mouse.move(x, y)
    run.mouse.down()
    run.mouse.move(x - 60, y - 30, steps=4)
    run.mouse.up()
    run.wait_for_timeout(50)
    assert run.evaluate(HASH) == "#roofline:level=dram"


def test_a_roof_is_isolated_from_its_line_and_from_its_name(run: Page) -> None:
    click_at(run, 0.1, 1.5)  # the measured roof of HBM2: 15 x
    assert run.evaluate(HASH) == "#roofline:roof=hbm2-measured"
    assert run.evaluate(ALPHA) == [0.18, 0.18, 1, 0.18]
    assert {level for _, level in seen(run)} == {"dram"}
    assert run.evaluate(WORDS).count("HBM2 15 GTXN/s") == 1
    assert "HBM2 20 GTXN/s" not in run.evaluate(WORDS)
    click_at(run, 0.1, 1.5)
    assert run.evaluate(HASH) == ""

    run.get_by_role("button", name="issue 400 warp GIPS").click()
    assert run.evaluate(HASH) == "#roofline:roof=issue"
    assert run.evaluate(ALPHA) == [0.18, 0.18, 0.18, 1]
    assert len(seen(run)) == 6, "a flat roof bounds the dots of all levels"
    run.get_by_role("button", name="L1 200 GTXN/s").click()
    assert run.evaluate(HASH) == "#roofline:level=l1", "a level takes the place of a roof"


def test_the_text_filter_acts_on_chart_and_table_together(run: Page) -> None:
    run.get_by_role("searchbox").fill("KERNEL _2")
    assert {name for name, _ in seen(run)} == {"kernel_2"}
    assert rows(run) == ["kernel_2"]
    assert run.locator(".roofline-count").inner_text() == "1 of 4 kernels"
    assert run.evaluate(HASH) == "#roofline:find=KERNEL+_2"
    run.get_by_role("searchbox").fill("nothing like it")
    assert seen(run) == set()
    assert rows(run) == []
    assert run.locator(".roofline-count").inner_text() == "0 of 4 kernels"
    run.get_by_role("searchbox").fill("")
    assert len(seen(run)) == 6
    assert run.locator(".roofline-count").inner_text() == ""
    assert run.evaluate(HASH) == ""


def test_kernels_of_little_time_are_hidden_and_those_without_time_are_not(run: Page) -> None:
    # Shares of the rows: 0.5, not known, 0.125, 0.01. The row tells that of a dot.
    run.get_by_label("Hide under").select_option("20")
    assert rows(run) == ["kernel_0", "kernel_1"]
    assert {name for name, _ in seen(run)} == {"kernel_0", "kernel_1"}
    assert run.evaluate(HASH) == "#roofline:least=20"
    run.get_by_label("Hide under").select_option("1")
    assert rows(run) == ["kernel_0", "kernel_1", "kernel_2", "kernel_9"], "one at the limit is not under it"


def test_dots_without_a_row_are_filtered_too_and_say_where_their_numbers_are(show: Callable[..., Page]) -> None:
    points = [
        make_point(label=name, x=x, time_share=share) for name, x, share in (("kernel_0", 1, 0.5), ("far", 9, 0.1))
    ]
    page = show(CONTROLS, chart(make_plot(*points)), TABLE)
    notes = f"() => ({DOCUMENT})().get_model_by_name('roofline-dots').data.note"
    assert sorted(page.evaluate(notes)) == ["", "Not in the table: its numbers are in the download."]
    page.get_by_label("Hide under").select_option("20")
    assert {name for name, _ in seen(page)} == {"kernel_0"}
    page.get_by_label("Hide under").select_option("0")
    page.get_by_role("searchbox").fill("far")
    assert {name for name, _ in seen(page)} == {"far"}
    assert page.locator(".roofline-count").inner_text() == "1 of 5 kernels"


def test_a_link_opens_the_same_view(run: Page, server_url: str) -> None:
    run.get_by_role("searchbox").fill("kernel")
    run.get_by_label("Hide under").select_option("1")
    run.get_by_role("button", name="HBM2 20 GTXN/s").click()
    run.locator('tr[data-kernel="kernel_2"] td').click()
    zoom(run, [0.1, 100, 1, 500])
    address = run.url
    before = (seen(run), rows(run), run.evaluate(RANGES))
    other = run.context.new_page()
    other.goto(address)
    other.wait_for_selector(READY)
    assert (seen(other), rows(other), other.evaluate(RANGES)) == before
    assert len(other.evaluate(SELECTED)) == 1
    assert other.get_by_role("searchbox").input_value() == "kernel"
    assert other.get_by_label("Hide under").input_value() == "1"
    assert other.get_by_role("button", name="HBM2 20 GTXN/s").get_attribute("aria-pressed") == "true"
    assert other.url == address


def zoom(page: Page, ends: list[float]) -> None:
    """Zoom in the chart itself, as its tools do."""
    page.evaluate(
        f"""([x0, x1, y0, y1]) => {{ const document = ({DOCUMENT})();
        document.get_model_by_name("roofline-x").setv({{ start: x0, end: x1 }});
        document.get_model_by_name("roofline-y").setv({{ start: y0, end: y1 }}); }}""",
        ends,
    )
    page.wait_for_function("location.hash.includes('zoom')")


def test_a_part_of_the_chart_is_in_the_address_and_the_whole_is_not(run: Page) -> None:
    zoom(run, [0.1, 100, 1, 500])
    assert run.evaluate("new URLSearchParams(location.hash.slice(10)).get('zoom')") == "0.1 100 1 500"
    run.locator('tr[data-kernel="kernel_2"]').hover()
    assert run.evaluate(RANGES) == [0.1, 100, 1, 500], "a glance at a row leaves the part that is seen"
    assert run.locator(STATUS).inner_text() == "A part of the chart."
    run.get_by_role("button", name="Show all").click()
    assert run.evaluate(RANGES) == [0.01, 1000, 0.1, 1000]
    assert run.evaluate(HASH) == ""
    zoom(run, [0.1, 100, 1, 500])
    run.locator(".bk-tool-icon-reset").click()
    run.wait_for_function("location.hash === ''")
    assert run.evaluate(RANGES) == [0.01, 1000, 0.1, 1000]


def test_back_and_forward_go_through_what_was_chosen(run: Page, messages: list[str]) -> None:
    run.locator('tr[data-kernel="kernel_0"] td').click()
    run.get_by_role("button", name="HBM2 20 GTXN/s").click()
    for word in ("k", "ke", "ker"):
        run.get_by_role("searchbox").fill(word)  # not a step for each letter
    run.mouse.move(5, 5)
    run.go_back()
    run.wait_for_function(f"{HASH} === '#roofline:kernel=kernel_0'")
    assert len(seen(run)) == 6
    assert len(run.evaluate(SELECTED)) == 2
    assert run.get_by_role("searchbox").input_value() == ""
    run.go_back()
    run.wait_for_function(f"{HASH} === ''")
    assert run.evaluate(SELECTED) == []
    assert run.locator(STATUS).inner_text() == HINT
    run.go_forward()
    run.go_forward()
    run.wait_for_function(f"{HASH} === '#roofline:kernel=kernel_0&level=dram&find=ker'")
    assert len(seen(run)) == 3
    assert run.get_by_role("searchbox").input_value() == "ker"
    assert messages == []


@pytest.mark.parametrize(
    ("address", "left"),
    [
        ("#roofline:kernel=gone&level=l1", {"level": "l1"}),
        ("#roofline:level=l9&roof=none&least=3&model=fp8&zoom=1+2&more=x", {}),
        ("#roofline:zoom=5+1+1+2&least=-1", {}),
        ("#roofline:zoom=nan+1+1+inf", {}),
        ("#roofline:kernel=%E0%A4%A&level=%", {}),
        ("#roofline:", {}),
        ("#roofline:level=l1&roof=hbm2", {"level": "l1"}),
        ("#roofline:level=%22%5D%3Cimg%20src%3Dx%3E", {}),
        ("#kernels", {}),
    ],
)
def test_unknown_and_stale_parts_of_an_address_are_ignored(
    page: Page, site_folder: Path, server_url: str, messages: list[str], address: str, left: dict[str, str]
) -> None:
    write_page(site_folder, "stale", CONTROLS, chart(make_run()), TABLE)
    page.goto(f"{server_url}/stale.html{address}")
    page.wait_for_selector(READY)
    state: dict[str, Any] = page.evaluate("RooflineReport.viewOf(document.querySelector('.roofline-chart')).state")
    start = dict.fromkeys(("model", "kernel", "level", "roof", "zoom", "sort")) | {"find": "", "least": 0}
    assert state == start | left
    assert messages == []


def test_a_heading_in_the_address_leaves_the_view(run: Page) -> None:
    run.get_by_role("button", name="HBM2 20 GTXN/s").click()
    run.evaluate("location.hash = '#chart-title'")
    run.wait_for_timeout(50)
    assert {level for _, level in seen(run)} == {"dram"}
    run.go_back()
    run.wait_for_function(f"{HASH} === '#roofline:level=dram'")
    assert {level for _, level in seen(run)} == {"dram"}


def test_several_charts_of_a_page_each_have_their_view_in_the_address(show: Callable[..., Page]) -> None:
    page = show(chart(make_run()).replace("data-roofline-table", "data-none"), chart(make_run(), "two"), TABLE)
    page.locator("#two").scroll_into_view_if_needed()
    page.wait_for_function("document.querySelectorAll('[data-roofline-state=ready]').length === 2")
    page.locator("#chart").get_by_role("button", name="HBM2 20 GTXN/s").click()
    page.locator("#two").get_by_role("button", name="L1 200 GTXN/s").click()
    assert page.evaluate(HASH) == "#roofline:level=dram&2.level=l1"
    levels = "[...RooflineReport.live.values()].map(({ chart }) => chart.view.shown.map((dot) => dot.levelKey))"
    assert [set(each) for each in page.evaluate(levels)] == [{"dram"}, {"l1"}]
    page.reload()
    page.wait_for_selector(READY)
    page.locator("#two").scroll_into_view_if_needed()
    page.wait_for_function("document.querySelectorAll('[data-roofline-state=ready]').length === 2")
    assert [set(each) for each in page.evaluate(levels)] == [{"dram"}, {"l1"}]


def parts_of(page: Any) -> list[str]:
    order = ("chart-roofline", "chart", "kernels", "levels")
    return [page.fragments[name] for name in order if name in page.fragments]


def test_the_model_is_in_the_address_and_a_kernel_stays_alone_in_the_next(
    show: Callable[..., Page], messages: list[str]
) -> None:
    page = show(*parts_of(run_page(MANY)))
    page.locator('#roofline-kernels tr[data-kernel="solve"] td').first.click()
    page.get_by_role("button", name="FP64", exact=True).click()
    page.wait_for_function("document.querySelectorAll('[data-roofline-state=ready]').length === 2")
    assert page.evaluate(HASH) == "#roofline:model=fp64&kernel=solve"
    second = "[...RooflineReport.live.values()][1].chart.view"
    lit = f"{second}.find('roofline-dots').selected.indices.map((i) => {second}.shown[i].slug)"
    assert set(page.evaluate(lit)) == {"solve"}
    page.go_back()
    page.wait_for_function(f"{HASH} === '#roofline:kernel=solve'")
    assert page.locator("#roofline-run").is_visible()
    page.go_back()
    page.wait_for_function(f"{HASH} === ''")
    assert page.evaluate(SELECTED) == []
    assert messages == []


def test_in_the_chart_of_one_kernel_a_row_or_a_dot_is_a_level(show: Callable[..., Page]) -> None:
    page = show(*parts_of(kernel_page(MANY)))
    page.locator('tr[data-level="l2"] td').first.click()
    assert page.evaluate(HASH) == "#roofline:level=l2"
    assert {level for _, level in seen(page)} == {"l2"}
    page.keyboard.press("Escape")
    dot = page.evaluate(f"{CHART}.view.shown.filter((dot) => dot.levelKey === 'dram').map((dot) => [dot.x, dot.y])[0]")
    click_at(page, *dot)
    assert page.evaluate(HASH) == "#roofline:level=dram"
    assert page.locator('tr[data-level="dram"].roofline-on:visible').count() == 1


def test_the_way_to_the_nearest_roof_is_shown_for_the_kernel_alone(show: Callable[..., Page]) -> None:
    gap = f"() => ({DOCUMENT})().get_model_by_name('roofline-gap').data"
    page = show(*parts_of(run_page(MANY)))
    assert page.evaluate(gap)["x"] == []
    page.locator('#roofline-kernels tr[data-kernel="solve"] td').first.click()
    page.mouse.move(5, 5)
    shown = page.evaluate(gap)
    told = page.evaluate(f"{CHART}.view.data.kernels").copy()
    at = told["slug"].index("solve")
    _, start, end, _, text, _ = told["gap"][at]
    assert [shown["y0"], shown["y1"]] == [[start], [end]]
    assert end > start
    assert text in page.evaluate(WORDS)
    assert text in page.locator("#roofline-run .roofline-status p").inner_text()
    page = show(*parts_of(kernel_page(MANY)))
    assert len(page.evaluate(gap)["x"]) == 1, "on the page of a kernel it is there from the start"


def test_the_names_of_the_kernels_with_most_time_stand_at_their_dots(run: Page) -> None:
    names = {"kernel_0", "kernel_1", "kernel_2"}
    assert names & set(run.evaluate(WORDS)) == names
    run.locator('tr[data-kernel="kernel_1"] td').click()
    assert names & set(run.evaluate(WORDS)) == {"kernel_1"}
    run.keyboard.press("Escape")
    run.get_by_role("searchbox").fill("_2")
    assert names & set(run.evaluate(WORDS)) == {"kernel_2"}


def test_a_chart_that_is_not_drawn_yet_shows_what_was_chosen_meanwhile(
    page: Page, site_folder: Path, server_url: str
) -> None:
    far = '<div style="height:5000px"></div>'
    write_page(site_folder, "late", TABLE, far, chart(make_run()))
    page.goto(f"{server_url}/late.html#roofline:level=dram")
    page.locator('tr[data-kernel="kernel_1"] td').click()
    page.locator("#chart").scroll_into_view_if_needed()
    page.wait_for_selector(READY)
    assert {level for _, level in seen(page)} == {"dram"}
    assert len(page.evaluate(SELECTED)) == 1


def test_every_roof_can_be_chosen_by_keyboard(run: Page) -> None:
    buttons = run.locator(".roofline-entry button")
    assert buttons.count() == len(CEILINGS)  # those of L1 and HBM2 stand with their levels
    for button in buttons.all():
        button.focus()
        run.keyboard.press("Enter")
        assert button.get_attribute("aria-pressed") == "true"
        assert run.locator('.roofline-entry [aria-pressed="true"]').count() == 1
        run.keyboard.press("Enter")
        assert run.evaluate(HASH) == ""


def test_what_the_filters_leave_out_is_told_where_it_was_chosen_and_where_nothing_is_left(run: Page) -> None:
    run.get_by_role("button", name="Show kernel_0 alone").click()
    run.locator(".roofline-find").fill("kernel_2")
    assert run.locator(STATUS).inner_text() == "Shown: kernel_0 (left out by the filters), filtered."
    run.keyboard.press("Escape")
    run.locator(".roofline-find").fill("nothing")
    assert run.locator(STATUS).inner_text() == "Shown: no kernel, all are left out by the filters."
