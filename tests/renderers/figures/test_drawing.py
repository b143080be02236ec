"""What a picture shows, read back from its SVG and held against places worked out by hand."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from roofline_report.renderers.charts.plot import PlotGap
from roofline_report.renderers.charts.roofline import dot_size_px
from roofline_report.renderers.colors import read_scheme
from roofline_report.renderers.figures.look import Heading
from tests.renderers.charts.plots import CEILINGS, FRAME, make_ceiling, make_plot, make_point, make_run
from tests.renderers.figures.reading import Picture, draw, make_look, pixels_of, rgb

if TYPE_CHECKING:
    from roofline_report.renderers.charts.plot import RooflinePlot
    from roofline_report.renderers.colors import Scheme
    from roofline_report.renderers.figures.look import Look

LIGHT, DARK = read_scheme(dark=False), read_scheme(dark=True)
GAP = PlotGap(level="dram", y_start=20.0, y_end=320.0, factor="16.0x", roof="HBM2")


def picture(plot: RooflinePlot, look: Look | None = None, *, heading: Heading | None = None) -> Picture:
    return Picture(draw(plot, look, heading=heading))


def kernel(gap: PlotGap | None = GAP, **changes: object) -> RooflinePlot:
    """Return a kernel at two levels, with performance 20."""
    points = (
        make_point(x=2.0, level="l1", gap=gap, **changes),
        make_point(x=16.0, level="dram", level_name="HBM2", gap=gap, **changes),
    )
    return make_plot(*points, connect=True)


def place_in(drawn: Picture, x: float, y: float) -> tuple[float, float]:
    """Return where coordinates are, worked out from the corners of the frame, which the background of it has."""
    (x0, y0), (x1, y1) = corners_of_frame(drawn)
    across = math.log10(x / FRAME.x_min) / math.log10(FRAME.x_max / FRAME.x_min)
    up = math.log10(y / FRAME.y_min) / math.log10(FRAME.y_max / FRAME.y_min)
    return x0 + across * (x1 - x0), y0 + up * (y1 - y0)


def corners_of_frame(drawn: Picture) -> tuple[tuple[float, float], tuple[float, float]]:
    (frame,) = drawn.shapes("patch_2")
    xs, ys = zip(*frame.corners, strict=True)
    return (min(xs), min(ys)), (max(xs), max(ys))


def test_every_dot_stands_where_its_numbers_say() -> None:
    plot = make_run(3)
    drawn = picture(plot)
    places = sorted(place_in(drawn, point.x, point.y) for point in plot.points)
    found = sorted(shape.middle for shape in drawn.shapes("dots"))
    assert found == [pytest.approx(place, abs=0.01) for place in places]


def test_roofs_and_the_ridge_are_lines_between_their_ends() -> None:
    drawn = picture(make_plot(make_point()))
    for roof in CEILINGS:
        (shape,) = drawn.shapes(f"roof-{roof.key}")
        ends = [place_in(drawn, roof.x_start, roof.y_start), place_in(drawn, roof.x_end, roof.y_end)]
        assert list(shape.corners) == [pytest.approx(end, abs=0.01) for end in ends]
        assert shape.style["stroke"] == LIGHT.color(roof.level)
        assert ("stroke-dasharray" in shape.style) is roof.measured
    (ridge,) = drawn.shapes("ridge")
    assert list(ridge.corners) == [
        pytest.approx(place_in(drawn, 20.0, FRAME.y_min), abs=0.01),
        pytest.approx(place_in(drawn, 20.0, 400.0), abs=0.01),
    ]


def test_the_regions_meet_at_the_ridge_below_the_roofs() -> None:
    drawn = picture(make_plot(make_point()))
    (memory,), (compute,) = drawn.shapes("memory"), drawn.shapes("compute")
    # The fastest memory, 200, meets the flat roof of 400 at 2; its slope reaches the foot of the frame, 0.1, at 0.0005.
    corners = [(2.0, 400.0), (20.0, 400.0), (20.0, 0.1)]
    assert [pytest.approx(place_in(drawn, *each), abs=0.01) for each in corners] == list(memory.corners[1:4])
    corners = [(20.0, 0.1), (20.0, 400.0), (1000.0, 400.0), (1000.0, 0.1)]
    assert [pytest.approx(place_in(drawn, *each), abs=0.01) for each in corners] == list(compute.corners[:4])
    assert memory.style["fill"] == LIGHT.color("shade-memory")[:7]
    assert float(memory.style["fill-opacity"]) == pytest.approx(0x0F / 255, abs=1e-3)


@pytest.mark.parametrize("lacking", [{"ridge_x": None}, {"ceilings": CEILINGS[:3]}], ids=["no ridge", "no flat roof"])
def test_without_a_ridge_there_are_no_regions(lacking: dict[str, object]) -> None:
    drawn = picture(replace(make_plot(make_point()), **lacking))  # type: ignore[arg-type]
    assert not {"memory", "compute", "ridge"} & set(drawn.ids)
    assert not [word for word in drawn.words if "bound" in word and lacking.get("ridge_x", 1) is None]


def test_the_dots_of_a_kernel_are_joined() -> None:
    drawn = picture(make_run(2))
    (shape,) = drawn.shapes("join-kernel_1-l1")
    assert list(shape.corners) == [pytest.approx(place_in(drawn, x, 6.0), abs=0.01) for x in (0.88, 7.04)]


def test_of_many_kernels_only_the_named_ones_are_joined() -> None:
    points = [
        make_point(x=0.5 * (1 + level), y=1.0 + row, level=name, label=f"kernel_{row}", time_share=0.03)
        for row in range(21)
        for level, name in enumerate(("l1", "dram"))
    ]
    ids = picture(make_plot(*points), make_look(labels=3)).ids
    assert [each for each in ids if each.startswith("join-")] == [f"join-kernel_{row}-l1" for row in range(3)]


def test_the_gap_of_a_kernel_leads_from_its_dot_to_its_roof() -> None:
    drawn = picture(kernel())
    ends = [place_in(drawn, 16.0, 20.0), place_in(drawn, 16.0, 320.0)]
    (line,), (head,) = drawn.shapes("gap"), drawn.shapes("gap-head")
    tip = max(head.corners, key=lambda corner: corner[1])
    assert [line.corners[0], tip] == [pytest.approx(end, abs=0.01) for end in ends]
    assert ends[0][1] < line.corners[1][1] < ends[1][1]
    assert "16.0x to HBM2" in drawn.words


def test_a_run_shows_no_gap_and_a_kernel_without_one_neither() -> None:
    assert "gap" not in picture(replace(kernel(), connect=False)).ids
    assert "gap" not in picture(kernel(gap=None)).ids


def test_the_gap_begins_at_what_is_held_against_the_roof() -> None:
    drawn = picture(kernel(replace(GAP, y_start=40.0)))
    (line,) = drawn.shapes("gap")
    assert line.corners[0] == pytest.approx(place_in(drawn, 16.0, 40.0), abs=0.01)


def test_the_head_of_a_short_gap_is_no_longer_than_the_gap() -> None:
    drawn = picture(kernel(replace(GAP, y_end=20.5)))
    (head,) = drawn.shapes("gap-head")
    assert min(y for _, y in head.corners) == pytest.approx(place_in(drawn, 16.0, 20.0)[1], abs=0.01)


def test_the_area_of_a_dot_is_its_share_whatever_its_shape() -> None:
    shares = {"square": 0.4, "triangle": 0.2, "diamond": 0.1, "star": 0.25, "hex": 0.3, "inverted_triangle": 0.15}
    points = [
        make_point(x=0.1 * 3**at, label=marker, marker=marker, time_share=share)
        for at, (marker, share) in enumerate(shares.items())
    ]
    found = {round(shape.middle[0], 1): shape.area for shape in picture(make_plot(*points)).shapes("dots")}
    areas = [area for _, area in sorted(found.items())]
    wanted = list(shares.values())
    assert [area / areas[0] for area in areas] == pytest.approx([share / wanted[0] for share in wanted], rel=2e-2)


def test_a_small_share_has_a_dot_that_can_be_seen() -> None:
    drawn = picture(
        make_plot(make_point(time_share=1e-6, marker="square"), make_point(label="b", time_share=0.5, marker="square"))
    )
    small, large = sorted(shape.area for shape in drawn.shapes("dots"))
    assert large / small == pytest.approx((dot_size_px(0.5) / dot_size_px(1e-6)) ** 2, rel=1e-3)


def test_small_dots_lie_on_large_ones() -> None:
    points = [make_point(label=str(share), time_share=share, marker="square") for share in (0.1, 0.6, 0.3)]
    areas = [shape.area for shape in picture(make_plot(*points)).shapes("dots")]
    assert areas == sorted(areas, reverse=True)


def test_all_dots_of_one_kernel_are_of_one_size() -> None:
    areas = [shape.area for shape in picture(kernel(marker="square", time_share=0.01)).shapes("dots")]
    assert areas[0] == pytest.approx(areas[1])


def test_colours_and_markers_of_a_kernel_come_first() -> None:
    plot = make_plot(
        make_point(label="own", color="teal", marker="square", time_share=0.3),
        make_point(label="hex", color="#ABC", x=8.0, time_share=0.2),
        make_point(label="plain", x=30.0, time_share=0.1),
        make_point(label="no such", color="nosuchcolour", x=90.0, time_share=0.05),
    )
    shapes = picture(plot).shapes("dots")
    assert [shape.style["stroke"] for shape in shapes] == ["#008080", "#aabbcc", LIGHT.color("l1"), LIGHT.color("l1")]
    assert len(shapes[0].corners) == 4


def test_a_marker_without_an_inside_is_drawn_with_lines() -> None:
    (shape,) = picture(make_plot(make_point(marker="x"))).shapes("dots")
    assert shape.style["stroke"] == LIGHT.color("l1")
    assert float(shape.style.get("fill-opacity", "1")) == 0 or shape.style["fill"] == "none"


@pytest.mark.parametrize("scheme", [LIGHT, DARK], ids=["light", "dark"])
def test_the_colours_of_the_scheme_are_there(scheme: Scheme) -> None:
    look = make_look(dark=scheme is DARK)
    found = pixels_of(draw(make_run(2), look, form="png", heading=Heading(title="A run")))
    for name in ("background", "text", "l1", "dram", "compute"):
        assert rgb(scheme.color(name)) in found


def test_the_legend_tells_levels_lines_and_sizes() -> None:
    words = picture(make_run(2)).words
    for word in ("L1", "HBM2", "theoretical roof", "measured roof", "50\xa0%", "10\xa0% of GPU time"):
        assert word in words


def test_the_legend_tells_nothing_that_is_not_there() -> None:
    words = picture(make_plot(make_point(), ceilings=CEILINGS[:2])).words
    assert not {"HBM2", "theoretical roof", "measured roof", "10\xa0% of GPU time"} & set(words)


def test_the_legend_tells_kernels_with_a_look_of_their_own() -> None:
    plot = make_plot(make_point(label="red one", color="red"), make_point(label="plain", x=9.0))
    assert picture(plot, make_look(labels=0)).words.count("red one") == 1
    assert "plain" not in picture(plot, make_look(labels=0)).words


def test_where_all_kernels_have_their_own_colours_the_legend_shows_levels_by_their_shape_alone() -> None:
    own = picture(make_plot(make_point(color="red")))
    assert own.text.count(LIGHT.color("l1")) == picture(
        make_plot(make_point(color="red"), ceilings=CEILINGS)
    ).text.count(LIGHT.color("l1"))
    legend = [shape for each in own.ids if each.startswith("PathCollection") for shape in own.shapes(each)]
    assert LIGHT.color("text") in {shape.style["stroke"] for shape in legend}
    assert LIGHT.color("l1") not in {shape.style["stroke"] for shape in legend}


def test_the_heading_and_the_axes_are_written() -> None:
    heading = Heading(title="Two kernels", addition="Instruction roofline, a device")
    words = picture(make_run(2), make_look(183), heading=heading).words
    for word in ("Two kernels", "Instruction roofline, a device", "Performance [warp GIPS]", "0.01", "100", "1,000"):
        assert word in words
    assert "Instruction intensity [warp instructions / 32-byte transaction]" in words
    assert "Two kernels" not in picture(make_run(2), make_look(183)).words


def test_the_kernels_with_most_time_have_their_names() -> None:
    words = picture(make_run(4), make_look(183, labels=2)).words
    assert [word for word in sorted(set(words)) if word.startswith("kernel_")] == ["kernel_0", "kernel_1"]


def test_a_point_that_has_no_place_is_left_out() -> None:
    plot = make_plot(make_point(), make_point(label="zero", x=0.0), make_point(label="none", y=math.nan))
    assert len(picture(plot).shapes("dots")) == 1


def test_a_dot_at_the_edge_is_drawn_whole() -> None:
    drawn = picture(make_plot(make_point(x=0.0101, time_share=0.9, marker="square")))
    (shape,) = drawn.shapes("dots")
    assert min(x for x, _ in shape.corners) < corners_of_frame(drawn)[0][0]


def test_roofs_of_one_key_are_told_apart() -> None:
    twice = (make_ceiling(), make_ceiling(key="l1-2", x_end=1.0))
    assert {"roof-l1", "roof-l1-2"} <= set(picture(make_plot(make_point(), ceilings=twice)).ids)
