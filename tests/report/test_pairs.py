"""Which counters of a level are drawn, which take part beside, and what is not known of the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roofline_report.domain.flop_roofline import Model
from roofline_report.domain.hardware import MemoryLevel, Origin, TrafficFamily
from roofline_report.renderers import bounds, words
from roofline_report.report.model import DeviceOrigin, RunDevice
from roofline_report.report.names import roof_name
from roofline_report.report.rooflines import Roof, VerdictKind
from tests.checklist.reports import (
    GLOBAL_LOADS,
    GLOBAL_STORES,
    SHARED_LOADS,
    SHARED_STORES,
    TIME,
    Cells,
    ceiling,
    kernel_of,
    level,
    long_table,
    model,
    run_of,
    uses,
)
from tests.readers.nsight_compute.measured import long_table as table_of_launches

if TYPE_CHECKING:
    from pathlib import Path

    from roofline_report.report.model import KernelReport

NO_DEVICE = RunDevice(name=None, origin=DeviceOrigin.UNKNOWN, device=None)
SASS = "smsp__sass_thread_inst_executed_op_"
A100 = "device: NVIDIA A100-SXM4-40GB\n"
L2_CLOCK, SM_CLOCK = "lts__cycles_elapsed.avg.per_second", "sm__cycles_elapsed.avg.per_second"
SENT, LOOKED_UP, ASKED = "lts__lts2xbar_cycles_active.sum", "lts__t_bytes.sum", "lts__t_sectors_srcunit_tex.sum"
WORK: Cells = {
    TIME: ("us", "100.0"),
    **{f"{SASS}{kind}_pred_on.sum": ("inst", "10,000,000") for kind in ("fadd", "fmul", "ffma")},
}
# 1 GHz x 160 x 32 B = 5.12 TB/s that L2 sends at most, and 1 GHz x 4096 B = 4.096 TB/s that it looks up.
L2_PEAKS: Cells = {
    L2_CLOCK: ("hz", "1,000,000,000"),
    f"{SENT}.peak_sustained": ("cycle", "160"),
    f"{LOOKED_UP}.peak_sustained": ("byte/cycle", "4,096"),
}


def l2(root: Path, *, sent: int | None = None, looked_up: int | None = None, asked: int | None = None) -> KernelReport:
    counts = {SENT: ("cycle", sent), LOOKED_UP: ("byte", looked_up), ASKED: ("sector", asked)}
    moved = {name: (unit, f"{count:,}") for name, (unit, count) in counts.items() if count is not None}
    peaks = {
        name: cell for name, cell in L2_PEAKS.items() if name.removesuffix(".peak_sustained") in {*moved, L2_CLOCK}
    }
    return kernel_of(root, long_table(WORK | peaks | moved, capability="8.0"), run_file=A100)


def family(kernel: KernelReport) -> TrafficFamily:
    traffic = level(kernel, MemoryLevel.L2, of=Model.FP32).traffic
    assert traffic is not None
    return traffic.family


def l2_uses(kernel: KernelReport) -> dict[str, float]:
    found = model(kernel, Model.FP32).verdict.uses
    return {roof_name(use, None): round(use.utilisation, 4) for use in found if use.roof is Roof.L2}


def test_a_kernel_that_only_stores_is_not_judged_by_the_loads_of_l2(tmp_path: Path) -> None:
    # 368.64 MB in 100 us are 90 % of what L2 looks up at most; it sends nothing.
    kernel = l2(tmp_path, sent=0, looked_up=368_640_000)
    assert family(kernel) is TrafficFamily.L2_LOOKUPS
    assert l2_uses(kernel) == {"L2": 0.9}
    verdict = model(kernel, Model.FP32).verdict
    assert (verdict.kind, [use.roof for use in verdict.named]) == (VerdictKind.LIMITED, [Roof.L2])


def test_stores_count_beside_the_loads_that_are_drawn(tmp_path: Path) -> None:
    # 160 thousand cycles of 32 B in 100 us are 1 % of what L2 sends at most.
    kernel = l2(tmp_path, sent=160_000, looked_up=368_640_000)
    assert family(kernel) is TrafficFamily.L2_RETURN_PATH
    assert l2_uses(kernel) == {"L2": 0.9, "L2 (reads)": 0.01}
    assert model(kernel, Model.FP32).verdict.kind is VerdictKind.LIMITED


def test_sectors_stand_for_look_ups_where_these_have_no_peak(tmp_path: Path) -> None:
    kernel = l2(tmp_path, sent=160_000, asked=10_000_000)
    (beside,) = model(kernel, Model.FP32).judged_beside
    assert (beside.traffic and beside.traffic.family, ceiling(beside).origin) == (
        TrafficFamily.L2_SECTORS,
        Origin.REPORTED_CLOCK,
    )


def test_a_level_that_moves_nothing_by_any_counter_has_no_use(tmp_path: Path) -> None:
    kernel = l2(tmp_path, sent=0, looked_up=0)
    assert l2_uses(kernel) == {}
    assert "Traffic at L1 and DRAM is not known: another roof may be nearer." in sentence(kernel)


def sentence(kernel: KernelReport) -> str:
    return words.model_sentence(model(kernel, Model.FP32), NO_DEVICE)


DATA_PATH: Cells = {
    SM_CLOCK: ("hz", "1,000,000,000"),
    GLOBAL_LOADS: ("sector", "1,000,000"),
    GLOBAL_STORES: ("sector", "0"),
    SHARED_LOADS: ("", "0"),
    SHARED_STORES: ("", "0"),
}
ATOMICS: Cells = {
    f"l1tex__t_sectors_pipe_lsu_mem_{kind}.sum": ("sector", "0")
    for kind in ("local_op_ld", "local_op_st", "global_op_atom", "global_op_red")
}


def test_the_width_of_l1_is_that_of_the_datasheet_before_that_of_what_it_returns(tmp_path: Path) -> None:
    # 108 SM x 128 B x 1 GHz, though the report has twice as much.
    twice: Cells = {"l1tex__lsu_writeback_active_mem_lg.sum.peak_sustained": ("cycle", "216")}
    text = long_table(WORK | DATA_PATH | twice, capability="8.0")
    named, unnamed = (kernel_of(tmp_path / str(len(run)), text, run_file=run) for run in (A100, ""))
    found = [ceiling(level(each, MemoryLevel.L1, of=Model.FP32)) for each in (named, unnamed)]
    assert [each.bytes_per_s / 1e9 for each in found] == [13824, 27648]
    assert [each.origin for each in found] == [Origin.REPORTED_CLOCK, Origin.REPORT]


@pytest.mark.parametrize(("more", "lower_bound"), [({}, True), (ATOMICS, False)])
def test_traffic_of_which_a_part_was_not_collected_is_used_as_a_lower_bound(
    tmp_path: Path, more: Cells, *, lower_bound: bool
) -> None:
    kernel = kernel_of(tmp_path, long_table(WORK | DATA_PATH | more, capability="8.0"), run_file=A100)
    use = uses(model(kernel, Model.FP32))["l1"]
    assert use.lower_bound is lower_bound
    assert ("% or more" in bounds.use_text(use, None)) is lower_bound


def launches_with(root: Path, metric: str, *counts: str) -> KernelReport:
    """Return a kernel of which a metric is another one in each launch, on a device that no file names."""
    moved: Cells = {"dram__bytes.sum": ("byte", "10,000,000"), "smsp__inst_executed.sum": ("inst", "5,000,000")}
    clocks: Cells = dict.fromkeys((SM_CLOCK, "dram__cycles_elapsed.avg.per_second"), ("hz", "1,000,000,000"))
    unit = "byte/cycle" if "bytes" in metric else ""
    launches = [WORK | moved | clocks | {metric: (unit, count)} for count in counts]
    return kernel_of(root, table_of_launches(*launches))


@pytest.mark.parametrize(
    ("metric", "roof", "model_of_it"),
    [
        ("dram__bytes.sum.peak_sustained", "dram", Model.FP32),
        (f"{SASS}ffma_pred_on.sum.peak_sustained", "compute", Model.FP32),
        ("smsp__inst_executed.sum.peak_sustained", "issue", Model.INSTRUCTIONS),
        ("launch__sm_count", "issue", Model.INSTRUCTIONS),
    ],
)
def test_what_differs_between_launches_is_no_ceiling_of_one_device(
    tmp_path: Path, metric: str, roof: str, model_of_it: Model
) -> None:
    same, other = (launches_with(tmp_path / two, metric, "1000", two) for two in ("1000", "2000"))
    assert roof in uses(model(same, model_of_it))
    assert roof not in uses(model(other, model_of_it))


def test_launches_on_few_multiprocessors_do_not_lower_the_issue_roof_of_a_known_device(tmp_path: Path) -> None:
    cells: Cells = {
        SM_CLOCK: ("hz", "1,000,000,000"),
        "smsp__inst_executed.sum": ("inst", "5,000,000"),
        "launch__sm_count": ("", "10"),
    }
    text = long_table(WORK | cells, capability="8.0")
    named, unnamed = (kernel_of(tmp_path / str(len(run)), text, run_file=run) for run in (A100, ""))
    # 50 G/s of 108 SM x 4 x 1 GHz; nobody says how many there are of the other, so those of the launch stand in.
    assert uses(model(named, Model.INSTRUCTIONS))["issue"].utilisation == pytest.approx(50 / 432, rel=1e-12)
    assert uses(model(unnamed, Model.INSTRUCTIONS))["issue"].utilisation == pytest.approx(50 / 40, rel=1e-12)


def test_operations_that_one_kernel_lost_are_a_lower_bound_and_not_zero(tmp_path: Path) -> None:
    half = {f"{SASS}{kind}_pred_on.sum": ("inst", "10") for kind in ("dadd", "dmul", "dfma", "hadd", "hmul", "hfma")}
    half |= {"sm__inst_executed_pipe_tensor.sum": ("inst", "0")}
    whole = long_table(WORK | half, kernel="whole", capability="8.0")
    cut = long_table(WORK, kernel="cut", capability="8.0").partition("\n")[2]
    run = run_of(tmp_path, {"a.csv": whole + cut.replace('"0",', '"1",')}, run_file=A100)
    by_name = {kernel.kernel.name: kernel for kernel in run.kernels}
    assert {name: model(each, Model.FLOP).lower_bound for name, each in by_name.items()} == {
        "whole": False,
        "cut": True,
    }
    assert by_name["cut"].find_model(Model.FP64) is None
    assert model(by_name["cut"], Model.FLOP).work == model(by_name["cut"], Model.FP32).work == 40e6


SPARSE, DENSE = ("sm__ops_path_tensor_src_bf16_dst_fp32_sparsity_" + each + ".sum" for each in ("on", "off"))


@pytest.mark.parametrize(
    ("counts", "name", "tera"),
    [
        ({DENSE: "1,000", SPARSE: "0"}, "BF16 tensor peak", 312),
        ({DENSE: "0", SPARSE: "1,000"}, "BF16 tensor peak with 2:4 sparsity", 624),
        ({DENSE: "1,000", SPARSE: "1,000"}, "peak of its mix", 416),
    ],
)
def test_a_peak_with_sparsity_has_a_name_of_its_own(
    tmp_path: Path, counts: dict[str, str], name: str, tera: float
) -> None:
    cells = {metric: ("", count) for metric, count in counts.items()}
    run = run_of(tmp_path, {"a.csv": long_table(WORK | cells, capability="8.0")}, run_file=A100)
    report = model(run.kernels[0], Model.TENSOR)
    assert [roof_name(use, None) for use in report.verdict.uses] == [name]
    assert report.peak is not None
    assert report.peak.per_s / 1e12 == pytest.approx(tera, rel=1e-12)
    roofs = next(each.roofs for each in run.models if each.model is Model.TENSOR) if len(run.models) > 1 else None
    assert roofs is None or {each.sparse for each in roofs.peaks} == {count != "0" for count in counts.values()}


def test_what_l2_sends_has_no_peak_before_8(tmp_path: Path) -> None:
    cells = WORK | L2_PEAKS | {SENT: ("cycle", "160,000"), "lts__t_sectors.sum": ("sector", "1,000,000")}
    run_file = "device: Tesla V100-SXM2-16GB\n"
    volta = kernel_of(tmp_path, long_table(cells, capability="7.0"), run_file=run_file)
    assert "L2 (reads)" not in l2_uses(volta)
    assert level(volta, MemoryLevel.L2, of=Model.FP32).traffic is not None


def test_a_file_of_another_kernel_changes_nothing_of_this_one(tmp_path: Path) -> None:
    parts = {f"lts__t_sectors_op_{kind}.sum": ("sector", "10,000,000") for kind in ("read", "write")}
    other = {f"lts__t_sectors_op_{kind}.sum": ("sector", "5") for kind in ("atom", "red")}
    alone = run_of(tmp_path / "alone", {"a.csv": long_table(WORK | parts, capability="8.0")}, run_file=A100)
    files = {
        "a.csv": long_table(WORK | parts, capability="8.0"),
        "b.csv": long_table(WORK | other, capability="8.0", kernel="other(int)"),
    }
    both = run_of(tmp_path / "both", files, run_file=A100)
    (this,) = (kernel for kernel in both.kernels if kernel.kernel.name == "k(int)")
    assert this.models == alone.kernels[0].models
