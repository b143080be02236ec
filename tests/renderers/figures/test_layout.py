"""Where things stand: nothing leaves the picture, and nothing of the frame around it lies on anything else."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING

import pytest

from roofline_report.renderers.charts.plot import PlotFrame
from roofline_report.renderers.colors import read_scheme
from roofline_report.renderers.figures.dots import dots_of
from roofline_report.renderers.figures.keys import MOST_KERNELS, Key, keys_of
from roofline_report.renderers.figures.layout import lay_out
from roofline_report.renderers.figures.letters import Letters
from roofline_report.renderers.figures.look import LARGEST_MM, SMALLEST_MM, Heading
from tests.renderers.charts.plots import FRAME, make_plot, make_point, make_run
from tests.renderers.figures.reading import make_look

if TYPE_CHECKING:
    from roofline_report.renderers.charts.plot import RooflinePlot
    from roofline_report.renderers.figures.layout import Layout
    from roofline_report.renderers.figures.look import Look

SIZES = [SMALLEST_MM, (89.0, 69.0), (183.0, 102.0), (60.0, 300.0), (LARGEST_MM, LARGEST_MM)]
LONG = "a title of many words " * 30
HEADINGS = [None, Heading(title="A run"), Heading(title=LONG, addition=LONG), Heading(title="n" * 10_000)]


def keys(plot: RooflinePlot) -> tuple[Key, ...]:
    scheme = read_scheme(dark=False)
    return keys_of(plot, dots_of(plot, scheme=scheme, points_per_px=0.4), scheme=scheme, points_per_px=0.4)


def layout(look: Look, heading: Heading | None = None, plot: RooflinePlot | None = None) -> Layout:
    plot = plot or make_run(3)
    return lay_out(plot, keys(plot), look=look, heading=heading)


def boxes(found: Layout) -> list[tuple[float, float, float, float]]:
    """Return what stands around the chart, and the chart with its ticks."""
    lines = [
        *(
            (line.x, line.y, line.x + line.letters.width(line.text), line.y + line.letters.rise)
            for line in found.heading
        ),
        *(
            (
                line.x - line.letters.width(line.text) / 2,
                line.y,
                line.x + line.letters.width(line.text) / 2,
                line.y + line.letters.rise,
            )
            for line in found.x_label
        ),
        *(
            (
                line.x - line.letters.rise,
                line.y - line.letters.width(line.text) / 2,
                line.x,
                line.y + line.letters.width(line.text) / 2,
            )
            for line in found.y_label
        ),
        *(
            (
                each.sign_x - each.sign_width / 2,
                each.y - found.normal.rise / 2,
                each.text_x + found.normal.width(each.text),
                each.y + found.normal.rise / 2,
            )
            for each in found.keys
        ),
    ]
    ticks = max(found.normal.width(text) for text in found.y_ticks.texts)
    chart = found.frame
    return [*lines, (chart.x0 - ticks, chart.y0 - found.normal.rise, chart.x1, chart.y1)]


@pytest.mark.parametrize("heading", HEADINGS, ids=["none", "short", "long", "one long word"])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_all_has_room_and_nothing_lies_on_anything(size: tuple[float, float], heading: Heading | None) -> None:
    found = layout(make_look(size[0], height_mm=size[1]), heading)
    assert found.frame.width > 0.4 * found.width
    assert found.frame.height > 0
    for x0, y0, x1, y1 in boxes(found):
        assert -0.5 <= x0 <= x1 <= found.width + 0.5
        assert -0.5 <= y0 <= y1 <= found.height + 0.5
    for one, other in combinations(boxes(found), 2):
        apart = one[0] >= other[2] or other[0] >= one[2] or one[1] >= other[3] or other[1] >= one[3]
        assert apart, (one, other)


def test_letters_have_the_size_of_print_and_grow_on_slides() -> None:
    assert [layout(make_look(width)).normal.size for width in (89.0, 183.0, 400.0)] == [7.0, 7.0, 14.0]


def test_ticks_are_decades_written_in_one_way() -> None:
    found = layout(make_look())
    assert found.x_ticks.values == (0.01, 0.1, 1.0, 10.0, 100.0, 1000.0)
    assert found.x_ticks.texts == ("0.01", "0.1", "1", "10", "100", "1,000")
    large = replace(make_run(1), frame=replace(FRAME, y_min=1.0, y_max=1e6))
    assert layout(make_look(), plot=large).y_ticks.texts == ("10⁰", "10¹", "10²", "10³", "10⁴", "10⁵", "10⁶")


def test_where_decades_are_many_not_all_are_written() -> None:
    frame = PlotFrame(x_min=1e-6, x_max=1e9, y_min=1e-6, y_max=1e9)
    found = layout(make_look(), plot=replace(make_run(1), frame=frame))
    written = [text for text in found.x_ticks.texts if text]
    assert len(found.x_ticks.values) == 16
    assert 4 < len(written) < 16
    apart = found.frame.width / 15 * (16 // len(written))
    assert max(found.normal.width(text) for text in written) < apart


def test_a_label_of_an_axis_that_is_too_long_has_its_unit_below() -> None:
    unit = "[warp instructions / 32-byte transaction]"
    assert sorted(line.text for line in layout(make_look(89.0)).x_label) == ["Instruction intensity", unit]
    assert [line.text for line in layout(make_look(183.0)).x_label] == [f"Instruction intensity {unit}"]


def test_sizes_of_the_legend_stay_in_one_row() -> None:
    for width in range(60, 200, 7):
        rows = {each.key.text: each.y for each in layout(make_look(float(width))).keys}
        assert rows["50\xa0%"] == rows["10\xa0% of GPU time"]


def test_the_legend_tells_no_sizes_where_there_is_nothing_to_compare() -> None:
    one = make_plot(make_point(time_share=1.0), make_point(x=9.0, time_share=1.0, level="dram"))
    for plot in (one, make_plot(make_point(time_share=None)), replace(make_run(2), connect=True)):
        assert not any("%" in key.text for key in keys(plot))


def test_the_legend_tells_so_many_kernels_of_their_own_look() -> None:
    points = [make_point(label=f"kernel_{row}", color="red", time_share=row / 100) for row in range(MOST_KERNELS + 4)]
    told = [key.text for key in keys(make_plot(*points)) if key.text.startswith("kernel_")]
    assert told == [f"kernel_{row}" for row in range(MOST_KERNELS + 3, 3, -1)]


LETTERS = Letters(family="DejaVu Sans", size=7.0)


def test_a_text_is_clipped_to_its_room() -> None:
    assert LETTERS.clipped("short", 100) == "short"
    clipped = LETTERS.clipped("a name that is much too long", 60)
    assert clipped.endswith("…")
    assert LETTERS.width(clipped) <= 60 < LETTERS.width(clipped[:-1] + "mm…")
    assert LETTERS.clipped("n" * 10_000, 0) == "…"


@pytest.mark.parametrize(
    "text", ["", "one", "some words of a title that goes over lines", "n" * 10_000, " ".join("ab" * 5000)]
)
def test_a_text_is_wrapped_into_few_lines(text: str) -> None:
    lines = LETTERS.wrapped(text, 80, lines=2)
    assert 1 <= len(lines) <= 2
    assert all(LETTERS.width(line) <= 80 for line in lines)
    if not lines[-1].endswith("…"):
        assert " ".join(lines) == text


def test_letters_that_the_family_lacks_come_from_another_one() -> None:
    assert LETTERS.width("≤ µ → ⁻⁷") > 0
