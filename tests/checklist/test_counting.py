"""Errors that are easily made in counting traffic and instructions: each has a test that says it is not made."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roofline_report.domain.flop_roofline import Model
from roofline_report.domain.hardware import MemoryLevel, TrafficFamily
from roofline_report.domain.memory_access import WALLS, Space
from roofline_report.domain.quantity import Quantity
from tests.checklist.reports import (
    GLOBAL_LOADS,
    GLOBAL_STORES,
    MICROSECOND,
    SHARED_LOADS,
    SHARED_STORES,
    V100,
    counts,
    instructions,
    kernel_of,
    level,
    long_table,
    measurement,
    page_of,
    uses,
    value,
)
from tests.pipeline.folders import write
from tests.readers.samples import GPU, NVPROF_METRICS, NVPROF_TIMES, nvprof_row

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from roofline_report.report.model import KernelReport

DATA_PATH = {GLOBAL_LOADS: 1000, GLOBAL_STORES: 200, SHARED_LOADS: 30, SHARED_STORES: 10}
WARPS, THREADS = "smsp__inst_executed.sum", "smsp__thread_inst_executed.sum"
FADD, FMUL, FFMA = (f"smsp__sass_thread_inst_executed_op_{name}_pred_on.sum" for name in ("fadd", "fmul", "ffma"))


def kernel_with(
    root: Path, values: Mapping[str, float], *, capability: str = "7.0", run_file: str = ""
) -> KernelReport:
    return kernel_of(root, long_table(MICROSECOND | counts(values), capability=capability), run_file=run_file)


def transactions(kernel: KernelReport, wanted: MemoryLevel) -> float | None:
    traffic = level(kernel, wanted).traffic
    assert traffic is not None
    return traffic.transactions


def nvprof(root: Path, values: Mapping[str, float], *, run_file: str = "", **options: str) -> KernelReport:
    times = NVPROF_TIMES + '"GPU activities",100.0,0.09,9,10.0,9.0,11.0,"k(int)"\n'
    rows = (nvprof_row("k(int)", metric, number, number, number) for metric, number in values.items())
    return kernel_of(root, NVPROF_METRICS + "".join(rows), more={"t.csv": times}, run_file=run_file, **options)


# L1 and shared memory.


def test_a_wavefront_of_shared_memory_is_four_transactions_at_l1(tmp_path: Path) -> None:
    kernel = kernel_with(tmp_path, DATA_PATH)
    assert transactions(kernel, MemoryLevel.L1) == 1200 + 4 * 40
    traffic = level(kernel, MemoryLevel.L1).traffic
    assert traffic is not None
    assert traffic.physical_bytes == 32 * 1200 + 128 * 40


def test_a_weight_of_one_for_shared_memory_changes_points_and_no_verdict(tmp_path: Path) -> None:
    rules = f"{V100}transactions: {{shared_weight: 1}}\n"
    one = kernel_with(tmp_path / "one", DATA_PATH | {WARPS: 100}, run_file=rules)
    four = kernel_with(tmp_path / "four", DATA_PATH | {WARPS: 100}, run_file=V100)
    assert [transactions(each, MemoryLevel.L1) for each in (one, four)] == [1240, 1360]
    assert one.verdict == four.verdict


def test_local_memory_is_a_part_of_l1(tmp_path: Path) -> None:
    local = {f"l1tex__t_sectors_pipe_lsu_mem_local_op_{name}.sum": 50 for name in ("ld", "st")}
    assert transactions(kernel_with(tmp_path, DATA_PATH | local), MemoryLevel.L1) == 1360 + 100


def test_shared_memory_is_a_part_of_l1_although_it_is_not_in_the_chart_of_nsight_compute(tmp_path: Path) -> None:
    returned = {"l1tex__lsu_writeback_active.sum": 7}
    only_shared = DATA_PATH | {GLOBAL_LOADS: 0, GLOBAL_STORES: 0} | returned
    kernel = kernel_with(tmp_path, only_shared, run_file=V100)
    assert transactions(kernel, MemoryLevel.L1) == 160
    use = uses(instructions(kernel))
    assert use["l1"].utilisation == use["shared"].utilisation > 0


def test_bytes_of_the_tag_stage_are_shown_as_bytes_without_shared_memory(tmp_path: Path) -> None:
    values = counts({SHARED_LOADS: 40, SHARED_STORES: 0, FADD: 64, FMUL: 0, FFMA: 0})
    text = long_table(MICROSECOND | values | {"l1tex__t_bytes.sum": ("byte", "6,400")})
    traffic = level(kernel_of(tmp_path / "report", text, run_file=V100), MemoryLevel.L1, of=Model.FP32).traffic
    assert traffic is not None
    assert (traffic.family, traffic.physical_bytes) == (TrafficFamily.L1_TAG_STAGE, 6400)
    assert "no shared memory" in page_of(tmp_path / "page", text, run_file=V100)


@pytest.mark.parametrize(("capability", "decides"), [("6.1", False), ("7.0", True)])
def test_load_transactions_of_nvprof_before_7_0_are_no_sectors_and_decide_nothing(
    tmp_path: Path, capability: str, *, decides: bool
) -> None:
    device = (
        f'name: {GPU.removesuffix(" (0)")}\nvendor: NVIDIA\narchitecture: a\ncompute_capability: "{capability}"\n'
        "ceilings:\n  - {roof: l1, value: 1000 GB/s, source: s}\n  - {roof: dram, value: 100 GB/s, source: s}\n"
    )
    write(tmp_path, {"devices/a.yaml": device})
    values = {
        "gld_transactions": 4000.0,
        "gst_transactions": 1000.0,
        "shared_load_transactions": 0.0,
        "shared_store_transactions": 0.0,
        "dram_read_transactions": 100.0,
        "dram_write_transactions": 100.0,
    }
    kernel = nvprof(tmp_path, values, devices_dir="devices")
    assert transactions(kernel, MemoryLevel.L1) == 5000
    assert ("l1" in uses(instructions(kernel))) is decides
    assert "dram" in uses(instructions(kernel))
    notes = " ".join(measurement(kernel, Quantity.GLOBAL_SECTORS).notes)
    assert ("are not 32-byte sectors" in notes) is not decides


def test_atomic_transactions_of_nvprof_are_no_sectors_and_are_not_added(tmp_path: Path) -> None:
    plain = {
        "gld_transactions": 4000.0,
        "gst_transactions": 1000.0,
        "shared_load_transactions": 0.0,
        "shared_store_transactions": 0.0,
    }
    kernel = nvprof(tmp_path, plain | {"atomic_transactions": 700.0})
    assert transactions(kernel, MemoryLevel.L1) == 5000
    assert Quantity.GLOBAL_ATOMIC_SECTORS not in kernel.kernel.measurements


# L2.

OPS = {f"lts__t_sectors_op_{name}.sum": number for name, number in (("read", 60), ("write", 30), ("atom", 0))}
RED = {"lts__t_sectors_op_red.sum": 25}
TOTAL = {"lts__t_sectors.sum": 130}
FROM_SM = {"lts__t_sectors_srcunit_tex.sum": 80}
FROM_SM_OPS = {"lts__t_sectors_srcunit_tex_op_read.sum": 50, "lts__t_sectors_srcunit_tex_op_write.sum": 20}


@pytest.mark.parametrize(("rule", "drawn"), [("once", 115), ("twice", 140)])
def test_reductions_at_l2_count_once_under_the_roof_whatever_is_drawn(tmp_path: Path, rule: str, drawn: float) -> None:
    run_file = f"{V100}transactions: {{l2_atomics: {rule}}}\n"
    kernel = kernel_with(tmp_path, OPS | RED, run_file=run_file)
    traffic = level(kernel, MemoryLevel.L2).traffic
    assert traffic is not None
    assert (traffic.transactions, traffic.physical_bytes) == (drawn, 32 * 115)


@pytest.mark.parametrize("capability", ["8.0", "9.0", "10.0"])
def test_look_ups_between_two_partitions_of_l2_are_not_taken_for_traffic_of_the_multiprocessors(
    tmp_path: Path, capability: str
) -> None:
    kernel = kernel_with(tmp_path / "both", TOTAL | OPS | FROM_SM, capability=capability)
    assert value(kernel, Quantity.L2_SECTORS) == 80
    only = kernel_with(tmp_path / "total", TOTAL, capability=capability)
    assert value(only, Quantity.L2_SECTORS) == 130
    assert "traffic between the two L2 partitions" in " ".join(measurement(only, Quantity.L2_SECTORS).notes)


def test_a_chip_with_one_partition_has_no_such_note(tmp_path: Path) -> None:
    kernel = kernel_with(tmp_path, TOTAL | FROM_SM, capability="7.0")
    assert value(kernel, Quantity.L2_SECTORS) == 130
    assert measurement(kernel, Quantity.L2_SECTORS).notes == ()


def test_a_total_of_the_multiprocessors_is_not_added_to_its_operations(tmp_path: Path) -> None:
    kernel = kernel_with(tmp_path, FROM_SM | FROM_SM_OPS, capability="8.0")
    assert value(kernel, Quantity.L2_SECTORS) == 80
    alone = kernel_with(tmp_path / "ops", FROM_SM_OPS, capability="8.0")
    assert value(alone, Quantity.L2_SECTORS) == 70


def test_the_total_of_l2_and_the_sum_of_its_operations_are_two_figures_with_a_source_each(tmp_path: Path) -> None:
    both = kernel_with(tmp_path / "both", TOTAL | OPS | RED)
    ops = kernel_with(tmp_path / "ops", OPS | RED)
    assert [value(each, Quantity.L2_SECTORS) for each in (both, ops)] == [130, 115]
    sources = [measurement(each, Quantity.L2_SECTORS).source for each in (both, ops)]
    assert sources[0] != sources[1]
    assert "by operation" in sources[1]


def test_operations_of_l2_that_were_not_collected_are_told(tmp_path: Path) -> None:
    kernel = kernel_with(tmp_path, {name: number for name, number in OPS.items() if "atom" not in name})
    assert value(kernel, Quantity.L2_SECTORS) == 90
    notes = " ".join(measurement(kernel, Quantity.L2_SECTORS).notes)
    assert "atomics at L2 were not counted" in notes
    assert "reductions at L2 were not counted" in notes


# Instructions.


def test_warp_instructions_are_not_divided_by_32(tmp_path: Path) -> None:
    issued = instructions(kernel_with(tmp_path / "warps", {WARPS: 6400}))
    threads = instructions(kernel_with(tmp_path / "threads", {THREADS: 6400}))
    # Per microsecond.
    assert issued.rate_per_s == pytest.approx(6.4e9, rel=1e-12)
    assert threads.rate_per_s == pytest.approx(0.2e9, rel=1e-12)


def test_the_worst_wall_is_at_32_bytes_and_not_at_a_stride_of_8_elements() -> None:
    walls = {wall.per_request: wall.name for wall in WALLS[Space.GLOBAL]}
    assert sorted(walls) == [1, 4, 8, 32]
    assert "4 bytes" in walls[4]
    assert "8 bytes" in walls[8]
    assert "32 bytes or more apart" in walls[32]
    assert "stride 8 of 4 bytes, 4 of 8" in walls[32]


def test_neighbouring_elements_of_8_bytes_stand_at_their_own_wall(tmp_path: Path) -> None:
    requests = "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"
    kernel = kernel_with(tmp_path, {requests: 100, GLOBAL_LOADS: 800})
    (pattern,) = kernel.access.patterns
    assert (pattern.per_request, pattern.intensity) == (8, 1 / 8)
