"""The numbers of one kernel come together, whatever each file calls it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roofline_report.domain.problem import Severity
from roofline_report.readers.joining.assembly import assemble
from tests.readers.samples import LONG_HEADER, NVPROF_TIMES, long_row, read, the_kernel

if TYPE_CHECKING:
    from roofline_report.domain.profile import Profile

TIME = "gpu__time_duration.sum"
THREADS = "smsp__thread_inst_executed.sum"


def of(**files: str) -> Profile:
    return assemble([read(text, name=f"{name}.csv") for name, text in files.items()])


def times(kernel: str, *, calls: int = 1) -> str:
    return f'{NVPROF_TIMES}"GPU activities",100,{0.004 * calls},{calls},4.0,4.0,4.0,"{kernel}"\n'


def counters(*kernels: str) -> str:
    rows = [long_row(number, kernel, THREADS, "inst", "640") for number, kernel in enumerate(kernels)]
    return LONG_HEADER + "".join(rows)


@pytest.mark.parametrize(
    ("timed", "counted", "shown"),
    [
        ("void mix<float, int=4>(float*)", "void mix<float, (int)4>(float *)", "void mix<float, (int)4>(float *)"),
        ("_Z3mixPf", "mix(float *)", "mix(float *)"),
        ("app::mix(float*)", "mix(float *)", "app::mix(float*)"),
    ],
)
def test_a_time_of_nvprof_and_counters_of_nsight_are_one_kernel(timed: str, counted: str, shown: str) -> None:
    profile = of(times=times(timed), counters=counters(counted))
    kernel = the_kernel(profile)
    assert kernel.name == shown
    assert kernel.duration_s == pytest.approx(4e-6)
    assert kernel.launches == 1
    assert not [problem for problem in profile.problems if problem.severity is Severity.WARNING]


def test_a_base_name_that_fits_two_kernels_has_none_of_their_counters() -> None:
    profile = of(times=times("mix", calls=2), counters=counters("mix(int)", "mix(float)"))
    assert {kernel.name: kernel.duration_s for kernel in profile.kernels} == {
        "mix": pytest.approx(4e-6),
        "mix(int)": None,
        "mix(float)": None,
    }
    assert any("several kernels of the run" in problem.summary for problem in profile.problems)


def test_a_problem_of_a_file_stands_with_the_kernel_whatever_the_file_calls_it() -> None:
    text = counters("mix(float *)", "mix(float *)") + '"2","4711","solver","node7","mix(float *)","1'
    profile = of(times=times("app::mix(float*)"), counters=text)
    (left_out,) = [problem for problem in profile.problems if "in the middle of it" in problem.summary]
    assert left_out.kernel == the_kernel(profile).name == "app::mix(float*)"
