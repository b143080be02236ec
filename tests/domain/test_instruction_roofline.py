"""The instruction roofline against published figures and hand-computed values."""

from __future__ import annotations

import pytest

from roofline_report.domain.conventions import AtomicsCount, Conventions
from roofline_report.domain.hardware import DATA_PATH, MemoryLevel
from roofline_report.domain.instruction_roofline import InstructionBasis, instruction_intensity, instruction_work
from roofline_report.domain.quantity import Quantity
from roofline_report.domain.traffic import LevelTraffic, traffic_at
from tests.domain.kernels import KERNEL_A, KERNEL_B, TRANSPOSE, kernel

DEFAULT = Conventions()
AS_NVPROF = Conventions(shared_weight=1, l2_atomics=AtomicsCount.TWICE)


def traffic_of(quantities: dict[Quantity, float], level: MemoryLevel, conventions: Conventions) -> LevelTraffic | None:
    """Return the traffic of the data path of a level, the only one that these quantities count."""
    found = traffic_at(kernel(quantities=quantities), level, conventions=conventions)
    assert [traffic.family for traffic in found] in ([], [DATA_PATH[level]])
    return found[0] if found else None


def intensity_at(quantities: dict[Quantity, float], level: MemoryLevel, conventions: Conventions) -> float | None:
    subject = kernel(quantities=quantities)
    traffic = traffic_of(quantities, level, conventions)
    assert traffic is not None
    return instruction_intensity(instruction_work(subject), traffic)


@pytest.mark.parametrize(
    ("quantities", "level", "conventions", "expected"),
    [
        (TRANSPOSE, MemoryLevel.L1, DEFAULT, 0.8),
        (TRANSPOSE, MemoryLevel.L2, DEFAULT, 0.77466),
        (TRANSPOSE, MemoryLevel.DRAM, DEFAULT, 1.92498),
        (KERNEL_A, MemoryLevel.L1, DEFAULT, 0.341126),
        (KERNEL_A, MemoryLevel.L2, DEFAULT, 0.296501),
        (KERNEL_A, MemoryLevel.DRAM, DEFAULT, 1.638953),
        (KERNEL_B, MemoryLevel.L1, DEFAULT, 2.24621),
        (KERNEL_B, MemoryLevel.L2, DEFAULT, 0.714567),
        (KERNEL_B, MemoryLevel.DRAM, DEFAULT, 5.80853),
        (KERNEL_B, MemoryLevel.L1, AS_NVPROF, 4.31694),
        (KERNEL_B, MemoryLevel.L2, AS_NVPROF, 0.390975),
    ],
)
def test_published_intensities(
    quantities: dict[Quantity, float], level: MemoryLevel, conventions: Conventions, expected: float
) -> None:
    assert intensity_at(quantities, level, conventions) == pytest.approx(expected, rel=1e-5)


@pytest.mark.parametrize(("quantities", "gips"), [(TRANSPOSE, 19.8255854571), (KERNEL_A, 17.4936), (KERNEL_B, 25.0783)])
def test_published_performance(quantities: dict[Quantity, float], gips: float) -> None:
    work = instruction_work(kernel(quantities=quantities)).drawn
    assert work is not None
    assert work / quantities[Quantity.DURATION] / 1e9 == pytest.approx(gips, rel=3e-6)


def test_a_level_without_traffic_has_no_intensity() -> None:
    assert intensity_at(TRANSPOSE, MemoryLevel.SHARED, DEFAULT) is None


@pytest.mark.parametrize("missing", [Quantity.GLOBAL_SECTORS, Quantity.SHARED_WAVEFRONTS])
def test_l1_is_absent_where_a_part_was_not_collected(missing: Quantity) -> None:
    known = {quantity: value for quantity, value in KERNEL_B.items() if quantity is not missing}
    assert traffic_of(known, MemoryLevel.L1, DEFAULT) is None


def test_local_and_atomic_sectors_are_added_where_collected_and_named_where_not() -> None:
    more = {**KERNEL_B, Quantity.LOCAL_SECTORS: 1000.0}
    with_local = traffic_of(more, MemoryLevel.L1, DEFAULT)
    without = traffic_of(KERNEL_B, MemoryLevel.L1, DEFAULT)
    assert with_local is not None
    assert without is not None
    assert without.transactions is not None
    assert with_local.transactions == pytest.approx(without.transactions + 1000)
    assert without.left_out == ("local memory", "global atomics and reductions")
    assert with_local.left_out == ("global atomics and reductions",)


def test_physical_bytes_do_not_follow_the_conventions_of_the_chart() -> None:
    for level in MemoryLevel:
        drawn = traffic_of(KERNEL_B, level, DEFAULT)
        as_nvprof = traffic_of(KERNEL_B, level, AS_NVPROF)
        assert drawn is not None
        assert as_nvprof is not None
        assert drawn.physical_bytes == as_nvprof.physical_bytes
    shared = traffic_of(KERNEL_B, MemoryLevel.SHARED, AS_NVPROF)
    assert shared is not None
    assert shared.physical_bytes == pytest.approx(128 * 166355.23)


def test_a_convention_that_cannot_be_followed_takes_the_point_but_not_the_roof() -> None:
    once_only = {quantity: value for quantity, value in KERNEL_B.items() if "twice" not in quantity}
    traffic = traffic_of(once_only, MemoryLevel.L2, AS_NVPROF)
    assert traffic is not None
    assert traffic.transactions is None
    assert traffic.physical_bytes == pytest.approx(32 * KERNEL_B[Quantity.L2_SECTORS])
    assert instruction_intensity(instruction_work(kernel(quantities=once_only)), traffic) is None


def test_both_counts_of_l2_are_told_where_they_differ() -> None:
    traffic = traffic_of(KERNEL_B, MemoryLevel.L2, AS_NVPROF)
    assert traffic is not None
    assert [measured.per_launch for measured in traffic.measurements] == [
        KERNEL_B[Quantity.L2_SECTORS_ATOMICS_TWICE],
        KERNEL_B[Quantity.L2_SECTORS],
    ]


def test_the_point_comes_from_threads_and_else_from_issued_instructions() -> None:
    both = instruction_work(
        kernel(quantities={Quantity.THREAD_INSTRUCTIONS: 3200.0, Quantity.WARP_INSTRUCTIONS: 125.0})
    )
    assert (both.drawn, both.basis, both.lane_efficiency) == (100.0, InstructionBasis.THREADS, 0.8)
    issued = instruction_work(kernel(quantities={Quantity.WARP_INSTRUCTIONS: 125.0}))
    assert (issued.drawn, issued.basis, issued.lane_efficiency) == (125.0, InstructionBasis.ISSUED, None)
    neither = instruction_work(kernel(quantities={}))
    assert (neither.drawn, neither.basis) == (None, None)
