"""Formulas of the user: a weight makes one count of another, and of nothing else."""

from __future__ import annotations

import pytest

from roofline_report.domain.quantity import Quantity
from roofline_report.readers.joining.assembly import assemble
from roofline_report.readers.metrics.metric_table import OVERRIDE_SOURCE
from tests.readers.joining.samples import THREADS, TIME, TOTAL, long, warnings
from tests.readers.samples import NVPROF_METRICS, nvprof_row, read, the_kernel

MINE = "lts__mine.sum"
MISFITS = ["ns", "hz", "Ghz", "%", "byte/second", "Gbyte/s", "inst/cycle", "byte/cycle", "1/s"]
OF_COUNTS = [
    Quantity.DRAM_SECTORS,
    Quantity.FP64_FLOP,
    Quantity.THREAD_INSTRUCTIONS,
    Quantity.SHARED_WAVEFRONTS,
    Quantity.SM_CYCLES,
    Quantity.INT8_TENSOR_OPERATIONS,
    Quantity.LAUNCH_MULTIPROCESSORS,
    Quantity.L2_LOOKUP_BYTES,
]


@pytest.mark.parametrize("quantity", OF_COUNTS)
@pytest.mark.parametrize("unit", MISFITS)
def test_no_weight_makes_a_count_of_a_time_a_rate_or_a_share(quantity: Quantity, unit: str) -> None:
    profile = assemble([read(long((MINE, unit, "7")))], overrides={quantity: ((MINE, 32.0),)})
    assert the_kernel(profile).per_launch(quantity) is None
    told = [line for line in warnings(profile) if f"{MINE} has a unit that does not fit" in line]
    assert ["expected: a count, such as byte or inst" in line for line in told] == [True]


@pytest.mark.parametrize("quantity", OF_COUNTS)
@pytest.mark.parametrize("unit", ["byte", "sector", "inst", "cycle", "request", "warp", ""])
def test_a_weight_makes_one_count_of_another(quantity: Quantity, unit: str) -> None:
    profile = assemble([read(long((MINE, unit, "64")))], overrides={quantity: ((MINE, 0.03125),)})
    measurement = the_kernel(profile).measurements[quantity]
    assert (measurement.per_launch, measurement.source) == (2.0, OVERRIDE_SOURCE)
    assert not any("does not fit" in line for line in warnings(profile))


def test_where_a_formula_of_the_user_does_not_fit_those_of_the_package_follow() -> None:
    text = long((TIME, "ns", "5"), (TOTAL, "sector", "900"), (MINE, "%", "7"))
    profile = assemble([read(text)], overrides={Quantity.L2_SECTORS: ((MINE, 1.0),)})
    measurement = the_kernel(profile).measurements[Quantity.L2_SECTORS]
    assert (measurement.per_launch, measurement.source != OVERRIDE_SOURCE) == (900.0, True)
    assert len(warnings(profile)) == 1


@pytest.mark.parametrize("unit", ["inst", "byte", "%", "hz", ""])
def test_a_time_of_the_user_is_a_time(unit: str) -> None:
    profile = assemble([read(long((MINE, unit, "7")))], overrides={Quantity.DURATION: ((MINE, 1.0),)})
    assert the_kernel(profile).duration_s is None
    assert any("expected: a unit of s" in line for line in warnings(profile))


def test_a_time_that_is_taken_for_operations_stays_the_time() -> None:
    text = long((TIME, "ns", "5"), (THREADS, "inst", "9"))
    profile = assemble([read(text)], overrides={Quantity.FP64_FLOP: ((TIME, 1e9),)})
    kernel = the_kernel(profile)
    assert kernel.duration_s == pytest.approx(5e-9)
    assert kernel.per_launch(Quantity.FP64_FLOP) is None
    assert f"{TIME} is measured in s" in kernel.absences[Quantity.FP64_FLOP].reason


@pytest.mark.parametrize("value", ["25.000000%", "12.5GB/s"])
def test_a_share_or_a_rate_of_nvprof_is_no_count(value: str) -> None:
    text = NVPROF_METRICS + nvprof_row("k()", "mine", value, value, value)
    profile = assemble([read(text)], overrides={Quantity.DRAM_SECTORS: (("mine", 1.0),)})
    assert the_kernel(profile).per_launch(Quantity.DRAM_SECTORS) is None
    assert any("mine has a unit that does not fit" in line for line in warnings(profile))


def test_a_share_is_a_sign_of_tensor_activity() -> None:
    profile = assemble([read(long((MINE, "%", "7")))], overrides={Quantity.TENSOR_ACTIVITY: ((MINE, 1.0),)})
    assert the_kernel(profile).per_launch(Quantity.TENSOR_ACTIVITY) == 7.0
