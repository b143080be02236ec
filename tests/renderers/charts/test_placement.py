"""Where words go: whatever a chart shows, no two overlap and none leaves the frame."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roofline_report.renderers.charts.boxes import (
    Box,
    Dot,
    Frame,
    Line,
    clipped,
    covers,
    distance,
    is_crossed,
    make_box,
    overlap,
    touches,
)
from roofline_report.renderers.charts.placement import GAP_PX, NamedDots, NamedLine, Scene, Word, place_words
from roofline_report.renderers.charts.text_widths import text_width

FRAME = Frame(x0=80, y0=10, x1=700, y1=460)
SIZE = 13.0


def place(**scene: object) -> dict[str, Word]:
    held = {name: tuple(value) if isinstance(value, list) else value for name, value in scene.items()}
    words = place_words(Scene(**({"frame": FRAME} | held)), size=SIZE, measure=text_width)  # type: ignore[arg-type]
    assert len({word.text for word in words}) == len(words)
    return {word.text: word for word in words}


def diagonal(y: float, *texts: str, measured: bool = False) -> NamedLine:
    """Return a roof that rises by 45 degrees from the left edge to the top of the frame."""
    line = clipped(Line(FRAME.x0, y, FRAME.x0 + 1000, y - 1000), FRAME)
    assert line is not None
    return NamedLine(line=line, texts=texts, measured=measured)


def flat(y: float, x: float, *texts: str, measured: bool = False) -> NamedLine:
    return NamedLine(line=Line(x, y, FRAME.x1, y), texts=texts, measured=measured)


def corners(box: Box) -> list[tuple[float, float]]:
    """Return the corners, by a way of its own."""
    along, across = complex(box.ux, box.uy), complex(-box.uy, box.ux)
    points = [complex(box.x, box.y) + i * box.w * along + j * box.h * across for i in (-1, 1) for j in (-1, 1)]
    return [(point.real, point.imag) for point in points]


def points_in(box: Box) -> list[tuple[float, float]]:
    """Return a net of points in a box, each a few pixels from the next."""
    along, across = complex(box.ux, box.uy), complex(-box.uy, box.ux)
    grid = [step / 12 for step in range(-12, 13)]
    points = [complex(box.x, box.y) + i * box.w * along + j * box.h * across for i in grid for j in grid]
    return [(point.real, point.imag) for point in points]


def holds(box: Box, x: float, y: float) -> bool:
    dx, dy = x - box.x, y - box.y
    return abs(dx * box.ux + dy * box.uy) <= box.w and abs(dy * box.ux - dx * box.uy) <= box.h


STEPS = [step / 400 for step in range(401)]
coordinates = st.floats(-200, 1000)
names = st.text(max_size=60)
frames = st.builds(
    lambda x, y, width, height: Frame(x0=x, y0=y, x1=x + width, y1=y + height),
    st.floats(0, 200),
    st.floats(0, 200),
    st.floats(1, 800),
    st.floats(1, 600),
)
dots = st.builds(Dot, coordinates, coordinates, st.floats(1, 20))
named_lines = st.builds(
    lambda line, texts, measured: NamedLine(line=line, texts=tuple(texts), measured=measured),
    st.builds(Line, coordinates, coordinates, coordinates, coordinates),
    st.lists(names, min_size=1, max_size=2),
    st.booleans(),
)


boxes = st.builds(
    lambda x, y, width, height, angle: make_box(x, y, width=width, height=height, angle=angle),
    st.floats(0, 100),
    st.floats(0, 100),
    st.floats(1, 80),
    st.floats(1, 30),
    st.floats(-math.pi, math.pi),
)


@st.composite
def scenes(draw: st.DrawFn) -> Scene:
    drawn = draw(st.lists(dots, max_size=12))
    labels = [NamedDots(dots=(dot,), texts=(draw(names),), may_be_led=draw(st.booleans())) for dot in drawn[:4]]
    return Scene(
        frame=draw(frames),
        roofs=tuple(draw(st.lists(named_lines, max_size=7))),
        dots=tuple(drawn),
        labels=tuple(labels),
        gap=draw(st.none() | named_lines),
        ridge_x=draw(st.none() | coordinates),
        taken=tuple(draw(st.lists(boxes, max_size=2))),
    )


@given(scenes(), st.floats(4, 30))
def test_no_word_overlaps_another_or_leaves_the_frame(scene: Scene, size: float) -> None:
    words = place_words(scene, size=size, measure=text_width)
    for word in words:
        for x, y in corners(word.place):
            assert scene.frame.x0 <= x <= scene.frame.x1
            assert scene.frame.y0 <= y <= scene.frame.y1
        assert word.place.w * 2 >= text_width(word.text, size)
        assert word.place.h * 2 >= size
    for one, other in combinations([*(word.place for word in words), *scene.taken], 2):
        if one in scene.taken:
            continue
        assert not any(holds(other, x, y) for x, y in points_in(one))
        assert not any(holds(one, x, y) for x, y in points_in(other))


@given(scenes(), st.floats(4, 30))
def test_a_line_to_a_label_comes_from_its_dot_and_meets_no_other_word(scene: Scene, size: float) -> None:
    words = place_words(scene, size=size, measure=text_width)
    for word in words:
        if word.leader is None:
            continue
        dot, line = scene.labels[word.index].dots[0], word.leader
        assert scene.labels[word.index].may_be_led
        assert math.hypot(line.x0 - dot.x, line.y0 - dot.y) == pytest.approx(dot.r)
        assert abs(line.x1 - word.place.x) <= word.place.w + 1e-9
        assert abs(line.y1 - word.place.y) <= word.place.h + 1e-9
        assert math.hypot(line.x1 - line.x0, line.y1 - line.y0) > GAP_PX
        points = [(line.x0 + (line.x1 - line.x0) * t, line.y0 + (line.y1 - line.y0) * t) for t in STEPS]
        assert not any(holds(other.place, x, y) for x, y in points for other in words if other is not word)
        others = [other for other in scene.dots if other != dot]
        assert all(math.hypot(other.x - x, other.y - y) >= other.r for other in others for x, y in points)


@given(scenes())
def test_words_find_the_same_places_every_time(scene: Scene) -> None:
    assert place_words(scene, size=SIZE, measure=text_width) == place_words(scene, size=SIZE, measure=text_width)


@given(boxes, boxes)
def test_boxes_overlap_where_they_have_a_point_in_common(one: Box, other: Box) -> None:
    common = any(holds(other, x, y) for x, y in points_in(one)) or any(holds(one, x, y) for x, y in points_in(other))
    assert overlap(one, other) == overlap(other, one)
    if common:
        assert overlap(one, other)
    if overlap(one, other):  # then larger boxes, of which the net is finer than their growth, have one
        one, other = (Box(each.x, each.y, each.w + 8, each.h + 8, each.ux, each.uy) for each in (one, other))
        assert any(holds(other, x, y) for x, y in points_in(one))


@given(boxes, st.builds(Line, st.floats(-50, 150), st.floats(-50, 150), st.floats(-50, 150), st.floats(-50, 150)))
def test_a_box_is_crossed_by_a_line_that_has_a_point_in_it(box: Box, line: Line) -> None:
    on_line = [(line.x0 + (line.x1 - line.x0) * t, line.y0 + (line.y1 - line.y0) * t) for t in STEPS]
    smaller = Box(box.x, box.y, box.w * 0.99, box.h * 0.99, box.ux, box.uy)
    larger = Box(box.x, box.y, box.w + 1, box.h + 1, box.ux, box.uy)
    if any(holds(smaller, x, y) for x, y in on_line):
        assert is_crossed(box, line)
    if is_crossed(box, line):
        assert any(holds(larger, x, y) for x, y in on_line)


def test_a_dot_is_covered_where_its_square_is() -> None:
    box = make_box(50, 50, width=40, height=10)
    assert covers(box, Dot(73, 50, 5))
    assert not covers(box, Dot(76, 50, 5))
    assert not covers(box, Dot(50, 61, 5))


def test_a_line_is_clipped_to_the_frame() -> None:
    assert clipped(Line(0, 460, 1000, 460), FRAME) == Line(80, 460, 700, 460)
    assert clipped(Line(0, 0, 70, 70), FRAME) is None
    assert clipped(Line(80, 0, 80, 1000), FRAME) == Line(80, 10, 80, 460)


def test_the_word_on_a_roof_is_parallel_to_it_and_just_above() -> None:
    word = place(roofs=[diagonal(300, "L2 7.22 TB/s", "7.22 TB/s")])["L2 7.22 TB/s"]
    assert word.angle == pytest.approx(-math.pi / 4)
    line = Line(80, 300, 80 + 1000, -700)
    distance = (line.x0 - word.place.x) * math.sin(math.pi / 4) + (line.y0 - word.place.y) * math.cos(math.pi / 4)
    assert distance == pytest.approx(SIZE / 2 + 4)
    assert word.place.x < 180, "low on the left"


def test_the_word_on_a_flat_roof_stands_at_its_right_end() -> None:
    word = place(roofs=[flat(100, 300, "issue 400 warp GIPS")])["issue 400 warp GIPS"]
    assert (word.angle, word.place.y) == (0.0, 100 - SIZE / 2 - 4)
    assert word.place.x + word.place.w == pytest.approx(700 - 2)


def test_a_measured_roof_has_its_word_below() -> None:
    roofs = [flat(100, 300, "peak"), flat(300, 300, "peak measured", measured=True)]
    words = place(roofs=roofs)
    assert words["peak"].place.y == 100 - SIZE / 2 - 4
    assert words["peak measured"].place.y == 300 + SIZE / 2 + 4


def test_a_roof_that_is_too_short_for_its_name_has_its_number() -> None:
    line = Line(80, 60, 160, 60)
    roof = NamedLine(line=line, texts=("a name of forty letters, more or less", "12 TB/s"))
    other = NamedLine(line=Line(80, 80, 160, 80), texts=("taken",))
    assert "12 TB/s" in place(frame=Frame(x0=80, y0=10, x1=165, y1=200), roofs=[roof, other])


def test_a_flat_roof_shorter_than_its_words_is_named_all_the_same() -> None:
    assert "issue 400 warp GIPS" in place(roofs=[flat(100, 640, "issue 400 warp GIPS")])


def test_words_go_where_no_line_crosses_them() -> None:
    roofs = [diagonal(300, "first"), diagonal(320, "second"), flat(200, 90, "flat and quite long")]
    lines = [roof.line for roof in roofs]
    for word in place(roofs=roofs).values():
        assert sum(is_crossed(word.place, line) for line in lines) == 0


def test_words_go_where_no_dot_is() -> None:
    free = place(roofs=[flat(100, 300, "issue")])["issue"]
    dot = Dot(free.place.x, free.place.y, 6)
    moved = place(roofs=[flat(100, 300, "issue")], dots=[dot])["issue"]
    assert covers(free.place, dot)
    assert not covers(moved.place, dot)


def test_words_find_the_one_gap_between_dots() -> None:
    roof = flat(100, 90, "issue")
    width = text_width("issue", SIZE) + 4
    start, end = 265, 265 + width + 14  # free
    dots = [*(Dot(x, 100, 8) for x in range(90, 258, 12)), *(Dot(x, 100, 8) for x in range(int(end) + 8, 700, 12))]
    word = place(roofs=[roof], dots=dots)["issue"]
    assert not any(covers(word.place, dot) for dot in dots)
    assert start < word.place.x < end


def test_a_measured_roof_gives_way_to_a_theoretical_one() -> None:
    # There is room for one word alone, and it is the later roof that is theoretical.
    frame = Frame(x0=80, y0=80, x1=150, y1=112)
    measured = NamedLine(line=Line(80, 100, 150, 100), texts=("bench",), measured=True)
    theory = NamedLine(line=Line(80, 103, 150, 103), texts=("theory",))
    assert set(place(frame=frame, roofs=[measured])) == {"bench"}
    assert set(place(frame=frame, roofs=[measured, theory])) == {"theory"}


def test_the_foot_of_the_ridge_says_what_bounds_on_either_side() -> None:
    words = place(ridge_x=400)
    assert list(words) == ["\N{LEFTWARDS ARROW} memory-bound", "compute-bound \N{RIGHTWARDS ARROW}"]
    left, right = (word.place for word in words.values())
    assert left.x + left.w < 400 < right.x - right.w
    assert left.y == right.y == 460 - SIZE / 2 - 5


def test_a_region_without_room_for_an_arrow_is_named_without_and_a_narrower_one_is_not() -> None:
    assert set(place(ridge_x=80 + text_width("memory-bound", SIZE) + 13)) == {
        "memory-bound",
        "compute-bound \N{RIGHTWARDS ARROW}",
    }
    assert set(place(ridge_x=120)) == {"compute-bound \N{RIGHTWARDS ARROW}"}


def test_a_label_stands_beside_its_dot_on_the_side_that_is_free() -> None:
    dot, other = Dot(300, 200, 10), Dot(330, 200, 10)
    assert place(dots=[dot], labels=[NamedDots(dots=(dot,), texts=("saxpy",))])["saxpy"].place.x > 310
    word = place(dots=[dot, other], labels=[NamedDots(dots=(dot,), texts=("saxpy",))])["saxpy"]
    assert word.place.x < 290
    assert word.place.y == 200


def test_a_label_that_would_be_crossed_or_cover_dots_is_left_out() -> None:
    dot = Dot(300, 200, 5)
    walls = [NamedLine(line=Line(300 + dx, 10, 300 + dx, 460), texts=()) for dx in (-12, -4, 4, 12)]
    assert place(dots=[dot], labels=[NamedDots(dots=(dot,), texts=("saxpy",))], roofs=walls) == {}
    crowd = [Dot(300 + 12 * i, 200 + 12 * j, 5) for i in range(-6, 7) for j in range(-4, 5)]
    here = crowd[len(crowd) // 2]
    assert place(dots=crowd, labels=[NamedDots(dots=(here,), texts=("saxpy",))]) == {}


def test_a_label_keeps_clear_of_the_dots_of_other_kernels() -> None:
    dot, other = Dot(300, 200, 10), Dot(330, 222, 5)  # near to the place on the right, and not on it
    word = place(dots=[dot], labels=[NamedDots(dots=(dot,), texts=("saxpy",))])["saxpy"]
    assert not covers(word.place, other)
    moved = place(dots=[dot, other], labels=[NamedDots(dots=(dot,), texts=("saxpy",))])["saxpy"]
    assert moved.place.x < 290


def test_a_label_without_room_beside_its_dot_stands_further_away_with_a_line_to_it() -> None:
    dot, others = Dot(300, 200, 6), [Dot(300 + dx, 200 + dy, 6) for dx, dy in ((-14, 0), (14, 0), (-9, 12), (9, 12))]
    alone = NamedDots(dots=(dot,), texts=("saxpy",))
    assert place(dots=[dot, *others], labels=[alone]) == {}
    word = place(dots=[dot, *others], labels=[replace(alone, may_be_led=True)])["saxpy"]
    assert word.leader is not None
    assert (word.leader.x0, word.leader.y0) == (300, 194), "it begins on top of the dot, where none is in the way"
    assert word.leader.y1 == pytest.approx(word.place.y + word.place.h)
    assert all(distance(word.place, other) >= 8 for other in others)
    free = place(dots=[dot], labels=[replace(alone, may_be_led=True)])["saxpy"]
    assert free.leader is None, "there is room beside it"


def test_a_line_to_a_label_goes_through_no_word() -> None:
    dot, others = Dot(300, 200, 6), [Dot(300 + dx, 200 + dy, 6) for dx, dy in ((-14, 0), (14, 0), (-9, 12), (9, 12))]
    label = NamedDots(dots=(dot,), texts=("saxpy",), may_be_led=True)
    walls = [make_box(300, y, width=300, height=4) for y in (180, 220)]
    assert place(dots=[dot, *others], labels=[label], taken=walls) == {}
    word = place(dots=[dot, *others], labels=[label], taken=walls[:1])["saxpy"]
    assert word.place.y > 220


def test_a_line_touches_a_dot_that_it_comes_nearer_to_than_its_radius() -> None:
    line = Line(0, 0, 30, 40)  # of length 50
    assert touches(line, Dot(15, 20, 0.1))
    assert touches(line, Dot(15, 15, 3.01))  # 3 / 5 of 5 away
    assert not touches(line, Dot(15, 15, 2.99))
    assert touches(line, Dot(33, 44, 5.01))  # 5 beyond the end
    assert not touches(line, Dot(33, 44, 4.99))
    assert touches(Line(1, 1, 1, 1), Dot(1, 3, 2.01))


def test_dots_of_a_kernel_that_lie_on_one_another_have_their_label() -> None:
    dots = (Dot(300, 200, 10), Dot(301, 200, 10), Dot(299, 200, 10))
    assert "axpy" in place(dots=list(dots), labels=[NamedDots(dots=dots, texts=("axpy",))])


def test_the_gap_is_not_named_on_the_line_between_dots() -> None:
    gap = NamedLine(line=Line(300, 300, 300, 290), texts=("1.1x to L2",))
    free = place(gap=gap)["1.1x to L2"]
    moved = place(gap=gap, links=[Line(200, 295, 500, 295)])["1.1x to L2"]
    assert is_crossed(free.place, Line(200, 295, 500, 295))
    assert not is_crossed(moved.place, Line(200, 295, 500, 295))


def test_a_number_that_no_line_crosses_is_better_than_a_name_that_one_does() -> None:
    walls = [NamedLine(line=Line(x, 60, x, 140), texts=()) for x in range(110, 690, 90)]
    roof = flat(100, 100, "a name that is rather long", "12 TB/s")
    assert set(place(roofs=[roof, *walls])) == {"12 TB/s"}
    walls = [NamedLine(line=Line(x, 60, x, 140), texts=()) for x in range(110, 700, 9)]
    assert set(place(roofs=[roof, *walls])) == {"12 TB/s"}, "a theoretical roof is named all the same"
    measured = flat(100, 100, "a name that is rather long", "12 TB/s", measured=True)
    assert place(roofs=[measured, *walls]) == {}


def test_a_word_of_a_roof_moves_away_from_the_gap() -> None:
    free = place(roofs=[flat(100, 300, "issue")])["issue"]
    gap = NamedLine(line=Line(free.place.x, 300, free.place.x, 50), texts=("2x",))
    moved = place(roofs=[flat(100, 300, "issue")], gap=gap)["issue"]
    assert is_crossed(free.place, gap.line)
    assert not is_crossed(moved.place, gap.line)


def test_a_long_label_gives_way_to_a_short_one() -> None:
    dot = Dot(390, 200, 5)
    label = NamedDots(dots=(dot,), texts=("a name that is much longer than the room" * 3, "a name..."))
    assert set(place(dots=[dot], labels=[label])) == {"a name..."}


def test_a_label_goes_to_another_dot_of_its_kernel_where_the_best_has_no_room() -> None:
    best, other = Dot(300, 200, 5), Dot(500, 300, 5)
    walls = [NamedLine(line=Line(300 + dx, 150, 300 + dx, 250), texts=()) for dx in (-12, -4, 4, 12)]
    label = NamedDots(dots=(best, other), texts=("saxpy", "s"))
    assert place(dots=[best, other], labels=[label])["saxpy"].place.y == 200
    assert place(dots=[best, other], labels=[label], roofs=walls)["saxpy"].place.y == 300


def test_the_gap_is_named_beside_its_line() -> None:
    gap = NamedLine(line=Line(300, 300, 300, 200), texts=("1.9x to L2",))
    word = place(gap=gap, roofs=[flat(200, 100, "issue")])["1.9x to L2"]
    assert (word.place.y, word.angle) == (250, 0.0)
    assert word.place.x - text_width("1.9x to L2", SIZE) / 2 == pytest.approx(304)


@pytest.mark.parametrize(
    ("text", "em"), [("", 0.0), ("漢字", 2.0), ("e\u0301", 0.64), ("\U0001f680", 1.3), ("il", 0.56)]
)
def test_texts_are_as_wide_as_their_letters(text: str, em: float) -> None:
    assert text_width(text, 10) == pytest.approx(em * 1.03 * 10)


def test_a_minor_kernel_is_not_named_where_a_more_important_one_has_no_room() -> None:
    crowd = [Dot(300 + 12 * i, 200 + 12 * j, 5) for i in range(-6, 7) for j in range(-4, 5)]
    free = Dot(500, 400, 5)
    labels = [NamedDots(dots=(crowd[len(crowd) // 2],), texts=("large",)), NamedDots(dots=(free,), texts=("next",))]
    assert list(place(dots=[*crowd, free], labels=labels)) == ["next"]
    minor = [labels[0], replace(labels[1], is_minor=True)]
    assert place(dots=[*crowd, free], labels=minor) == {}
    assert list(place(dots=[free], labels=minor[1:])) == ["next"]
