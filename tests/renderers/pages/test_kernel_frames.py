"""Every dot of a kernel page stands within its axes: those of the run, wider where the kernel has a level more."""

from __future__ import annotations

from random import Random

from roofline_report.renderers.pages.kernel_rooflines import roofline_fragments
from tests.renderers.pages.made_runs import charts_in
from tests.report.random_runs import draw_launch, draw_machine, draw_rules, run_of

RUNS = 60


def test_dots_of_kernels_drawn_at_random_are_within_their_axes() -> None:
    wider = 0
    for seed in range(RUNS):
        random = Random(seed)  # noqa: S311 - the same runs each time
        machine, rules = draw_machine(random), draw_rules(random)
        run = run_of(machine, [draw_launch(random, machine, rules) for _ in range(3)], rules)
        frames = {each.roofs.frame.x_min: each.roofs.frame.x_max for each in run.models}
        for kernel in run.kernels:
            for chart in charts_in(roofline_fragments(run, kernel, told=())["chart"]):
                for axis in ("x", "y"):
                    _, low, high = chart[axis]
                    assert all(low < place < high for place in chart["points"][axis]), (seed, kernel.label, axis)
                wider += frames.get(chart["x"][1]) != chart["x"][2]
    assert wider, "no kernel needed wider axes: this test says nothing"
