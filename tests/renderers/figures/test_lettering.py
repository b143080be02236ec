"""Words in a chart: each has a place of its own, inside the frame, by what it belongs to."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING

import pytest

from roofline_report.renderers.charts.boxes import Dot, Frame, Line, covers, is_crossed, is_inside, make_box, overlap
from roofline_report.renderers.charts.plot import PlotGap
from roofline_report.renderers.figures.drawing import draw_figure
from roofline_report.renderers.figures.letters import Letters
from roofline_report.renderers.figures.scenery import Spot, edges_of, leader_of
from tests.renderers.charts.plots import CEILINGS, FRAME, make_ceiling, make_plot, make_point, make_run
from tests.renderers.figures.reading import make_look

if TYPE_CHECKING:
    from roofline_report.renderers.charts.boxes import Box
    from roofline_report.renderers.charts.plot import PlotPoint, RooflinePlot
    from roofline_report.renderers.figures.drawing import DrawnFigure
    from roofline_report.renderers.figures.lettering import Lettering
    from roofline_report.renderers.figures.look import Look

SMALL = Letters(family="DejaVu Sans", size=6.3)
_TIGHT = 0.9
"""Boxes of the rules of placing have a margin, which these have not."""


def drawn(plot: RooflinePlot, look: Look | None = None) -> DrawnFigure:
    return draw_figure(plot, look or make_look(), heading=None)


def box_of(word: Lettering) -> Box:
    """Return the box of a word, with y counted downwards as boxes do."""
    height = SMALL.rise * _TIGHT
    return make_box(
        word.x, -word.y, width=SMALL.width(word.text) * _TIGHT, height=height, angle=-math.radians(word.angle)
    )


def frame_of(figure: DrawnFigure) -> Frame:
    box = figure.figure.axes[0].get_window_extent()
    return Frame(x0=box.x0, x1=box.x1, y0=-box.y1, y1=-box.y0)


def place_of(figure: DrawnFigure, x: float, y: float) -> tuple[float, float]:
    across, up = figure.figure.axes[0].transData.transform((x, y))
    return float(across), -float(up)


def random_run(seed: int) -> RooflinePlot:
    random = Random(seed)  # noqa: S311 - not for secrets
    points: list[PlotPoint] = []
    for row in range(random.choice([1, 4, 12, 30])):
        y, x, share = 10 ** random.uniform(-0.8, 2.5), 10 ** random.uniform(-1.8, 1.5), random.random() ** 3 / 3
        for level, name in (("l1", "L1"), ("dram", "HBM2")):
            label = f"kernel_{row}" * random.choice([1, 1, 3])
            points.append(make_point(label=label, x=x, y=y, level=level, level_name=name, time_share=share))
            x *= 10 ** random.uniform(0, 1)
    points.sort(key=lambda point: -(point.kernel.time_share or 0))
    return make_plot(*points)


@pytest.mark.parametrize("seed", range(25))
def test_words_are_inside_the_frame_and_on_no_other_word(seed: int) -> None:
    figure = drawn(random_run(seed), make_look(89.0 if seed % 2 else 183.0, labels=6))
    placed = [(word.text, box_of(word)) for word in figure.words.placed]
    frame = frame_of(figure)
    for text, box in placed:
        assert is_inside(box, frame), text
    for (one, box), (other, other_box) in combinations(placed, 2):
        assert not overlap(box, other_box), (one, other)


# In the later ones the shortest way from a dot to its name would go through another word.
@pytest.mark.parametrize("seed", [*range(25), 38, 39, 50, 52, 59, 62, 71])
def test_names_of_kernels_lie_on_no_line_and_no_dot(seed: int) -> None:
    plot = random_run(seed)
    figure = drawn(plot, make_look(183.0 if seed < 25 else 89.0, labels=6))
    boxes = [box_of(word) for word in figure.words.placed]
    names = [(word, box_of(word)) for word in figure.words.placed if word.text.startswith("kernel")]
    lines = [
        Line(*place_of(figure, roof.x_start, roof.y_start), *place_of(figure, roof.x_end, roof.y_end))
        for roof in plot.ceilings
    ]
    dots = [Dot(*place_of(figure, point.x, point.y), 0.5) for point in plot.points]
    for word, box in names:
        assert not any(is_crossed(box, line) for line in lines), word.text
        assert not any(covers(box, dot) for dot in dots), word.text
        if word.leader is not None:
            start, end = word.leader
            leader = Line(start[0], -start[1], end[0], -end[1])
            assert not any(is_crossed(other, leader) for other in boxes if other != box), word.text


@pytest.mark.parametrize("seed", range(25))
def test_what_has_no_room_is_counted(seed: int) -> None:
    plot = random_run(seed)
    figure = drawn(plot, make_look(labels=6))
    names = [word for word in figure.words.placed if word.text.startswith("kernel")]
    assert len(names) + len(figure.words.nameless_kernels) == min(6, len(plot.drawn_kernels))
    roofs = [word for word in figure.words.placed if word.color in ("l1", "dram", "compute")]
    assert len(roofs) + len(figure.words.left_out) == len(plot.ceilings)


def test_words_of_a_roof_are_parallel_to_it() -> None:
    figure = drawn(make_run(1))
    (x0, y0), (x1, y1) = (place_of(figure, *end) for end in ((0.01, 2.0), (2.0, 400.0)))
    slope = math.degrees(math.atan2(-(y1 - y0), x1 - x0))
    word = next(word for word in figure.words.placed if word.text == "L1 200 GTXN/s")
    assert word.angle == pytest.approx(slope, abs=0.01)
    issue = next(word for word in figure.words.placed if word.color == "compute")
    assert issue.angle == 0


@pytest.mark.parametrize("ratio", [0.97, 0.9, 0.8, 0.6])
@pytest.mark.parametrize("width", [60.0, 89.0, 183.0])
def test_no_words_stand_nearer_to_another_roof_of_their_colour(ratio: float, width: float) -> None:
    ceilings = tuple(
        make_ceiling(
            key=f"{level}-{measured}",
            level=level,
            name=level.upper(),
            value=f"{value * (ratio if measured else 1):.4g} GB/s",
            measured=measured,
            x_start=0.01,
            y_start=0.01 * value * (ratio if measured else 1),
            x_end=400 / value / (ratio if measured else 1),
        )
        for level, value in (("l1", 200.0), ("l2", 80.0), ("dram", 30.0))
        for measured in (False, True)
    )
    figure = drawn(make_plot(*make_run(2).points, ceilings=ceilings), make_look(width))
    lines = {
        roof.label: (
            roof,
            Line(*place_of(figure, roof.x_start, roof.y_start), *place_of(figure, roof.x_end, roof.y_end)),
        )
        for roof in ceilings
    }
    for word in figure.words.placed:
        for roof, own in (each for label, each in lines.items() if label.endswith(word.text) and word.text):
            if roof.level != word.color:
                continue
            others = [line for other, line in lines.values() if other.level == roof.level and line is not own]
            assert all(distance(word, own) <= distance(word, line) + 1e-6 for line in others), word.text


def distance(word: Lettering, line: Line) -> float:
    dx, dy = line.x1 - line.x0, line.y1 - line.y0
    return abs((word.x - line.x0) * dy - (-word.y - line.y0) * dx) / math.hypot(dx, dy)


def test_a_name_without_room_beside_its_dot_stands_further_away_with_a_line_to_it() -> None:
    # The dot lies between roofs that are nearer to one another than a word is high.
    ceilings = tuple(
        make_ceiling(level="compute", key=str(y), x_start=0.01, x_end=1000.0, y_start=y, y_end=y)
        for y in (13.0, 15.0, 17.5, 23.0, 27.0, 31.0)
    )
    figure = drawn(make_plot(make_point(x=3.0, y=20.0, label="between", time_share=None), ceilings=ceilings))
    (word,) = (word for word in figure.words.placed if word.text == "between")
    assert word.leader is not None
    (x, y), end = word.leader
    dot = place_of(figure, 3.0, 20.0)
    assert math.hypot(x - dot[0], -y - dot[1]) < 4
    box = box_of(word)
    assert abs(end[0] - box.x) <= box.w / _TIGHT + 2
    assert abs(-end[1] - box.y) <= box.h / _TIGHT + 3


def test_a_name_that_is_too_long_is_clipped() -> None:
    figure = drawn(make_plot(make_point(label="n" * 10_000)))
    (word,) = (word for word in figure.words.placed if word.text.startswith("nn"))
    assert word.text.endswith("…")


GAP = PlotGap(level="dram", y_start=2.0, y_end=40.0, factor="20.0x", roof="HBM2")


def kernel(gap: PlotGap, **changes: object) -> RooflinePlot:
    return make_plot(make_point(x=2.0, y=2.0, level="dram", gap=gap, **changes), connect=True)


def test_the_words_of_a_long_gap_stand_beside_it() -> None:
    figure = drawn(replace(kernel(GAP), ceilings=CEILINGS[:1]))
    (word,) = (word for word in figure.words.placed if "20.0x" in word.text)
    x, y = place_of(figure, 2.0, 9.0)
    assert abs(abs(word.x - x) - SMALL.width(word.text) / 2) < 4
    assert abs(-word.y - y) < 40


def test_the_words_of_a_short_gap_stand_at_its_dot_and_on_no_line() -> None:
    gap = replace(GAP, y_start=360.0, y_end=400.0, factor="1.1x", roof="instruction issue")
    plot = make_plot(make_point(x=90.0, y=360.0, level="dram", gap=gap), connect=True)
    figure = drawn(plot)
    (word,) = (word for word in figure.words.placed if "1.1x" in word.text)
    roof = Line(*place_of(figure, 2.0, 400.0), *place_of(figure, 1000.0, 400.0))
    assert not is_crossed(box_of(word), roof)
    assert figure.words.left_out == ()


def test_the_words_of_a_gap_without_room_leave_out_the_roof() -> None:
    gap = replace(GAP, y_start=360.0, y_end=400.0, factor="1.1x", roof="a roof of a long name " * 4)
    figure = drawn(make_plot(make_point(x=900.0, y=360.0, level="dram", gap=gap), connect=True))
    assert "1.1x" in [word.text for word in figure.words.placed]


def test_words_over_many_dots_are_told_to_lie_on_them() -> None:
    points = [
        make_point(label=f"{x}-{y}", x=10 ** (x / 8), y=10 ** (y / 8), time_share=0.001)
        for x in range(-16, 24)
        for y in range(-8, 24)
    ]
    figure = drawn(make_plot(*points), make_look(labels=0))
    assert {word.text: word.is_on_dots for word in figure.words.placed}["400 warp GIPS"]
    alone = drawn(make_plot(make_point()), make_look(labels=0))
    assert not any(word.is_on_dots for word in alone.words.placed)


def test_without_labels_no_kernel_is_named() -> None:
    assert not any(word.color == "text" for word in drawn(make_run(5), make_look(labels=0)).words.placed)


@pytest.mark.parametrize("seed", range(200))
def test_a_box_that_overlaps_another_crosses_its_edges(seed: int) -> None:
    random = Random(seed)  # noqa: S311 - not for secrets
    one = make_box(0, 0, width=random.uniform(5, 80), height=14, angle=random.uniform(-1, 1))
    other = make_box(random.uniform(-60, 60), random.uniform(-25, 25), width=random.uniform(14, 80), height=14)
    if overlap(one, other):
        grown = other._replace(w=other.w + 0.01, h=other.h + 0.01)
        assert any(is_crossed(grown, line) for line in edges_of(one))


def test_a_leader_ends_at_the_nearest_point_of_its_word() -> None:
    dot = Dot(0.0, 0.0, 2.0)
    box = make_box(30.0, -20.0, width=20, height=10)
    spot = Spot(around=replace(dot, r=9.0), dot=dot)
    leader = leader_of(spot, box)
    assert leader is not None
    assert (leader.x1, leader.y1) == (20.0, -15.0)
    assert math.hypot(leader.x0, leader.y0) == pytest.approx(2.0)
    assert leader_of(Spot(around=dot, dot=dot), box) is None


def test_the_frame_of_the_tests_is_that_of_the_plot() -> None:
    figure = drawn(make_run(1))
    assert place_of(figure, FRAME.x_min, FRAME.y_min) == pytest.approx((frame_of(figure).x0, frame_of(figure).y1))
