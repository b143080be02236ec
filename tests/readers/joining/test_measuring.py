"""What becomes of numbers that nothing can have: counts below zero, times of zero."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roofline_report.domain.quantity import Quantity
from roofline_report.readers.joining.assembly import assemble
from roofline_report.readers.metrics.metric_table import OVERRIDE_SOURCE
from tests.readers.joining.samples import THREADS, TIME, TOTAL, long, of, warnings
from tests.readers.samples import (
    LONG_HEADER,
    NVPROF_EVENTS,
    NVPROF_METRICS,
    NVPROF_TIMES,
    long_row,
    nvprof_row,
    read,
    the_kernel,
)

if TYPE_CHECKING:
    from roofline_report.domain.profile import Measurement

GLOBAL = ("gld_transactions", "gst_transactions")


def the_measurement(
    quantity: Quantity, text: str, *, capability: str | None, override: tuple[str, ...] = ()
) -> Measurement:
    overrides = {quantity: tuple((metric, 1.0) for metric in override)} if override else {}
    profile = assemble([read(text)], compute_capability=capability, overrides=overrides)
    measurement = the_kernel(profile).measurements[quantity]
    assert (measurement.source == OVERRIDE_SOURCE) is bool(override)
    return measurement


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


READS, WRITES, ATOMICS = (f"lts__t_sectors_op_{operation}.sum" for operation in ("read", "write", "atom"))


@pytest.mark.parametrize(("unit", "value"), [("sector", "n/a"), ("sector", "many"), ("wombat", "7"), ("ns", "7")])
def test_what_was_counted_and_cannot_be_used_is_not_left_out_of_a_sum(unit: str, value: str) -> None:
    counted = [(READS, "sector", "5"), (WRITES, "sector", "1"), (ATOMICS, "sector", "7")]
    spoiled = [*counted[:2], (ATOMICS, unit, value)]
    rows = [long_row(launch, "k()", *row) for launch, each in enumerate((counted, spoiled)) for row in each]
    kernel = the_kernel(of(LONG_HEADER + "".join(rows)))
    assert kernel.per_launch(Quantity.L2_SECTORS) is None
    assert ATOMICS in kernel.absences[Quantity.L2_SECTORS].reason


def test_what_the_chip_does_not_count_may_be_left_out_of_a_sum() -> None:
    kernel = the_kernel(of(long((READS, "sector", "5"), (WRITES, "sector", "1"), (ATOMICS, "", "n/a"))))
    assert kernel.per_launch(Quantity.L2_SECTORS) == 6.0


REDUCTIONS = "lts__t_sectors_op_red.sum"
FROM_L1 = "l1tex__t_sectors_pipe_lsu_mem_global_op_{}.sum"


@pytest.mark.parametrize("before", ["lts__t_sectors_op_", "lts__t_sectors_srcunit_tex_op_"])
@pytest.mark.parametrize("quantity", [Quantity.L2_SECTORS, Quantity.L2_SECTORS_ATOMICS_TWICE])
@pytest.mark.parametrize("missing", [("atom",), ("red",), ("atom", "red"), ()])
def test_l2_without_its_atomics_or_reductions_may_be_more(
    missing: tuple[str, ...], quantity: Quantity, before: str
) -> None:
    operations = [each for each in ("read", "write", "atom", "red") if each not in missing]
    kernel = the_kernel(of(long(*((f"{before}{each}.sum", "sector", "5") for each in operations), capability="8.0")))
    assert kernel.measurements[quantity].lower_bound is bool(missing)


@pytest.mark.parametrize("operations", [("atom",), ("red",), ("atom", "red")])
def test_atomics_at_l1_without_reductions_may_be_more_and_the_other_way_round(operations: tuple[str, ...]) -> None:
    kernel = the_kernel(of(long(*((FROM_L1.format(each), "sector", "5") for each in operations))))
    assert kernel.measurements[Quantity.GLOBAL_ATOMIC_SECTORS].lower_bound is (len(operations) == 1)


def test_atomics_that_the_chip_does_not_count_may_have_been_there() -> None:
    rows = [(READS, "sector", "5"), (WRITES, "sector", "1"), (ATOMICS, "", "n/a"), (REDUCTIONS, "", "n/a")]
    measurement = the_kernel(of(long(*rows))).measurements[Quantity.L2_SECTORS]
    assert (measurement.per_launch, measurement.lower_bound) == (6.0, True)
    assert [f"{ATOMICS} is n/a in every launch" in note for note in measurement.notes] == [True, False]
    assert not any("not collected" in note for note in measurement.notes)


@pytest.mark.parametrize("is_counted", [True, False])
def test_atomics_that_nvprof_counts_twice_make_l2_an_upper_bound(*, is_counted: bool) -> None:
    counted = {"l2_read_transactions": 7, "l2_write_transactions": 5} | (
        {"l2_atomic_transactions": 4} if is_counted else {}
    )
    text = NVPROF_METRICS + "".join(nvprof_row("k()", name, value, value, value) for name, value in counted.items())
    measurements = the_kernel(of(text, capability="7.0")).measurements
    assert measurements[Quantity.L2_SECTORS].per_launch == (10.0 if is_counted else 12.0)  # 7 + 5 - 4 / 2
    assert measurements[Quantity.L2_SECTORS].upper_bound is not is_counted
    assert measurements[Quantity.L2_SECTORS].overcount == (1 if is_counted else 2)
    assert not measurements[Quantity.L2_SECTORS_ATOMICS_TWICE].upper_bound


@pytest.mark.parametrize(
    "text",
    [
        long((TIME, "ns", "0"), (THREADS, "inst", "5")),
        NVPROF_TIMES + '"GPU activities",100.0,0.000,4,0.0,0.0,0.0,"k()"\n',
        # One launch of two: 5 microseconds would be the mean of 10 and of nothing.
        NVPROF_TIMES + '"GPU activities",100.0,10.0,2,5.0,0.0,10.0,"k()"\n',
        LONG_HEADER + long_row(0, "k()", TIME, "ns", "10,000") + long_row(1, "k()", TIME, "ns", "0"),
    ],
)
def test_a_time_of_zero_is_told_and_is_no_time(text: str) -> None:
    profile = of(text)
    assert the_kernel(profile).duration_s is None
    assert any("a launch has a time of 0" in line for line in warnings(profile))


GLOBALS_OF_NVPROF = NVPROF_METRICS + "".join(nvprof_row("k()", metric, 7, 7, 7) for metric in GLOBAL)


@pytest.mark.parametrize("override", [(), GLOBAL, GLOBAL[:1]])
@pytest.mark.parametrize(
    ("capability", "decides", "note"),
    [
        ("2.1", False, "before compute capability 7.0"),
        ("3.5", False, "before compute capability 7.0"),
        ("6.1", False, "before compute capability 7.0"),
        ("7.0", True, None),
        (None, False, "the compute capability is not known"),
    ],
)
def test_global_transactions_before_volta_are_marked_as_off_whoever_adds_them_up(
    override: tuple[str, ...], capability: str | None, *, decides: bool, note: str | None
) -> None:
    measurement = the_measurement(Quantity.GLOBAL_SECTORS, GLOBALS_OF_NVPROF, capability=capability, override=override)
    assert measurement.decides is decides
    assert [text.startswith(str(note)) for text in measurement.notes] == [True] * (note is not None)


@pytest.mark.parametrize(("capability", "noted"), [("8.0", True), ("9.0", True), ("8.6", False)])
@pytest.mark.parametrize("override", [(), (TOTAL,)])
def test_the_note_on_l2_partitions_stays_where_the_user_names_the_metric(
    override: tuple[str, ...], capability: str, *, noted: bool
) -> None:
    text = LONG_HEADER + long_row(0, "k()", TOTAL, "sector", "900", capability=capability)
    measurement = the_measurement(Quantity.L2_SECTORS, text, capability=capability, override=override)
    assert ["two L2 partitions" in note for note in measurement.notes] == [True] * noted
    assert measurement.decides


def test_an_override_with_other_metrics_has_none_of_the_notes() -> None:
    text = LONG_HEADER + long_row(0, "k()", "lts__d_sectors.sum", "sector", "900", capability="8.0")
    measurement = the_measurement(Quantity.L2_SECTORS, text, capability="8.0", override=("lts__d_sectors.sum",))
    assert measurement.notes == ()
