from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pytest

from roofline_report.configuration.document import load_text
from roofline_report.devices.ceilings import ROOFS, AnyCeiling, blank_device, read_ceilings, roof_of, with_ceilings
from roofline_report.domain.hardware import BandwidthCeiling, ComputeCeiling, Device, MemoryLevel, Operation, Origin

if TYPE_CHECKING:
    from roofline_report.domain.problem import Problem


def read(text: str) -> tuple[tuple[AnyCeiling, ...], list[Problem]]:
    problems: list[Problem] = []
    fields = load_text(text, file="run.yml", problems=problems)
    assert fields is not None
    ceilings = read_ceilings(fields.items("ceilings"), "run.yml", theoretical=Origin.RUN_FILE)
    fields.finish()
    return ceilings, problems


def one(entry: str) -> AnyCeiling:
    ceilings, problems = read(f"ceilings:\n  - {{{entry}}}\n")
    assert problems == []
    (ceiling,) = ceilings
    return ceiling


def bandwidth(level: MemoryLevel, value: float, origin: Origin = Origin.BOOST_CLOCK) -> BandwidthCeiling:
    return BandwidthCeiling(level=level, bytes_per_s=value, origin=origin, source="s", given_in="f")


def peak(value: float, origin: Origin = Origin.BOOST_CLOCK) -> ComputeCeiling:
    return ComputeCeiling(
        operation=Operation.WARP_INSTRUCTION, operations_per_s=value, origin=origin, source="s", given_in="f"
    )


@pytest.mark.parametrize("value", ["640 GB/s", "0.64 TB/s", "20 GTXN/s", "20 Gsector/s", "640e9 B/s"])
def test_a_bandwidth_is_read_in_bytes_or_in_transactions_of_32_bytes(value: str) -> None:
    ceiling = one(f"roof: dram, value: {value}, source: stream")

    assert isinstance(ceiling, BandwidthCeiling)
    assert ceiling.level is MemoryLevel.DRAM
    assert math.isclose(ceiling.bytes_per_s, 640e9, rel_tol=1e-12)
    assert math.isclose(ceiling.transactions_per_s, 20e9, rel_tol=1e-12)


@pytest.mark.parametrize("value", ["300 warp GIPS", "300 GIPS", "300 Ginst/s", "0.3 Tinst/s"])
def test_a_peak_is_read_in_warp_instructions(value: str) -> None:
    ceiling = one(f"roof: warp_instruction, value: {value}, source: mine")

    assert isinstance(ceiling, ComputeCeiling)
    assert ceiling.operation is Operation.WARP_INSTRUCTION
    assert math.isclose(ceiling.operations_per_s, 300e9, rel_tol=1e-12)


def test_a_flop_peak_is_read() -> None:
    ceiling = one("roof: fp16_tensor, value: 125 TFLOP/s, source: data sheet")

    assert isinstance(ceiling, ComputeCeiling)
    assert (ceiling.operation, ceiling.operations_per_s) == (Operation.FP16_TENSOR, 125e12)


def test_a_ceiling_is_theoretical_unless_it_says_otherwise() -> None:
    assert one("roof: l2, value: 2 TB/s, source: s").origin is Origin.RUN_FILE
    assert one("roof: l2, value: 2 TB/s, source: s, origin: theoretical").origin is Origin.RUN_FILE
    assert one("roof: l2, value: 2 TB/s, source: s, origin: measured").origin is Origin.MEASURED


def test_a_ceiling_carries_its_source_its_note_and_its_file() -> None:
    ceiling = one("roof: l2, value: 2 TB/s, source: a benchmark of mine, note: small arrays")

    assert (ceiling.source, ceiling.note, ceiling.given_in) == ("a benchmark of mine", "small arrays", "run.yml")


@pytest.mark.parametrize("roof", ROOFS)
def test_every_roof_can_be_stated(roof: MemoryLevel | Operation) -> None:
    unit = "GB/s" if isinstance(roof, MemoryLevel) else "GIPS" if roof is Operation.WARP_INSTRUCTION else "TFLOP/s"

    assert roof_of(one(f"roof: {roof}, value: 5 {unit}, source: s")) is roof


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ("value: 5 GB/s, source: s", ["roof", "missing"]),
        ("roof: dram, source: s", ["value", "missing"]),
        ("roof: dram, value: 5 GB/s", ["source", "missing", "where the number stands"]),
        ("roof: dram, value: 5 GB/s, source: ' '", ["source", "empty"]),
        ("roof: drma, value: 5 GB/s, source: s", ["roof", 'did you mean "dram"?']),
        ("roof: DRAM, value: 5 GB/s, source: s", ["roof", 'did you mean "dram"?']),
        ("roof: dram, value: 5, source: s", ["value", "has no unit", "GB/s"]),
        ("roof: dram, value: 5 GIPS, source: s", ["value", "does not fit", "GTXN/s"]),
        ("roof: warp_instruction, value: 5 GB/s, source: s", ["value", "does not fit", "warp GIPS"]),
        ("roof: fp32, value: 5 GIPS, source: s", ["value", "does not fit", "TFLOP/s"]),
        ("roof: dram, value: 5 parsec/s, source: s", ["value", "not known"]),
        ("roof: dram, value: 0 GB/s, source: s", ["value", "above zero"]),
        ("roof: dram, value: -5 GB/s, source: s", ["value", "above zero"]),
        ("roof: dram, value: .nan, source: s", ["value", "number"]),
        ("roof: dram, value: .inf, source: s", ["value", "number"]),
        ("roof: dram, value: [5 GB/s], source: s", ["value", "wrong kind"]),
        ("roof: dram, value: 5 GB/s, source: s, origin: guess", ["origin", "theoretical, measured"]),
        ("roof: dram, value: 5 GB/s, source: s, origin: report", ["origin", "theoretical, measured"]),
    ],
)
def test_an_entry_with_a_problem_is_left_out_and_says_why(entry: str, words: list[str]) -> None:
    ceilings, problems = read(f"ceilings:\n  - {{{entry}}}\n")

    assert ceilings == ()
    assert [(problem.file, problem.line) for problem in problems] == [("run.yml", 2)]
    assert [word for word in words if word not in problems[0].in_one_line()] == []


def test_an_unknown_key_is_told_and_the_ceiling_counts() -> None:
    ceilings, problems = read("ceilings:\n  - roof: dram\n    value: 5 GB/s\n    source: s\n    origine: measured\n")

    assert len(ceilings) == 1
    assert [(problem.line, problem.remedy) for problem in problems] == [(5, 'did you mean "origin"?')]


def test_all_problems_of_all_entries_are_found() -> None:
    _, problems = read("ceilings:\n  - {roof: x, value: 1}\n  - {value: y}\n")

    assert sorted(problem.line or 0 for problem in problems) == [2, 2, 3, 3]


def test_a_roof_stated_twice_in_one_class_is_a_problem_and_the_first_counts() -> None:
    ceilings, problems = read(
        "ceilings:\n"
        "  - {roof: dram, value: 5 GB/s, source: s}\n"
        "  - {roof: dram, value: 4 GB/s, source: s, origin: measured}\n"
        "  - {roof: dram, value: 6 GB/s, source: s}\n"
    )

    assert [(roof_of(ceiling), ceiling.origin) for ceiling in ceilings] == [
        (MemoryLevel.DRAM, Origin.RUN_FILE),
        (MemoryLevel.DRAM, Origin.MEASURED),
    ]
    assert [problem.line for problem in problems] == [4]
    assert isinstance(ceilings[0], BandwidthCeiling)
    assert ceilings[0].bytes_per_s == 5e9


def test_an_override_replaces_the_ceiling_of_its_roof_and_class_only() -> None:
    device = with_ceilings(
        blank_device("d", given_in="f"),
        [
            bandwidth(MemoryLevel.DRAM, 900e9),
            bandwidth(MemoryLevel.DRAM, 800e9, Origin.MEASURED),
            bandwidth(MemoryLevel.L2, 3e12),
            peak(500e9),
        ],
    )

    changed = with_ceilings(device, [bandwidth(MemoryLevel.DRAM, 700e9, Origin.MEASURED), peak(400e9)])

    assert [(ceiling.level, ceiling.origin, ceiling.bytes_per_s) for ceiling in changed.bandwidth_ceilings] == [
        (MemoryLevel.L2, Origin.BOOST_CLOCK, 3e12),
        (MemoryLevel.DRAM, Origin.BOOST_CLOCK, 900e9),
        (MemoryLevel.DRAM, Origin.MEASURED, 700e9),
    ]
    assert [ceiling.operations_per_s for ceiling in changed.compute_ceilings] == [400e9]
    assert len(device.bandwidth_ceilings) == 3


@pytest.mark.parametrize("physical", [Origin.REPORT, Origin.REPORTED_CLOCK, Origin.BOOST_CLOCK, Origin.DEVICE_FILE])
def test_a_stated_ceiling_replaces_whatever_is_physical(physical: Origin) -> None:
    device = with_ceilings(blank_device("d", given_in="f"), [bandwidth(MemoryLevel.L2, 1e12, physical)])

    changed = with_ceilings(device, [bandwidth(MemoryLevel.L2, 2e12, Origin.RUN_FILE)])

    assert [(ceiling.origin, ceiling.bytes_per_s) for ceiling in changed.bandwidth_ceilings] == [
        (Origin.RUN_FILE, 2e12)
    ]


def test_an_override_of_an_unknown_roof_is_added() -> None:
    changed = with_ceilings(blank_device("d", given_in="f"), [bandwidth(MemoryLevel.SHARED, 1e12)])

    assert [ceiling.level for ceiling in changed.bandwidth_ceilings] == [MemoryLevel.SHARED]


def test_ceilings_stand_in_one_order_whatever_the_order_in_the_file() -> None:
    stated: list[AnyCeiling] = [
        bandwidth(MemoryLevel.DRAM, 1e12, Origin.MEASURED),
        peak(5e11),
        bandwidth(MemoryLevel.DRAM, 2e12),
        bandwidth(MemoryLevel.L1, 3e12),
    ]

    devices = [blank_device("d", given_in="f", ceilings=order) for order in (stated, stated[::-1])]

    assert devices[0] == devices[1]
    assert [ceiling.bytes_per_s for ceiling in devices[0].bandwidth_ceilings] == [3e12, 2e12, 1e12]


def test_a_blank_device_knows_its_name_and_nothing_it_was_not_told() -> None:
    device = blank_device("Some card", given_in="run.yml", ceilings=[peak(5e11)])

    assert device == Device(
        name="Some card",
        vendor="not stated",
        architecture="not stated",
        given_in="run.yml",
        compute_ceilings=(peak(5e11),),
    )
