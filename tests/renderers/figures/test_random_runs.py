"""Runs drawn at random: every one of them has a picture in every model, or says why not."""

from __future__ import annotations

import math
from random import Random
from typing import TYPE_CHECKING

import pytest

from roofline_report.renderers.charts.roofline_plot import kernel_plot, run_plot
from roofline_report.renderers.figures.files import render_figure
from roofline_report.renderers.figures.look import FigureFormat, Heading
from roofline_report.report.roofs import roofs_of_kernel
from tests.renderers.figures.reading import Picture, make_look
from tests.report.random_runs import draw_launch, draw_machine, draw_rules, run_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roofline_report.renderers.charts.plot import RooflinePlot


def plots(seed: int) -> Iterator[RooflinePlot]:
    random = Random(seed)  # noqa: S311 - the same runs each time
    machine, rules = draw_machine(random), draw_rules(random)
    launches = [draw_launch(random, machine, rules) for _ in range(random.choice([1, 3, 9]))]
    run = run_of(machine, launches, rules)
    for model in run.models:
        yield run_plot(run, model.roofs)
        for kernel in run.kernels[:1]:
            if kernel.find_model(model.model) is not None:
                roofs = roofs_of_kernel(model.roofs, kernel, device=run.device, options=run.options)
                yield kernel_plot(run, kernel, roofs=roofs)


@pytest.mark.parametrize("seed", range(30))
def test_every_run_has_its_pictures(seed: int) -> None:
    for number, plot in enumerate(plots(seed)):
        look = make_look(89.0 if seed % 2 else 183.0, dark=seed % 3 == 0, transparent=seed % 5 == 0, dpi=72)
        form = FigureFormat.SVG if number < 2 else FigureFormat.PNG
        heading = Heading(title=f"run {seed}", addition="a device") if seed % 4 else None
        rendered = render_figure(plot, look, form=form, heading=heading)
        assert rendered.content
        if form is FigureFormat.SVG:
            drawn = Picture(rendered.content)
            frame = drawn.shapes("patch_2")[0]
            xs, ys = zip(*frame.corners, strict=True)
            dots = drawn.shapes("dots") if plot.drawn_points else []
            assert len(dots) == len(plot.drawn_points)
            for shape in dots:
                x, y = shape.middle
                assert math.isfinite(x)
                assert min(xs) - 0.01 <= x <= max(xs) + 0.01
                assert min(ys) - 0.01 <= y <= max(ys) + 0.01
