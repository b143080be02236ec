"""What is told of launch configurations: several of one kernel, others in another file, none at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roofline_report.domain.problem import Severity
from roofline_report.domain.profile import GroupBy
from roofline_report.readers.joining.assembly import assemble
from tests.readers.samples import LONG_HEADER, NVPROF_TIMES, long_row, read

if TYPE_CHECKING:
    from roofline_report.domain.problem import Problem

TIME = "gpu__time_duration.sum"
THREADS = "smsp__thread_inst_executed.sum"


def launches(kernel: str, *grids: int, metric: str = TIME, first: int = 0) -> str:
    return "".join(
        long_row(first + number, kernel, metric, "ns" if metric == TIME else "inst", "50", grid=f"({grid}, 1, 1)")
        for number, grid in enumerate(grids)
    )


def told(*texts: str, about: str, group_by: GroupBy = GroupBy.NAME) -> list[Problem]:
    readings = [read(text, name=f"{number}.csv") for number, text in enumerate(texts)]
    return [problem for problem in assemble(readings, group_by=group_by).problems if about in problem.summary]


def test_several_configurations_of_a_kernel_are_noted_with_their_counts() -> None:
    (note,) = told(LONG_HEADER + launches("mix(int)", 8, 4, 8), about="several configurations")
    assert note.severity is Severity.NOTE
    assert note.kernel == "mix(int)"
    assert (
        note.found
        == "mix(int): 2 launches with grid (8, 1, 1), block (96, 1, 1); 1 launch with grid (4, 1, 1), block (96, 1, 1)"
    )
    assert "group_by: launch_configuration" in str(note.remedy)


def test_of_many_configurations_the_most_frequent_are_named() -> None:
    (note,) = told(LONG_HEADER + launches("mix(int)", *range(1, 10), 3), about="several configurations")
    assert str(note.found).startswith("mix(int): 2 launches with grid (3, 1, 1)")
    assert str(note.found).endswith(" and 5 more")


def test_many_kernels_with_several_configurations_are_one_note() -> None:
    rows = "".join(launches(f"k{number}()", 1, 2, first=10 * number) for number in range(9))
    (note,) = told(LONG_HEADER + rows, about="several configurations")
    assert note.summary.startswith("9 kernels")
    assert str(note.found) == (
        "k0() (2 configurations), k1() (2 configurations), k2() (2 configurations), k3() (2 configurations) and 5 more"
    )


def test_nothing_is_noted_where_configurations_tell_kernels_apart_or_there_is_one() -> None:
    text = LONG_HEADER + launches("mix(int)", 8, 4)
    assert not told(text, about="several configurations", group_by=GroupBy.LAUNCH_CONFIGURATION)
    assert not told(LONG_HEADER + launches("mix(int)", 8, 8), about="several configurations")


def test_files_with_other_configurations_of_a_kernel_are_a_warning() -> None:
    times, counters = launches("mix(int)", 8, 8), launches("mix(int)", 4, 4, metric=THREADS)
    (warning,) = told(LONG_HEADER + times, LONG_HEADER + counters, about="other launch configurations")
    assert warning.severity is Severity.WARNING
    assert warning.kernel == "mix(int)"
    assert (
        warning.found
        == "mix(int): grid (8, 1, 1), block (96, 1, 1) in 0.csv; grid (4, 1, 1), block (96, 1, 1) in 1.csv"
    )


def test_many_kernels_with_other_configurations_are_one_warning() -> None:
    names = [f"k{number}()" for number in range(9)]
    times = "".join(launches(name, 8, first=number) for number, name in enumerate(names))
    counters = "".join(launches(name, 4, metric=THREADS, first=number) for number, name in enumerate(names))
    (warning,) = told(LONG_HEADER + times, LONG_HEADER + counters, about="other launch configurations")
    assert warning.summary.endswith("(9 kernels)")
    assert str(warning.found).startswith("k0(): grid (8, 1, 1), block (96, 1, 1) in 0.csv; grid (4, 1, 1)")
    assert str(warning.found).endswith(" and 5 more")


def test_files_with_the_same_configurations_or_none_are_no_warning() -> None:
    times, counters = launches("mix(int)", 8, 4), launches("mix(int)", 4, 8, metric=THREADS)
    assert not told(LONG_HEADER + times, LONG_HEADER + counters, about="other launch configurations")
    summary = f'{NVPROF_TIMES}"GPU activities",100,0.01,2,5.0,5.0,5.0,"mix(int)"\n'
    assert not told(summary, LONG_HEADER + counters, about="other launch configurations")


def test_a_kernel_with_and_without_configuration_is_said_not_to_be_joined() -> None:
    summary = f'{NVPROF_TIMES}"GPU activities",100,0.01,2,5.0,5.0,5.0,"mix(int)"\n'
    counters = LONG_HEADER + launches("mix(int)", 8, 4, metric=THREADS)
    (problem,) = told(summary, counters, about="by name alone", group_by=GroupBy.LAUNCH_CONFIGURATION)
    assert "mix(int) stands here with a launch configuration and without one" in problem.summary
    assert problem.found == "1 of 3 kernels without a launch configuration: mix(int)"


def test_where_no_file_has_configurations_nothing_is_said_of_joining() -> None:
    summary = f'{NVPROF_TIMES}"GPU activities",100,0.01,2,5.0,5.0,5.0,"mix(int)"\n'
    (problem,) = told(summary, about="by name alone", group_by=GroupBy.LAUNCH_CONFIGURATION)
    assert "joined" not in problem.summary
