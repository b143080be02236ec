"""What a kernel stands beside: its neighbours by time, and itself in other runs, compared only where that is fair."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import pytest

from roofline_report.domain.hardware import Clock
from roofline_report.domain.problem import Problem
from roofline_report.domain.profile import ConfigurationCount, LaunchConfiguration
from roofline_report.domain.quantity import Quantity
from roofline_report.report.options import RunOptions
from roofline_report.report.surroundings import MOST_SIGHTINGS, Difference, Sighting, Surroundings, find_surroundings
from tests.renderers.pages.made_runs import ROUND, SOLVE_TRAFFIC, made, run_of

if TYPE_CHECKING:
    from roofline_report.domain.hardware import Device
    from roofline_report.domain.profile import Kernel
    from roofline_report.report.model import RunReport

SMALL, LARGE = LaunchConfiguration("(8, 1, 1)", "(64, 1, 1)"), LaunchConfiguration("(16, 1, 1)", "(64, 1, 1)")
OTHER_DEVICE = dataclasses.replace(ROUND, name="Square GPU")


def timed(name: str, milliseconds: float, *launches: tuple[LaunchConfiguration, int], clock: float = 0) -> Kernel:
    counts = tuple(ConfigurationCount(configuration=each, launches=count) for each, count in launches)
    clocks = {Clock.SM: clock} if clock else {}
    return dataclasses.replace(made(name, milliseconds, SOLVE_TRAFFIC), configurations=counts, clocks=clocks)


def grouped(name: str, milliseconds: float, configuration: LaunchConfiguration) -> Kernel:
    return dataclasses.replace(timed(name, milliseconds, (configuration, 1)), configuration=configuration)


def untimed(name: str) -> Kernel:
    kernel = made(name, 1, SOLVE_TRAFFIC)
    left = dict(kernel.measurements)
    del left[Quantity.DURATION]
    return dataclasses.replace(kernel, measurements=left)


def run(title: str, *kernels: Kernel, on: Device = ROUND, clocks: str | None = None, warnings: int = 0) -> RunReport:
    made_run = run_of(*kernels, on=on, options=RunOptions(title=title, clocks=clocks))
    problems = tuple(Problem(summary=f"fault {number}") for number in range(warnings))
    return dataclasses.replace(made_run, id=title, slug=title, problems=problems)


def around(here: RunReport, *others: RunReport) -> Surroundings:
    """Return what the first kernel of a run stands beside, in a site in which its run is the newest."""
    return next(find_surroundings([here, *others]))[0]


def titles(found: Surroundings) -> list[str]:
    return [each.run.title for each in found.sightings]


def only(found: Surroundings) -> Sighting:
    (sighting,) = found.sightings
    return sighting


def test_neighbours_are_the_next_by_gpu_time() -> None:
    (found,) = find_surroundings([run("a", timed("first", 3), timed("second", 2), timed("third", 1))])
    assert [(each.rank, each.timed) for each in found] == [(1, 3), (2, 3), (3, 3)]
    assert [each.before and each.before.label for each in found] == [None, "first", "second"]
    assert [each.after and each.after.label for each in found] == ["second", "third", None]


def test_a_kernel_that_was_not_timed_is_nobody_s_neighbour() -> None:
    (found,) = find_surroundings([run("a", timed("b", 1), untimed("a"))])
    assert [(each.rank, each.timed, each.before, each.after) for each in found] == [
        (1, 1, None, None),
        (None, 1, None, None),
    ]


def test_one_kernel_is_found_in_other_runs_however_its_name_is_printed() -> None:
    here = run("here", timed("void scale<float, (int)4>(float *, const float *)", 1))
    other = timed("void scale<float>(float*)", 9)
    there = run("there", timed("void scale<float, int=4>(float*, float const *)", 2), other)
    found, back = find_surroundings([here, there])
    assert [each.kernel.kernel.duration_s for each in found[0].sightings] == [2e-3]
    assert [titles(each) for each in back] == [[], ["here"]]


def test_two_kernels_of_a_run_that_share_a_normal_form_are_not_taken_for_one_of_another() -> None:
    here = run("here", timed("f(int *)", 2), timed("f(int*)", 1))
    there = run("there", timed("f( int*)", 3))
    found, back = find_surroundings([here, there])
    assert [titles(each) for each in (*found, *back)] == [[], [], []]


def test_other_runs_come_in_their_order_and_its_own_is_none_of_them() -> None:
    runs = [run(title, timed("k", 1)) for title in "abc"]
    assert [titles(each[0]) for each in find_surroundings(runs)] == [["b", "c"], ["a", "c"], ["a", "b"]]


def test_those_with_its_launch_configuration_come_first() -> None:
    here = run("here", grouped("k", 2, SMALL), grouped("k", 1, LARGE))
    there = [run("large", grouped("k", 1, LARGE)), run("none", timed("k", 1)), run("small", grouped("k", 1, SMALL))]
    found = next(find_surroundings([here, *there]))
    assert [titles(each) for each in found] == [["small", "large", "none"], ["large", "none", "small"]]


def test_more_runs_than_are_shown_are_counted() -> None:
    runs = [run(f"r{number}", timed("k", 1)) for number in range(MOST_SIGHTINGS + 3)]
    found = around(*runs)
    assert (len(found.sightings), found.unseen, found.sightings[-1].run.title) == (MOST_SIGHTINGS, 2, "r10")


def test_a_time_is_compared_with_that_of_the_same_launches_on_the_same_device() -> None:
    found = only(around(run("here", timed("k", 2, (SMALL, 1))), run("there", timed("k", 3, (SMALL, 5)))))
    assert found.differences == ()
    assert found.times_as_long == pytest.approx(1.5)


@pytest.mark.parametrize(
    ("there", "difference"),
    [
        (run("there", timed("k", 3), on=OTHER_DEVICE), Difference.DEVICE),
        (run("there", timed("k", 3), clocks="locked"), Difference.CLOCKS),
        (run("there", timed("k", 3, clock=1e9)), Difference.CLOCKS),
        (run("there", timed("k", 3), warnings=1), Difference.DOUBT),
    ],
)
def test_a_time_is_not_compared_where_something_else_may_explain_it(there: RunReport, difference: Difference) -> None:
    found = only(around(run("here", timed("k", 2)), there))
    assert (found.differences, found.times_as_long) == ((difference,), None)


def test_devices_that_nobody_names_are_not_taken_for_one() -> None:
    runs = [run(title, timed("k", 1)) for title in "ab"]
    unnamed = [dataclasses.replace(each, device=dataclasses.replace(each.device, name=None)) for each in runs]
    assert only(around(*unnamed)).differences == (Difference.UNKNOWN_DEVICE,)


@pytest.mark.parametrize(
    ("here", "there", "is_compared"),
    [
        ([(SMALL, 1)], [(LARGE, 1)], False),
        ([(SMALL, 1), (LARGE, 1)], [(SMALL, 1)], False),
        # A time per launch is a mean: other proportions give another one.
        ([(SMALL, 1), (LARGE, 1)], [(SMALL, 3), (LARGE, 1)], False),
        ([(SMALL, 1), (LARGE, 2)], [(LARGE, 4), (SMALL, 2)], True),
        ([(SMALL, 1)], [], True),
        ([], [], True),
    ],
)
def test_times_of_other_launches_are_not_compared(
    here: list[tuple[LaunchConfiguration, int]],
    there: list[tuple[LaunchConfiguration, int]],
    is_compared: bool,  # noqa: FBT001
) -> None:
    found = only(around(run("here", timed("k", 2, *here)), run("there", timed("k", 3, *there))))
    assert found.differences == (() if is_compared else (Difference.LAUNCHES,))


@pytest.mark.parametrize(("clock", "is_compared"), [(1.01e9, True), (1.03e9, False)])
def test_clocks_that_were_reported_have_to_be_alike(clock: float, *, is_compared: bool) -> None:
    found = only(around(run("here", timed("k", 2, clock=1e9)), run("there", timed("k", 3, clock=clock))))
    assert (found.times_as_long is not None, found.at_known_clocks) == (is_compared, True)


def test_that_nobody_says_the_clocks_is_known_of_a_comparison() -> None:
    silent = only(around(run("here", timed("k", 2)), run("there", timed("k", 3))))
    stated = only(around(run("here", timed("k", 2), clocks="base"), run("there", timed("k", 3), clocks="base")))
    assert (silent.at_known_clocks, stated.at_known_clocks) == (False, True)
    for found in (silent, stated):
        assert found.times_as_long == pytest.approx(1.5)


def test_a_time_that_was_not_measured_is_not_compared() -> None:
    found = only(around(run("here", timed("k", 2)), run("there", untimed("k"))))
    assert (found.differences, found.times_as_long) == ((), None)
