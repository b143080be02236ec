"""What a chart tells where nothing of what was chosen has a dot in it, on the sample run of operators."""

from __future__ import annotations

import math
from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING, Any

from tests.browser.charts import DOCUMENT, READY
from tests.browser.operator_site import RUN

if TYPE_CHECKING:
    from playwright.sync_api import Page

FLOP = "document.querySelector('.roofline-model:not([hidden]) .roofline-chart')"
DOTS = f"""() => {{
  const chart = RooflineReport.live.get({FLOP}).chart;
  const {{ data }} = chart.find ? chart.find("roofline-dots") : chart.view.find("roofline-dots");
  return {{ color: [...data.color], fill: [...data.fill] }};
}}"""
STATUS = ".roofline-model:not([hidden]) .roofline-status p"


def open_run(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto(address)
    page.wait_for_selector(f".roofline-model:not([hidden]) {READY}")


def dots_of(page: Page) -> dict[str, Any]:
    dots: dict[str, Any] = page.evaluate(DOTS)
    return dots


def test_a_chosen_kernel_without_a_dot_fades_all_others(page: Page, material_url: str, messages: list[str]) -> None:
    open_run(page, f"{material_url}{RUN}#roofline:model=fp64&kernel=linear-forward")
    page.wait_for_function(
        f"document.querySelector({STATUS!r}).textContent.includes('linear_forward (not drawn here)')"
    )
    faded = dots_of(page)
    assert len(faded["color"]) > 4
    assert {len(color) for color in faded["color"]} == {len("#rrggbbaa")}
    assert max(faded["fill"]) < 0.2
    page.keyboard.press("Escape")
    page.wait_for_function(f"() => ({DOTS})().fill[0] > 0.5")
    assert {len(color) for color in dots_of(page)["color"]} == {len("#rrggbb")}
    assert messages == []


def test_filters_that_leave_no_dot_say_so(page: Page, material_url: str, messages: list[str]) -> None:
    open_run(page, material_url + RUN)
    find = page.get_by_role("searchbox", name="Find")
    for text, told in (
        ("relu", "Shown: filtered, and what is left has no dot here."),
        ("forward", "Shown: filtered."),
        ("no such kernel", "Shown: no kernel, all are left out by the filters."),
    ):
        find.fill(text)
        page.wait_for_function(f"document.querySelector({STATUS!r}).textContent === {told!r}")
    assert messages == []


def test_a_kernel_is_hidden_under_a_share_that_is_printed_as_less(
    page: Page, material_url: str, messages: list[str]
) -> None:
    open_run(page, material_url + RUN)
    shares = page.evaluate(
        "() => [...document.querySelectorAll('#roofline-kernels tbody tr')].map((row) => "
        "[row.dataset.kernel, Number(row.dataset.share), row.cells[1].textContent.trim()])"
    )
    near = {slug for slug, share, text in shares if share < 0.001 and text == "0.1"}
    under = {slug for slug, _, text in shares if text.startswith("<")}
    assert len(near) == 2
    assert len(under) == 1
    page.get_by_label("Hide under").select_option("0.1")
    page.wait_for_function("document.querySelector('#roofline-kernels tr[hidden]') !== null")
    hidden = page.eval_on_selector_all("#roofline-kernels tr[hidden]", "rows => rows.map((row) => row.dataset.kernel)")
    assert set(hidden) == under
    assert messages == []


def test_a_roof_that_is_lower_at_the_clock_of_a_kernel_is_told_with_it(
    page: Page, material_url: str, messages: list[str]
) -> None:
    open_run(page, f"{material_url}{RUN}#roofline:kernel=cross-entropy-forward-large")
    page.wait_for_function(f"document.querySelector({STATUS!r}).textContent.includes('cross_entropy')")
    assert "clock" not in page.locator(STATUS).inner_text(), "memory has a clock of its own"
    row = page.locator("#roofline-kernels tr[data-kernel^='conv2d'] .roofline-pick")
    row.click()
    page.wait_for_function(f"document.querySelector({STATUS!r}).textContent.includes('conv2d')")
    assert "2.9x to L2 at its clock" in page.locator(STATUS).inner_text()
    assert messages == []


TICKS = """(ranges) => ranges.map(([start, end]) => RooflineReport.drawing.ticksOf(start, end))"""


def test_every_part_of_an_axis_has_numbers(page: Page, material_url: str) -> None:
    open_run(page, material_url + RUN)
    random = Random(4)  # noqa: S311 - not for secrets
    starts = [10 ** random.uniform(-6, 6) for _ in range(400)]
    ranges = [(start, start * 10 ** random.choice([0.02, 0.2, 0.5, 0.95, 1.3, 1.9, 2, 4, 7, 12])) for start in starts]
    for (start, end), told in zip(ranges, page.evaluate(TICKS, ranges), strict=True):
        ticks = told["ticks"]
        assert ticks == sorted(set(ticks)), (start, end)
        assert 2 <= len(ticks) <= 12, (start, end, ticks)
        assert start * 0.999999 <= ticks[0] <= ticks[-1] <= end * 1.000001
        # None of it that is longer than half of it is without one, as far as the eye sees.
        places = [math.log10(each / start) / math.log10(end / start) for each in (start, *ticks, end)]
        assert max(after - before for before, after in pairwise(places)) < 0.55, (start, end, ticks)


def test_the_whole_axis_has_its_decades(page: Page, material_url: str) -> None:
    open_run(page, material_url + RUN)
    (whole, long) = page.evaluate(TICKS, [[0.01, 1000], [1e-6, 1e6]])
    assert whole["ticks"] == [0.01, 0.1, 1, 10, 100, 1000]
    assert whole["minor_ticks"][:9] == [0.02, 0.03, 0.04, 0.05, 0.06, 0.07, 0.08, 0.09, 0.2]
    assert long["ticks"] == [1e-6, 1e-4, 1e-2, 1, 1e2, 1e4, 1e6]


WORDS = f"() => ({DOCUMENT})().get_model_by_name('roofline-words').data.text"


def test_what_filters_leave_is_named_however_small(page: Page, material_url: str) -> None:
    open_run(page, material_url + RUN)
    names = {"dropout_forward_large", "dropout_forward_small"}
    assert not names & set(page.evaluate(WORDS)), "they take less than a hundredth of the GPU time"
    page.get_by_role("searchbox").fill("dropout")
    page.wait_for_function(f"(({WORDS})().filter((text) => text.startsWith('dropout'))).length === 2")


def test_a_name_does_not_stand_on_the_line_between_the_dots_of_its_kernel(page: Page, material_url: str) -> None:
    open_run(page, f"{material_url}{RUN}#roofline:kernel=linear-forward")
    page.wait_for_function(f"({WORDS})().includes('linear_forward')")
    y, link, size = page.evaluate(
        """() => { const { figure } = [...RooflineReport.live.values()][0].chart, scale = figure.frame.y_scale;
        const of = (name) => figure.model.document.get_model_by_name(name).data, words = of("roofline-words");
        const at = words.text.indexOf("linear_forward");
        const link = of("roofline-links").ys[0][0];
        return [scale.compute(words.y[at]), scale.compute(link), parseFloat(words.size[at])]; }"""
    )
    assert abs(y - link) > size / 2
