from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roofline_report.domain.memory_access import WALLS, Access, Space, memory_access, wall_point
from roofline_report.domain.profile import Kernel
from roofline_report.domain.quantity import INSTRUCTION_MIX, Quantity
from tests.domain.kernels import kernel, measurement

LOADS = {Quantity.GLOBAL_LOAD_REQUESTS: 100.0, Quantity.GLOBAL_LOAD_SECTORS: 400.0}
STORES = {Quantity.GLOBAL_STORE_REQUESTS: 50.0, Quantity.GLOBAL_STORE_SECTORS: 1600.0}
SHARED_LOADS = {Quantity.SHARED_LOAD_REQUESTS: 64.0, Quantity.SHARED_LOAD_WAVEFRONTS: 128.0}
SHARED_STORES = {Quantity.SHARED_STORE_REQUESTS: 10.0, Quantity.SHARED_STORE_WAVEFRONTS: 10.0}


def test_walls_are_one_over_the_sectors_or_wavefronts_of_an_instruction() -> None:
    assert [wall.intensity for wall in WALLS[Space.GLOBAL]] == [1.0, 0.25, 0.125, 0.03125]
    assert [wall.intensity for wall in WALLS[Space.SHARED]] == [1.0, 0.03125]


def test_loads_and_stores_of_each_memory_stand_apart() -> None:
    access = memory_access(kernel(quantities=LOADS | STORES | SHARED_LOADS | SHARED_STORES))
    assert [(each.space, each.name, each.per_request, each.intensity) for each in access.patterns] == [
        (Space.GLOBAL, "loads", 4.0, 0.25),
        (Space.GLOBAL, "stores", 32.0, 0.03125),
        (Space.SHARED, "loads", 2.0, 0.5),
        (Space.SHARED, "stores", 1.0, 1.0),
    ]


def test_the_point_between_the_walls_is_all_instructions_over_all_transactions() -> None:
    access = memory_access(kernel(quantities=LOADS | STORES))
    assert wall_point(access.patterns) == 150 / 2000
    assert wall_point(()) is None


@pytest.mark.parametrize("missing", LOADS)
def test_an_access_of_which_a_part_is_missing_or_zero_is_left_out(missing: Quantity) -> None:
    lacking = {quantity: value for quantity, value in LOADS.items() if quantity is not missing}
    assert memory_access(kernel(quantities=lacking)).patterns == ()
    assert memory_access(kernel(quantities=LOADS | {missing: 0.0})).patterns == ()


@pytest.mark.parametrize(("conflicts", "known"), [(None, None), (0.0, 0.0), (64.0, 64.0)])
def test_bank_conflicts_are_told_where_they_were_counted(conflicts: float | None, known: float | None) -> None:
    counted = {} if conflicts is None else {Quantity.SHARED_LOAD_CONFLICTS: conflicts}
    (loads,) = memory_access(kernel(quantities=SHARED_LOADS | counted)).patterns
    assert loads.conflicts == known


@pytest.mark.parametrize(
    ("transactions", "possible"), [(100.0, True), (99.95, True), (99.8, False), (50.0, False), (3200.0, True)]
)
def test_an_instruction_takes_at_least_one_transaction_but_for_rounding(transactions: float, *, possible: bool) -> None:
    (loads,) = memory_access(kernel(quantities=LOADS | {Quantity.GLOBAL_LOAD_SECTORS: transactions})).patterns
    assert loads.is_possible is possible


def test_counts_that_are_known_to_be_off_decide_nothing() -> None:
    requests, sectors = Quantity.GLOBAL_LOAD_REQUESTS, Quantity.GLOBAL_LOAD_SECTORS
    one = measurement(100.0)
    off = type(one)(per_launch=400.0, terms=one.terms, source=one.source, decides=False)
    (loads,) = memory_access(Kernel(name="k", launches=1, measurements={requests: one, sectors: off})).patterns
    assert not loads.decides
    assert loads.is_possible


def test_lanes_are_threads_over_those_of_all_warps_and_predication_is_a_share_of_the_active_ones() -> None:
    counts = {
        Quantity.WARP_INSTRUCTIONS: 125.0,
        Quantity.THREAD_INSTRUCTIONS: 3200.0,
        Quantity.PREDICATED_THREAD_INSTRUCTIONS: 2400.0,
    }
    access = memory_access(kernel(quantities=counts))
    assert (access.lane_efficiency, access.predicated_share) == (0.8, 0.75)


@pytest.mark.parametrize("warps", [None, 0.0])
def test_without_warps_there_is_no_share_of_lanes(warps: float | None) -> None:
    counts = {Quantity.THREAD_INSTRUCTIONS: 64.0} | ({} if warps is None else {Quantity.WARP_INSTRUCTIONS: warps})
    assert memory_access(kernel(quantities=counts)).lane_efficiency is None


@pytest.mark.parametrize("threads", [None, 0.0])
def test_without_threads_there_is_no_share_of_predicated_ones(threads: float | None) -> None:
    counts = {Quantity.PREDICATED_THREAD_INSTRUCTIONS: 8.0}
    known = counts | ({} if threads is None else {Quantity.THREAD_INSTRUCTIONS: threads})
    assert memory_access(kernel(quantities=known)).predicated_share is None


def test_no_active_lane_is_a_share_of_zero() -> None:
    counts = {Quantity.THREAD_INSTRUCTIONS: 0.0, Quantity.WARP_INSTRUCTIONS: 4.0}
    assert memory_access(kernel(quantities=counts)).lane_efficiency == 0.0


def test_the_mix_has_what_was_counted_in_a_fixed_order_zeros_too() -> None:
    counts = {Quantity.INTEGER_INSTRUCTIONS: 5.0, Quantity.FP64_INSTRUCTIONS: 0.0, Quantity.MEMORY_INSTRUCTIONS: 7.0}
    assert memory_access(kernel(quantities=counts)).mix == (
        (Quantity.FP64_INSTRUCTIONS, 0.0),
        (Quantity.INTEGER_INSTRUCTIONS, 5.0),
        (Quantity.MEMORY_INSTRUCTIONS, 7.0),
    )
    every = dict.fromkeys(INSTRUCTION_MIX, 1.0)
    assert tuple(quantity for quantity, _ in memory_access(kernel(quantities=every)).mix) == INSTRUCTION_MIX


def test_integers_of_the_tensor_units_are_told_beside_the_mix() -> None:
    access = memory_access(kernel(quantities={Quantity.INT8_TENSOR_OPERATIONS: 4096.0}))
    assert (access.tensor_integer_operations, access.mix) == (4096.0, ())


def test_of_a_kernel_of_which_nothing_is_known_there_is_nothing_to_tell() -> None:
    assert memory_access(kernel(quantities={})) == Access()


@given(counts=st.lists(st.tuples(st.integers(1, 10**12), st.integers(1, 32)), min_size=4, max_size=4))
def test_what_hardware_can_do_stands_between_the_best_wall_and_the_worst(counts: list[tuple[int, int]]) -> None:
    quantities: dict[Quantity, float] = {}
    for (requests, each), (first, second) in zip(
        counts, (tuple(one) for one in (LOADS, STORES, SHARED_LOADS, SHARED_STORES)), strict=True
    ):
        quantities |= {first: float(requests), second: float(requests * each)}
    access = memory_access(kernel(quantities=quantities))
    assert len(access.patterns) == 4
    for space in Space:
        own = [pattern for pattern in access.patterns if pattern.space is space]
        point = wall_point(own)
        assert point is not None
        assert (
            min(each.intensity for each in own) * (1 - 1e-12)
            <= point
            <= max(each.intensity for each in own) * (1 + 1e-12)
        )
        assert all(each.is_possible and 1 / 32 <= each.intensity <= 1 for each in own)
