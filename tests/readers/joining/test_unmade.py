"""Rates of which no count was made: the reason says what to collect, and they are never left out of a sum."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roofline_report.domain.problem import Severity
from roofline_report.domain.quantity import Quantity
from roofline_report.readers.joining.assembly import assemble
from tests.readers.nsight_compute.measured import (
    OF_SEVERAL,
    SHAPES,
    Launch,
    kernel_of,
    launch,
    long_table,
    profile_of,
    summary,
    timed,
)
from tests.readers.samples import read

if TYPE_CHECKING:
    from roofline_report.domain.problem import Problem
    from roofline_report.domain.profile import Profile

SASS = "smsp__sass_thread_inst_executed_op_{}_pred_on.sum"
SM_CYCLES, SM_CLOCK = "smsp__cycles_elapsed.avg", "sm__cycles_elapsed.avg.per_second"
TIME = "gpu__time_duration.sum"
BESIDE = "rates were collected, but no time or cycles that can be used beside them"
AVERAGED = "rates were averaged over several launches"
FP32 = Quantity.FP32_FLOP


def rates(suffix: str) -> Launch:
    return {
        f"{SASS.format(kind)}{suffix}": ("", value) for kind, value in (("fadd", "1"), ("fmul", "2"), ("ffma", "3"))
    }


PER_SECOND, PER_CYCLE = rates(".per_second"), rates(".per_cycle_elapsed")
CLOCK: Launch = {SM_CLOCK: ("Ghz", "1")}
NOTHING_BESIDE = [
    # What stands in the file, and what is to be added to it.
    (PER_SECOND, TIME),
    (PER_CYCLE, SM_CYCLES),
    (PER_CYCLE | CLOCK, TIME),
    (PER_SECOND | timed(0), TIME),
    (PER_SECOND | {TIME: ("nsecond", "n/a")}, TIME),
    (PER_CYCLE | {SM_CYCLES: ("cycle", "0")}, SM_CYCLES),
    # The time is there, and the clock is none.
    (PER_CYCLE | timed(1e-6) | {SM_CLOCK: ("Ghz", "0")}, SM_CYCLES),
    (PER_CYCLE | timed(1e-6), SM_CYCLES),
]


def told(profile: Profile, summary_of: str) -> list[Problem]:
    return [problem for problem in profile.problems if problem.summary.startswith(summary_of)]


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize(("collected", "wanted"), NOTHING_BESIDE)
def test_operations_of_rates_with_no_time_beside_them_say_what_to_collect(
    collected: Launch, wanted: str, shape: str
) -> None:
    profile = profile_of(SHAPES[shape](collected))
    absence = profile.kernels[0].absences[FP32]
    assert absence.refused[0].startswith(BESIDE)
    assert absence.refused[0] in absence.reason
    assert f"{next(iter(collected))} and 2 more" in absence.reason
    assert absence.was_collected
    (problem,) = (each for each in told(profile, BESIDE) if "fadd" in str(each.found))
    assert (problem.severity, problem.file, problem.kernel) == (Severity.NOTE, "run/file.csv", "k()")
    assert problem.remedy is not None
    assert problem.remedy.startswith(f"collect {wanted} in the same run")


def test_what_is_to_be_collected_makes_the_count() -> None:
    for collected, more in (
        (PER_SECOND, timed(1e-6)),
        (PER_CYCLE, {SM_CYCLES: ("cycle", "1000")}),
        (PER_CYCLE | CLOCK, timed(1e-6)),
    ):
        profile = profile_of(long_table(collected | more))
        assert profile.kernels[0].per_launch(FP32) is not None
        assert told(profile, BESIDE) == []


def test_a_time_of_another_file_is_of_other_launches() -> None:
    files = [read(long_table(PER_SECOND), name="a.csv"), read(long_table(timed(1e-6)), name="b.csv")]
    profile = assemble(files)
    (kernel,) = profile.kernels
    assert kernel.duration_s is not None
    assert kernel.per_launch(FP32) is None
    assert [problem.file for problem in told(profile, BESIDE)] == ["a.csv"]


def test_a_clock_without_a_time_is_a_clock_and_nothing_to_tell() -> None:
    profile = profile_of(long_table(CLOCK))
    assert profile.kernels[0].absences[Quantity.SM_CYCLES].refused == ()
    assert told(profile, BESIDE) == []


ZERO = "a clock is 0 in a launch"


@pytest.mark.parametrize("beside", [timed(1e-6), {"GPU Speed Of Light Throughput/Duration": ("us", "1")}, {}])
def test_a_clock_of_zero_says_so_and_asks_for_no_time(beside: Launch) -> None:
    profile = profile_of(long_table({SM_CLOCK: ("hz", "0")} | beside))
    (problem,) = told(profile, ZERO)
    assert (problem.found, problem.remedy) == (SM_CLOCK, "collect it again")
    assert profile.kernels[0].absences[Quantity.SM_CYCLES].refused[0].startswith(ZERO)
    assert told(profile, BESIDE) == []
    assert profile.kernels[0].clocks == {}


@pytest.mark.parametrize("collected", [PER_SECOND | timed(1e-6), PER_CYCLE | CLOCK | timed(1e-6), PER_SECOND])
def test_averages_of_rates_over_several_launches_say_that_single_ones_are_needed(collected: Launch) -> None:
    profile = profile_of(summary(collected, count=4))
    absence = profile.kernels[0].absences[FP32]
    assert absence.refused[0].startswith(AVERAGED)
    (problem,) = told(profile, AVERAGED)
    assert problem.remedy == f"print every launch, without --print-summary, and collect {TIME} with them"
    assert told(profile_of(summary(collected | timed(1e-6), count=1)), AVERAGED) == []


@pytest.mark.parametrize("shape", OF_SEVERAL)
def test_rates_beside_the_sum_itself_are_nothing_to_tell(shape: str) -> None:
    sums = launch({SASS.format(kind): 5 for kind in ("fadd", "fmul")})
    profile = profile_of(OF_SEVERAL[shape](sums | PER_SECOND))
    (problem,) = told(profile, BESIDE)
    # The sums of two are there, so that only the rate of the third is told.
    assert problem.found == f"{SASS.format('ffma')}.per_second"


def test_kernels_without_rates_have_no_such_reason() -> None:
    kernel = kernel_of(long_table(timed(1e-6)))
    assert kernel.absences[FP32].refused == ()
    assert kernel.absences[FP32].reason == "no FP32 operations"


READS, WRITES, ATOMICS = (f"lts__t_sectors_op_{operation}.sum" for operation in ("read", "write", "atom"))


def test_a_rate_that_was_measured_is_not_left_out_of_a_sum() -> None:
    counted = launch({READS: 5, WRITES: 1}, unit="sector")
    assert kernel_of(long_table(counted, capability="8.6")).per_launch(Quantity.L2_SECTORS) == 6.0
    atomics: Launch = {f"{ATOMICS}.per_second": ("sector/second", "3")}
    kernel = kernel_of(long_table(counted | atomics, capability="8.6"))
    assert kernel.per_launch(Quantity.L2_SECTORS) is None
    assert f"{ATOMICS}.per_second" in kernel.absences[Quantity.L2_SECTORS].reason
    with_time = long_table(counted | atomics | timed(2.0), capability="8.6")
    assert kernel_of(with_time).per_launch(Quantity.L2_SECTORS) == pytest.approx(12.0)  # 5 + 1 + 3 x 2
