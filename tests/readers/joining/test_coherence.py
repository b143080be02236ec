"""What is told of kernels of which something is missing."""

from __future__ import annotations

import pytest

from roofline_report.domain.problem import Problem, Severity
from roofline_report.readers.joining.assembly import assemble
from tests.readers.samples import LONG_HEADER, NVPROF_EVENTS, NVPROF_TIMES, long_row, nvprof_row, read

TIME = "gpu__time_duration.sum"
THREADS = "smsp__thread_inst_executed.sum"
WARPS = "smsp__inst_executed.sum"
OCCUPANCY = "sm__warps_active.avg"


def told(*texts: str) -> list[Problem]:
    profile = assemble([read(text, name=f"{number}.csv") for number, text in enumerate(texts)])
    return [problem for problem in profile.problems if "roofline" in problem.summary]


def table(metric: str, unit: str, *kernels: str) -> str:
    return LONG_HEADER + "".join(long_row(number, name, metric, unit, "5") for number, name in enumerate(kernels))


def test_counters_without_a_time_are_noted_with_the_option_that_times() -> None:
    (problem,) = told(table(THREADS, "inst", "k()"))
    assert problem.severity is Severity.NOTE
    assert problem.summary.startswith("no duration")
    assert (
        problem.remedy
        == f"collect with `ncu --csv --log-file more.csv --clock-control none --metrics {TIME} ./my_program`, "
        "and keep the file in the same folder"
    )


def test_a_time_without_counters_is_noted_with_the_option_that_counts() -> None:
    (problem,) = told(table(TIME, "ns", "k()"))
    assert problem.severity is Severity.NOTE
    assert problem.remedy is not None
    assert problem.remedy.startswith(
        f"collect with `ncu --csv --log-file more.csv --clock-control none --metrics {WARPS},{THREADS},"
    )
    assert TIME not in problem.remedy


def test_each_kernel_without_its_partner_is_told_with_its_file() -> None:
    problems = told(table(TIME, "ns", "timed()"), table(THREADS, "inst", "counted()"))
    assert [(problem.file, problem.kernel) for problem in problems] == [("0.csv", "timed()"), ("1.csv", "counted()")]


def test_nvprof_has_an_option_for_each_kind_of_counter() -> None:
    (problem,) = told(NVPROF_TIMES + '"GPU activities",90.0,10,10,1.0,1.0,1.0,"k()"\n')
    assert problem.remedy is not None
    options = problem.remedy.removeprefix("collect with ").partition(", and keep ")[0].split(" and ")
    assert options[0].startswith("`nvprof --csv --log-file more-metrics.csv --metrics inst_executed,gld_transactions,")
    assert options[1:] == ["`nvprof --csv --log-file more-events.csv --events thread_inst_executed ./my_program`"]
    (problem,) = told(NVPROF_EVENTS + nvprof_row("k()", "thread_inst_executed", 5, 5, 5, 50, count=10, events=True))
    assert (
        problem.remedy == "collect with `nvprof --csv --log-file more-times.csv --print-gpu-summary ./my_program`, "
        "and keep the file in the same folder"
    )


def test_many_kernels_without_partner_are_one_problem() -> None:
    (problem,) = told(table(TIME, "ns", *(f"k{number:02}()" for number in range(30))))
    assert problem.summary == "30 kernels have a time but no counters, so they have no place on a roofline"
    assert problem.found is not None
    assert problem.found.endswith("and 25 more")


@pytest.mark.parametrize("metric", [OCCUPANCY, THREADS])
def test_a_run_of_which_no_kernel_has_anything_is_a_warning(metric: str) -> None:
    text = LONG_HEADER + long_row(0, "k()", metric, "", "n/a")
    (problem,) = told(text)
    assert problem.severity is Severity.WARNING
    assert problem.summary.startswith("nothing to place on a roofline")
    assert problem.remedy is not None
    assert problem.remedy.startswith(
        f"collect with `ncu --csv --log-file more.csv --clock-control none --metrics {TIME},{WARPS},{THREADS},"
    )


def test_a_kernel_that_has_nothing_is_noted_where_another_has_something() -> None:
    (problem,) = told(
        table(OCCUPANCY, "warp", "bare()"), table(TIME, "ns", "whole()"), table(THREADS, "inst", "whole()")
    )
    assert (problem.severity, problem.kernel) == (Severity.NOTE, "bare()")


def other_launches(kernels: int) -> list[Problem]:
    times = NVPROF_TIMES + "".join(
        f'"GPU activities",9.0,{number + 2}.0,{number + 2},1.0,1.0,1.0,"k{number}()"\n' for number in range(kernels)
    )
    counters = table(THREADS, "inst", *(f"k{number}()" for number in range(kernels)))
    profile = assemble([read(times, name="t.csv"), read(counters, name="c.csv")])
    return [problem for problem in profile.problems if "number of launches" in problem.summary]


def test_other_numbers_of_launches_are_told_with_their_kernel_and_both_files() -> None:
    first, second = other_launches(2)
    assert (first.kernel, first.file, first.found) == ("k0()", "c.csv", "k0(): 1 launch in c.csv, 2 in t.csv")
    assert (second.kernel, second.severity) == ("k1()", Severity.WARNING)


def test_other_numbers_of_launches_of_many_kernels_are_one_problem() -> None:
    (problem,) = other_launches(9)
    assert problem.summary.endswith("(9 kernels)")
    assert problem.kernel is None
    assert problem.found is not None
    assert "k5(): 1 launch in c.csv, 7 in t.csv" in problem.found
    assert problem.found.endswith(" and 5 more")
