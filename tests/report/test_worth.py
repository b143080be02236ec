"""Where work is worth it: by the share of its run's time, once for a kernel, and never by numbers in doubt."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import pytest

from roofline_report.domain.problem import Problem, Severity
from roofline_report.report.options import RunOptions
from roofline_report.report.worth import MOST_CANDIDATES, Worth, find_worth
from tests.renderers.pages.made_runs import OF_VECTORS, made, run_of, traffic

if TYPE_CHECKING:
    from roofline_report.domain.hardware import Device
    from roofline_report.domain.profile import Kernel
    from roofline_report.report.model import RunReport

SQUARE = dataclasses.replace(OF_VECTORS, name="Square GPU")


def at(use: float, *, milliseconds: float = 1, name: str = "k") -> Kernel:
    """Return a kernel at this use of its memory, which is its nearest roof."""
    return made(name, milliseconds, traffic(l1=1, l2=1, dram=1_000 * use))


def run(title: str, *kernels: Kernel, date: str | None = None, on: Device = OF_VECTORS) -> RunReport:
    made_run = run_of(*kernels, on=on, options=RunOptions(title=title, date=date))
    return dataclasses.replace(made_run, id=title, problems=())


def found(worth: Worth) -> list[tuple[str, str]]:
    return [(each.kernel.label, each.run.title) for each in worth.candidates]


def test_the_share_that_there_is_to_win_decides() -> None:
    far, near = at(0.1, milliseconds=2, name="far"), at(0.8, milliseconds=8, name="near")
    worth = find_worth([run("a", far, near), run("b", at(0.5, name="alone"))])
    assert found(worth) == [("alone", "b"), ("far", "a"), ("near", "a")]
    assert [each.share for each in worth.candidates] == pytest.approx([0.5, 0.18, 0.16])
    assert [each.seconds for each in worth.candidates] == pytest.approx([0.5e-3, 1.8e-3, 1.6e-3])


def test_next_to_nothing_is_not_worth_it_and_is_known_all_the_same() -> None:
    worth = find_worth([run("a", at(0.995))])
    assert (worth.candidates, worth.has_verdicts) == ((), True)
    assert not find_worth([]).has_verdicts


def test_no_more_than_the_best_are_told() -> None:
    kernels = [at(0.1, name=f"k{number}") for number in range(MOST_CANDIDATES + 3)]
    assert len(find_worth([run("a", *kernels, at(0.1, milliseconds=50, name="best"))]).candidates) == MOST_CANDIDATES


@pytest.mark.parametrize("severity", list(Severity))
def test_a_run_with_a_warning_is_left_out(severity: Severity) -> None:
    problem = Problem(summary="a fault", severity=severity)
    worth = find_worth([dataclasses.replace(run("a", at(0.5)), problems=(problem,)), run("b", at(0.9, name="other"))])
    is_out = severity is Severity.WARNING
    assert [each.title for each in worth.left_out] == (["a"] if is_out else [])
    assert found(worth) == [*([] if is_out else [("k", "a")]), ("other", "b")]


def test_a_run_with_a_kernel_above_its_roof_is_left_out_whatever_it_warns_of() -> None:
    doubtful = run("a", at(0.2), at(2.0, name="above"))
    assert doubtful.warnings == 0
    worth = find_worth([doubtful])
    assert (worth.candidates, worth.has_verdicts) == ((), False)
    assert [each.title for each in worth.left_out] == ["a"]


def test_the_newest_of_several_runs_counts_even_if_there_was_more_to_win_before() -> None:
    runs = [run("new", at(0.9), date="2026-02"), run("old", at(0.2), date="2026-01"), run("undated", at(0.1))]
    assert found(find_worth(runs)) == [("k", "new")]
    assert find_worth(runs).has_older_runs
    # What is known of an older run stands where the newest is in doubt.
    runs[0] = dataclasses.replace(runs[0], problems=(Problem(summary="a fault"),))
    assert found(find_worth(runs)) == [("k", "old")]


def test_of_runs_that_nobody_dates_the_one_with_most_to_win_counts() -> None:
    assert found(find_worth([run("a", at(0.9)), run("b", at(0.2)), run("c", at(0.5))])) == [("k", "b")]


def test_a_kernel_counts_on_each_device() -> None:
    runs = [run("a", at(0.9), date="2026-02"), run("b", at(0.2), date="2026-01", on=SQUARE)]
    assert found(find_worth(runs)) == [("k", "b"), ("k", "a")]
    assert not find_worth(runs).has_older_runs


def test_a_name_that_is_printed_in_two_ways_is_one_kernel() -> None:
    runs = [run("a", at(0.5, name="f(int *)"), date="2026-02"), run("b", at(0.4, name="f(int*)"), date="2026-01")]
    assert found(find_worth(runs)) == [("f", "a")]
