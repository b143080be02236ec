from __future__ import annotations

from roofline_report.domain.problem import Problem
from roofline_report.report.repetition import MOST_ALIKE, merge_repeated


def problem(kernel: str | None, *, found: str | None = "10 here, 20 there", line: int | None = None) -> Problem:
    return Problem(summary="the launches differ", file="a.csv", kernel=kernel, found=found, line=line)


def test_a_fault_of_one_kernel_stays_as_it_is() -> None:
    assert merge_repeated([problem("k")]) == [problem("k")]


def test_a_fault_of_a_few_kernels_names_each() -> None:
    told = merge_repeated([problem("a"), problem("b", line=3)])
    assert [each.kernel for each in told] == ["a", "b"]
    assert [each.found for each in told] == ["10 here, 20 there; kernel a", "10 here, 20 there; kernel b"]
    assert told[1].line == 3


def test_a_fault_of_many_kernels_is_told_once_with_their_number() -> None:
    count = MOST_ALIKE + 3
    (told,) = merge_repeated([problem(f"k{number}", line=9 - number) for number in range(count)])
    assert told.summary == f"the launches differ ({count} kernels)"
    assert told.found == "10 here, 20 there; kernels k0, k1, k2, k3, k4 and 3 more"
    assert (told.kernel, told.line) == (None, 2)


def test_faults_that_differ_stay_apart() -> None:
    told = merge_repeated([problem(f"k{number}", found=f"{number} here") for number in range(20)])
    assert len(told) == 20


def test_faults_of_no_kernel_are_left_alone() -> None:
    damaged = [problem(None, line=line) for line in range(20)]
    assert merge_repeated(damaged) == damaged


def test_a_long_name_is_cut() -> None:
    told = merge_repeated([problem("x" * 10_000, found=None), problem("b", found=None)])
    assert told[0].found == f"kernel {'x' * 80}..."
