"""Where a ceiling comes from: the order in which the first that is known decides, and what gives none."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roofline_report.domain.flop_roofline import Model
from roofline_report.domain.hardware import MemoryLevel, Origin, TrafficFamily
from roofline_report.domain.problem import Severity
from roofline_report.report.rooflines import Obstacle, Peak, VerdictKind
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
    raw_page,
    run_of,
    told,
    uses,
    warnings,
)
from tests.pipeline.folders import write
from tests.readers.samples import SUMMARY_HEADER, summary_row

if TYPE_CHECKING:
    from pathlib import Path

    from roofline_report.report.model import KernelReport

SASS = "smsp__sass_thread_inst_executed_op_"
ATTRIBUTE = "device__attribute_"
COUNTS: Cells = {
    TIME: ("us", "100"),
    "smsp__inst_executed.sum": ("inst", "5,000,000"),
    "dram__bytes.sum": ("byte", "30,000,000"),
}
# A card of 10 SM: 4 warp instructions each and 2 x 1000 MHz x 1024 bit / 8 = 256 GB/s by its datasheet.
DEVICE = """name: A card of ours
vendor: NVIDIA
architecture: Ampere
compute_capability: "8.6"
figures:
  multiprocessors: {value: 10 SM, source: s}
  warp_schedulers: {value: 4, source: s}
  boost_clock: {value: 2000 MHz, source: s}
  memory_clock: {value: 1000 MHz, source: s}
  memory_bus: {value: 1024 bit, source: s}
"""
STATED_IN_FILE = """ceilings:
  - {roof: dram, value: 400 GB/s, source: s}
  - {roof: warp_instruction, value: 70 warp GIPS, source: s}
"""
STATED_FOR_RUN = """ceilings:
  - {roof: dram, value: 500 GB/s, source: s}
  - {roof: warp_instruction, value: 90 warp GIPS, source: s}
"""
PEAKS: Cells = {
    "dram__bytes.sum.peak_sustained": ("byte/cycle", "260"),
    "smsp__inst_executed.sum.peak_sustained": ("inst/cycle", "44"),
}
CLOCKS: Cells = {
    "sm__cycles_elapsed.avg.per_second": ("Ghz", "1.5"),
    "dram__cycles_elapsed.avg.per_second": ("Ghz", "0.9"),
}
ATTRIBUTES: Cells = {
    f"{ATTRIBUTE}multiprocessor_count": ("", "10"),
    f"{ATTRIBUTE}max_ipc_per_multiprocessor": ("", "3"),
    f"{ATTRIBUTE}max_gpu_frequency_khz": ("", "2,100,000"),
    f"{ATTRIBUTE}max_mem_frequency_khz": ("", "1,100,000"),
    f"{ATTRIBUTE}fb_bus_width": ("", "512"),
}
NAMED: Cells = {f"{ATTRIBUTE}display_name": ("", "A card of ours")}


@pytest.mark.parametrize(
    ("run_file", "device_file", "cells", "expected", "gigabytes", "gips"),
    [
        (STATED_FOR_RUN, DEVICE + STATED_IN_FILE, PEAKS | CLOCKS | ATTRIBUTES, Origin.RUN_FILE, 500, 90),
        ("", DEVICE + STATED_IN_FILE, PEAKS | CLOCKS | ATTRIBUTES, Origin.DEVICE_FILE, 400, 70),
        # 260 B x 0.9 GHz, 44 x 1.5 GHz.
        ("", DEVICE, PEAKS | CLOCKS | ATTRIBUTES, Origin.REPORT, 234, 66),
        # 2 x 512 bit / 8 x 0.9 GHz, 10 SM x 3 x 1.5 GHz.
        ("", DEVICE, CLOCKS | ATTRIBUTES, Origin.ATTRIBUTES, 115.2, 45),
        # 2 x 1024 bit / 8 x 0.9 GHz, 10 SM x 4 x 1.5 GHz.
        ("", DEVICE, CLOCKS, Origin.REPORTED_CLOCK, 230.4, 60),
        # 2 x 512 bit / 8 x 1.1 GHz, 10 SM x 3 x 2.1 GHz.
        ("", DEVICE, ATTRIBUTES, Origin.MAXIMUM_CLOCK, 140.8, 63),
        ("", DEVICE, {}, Origin.BOOST_CLOCK, 256, 80),
        # Peaks without a clock say nothing.
        ("", DEVICE, PEAKS, Origin.BOOST_CLOCK, 256, 80),
    ],
)
def test_the_first_origin_that_is_known_decides(
    tmp_path: Path, run_file: str, device_file: str, cells: Cells, expected: Origin, gigabytes: float, gips: float
) -> None:
    write(tmp_path, {"devices/ours.yaml": device_file})
    text = raw_page(COUNTS | NAMED | cells, capability="8.6")
    kernel = kernel_of(tmp_path, text, run_file=run_file, devices_dir="devices")
    dram = ceiling(level(kernel, MemoryLevel.DRAM))
    peak = instructions(kernel).peak
    assert peak is not None
    assert (dram.origin, peak.origin) == (expected, expected)
    assert (dram.bytes_per_s / 1e9, peak.per_s / 1e9) == pytest.approx((gigabytes, gips), rel=1e-12)
    use = uses(instructions(kernel))
    assert use["dram"].utilisation == pytest.approx(300 / gigabytes, rel=1e-12)
    assert use["issue"].utilisation == pytest.approx(50 / gips, rel=1e-12)


def test_another_number_of_multiprocessors_refuses_the_datasheet_alone(tmp_path: Path) -> None:
    attributes = {
        f"{ATTRIBUTE}display_name": ("", "NVIDIA A100-SXM4-40GB"),
        f"{ATTRIBUTE}multiprocessor_count": ("", "42"),
        f"{ATTRIBUTE}max_ipc_per_multiprocessor": ("", "4"),
    }
    traffic: Cells = {"lts__t_sectors_srcunit_tex.sum": ("sector", "1,000")}
    run = run_of(tmp_path, {"a.csv": raw_page(COUNTS | attributes | traffic | PEAKS | CLOCKS, capability="8.0")})
    assert "another number of multiprocessors than the device file has" in warnings(run)
    assert "42 multiprocessors in the files" in warnings(run)
    (kernel,) = run.kernels
    origins = {use.roof.value: use.origin for use in instructions(kernel).verdict.uses}
    # The peaks of the report are those of the part; there is no roof of L2, which stands in the datasheet alone.
    assert origins == {"dram": Origin.REPORT, "issue": Origin.REPORT}
    without = run_of(tmp_path / "b", {"a.csv": raw_page(COUNTS | attributes | traffic | CLOCKS, capability="8.0")})
    assert {use.roof.value: use.origin for use in instructions(without.kernels[0]).verdict.uses} == {
        "issue": Origin.ATTRIBUTES
    }


def test_the_multiprocessors_of_a_launch_alone_do_not_refuse_the_datasheet(tmp_path: Path) -> None:
    # A launch that may use fewer of them can be one of a green context.
    cells = COUNTS | {"launch__sm_count": ("SM", "42")}
    run = run_of(tmp_path, {"a.csv": long_table(cells, capability="8.0")}, run_file="device: NVIDIA A100-SXM4-40GB\n")
    assert run.device.other_sm_count is None
    assert ceiling(level(run.kernels[0], MemoryLevel.DRAM)).origin is Origin.BOOST_CLOCK
    assert warnings(run) == ""
    notes = told(run, severity=Severity.NOTE)
    assert "could use fewer multiprocessors than the device has" in notes
    assert "42 of 108" in notes


def test_a_launch_that_may_use_all_multiprocessors_is_nothing_to_tell(tmp_path: Path) -> None:
    cells = COUNTS | {"launch__sm_count": ("SM", "108")}
    run = run_of(tmp_path, {"a.csv": long_table(cells, capability="8.0")}, run_file="device: NVIDIA A100-SXM4-40GB\n")
    assert "fewer multiprocessors" not in told(run)


def test_a_device_in_no_datasheet_has_the_ceilings_of_its_report(tmp_path: Path) -> None:
    named = {f"{ATTRIBUTE}display_name": ("", "NVIDIA Unheard-Of 9000")}
    run = run_of(tmp_path, {"a.csv": raw_page(COUNTS | named | ATTRIBUTES, capability="9.0")})
    (kernel,) = run.kernels
    use = uses(instructions(kernel))
    # 300 of 2 x 1.1 GHz x 512 bit / 8, 50 of 10 SM x 3 x 2.1 GHz.
    assert use["dram"].utilisation == pytest.approx(300 / 140.8, rel=1e-12)
    assert use["issue"].utilisation == pytest.approx(50 / 63, rel=1e-12)
    assert {each.origin for each in use.values()} == {Origin.MAXIMUM_CLOCK}
    assert run.device.device is None
    notes = told(run, severity=Severity.NOTE)
    assert "no device file knows this device" in notes
    assert "NVIDIA Unheard-Of 9000" in notes


def test_a_summary_that_names_no_device_has_points_and_no_roof_and_says_what_to_add(tmp_path: Path) -> None:
    rows = [(TIME, "us", "100.00"), ("smsp__inst_executed.sum", "inst", "5,000"), ("dram__bytes.sum", "byte", "3,000")]
    text = SUMMARY_HEADER + "".join(summary_row("k(int)", name, unit, (mean,) * 3) for name, unit, mean in rows)
    run = run_of(tmp_path, {"a.csv": text})
    (kernel,) = run.kernels
    assert level(kernel, MemoryLevel.DRAM).is_drawable
    assert (kernel.verdict.kind, kernel.verdict.obstacles) == (VerdictKind.NONE, (Obstacle.NO_DEVICE,))
    assert (run.lead.roofs.bandwidths, run.lead.roofs.peaks) == ((), ())
    notes = told(run, severity=Severity.NOTE)
    assert "no file says which device this run was taken on, so no ceilings are drawn" in notes
    assert 'write `device: "<its name>"` into a run.yml' in notes


DATA_PATH: Cells = {
    GLOBAL_LOADS: ("sector", "1,000"),
    GLOBAL_STORES: ("sector", "1,000"),
    SHARED_LOADS: ("", "0"),
    SHARED_STORES: ("", "0"),
    "l1tex__lsu_writeback_active_mem_lg.sum.peak_sustained": ("cycle", "10"),
}


@pytest.mark.parametrize(
    ("capability", "run_file", "gigabytes", "expected"),
    [
        # 10 SM x 128 B x 1.5 GHz; on 7.5 that would be twice the data path.
        ("8.6", "", 1920, Origin.REPORT),
        ("7.5", "", None, None),
        # 40 SM x 64 B x 1.5 GHz.
        ("7.5", "device: Tesla T4\n", 3840, Origin.REPORTED_CLOCK),
    ],
)
def test_the_width_of_l1_on_7_5_is_that_of_the_datasheet_and_not_of_the_counter(
    tmp_path: Path, capability: str, run_file: str, gigabytes: float | None, expected: Origin | None
) -> None:
    text = long_table(COUNTS | DATA_PATH | CLOCKS, capability=capability)
    found = level(kernel_of(tmp_path, text, run_file=run_file), MemoryLevel.L1).ceiling
    rate = None if found is None else found.bytes_per_s / 1e9
    assert rate == (None if gigabytes is None else pytest.approx(gigabytes, rel=1e-12))
    assert (None if found is None else found.origin) is expected


def peak_of(kernel: KernelReport, wanted: Model) -> Peak:
    peak = model(kernel, wanted).peak
    assert peak is not None
    return peak


def test_fp16_that_counts_once_halves_its_peak(tmp_path: Path) -> None:
    half: Cells = {f"{SASS}{name}_pred_on.sum": ("inst", "1,000,000") for name in ("hadd", "hmul", "hfma")}
    packed = kernel_of(tmp_path / "packed", long_table(COUNTS | half), run_file=V100)
    scalar = kernel_of(tmp_path / "scalar", long_table(COUNTS | half), run_file=f"{V100}flop: {{fp16: scalar}}\n")
    assert [model(each, Model.FP16).work for each in (packed, scalar)] == [8e6, 4e6]
    # The 31.3 TFLOP/s that NVIDIA prints are those of packed instructions.
    assert [peak_of(each, Model.FP16).per_s / 1e12 for each in (packed, scalar)] == [31.3, 15.65]
    both = [uses(model(each, Model.FP16))["compute"].utilisation for each in (packed, scalar)]
    assert both[0] == pytest.approx(both[1], rel=1e-12)


def tensor(operations: str, count: str) -> Cells:
    name = f"sm__ops_path_tensor_src_fp16_dst_{operations}"
    return {f"{name}.sum": ("", count)}


def test_operations_with_sparsity_have_twice_the_dense_peak(tmp_path: Path) -> None:
    dense = tensor("fp32_sparsity_off", "1,000,000") | tensor("fp16_sparsity_off", "0")
    sparse = tensor("fp32_sparsity_on", "1,000,000") | tensor("fp16_sparsity_on", "0")
    a100 = "device: NVIDIA A100-SXM4-40GB\n"
    alone = [
        kernel_of(tmp_path / name, long_table(COUNTS | cells, capability="8.0"), run_file=a100)
        for name, cells in (("dense", dense), ("sparse", sparse), ("both", dense | sparse))
    ]
    # NVIDIA prints 312 TFLOP/s dense and 624 with sparsity; as much of each takes 1/312 + 1/624.
    assert [peak_of(each, Model.TENSOR).per_s / 1e12 for each in alone] == pytest.approx([312, 624, 416], rel=1e-12)


def test_the_peak_of_a_mix_is_weighted_by_what_the_kernel_does(tmp_path: Path) -> None:
    mix: Cells = {
        f"{SASS}{kind}{name}_pred_on.sum": ("inst", count)
        for kind, count in (("d", "1,000,000"), ("f", "3,000,000"))
        for name in ("add", "mul", "fma")
    }
    kernel = kernel_of(tmp_path, long_table(COUNTS | mix), run_file=V100)
    # 4e6 of FP64 at 7.8 TFLOP/s and 12e6 of FP32 at 15.7.
    mixed = 16e6 / (4e6 / 7.8e12 + 12e6 / 15.7e12)
    assert peak_of(kernel, Model.FLOP).per_s == pytest.approx(mixed, rel=1e-12)
    assert uses(model(kernel, Model.FLOP))["compute"].utilisation == pytest.approx(16e6 / 100e-6 / mixed, rel=1e-12)
    assert peak_of(kernel, Model.FP64).per_s == 7.8e12


def test_a_mix_of_which_one_peak_is_not_known_has_no_flat_roof(tmp_path: Path) -> None:
    mix: Cells = {
        f"{SASS}{kind}{name}_pred_on.sum": ("inst", "1,000") for kind in "df" for name in ("add", "mul", "fma")
    }
    stated = "ceilings:\n  - {roof: fp64, value: 7.8 TFLOP/s, source: s}\n"
    kernel = kernel_of(tmp_path, long_table(COUNTS | mix), run_file=stated)
    assert model(kernel, Model.FLOP).peak is None
    assert "compute" not in uses(model(kernel, Model.FLOP))
    assert peak_of(kernel, Model.FP64).per_s == 7.8e12


def test_a_mix_may_exceed_its_peak_as_far_as_the_least_certain_part_allows(tmp_path: Path) -> None:
    # 16e6 operations: half of the peak is stated, half is from the report at its own clock.
    mix: Cells = {
        f"{SASS}{kind}{name}_pred_on.sum": ("inst", "2,000") for kind in "df" for name in ("add", "mul", "fma")
    }
    peak: Cells = {f"{SASS}ffma_pred_on.sum.peak_sustained": ("inst/cycle", "50")}
    stated = "ceilings:\n  - {roof: fp64, value: 0.15 TFLOP/s, source: s}\n"
    # 2 x 50 x 1.5 GHz are 0.15 TFLOP/s too; 16,000 operations in 97 ns are 110 % of it.
    cells = COUNTS | mix | peak | CLOCKS | {TIME: ("ns", "97"), "dram__bytes.sum": ("byte", "1")}
    report = model(kernel_of(tmp_path, long_table(cells), run_file=stated), Model.FLOP)
    assert uses(report)["compute"].utilisation == pytest.approx(16000 / 97e-9 / 0.15e12, rel=1e-12)
    assert (report.verdict.kind, uses(report)["compute"].origin) == (VerdictKind.LIMITED, Origin.RUN_FILE)


XBAR: Cells = {"lts__lts2xbar_cycles_active.sum": ("cycle", "1,000,000")}
XBAR_PEAK: Cells = {"lts__lts2xbar_cycles_active.sum.peak_sustained": ("cycle", "80")}
BYTES: Cells = {"lts__t_bytes.sum": ("byte", "40,000,000")}
BYTES_PEAK: Cells = {"lts__t_bytes.sum.peak_sustained": ("byte/cycle", "2,048")}
L2_CLOCK: Cells = {"lts__cycles_elapsed.avg.per_second": ("Ghz", "1.25")}
FP64: Cells = {f"{SASS}{name}_pred_on.sum": ("inst", "1,000") for name in ("dadd", "dmul", "dfma")}


@pytest.mark.parametrize(
    ("capability", "cells", "family", "gigabytes"),
    [
        # 32 B x 80 x 1.25 GHz: from 8.0 on the pair of Nsight Compute's own chart comes first.
        ("9.0", XBAR | XBAR_PEAK | BYTES | BYTES_PEAK, TrafficFamily.L2_RETURN_PATH, 3200),
        ("9.0", XBAR | BYTES | BYTES_PEAK, TrafficFamily.L2_LOOKUPS, 2560),
        ("9.0", XBAR | XBAR_PEAK, TrafficFamily.L2_RETURN_PATH, 3200),
        # Before 8.0 it is lts__t_bytes with its own peak.
        ("7.0", XBAR | XBAR_PEAK | BYTES | BYTES_PEAK, TrafficFamily.L2_LOOKUPS, 2560),
        # Neither is ever held against the peak of the other.
        ("9.0", XBAR | BYTES_PEAK, TrafficFamily.L2_RETURN_PATH, None),
        ("9.0", BYTES | XBAR_PEAK, TrafficFamily.L2_SECTORS, None),
        ("7.0", BYTES | XBAR_PEAK, TrafficFamily.L2_SECTORS, None),
    ],
)
def test_traffic_of_l2_is_held_against_the_peak_of_its_own_counter(
    tmp_path: Path, capability: str, cells: Cells, family: TrafficFamily, gigabytes: float | None
) -> None:
    text = long_table(COUNTS | FP64 | L2_CLOCK | cells, capability=capability)
    found = level(kernel_of(tmp_path, text), MemoryLevel.L2, of=Model.FP64)
    assert found.traffic is not None
    assert found.traffic.family is family
    rate = None if found.ceiling is None else found.ceiling.bytes_per_s / 1e9
    assert rate == (None if gigabytes is None else pytest.approx(gigabytes, rel=1e-12))
