"""The data of a roofline chart: what a page carries."""

from __future__ import annotations

import gzip
import json
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roofline_report.renderers.charts import roofline
from roofline_report.renderers.charts.page_data import clip_text, round_for_drawing, to_attribute
from roofline_report.renderers.charts.plot import PlotGap
from tests.renderers.charts.plots import make_ceiling, make_plot, make_point, make_run


def read(plot: Any) -> Any:
    return json.loads(json.dumps(roofline.page_data(plot)))


def test_a_kernel_is_told_once_for_all_its_levels() -> None:
    data = read(make_run(2))
    assert data["kernels"]["name"] == ["kernel_0", "kernel_1"]
    assert data["points"]["kernel"] == [0, 0, 1, 1]
    assert data["points"]["level"] == [0, 1, 0, 1]
    assert data["kernels"]["slug"] == ["kernel_0", "kernel_1"]
    assert data["levels"] == [["l1", "L1", "circle"], ["dram", "HBM2", "square"]]


def test_the_way_to_the_nearest_roof_begins_at_a_dot() -> None:
    gap = PlotGap(level="dram", y_start=20.0, y_end=38.0, factor="1.9x", roof="HBM2")
    points = [make_point(level=level, gap=gap) for level in ("l1", "dram")]
    assert read(make_plot(*points))["kernels"]["gap"] == [[1, 20, 38, 0, "1.9x to HBM2", "1.9x"]]
    assert read(make_plot(points[0], levels=(("l1", "L1"),)))["kernels"]["gap"] == [None]
    assert read(make_plot(make_point()))["kernels"]["gap"] == [None]


def test_shares_of_time_are_numbers_where_they_are_known() -> None:
    points = [make_point(time_share=share, label=str(share)) for share in (0.123456789, 0.0, None)]
    assert read(make_plot(*points))["kernels"]["share"] == [0.123457, 0, None]


def test_the_area_of_a_dot_is_the_share_of_time() -> None:
    points = [make_point(time_share=share, label=str(share)) for share in (1.0, 0.25, 0.0, None)]
    assert read(make_plot(*points))["kernels"]["size"] == [40, 20, 7, 11]


def test_dots_of_one_kernel_are_alike() -> None:
    assert read(make_plot(make_point(time_share=1.0), connect=True))["kernels"]["size"] == [11]


@pytest.mark.parametrize("value", [0.0, -1.0, math.nan, math.inf])
def test_what_has_no_place_on_a_log_axis_is_left_out(value: float) -> None:
    point = make_point(x=value)
    assert not point.is_drawable
    assert not make_point(y=value).is_drawable
    assert read(make_plot(point, make_point(label="other")))["kernels"]["name"] == ["other"]


def test_an_empty_plot_has_axes_and_nothing_else() -> None:
    data = read(make_plot(ceilings=()))
    assert data["points"]["x"] == []
    assert data["roofs"]["x0"] == []
    assert data["ridge"] is None
    assert data["x"][1:] == [0.01, 1000]


def test_the_ridge_point_stands_on_the_highest_flat_roof() -> None:
    low = make_ceiling(level="compute", y_start=300.0, y_end=300.0, measured=True)
    data = read(make_plot(ceilings=(low, *make_run().ceilings)))
    assert data["ridge"] == [20, 400]


def test_a_roof_that_is_not_finite_is_refused() -> None:
    with pytest.raises(ValueError, match="cannot draw inf"):
        roofline.page_data(make_plot(ceilings=(make_ceiling(x_end=math.inf),)))


def test_sixty_points_are_small() -> None:
    attribute = to_attribute(roofline.page_data(make_run(30)))
    assert len(gzip.compress(attribute.encode(), mtime=0)) < 5 * 1024


def test_long_names_are_clipped_and_equal_names_told_once() -> None:
    kernels = read(make_plot(make_point(label="k" * 999, full_name="f" * 999), make_point(label="a", full_name="a")))
    assert [len(name) for name in kernels["kernels"]["name"]] == [120, 1]
    assert [len(name) for name in kernels["kernels"]["full"]] == [400, 0]


def test_clipped_texts_end_in_an_ellipsis() -> None:
    assert clip_text("abcdef", limit=6) == "abcdef"
    assert clip_text("abcdefg", limit=6) == "abcde\N{HORIZONTAL ELLIPSIS}"


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_rounding_for_drawing_keeps_six_digits(value: float) -> None:
    rounded = round_for_drawing(value)
    assert math.isclose(rounded, value, rel_tol=5.1e-6, abs_tol=5e-324)
    assert json.loads(json.dumps(rounded, allow_nan=False)) == rounded


def test_whole_numbers_are_written_without_a_point() -> None:
    assert json.dumps([round_for_drawing(value) for value in (100.0, 0.1, 511.0400001)]) == "[100, 0.1, 511.04]"
