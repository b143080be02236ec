"""Rates whose time, cycles or clock cannot be used: what is made of them is unknown, never 0."""

from __future__ import annotations

import pytest

from roofline_report.domain.problem import Severity
from roofline_report.domain.quantity import Quantity
from tests.readers.nsight_compute.measured import (
    OF_SEVERAL,
    SHAPES,
    TIME,
    Launch,
    kernel_of,
    long_table,
    profile_of,
    raw_page,
    summary,
    timed,
)
from tests.readers.samples import LONG_HEADER, long_row, texts

RATE, PER_CYCLE = "lts__t_bytes.sum.per_second", "lts__t_bytes.sum.per_cycle_elapsed"
CYCLES, CLOCK = "lts__cycles_elapsed.avg", "lts__cycles_elapsed.avg.per_second"
SM_CYCLES, SM_CLOCK = "sm__cycles_elapsed.avg", "sm__cycles_elapsed.avg.per_second"
BYTES = Quantity.L2_LOOKUP_BYTES

OF_SECOND: Launch = timed(2e-6) | {RATE: ("Gbyte/second", "3")}  # 6,000 bytes
OF_CYCLE: Launch = {PER_CYCLE: ("byte/cycle", "4"), CYCLES: ("cycle", "1500")}  # 6,000 bytes
OF_CLOCK: Launch = timed(2e-6) | {PER_CYCLE: ("byte/cycle", "4"), CLOCK: ("Mhz", "750")}  # 6,000 bytes
FACTORS = [(OF_SECOND, TIME), (OF_CYCLE, CYCLES), (OF_CLOCK, TIME), (OF_CLOCK, CLOCK)]


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize(("launch", "factor"), FACTORS)
def test_a_rate_times_a_factor_of_zero_is_unknown(launch: Launch, factor: str, shape: str) -> None:
    assert kernel_of(SHAPES[shape](launch)).per_launch(BYTES) == pytest.approx(6000.0)
    zero = launch | {factor: (launch[factor][0], "0")}
    assert kernel_of(SHAPES[shape](zero)).per_launch(BYTES) is None


@pytest.mark.parametrize("shape", OF_SEVERAL)
@pytest.mark.parametrize(("launch", "factor"), FACTORS)
def test_a_factor_of_zero_in_one_of_several_launches_makes_the_count_unknown(
    launch: Launch, factor: str, shape: str
) -> None:
    zero = launch | {factor: (launch[factor][0], "0")}
    profile = profile_of(OF_SEVERAL[shape](launch, zero))
    assert profile.kernels[0].per_launch(BYTES) is None
    assert "in 1 of 2 launches" in profile.kernels[0].absences[BYTES].reason
    assert any("cannot be made for every launch" in text for text in texts(profile.problems))


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize(("launch", "rate"), [(OF_SECOND, RATE), (OF_CYCLE, PER_CYCLE), (OF_CLOCK, PER_CYCLE)])
def test_a_rate_of_zero_in_a_time_above_zero_is_a_count_of_zero(launch: Launch, rate: str, shape: str) -> None:
    zero = launch | {rate: (launch[rate][0], "0")}
    assert kernel_of(SHAPES[shape](zero)).per_launch(BYTES) == 0.0


def test_a_product_that_no_number_can_hold_is_unknown() -> None:
    for shape in SHAPES.values():
        huge = OF_CYCLE | {PER_CYCLE: ("byte/cycle", "1e200"), CYCLES: ("cycle", "1e200")}
        assert kernel_of(shape(huge)).per_launch(BYTES) is None


OTHER_TIMES = ["gpu__time_duration.avg", "gpu__time_active.avg", "time"]


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("other", OTHER_TIMES)
@pytest.mark.parametrize("unusable", ["0", "n/a", "many"])
def test_where_one_time_cannot_be_used_the_next_one_is(unusable: str, other: str, shape: str) -> None:
    text = SHAPES[shape](OF_SECOND | {TIME: ("nsecond", unusable), other: ("us", "4")})
    kernel = kernel_of(text)
    assert kernel.duration_s == pytest.approx(4e-6)
    assert kernel.per_launch(BYTES) == pytest.approx(12000.0)  # 3 GB/s x 4 us


@pytest.mark.parametrize("shape", OF_SEVERAL)
def test_where_one_launch_lacks_a_time_all_of_them_have_the_next_one(shape: str) -> None:
    first = OF_SECOND | {"gpu__time_active.avg": ("us", "1.5")}
    second = OF_SECOND | {TIME: ("nsecond", "0"), "gpu__time_active.avg": ("us", "4")}
    # 3 GB/s x 1.5 us, and x 4 us: two metrics of time do not measure the same.
    assert kernel_of(OF_SEVERAL[shape](first, second)).per_launch(BYTES) == pytest.approx(8250.0)


@pytest.mark.parametrize("time", [{TIME: ("nsecond", "0")}, {}])
@pytest.mark.parametrize("shape", OF_SEVERAL)
def test_cycles_by_their_rate_stand_in_for_a_time_of_zero_and_the_note_on_it_is_true(shape: str, time: Launch) -> None:
    launch = time | {RATE: ("Gbyte/second", "3"), SM_CYCLES: ("cycle", "8000"), SM_CLOCK: ("Ghz", "2")}
    kernel = kernel_of(OF_SEVERAL[shape](launch))
    assert kernel.duration_s == pytest.approx(4e-6)  # 8,000 cycles by 2 GHz
    assert kernel.per_launch(BYTES) == pytest.approx(12000.0)
    (note,) = kernel.measurements[Quantity.DURATION].notes
    assert "no metric says a time that can be used" in note
    assert "not collected" not in note


@pytest.mark.parametrize("zero", [SM_CYCLES, SM_CLOCK])
def test_cycles_of_zero_or_a_clock_of_zero_are_no_time(zero: str) -> None:
    launch: Launch = {RATE: ("Gbyte/second", "3"), SM_CYCLES: ("cycle", "8000"), SM_CLOCK: ("Ghz", "2")}
    kernel = kernel_of(raw_page(launch | {zero: (launch[zero][0], "0")}))
    assert kernel.duration_s is None
    assert kernel.per_launch(BYTES) is None


@pytest.mark.parametrize("shape", OF_SEVERAL)
def test_a_clock_of_zero_in_one_launch_does_not_halve_the_clock(shape: str) -> None:
    launch = timed(2e-6) | {CLOCK: ("Mhz", "750")}
    assert kernel_of(OF_SEVERAL[shape](launch)).per_launch(Quantity.L2_CYCLES) == pytest.approx(1500.0)
    zero = launch | {CLOCK: ("Mhz", "0")}
    assert kernel_of(OF_SEVERAL[shape](launch, zero)).per_launch(Quantity.L2_CYCLES) is None
    assert kernel_of(summary(zero, count=3)).per_launch(Quantity.L2_CYCLES) is None


def test_a_time_of_zero_of_one_kernel_leaves_the_others_as_they_are() -> None:
    rows = [
        long_row(number, kernel, metric, unit, value)
        for number, (kernel, time) in enumerate((("f()", "0"), ("g()", "2000")))
        for metric, unit, value in ((TIME, "nsecond", time), (RATE, "Gbyte/second", "3"))
    ]
    kernels = {kernel.name: kernel for kernel in profile_of(LONG_HEADER + "".join(rows)).kernels}
    assert kernels["f()"].per_launch(BYTES) is None
    assert kernels["g()"].per_launch(BYTES) == pytest.approx(6000.0)


REFUSED = [
    (OF_SECOND, TIME, "wombat", "2000"),
    (OF_SECOND, TIME, "nsecond", "-2000"),
    (OF_SECOND, RATE, "wombat", "3"),
    (OF_SECOND, RATE, "Gbyte/second", "-3"),
    (OF_CLOCK, CLOCK, "wombat", "750"),
    (OF_CLOCK, CLOCK, "Mhz", "-750"),
    (OF_CLOCK, CLOCK, "Mhz", "fast"),
    (OF_CLOCK, CLOCK, "", "750"),
    (OF_CLOCK, CLOCK, "%", "75"),
    (OF_CLOCK, PER_CYCLE, "byte/second", "4"),
    (OF_CYCLE, CYCLES, "furlong", "1500"),
    (OF_CYCLE, CYCLES, "%", "75"),
    (OF_CYCLE, PER_CYCLE, "wombat/cycle", "4"),
    (OF_SECOND, RATE, "byte/cycle", "4"),
]


@pytest.mark.parametrize(("launch", "metric", "unit", "value"), REFUSED)
def test_a_part_of_a_product_that_is_refused_is_told_with_its_line(
    launch: Launch, metric: str, unit: str, value: str
) -> None:
    profile = profile_of(long_table(launch | {metric: (unit, value)}))
    assert profile.kernels[0].per_launch(BYTES) is None
    line = 2 + list(launch).index(metric)
    told = [problem for problem in profile.problems if problem.summary == f"{metric} cannot be used"]
    assert [(problem.severity, problem.line) for problem in told] == [(Severity.WARNING, line)]


@pytest.mark.parametrize("metric", [SM_CLOCK, CLOCK, "smsp__cycles_elapsed.avg", RATE, PER_CYCLE])
def test_a_part_that_was_not_measured_in_every_launch_is_told(metric: str) -> None:
    launch = timed(2e-6) | OF_SECOND | OF_CLOCK | {metric: ("", "n/a")}
    other = launch | {metric: (dict(OF_SECOND | OF_CLOCK).get(metric, ("cycle", ""))[0], "7")}
    told = texts(profile_of(long_table(launch, other)).problems)
    assert any(text.startswith(f"run/file.csv: {metric} was not measured in every launch") for text in told)
