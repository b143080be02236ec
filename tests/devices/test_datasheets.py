"""The packaged device files against numbers that were copied and multiplied by hand."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from importlib import resources

import pytest

from roofline_report.devices.catalogue import load_packaged
from roofline_report.devices.schema import read_device
from roofline_report.domain.hardware import (
    BandwidthCeiling,
    ComputeCeiling,
    Device,
    MemoryLevel,
    Operation,
    Origin,
)

L1, SHARED, L2, DRAM = MemoryLevel.L1, MemoryLevel.SHARED, MemoryLevel.L2, MemoryLevel.DRAM

# FMA per clock and multiprocessor of the chip, from NVIDIA's whitepapers.
GV100_FMA = {Operation.FP64: 32, Operation.FP32: 64, Operation.FP16: 128, Operation.FP16_TENSOR: 512}
GA100_FMA = {
    Operation.FP64: 32,
    Operation.FP32: 64,
    Operation.FP16: 256,
    Operation.FP64_TENSOR: 64,
    Operation.TF32_TENSOR: 512,
    Operation.FP16_TENSOR: 1024,
    Operation.BF16_TENSOR: 1024,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Golden:
    """What a file must give: GB/s with one decimal, warp GIPS, TFLOP/s as printed."""

    name: str
    also: tuple[str, ...]
    chip: str
    clock_ghz: float
    warp_gips: float
    l1: float
    l2: float
    dram: float
    dram_nominal: float
    tflops: tuple[float, ...]
    base_mhz: float | None = None
    measured: dict[MemoryLevel, float] = field(default_factory=dict)


A100_TFLOPS = (9.7, 19.5, 78.0, 19.5, 156.0, 312.0, 312.0)

GOLDEN = (
    Golden(
        name="Tesla V100-SXM2-16GB",
        also=("Tesla V100-SXM2-32GB",),
        chip="V100",
        clock_ghz=1.53,
        base_mhz=1312,
        warp_gips=489.6,
        l1=15667.2,
        l2=3133.4,
        dram=898.0,
        dram_nominal=900,
        tflops=(7.8, 15.7, 31.3, 125.0),
        measured={L1: 13900, L2: 2996.8, DRAM: 828.8},
    ),
    Golden(
        name="Tesla V100-PCIE-16GB",
        also=("Tesla V100-PCIE-32GB",),
        chip="V100",
        clock_ghz=1.38,
        base_mhz=1245,
        warp_gips=441.6,
        l1=14131.2,
        l2=2826.2,
        dram=898.0,
        dram_nominal=900,
        tflops=(7.0, 14.0, 28.0, 112.0),
    ),
    Golden(
        name="Tesla V100S-PCIE-32GB",
        also=(),
        chip="V100",
        clock_ghz=1.597,
        base_mhz=1245,
        warp_gips=511.04,
        l1=16353.3,
        l2=3270.7,
        dram=1133.6,
        dram_nominal=1134,
        tflops=(8.2, 16.4, 32.7, 130.0),
        measured={L1: 12296, L2: 2233},
    ),
    Golden(
        name="NVIDIA A100-SXM4-40GB",
        also=("A100-SXM4-40GB",),
        chip="A100",
        clock_ghz=1.41,
        warp_gips=609.12,
        l1=19491.8,
        l2=7219.2,
        dram=1555.2,
        dram_nominal=1555,
        tflops=A100_TFLOPS,
        measured={L1: 19200, L2: 5500, DRAM: 1381},
    ),
    Golden(
        name="NVIDIA A100-SXM4-80GB",
        also=(),
        chip="A100",
        clock_ghz=1.41,
        warp_gips=609.12,
        l1=19491.8,
        l2=7219.2,
        dram=2039.0,
        dram_nominal=2039,
        tflops=A100_TFLOPS,
        measured={L1: 19300, L2: 5500, DRAM: 1759},
    ),
    Golden(
        name="NVIDIA A100-PCIE-40GB",
        also=("A100-PCIE-40GB",),
        chip="A100",
        clock_ghz=1.41,
        base_mhz=765,
        warp_gips=609.12,
        l1=19491.8,
        l2=7219.2,
        dram=1555.2,
        dram_nominal=1555,
        tflops=A100_TFLOPS,
    ),
    Golden(
        name="NVIDIA A100 80GB PCIe",
        also=(),
        chip="A100",
        clock_ghz=1.41,
        base_mhz=1065,
        warp_gips=609.12,
        l1=19491.8,
        l2=7219.2,
        dram=1935.4,
        dram_nominal=1935,
        tflops=A100_TFLOPS,
    ),
)

PACKAGED = load_packaged()
by_golden = pytest.mark.parametrize("golden", GOLDEN, ids=lambda golden: golden.name)
by_device = pytest.mark.parametrize("device", PACKAGED.devices, ids=lambda device: device.name)


def get_device(golden: Golden) -> Device:
    device = PACKAGED.find(golden.name)
    assert device is not None
    return device


def fma_of(golden: Golden) -> dict[Operation, int]:
    return GV100_FMA if golden.chip == "V100" else GA100_FMA


def bandwidths(device: Device, origin: Origin) -> dict[MemoryLevel, float]:
    return {c.level: c.bytes_per_s / 1e9 for c in device.bandwidth_ceilings if c.origin is origin}


def peaks(device: Device) -> dict[Operation, float]:
    return {c.operation: c.operations_per_s for c in device.compute_ceilings}


def test_these_devices_are_known() -> None:
    assert {device.name for device in PACKAGED.devices} == {golden.name for golden in GOLDEN}


@by_golden
def test_names_are_those_that_a_profiler_prints(golden: Golden) -> None:
    device = get_device(golden)

    assert (device.name, device.reported_names) == (golden.name, golden.also)


@by_golden
def test_bandwidth_ceilings_are_golden(golden: Golden) -> None:
    theory = bandwidths(get_device(golden), Origin.THEORETICAL)

    assert {level: round(value, 1) for level, value in theory.items()} == {
        L1: golden.l1,
        SHARED: golden.l1,
        L2: golden.l2,
        DRAM: golden.dram,
    }


@by_golden
def test_measured_ceilings_are_golden_and_nothing_doubtful_is_among_them(golden: Golden) -> None:
    assert bandwidths(get_device(golden), Origin.MEASURED) == golden.measured


@by_golden
def test_the_issue_roof_is_golden(golden: Golden) -> None:
    assert math.isclose(peaks(get_device(golden))[Operation.WARP_INSTRUCTION], golden.warp_gips * 1e9, rel_tol=1e-9)


@by_golden
def test_flop_peaks_are_as_printed(golden: Golden) -> None:
    found = {operation: value / 1e12 for operation, value in peaks(get_device(golden)).items()}
    found.pop(Operation.WARP_INSTRUCTION)

    assert found == dict(zip(fma_of(golden), golden.tflops, strict=True))


@by_golden
def test_flop_peaks_are_units_x_rate_x_2_x_clock(golden: Golden) -> None:
    device = get_device(golden)
    notes = {ceiling.operation: ceiling.note for ceiling in device.compute_ceilings}
    multiprocessors = {"V100": 80, "A100": 108}[golden.chip]

    for operation, fma in fma_of(golden).items():
        product = multiprocessors * fma * 2 * golden.clock_ghz * 1e9
        is_near = math.isclose(peaks(device)[operation], product, rel_tol=0.015)
        assert is_near or notes[operation], operation


@by_golden
def test_figures_are_golden(golden: Golden) -> None:
    device = get_device(golden)
    figures = {figure.name: figure.value for figure in device.figures}

    assert device.multiprocessors == {"V100": 80, "A100": 108}[golden.chip]
    assert figures["Boost clock"] == golden.clock_ghz * 1000
    assert figures.get("Base clock") == golden.base_mhz
    assert figures["Nominal DRAM bandwidth"] == golden.dram_nominal
    assert device.compute_capability == {"V100": "7.0", "A100": "8.0"}[golden.chip]
    flop_per_clock = {name: value for name, value in figures.items() if name.endswith("rate per multiprocessor")}
    assert list(flop_per_clock.values()) == [2 * fma for fma in fma_of(golden).values()]


def test_the_figures_of_the_v100s_in_transactions() -> None:
    device = PACKAGED.find("Tesla V100S-PCIE-32GB (0)")

    assert device is not None
    found = {
        ceiling.level: round(ceiling.transactions_per_s / 1e9, 3)
        for ceiling in device.bandwidth_ceilings
        if ceiling.origin is Origin.THEORETICAL
    }
    assert found == {L1: 511.04, SHARED: 511.04, L2: 102.208, DRAM: 35.424}


@by_device
def test_bandwidths_fall_from_the_core_outwards(device: Device) -> None:
    for origin in (Origin.THEORETICAL, Origin.MEASURED):
        found = bandwidths(device, origin)
        order = [found[level] for level in (L1, L2, DRAM) if level in found]
        assert order == sorted(order, reverse=True)


@by_device
def test_no_measured_ceiling_stands_above_its_theoretical_one(device: Device) -> None:
    theory = bandwidths(device, Origin.THEORETICAL)

    assert all(value <= theory[level] for level, value in bandwidths(device, Origin.MEASURED).items())


@by_device
def test_every_number_has_a_source_and_every_file_is_complete(device: Device) -> None:
    stated: list[BandwidthCeiling | ComputeCeiling] = [*device.bandwidth_ceilings, *device.compute_ceilings]

    assert all(figure.source for figure in device.figures)
    assert all(ceiling.source for ceiling in stated)
    assert {ceiling.given_in for ceiling in stated} == {device.given_in}
    assert "not stated" not in (device.vendor, device.architecture)
    assert set(device.level_names) == {DRAM}


@by_device
def test_a_ceiling_that_is_known_to_be_uncertain_says_so(device: Device) -> None:
    l2 = next(c for c in device.bandwidth_ceilings if c.level is L2 and c.origin is Origin.THEORETICAL)

    assert l2.note is not None
    assert "SM clock" in l2.note


def test_the_measurements_at_another_clock_say_so() -> None:
    device = PACKAGED.find("Tesla V100S-PCIE-32GB")

    assert device is not None
    measured = [ceiling for ceiling in device.bandwidth_ceilings if ceiling.origin is Origin.MEASURED]
    assert len(measured) == 2
    assert all(ceiling.note is not None and "1245 MHz" in ceiling.note for ceiling in measured)


def test_no_name_means_two_devices() -> None:
    names = [name.casefold() for device in PACKAGED.devices for name in (device.name, *device.reported_names)]

    assert len(names) == len(set(names))


def test_every_file_is_free_of_problems_and_named_after_its_device() -> None:
    folder = resources.files("roofline_report.devices").joinpath("datasheets")

    for file in folder.iterdir():
        device, problems = read_device(file.read_text(encoding="utf-8"), given_in=file.name)
        assert problems == (), file.name
        assert device is not None
        slug = re.sub(r"[^a-z0-9]+", "-", device.name.lower())
        assert slug.startswith(file.name.removesuffix(".yaml"))


def test_loading_twice_gives_the_same() -> None:
    assert load_packaged() == PACKAGED
