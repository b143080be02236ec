"""Errors that are easily made with the layouts of Nsight Compute's files: each has a test that says it is not made."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roofline_report.domain.quantity import Quantity
from tests.checklist.reports import V100, kernel_of, run_of, value, warnings
from tests.readers.samples import LONG_HEADER, METRICS, long_row, quoted

if TYPE_CHECKING:
    from pathlib import Path

SPEED, MEMORY = "GPU Speed Of Light Throughput", "Memory Workload Analysis"
RULES = ("Rule Name", "Rule Type", "Rule Description", "Estimated Speedup Type", "Estimated Speedup")
HEADER = [cell.strip('"') for cell in LONG_HEADER.strip().split(",")]


def label_row(section: str, name: str, unit: str, text: str) -> str:
    return long_row(0, "k(int)", name, unit, text, section=section, capability="7.0")


DETAILS = (
    label_row(SPEED, "Duration", "usecond", "100"),
    label_row(SPEED, "DRAM Frequency", "Mhz", "877"),
    label_row(SPEED, "Memory Throughput", "%", "61.5"),
    label_row(MEMORY, "Memory Throughput", "Gbyte/second", "320"),
)


def row_with_rules(row: str) -> str:
    return row.rstrip("\n") + "," + quoted(["", "", "", "", ""])


def advice() -> str:
    cells = [0, 4711, "solver", "node7", "k(int)", 1, 7, "(96, 1, 1)", "(40, 1, 1)", 0, "7.0", SPEED, "", "", ""]
    return quoted([*cells, "SOLBottleneck", "OPT", 'This kernel is "small", see (1, 2)', "global", "12.5"])


@pytest.mark.parametrize("order", [1, -1])
def test_labels_of_the_details_page_are_told_apart_by_their_section(tmp_path: Path, order: int) -> None:
    run = run_of(tmp_path, {"a.csv": LONG_HEADER + "".join(DETAILS[::order])}, run_file=V100)
    (kernel,) = run.kernels
    assert value(kernel, Quantity.DURATION) == pytest.approx(100e-6, rel=1e-12)
    # 320 GB/s for 100 us, not 61.5 of anything.
    assert 32 * value(kernel, Quantity.DRAM_SECTORS) == pytest.approx(32e6, rel=1e-12)
    assert value(kernel, Quantity.DRAM_CYCLES) == pytest.approx(877e6 * 100e-6, rel=1e-12)
    assert warnings(run) == ""


def test_a_label_is_no_name_of_a_metric(tmp_path: Path) -> None:
    other = label_row("Some Section", "Duration", "usecond", "7")
    kernel = kernel_of(tmp_path, LONG_HEADER + other + "".join(DETAILS), run_file=V100)
    assert value(kernel, Quantity.DURATION) == pytest.approx(100e-6, rel=1e-12)


def test_rows_of_rules_have_no_metric_and_are_no_values(tmp_path: Path) -> None:
    header = quoted([*HEADER, *RULES])
    rows = [row_with_rules(row) for row in DETAILS]
    run = run_of(tmp_path, {"a.csv": header + rows[0] + advice() + "".join(rows[1:]) + advice()}, run_file=V100)
    assert [each.kernel.launches for each in run.kernels] == [1]
    assert 32 * value(run.kernels[0], Quantity.DRAM_SECTORS) == pytest.approx(32e6, rel=1e-12)
    assert warnings(run) == ""


def test_five_further_columns_may_be_left_out_in_some_rows(tmp_path: Path) -> None:
    header = quoted([*HEADER, *RULES])
    ragged = [row if at % 2 else row_with_rules(row) for at, row in enumerate(DETAILS)]
    run = run_of(tmp_path, {"a.csv": header + "".join(ragged) + advice()}, run_file=V100)
    assert value(run.kernels[0], Quantity.DURATION) == pytest.approx(100e-6, rel=1e-12)
    assert 32 * value(run.kernels[0], Quantity.DRAM_SECTORS) == pytest.approx(32e6, rel=1e-12)
    assert warnings(run) == ""


def test_output_of_the_program_may_stand_before_the_header(tmp_path: Path) -> None:
    metric = long_row(0, "k(int)", "gpu__time_duration.sum", "us", "2.5", section=METRICS, capability="7.0")
    traffic = long_row(0, "k(int)", "dram__bytes.sum", "byte", "3,200", section=METRICS, capability="7.0")
    output = (
        "==PROF== Connected to process 4711 (/opt/app/solver)\nn = 64, 3.5, step\nresult == 7\n\n"
        '==PROF== Profiling "k" - 0: 0%....50%....100% - 8 passes\nID,done\n==PROF== Disconnected from process 4711\n'
    )
    run = run_of(tmp_path, {"a.csv": output + LONG_HEADER + metric + traffic}, run_file=V100)
    assert value(run.kernels[0], Quantity.DRAM_SECTORS) == 100
    assert warnings(run) == ""


def test_a_kernel_with_two_equals_signs_in_its_name_is_no_banner(tmp_path: Path) -> None:
    name = "void pick<(a == b)>(int)"
    text = LONG_HEADER + "".join(
        long_row(0, name, metric, unit, "32", capability="7.0")
        for metric, unit in (("gpu__time_duration.sum", "us"), ("dram__bytes.sum", "byte"))
    )
    assert kernel_of(tmp_path, text, run_file=V100).kernel.name == name
