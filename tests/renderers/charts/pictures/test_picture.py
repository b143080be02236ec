"""The static picture of a chart, read by its own axes."""

from __future__ import annotations

import gzip
import math
import re
from dataclasses import replace
from functools import partial
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roofline_report.renderers.charts.pictures.picture import MOST_DOTS, draw_picture, preview_svg
from roofline_report.renderers.charts.plot import PlotCeiling, PlotFrame, PlotGap, PlotPoint, RooflinePlot
from roofline_report.renderers.charts.text_widths import text_width
from roofline_report.renderers.colors import read_scheme
from tests.renderers.charts.pictures.reading import Drawn, attributes, centre_of, level_of, points_of, read
from tests.renderers.charts.plots import CEILINGS, HOSTILE, make_ceiling, make_plot, make_point, make_run

LIGHT_COLORS = read_scheme(dark=False).colors
picture_of = partial(draw_picture, element_id="picture")


def draw(plot: RooflinePlot) -> Drawn:
    return read(picture_of(plot, description="A run.").svg)


def near(place: tuple[float, float]) -> object:
    return pytest.approx(place, abs=0.11)


def kernel_plot(**gap: object) -> RooflinePlot:
    """Return the chart of one kernel at two levels."""
    values = {"level": "dram", "y_start": 20.0, "y_end": 160.0, "factor": "8.0x", "roof": "HBM2"} | gap
    way = PlotGap(**values)  # type: ignore[arg-type]
    return make_plot(make_point(gap=way), make_point(level="dram", x=8.0, gap=way), connect=True)


def test_dots_lie_where_the_numbers_at_the_axes_say() -> None:
    drawn = draw(make_plot(make_point(x=2, y=20), make_point(x=8, y=20, level="dram")))
    assert drawn.at(1, 1) != drawn.at(10, 10)
    assert [(level_of(dot), dot.tag) for dot in drawn.dots()] == [("l1", "circle"), ("dram", "path")]
    assert centre_of(drawn.dots()[0]) == near(drawn.at(2, 20))
    assert centre_of(drawn.dots()[1]) == near(drawn.at(8, 20))


def test_a_dot_is_where_it_was_computed_by_hand() -> None:
    # "1000" is 4 x 0.64 em x 1.03 wide: 50.1 px in the numbers of a phone, 33.0 px in those of a page, whose label
    # stands beside them: left = 6 + 33.0 + 1.2 x 14 + 6 + 3 + 6 = 70.8, right = 720 - 6 - 50.1 / 2 = 688.9,
    # bottom = 540 - 6 - 7 - 1.2 x (19 + 2 x 20) - 6 = 450.2. Of the axes 2.301 of 5 and 2.301 of 4 decades.
    drawn = draw(make_plot(make_point(x=2, y=20)))
    assert centre_of(drawn.dots()[0]) == near((70.8 + 618.1 * 2.30103 / 5, 450.2 - 436.2 * 2.30103 / 4))
    assert drawn.at(0.01, 0.1) == near((70.8, 450.2))
    assert drawn.at(1000, 1000) == near((688.9, 14))


@pytest.mark.parametrize(
    ("x", "y"), [(0.01, 0.1), (1000.0, 1000.0), (0.01, 1000.0), (math.sqrt(10) * 1e-2, math.sqrt(10) * 0.1)]
)
def test_every_place_of_the_frame_has_its_dot(x: float, y: float) -> None:
    drawn = draw(make_plot(make_point(x=x, y=y)))
    assert centre_of(drawn.dots()[0]) == near(drawn.at(x, y))


def test_roofs_go_from_their_beginning_to_their_end() -> None:
    drawn = draw(make_plot())
    assert len(drawn.roofs()) == len(CEILINGS)
    for path, roof in zip(drawn.roofs(), CEILINGS, strict=True):
        assert level_of(path) == roof.level
        start, end = points_of(path)
        assert start == near(drawn.at(roof.x_start, roof.y_start))
        assert end == near(drawn.at(roof.x_end, roof.y_end))
        assert (path.get("stroke-dasharray") is not None) == roof.measured


def test_a_roof_that_leaves_the_frame_is_cut_and_one_outside_is_not_drawn() -> None:
    beyond = make_ceiling(x_start=1e-4, y_start=0.02, x_end=1e7, y_end=2e9)
    above = make_ceiling(level="compute", y_start=2e4, y_end=2e4, x_start=1.0, x_end=1000.0)
    drawn = draw(make_plot(ceilings=(beyond, above)))
    (path,) = drawn.roofs()
    assert points_of(path) == [near(drawn.at(0.01, 2)), near(drawn.at(5, 1000))]


def test_the_regions_meet_at_the_ridge_and_begin_at_the_fastest_memory() -> None:
    drawn = draw(make_plot())
    (memory,), (compute,) = drawn.inked("memory-bound"), drawn.inked("compute-bound")
    corners = [(0.01, 0.1), (0.01, 2.0), (2.0, 400.0), (20.0, 400.0), (20.0, 0.1)]
    assert sorted(points_of(memory)) == [near(place) for place in sorted(drawn.at(x, y) for x, y in corners)]
    corners = [(20.0, 0.1), (20.0, 400.0), (1000.0, 400.0), (1000.0, 0.1)]
    assert sorted(points_of(compute)) == [near(place) for place in sorted(drawn.at(x, y) for x, y in corners)]


def test_without_a_memory_roof_the_region_begins_at_the_ridge() -> None:
    drawn = draw(make_plot(ceilings=CEILINGS[-1:]))
    corners = [(0.01, 0.1), (0.01, 0.2), (20.0, 400.0), (20.0, 0.1)]
    assert sorted(set(points_of(drawn.inked("memory-bound")[0]))) == [
        near(place) for place in sorted(drawn.at(x, y) for x, y in corners)
    ]


def test_words_name_roofs_regions_axes_and_kernels() -> None:
    plot = make_run()
    texts = draw(plot).texts()
    assert {roof.label for roof in plot.ceilings} <= set(texts)
    assert {"\N{LEFTWARDS ARROW} memory-bound", "compute-bound \N{RIGHTWARDS ARROW}"} <= set(texts)
    assert {plot.x_label, plot.y_label} <= set(texts)
    assert {"kernel_0", "kernel_1", "kernel_2"} <= set(texts)


def test_a_phone_has_larger_words_and_the_unit_on_a_line_of_its_own() -> None:
    drawn = draw(make_run())
    page, phone = drawn.group("roofline-for-page"), drawn.group("roofline-for-phone")
    assert float(phone.get("font-size", "")) > 1.5 * float(page.get("font-size", ""))
    assert (page.get("display"), phone.get("display")) == (None, "none")
    texts = drawn.texts("roofline-for-phone")
    assert {"Instruction intensity", "[warp instructions / 32-byte transaction]"} <= set(texts)
    assert not any("15 GTXN/s" in text for text in texts), "no room for measured roofs"


def test_on_a_phone_the_word_of_a_roof_is_not_on_the_label_of_the_axis() -> None:
    roof = make_ceiling(
        level="compute", name="a flat roof with a name", x_start=0.1, y_start=500, x_end=1000, y_end=500
    )
    plot = make_plot(ceilings=(roof, CEILINGS[-1]))
    drawn = draw(plot)
    word, label = drawn.word(roof.label, "roofline-for-phone"), drawn.word(plot.y_label, "roofline-for-phone")
    (x, y), (other_x, other_y) = [(float(each.get("x", "")), float(each.get("y", ""))) for each in (word, label)]
    assert x - other_x < text_width(roof.label + plot.y_label, 20) / 2, "they would be on one another"
    assert abs(y - other_y) >= 20


def test_the_label_of_a_kernel_stands_at_the_dot_that_its_gap_is_about_else_at_the_outermost() -> None:
    points = [make_point(x=1.0, level="l1"), make_point(x=100.0, level="dram")]
    drawn = draw(make_plot(*points))
    assert float(drawn.word("saxpy").get("x", "")) > drawn.at(100, 1)[0]
    gap = PlotGap(level="l1", y_start=20.0, y_end=200.0, factor="10x", roof="L1")
    about = [replace(point, kernel=replace(point.kernel, gap=gap)) for point in points]
    drawn = draw(make_plot(*about))
    assert abs(float(drawn.word("saxpy").get("x", "")) - drawn.at(1, 1)[0]) < 50


def test_a_long_name_loses_its_middle() -> None:
    plot = make_plot(make_point(label="cross_entropy_of_many_classes_forward_large"))
    assert "cross_entropy_\N{HORIZONTAL ELLIPSIS}s_forward_large" in draw(plot).texts()


def test_the_chart_of_one_kernel_joins_its_dots_and_has_an_arrow_to_its_roof() -> None:
    drawn = draw(kernel_plot())
    (link,) = drawn.inked("muted")[:1]
    assert points_of(link) == [near(drawn.at(2, 20)), near(drawn.at(8, 20))]
    (arrow,) = [each for each in drawn.inked("text") if each.tag == "path"]
    shaft = re.match(r"M([\d.]+) ([\d.]+)V([\d.]+)M", arrow.get("d", ""))
    assert shaft is not None
    x, start, end = (float(number) for number in shaft.groups())
    assert (x, start) == near(drawn.at(8, 20))
    assert (x, end) == near(drawn.at(8, 160))
    assert "8.0x to HBM2" in drawn.texts()
    assert "saxpy" not in drawn.texts(), "there is but one kernel"


def test_a_chart_of_many_kernels_has_neither() -> None:
    drawn = draw(replace(kernel_plot(), connect=False))
    assert [each for each in [*drawn.inked("muted"), *drawn.inked("text")] if each.tag == "path"] == []
    assert "8.0x to HBM2" not in drawn.texts()


@pytest.mark.parametrize("changes", [{"level": "shared"}, {"y_end": math.inf}, {"y_start": 0.0}, {"y_end": -1.0}])
def test_a_way_that_cannot_be_drawn_is_left_out(changes: dict[str, object]) -> None:
    assert "8.0x to HBM2" not in draw(kernel_plot(**changes)).texts()


def test_the_area_of_a_dot_is_the_share_of_time_and_small_dots_lie_on_large_ones() -> None:
    points = [make_point(time_share=share, label=str(share), x=1.0 + share) for share in (0.01, 0.25, 1.0, 0.0)]
    radii = [float(dot.get("r", "")) for dot in draw(make_plot(*points)).dots()]
    assert radii == [20, 10, 3.5, 3.5]


def test_a_kernel_has_its_own_colour_and_shape() -> None:
    drawn = draw(make_plot(make_point(color="teal", marker="star"), make_point(label="b", x=5, time_share=0.1)))
    own, other = drawn.dots()
    (star,) = own
    assert (own.tag, level_of(own)) == ("g", "l1"), "where the colour is none, that of the level is inherited"
    assert (star.get("fill"), star.get("stroke"), star.get("class")) == ("teal", "teal", None)
    assert len(points_of(star)) == 10
    assert (other.get("fill"), other.tag) == (LIGHT_COLORS["l1"], "circle")


def test_a_colour_cannot_leave_its_attribute() -> None:
    drawn = draw(make_plot(make_point(color='"/><script>')))
    assert drawn.dots()[0][0].get("fill") == '"/><script>'
    assert list(drawn.svg.iter("script")) == []


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_are_text(name: str) -> None:
    picture = picture_of(make_plot(make_point(label=name), ceilings=(make_ceiling(name=name),)), description=name)
    drawn = read(picture.svg)
    assert {each.tag for each in drawn.svg.iter()} <= {"svg", "g", "path", "circle", "text"}
    assert all(len(text) < 120 for text in drawn.texts())
    assert "\u202e" not in picture.svg
    assert "\x00" not in picture.svg


@given(st.text(max_size=60))
def test_any_name_is_drawn(name: str) -> None:
    picture = picture_of(make_plot(make_point(label=name)), description=name)
    picture.svg.encode()


def test_nothing_to_draw_leaves_axes() -> None:
    drawn = draw(make_plot(ceilings=()))
    assert drawn.dots() == []
    assert drawn.roofs() == []
    assert drawn.inked("memory-bound") == []
    assert len(drawn.texts()) == 2
    assert draw(make_plot(make_point(x=math.nan))).dots() == []


def test_huge_and_tiny_values_are_drawn() -> None:
    frame = PlotFrame(x_min=1e-300, x_max=1e300, y_min=1e-300, y_max=1e300)
    drawn = draw(replace(make_plot(make_point(x=1e-150, y=1.0), ceilings=()), frame=frame))
    numbers = [text.text for text in drawn.group("roofline-numbers").iter("text")]
    assert 4 < len(numbers) < 60
    assert "1e-300" in numbers
    x0, y0, y1, x1 = drawn.edges()
    assert centre_of(drawn.dots()[0]) == near((x0 + (x1 - x0) / 4, (y0 + y1) / 2))


values = st.floats(1e-9, 1e9)
any_point = st.builds(
    lambda x, y, level, share, name: make_point(x=x, y=y, level=level, time_share=share, label=name),
    values,
    values,
    st.sampled_from(["l1", "shared", "l2", "dram", "unheard of"]),
    st.none() | st.floats(0, 1),
    st.text("ab_<&", min_size=1, max_size=40),
)
any_roof = st.builds(
    lambda level, name, ends, measured: make_ceiling(
        level=level,
        name=name,
        measured=measured,
        **dict(zip(("x_start", "y_start", "x_end", "y_end"), ends, strict=True)),
    ),
    st.sampled_from(["l1", "l2", "dram", "compute"]),
    st.text("ab <&", max_size=40),
    st.tuples(values, values, values, values),
    st.booleans(),
)


@given(
    points=st.lists(any_point, max_size=8),
    roofs=st.lists(any_roof, max_size=5),
    ridge=st.none() | values,
    connect=st.booleans(),
)
def test_whatever_is_drawn_stays_in_the_picture(
    points: list[PlotPoint], roofs: list[PlotCeiling], ridge: float | None, *, connect: bool
) -> None:
    plot = replace(make_plot(*points, ceilings=tuple(roofs), connect=connect), ridge_x=ridge)
    drawn = draw(plot)
    x0, y0, y1, x1 = drawn.edges()
    for x, y in [place for roof in drawn.roofs() for place in points_of(roof)]:
        assert x0 <= x <= x1
        assert y0 <= y <= y1
    for x, y in [
        place for name in ("memory-bound", "compute-bound") for each in drawn.inked(name) for place in points_of(each)
    ]:
        assert x0 - 0.1 <= x <= x1 + 0.1
        assert y0 - 0.1 <= y <= y1 + 0.1
    assert preview_svg(plot).startswith("<svg")


def test_a_dot_beyond_the_frame_is_counted_as_left_out() -> None:
    picture = picture_of(make_plot(make_point(x=1e5), make_point()), description="")
    assert (picture.left_out, len(read(picture.svg).dots())) == (1, 1)


def test_of_thousands_of_dots_those_with_most_time_are_drawn() -> None:
    points = [
        make_point(label=f"k{number}", x=1.0 + number / 900, time_share=1 / (number + 2)) for number in range(1000)
    ]
    picture = picture_of(make_plot(*points), description="")
    drawn = read(picture.svg)
    assert (len(drawn.dots()), picture.left_out) == (MOST_DOTS, 1000 - MOST_DOTS)
    right = drawn.at(points[MOST_DOTS - 1].x, 1)[0]
    assert max(centre_of(dot)[0] for dot in drawn.dots()) == pytest.approx(right, abs=0.1)
    # In whatever order they come.
    assert picture_of(make_plot(*reversed(points)), description="").svg.count("<circle") == MOST_DOTS
    assert max(centre_of(dot)[0] for dot in draw(make_plot(*reversed(points))).dots()) == pytest.approx(right, abs=0.1)


@pytest.mark.parametrize("changes", [{"x_end": math.inf}, {"y_start": 0.0}, {"x_start": -1.0}, {"y_end": math.nan}])
def test_a_roof_without_a_place_is_refused(changes: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="a picture cannot draw"):
        draw(make_plot(ceilings=(make_ceiling(**changes),)))


def test_a_picture_says_what_it_shows_and_nothing_else() -> None:
    svg = read(picture_of(make_run(), description='Two "roofs" & <more>.').svg).svg
    assert (svg.get("role"), svg.get("aria-label")) == ("img", 'Two "roofs" & <more>.')
    names = {name for name, _ in attributes(svg)}
    assert not names & {"style", "href", "onload"}
    assert [value for name, value in attributes(svg) if name == "id"] == ["picture"]
    assert list(svg.iter("title")) == []


def test_every_class_has_its_rule_and_every_colour_is_that_of_light_pages() -> None:
    style = (files("roofline_report.renderers") / "assets" / "picture.css").read_text(encoding="utf-8")
    plot = replace(make_run(), points=(*make_run().points, make_point(level="shared"), make_point(level="other")))
    for svg in (
        picture_of(plot, description="").svg,
        picture_of(kernel_plot(), description="").svg,
    ):
        for each in read(svg).svg.iter():
            name = each.get("class", "")
            assert name == "" or f".{name} " in style or f".{name}," in style, name
            if level_of(each) in LIGHT_COLORS:
                assert {each.get("fill"), each.get("stroke")} - {None} == {LIGHT_COLORS[level_of(each)]}
    assert LIGHT_COLORS["l1"] == "#0868ac"


def test_the_same_plot_has_the_same_picture() -> None:
    svg = picture_of(make_run(), description="").svg
    assert picture_of(make_run(), description="").svg == svg
    assert "\n" not in svg
    assert not re.search(r'(?:x|y|r|d)="[^"]*\d\.\d\d', svg), "no more than a tenth of a pixel"


def points(count: int) -> list[PlotPoint]:
    return [
        make_point(
            label=f"solver::kernel_{number}",
            x=0.1 * 1.37 ** (number * 7 % 23),
            y=0.3 * 1.31 ** (number * 11 % 25),
            level=("l1", "l2", "dram")[number % 3],
            time_share=0.4 / (number // 3 + 1),
        )
        for number in range(count)
    ]


@pytest.mark.parametrize(
    ("plot", "limit"),
    [(kernel_plot(), 1_250), (make_plot(*points(60)), 3_000), (make_plot(*points(3000)), 8_000)],
    ids=["kernel", "60 dots", "3,000 dots"],
)
def test_pictures_are_small(plot: RooflinePlot, limit: int) -> None:
    svg = picture_of(plot, description="A run of 2 kernels.").svg
    assert len(gzip.compress(svg.encode(), mtime=0)) < limit


def test_a_preview_has_roofs_and_dots_and_no_word() -> None:
    svg = preview_svg(make_run(30))
    drawn = read(svg)
    assert drawn.svg.get("aria-hidden") == "true"
    assert list(drawn.svg.iter("text")) == []
    assert [level_of(roof) for roof in drawn.roofs()] == ["l1", "dram", "compute"], "no measured ones"
    assert len(drawn.dots()) == len([point for point in make_run(30).points if point.x <= 1000 and point.y <= 1000])
    assert len(gzip.compress(svg.encode(), mtime=0)) < 1_500
    for dot in drawn.dots():
        x, y = centre_of(dot)
        assert 5 <= x <= 255
        assert 5 <= y <= 145


def test_the_preview_of_a_device_with_measured_roofs_alone_shows_them() -> None:
    plot = make_plot(ceilings=(make_ceiling(measured=True),))
    assert len(read(preview_svg(plot)).roofs()) == 1
