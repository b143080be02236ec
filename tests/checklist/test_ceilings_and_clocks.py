"""Errors that are easily made with ceilings and clocks: each has a test that says it is not made."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roofline_report.devices.catalogue import load_packaged
from roofline_report.domain.flop_roofline import Model
from roofline_report.domain.hardware import MemoryLevel, Operation, Origin, TrafficFamily
from roofline_report.domain.problem import Severity
from roofline_report.report.ceilings import Ceilings
from roofline_report.report.rooflines import VerdictKind
from tests.checklist.reports import (
    GLOBAL_LOADS,
    GLOBAL_STORES,
    MICROSECOND,
    SHARED_LOADS,
    SHARED_STORES,
    TIME,
    V100,
    Cells,
    ceiling,
    counts,
    instructions,
    kernel_of,
    level,
    long_table,
    model,
    raw_page,
    run_of,
    told,
    uses,
    warnings,
)

if TYPE_CHECKING:
    from pathlib import Path

    from roofline_report.domain.hardware import Device

WARPS = counts({"smsp__inst_executed.sum": 32000})
DRAM: Cells = {"dram__bytes.sum": ("byte", "32,000")}
DATA_PATH = counts({GLOBAL_LOADS: 1000, GLOBAL_STORES: 200, SHARED_LOADS: 30, SHARED_STORES: 10})
L2 = counts({"lts__t_sectors.sum": 1000})
SM_CLOCK, L2_CLOCK, DRAM_CLOCK = (f"{unit}__cycles_elapsed.avg.per_second" for unit in ("sm", "lts", "dram"))
FP32 = counts({f"smsp__sass_thread_inst_executed_op_{name}_pred_on.sum": 10 for name in ("fadd", "fmul", "ffma")})
V100S = "device: Tesla V100S-PCIE-32GB\n"
A100 = "device: NVIDIA A100-SXM4-40GB\n"


def device(name: str) -> Device:
    found = load_packaged().find(name)
    assert found is not None
    return found


def peak(name: str, operation: Operation) -> float:
    found = Ceilings.of(device(name)).deciding_peak(operation)
    assert found is not None
    return found.operations_per_s / 1e12


def bandwidth(name: str, wanted: MemoryLevel) -> float:
    found = Ceilings.of(device(name)).deciding_bandwidth(wanted)
    assert found is not None
    return found.bytes_per_s / 1e9


# Datasheets.


@pytest.mark.parametrize(
    ("name", "dense", "sparse"),
    [
        ("NVIDIA A100-SXM4-40GB", 312, 624),
        ("NVIDIA H100 80GB HBM3", 989.4, 1979),
        ("NVIDIA L4", 121, 242),
    ],
)
def test_sparse_peaks_are_not_taken_for_dense(name: str, dense: float, sparse: float) -> None:
    found = peak(name, Operation.FP16_TENSOR)
    assert found == pytest.approx(dense, rel=0.015)
    assert found < 0.6 * sparse


def test_cards_of_one_name_with_other_memories_and_sockets_are_told_apart() -> None:
    # 40 and 80 GB, SXM4 and PCIe.
    found = {
        name: round(bandwidth(name, MemoryLevel.DRAM))
        for name in ("NVIDIA A100-SXM4-40GB", "NVIDIA A100-PCIE-40GB", "NVIDIA A100-SXM4-80GB", "NVIDIA A100 80GB PCIe")
    }
    assert list(found.values()) == pytest.approx([1555, 1555, 2039, 1935], rel=0.002)
    assert device("NVIDIA H100 PCIe").multiprocessors == 114
    assert device("NVIDIA H100 80GB HBM3").multiprocessors == 132


def test_a_part_of_a_name_is_no_device(tmp_path: Path) -> None:
    run = run_of(tmp_path, {"a.csv": long_table(MICROSECOND | WARPS | DRAM)}, run_file="device: NVIDIA A100\n")
    assert run.device.device is None
    assert run.kernels[0].verdict.kind is VerdictKind.NONE
    for name in ("NVIDIA A100-SXM4-40GB", "NVIDIA A100-SXM4-80GB"):
        assert name in warnings(run)


@pytest.mark.parametrize(
    ("name", "gigabytes", "nominal"), [("NVIDIA H200", 4916.7, 4800), ("NVIDIA H100 PCIe", 2039, 2000)]
)
def test_the_roof_of_memory_is_the_one_of_its_clocks_and_not_the_nominal_one(
    name: str, gigabytes: float, nominal: float
) -> None:
    assert bandwidth(name, MemoryLevel.DRAM) == pytest.approx(gigabytes, rel=5e-4)
    shown = {figure.value for figure in device(name).figures if figure.name == "Nominal DRAM bandwidth"}
    assert shown == {nominal}


def test_the_roof_of_l2_at_the_clock_of_the_multiprocessors_is_said_to_be_an_upper_bound(tmp_path: Path) -> None:
    at_boost = ceiling(level(kernel_of(tmp_path, long_table(MICROSECOND | WARPS | L2), run_file=V100), MemoryLevel.L2))
    assert "this ceiling is probably 4.6 % too high" in (at_boost.note or "")
    clock: Cells = {SM_CLOCK: ("Ghz", "1.3")}
    text = long_table(MICROSECOND | WARPS | L2 | clock)
    at_sm = ceiling(level(kernel_of(tmp_path / "sm", text, run_file=V100), MemoryLevel.L2))
    assert at_sm.bytes_per_s == pytest.approx(2048 * 1.3e9, rel=1e-12)
    assert "too high" in (at_sm.note or "")
    own: Cells = {L2_CLOCK: ("Ghz", "1.25")}
    text = long_table(MICROSECOND | WARPS | L2 | clock | own)
    at_own = ceiling(level(kernel_of(tmp_path / "own", text, run_file=V100), MemoryLevel.L2))
    assert at_own.bytes_per_s == pytest.approx(2048 * 1.25e9, rel=1e-12)
    assert at_own.note is None


# Clocks.


def test_a_table_at_boost_clock_is_told_for_a_run_that_may_be_locked_to_base_clock(tmp_path: Path) -> None:
    run = run_of(tmp_path, {"a.csv": long_table(MICROSECOND | WARPS | DRAM, capability="8.0")}, run_file=A100)
    notes = told(run, severity=Severity.NOTE)
    assert "locks the GPU to its base clock unless told otherwise" in notes
    assert "too high, by about 24 % on this device" in notes


def test_a_run_that_reports_its_clock_has_ceilings_at_that_clock(tmp_path: Path) -> None:
    clock: Cells = {SM_CLOCK: ("Ghz", "1.135")}
    run = run_of(tmp_path, {"a.csv": long_table(MICROSECOND | WARPS | DRAM | clock, capability="8.0")}, run_file=A100)
    issue = instructions(run.kernels[0]).peak
    assert issue is not None
    # Of 609.12 at boost clock.
    assert issue.per_s / 1e9 == pytest.approx(108 * 4 * 1.135, rel=1e-12)
    assert issue.origin is Origin.REPORTED_CLOCK
    assert "locks the GPU to its base clock" not in told(run)


def test_the_clock_of_the_multiprocessors_is_not_that_of_memory_or_of_a_peak_of_l2(tmp_path: Path) -> None:
    cells: Cells = {
        SM_CLOCK: ("Ghz", "1.3"),
        "dram__bytes.sum.peak_sustained": ("byte", "1,024"),
        "lts__t_bytes.sum": ("byte", "32,000"),
        "lts__t_bytes.sum.peak_sustained": ("byte", "2,048"),
    }
    kernel = kernel_of(tmp_path, long_table(MICROSECOND | FP32 | WARPS | DRAM | cells))
    assert level(kernel, MemoryLevel.DRAM).ceiling is None
    assert level(kernel, MemoryLevel.L2, of=Model.FP32).ceiling is None


# Peaks of counters.


def test_the_peak_of_l1tex_t_bytes_is_not_the_bandwidth_of_l1(tmp_path: Path) -> None:
    cells: Cells = {
        SM_CLOCK: ("Ghz", "1.3"),
        "l1tex__t_bytes.sum": ("byte", "32,000"),
        "l1tex__t_bytes.sum.peak_sustained": ("byte", "40,960"),
    }
    kernel = kernel_of(tmp_path, long_table(MICROSECOND | WARPS | DATA_PATH | cells), run_file=V100)
    assert ceiling(level(kernel, MemoryLevel.L1)).bytes_per_s == pytest.approx(80 * 128 * 1.3e9, rel=1e-12)


def test_traffic_of_the_tag_stage_is_not_held_against_the_data_path(tmp_path: Path) -> None:
    cells: Cells = {SM_CLOCK: ("Ghz", "1.3"), "l1tex__t_bytes.sum": ("byte", "32,000")}
    found = level(
        kernel_of(tmp_path, long_table(MICROSECOND | FP32 | cells), run_file=V100), MemoryLevel.L1, of=Model.FP32
    )
    assert found.traffic is not None
    assert (found.traffic.family, found.ceiling) == (TrafficFamily.L1_TAG_STAGE, None)


def test_the_peak_of_one_counter_is_not_held_against_the_traffic_of_another(tmp_path: Path) -> None:
    cells: Cells = {
        SM_CLOCK: ("Ghz", "1.3"),
        L2_CLOCK: ("Ghz", "1.3"),
        "l1tex__t_bytes.sum": ("byte", "32,000"),
        "l1tex__lsu_writeback_active_mem_lgds.sum.peak_sustained": ("cycle", "132"),
        "lts__t_bytes.sum": ("byte", "32,000"),
        "lts__lts2xbar_cycles_active.sum.peak_sustained": ("cycle", "160"),
    }
    kernel = kernel_of(tmp_path, long_table(MICROSECOND | FP32 | cells, capability="9.0"))
    report = model(kernel, Model.FP32)
    assert {level.level: level.ceiling for level in report.levels} == dict.fromkeys(MemoryLevel)
    assert uses(report) == {}


def test_l1_of_7_5_is_64_bytes_wide_and_not_128(tmp_path: Path) -> None:
    cells: Cells = {
        SM_CLOCK: ("Ghz", "1.0"),
        "l1tex__lsu_writeback_active_mem_lg.sum.peak_sustained": ("cycle", "40"),
    }
    text = long_table(MICROSECOND | WARPS | DATA_PATH | cells, capability="7.5")
    t4 = kernel_of(tmp_path / "t4", text, run_file="device: Tesla T4\n")
    assert ceiling(level(t4, MemoryLevel.L1)).bytes_per_s == pytest.approx(40 * 64 * 1e9, rel=1e-12)
    assert level(kernel_of(tmp_path / "unknown", text), MemoryLevel.L1).ceiling is None


# Parts of a device.


def test_a_part_of_a_divided_device_has_not_the_ceilings_of_the_whole(tmp_path: Path) -> None:
    part = {
        "device__attribute_display_name": ("", "NVIDIA A100-SXM4-40GB"),
        "device__attribute_multiprocessor_count": ("", "14"),
    }
    run = run_of(tmp_path, {"a.csv": raw_page(MICROSECOND | WARPS | DRAM | part, capability="8.0")})
    assert "14 multiprocessors in the files" in warnings(run)
    assert level(run.kernels[0], MemoryLevel.DRAM).ceiling is None


def test_the_multiprocessors_of_a_launch_are_no_proof_of_a_divided_device(tmp_path: Path) -> None:
    fewer: Cells = {"launch__sm_count": ("SM", "14")}
    run = run_of(tmp_path, {"a.csv": long_table(MICROSECOND | WARPS | DRAM | fewer, capability="8.0")}, run_file=A100)
    assert ceiling(level(run.kernels[0], MemoryLevel.DRAM)).origin is Origin.BOOST_CLOCK
    assert warnings(run) == ""


# How far a roof may be exceeded, and what decides.


@pytest.mark.parametrize(
    ("text", "share"),
    [
        # 1.05 x and 1.14 x the 1133.568 GB/s of a V100S at the clock of its datasheet.
        ("119.1", 1.05),
        ("129.2", 1.14),
    ],
)
def test_a_roof_at_the_clock_of_a_datasheet_is_not_wrong_at_105_percent(
    tmp_path: Path, text: str, share: float
) -> None:
    cells: Cells = {TIME: ("us", "100.0"), "dram__bytes.sum": ("Mbyte", text)}
    run = run_of(tmp_path, {"a.csv": long_table(cells | WARPS)}, run_file=V100S)
    assert uses(instructions(run.kernels[0]))["dram"].utilisation == pytest.approx(share, rel=0.001)
    assert run.kernels[0].verdict.kind is VerdictKind.LIMITED
    assert warnings(run) == ""


def test_a_point_above_a_measured_roof_is_no_error_and_the_measured_roof_does_not_decide(tmp_path: Path) -> None:
    # 901 GB/s, 79 % of what the clocks give and 105 % of what a benchmark reached.
    stated = f"{V100S}ceilings:\n  - {{roof: dram, value: 858 GB/s, origin: measured, source: a benchmark}}\n"
    cells: Cells = {TIME: ("us", "100.0"), "dram__bytes.sum": ("Mbyte", "90.1")}
    run = run_of(tmp_path, {"a.csv": long_table(cells | WARPS)}, run_file=stated)
    (kernel,) = run.kernels
    use = uses(instructions(kernel))["dram"]
    assert (use.origin, kernel.verdict.kind) == (Origin.BOOST_CLOCK, VerdictKind.NEAR)
    assert use.utilisation == pytest.approx(901 / 1133.568, rel=1e-9)
    assert warnings(run) == ""


def test_a_device_with_measured_ceilings_alone_gives_no_verdict(tmp_path: Path) -> None:
    stated = "ceilings:\n  - {roof: dram, value: 858 GB/s, origin: measured, source: a benchmark}\n"
    kernel = kernel_of(tmp_path, long_table(MICROSECOND | WARPS | DRAM), run_file=stated)
    assert (kernel.verdict.kind, kernel.verdict.uses) == (VerdictKind.NONE, ())
