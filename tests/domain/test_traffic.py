"""What a kernel moves at each level, by each family of counters, under each convention."""

from __future__ import annotations

import pytest

from roofline_report.domain.conventions import AtomicsCount, Conventions
from roofline_report.domain.hardware import MemoryLevel, TrafficFamily
from roofline_report.domain.profile import Absence, Kernel
from roofline_report.domain.quantity import Quantity
from roofline_report.domain.traffic import LevelTraffic, needed_quantities, traffic_at
from tests.domain.kernels import kernel

EVERYTHING = {
    Quantity.GLOBAL_SECTORS: 1000.0,
    Quantity.LOCAL_SECTORS: 100.0,
    Quantity.GLOBAL_ATOMIC_SECTORS: 10.0,
    Quantity.SHARED_WAVEFRONTS: 50.0,
    Quantity.L1_TAG_BYTES: 35000.0,
    Quantity.L1_RETURNED_BYTES: 30000.0,
    Quantity.L2_SECTORS: 700.0,
    Quantity.L2_SECTORS_ATOMICS_TWICE: 710.0,
    Quantity.L2_LOOKUP_BYTES: 24000.0,
    Quantity.L2_RETURNED_BYTES: 16000.0,
    Quantity.DRAM_SECTORS: 300.0,
}
# 1,000 + 100 + 10 sectors of 32 bytes and 50 wavefronts of 128.
L1_BYTES = 41920.0
BYTES = {
    MemoryLevel.L1: {
        TrafficFamily.L1_DATA_PATH: L1_BYTES,
        TrafficFamily.L1_RETURN_PATH: 30000.0,
        TrafficFamily.L1_TAG_STAGE: 35000.0,
    },
    MemoryLevel.SHARED: {TrafficFamily.SHARED_WAVEFRONTS: 6400.0},
    MemoryLevel.L2: {
        TrafficFamily.L2_SECTORS: 22400.0,
        TrafficFamily.L2_LOOKUPS: 24000.0,
        TrafficFamily.L2_RETURN_PATH: 16000.0,
    },
    MemoryLevel.DRAM: {TrafficFamily.DRAM: 9600.0},
}
CONVENTIONS = [
    Conventions(),
    Conventions(shared_weight=1.0),
    Conventions(l2_atomics=AtomicsCount.TWICE),
]


def without(missing: Quantity) -> dict[Quantity, float]:
    return {quantity: value for quantity, value in EVERYTHING.items() if quantity != missing}


def only(counts: dict[Quantity, float], family: TrafficFamily, conventions: Conventions) -> LevelTraffic:
    found = traffic_at(kernel(quantities=counts), family.level, conventions=conventions)
    return next(traffic for traffic in found if traffic.family is family)


@pytest.mark.parametrize("conventions", CONVENTIONS)
@pytest.mark.parametrize("level", MemoryLevel)
def test_every_family_that_was_measured_is_told_in_bytes_whatever_the_conventions(
    level: MemoryLevel, conventions: Conventions
) -> None:
    found = traffic_at(kernel(quantities=EVERYTHING), level, conventions=conventions)
    assert {traffic.family: traffic.physical_bytes for traffic in found} == BYTES[level]
    assert found[0].family.is_of_the_data_path
    assert [traffic.family.level for traffic in found] == [level] * len(found)


def test_transactions_are_those_of_the_conventions() -> None:
    four, one, twice = (
        {family: only(EVERYTHING, family, each).transactions for families in BYTES.values() for family in families}
        for each in CONVENTIONS
    )
    # 1,110 sectors and four for each of 50 wavefronts; 24,000 bytes are 750 sectors.
    in_bytes_alone = dict.fromkeys(
        (TrafficFamily.L1_RETURN_PATH, TrafficFamily.L1_TAG_STAGE, TrafficFamily.L2_RETURN_PATH)
    )
    assert four == {
        **in_bytes_alone,
        TrafficFamily.L1_DATA_PATH: 1310.0,
        TrafficFamily.SHARED_WAVEFRONTS: 200.0,
        TrafficFamily.L2_SECTORS: 700.0,
        TrafficFamily.L2_LOOKUPS: 750.0,
        TrafficFamily.DRAM: 300.0,
    }
    assert one == four | {TrafficFamily.L1_DATA_PATH: 1160.0, TrafficFamily.SHARED_WAVEFRONTS: 50.0}
    # Bytes do not say how many of them are atomics.
    assert twice == four | {TrafficFamily.L2_SECTORS: 710.0, TrafficFamily.L2_LOOKUPS: None}


@pytest.mark.parametrize("missing", [Quantity.GLOBAL_SECTORS, Quantity.SHARED_WAVEFRONTS])
def test_the_data_path_of_l1_is_not_known_without_global_and_shared_memory(missing: Quantity) -> None:
    counts = without(missing)
    found = traffic_at(kernel(quantities=counts), MemoryLevel.L1, conventions=Conventions())
    assert [traffic.family for traffic in found] == [TrafficFamily.L1_RETURN_PATH, TrafficFamily.L1_TAG_STAGE]


LEFT_OUT = {
    Quantity.LOCAL_SECTORS: ("local memory", 38720.0),
    Quantity.GLOBAL_ATOMIC_SECTORS: ("global atomics and reductions", 41600.0),
}


@pytest.mark.parametrize("missing", LEFT_OUT)
def test_what_was_not_collected_at_l1_is_left_out_and_told(missing: Quantity) -> None:
    counts = without(missing)
    traffic = only(counts, TrafficFamily.L1_DATA_PATH, Conventions())
    words, expected = LEFT_OUT[missing]
    assert (traffic.left_out, traffic.physical_bytes) == ((words,), expected)


@pytest.mark.parametrize("lost", LEFT_OUT)
def test_what_was_lost_makes_the_rest_a_lower_bound(lost: Quantity) -> None:
    known = Kernel(
        name="k",
        launches=1,
        measurements=kernel(quantities=without(lost)).measurements,
        absences={lost: Absence(reason="n/a", was_collected=True)},
    )
    found = {each.family: each for each in traffic_at(known, MemoryLevel.L1, conventions=Conventions())}
    traffic = found[TrafficFamily.L1_DATA_PATH]
    words, expected = LEFT_OUT[lost]
    assert (traffic.left_out, traffic.physical_bytes, traffic.is_lower_bound) == ((words,), expected, True)


def test_atomics_count_twice_where_they_are_drawn_and_once_where_bytes_are_moved() -> None:
    twice = Conventions(l2_atomics=AtomicsCount.TWICE)
    traffic = only(EVERYTHING, TrafficFamily.L2_SECTORS, twice)
    assert (traffic.transactions, traffic.physical_bytes) == (710.0, 22400.0)
    lacking = without(Quantity.L2_SECTORS_ATOMICS_TWICE)
    assert only(lacking, TrafficFamily.L2_SECTORS, twice).transactions is None


def test_a_level_without_traffic_moves_nothing_and_is_known() -> None:
    (shared,) = traffic_at(
        kernel(quantities={Quantity.SHARED_WAVEFRONTS: 0.0}), MemoryLevel.SHARED, conventions=Conventions()
    )
    assert (shared.physical_bytes, shared.moves_anything) == (0.0, False)
    assert traffic_at(kernel(quantities={}), MemoryLevel.SHARED, conventions=Conventions()) == ()


@pytest.mark.parametrize("conventions", CONVENTIONS)
@pytest.mark.parametrize("level", MemoryLevel)
def test_the_quantities_that_a_level_needs_give_its_transactions(level: MemoryLevel, conventions: Conventions) -> None:
    counts = {quantity: EVERYTHING[quantity] for quantity in needed_quantities(level, conventions)}
    found = traffic_at(kernel(quantities=counts), level, conventions=conventions)
    assert found[0].transactions is not None
