"""Errors that are easily made with units and cells: each has a test that says it is not made."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roofline_report.domain.hardware import Clock, MemoryLevel, Operation, Origin
from roofline_report.domain.quantity import Quantity
from tests.checklist.reports import (
    MICROSECOND,
    TIME,
    V100,
    Cells,
    instructions,
    kernel_of,
    level,
    long_table,
    measurement,
    run_of,
    told,
    uses,
    value,
    warnings,
)
from tests.readers.samples import GPU, NVPROF_EVENTS, nvprof_row

if TYPE_CHECKING:
    from pathlib import Path

DRAM = "dram__bytes.sum"
THREADS = "smsp__thread_inst_executed.sum"
SM_CLOCK = "sm__cycles_elapsed.avg.per_second"


def dram_bytes(root: Path, unit: str, text: str) -> float:
    kernel = kernel_of(root, long_table({**MICROSECOND, DRAM: (unit, text)}))
    return 32 * value(kernel, Quantity.DRAM_SECTORS)


def test_prefixes_are_powers_of_1000_not_1024(tmp_path: Path) -> None:
    # 8192 bytes, as Nsight Compute prints them.
    assert dram_bytes(tmp_path, "Kbyte", "8.19") == pytest.approx(8190, rel=1e-12)


@pytest.mark.parametrize(
    ("unit", "text", "expected"),
    [
        ("byte", "458,752", 458752),
        ("Kbyte", "458.75", 458750),
        ("Mbyte", "0.46", 460000),
        ("Gbyte", "1.5", 1.5e9),
        ("Tbyte", "1.5", 1.5e12),
    ],
)
def test_units_that_were_scaled_for_people_are_scaled_back(
    tmp_path: Path, unit: str, text: str, expected: float
) -> None:
    assert dram_bytes(tmp_path, unit, text) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize(
    ("unit", "seconds"), [("ns", 2.5e-9), ("us", 2.5e-6), ("usecond", 2.5e-6), ("ms", 2.5e-3), ("s", 2.5)]
)
def test_times_are_read_in_the_unit_of_their_row(tmp_path: Path, unit: str, seconds: float) -> None:
    kernel = kernel_of(tmp_path, long_table({TIME: (unit, "2.5"), DRAM: ("byte", "32")}))
    assert value(kernel, Quantity.DURATION) == pytest.approx(seconds, rel=1e-12)


def test_commas_between_thousands_are_no_decimal_marks(tmp_path: Path) -> None:
    kernel = kernel_of(tmp_path, long_table({**MICROSECOND, THREADS: ("inst", "74,784,015")}))
    assert value(kernel, Quantity.THREAD_INSTRUCTIONS) == 74784015


@pytest.mark.parametrize("cell", ["n/a", "(!) n/a", "nan", ""])
def test_a_cell_without_a_value_is_missing_and_never_zero(tmp_path: Path, cell: str) -> None:
    text = long_table({**MICROSECOND, THREADS: ("inst", "64"), DRAM: ("byte", cell)})
    kernel = kernel_of(tmp_path, text, run_file=V100)
    assert Quantity.DRAM_SECTORS not in kernel.kernel.measurements
    assert level(kernel, MemoryLevel.DRAM).traffic is None
    assert "dram" not in uses(instructions(kernel))


def test_each_column_of_nvprofs_summary_has_a_unit_of_its_own(tmp_path: Path) -> None:
    summary = (
        '"Type","Time(%)","Time","Calls","Avg","Min","Max","Name"\n,%,ms,,ms,us,ms,\n'
        '"GPU activities",100.0,2.670947,101,0.026445,25.950,0.027103,"k(int)"\n'
    )
    (term,) = measurement(kernel_of(tmp_path, summary), Quantity.DURATION).terms
    assert term.statistic.total == pytest.approx(2.670947e-3, rel=1e-12)
    assert (term.statistic.minimum, term.statistic.maximum) == pytest.approx((25.950e-6, 27.103e-6), rel=1e-12)


def test_terabytes_are_read(tmp_path: Path) -> None:
    # A rate of an H100 or a B200; 2.5 TB/s for 10 us.
    for at, unit in enumerate(("Tbyte/s", "Tbyte/second")):
        text = long_table({TIME: ("us", "10"), f"{DRAM}.per_second": (unit, "2.5")}, capability="9.0")
        found = 32 * value(kernel_of(tmp_path / str(at), text), Quantity.DRAM_SECTORS)
        assert found == pytest.approx(25e6, rel=1e-12)


@pytest.mark.parametrize(
    ("unit", "text", "hertz"),
    [
        ("1/ns", "1.31", 1.31e9),
        ("cycle/nsecond", "1.31", 1.31e9),
        ("cycle/second", "1,310,000,000", 1.31e9),
        ("Ghz", "1.31", 1.31e9),
        ("hz", "1,310,000,000", 1.31e9),
    ],
)
def test_every_spelling_of_a_clock_is_read(tmp_path: Path, unit: str, text: str, hertz: float) -> None:
    kernel = kernel_of(tmp_path, long_table({**MICROSECOND, THREADS: ("inst", "1"), SM_CLOCK: (unit, text)}))
    assert kernel.kernel.clocks[Clock.SM] == pytest.approx(hertz, rel=1e-12)


@pytest.mark.parametrize("unit", ["Kbyte/cycle", "Kbyte"])
def test_kilobytes_per_cycle_are_read_and_are_1000_bytes(tmp_path: Path, unit: str) -> None:
    peaks: Cells = {f"{DRAM}.peak_sustained": (unit, "1.02"), "dram__cycles_elapsed.avg.per_second": ("Ghz", "0.5")}
    kernel = kernel_of(tmp_path, long_table({**MICROSECOND, THREADS: ("inst", "1"), DRAM: ("byte", "9"), **peaks}))
    ceiling = level(kernel, MemoryLevel.DRAM).ceiling
    assert ceiling is not None
    assert ceiling.origin is Origin.REPORT
    assert ceiling.bytes_per_s == pytest.approx(1020 * 0.5e9, rel=1e-12)


def test_an_unknown_unit_of_a_metric_that_is_not_used_stops_nothing(tmp_path: Path) -> None:
    text = long_table({**MICROSECOND, DRAM: ("byte", "3,200"), "sm__odd_things.sum": ("furlong", "3")})
    run = run_of(tmp_path, {"a.csv": text}, run_file=V100)
    assert warnings(run) == ""
    assert value(run.kernels[0], Quantity.DRAM_SECTORS) == 100


def test_an_unknown_unit_of_a_metric_that_is_used_is_told_and_leaves_out_that_metric(tmp_path: Path) -> None:
    text = long_table({**MICROSECOND, DRAM: ("furlong", "3"), THREADS: ("inst", "3,200")})
    run = run_of(tmp_path, {"a.csv": text}, run_file=V100)
    assert f"{DRAM} cannot be used" in warnings(run)
    assert "furlong" in told(run)
    assert value(run.kernels[0], Quantity.THREAD_INSTRUCTIONS) == 3200
    assert Quantity.DRAM_SECTORS not in run.kernels[0].kernel.measurements


def test_a_printed_total_counts_before_the_rounded_mean_times_the_launches(tmp_path: Path) -> None:
    summary = (
        '"Type","Time(%)","Time","Calls","Avg","Min","Max","Name"\n,%,ms,,us,us,us,\n'
        '"GPU activities",100.0,2.670947,101,26.440,25.950,27.103,"k(int)"\n'
    )
    # Of a GTX 1050 Ti: 436,630,683 x 27 is not the total that stands beside it.
    row = nvprof_row(
        "k(int)", "thread_inst_executed", 436630683, 436630683, 436630683, 11789028448, count=27, events=True
    )
    assert GPU in row
    kernel = kernel_of(tmp_path, summary, more={"events.csv": NVPROF_EVENTS + row})
    assert value(kernel, Quantity.DURATION) == pytest.approx(2.670947e-3 / 101, rel=1e-12)
    assert value(kernel, Quantity.THREAD_INSTRUCTIONS) == pytest.approx(11789028448 / 27, rel=1e-12)


def test_a_stated_ceiling_has_prefixes_of_1000_too(tmp_path: Path) -> None:
    stated = f"{V100}ceilings:\n  - {{roof: warp_instruction, value: 480 warp GIPS, source: s}}\n"
    kernel = kernel_of(tmp_path, long_table({**MICROSECOND, THREADS: ("inst", "64")}), run_file=stated)
    peak = kernel.ceilings.deciding_peak(Operation.WARP_INSTRUCTION)
    assert peak is not None
    assert peak.operations_per_s == 480e9
