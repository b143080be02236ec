"""What a picture is made of: the plot of the page, at the levels that were asked for, with all of its dots in sight."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import pytest

from roofline_report.domain.hardware import MemoryLevel
from roofline_report.pipeline.figure import FigureFormat, FigureWish, Look, subject_of
from roofline_report.renderers.charts.roofline_plot import run_plot
from tests.report.random_runs import draw_launch, draw_machine, draw_rules, run_of

if TYPE_CHECKING:
    from roofline_report.report.model import RunReport

WISH = FigureWish(run="a", look=Look(width_mm=89, height_mm=69), form=FigureFormat.SVG)


def random_run(seed: int) -> RunReport:
    random = Random(seed)  # noqa: S311 - the same runs each time
    rules, machine = draw_rules(random), draw_machine(random)
    return run_of(machine, [draw_launch(random, machine, rules) for _ in range(3)], rules)


@pytest.mark.parametrize("seed", range(0, 60, 3))
def test_a_run_is_drawn_as_on_its_page(seed: int) -> None:
    run = random_run(seed)
    for model in run.models:
        subject = subject_of(run, None, wish=replace(WISH, model=model.model))
        page = run_plot(run, model.roofs)
        assert (subject.plot.frame, subject.plot.ceilings) == (page.frame, page.ceilings)
        assert [(point.x, point.y) for point in subject.plot.points] == [(point.x, point.y) for point in page.points]


@pytest.mark.parametrize("levels", [(), (MemoryLevel.SHARED,), tuple(MemoryLevel)], ids=["own", "one", "all"])
@pytest.mark.parametrize("seed", [*range(12), 20])
def test_every_dot_of_a_kernel_is_within_the_axes(seed: int, levels: tuple[MemoryLevel, ...]) -> None:
    run = random_run(seed)
    for kernel in run.kernels:
        for model in kernel.models:
            wish = replace(WISH, model=model.model, levels=levels)
            if not model.is_drawn(levels or run.levels):
                continue
            plot = subject_of(run, kernel, wish=wish).plot
            frame = plot.frame
            assert plot.drawn_points
            for point in plot.drawn_points:
                assert frame.x_min <= point.x <= frame.x_max
                assert frame.y_min <= point.y <= frame.y_max


@pytest.mark.parametrize("seed", range(8))
def test_levels_are_those_that_were_asked_for(seed: int) -> None:
    run = random_run(seed)
    wish = replace(WISH, levels=(MemoryLevel.L2,))
    if any(kernel.lead.is_drawn(wish.levels) for kernel in run.kernels):
        assert {point.level for point in subject_of(run, None, wish=wish).plot.points} == {"l2"}
