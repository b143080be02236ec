"""The packaged device files against rules that hold for all, and against numbers that were worked out by hand."""

from __future__ import annotations

import dataclasses
import re
from importlib import resources

import pytest

from roofline_report.devices.catalogue import load_packaged
from roofline_report.devices.ceilings import AnyCeiling, with_ceilings
from roofline_report.devices.schema import read_device
from roofline_report.domain.hardware import ComputeCeiling, Device, MemoryLevel, Operation, Origin
from tests.devices import datasheet_rules as rules
from tests.devices.golden_table import GOLDEN, Golden

FOLDER = resources.files("roofline_report.devices").joinpath("datasheets")
FILES = {file.name: file.read_text(encoding="utf-8") for file in sorted(FOLDER.iterdir(), key=lambda file: file.name)}
PACKAGED = load_packaged()
by_golden = pytest.mark.parametrize("golden", GOLDEN, ids=lambda golden: golden.name)
by_device = pytest.mark.parametrize("device", PACKAGED.devices, ids=lambda device: device.name)
by_file = pytest.mark.parametrize("file", FILES)


def get_device(name: str) -> Device:
    device = PACKAGED.find(name)
    assert device is not None
    return device


def gigabytes_per_s(device: Device, origin: Origin) -> dict[str, float]:
    return {level: ceiling.bytes_per_s / 1e9 for level, ceiling in rules.bandwidths(device, origin).items()}


def peaks(device: Device) -> dict[Operation, ComputeCeiling]:
    return {ceiling.operation: ceiling for ceiling in device.compute_ceilings}


def rounded_like(value: float, text: str) -> float:
    """Return a value with as many decimals as a text has."""
    return round(value, len(text.partition(".")[2]))


def in_numbers(cells: dict[str, str]) -> dict[str, float]:
    return {column: float(cell) for column, cell in cells.items()}


def test_these_devices_are_known() -> None:
    assert sorted(device.name for device in PACKAGED.devices) == sorted(golden.name for golden in GOLDEN)
    assert len(GOLDEN) >= 33


@by_golden
def test_names_and_counts_and_clocks_are_golden(golden: Golden) -> None:
    device = get_device(golden.name)
    known = rules.si_figures(device)
    found = {
        "target": device.compute_capability or device.llvm_target,
        "units": device.multiprocessors,
        "boost": known["boost_clock"] / 1e6 if "boost_clock" in known else None,
        "base": known["base_clock"] / 1e6 if "base_clock" in known else None,
        "nominal": known["dram_nominal"] / 1e9,
    }

    wanted = {key: cell for key, cell in golden.identity.items() if key not in ("target", "reported names")}
    assert found.pop("target") == golden.identity["target"]
    assert {key: value for key, value in found.items() if value is not None} == in_numbers(wanted)
    assert device.reported_names == golden.reported_names
    assert device.terms.multiprocessor == ("compute unit" if golden.name.startswith("AMD") else "multiprocessor")


@by_golden
def test_theoretical_bandwidths_are_golden(golden: Golden) -> None:
    cells = {column: cell for column, cell in golden.theoretical.items() if column != "issue G/s"}
    found = gigabytes_per_s(get_device(golden.name), Origin.BOOST_CLOCK)

    assert found.keys() == cells.keys()
    assert {level: rounded_like(value, cells[level]) for level, value in found.items()} == in_numbers(cells)


@by_golden
def test_measured_bandwidths_are_golden_and_nothing_doubtful_is_among_them(golden: Golden) -> None:
    assert gigabytes_per_s(get_device(golden.name), Origin.MEASURED) == in_numbers(golden.measured)


@by_golden
def test_the_issue_roof_is_golden(golden: Golden) -> None:
    ceiling = peaks(get_device(golden.name)).get(Operation.WARP_INSTRUCTION)
    cell = golden.theoretical.get("issue G/s")

    assert (ceiling is None) == (cell is None)
    if ceiling is not None and cell is not None:
        assert round(ceiling.operations_per_s / 1e9, 2) == float(cell)


@by_golden
def test_flop_peaks_are_golden(golden: Golden) -> None:
    found = peaks(get_device(golden.name))
    found.pop(Operation.WARP_INSTRUCTION, None)

    assert found.keys() == golden.peaks.keys()
    for operation, ceiling in found.items():
        cell = golden.peaks[operation]
        value = round(ceiling.operations_per_s / 1e12, 6)
        is_derived = " FLOP/clk x " in ceiling.source
        assert (rounded_like(value, cell) if is_derived else value) == float(cell), operation


def test_the_figures_of_the_v100s_in_transactions() -> None:
    theory = rules.bandwidths(get_device("Tesla V100S-PCIE-32GB (0)"), Origin.BOOST_CLOCK)

    assert {level: round(ceiling.transactions_per_s / 1e9, 3) for level, ceiling in theory.items()} == {
        MemoryLevel.L1: 511.04,
        MemoryLevel.SHARED: 511.04,
        MemoryLevel.L2: 102.208,
        MemoryLevel.DRAM: 35.424,
    }


@by_device
@pytest.mark.parametrize("rule", rules.RULES, ids=lambda rule: rule.__name__)
def test_every_file_keeps_every_rule(device: Device, rule: rules.Rule) -> None:
    assert rule(device) == []


@pytest.mark.parametrize(
    ("file", "old", "new", "rule"),
    [
        # A digit turned round, a thousand, the peak with sparsity, the rate in FMA instead of FLOP.
        ("nvidia-a40.yaml", "value: 149.7 TFLOP/s", "value: 194.7 TFLOP/s", rules.peaks_away_from_their_rate),
        ("nvidia-a40.yaml", "value: 37.4 TFLOP/s", "value: 37.4 GFLOP/s", rules.peaks_away_from_their_rate),
        ("nvidia-l4.yaml", "value: 121 TFLOP/s", "value: 242 TFLOP/s", rules.peaks_away_from_their_rate),
        ("nvidia-a30.yaml", "value: 1024 FLOP/clk", "value: 512 FLOP/clk", rules.peaks_away_from_their_rate),
        ("amd-instinct-mi250x.yaml", "value: 110 CU", "value: 220 CU", rules.peaks_away_from_their_rate),
        ("nvidia-a10.yaml", "value: 1695 MHz", "value: 1965 MHz", rules.peaks_away_from_their_rate),
        # Bits for bytes, a measured level that belongs to another one.
        ("tesla-t4.yaml", "value: 64 B/clk", "value: 4 B/clk", rules.levels_out_of_order),
        ("nvidia-h100-80gb-hbm3.yaml", "value: 5120 B/clk", "value: 51200 B/clk", rules.levels_out_of_order),
        ("amd-instinct-mi300x.yaml", "value: 75657 GB/s", "value: 7565.7 GB/s", rules.levels_out_of_order),
        ("amd-instinct-mi300x.yaml", "value: 4224 GB/s", "value: 42240 GB/s", rules.levels_out_of_order),
        ("nvidia-h200.yaml", "value: 3534 GB/s", "value: 5342 GB/s", rules.measurements_above_theory),
        ("nvidia-a40.yaml", "value: 653 GB/s", "value: 753 GB/s", rules.measurements_above_theory),
        ("nvidia-a40.yaml", "source: NVIDIA A40 datasheet", "source: datasheet", rules.weak_sources),
        ("nvidia-a40.yaml", "source: NVIDIA A40 datasheet", "source: deviceQuery id 36664745200", rules.weak_sources),
        ("nvidia-h200.yaml", "source: te42kyfo/gpu-benches", "source: NVIDIA datasheet of", rules.weak_sources),
        ("nvidia-h200.yaml", "vendor: NVIDIA\n", "", rules.incomplete),
        ("nvidia-h200.yaml", "architecture: Hopper GH100\n", "", rules.incomplete),
        ("nvidia-h200.yaml", 'compute_capability: "9.0"\n', "", rules.incomplete),
        (
            "nvidia-h200.yaml",
            'compute_capability: "9.0"\n',
            'compute_capability: "9.0"\nllvm_target: gfx908\n',
            rules.incomplete,
        ),
        ("nvidia-h200.yaml", "level_names: {dram: HBM3e}\n", "", rules.incomplete),
    ],
)
def test_a_mistake_in_a_file_breaks_a_rule(file: str, old: str, new: str, rule: rules.Rule) -> None:
    text = FILES[file].replace(old, new)
    assert text != FILES[file]
    device, problems = read_device(text, given_in=file, is_packaged=True)

    assert (device is not None, problems) == (True, ())
    assert device is not None
    assert rule(device) != []


@by_file
def test_every_file_is_free_of_problems_and_named_after_its_device(file: str) -> None:
    device, problems = read_device(FILES[file], given_in=file)

    assert problems == ()
    assert device is not None
    assert re.sub(r"[^a-z0-9]+", "-", device.name.lower()).startswith(file.removesuffix(".yaml"))


def test_no_name_means_two_devices() -> None:
    devices = [read_device(text, given_in=file)[0] for file, text in FILES.items()]
    names = [name.casefold() for device in devices if device for name in (device.name, *device.reported_names)]

    assert len(names) > len(FILES)
    assert len(names) == len(set(names))


@by_file
def test_both_loaders_of_yaml_give_the_same_device(file: str) -> None:
    device, problems = read_device(FILES[file], given_in=file)
    assert device is not None

    assert read_device(FILES[file], given_in=file, is_packaged=True) == (as_of_the_package(device), problems)


def as_of_the_package(device: Device) -> Device:
    """Return a device whose stated ceilings are from a datasheet, as in a file of the package."""
    ceilings: tuple[AnyCeiling, ...] = (*device.bandwidth_ceilings, *device.compute_ceilings)
    stated = [ceiling for ceiling in ceilings if ceiling.origin is Origin.DEVICE_FILE]
    return with_ceilings(device, [dataclasses.replace(ceiling, origin=Origin.BOOST_CLOCK) for ceiling in stated])


@by_device
def test_whatever_a_file_of_the_package_states_is_from_a_datasheet_or_measured(device: Device) -> None:
    ceilings = (*device.bandwidth_ceilings, *device.compute_ceilings)

    assert {ceiling.origin for ceiling in ceilings} <= {Origin.BOOST_CLOCK, Origin.MEASURED}


@by_device
def test_every_device_of_nvidia_says_that_a_locked_clock_reaches_less(device: Device) -> None:
    has_issue_roof = Operation.WARP_INSTRUCTION in peaks(device)

    assert any("base clock" in note for note in device.notes) == (device.vendor == "NVIDIA" and has_issue_roof)


@by_device
def test_a_ceiling_that_is_known_to_be_uncertain_says_so(device: Device) -> None:
    l2 = rules.bandwidths(device, Origin.BOOST_CLOCK).get(MemoryLevel.L2)

    assert l2 is None or device.vendor == "AMD" or "SM clock" in (l2.note or "")


def test_the_measurements_at_another_clock_say_so() -> None:
    measured = rules.bandwidths(get_device("Tesla V100S-PCIE-32GB"), Origin.MEASURED).values()

    assert len(measured) == 2
    assert all("1245 MHz" in (ceiling.note or "") for ceiling in measured)


@pytest.mark.parametrize("name", ["AMD Instinct MI250", "AMD Instinct MI250X"])
def test_a_module_of_two_dies_is_described_per_die(name: str) -> None:
    assert "all ceilings are per die" in get_device(name).notes[0]


@by_device
def test_an_issue_roof_of_amd_says_that_it_counts_wavefronts(device: Device) -> None:
    ceiling = peaks(device).get(Operation.WARP_INSTRUCTION)
    note = "" if ceiling is None else ceiling.note or ""

    assert ("wavefront of 64 lanes" in note) == (device.vendor == "AMD")


def test_loading_twice_gives_the_same() -> None:
    load_packaged.cache_clear()

    assert load_packaged() == PACKAGED
