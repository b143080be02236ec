"""What the CSV says is what the pages draw, and it can be computed again from its own cells."""

from __future__ import annotations

import io
import math
import re
from collections import Counter
from typing import TYPE_CHECKING, Any

import pandas as pd
import pytest

from roofline_report.renderers.charts.page_data import round_for_drawing
from roofline_report.renderers.downloads.table import COLUMNS
from tests.renderers.downloads.runs import (
    MADE_RUNS,
    RANDOM_RUNS,
    all_runs,
    csv_text,
    document_of,
    is_of_flop,
    number,
    rows_of,
    sample_runs,
)
from tests.renderers.pages.made_runs import charts_in, kernel_page, run_page

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from roofline_report.report.model import RunReport
    from tests.renderers.downloads.runs import Row

EXACT = 1e-9
Formula = tuple[tuple[str, ...], "Callable[..., float]"]

FORMULAS: dict[str, Formula] = {
    "total_duration_s": (("duration_s", "launches"), lambda time, launches: time * launches),
    "performance_per_s": (("work_per_launch", "duration_s"), lambda work, time: work / time),
    "intensity": (("work_per_launch", "traffic_per_launch"), lambda work, traffic: work / traffic),
    "bytes_per_s": (("bytes_per_launch", "duration_s"), lambda moved, time: moved / time),
    "roof_share": (("performance_per_s", "attainable_per_s"), lambda rate, roof: rate / roof),
}
"""What follows from other cells, wherever these are known: columns, and what is made of them."""


@pytest.fixture(scope="module", params=[*sample_runs(), *MADE_RUNS, *(f"random run {n}" for n in range(RANDOM_RUNS))])
def run(request: pytest.FixtureRequest) -> RunReport:
    return all_runs()[request.param]


def test_every_run_is_looked_at() -> None:
    assert len(sample_runs()) == 3
    rows = [row for each in all_runs().values() for row in rows_of(each)]
    assert len(rows) > 4_000
    assert {row["model"] for row in rows} == {"flop", "instructions", "fp64", "fp32", "fp16", "tensor"}
    empty = Counter(column for row in rows for column in COLUMNS if not row[column])
    filled = Counter(column for row in rows for column in COLUMNS if row[column])
    assert set(filled) == set(COLUMNS)
    assert min(empty[column] for column in FORMULAS) > 0


def test_what_follows_from_other_cells_can_be_computed_again(run: RunReport) -> None:
    for row in rows_of(run):
        for column, (names, formula) in FORMULAS.items():
            known = [number(row, name) for name in names]
            divides = column != "total_duration_s"
            if any(value is None for value in known) or (divides and known[1] == 0):
                assert row[column] == "", (column, row)
            else:
                assert number(row, column) == pytest.approx(formula(*known), rel=EXACT), (column, row)


def test_the_roof_at_an_intensity_is_the_lower_one_of_slope_and_peak(run: RunReport) -> None:
    for row in rows_of(run):
        intensity, ceiling, peak = (number(row, name) for name in ("intensity", "ceiling_per_s", "peak_per_s"))
        if intensity is None or ceiling is None:
            assert row["attainable_per_s"] == ""
            continue
        roof = min(intensity * ceiling, math.inf if peak is None else peak)
        assert number(row, "attainable_per_s") == pytest.approx(roof, rel=EXACT)


def test_the_use_of_a_ceiling_is_its_bandwidth_over_it(run: RunReport) -> None:
    for row in rows_of(run):
        bandwidth, ceiling, use = (number(row, name) for name in ("bytes_per_s", "ceiling_per_s", "utilisation"))
        assert row["ceiling_unit"] == ("" if ceiling is None else f"{row['traffic_unit']}/s")
        assert row["traffic_unit"] == ("bytes" if is_of_flop(row) else "transactions")
        if bandwidth and ceiling is not None:
            in_bytes = ceiling if is_of_flop(row) else 32 * ceiling
            assert use == pytest.approx(bandwidth / in_bytes, rel=EXACT)
        else:
            assert use is None


def test_headroom_and_shares_follow_from_their_parts(run: RunReport) -> None:
    rows = rows_of(run)
    totals = {(row["kernel"], row["grid"]): number(row, "total_duration_s") for row in rows}
    whole = math.fsum(total for total in totals.values() if total is not None)
    for row in rows:
        nearest, headroom = number(row, "nearest_utilisation"), number(row, "headroom")
        if nearest and row["verdict"] != "data_warning":
            assert headroom == pytest.approx(1 / nearest, rel=EXACT)
        else:
            assert headroom is None
        total, share = number(row, "total_duration_s"), number(row, "time_share")
        assert (share is None) == (total is None)
        if total is not None:
            assert share == pytest.approx(total / whole, rel=EXACT)


BOUNDED = {
    "work_bound": ("work_per_launch",),
    "peak_bound": ("peak_per_s", "peak_origin", "peak_source"),
    "nearest_utilisation_bound": ("nearest_utilisation", "nearest_roof", "nearest_roof_name"),
    "headroom_bound": ("headroom",),
    "traffic_bound": ("bytes_per_launch", "traffic_family"),
    "intensity_bound": ("intensity",),
    "attainable_bound": ("attainable_per_s",),
    "roof_share_bound": ("roof_share",),
    "ceiling_unit": ("ceiling_per_s", "ceiling_origin", "ceiling_source"),
}


def test_what_is_said_of_a_number_is_there_where_the_number_is(run: RunReport) -> None:
    assert {name for name in COLUMNS if name.endswith("_bound")} == set(BOUNDED) - {"ceiling_unit"}
    for row in rows_of(run):
        for told, numbers in BOUNDED.items():
            assert {bool(row[name]) for name in numbers} == {bool(row[told])}, (told, row)


def test_there_is_a_row_for_every_kernel_in_every_model_of_the_run_at_every_level(run: RunReport) -> None:
    found = Counter((row["label"], row["model"], row["level"]) for row in rows_of(run))
    assert set(found.values()) <= {1}
    models = {kernel.label: {report.model for report in kernel.models} for kernel in run.kernels}
    charted = {each.model for each in run.models}
    assert set(found) == {
        (label, model.value, level)
        for label, own in models.items()
        for model in charted | own
        for level in ("l1", "shared", "l2", "dram")
    }


def test_rows_stand_in_the_order_of_the_table(run: RunReport) -> None:
    assert list(dict.fromkeys(row["label"] for row in rows_of(run))) == [kernel.label for kernel in run.kernels]


def dots_in(chart: dict[str, Any]) -> Iterator[tuple[str, str, float, float]]:
    """Yield label, level and place of every dot of a page."""
    points, levels = chart["points"], chart["levels"]
    for kernel, level, x, y in zip(points["kernel"], points["level"], points["x"], points["y"], strict=True):
        yield (chart["kernels"]["name"][kernel], levels[level][0], x, y)


def place_of(row: Row) -> tuple[str, str, float, float]:
    """Return the same of a row, computed anew from work, traffic and time."""
    work, traffic, time = (float(row[name]) for name in ("work_per_launch", "traffic_per_launch", "duration_s"))
    return (row["label"], row["level"], round_for_drawing(work / traffic), round_for_drawing(work / time / 1e9))


def test_the_dots_of_the_run_page_are_those_of_the_rows_that_say_so(run: RunReport) -> None:
    charts = charts_in(run_page(run).fragments.get("chart-roofline", ""))
    rows = [row for row in rows_of(run) if row["is_drawn"] == "true"]
    if not charts:
        assert rows == []
        return
    assert len(charts) == len(run.models)
    for each, chart in zip(run.models, charts, strict=True):
        drawn = [place_of(row) for row in rows if row["model"] == each.model.value]
        assert Counter(dots_in(chart)) == Counter(drawn)


def sections_of(fragment: str, *, leading: str) -> dict[str, list[dict[str, Any]]]:
    """Return the charts of a kernel page by model: a model without a chart has none."""
    parts = re.split(r'data-roofline-model="([^"]+)"', fragment)
    if len(parts) == 1:
        return {leading: charts_in(fragment)}
    return {model: charts_in(text) for model, text in zip(parts[1::2], parts[2::2], strict=True)}


def test_the_dots_of_every_kernel_page_are_in_the_rows(run: RunReport) -> None:
    rows = rows_of(run)
    for kernel in run.kernels:
        if kernel.kernel.configuration is not None:
            continue  # pages are found by their names here
        chart_html = kernel_page(run, kernel.kernel.name).fragments["chart"]
        for model, charts in sections_of(chart_html, leading=kernel.leading.value).items():
            own = [row for row in rows if row["label"] == kernel.label and row["model"] == model]
            places = [place_of(row) for row in own if row["intensity"] and number(row, "performance_per_s")]
            for chart in charts:
                assert set(dots_in(chart)) <= set(places)


def test_the_charts_of_the_document_are_those_of_the_page(run: RunReport) -> None:
    document = document_of(run)
    charts = charts_in(run_page(run).fragments.get("chart-roofline", ""))
    for told, drawn in zip(document["charts"], charts, strict=False):
        assert drawn["x"][1:] == [round_for_drawing(told[f"intensity_{end}"]) for end in ("min", "max")]
        assert drawn["y"][1:] == [round_for_drawing(told[f"performance_{end}_per_s"] / 1e9) for end in ("min", "max")]
        flat = {(not bool(roof["traffic_family"]), roof["is_measured"], roof["per_s"]) for roof in told["ceilings"]}
        roofs = drawn["roofs"]
        for level, dashed, x, y in zip(roofs["level"], roofs["dashed"], roofs["x0"], roofs["y0"], strict=True):
            is_flat = level == "compute"
            per_s = y * 1e9 if is_flat else y * 1e9 / x
            assert any(
                (is_flat, bool(dashed)) == (kind, measured) and math.isclose(per_s, value, rel_tol=1e-5)
                for kind, measured, value in flat
            ), (level, per_s, flat)


def test_pandas_reads_numbers_as_numbers_and_flags_as_flags() -> None:
    for run in sample_runs().values():
        table = pd.read_csv(io.StringIO(csv_text(run)), keep_default_na=False, na_values=[""])
        assert list(table.columns) == list(COLUMNS)
        assert table.is_drawn.dtype == bool
        drawn = table[table.is_drawn]
        assert len(drawn) > 0
        made = drawn.work_per_launch / drawn.traffic_per_launch
        assert float((made / drawn.intensity - 1).abs().max()) < EXACT
        rate = drawn.work_per_launch / drawn.duration_s
        assert float((rate / drawn.performance_per_s - 1).abs().max()) < EXACT


def test_a_number_is_written_so_that_it_is_read_back_as_it_was() -> None:
    for run in sample_runs().values():
        kernels = {kernel.label: kernel for kernel in run.kernels}
        for row in rows_of(run):
            kernel = kernels[row["label"]]
            assert number(row, "duration_s") == kernel.kernel.duration_s
            report = next((each for each in kernel.models if each.model.value == row["model"]), None)
            if report is not None:
                assert number(row, "performance_per_s") == report.rate_per_s
                level = next(each for each in report.levels if each.level.value == row["level"])
                assert number(row, "intensity") == level.intensity
                assert number(row, "roof_share") == level.roof_share
