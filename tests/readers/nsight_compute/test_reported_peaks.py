"""What a report says that a device does at most in one cycle: peaks of operations, and of counters of traffic."""

from __future__ import annotations

import pytest

from roofline_report.domain.hardware import Operation, TrafficFamily
from roofline_report.domain.quantity import Quantity
from tests.readers.nsight_compute.measured import (
    OF_SEVERAL,
    SHAPES,
    Launch,
    kernel_of,
    long_table,
    profile_of,
    summary,
    timed,
)
from tests.readers.samples import texts

PEAK = ".sum.peak_sustained"


def sass(kind: str, unit: str = "sm") -> str:
    return f"{unit}__sass_thread_inst_executed_op_{kind}_pred_on"


def peak_of(key: Operation | TrafficFamily, each: Launch, *, capability: str = "8.0") -> float | None:
    peak = kernel_of(long_table(each, capability=capability)).peaks.get(key)
    return None if peak is None else peak.per_launch


FMA = {Operation.FP64: ("dfma", 2), Operation.FP32: ("ffma", 2), Operation.FP16: ("hfma", 4)}


@pytest.mark.parametrize("unit", ["inst/cycle", "inst", ""])
@pytest.mark.parametrize("part", ["sm", "smsp"])
@pytest.mark.parametrize("operation", FMA)
def test_the_peak_of_a_precision_is_that_of_its_fma_with_two_or_four_operations(
    operation: Operation, part: str, unit: str
) -> None:
    kind, weight = FMA[operation]
    each = {f"{sass(kind, part)}{PEAK}": (unit, "4224")}
    assert peak_of(operation, each) == 4224.0 * weight


DERIVED = {
    # As an H100 printed them: 132 multiprocessors with 64, 128 and 256 FMA each.
    Operation.FP64: (f"derived__{sass('dfma')}_x2", "16896"),
    Operation.FP32: (f"derived__{sass('ffma')}_x2", "33792"),
    Operation.FP16: (f"derived__{sass('hfma')}_x4", "67584"),
}


@pytest.mark.parametrize("unit", ["inst/cycle", "inst"])
@pytest.mark.parametrize("shape", SHAPES)
def test_peaks_of_sections_are_multiplied_already(shape: str, unit: str) -> None:
    text = SHAPES[shape]({name: (unit, value) for name, value in DERIVED.values()}, capability="9.0")
    peaks = kernel_of(text).peaks
    assert {key: peak.per_launch for key, peak in peaks.items()} == {
        Operation.FP64: 132 * 128.0,
        Operation.FP32: 132 * 256.0,
        Operation.FP16: 132 * 512.0,
    }


def test_a_peak_of_half_of_older_sections_is_multiplied_by_two_alone() -> None:
    assert peak_of(Operation.FP16, {f"derived__{sass('hfma')}_x2": ("inst", "33792")}) == 67584.0


def test_a_peak_and_the_same_one_of_sections_are_one() -> None:
    both = {f"{sass('ffma')}{PEAK}": ("inst/cycle", "16896"), DERIVED[Operation.FP32][0]: ("inst", "33792")}
    assert peak_of(Operation.FP32, both, capability="9.0") == 33792.0


@pytest.mark.parametrize("part", ["sm", "smsp"])
def test_the_peak_of_issued_instructions_is_not_multiplied(part: str) -> None:
    assert peak_of(Operation.WARP_INSTRUCTION, {f"{part}__inst_executed{PEAK}": ("inst/cycle", "432")}) == 432.0


BYTES = {
    "Kbyte/cycle": ("1.02", 1020.0),
    "Kbyte": ("1.02", 1020.0),
    "byte/cycle": ("1024", 1024.0),
    "byte": ("1024", 1024.0),
    "": ("1024", 1024.0),
}


@pytest.mark.parametrize("unit", BYTES)
@pytest.mark.parametrize("shape", SHAPES)
def test_the_peak_of_memory_has_decimal_prefixes_and_may_lack_its_cycle(shape: str, unit: str) -> None:
    text, expected = BYTES[unit]
    kernel = kernel_of(SHAPES[shape]({f"dram__bytes{PEAK}": (unit, text)}))
    assert kernel.peaks[TrafficFamily.DRAM].per_launch == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize(("unit", "value"), [("%", "98"), ("hz", "1024"), ("inst/cycle", "1024"), ("byte/s", "1024")])
def test_a_peak_in_a_unit_that_cannot_be_is_told_and_not_used(unit: str, value: str) -> None:
    profile = profile_of(long_table({f"dram__bytes{PEAK}": (unit, value)}))
    assert profile.kernels[0].peaks == {}
    assert any("has a unit that does not fit" in text for text in texts(profile.problems))


@pytest.mark.parametrize("nothing", ["0", "n/a"])
def test_a_peak_of_nothing_is_none(nothing: str) -> None:
    assert peak_of(TrafficFamily.DRAM, {f"dram__bytes{PEAK}": ("byte/cycle", nothing)}) is None


RETURNED = {
    "derived__l1tex__lsu_writeback_bytes_mem_lgds": ("byte/cycle", "16896"),
    "derived__l1tex__lsu_writeback_bytes_mem_lg": ("Kbyte/cycle", "16.9"),
    "derived__l1tex__lsu_writeback_bytes": ("Kbyte", "16.9"),
    "l1tex__lsu_writeback_active_mem_lgds": ("cycle", "132"),
    "l1tex__lsu_writeback_active_mem_lg": ("", "132"),
    "l1tex__lsu_writeback_active": ("cycle", "132"),
}


@pytest.mark.parametrize("metric", RETURNED)
def test_the_width_of_the_data_path_is_128_bytes_for_each_multiprocessor(metric: str) -> None:
    peak = peak_of(TrafficFamily.L1_DATA_PATH, {f"{metric}{PEAK}": RETURNED[metric]}, capability="9.0")
    # Three digits where a prefix is printed.
    assert peak == pytest.approx(132 * 128.0, rel=5e-4)


def test_on_turing_that_peak_is_twice_the_width_and_says_nothing() -> None:
    each: Launch = {f"l1tex__lsu_writeback_active_mem_lg{PEAK}": ("cycle", "40")}
    assert peak_of(TrafficFamily.L1_DATA_PATH, each, capability="7.5") is None


@pytest.mark.parametrize("metric", RETURNED)
def test_where_the_chip_is_not_known_a_width_that_differs_between_chips_is_not_taken(metric: str) -> None:
    peak = peak_of(TrafficFamily.L1_DATA_PATH, {f"{metric}{PEAK}": RETURNED[metric]}, capability="")
    # The chips of mem_lg are 7.5, where its peak is twice the width, and 8.x.
    assert (peak is None) is metric.endswith("_mem_lg")


@pytest.mark.parametrize("metric", ["l1tex__t_bytes", "lts__t_bytes"])
def test_the_peak_of_a_tag_stage_is_no_width_of_a_data_path(metric: str) -> None:
    kernel = kernel_of(long_table({f"{metric}{PEAK}": ("byte/cycle", "40960")}))
    assert kernel.peaks == {}


OWN = {
    # Of one metric: its unit, the unit and number of its peak, the peak in bytes, the quantity.
    "l1tex__t_bytes": ("byte", "Kbyte/cycle", "40.96", 40960.0, Quantity.L1_TAG_BYTES),
    "derived__l1tex__lsu_writeback_bytes_mem_lgds": (
        "byte",
        "byte/cycle",
        "16896",
        16896.0,
        Quantity.L1_RETURNED_BYTES,
    ),
    "l1tex__lsu_writeback_active_mem_lg": ("cycle", "cycle", "132", 16896.0, Quantity.L1_RETURNED_BYTES),
    "lts__t_bytes": ("byte", "Kbyte", "2.05", 2050.0, Quantity.L2_LOOKUP_BYTES),
    "lts__t_sectors": ("sector", "sector/cycle", "64", 2048.0, Quantity.L2_LOOKUP_BYTES),
    "derived__lts__lts2xbar_bytes": ("byte", "Kbyte", "5.12", 5120.0, Quantity.L2_RETURNED_BYTES),
    "lts__lts2xbar_cycles_active": ("cycle", "", "160", 5120.0, Quantity.L2_RETURNED_BYTES),
}


@pytest.mark.parametrize("metric", OWN)
@pytest.mark.parametrize("shape", SHAPES)
def test_traffic_has_the_peak_of_its_own_counter_weighted_as_it_is(shape: str, metric: str) -> None:
    unit, peak_unit, text, expected, quantity = OWN[metric]
    each: Launch = {f"{metric}.sum": (unit, "70"), f"{metric}{PEAK}": (peak_unit, text)}
    (term,) = kernel_of(SHAPES[shape](each, capability="9.0")).measurements[quantity].terms
    assert term.peak_per_cycle == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("metric", OWN)
def test_traffic_that_is_made_of_a_rate_has_that_peak_too(metric: str) -> None:
    unit, peak_unit, text, expected, quantity = OWN[metric]
    rate = "Ghz" if unit == "cycle" else f"G{unit}/s"
    each = timed(2e-6) | {f"{metric}.sum.per_second": (rate, "3"), f"{metric}{PEAK}": (peak_unit, text)}
    (term,) = kernel_of(long_table(each, capability="9.0")).measurements[quantity].terms
    assert term.peak_per_cycle == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("metric", OWN)
def test_the_peak_of_another_counter_is_not_taken(metric: str) -> None:
    unit, _, _, _, quantity = OWN[metric]
    others: Launch = {f"{name}{PEAK}": (own[1], own[2]) for name, own in OWN.items() if name != metric}
    (term,) = kernel_of(long_table(others | {f"{metric}.sum": (unit, "70")})).measurements[quantity].terms
    assert term.peak_per_cycle is None


@pytest.mark.parametrize("unit", ["%", "hz", "inst/cycle"])
def test_a_peak_of_its_own_in_a_unit_that_cannot_be_is_not_taken(unit: str) -> None:
    each: Launch = {"lts__t_bytes.sum": ("byte", "70"), f"lts__t_bytes{PEAK}": (unit, "64")}
    (term,) = kernel_of(long_table(each)).measurements[Quantity.L2_LOOKUP_BYTES].terms
    assert term.peak_per_cycle is None


@pytest.mark.parametrize("shape", OF_SEVERAL)
def test_a_peak_is_the_same_in_every_launch(shape: str) -> None:
    each: Launch = {f"{sass('dfma')}{PEAK}": ("inst/cycle", "3456")}
    assert kernel_of(OF_SEVERAL[shape](each, each)).peaks[Operation.FP64].per_launch == 6912.0


def test_a_peak_of_a_summary_is_the_average() -> None:
    kernel = kernel_of(summary({f"dram__bytes{PEAK}": ("Kbyte/cycle", "1.28")}, count=9))
    assert kernel.peaks[TrafficFamily.DRAM].per_launch == pytest.approx(1280.0)


def test_the_share_of_the_peak_of_a_report_comes_back() -> None:
    """A V100: 139,101,952 bytes in 211,232 ns at 879.56 MHz; its own report says 73.11 % of the peak of its memory."""
    each: Launch = {
        "gpu__time_duration.sum": ("nsecond", "211232"),
        "dram__bytes.sum": ("byte", "139101952"),
        f"dram__bytes{PEAK}": ("byte/cycle", "1024"),
        "dram__cycles_elapsed.avg.per_second": ("hz", "879563702.5"),
    }
    kernel = kernel_of(long_table(each, capability="7.0"))
    sectors, cycles = kernel.per_launch(Quantity.DRAM_SECTORS), kernel.per_launch(Quantity.DRAM_CYCLES)
    assert sectors is not None
    assert cycles is not None
    share = 32 * sectors / (cycles * kernel.peaks[TrafficFamily.DRAM].per_launch)
    assert share == pytest.approx(0.7311, abs=5e-5)
