"""How memory is accessed and what threads do, from the metrics of Nsight Compute."""

from __future__ import annotations

import pytest

from roofline_report.domain.memory_access import Pattern, Space, memory_access
from roofline_report.domain.quantity import Quantity
from tests.readers.nsight_compute.measured import OF_SEVERAL, SHAPES, Launch, kernel_of, launch, long_table, timed

SECTORS = "l1tex__t_sectors_pipe_lsu_mem_global_op_{}.sum"
REQUESTS = "l1tex__t_requests_pipe_lsu_mem_global_op_{}.sum"
WAVEFRONTS = "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_{}.sum"
CONFLICTS = "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_{}.sum"
ANY = "smsp__inst_executed_op_shared_{}_pred_on_any.sum"
GLOBAL_NAMES = (
    "smsp__inst_executed_op_global_{}.sum",
    "smsp__sass_inst_executed_op_global_{}.sum",
    "sass__inst_executed_global_{}s",
)
SHARED_NAMES = (
    "smsp__inst_executed_op_shared_{}.sum",
    "smsp__sass_inst_executed_op_shared_{}.sum",
    "sass__inst_executed_shared_{}s",
)
KINDS = {"ld": ("loads", "load"), "st": ("stores", "store")}


def named(pattern: str, kind: str) -> str:
    """Return a metric of loads or of stores, which some names write out."""
    return pattern.format(KINDS[kind][1] if pattern.startswith("sass__") else kind)


def the_pattern(*parts: Launch) -> Pattern:
    whole: Launch = {}
    for part in parts:
        whole |= part
    (pattern,) = memory_access(kernel_of(long_table(whole))).patterns
    return pattern


def counts(unit: str, **values: int) -> Launch:
    return launch(dict(values), unit=unit)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("shape", SHAPES)
def test_global_accesses_are_sectors_for_each_request(shape: str, kind: str) -> None:
    each = counts("sector", **{SECTORS.format(kind): 800}) | counts("request", **{REQUESTS.format(kind): 100})
    (pattern,) = memory_access(kernel_of(SHAPES[shape](each))).patterns
    assert (pattern.space, pattern.name, pattern.per_request) == (Space.GLOBAL, KINDS[kind][0], 8.0)
    assert (pattern.conflicts, pattern.is_possible, pattern.decides) == (None, True, True)


@pytest.mark.parametrize("unit", ["request", "inst", ""])
def test_requests_are_printed_in_several_units(unit: str) -> None:
    each = counts(unit, **{REQUESTS.format("ld"): 100})
    assert the_pattern(counts("sector", **{SECTORS.format("ld"): 400}), each).per_request == 4.0


@pytest.mark.parametrize("name", GLOBAL_NAMES)
@pytest.mark.parametrize("kind", KINDS)
def test_instructions_stand_in_for_requests_under_every_name(kind: str, name: str) -> None:
    sectors = counts("sector", **{SECTORS.format(kind): 3200})
    instructions = counts("inst", **{named(name, kind): 100})
    assert the_pattern(sectors, instructions).per_request == 32.0
    # 50 requests were counted besides.
    assert the_pattern(sectors, instructions, counts("request", **{REQUESTS.format(kind): 50})).per_request == 64.0


@pytest.mark.parametrize("name", SHARED_NAMES)
@pytest.mark.parametrize("kind", KINDS)
def test_shared_accesses_are_wavefronts_for_each_instruction_that_does_anything(kind: str, name: str) -> None:
    wavefronts = counts("", **{WAVEFRONTS.format(kind): 128})
    conflicts = counts("", **{CONFLICTS.format(kind): 64})
    all_instructions = counts("inst", **{named(name, kind): 256})
    alone = the_pattern(wavefronts, conflicts, all_instructions)
    assert (alone.space, alone.name, alone.per_request, alone.conflicts) == (Space.SHARED, KINDS[kind][0], 0.5, 64.0)
    # Fewer wavefronts than instructions: some of these do nothing at all.
    assert not alone.is_possible
    assert any("predicated off" in note for each in alone.measurements for note in each.notes)
    better = the_pattern(wavefronts, conflicts, all_instructions, counts("inst", **{ANY.format(kind): 64}))
    assert (better.per_request, better.is_possible) == (2.0, True)
    assert not any(each.notes for each in better.measurements)


def test_loads_and_stores_of_both_memories_are_read_together() -> None:
    each: Launch = {}
    for kind, sectors, requests in (("ld", 400, 100), ("st", 1600, 50)):
        each |= counts("sector", **{SECTORS.format(kind): sectors})
        each |= counts("request", **{REQUESTS.format(kind): requests})
        each |= counts("", **{WAVEFRONTS.format(kind): sectors})
        each |= counts("inst", **{ANY.format(kind): sectors})
    access = memory_access(kernel_of(long_table(each)))
    assert [(one.space.value, one.name, one.per_request) for one in access.patterns] == [
        ("global", "loads", 4.0),
        ("global", "stores", 32.0),
        ("shared", "loads", 1.0),
        ("shared", "stores", 1.0),
    ]


@pytest.mark.parametrize("shape", OF_SEVERAL)
def test_accesses_of_several_launches_are_all_sectors_over_all_requests(shape: str) -> None:
    first = counts("sector", **{SECTORS.format("ld"): 400}) | counts("request", **{REQUESTS.format("ld"): 100})
    second = counts("sector", **{SECTORS.format("ld"): 9600}) | counts("request", **{REQUESTS.format("ld"): 300})
    (pattern,) = memory_access(kernel_of(OF_SEVERAL[shape](first, second))).patterns
    # 10,000 / 400; the mean of 4 and 32 would be 18.
    assert pattern.per_request == 25.0


def test_accesses_are_made_of_rates_too() -> None:
    each = timed(2e-6) | {
        f"{SECTORS.format('ld')}.per_second": ("Gsector/s", "4"),
        f"{REQUESTS.format('ld')}.per_second": ("Grequest/s", "1"),
    }
    pattern = the_pattern(each)
    assert pattern.requests == pytest.approx(2000.0)
    assert pattern.transactions == pytest.approx(8000.0)


@pytest.mark.parametrize("issued", ["smsp__inst_executed.sum", "sm__inst_executed.sum"])
def test_active_lanes_and_predication_are_shares_of_threads(issued: str) -> None:
    each = counts("inst", **{issued: 125, "smsp__thread_inst_executed.sum": 3200})
    each |= counts("", **{"smsp__thread_inst_executed_pred_on.sum": 2400})
    access = memory_access(kernel_of(long_table(each)))
    # 3,200 of 125 x 32 lanes; 2,400 of 3,200 threads.
    assert (access.lane_efficiency, access.predicated_share) == (0.8, 0.75)


MIX = {
    "fp64": Quantity.FP64_INSTRUCTIONS,
    "fp32": Quantity.FP32_INSTRUCTIONS,
    "fp16": Quantity.FP16_INSTRUCTIONS,
    "integer": Quantity.INTEGER_INSTRUCTIONS,
    "conversion": Quantity.CONVERSION_INSTRUCTIONS,
    "memory": Quantity.MEMORY_INSTRUCTIONS,
    "control": Quantity.CONTROL_INSTRUCTIONS,
    "inter_thread_communication": Quantity.COMMUNICATION_INSTRUCTIONS,
    "misc": Quantity.OTHER_INSTRUCTIONS,
}


@pytest.mark.parametrize("unit", ["sm", "smsp"])
@pytest.mark.parametrize("shape", SHAPES)
def test_the_mix_is_counted_by_class(shape: str, unit: str) -> None:
    name = "{}__sass_thread_inst_executed_op_{}_pred_on.sum"
    each = counts("inst", **{name.format(unit, kind): place for place, kind in enumerate(MIX, start=1)})
    access = memory_access(kernel_of(SHAPES[shape](each)))
    assert dict(access.mix) == {quantity: float(place) for place, quantity in enumerate(MIX.values(), start=1)}


def test_a_class_of_the_mix_is_not_the_operations_of_its_precision() -> None:
    """op_fp64 has every instruction of FP64, comparisons too; dadd, dmul and dfma are those that do operations."""
    each = counts("inst", **{"smsp__sass_thread_inst_executed_op_fp64_pred_on.sum": 900})
    assert Quantity.FP64_FLOP not in kernel_of(long_table(each)).measurements
