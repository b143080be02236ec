"""Ceilings that follow from the report of a profiler: its own peaks at its own clocks, and what comes before and after.

The figures of the V100 are the roofs that a plotting script drew from a real report (Techercise, LWFA on a V100 at
base clock): FP32 13436.37 GFLOP/s, L1 53745.49, L2 2563.82 and HBM 898.42 GB/s. Peaks and clocks are computed back from
them.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from roofline_report.domain.flop_roofline import Model
from roofline_report.domain.hardware import MemoryLevel, Origin, TrafficFamily
from roofline_report.report.names import roof_name
from roofline_report.report.rooflines import Roof, VerdictKind
from tests.checklist.reports import (
    GLOBAL_LOADS,
    GLOBAL_STORES,
    SHARED_LOADS,
    SHARED_STORES,
    TIME,
    V100,
    Cells,
    ceiling,
    instructions,
    kernel_of,
    level,
    long_table,
    model,
    run_of,
    uses,
)
from tests.pipeline.folders import PROJECT

if TYPE_CHECKING:
    from pathlib import Path

    from roofline_report.report.model import KernelReport

SASS = "smsp__sass_thread_inst_executed_op_"
COUNTS: Cells = {
    TIME: ("us", "100"),
    f"{SASS}fadd_pred_on.sum": ("inst", "100,000,000"),
    f"{SASS}fmul_pred_on.sum": ("inst", "100,000,000"),
    f"{SASS}ffma_pred_on.sum": ("inst", "200,000,000"),
    "l1tex__t_bytes.sum": ("byte", "400,000,000"),
    "lts__t_bytes.sum": ("byte", "100,000,000"),
    "dram__bytes.sum": ("byte", "50,000,000"),
    GLOBAL_LOADS: ("sector", "10,000,000"),
    GLOBAL_STORES: ("sector", "2,500,000"),
    SHARED_LOADS: ("", "0"),
    SHARED_STORES: ("", "0"),
}
PEAKS: Cells = {
    "sm__sass_thread_inst_executed_op_ffma_pred_on.sum.peak_sustained": ("inst/cycle", "5,120"),
    "l1tex__t_bytes.sum.peak_sustained": ("byte/cycle", "40,960"),
    "lts__t_bytes.sum.peak_sustained": ("byte/cycle", "2,048"),
    "dram__bytes.sum.peak_sustained": ("byte/cycle", "1,024"),
}
# 13436.37e9 / (2 x 5120), 53745.49e9 / 40960, 2563.82e9 / 2048, 898.42e9 / 1024.
SM_CLOCK, L1_CLOCK, L2_CLOCK, DRAM_CLOCK = (
    f"{unit}__cycles_elapsed.avg.per_second" for unit in ("sm", "l1tex", "lts", "dram")
)
CLOCKS: Cells = {
    SM_CLOCK: ("hz", "1,312,145,507.8125"),
    L1_CLOCK: ("hz", "1,312,145,751.953125"),
    L2_CLOCK: ("hz", "1,251,865,234.375"),
    DRAM_CLOCK: ("hz", "877,363,281.25"),
}
REPORT = COUNTS | PEAKS | CLOCKS


def report_of(root: Path, *, without: tuple[str, ...] = (), run_file: str = V100) -> KernelReport:
    cells = {metric: cell for metric, cell in REPORT.items() if metric not in without}
    return kernel_of(root, long_table(cells), run_file=run_file)


def gb_per_s(kernel: KernelReport, wanted: MemoryLevel) -> float:
    return ceiling(level(kernel, wanted, of=Model.FP32)).bytes_per_s / 1e9


def origin(kernel: KernelReport, wanted: MemoryLevel, *, of: Model = Model.FP32) -> Origin:
    return ceiling(level(kernel, wanted, of=of)).origin


def test_the_roofs_of_a_v100_are_those_that_were_drawn_from_its_report(tmp_path: Path) -> None:
    kernel = report_of(tmp_path)
    peak = model(kernel, Model.FP32).peak
    assert peak is not None
    assert (round(peak.per_s / 1e9, 2), peak.origin) == (13436.37, Origin.REPORT)
    assert round(gb_per_s(kernel, MemoryLevel.L2), 2) == 2563.82
    assert round(gb_per_s(kernel, MemoryLevel.DRAM), 2) == 898.42
    assert {origin(kernel, each) for each in (MemoryLevel.L2, MemoryLevel.DRAM)} == {Origin.REPORT}


def test_the_roof_of_l1_is_the_data_path_and_not_the_peak_of_the_tag_stage(tmp_path: Path) -> None:
    kernel = report_of(tmp_path)
    # 80 SM x 128 B/clk at the clock of L1; 12.5 million sectors in 100 us are 4 TB/s.
    assert gb_per_s(kernel, MemoryLevel.L1) == pytest.approx(80 * 128 * 1.312145751953125, rel=1e-12)
    traffic = level(kernel, MemoryLevel.L1, of=Model.FP32).traffic
    assert traffic is not None
    assert traffic.family is TrafficFamily.L1_DATA_PATH
    assert uses(model(kernel, Model.FP32))["l1"].utilisation == pytest.approx(4000 / 13436.372, rel=1e-6)


def test_the_tag_stage_is_a_roof_of_its_own_name_and_peak(tmp_path: Path) -> None:
    kernel = report_of(tmp_path)
    for each in kernel.models:
        (tag_stage,) = each.judged_beside
        assert ceiling(tag_stage).bytes_per_s == pytest.approx(53745.49e9, rel=1e-9)
        use = uses(each)[Roof.L1_TAG]
        assert use.utilisation == pytest.approx(4000 / 53745.49, rel=1e-9)
        assert roof_name(use, None) == "L1 (tag stage)"


def test_the_tag_stage_without_its_own_peak_takes_no_part(tmp_path: Path) -> None:
    kernel = report_of(tmp_path, without=("l1tex__t_bytes.sum.peak_sustained", GLOBAL_LOADS))
    assert {"l1", "l1_tag"}.isdisjoint(uses(model(kernel, Model.FP32)))
    # The point is drawn all the same.
    assert level(kernel, MemoryLevel.L1, of=Model.FP32).is_drawable


def test_a_stated_ceiling_of_l1_is_no_ceiling_of_the_tag_stage(tmp_path: Path) -> None:
    stated = f"{V100}ceilings:\n  - {{roof: l1, value: 1000 GB/s, source: a test}}\n"
    alone = report_of(tmp_path / "alone", without=("l1tex__t_bytes.sum.peak_sustained", GLOBAL_LOADS), run_file=stated)
    assert "l1_tag" not in uses(model(alone, Model.FP32))
    beside = uses(model(report_of(tmp_path / "beside", run_file=stated), Model.FP32))
    assert (beside["l1"].origin, beside["l1_tag"].origin) == (Origin.RUN_FILE, Origin.REPORT)


@pytest.mark.parametrize(
    ("wanted", "clock", "origin_without", "gigabytes"),
    [
        # 2048 B/clk of the datasheet at the clock of the multiprocessors, which is an upper bound.
        (MemoryLevel.L2, L2_CLOCK, Origin.REPORTED_CLOCK, 2048 * 1.3121455078125),
        # 2 x 877 MHz x 4096 bit / 8: the memory has a clock of its own.
        (MemoryLevel.DRAM, DRAM_CLOCK, Origin.BOOST_CLOCK, 2 * 0.877 * 4096 / 8),
    ],
)
def test_a_reported_peak_is_never_held_at_the_clock_of_another_unit(
    tmp_path: Path, wanted: MemoryLevel, clock: str, origin_without: Origin, gigabytes: float
) -> None:
    kernel = report_of(tmp_path, without=(clock,))
    assert origin(kernel, wanted) is origin_without
    assert gb_per_s(kernel, wanted) == pytest.approx(gigabytes, rel=1e-9)
    # lts__t_bytes has no peak then, so its sectors are held against the datasheet.
    assert all(each.family is None for each in kernel.ceilings.bandwidths if each.level is wanted)


def test_l1_has_the_clock_of_the_multiprocessors_where_its_own_is_not_reported(tmp_path: Path) -> None:
    kernel = report_of(tmp_path, without=(L1_CLOCK,))
    assert gb_per_s(kernel, MemoryLevel.L1) == pytest.approx(80 * 128 * 1.3121455078125, rel=1e-12)
    assert origin(kernel, MemoryLevel.L1) is Origin.REPORTED_CLOCK


def test_the_arithmetic_of_a_roof_names_the_clock_that_it_was_made_with(tmp_path: Path) -> None:
    for name, without in (("L1", ()), ("SM", (L1_CLOCK,))):
        (tag_stage,) = model(report_of(tmp_path / name, without=without), Model.FP32).judged_beside
        assert f"MHz, the {name} clock that the profiler reports" in ceiling(tag_stage).source


def test_a_real_report_of_a_v100_reaches_the_share_of_memory_that_it_states_itself(tmp_path: Path) -> None:
    folder = os.environ.get("ROOFLINE_CORPUS")
    if not folder:
        pytest.skip("ROOFLINE_CORPUS names no folder with files that profilers wrote")
    text = (PROJECT / folder / "cases/c053-ncu-long-old-kernel-time-col/v100_lw_cc_output.csv").read_text("utf-8-sig")
    header, *rows = text.splitlines(keepends=True)
    first = [row for row in rows if row.startswith("0,")]
    kernel = kernel_of(tmp_path, header + "".join(first), run_file=V100)
    stated = next(row.rsplit(",", 1)[1].strip() for row in first if ",SOL DRAM," in row)
    dram = uses(kernel.lead)["dram"]
    # 139101952 B / 211232 ns / (879563702.5 Hz x 1024 B).
    assert dram.utilisation == pytest.approx(139101952 / 211232e-9 / (879563702.5 * 1024), rel=1e-9)
    assert f"{100 * dram.utilisation:.2f}" == stated == "73.11"
    assert (dram.origin, kernel.verdict.kind) == (Origin.REPORTED_CLOCK, VerdictKind.NEAR)


def test_measured_ceilings_are_drawn_and_never_decide(tmp_path: Path) -> None:
    slow = f"{V100}ceilings:\n  - {{roof: dram, value: 100 GB/s, origin: measured, source: a benchmark}}\n"
    with_it = run_of(tmp_path / "with", {"a.csv": long_table(REPORT)}, run_file=slow)
    without = run_of(tmp_path / "without", {"a.csv": long_table(REPORT)}, run_file=V100)
    assert with_it.kernels[0].verdict == without.kernels[0].verdict
    drawn = [each for each in with_it.lead.roofs.bandwidths if each.level is MemoryLevel.DRAM]
    assert [(each.origin, round(each.bytes_per_s / 1e9, 2)) for each in drawn] == [
        (Origin.REPORT, 898.42),
        (Origin.MEASURED, 100),
    ]


@pytest.mark.parametrize(
    ("clocks", "share", "kind"),
    [
        # 110 % of 898.048 GB/s at the memory clock of the datasheet, and of 898.42 at that of the report.
        ({}, 1.10 * 898.048, VerdictKind.LIMITED),
        ({}, 1.16 * 898.048, VerdictKind.DATA_WARNING),
        (CLOCKS, 1.04 * 898.42, VerdictKind.LIMITED),
        (CLOCKS, 1.10 * 898.42, VerdictKind.DATA_WARNING),
    ],
)
def test_a_roof_at_boost_clock_may_be_exceeded_further_than_one_at_its_own_clock(
    tmp_path: Path, clocks: Cells, share: float, kind: VerdictKind
) -> None:
    # GB/s x 100 us.
    moved = {"dram__bytes.sum": ("byte", f"{share * 1e9 * 100e-6:.0f}")}
    verdict = kernel_of(tmp_path, long_table(COUNTS | clocks | moved), run_file=V100).verdict
    assert (verdict.kind, [use.roof for use in verdict.named]) == (kind, [Roof.DRAM])


def test_what_is_in_transactions_is_judged_beside_operations(tmp_path: Path) -> None:
    more = {"smsp__inst_executed.sum": ("inst", "6,000,000")}
    kernel = kernel_of(tmp_path, long_table(REPORT | more), run_file=V100)
    # 6e6 in 100 us, of 80 SM x 4 x 1.3121455 GHz.
    issue = uses(instructions(kernel))["issue"]
    assert issue.utilisation == pytest.approx(60e9 / (320 * 1.3121455078125e9), rel=1e-9)
    assert (issue.origin, issue.lower_bound) == (Origin.REPORTED_CLOCK, False)
