from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roofline_report.configuration.fields import Fields
from roofline_report.devices import schema
from roofline_report.devices.schema import read_device
from roofline_report.domain.hardware import Device, Figure, MemoryLevel, Operation, Origin

if TYPE_CHECKING:
    from roofline_report.domain.problem import Problem

# A card of no maker, whose numbers are easy to multiply.
FULL = """\
name: Example 10
reported_names: [Sample Example 10, Example 10]
vendor: Sample
architecture: Test
compute_capability: 7.0
level_names: {dram: HBM2}
figures:
  multiprocessors: {value: 10 SM, source: leaflet}
  warp_schedulers: {value: 4, source: leaflet}
  base_clock: {value: 1 GHz, source: leaflet}
  boost_clock: {value: 2 GHz, source: sticker}
  l1_rate: {value: 128 B/clk, source: leaflet}
  shared_rate: {value: 64 B/clk, source: leaflet}
  l2_rate: {value: 512 B/clk, source: leaflet, note: At the SM clock.}
  memory_clock: {value: 500 MHz, source: sticker}
  memory_bus: {value: 256 bit, source: sticker}
  dram_nominal: {value: 33 GB/s, source: advertisement}
  fp32_rate: {value: 128 FLOP/clk, source: leaflet}
ceilings:
  - {roof: dram, value: 25 GB/s, origin: measured, source: stream}
notes: [A note.]
"""


def device_of(text: str) -> Device:
    device, problems = read_device(text, given_in="devices/example.yaml")
    assert problems == ()
    assert device is not None
    return device


def bandwidths(device: Device, origin: Origin = Origin.BOOST_CLOCK) -> dict[MemoryLevel, float]:
    return {c.level: c.bytes_per_s for c in device.bandwidth_ceilings if c.origin is origin}


def peaks(device: Device) -> dict[Operation, float]:
    return {c.operation: c.operations_per_s for c in device.compute_ceilings}


def sources(device: Device) -> dict[str, str]:
    found = {str(c.level): c.source for c in device.bandwidth_ceilings if c.origin.is_physical}
    return found | {str(c.operation): c.source for c in device.compute_ceilings}


def test_a_file_is_read_whole() -> None:
    device = device_of(FULL)

    assert (device.name, device.vendor, device.architecture) == ("Example 10", "Sample", "Test")
    assert device.compute_capability == "7.0"
    assert device.reported_names == ("Sample Example 10",)
    assert device.level_names == {MemoryLevel.DRAM: "HBM2"}
    assert device.multiprocessors == 10
    assert device.notes == ("A note.",)
    assert device.given_in == "devices/example.yaml"
    assert {ceiling.given_in for ceiling in device.bandwidth_ceilings} == {"devices/example.yaml"}


def test_theoretical_ceilings_follow_from_the_figures() -> None:
    device = device_of(FULL)

    assert bandwidths(device) == {
        MemoryLevel.L1: 10 * 128 * 2e9,
        MemoryLevel.SHARED: 10 * 64 * 2e9,
        MemoryLevel.L2: 512 * 2e9,
        MemoryLevel.DRAM: 500e6 * 2 * 32,
    }
    assert bandwidths(device, Origin.MEASURED) == {MemoryLevel.DRAM: 25e9}
    assert peaks(device) == {Operation.WARP_INSTRUCTION: 10 * 4 * 2e9, Operation.FP32: 10 * 128 * 2e9}


def test_the_source_of_a_derived_ceiling_shows_the_arithmetic() -> None:
    assert sources(device_of(FULL)) == {
        "l1": "10 SM x 128 B/clk x 2 GHz; leaflet; sticker",
        "shared": "10 SM x 64 B/clk x 2 GHz; leaflet; sticker",
        "l2": "512 B/clk x 2 GHz; leaflet; sticker",
        "dram": "2 x 256 bit / 8 x 500 MHz; sticker",
        "warp_instruction": "10 SM x 4 warp schedulers x 2 GHz; leaflet; sticker",
        "fp32": "10 SM x 128 FLOP/clk x 2 GHz; leaflet; sticker",
    }


def test_a_note_of_a_figure_stands_at_the_ceiling_that_it_makes() -> None:
    notes = {c.level: c.note for c in device_of(FULL).bandwidth_ceilings if c.origin is Origin.BOOST_CLOCK}

    assert notes[MemoryLevel.L2] == "At the SM clock."
    assert notes[MemoryLevel.L1] is None


def test_figures_are_kept_as_printed() -> None:
    figures = {figure.name: figure for figure in device_of(FULL).figures}

    assert figures["Boost clock"] == Figure(name="Boost clock", value=2.0, unit="GHz", source="sticker")
    assert figures["Nominal DRAM bandwidth"].value == 33.0
    assert figures["Multiprocessors"].unit == "SM"
    assert figures["L2 data path of the device"].note == "At the SM clock."
    assert len(figures) == 11


def test_the_nominal_bandwidth_is_the_ceiling_where_clocks_are_not_known() -> None:
    device = device_of(FULL.replace("  memory_bus: {value: 256 bit, source: sticker}\n", ""))

    assert bandwidths(device)[MemoryLevel.DRAM] == 33e9
    assert sources(device)["dram"] == "33 GB/s, nominal; advertisement"


@pytest.mark.parametrize("missing", ["multiprocessors", "warp_schedulers", "boost_clock"])
def test_a_ceiling_with_a_figure_missing_is_absent(missing: str) -> None:
    lines = [line for line in FULL.splitlines() if not line.startswith(f"  {missing}:")]

    device = device_of("\n".join(lines))

    assert Operation.WARP_INSTRUCTION not in peaks(device)
    assert bandwidths(device)[MemoryLevel.DRAM] == 32e9


def test_a_stated_theoretical_ceiling_wins_over_a_derived_one() -> None:
    device = device_of(FULL.replace("ceilings:\n", "ceilings:\n  - {roof: l2, value: 0.9 TB/s, source: letter}\n"))

    assert bandwidths(device, Origin.DEVICE_FILE) == {MemoryLevel.L2: 0.9e12}
    assert MemoryLevel.L2 not in bandwidths(device)
    assert sources(device)["l2"] == "letter"


@pytest.mark.parametrize("written", ["8.0", '"8.00"', '"08.0"'])
def test_a_compute_capability_is_a_number_however_it_is_written(written: str) -> None:
    assert (
        device_of(FULL.replace("compute_capability: 7.0", f"compute_capability: {written}")).compute_capability == "8.0"
    )


def test_rates_alone_are_enough_for_a_file_of_ones_own() -> None:
    device = device_of("name: Mine\nceilings:\n  - {roof: dram, value: 35 GTXN/s, source: my benchmark}\n")

    assert bandwidths(device, Origin.DEVICE_FILE) == {MemoryLevel.DRAM: 35e9 * 32}
    assert bandwidths(device) == {}
    assert device.multiprocessors is None
    assert device.compute_capability is None
    assert (device.vendor, device.architecture) == ("not stated", "not stated")


AMD = """\
name: Example 20
vendor: AMD
architecture: Test
llvm_target: gfx90a
level_names: {dram: HBM3}
figures:
  multiprocessors: {value: 10 CU, source: leaflet}
  warp_schedulers: {value: 1, source: leaflet, note: Of wavefronts.}
  boost_clock: {value: 2 GHz, source: sticker}
  l1_rate: {value: 64 B/clk, source: leaflet}
  shared_rate: {value: 128 B/clk, source: leaflet}
  l2_rate: {value: 512 B/clk, source: leaflet}
  dram_nominal: {value: 33 GB/s, source: advertisement}
  fp16_tensor_rate: {value: 1024 FLOP/clk, source: leaflet}
"""


def test_a_device_of_amd_is_told_in_its_maker_s_words() -> None:
    device = device_of(AMD)

    assert (device.llvm_target, device.compute_capability, device.multiprocessors) == ("gfx90a", None, 10)
    assert device.level_names == {MemoryLevel.L1: "vL1D", MemoryLevel.SHARED: "LDS", MemoryLevel.DRAM: "HBM3"}
    assert [(figure.name, figure.unit) for figure in device.figures] == [
        ("Compute units", "CU"),
        ("Wavefront schedulers per compute unit", ""),
        ("Boost clock", "GHz"),
        ("vL1D data path per compute unit", "B/clk"),
        ("LDS data path per compute unit", "B/clk"),
        ("L2 data path of the device", "B/clk"),
        ("Nominal DRAM bandwidth", "GB/s"),
        ("FP16 matrix rate per compute unit", "FLOP/clk"),
    ]
    assert sources(device)["warp_instruction"] == "10 CU x 1 wavefront scheduler x 2 GHz; leaflet; sticker"
    assert sources(device)["shared"] == "10 CU x 128 B/clk x 2 GHz; leaflet; sticker"
    assert peaks(device)[Operation.WARP_INSTRUCTION] == 20e9
    assert {c.note for c in device.compute_ceilings if c.operation is Operation.WARP_INSTRUCTION} == {"Of wavefronts."}


@pytest.mark.parametrize("vendor", ["AMD", "amd", " Amd "])
def test_a_bare_count_of_amd_is_in_compute_units(vendor: str) -> None:
    device = device_of(AMD.replace("10 CU", "10").replace("vendor: AMD", f"vendor: '{vendor}'"))

    assert sources(device)["l1"] == "10 CU x 64 B/clk x 2 GHz; leaflet; sticker"


@pytest.mark.parametrize("vendor", ["NVIDIA", "Somebody", "AMDahl"])
def test_other_makers_have_multiprocessors_and_warps(vendor: str) -> None:
    device = device_of(FULL.replace("vendor: Sample", f"vendor: {vendor}"))

    names = [figure.name for figure in device.figures]
    assert names[:2] == ["Multiprocessors", "Warp schedulers per multiprocessor"]
    assert names[5] == "Shared-memory data path per multiprocessor"
    assert device.level_names == {MemoryLevel.DRAM: "HBM2"}


def test_a_file_may_call_a_level_otherwise_than_its_maker() -> None:
    device = device_of(AMD.replace("{dram: HBM3}", "{shared: scratchpad, l1: L1}"))

    assert device.level_names == {MemoryLevel.L1: "L1", MemoryLevel.SHARED: "scratchpad"}


@pytest.mark.parametrize("target", ["gfx908", "gfx90a", "gfx942", "gfx950", "gfx1030", "gfx1151"])
def test_targets_of_llvm_are_read(target: str) -> None:
    assert device_of(AMD.replace("gfx90a", target)).llvm_target == target


@pytest.mark.parametrize("target", ["gfx9", "90a", "gfx90A", "gfx90a:xnack-", "gfx9-generic", "sm_80", "8.0", "''"])
def test_what_is_no_target_of_llvm_is_one_problem_and_left_out(target: str) -> None:
    device, problems = read_device(AMD.replace("gfx90a", target), given_in="x.yaml")

    assert device is not None
    assert device.llvm_target is None
    assert [(problem.file, problem.line) for problem in problems] == [("x.yaml", 4)]
    assert "llvm_target" in problems[0].in_one_line()


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("llvm_target: gfx90a", "llvm_target: sm_80", 4, ["is no llvm target", "such as gfx90a"]),
        ("llvm_target: gfx90a", "llvm_target: [gfx90a]", 4, ["llvm_target"]),
        ("llvm_target:", "llvm_targt:", 4, ['did you mean "llvm_target"?']),
        ("10 CU", "10.5 CU", 7, ["whole number"]),
        ("10 CU", "10 cu", 7, ["not known", "80 SM", "304 CU"]),
        ("10 CU", "10 GB/s", 7, ["does not fit", "304 CU"]),
        ("value: 1,", "value: 1 CU,", 8, ["does not fit"]),
    ],
)
def test_a_mistake_in_a_file_of_amd_is_one_problem(old: str, new: str, line: int, words: list[str]) -> None:
    device, problems = read_device(AMD.replace(old, new), given_in="x.yaml")

    assert device is not None
    assert [problem.line for problem in problems] == [line]
    assert [word for word in words if word not in problems[0].in_one_line()] == []


def test_a_bare_count_is_enough_for_what_is_counted() -> None:
    device = device_of(FULL.replace("10 SM", "10"))

    assert device.multiprocessors == 10
    assert sources(device)["l1"].startswith("10 SM x")


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("vendor:", "vendro:", 3, ['did you mean "vendor"?']),
        ("  boost_clock:", "  boost_clok:", 11, ['did you mean "boost_clock"?']),
        ("  boost_clock: {value: 2 GHz,", "  boost_clock: {value: 2,", 11, ["has no unit", "MHz"]),
        ("  boost_clock: {value: 2 GHz,", "  boost_clock: {value: 2 GB/s,", 11, ["does not fit", "MHz"]),
        ("  boost_clock: {value: 2 GHz,", "  boost_clock: {value: 2 GHzz,", 11, ["not known"]),
        ("  boost_clock: {value: 2 GHz,", "  boost_clock: {value: 0 GHz,", 11, ["above zero"]),
        ("  boost_clock: {value: 2 GHz,", "  boost_clock: {value: -2 GHz,", 11, ["above zero"]),
        ("  boost_clock: {value: 2 GHz,", "  boost_clock: {value: .nan,", 11, ["not a number"]),
        ("  boost_clock: {value: 2 GHz,", "  boost_clock: {value: .inf,", 11, ["not a number"]),
        ("  boost_clock: {value: 2 GHz,", "  boost_clock: {", 11, ["missing", "number with its unit"]),
        ("2 GHz, source: sticker}", "2 GHz}", 11, ["missing", "source: where the number stands"]),
        ("  boost_clock: {value: 2 GHz, source: sticker}", "  boost_clock: 2 GHz", 11, ["not a mapping"]),
        ("10 SM", "10.5 SM", 8, ["whole number"]),
        ("256 bit", "32 byte", 16, ["does not fit", "4096 bit"]),
        ("compute_capability: 7.0", "compute_capability: seven", 5, ["8.0"]),
        ("{dram: HBM2}", "{hbm: HBM2}", 6, ["hbm", "l1, shared, l2, dram"]),
        ("[A note.]", "{a: note}", 21, ["not a list"]),
        ("origin: measured", "origin: dreamt", 20, ["theoretical, measured"]),
        ("vendor: Sample", "name: Another", 3, ["stands twice"]),
    ],
)
def test_a_mistake_is_one_problem_with_line_and_remedy(old: str, new: str, line: int, words: list[str]) -> None:
    text = FULL.replace(old, new)
    assert text != FULL

    device, problems = read_device(text, given_in="devices/example.yaml")

    assert device is not None
    assert [(problem.file, problem.line) for problem in problems] == [("devices/example.yaml", line)]
    assert [word for word in words if word not in problems[0].in_one_line()] == []


def test_a_figure_with_a_problem_makes_no_ceiling() -> None:
    device, _ = read_device(FULL.replace("2 GHz", "two GHz"), given_in="x")

    assert device is not None
    assert bandwidths(device) == {MemoryLevel.DRAM: 32e9}
    assert peaks(device) == {}


def test_all_problems_come_at_once_and_by_line() -> None:
    text = FULL.replace("vendor:", "vendro:").replace("2 GHz", "2").replace("origin: measured", "origin: x")

    _, problems = read_device(text, given_in="x")

    assert [problem.line for problem in problems] == [3, 11, 20]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", ["name", "missing"]),
        ("name: X\n", ["ceilings", "cannot be made"]),
        (FULL.replace("name: Example 10\n", "", 1), ["name", "missing", "what the profiler prints"]),
        ("- a\n", ["does not hold keys"]),
        ("name: X\n\tvendor: y\n", ["tab"]),
        ("name: [\n", ["not valid YAML"]),
        ("name: X\nceilings: " + "[" * 200, ["nested deeper"]),
    ],
)
def test_a_file_that_gives_no_device_says_why(text: str, words: list[str]) -> None:
    device, problems = read_device(text, given_in="x.yaml")

    assert device is None
    told = " ".join(problem.in_one_line() for problem in problems)
    assert [word for word in words if word not in told] == []


@settings(max_examples=300)
@given(text=st.text(max_size=80) | st.text(alphabet="namefigursclt: \n-[]{}'\"#1GB/s", max_size=80))
def test_no_text_raises_and_what_gives_no_device_says_why(text: str) -> None:
    device, problems = read_device(text, given_in="x.yaml")

    assert device is not None or problems


@given(
    clock=st.floats(min_value=0.1, max_value=5).map(lambda value: round(value, 3)),
    count=st.integers(min_value=1, max_value=999),
    rate=st.sampled_from([32, 64, 128]),
)
def test_the_l1_roof_is_count_x_rate_x_clock(clock: float, count: int, rate: int) -> None:
    text = FULL.replace("2 GHz", f"{clock} GHz").replace("10 SM", f"{count} SM").replace("128 B/clk", f"{rate} B/clk")

    roof = bandwidths(device_of(text))[MemoryLevel.L1]

    assert math.isclose(roof, count * rate * clock * 1e9, rel_tol=1e-12)


@given(
    entry=st.fixed_dictionaries(
        {"value": st.text(max_size=12) | st.floats() | st.integers() | st.none() | st.lists(st.integers())},
        optional={"source": st.text(max_size=5), "other": st.none()},
    )
)
def test_no_figure_of_any_kind_raises_or_makes_a_roof_that_is_not_positive(entry: dict[str, object]) -> None:
    mapping: dict[object, object] = {"name": "X", "figures": {"boost_clock": entry, "l2_rate": entry}}
    mapping["ceilings"] = [{"roof": "dram", **entry}]
    problems: list[Problem] = []
    device = schema.device_of(Fields.of_mapping(mapping, file="x", problems=problems), given_in="x")

    assert device is not None or problems
    ceilings = () if device is None else device.bandwidth_ceilings
    assert all(0 < ceiling.bytes_per_s < math.inf for ceiling in ceilings)
