"""What becomes of numbers that nothing can have: counts below zero, times of zero."""

from __future__ import annotations

import pytest

from roofline_report.domain.problem import Severity
from roofline_report.domain.profile import Profile, Quantity
from roofline_report.readers.assembly import assemble
from tests.readers.samples import (
    LONG_HEADER,
    NVPROF_EVENTS,
    NVPROF_METRICS,
    NVPROF_TIMES,
    long_row,
    nvprof_row,
    read,
    texts,
    the_kernel,
)

TIME = "gpu__time_duration.sum"
THREADS = "smsp__thread_inst_executed.sum"


def long(*rows: tuple[str, str, str]) -> str:
    return LONG_HEADER + "".join(long_row(0, "k()", *row) for row in rows)


def of(text: str) -> Profile:
    return assemble([read(text)])


def warnings(profile: Profile) -> list[str]:
    return texts(problem for problem in profile.problems if problem.severity is Severity.WARNING)


@pytest.mark.parametrize(
    "text",
    [
        long((THREADS, "inst", "-640"), (TIME, "ns", "5")),
        NVPROF_EVENTS + nvprof_row("k()", "thread_inst_executed", -64, -64, -64, -640, events=True),
    ],
)
def test_a_count_below_zero_is_told_with_its_line_and_not_used(text: str) -> None:
    profile = of(text)
    assert Quantity.THREAD_INSTRUCTIONS not in the_kernel(profile).measurements
    assert [line for line in warnings(profile) if "run/file.csv:2" in line and 'found: "-64' in line]


def test_a_negative_part_of_a_sum_does_not_lower_it() -> None:
    text = (
        NVPROF_METRICS
        + nvprof_row("k()", "gld_transactions", 7, 7, 7)
        + nvprof_row("k()", "gst_transactions", 0, 0, -5)
    )
    assert Quantity.GLOBAL_SECTORS not in the_kernel(of(text)).measurements


@pytest.mark.parametrize(
    "text",
    [
        long((TIME, "ns", "0"), (THREADS, "inst", "5")),
        NVPROF_TIMES + '"GPU activities",100.0,0.000,4,0.0,0.0,0.0,"k()"\n',
    ],
)
def test_a_time_of_zero_is_told_and_is_no_time(text: str) -> None:
    profile = of(text)
    assert the_kernel(profile).duration_s is None
    assert any("the time of the kernel is 0" in line for line in warnings(profile))
