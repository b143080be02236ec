"""Counts that are made of rates and clocks, launch by launch, as the sections of Nsight Compute collect them."""

from __future__ import annotations

import pytest

from roofline_report.domain.conventions import Conventions
from roofline_report.domain.hardware import MemoryLevel, TrafficFamily
from roofline_report.domain.quantity import Quantity
from roofline_report.domain.traffic import traffic_at
from tests.readers.nsight_compute.measured import (
    OF_SEVERAL,
    SHAPES,
    Launch,
    kernel_of,
    long_table,
    measured,
    raw_page,
    summary,
    timed,
)

BYTES, CYCLES, CLOCK = "lts__t_bytes.sum", "lts__cycles_elapsed.avg", "lts__cycles_elapsed.avg.per_second"
PER_SECOND, PER_CYCLE = f"{BYTES}.per_second", f"{BYTES}.per_cycle_elapsed"
OF_SECOND = f"{PER_SECOND} x time"
OF_CYCLE = f"{PER_CYCLE} x {CYCLES}"
OF_CYCLE_AND_CLOCK = f"{PER_CYCLE} x {CLOCK} x time"
SASS = "smsp__sass_thread_inst_executed_op_{}_pred_on.sum"


def bytes_per_launch(text: str) -> float | None:
    return kernel_of(text).per_launch(Quantity.L2_LOOKUP_BYTES)


SHORT: Launch = timed(2e-6) | {
    PER_SECOND: ("Gbyte/second", "3"),  # x 2 us = 6,000 bytes
    PER_CYCLE: ("byte/cycle", "4"),
    CYCLES: ("cycle", "1500"),  # x 4 = 6,000
    CLOCK: ("Mhz", "750"),  # x 2 us = 1,500 cycles
}
LONG: Launch = timed(10e-6) | {
    PER_SECOND: ("Gbyte/second", "1"),  # x 10 us = 10,000 bytes
    PER_CYCLE: ("byte/cycle", "0.8"),
    CYCLES: ("cycle", "12500"),
    CLOCK: ("Ghz", "1.25"),
}
# The clock in the unit of the other launch, because a column has one unit.
IN_ONE_UNIT = {**LONG, CLOCK: ("Mhz", "1250")}


def only(each: Launch, *metrics: str) -> Launch:
    return {metric: each[metric] for metric in metrics}


TIME = next(iter(timed(0)))
WAYS = {
    OF_SECOND: (TIME, PER_SECOND),
    OF_CYCLE: (PER_CYCLE, CYCLES),
    OF_CYCLE_AND_CLOCK: (TIME, PER_CYCLE, CLOCK),
}


@pytest.mark.parametrize("shape", OF_SEVERAL)
@pytest.mark.parametrize("made", WAYS)
def test_a_count_is_made_launch_by_launch_and_not_of_means(made: str, shape: str) -> None:
    text = OF_SEVERAL[shape](only(SHORT, *WAYS[made]), only(IN_ONE_UNIT, *WAYS[made]))
    measurement = measured(Quantity.L2_LOOKUP_BYTES, text)
    # The mean of 6,000 and 10,000. Of means it would be 2 GB/s x 6 us = 12,000, or 2.4 x 7,000 = 16,800, or 14,400.
    assert measurement.per_launch == pytest.approx(8000.0, rel=1e-12)
    assert [term.metric for term in measurement.terms] == [made]
    assert [note for note in measurement.notes if note.startswith("made of rates")] == [
        f"made of rates, launch by launch: {made}"
    ]


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("made", WAYS)
def test_a_count_of_a_single_launch_is_made_in_every_shape(made: str, shape: str) -> None:
    measurement = measured(Quantity.L2_LOOKUP_BYTES, SHAPES[shape](only(SHORT, *WAYS[made])))
    assert measurement.per_launch == pytest.approx(6000.0, rel=1e-12)
    assert measurement.terms[0].metric == made


@pytest.mark.parametrize("shape", SHAPES)
def test_a_sum_that_was_collected_comes_before_all_rates_and_is_not_added_to_them(shape: str) -> None:
    measurement = measured(Quantity.L2_LOOKUP_BYTES, SHAPES[shape](SHORT | {BYTES: ("byte", "6016")}))
    assert measurement.per_launch == 6016.0
    assert not any(note.startswith("made of rates") for note in measurement.notes)


def test_a_rate_per_second_comes_before_one_per_cycle() -> None:
    assert measured(Quantity.L2_LOOKUP_BYTES, long_table(SHORT)).terms[0].metric == OF_SECOND


def test_a_sum_that_is_never_measured_leaves_room_for_its_rate() -> None:
    measurement = measured(Quantity.L2_LOOKUP_BYTES, long_table(SHORT | {BYTES: ("", "n/a")}))
    assert measurement.per_launch == pytest.approx(6000.0)
    assert measurement.terms[0].metric == OF_SECOND


@pytest.mark.parametrize("missing", [PER_SECOND, TIME])
def test_a_launch_without_the_rate_or_the_time_makes_the_count_unknown(missing: str) -> None:
    first, second = only(SHORT, TIME, PER_SECOND), only(IN_ONE_UNIT, TIME, PER_SECOND)
    second[missing] = (second[missing][0], "n/a")
    for shape in OF_SEVERAL.values():
        assert bytes_per_launch(shape(first, second)) is None


@pytest.mark.parametrize("lacking", [only(SHORT, PER_SECOND), only(SHORT, PER_CYCLE), only(SHORT, PER_CYCLE, CLOCK)])
def test_without_a_clock_or_a_time_nothing_is_made(lacking: Launch) -> None:
    assert bytes_per_launch(long_table(lacking)) is None


def test_cycles_of_another_unit_do_not_stand_in() -> None:
    others = {"sm__cycles_elapsed.avg": ("cycle", "1500"), "dram__cycles_elapsed.avg": ("cycle", "1500")}
    assert bytes_per_launch(long_table(only(SHORT, PER_CYCLE) | others)) is None


@pytest.mark.parametrize(
    ("metric", "unit"),
    [(TIME, "cycle"), (TIME, "%"), (PER_SECOND, "hz"), (PER_SECOND, "%")],
)
def test_a_unit_that_cannot_be_makes_no_count(metric: str, unit: str) -> None:
    assert bytes_per_launch(long_table(only(SHORT, TIME, PER_SECOND) | {metric: (unit, "3")})) is None


@pytest.mark.parametrize(
    ("unit", "value"),
    [
        ("Gbyte/second", "3"),
        ("Gbyte/s", "3"),
        ("byte/second", "3,000,000,000"),
        ("Tbyte/s", "0.003"),
        ("Gbyte", "3"),
        ("Kbyte/second", "3,000,000"),
    ],
)
def test_the_unit_of_a_rate_may_lack_its_second(unit: str, value: str) -> None:
    text = long_table(timed(2e-6) | {PER_SECOND: (unit, value)})
    assert bytes_per_launch(text) == pytest.approx(6000.0, rel=1e-12)


@pytest.mark.parametrize("unit", ["Kbyte/cycle", "Kbyte"])
def test_the_unit_of_a_rate_may_lack_its_cycle(unit: str) -> None:
    text = long_table({PER_CYCLE: (unit, "0.004"), CYCLES: ("Kcycle", "1.5")})
    assert bytes_per_launch(text) == pytest.approx(6000.0, rel=1e-12)


def test_averages_over_several_launches_make_no_count() -> None:
    assert bytes_per_launch(summary(SHORT, count=2)) is None
    assert bytes_per_launch(summary(SHORT, count=1)) == pytest.approx(6000.0)


def test_averages_over_several_launches_make_a_clock() -> None:
    kernel = kernel_of(summary(SHORT, count=7))
    assert kernel.per_launch(Quantity.L2_CYCLES) == pytest.approx(1500.0)
    clock = kernel_of(summary(only(SHORT, TIME, CLOCK), count=7))
    assert clock.per_launch(Quantity.L2_CYCLES) == pytest.approx(1500.0)


# A raw page of the sections: products and their factors two, instructions per cycle, all with the clock of the
# multiprocessors alone. 1.5 GHz x 2 us = 3,000 cycles.
SECTIONS: Launch = timed(2e-6) | {
    "sm__cycles_elapsed.avg.per_second": ("Ghz", "1.5"),
    f"{SASS.format('dadd')}.per_cycle_elapsed": ("inst/cycle", "0.5"),
    f"{SASS.format('dmul')}.per_cycle_elapsed": ("inst/cycle", "0.25"),
    "derived__smsp__sass_thread_inst_executed_op_dfma_pred_on_x2": ("inst", "4"),
    f"{SASS.format('fadd')}.per_cycle_elapsed": ("inst/cycle", "10"),
    f"{SASS.format('fmul')}.per_cycle_elapsed": ("inst/cycle", "0"),
    "derived__smsp__sass_thread_inst_executed_op_ffma_pred_on_x2": ("inst/cycle", "152.0906"),
    "derived__smsp__sass_thread_inst_executed_op_hadd_pred_on_x2": ("inst", "2"),
    "derived__smsp__sass_thread_inst_executed_op_hmul_pred_on_x2": ("inst", "6"),
    "derived__smsp__sass_thread_inst_executed_op_hfma_pred_on_x4": ("inst", "8"),
}
FP32_PACKED: Launch = {
    "derived__smsp__sass_thread_inst_executed_op_fadd2_pred_on_x2": ("inst", "1"),
    "derived__smsp__sass_thread_inst_executed_op_fmul2_pred_on_x2": ("inst", "2"),
    "derived__smsp__sass_thread_inst_executed_op_ffma2_pred_on_x4": ("inst", "8"),
}
OF_SECTIONS = {
    Quantity.FP64_FLOP: 14250.0,  # (0.5 + 0.25 + 4) x 3,000
    Quantity.FP32_FLOP: 486271.8,  # (10 + 0 + 152.0906) x 3,000
    Quantity.FP16_FLOP: 48000.0,  # (2 + 6 + 8) x 3,000
    Quantity.FP16_FLOP_SCALAR: 24000.0,  # half of it
}


@pytest.mark.parametrize("shape", SHAPES)
def test_metrics_of_sections_are_multiplied_already(shape: str) -> None:
    kernel = kernel_of(SHAPES[shape](SECTIONS))
    for quantity, flop in OF_SECTIONS.items():
        assert kernel.per_launch(quantity) == pytest.approx(flop, rel=1e-12)
        assert any(note.startswith("made of rates") for note in kernel.measurements[quantity].notes)


def test_packed_metrics_of_sections_are_multiplied_already() -> None:
    measurement = measured(Quantity.FP32_FLOP, raw_page(SECTIONS | FP32_PACKED, capability="10.0"))
    # (10 + 152.0906 + 1 + 2 + 8) x 3,000
    assert measurement.per_launch == pytest.approx(519271.8, rel=1e-12)
    assert not measurement.lower_bound


def test_a_fused_half_of_older_sections_is_multiplied_by_two_alone() -> None:
    older = {metric: value for metric, value in SECTIONS.items() if not metric.endswith("_x4")}
    older["derived__smsp__sass_thread_inst_executed_op_hfma_pred_on_x2"] = ("inst", "4")
    kernel = kernel_of(raw_page(older))
    assert kernel.per_launch(Quantity.FP16_FLOP) == pytest.approx(48000.0)
    assert kernel.per_launch(Quantity.FP16_FLOP_SCALAR) == pytest.approx(24000.0)


@pytest.mark.parametrize("shape", SHAPES)
def test_instructions_that_were_counted_are_not_added_to_metrics_of_sections(shape: str) -> None:
    # 3,000 cycles of them: dfma 2 per cycle is 6,000, of which derived__ says 4 per cycle.
    counted = {
        SASS.format(kind): ("inst", value) for kind, value in (("dadd", "1500"), ("dmul", "750"), ("dfma", "6,000"))
    }
    kernel = kernel_of(SHAPES[shape](SECTIONS | counted))
    assert kernel.per_launch(Quantity.FP64_FLOP) == 14250.0
    assert not kernel.measurements[Quantity.FP64_FLOP].notes


def test_metrics_of_sections_are_made_launch_by_launch() -> None:
    slow = timed(10e-6) | {metric: value for metric, value in SECTIONS.items() if metric != TIME}
    slow |= {
        "sm__cycles_elapsed.avg.per_second": ("Ghz", "0.5"),
        "derived__smsp__sass_thread_inst_executed_op_dfma_pred_on_x2": ("inst", "1"),
    }
    # Of 5,000 cycles 0.5 + 0.25 + 1: 8,750; with 14,250 of the first launch 23,000.
    assert measured(Quantity.FP64_FLOP, raw_page(SECTIONS, slow)).per_launch == pytest.approx(11500.0, rel=1e-12)


RETURNED = {
    "derived__l1tex__lsu_writeback_bytes_mem_lgds.sum": (Quantity.L1_RETURNED_BYTES, 1),
    "derived__l1tex__lsu_writeback_bytes_mem_lg.sum": (Quantity.L1_RETURNED_BYTES, 1),
    "derived__l1tex__lsu_writeback_bytes.sum": (Quantity.L1_RETURNED_BYTES, 1),
    "l1tex__lsu_writeback_active_mem_lgds.sum": (Quantity.L1_RETURNED_BYTES, 128),
    "l1tex__lsu_writeback_active_mem_lg.sum": (Quantity.L1_RETURNED_BYTES, 128),
    "l1tex__lsu_writeback_active.sum": (Quantity.L1_RETURNED_BYTES, 128),
    "derived__lts__lts2xbar_bytes.sum": (Quantity.L2_RETURNED_BYTES, 1),
    "lts__lts2xbar_cycles_active.sum": (Quantity.L2_RETURNED_BYTES, 32),
}


@pytest.mark.parametrize("metric", RETURNED)
def test_bytes_of_sections_are_bytes_and_cycles_are_multiplied_once(metric: str) -> None:
    quantity, weight = RETURNED[metric]
    unit = "byte" if weight == 1 else "cycle"
    assert measured(quantity, raw_page({metric: (unit, "1000")})).per_launch == 1000.0 * weight
    rate = timed(2e-6) | {f"{metric}.per_second": (f"G{unit}/s" if weight == 1 else "Ghz", "3")}
    assert measured(quantity, raw_page(rate)).per_launch == pytest.approx(6000.0 * weight)


def test_bytes_of_sections_and_the_cycles_they_are_made_of_are_one_and_the_same() -> None:
    both = {
        "derived__l1tex__lsu_writeback_bytes_mem_lgds.sum": ("Kbyte", "12.8"),
        "l1tex__lsu_writeback_active_mem_lgds.sum": ("cycle", "100"),
        "derived__lts__lts2xbar_bytes.sum": ("Kbyte", "3.2"),
        "lts__lts2xbar_cycles_active.sum": ("cycle", "100"),
    }
    kernel = kernel_of(raw_page(both, capability="9.0"))
    assert kernel.per_launch(Quantity.L1_RETURNED_BYTES) == pytest.approx(12800.0)
    assert kernel.per_launch(Quantity.L2_RETURNED_BYTES) == pytest.approx(3200.0)


def test_the_rates_of_a_report_come_back_as_bytes_of_the_return_paths() -> None:
    """Rates of an H100 as it printed them, for a time of 1 ms."""
    text = raw_page(
        timed(1e-3)
        | {
            "derived__l1tex__lsu_writeback_bytes_mem_lgds.sum.per_second": ("byte/second", "999,964,899,451.554"),
            "derived__lts__lts2xbar_bytes.sum.per_second": ("Tbyte", "2.828259597806"),
        },
        capability="9.0",
    )
    kernel = kernel_of(text)
    conventions = Conventions()
    (l1,) = traffic_at(kernel, MemoryLevel.L1, conventions=conventions)
    (l2,) = traffic_at(kernel, MemoryLevel.L2, conventions=conventions)
    assert (l1.family, l2.family) == (TrafficFamily.L1_RETURN_PATH, TrafficFamily.L2_RETURN_PATH)
    assert l1.physical_bytes == pytest.approx(999964899.451554, rel=1e-12)
    assert l2.physical_bytes == pytest.approx(2828259597.806, rel=1e-12)
    assert l1.transactions is None
