"""At which clocks a kernel ran: from the report, long launches counting for more than short ones."""

from __future__ import annotations

import pytest

from roofline_report.domain.hardware import Clock
from roofline_report.domain.quantity import CYCLES_OF
from tests.readers.nsight_compute.measured import (
    OF_SEVERAL,
    SHAPES,
    Launch,
    joined,
    kernel_of,
    long_table,
    profile_of,
    raw_page,
    summary,
    timed,
)
from tests.readers.nsight_compute.samples import IDENTITY
from tests.readers.samples import LONG_HEADER, long_row, quoted

RATES = {
    Clock.SM: "sm__cycles_elapsed.avg.per_second",
    Clock.L1: "l1tex__cycles_elapsed.avg.per_second",
    Clock.L2: "lts__cycles_elapsed.avg.per_second",
    Clock.DRAM: "dram__cycles_elapsed.avg.per_second",
}
CYCLES = {clock: name.removesuffix(".per_second") for clock, name in RATES.items()}


def clocks(text: str) -> dict[Clock, float]:
    return dict(kernel_of(text).clocks)


@pytest.mark.parametrize(
    ("unit", "value"), [("hz", "1312146000"), ("Mhz", "1312.146"), ("Ghz", "1.312146"), ("cycle/nsecond", "1.312146")]
)
@pytest.mark.parametrize("clock", RATES)
@pytest.mark.parametrize("shape", SHAPES)
def test_every_unit_has_a_clock_of_its_own(shape: str, clock: Clock, unit: str, value: str) -> None:
    found = clocks(SHAPES[shape](timed(5e-6) | {RATES[clock]: (unit, value)}))
    assert found == {clock: pytest.approx(1.312146e9, rel=1e-12)}


@pytest.mark.parametrize("clock", RATES)
@pytest.mark.parametrize("shape", OF_SEVERAL)
def test_a_long_launch_counts_for_more_than_a_short_one(shape: str, clock: Clock) -> None:
    first = timed(1e-6) | {RATES[clock]: ("Ghz", "1.5")}
    second = timed(9e-6) | {RATES[clock]: ("Ghz", "0.5")}
    # (1.5 x 1 + 0.5 x 9) / 10; the mean of the clocks would be 1 GHz.
    assert clocks(OF_SEVERAL[shape](first, second)) == {clock: pytest.approx(0.6e9, rel=1e-12)}


@pytest.mark.parametrize("clock", RATES)
def test_cycles_and_a_time_are_a_clock_too(clock: Clock) -> None:
    first, second = timed(1e-6) | {CYCLES[clock]: ("cycle", "1500")}, timed(9e-6) | {CYCLES[clock]: ("cycle", "4500")}
    assert clocks(long_table(first, second)) == {clock: pytest.approx(0.6e9, rel=1e-12)}


def test_a_time_that_is_made_of_cycles_makes_a_clock() -> None:
    each: Launch = {
        CYCLES[Clock.SM]: ("cycle", "3000"),
        RATES[Clock.SM]: ("Ghz", "1.5"),
        RATES[Clock.L2]: ("Ghz", "1.2"),
    }
    assert clocks(long_table(each)) == {Clock.SM: pytest.approx(1.5e9), Clock.L2: pytest.approx(1.2e9)}


@pytest.mark.parametrize("name", ["smsp__cycles_elapsed.avg.per_second", "gpc__cycles_elapsed.avg.per_second"])
def test_the_clock_of_a_part_or_a_cluster_is_that_of_the_multiprocessors(name: str) -> None:
    assert clocks(raw_page(timed(1e-6) | {name: ("Mhz", "1410")})) == {Clock.SM: pytest.approx(1.41e9)}
    both = timed(1e-6) | {name: ("Mhz", "1410"), RATES[Clock.SM]: ("Mhz", "1130")}
    assert clocks(raw_page(both)) == {Clock.SM: pytest.approx(1.13e9)}


@pytest.mark.parametrize("missing", ["n/a", "(!) n/a"])
def test_a_clock_that_a_launch_lacks_is_not_known(missing: str) -> None:
    first = timed(1e-6) | {RATES[Clock.SM]: ("Ghz", "1.5")}
    second = timed(9e-6) | {RATES[Clock.SM]: ("Ghz", missing)}
    assert clocks(long_table(first, second)) == {}


@pytest.mark.parametrize("clock", RATES)
@pytest.mark.parametrize("shape", OF_SEVERAL)
def test_without_a_time_a_clock_is_the_mean_over_launches(shape: str, clock: Clock) -> None:
    first, second = ({RATES[clock]: ("Ghz", value)} for value in ("1.5", "0.5"))
    assert clocks(OF_SEVERAL[shape](first, second)) == {clock: pytest.approx(1e9, rel=1e-12)}
    assert clocks(OF_SEVERAL[shape](first, {RATES[clock]: ("Ghz", "0")})) == {}
    assert clocks(OF_SEVERAL[shape](first, {RATES[clock]: ("Ghz", "n/a")})) == {}
    assert clocks(OF_SEVERAL[shape]({RATES[clock]: ("%", "50")})) == {}


def test_a_clock_of_a_file_without_a_time_is_that_of_the_kernel() -> None:
    files = {"a.csv": raw_page(timed(1e-5)), "b.csv": raw_page({RATES[Clock.SM]: ("Mhz", "1410")})}
    assert dict(joined(files).clocks) == {Clock.SM: pytest.approx(1.41e9)}


TIMES = ("gpu__time_duration.sum", "gpu__time_active.avg")


@pytest.mark.parametrize("clock", RATES)
@pytest.mark.parametrize("shape", OF_SEVERAL)
def test_a_clock_is_divided_by_the_very_time_that_its_cycles_were_made_of(shape: str, clock: Clock) -> None:
    both: Launch = {TIMES[0]: ("us", "20"), TIMES[1]: ("us", "10"), RATES[clock]: ("Ghz", "1")}
    without = both | {TIMES[0]: ("us", "n/a")}
    for launches in ((both, both), (both, without), (without, both)):
        assert clocks(OF_SEVERAL[shape](*launches)) == {clock: pytest.approx(1e9, rel=1e-12)}


def test_a_kernel_is_at_its_clock_whatever_time_another_one_lacks() -> None:
    times = ("20", "10"), ("n/a", "10")
    rows = [
        long_row(number, kernel, metric, unit, value)
        for number, (kernel, each) in enumerate(zip(("k()", "other()"), times, strict=True))
        for metric, unit, value in (
            (TIMES[0], "us", each[0]),
            (TIMES[1], "us", each[1]),
            (RATES[Clock.SM], "Ghz", "1"),
        )
    ]
    for kernel in profile_of(LONG_HEADER + "".join(rows)).kernels:
        assert dict(kernel.clocks) == {Clock.SM: pytest.approx(1e9, rel=1e-12)}


def test_a_clock_of_zero_is_none() -> None:
    assert clocks(long_table(timed(1e-6) | {RATES[Clock.SM]: ("Ghz", "0")})) == {}


@pytest.mark.parametrize(("unit", "value"), [("%", "98.5"), ("byte", "1500"), ("usecond", "3")])
def test_what_is_no_clock_by_its_unit_is_none(unit: str, value: str) -> None:
    assert clocks(long_table(timed(1e-6) | {RATES[Clock.SM]: (unit, value)})) == {}


def test_averages_of_a_summary_make_the_clock_of_its_mean_launch() -> None:
    averages = timed(4e-6) | {RATES[Clock.SM]: ("Ghz", "1.41"), RATES[Clock.DRAM]: ("Ghz", "1.215")}
    found = clocks(summary(averages, count=100))
    assert found == {Clock.SM: pytest.approx(1.41e9), Clock.DRAM: pytest.approx(1.215e9)}


SECTION = "GPU Speed Of Light Throughput"


def details(*launches: tuple[str, str, str], section: str = SECTION) -> str:
    """Return a details page: duration in microseconds, frequencies of the multiprocessors and of the memory."""
    rows = (
        long_row(number, "k()", label, unit, value, section=section)
        for number, (duration, sm, dram) in enumerate(launches)
        for label, unit, value in (
            ("DRAM Frequency", "Ghz", dram),
            ("SM Frequency", "Ghz", sm),
            ("Elapsed Cycles", "cycle", "1500"),
            ("Memory Throughput", "%", "50.5"),
            ("Duration", "us", duration),
        )
    )
    return LONG_HEADER + "".join(rows)


@pytest.mark.parametrize("section", [SECTION, "GPU Speed Of Light"])
def test_the_frequencies_of_a_details_page_are_clocks(section: str) -> None:
    found = clocks(details(("1", "1.5", "1.2"), ("9", "0.5", "0.8"), section=section))
    # 1.5 x 1 us and 0.5 x 9 us are 6,000 cycles in 10 us; of the memory they are 8,400.
    assert found == {Clock.SM: pytest.approx(0.6e9), Clock.DRAM: pytest.approx(0.84e9)}


def test_a_label_of_another_section_is_no_clock() -> None:
    assert clocks(details(("1", "1.5", "1.2"), section="Memory Workload Analysis")) == {}


def test_a_metric_comes_before_a_rounded_label() -> None:
    text = details(("1", "1.5", "1.2")) + long_row(0, "k()", RATES[Clock.SM], "hz", "1312146000", section="")
    assert clocks(text)[Clock.SM] == pytest.approx(1.312146e9)


def test_every_clock_is_made_of_cycles() -> None:
    kernel = kernel_of(raw_page(timed(2e-6) | dict.fromkeys(RATES.values(), ("Ghz", "1.5"))))
    assert {clock: kernel.per_launch(quantity) for clock, quantity in CYCLES_OF.items()} == {
        clock: pytest.approx(3000.0) for clock in RATES
    }
    assert set(kernel.clocks) == set(RATES)


def test_the_width_of_a_raw_page_does_not_matter() -> None:
    """Columns that nothing needs stand between those that say the clock."""
    columns = {"gpu__time_duration.sum": ("ns", "2000"), "foo__bar.sum": ("", "n/a"), RATES[Clock.L1]: ("Ghz", "1.3")}
    identity = (0, 4711, "solver", "node7", "k()", 1, 7, "(96, 1, 1)", "(40, 1, 1)", 0, "9.0")
    head = quoted([*IDENTITY, *columns]) + quoted([*([""] * len(IDENTITY)), *(unit for unit, _ in columns.values())])
    text = head + quoted([*identity, *(value for _, value in columns.values())])
    assert clocks(text) == {Clock.L1: pytest.approx(1.3e9)}


def file_of(duration: float, *, launches: int, ghz: str | None = None) -> str:
    """Return a table of equal launches of one kernel, with a clock or without."""
    clock: Launch = {} if ghz is None else {RATES[Clock.SM]: ("Ghz", ghz)}
    return long_table(*([timed(duration) | clock] * launches))


@pytest.mark.parametrize("names", [("a.csv", "b.csv"), ("b.csv", "a.csv")])
@pytest.mark.parametrize("launches", [1, 10])
def test_a_clock_is_of_the_launches_it_was_measured_in_whatever_the_names_of_the_files(
    names: tuple[str, str], launches: int
) -> None:
    timing, clocked = names
    kernel = joined({timing: file_of(10e-6, launches=launches), clocked: file_of(20e-6, launches=1, ghz="1.5")})
    assert kernel.clocks == {Clock.SM: pytest.approx(1.5e9)}


def test_cycles_without_a_time_in_their_file_are_no_clock() -> None:
    cycles = long_table({CYCLES[Clock.SM]: ("cycle", "15000")})
    kernel = joined({"a.csv": file_of(10e-6, launches=1), "b.csv": cycles})
    assert kernel.duration_s == pytest.approx(10e-6)
    assert kernel.clocks == {}


def test_cycles_are_divided_by_the_time_of_their_own_file() -> None:
    cycles = long_table(timed(20e-6) | {CYCLES[Clock.SM]: ("cycle", "30000")})
    kernel = joined({"a.csv": file_of(10e-6, launches=7), "b.csv": cycles})
    assert kernel.duration_s == pytest.approx(10e-6)
    assert kernel.clocks == {Clock.SM: pytest.approx(1.5e9)}
