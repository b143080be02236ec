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


def test_a_sum_of_the_user_below_zero_is_told_with_what_is_used_instead() -> None:
    text = long((TIME, "ns", "5"), (TOTAL, "sector", "900"), (MINE, "sector", "7"))
    profile = assemble([read(text)], overrides={Quantity.L2_SECTORS: ((MINE, -1.0),)})
    assert the_kernel(profile).per_launch(Quantity.L2_SECTORS) == 900.0
    (told,) = (each for each in profile.problems if "negative" in each.summary)
    assert told.summary.endswith("for l2_sectors would be negative, so it is not used, and the next formula is")
    assert told.remedy is not None
    assert told.remedy.startswith("correct its weights")


def test_a_sum_of_the_user_below_zero_is_left_out_where_nothing_follows() -> None:
    profile = assemble([read(long((MINE, "sector", "7")))], overrides={Quantity.L2_SECTORS: ((MINE, -1.0),)})
    assert the_kernel(profile).per_launch(Quantity.L2_SECTORS) is None
    (told,) = (each for each in profile.problems if "negative" in each.summary)
    assert told.summary.endswith("would be negative, so it is left out")


READ, WRITE = "lts__t_sectors_op_read.sum", "lts__t_sectors_op_write.sum"
ATOM, RED = "lts__t_sectors_op_atom.sum", "lts__t_sectors_op_red.sum"


@pytest.mark.parametrize(
    ("terms", "bound"),
    [
        (((READ, 1.0), (WRITE, 1.0)), True),
        (((READ, 1.0), (WRITE, 1.0), (ATOM, 1.0)), True),
        (((READ, 1.0), (WRITE, 1.0), (ATOM, 1.0), (RED, 1.0)), False),
        # Another sum than that of the package: what it lacks is not known.
        (((READ, 2.0), (WRITE, 1.0)), False),
        (((READ, 1.0),), False),
        (((READ, 1.0), (WRITE, 1.0), (MINE, 1.0)), False),
    ],
)
def test_a_sum_of_the_package_is_a_lower_bound_without_its_atomics_whoever_states_it(
    terms: tuple[tuple[str, float], ...], *, bound: bool
) -> None:
    text = long(*((name, "sector", "7") for name in (READ, WRITE, ATOM, RED, MINE)))
    profile = assemble([read(text)], compute_capability="7.0", overrides={Quantity.L2_SECTORS: terms})
    measurement = the_kernel(profile).measurements[Quantity.L2_SECTORS]
    assert measurement.lower_bound is bound
    assert any("is not in the formula of the setting metrics" in note for note in measurement.notes) is bound
