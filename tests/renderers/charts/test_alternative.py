"""A chart in words: whoever does not see it learns the verdicts all the same."""

from __future__ import annotations

from roofline_report.renderers.charts.alternative import alternative_text
from roofline_report.renderers.charts.plot import PlotGap
from tests.renderers.charts.plots import make_ceiling, make_plot, make_point, make_run

GAP = PlotGap(level="dram", y_start=20.0, y_end=38.0, factor="1.9x", roof="HBM2")


def test_the_verdicts_of_the_kernels_with_most_time_are_said() -> None:
    text = alternative_text(make_plot(make_point(label="copy", limiter="near HBM2", gap=GAP), *make_run(6).points))
    assert text.startswith("copy: near HBM2, 1.9x to HBM2. kernel_0: latency or occupancy. kernel_1: ")
    assert "kernel_4" not in text
    assert text.endswith("2 more kernels in the table.")


def test_the_chart_of_one_kernel_says_how_near_each_roof_is() -> None:
    points = [make_point(level=level, level_name=name, gap=GAP) for level, name in (("l1", "L1"), ("dram", "HBM2"))]
    assert alternative_text(make_plot(*points, connect=True)) == (
        "saxpy: latency or occupancy, 1.9x to HBM2. L1 at 5.0 % of its roof there; HBM2 at 5.0 % of its roof there."
    )


def test_roofs_alone_are_named() -> None:
    assert alternative_text(make_plot(ceilings=(make_ceiling(),))) == "Roofs: L1 200 GTXN/s."
    assert alternative_text(make_plot(ceilings=())) == "Axes alone."


def test_a_very_long_name_is_cut() -> None:
    assert len(alternative_text(make_plot(make_point(label="n" * 10_000)))) < 200
