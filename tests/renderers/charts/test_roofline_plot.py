"""From a report to a chart: what a kernel's way to its roof says of the line that the roof has in the chart."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING

from roofline_report.renderers.charts.roofline_plot import kernel_plot, run_plot
from roofline_report.report.roofs import roofs_of_kernel
from tests.report.random_runs import draw_launch, draw_machine, draw_rules, run_of

if TYPE_CHECKING:
    from roofline_report.renderers.charts.plot import RooflinePlot
    from roofline_report.report.model import RunReport


def random_run(seed: int) -> RunReport:
    random = Random(seed)  # noqa: S311 - the same runs each time
    machine, rules = draw_machine(random), draw_rules(random)
    return run_of(machine, [draw_launch(random, machine, rules) for _ in range(9)], rules)


def heights(plot: RooflinePlot) -> dict[str, set[float]]:
    """Return how high the theoretical roofs of a name are: flat ones anywhere, memory at an intensity of 1."""
    found: dict[str, set[float]] = {}
    for line in plot.ceilings:
        if not line.measured:
            height = line.y_start if line.level == "compute" else line.y_start / line.x_start
            found.setdefault(line.name.lower(), set()).add(height)
    return found


def test_a_roof_that_is_lower_in_the_chart_of_a_kernel_than_in_that_of_its_run_is_at_its_own_clock() -> None:
    told: Counter[tuple[bool, bool]] = Counter()
    for seed in range(40):
        run = random_run(seed)
        for model in run.models:
            in_run = run_plot(run, model.roofs)
            for drawn in in_run.drawn_kernels:
                (kernel,) = [each for each in run.kernels if each.slug == drawn.slug]
                roofs = roofs_of_kernel(model.roofs, kernel, device=run.device, options=run.options)
                alone = kernel_plot(run, kernel, roofs=roofs)
                gap = drawn.gap
                if gap is None or len(heights(alone).get(gap.roof.lower(), ())) != 1:
                    continue
                (own,) = heights(alone)[gap.roof.lower()]
                lines = heights(in_run).get(gap.roof.lower(), set())
                if len(lines) > 1:
                    continue  # counters of two kinds, each with a roof of its own
                assert gap.is_at_own_clock == any(own < 0.99 * line for line in lines), (seed, gap)
                assert not [each for each in alone.drawn_kernels if each.gap and each.gap.is_at_own_clock]
                told[gap.is_at_own_clock, not lines] += 1
    assert told[True, False] > 5, "lower at its own clock"
    assert told[False, False] > 5, "as high as its line"
    assert told[False, True] > 5, "the peak of its mix, which has no line"
