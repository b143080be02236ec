"""Floating-point operations from counted instructions: what each counts as, under which names it is found."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import pytest

from roofline_report.domain.conventions import Conventions, HalfCount
from roofline_report.domain.flop_roofline import Model, flop_work
from roofline_report.domain.hardware import Operation, OperationKind
from roofline_report.domain.quantity import Quantity
from tests.readers.nsight_compute.measured import (
    OF_SEVERAL,
    SHAPES,
    kernel_of,
    launch,
    long_table,
    measured,
    profile_of,
    raw_page,
    summary,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

SUM = "{unit}__sass_thread_inst_executed_op_{kind}_pred_on.sum"
COUNTS = {
    Quantity.FP64_FLOP: {"dadd": 5, "dmul": 7, "dfma": 11},
    Quantity.FP32_FLOP: {"fadd": 100, "fmul": 20, "ffma": 300},
    Quantity.FP16_FLOP: {"hadd": 3, "hmul": 4, "hfma": 10},
}
FLOP = {
    Quantity.FP64_FLOP: 34.0,  # 5 + 7 + 2 x 11
    Quantity.FP32_FLOP: 720.0,  # 100 + 20 + 2 x 300
    Quantity.FP16_FLOP: 54.0,  # 2 x 3 + 2 x 4 + 4 x 10
    Quantity.FP16_FLOP_SCALAR: 27.0,  # 3 + 4 + 2 x 10
}
ALL_COUNTS = {kind: count for counts in COUNTS.values() for kind, count in counts.items()}
PACKED_COUNTS = {"fadd": 1, "fmul": 2, "ffma": 3, "fadd2": 4, "fmul2": 5, "ffma2": 6}


def named(counts: Mapping[str, float | str], unit: str = "smsp") -> dict[str, float | str]:
    return {SUM.format(unit=unit, kind=kind): count for kind, count in counts.items()}


@pytest.mark.parametrize("unit", ["sm", "smsp"])
@pytest.mark.parametrize("shape", SHAPES)
def test_an_fma_is_two_operations_and_packed_half_does_two_at_once(shape: str, unit: str) -> None:
    kernel = kernel_of(SHAPES[shape](launch(named(ALL_COUNTS, unit))))
    assert {quantity: kernel.per_launch(quantity) for quantity in FLOP} == FLOP
    assert not any(kernel.measurements[quantity].lower_bound for quantity in FLOP)


@pytest.mark.parametrize("unit", ["inst", "", "instructions"])
def test_counts_with_and_without_a_unit_are_the_same(unit: str) -> None:
    kernel = kernel_of(long_table(launch(named(ALL_COUNTS), unit=unit)))
    assert kernel.per_launch(Quantity.FP64_FLOP) == 34.0


def test_thousands_of_instructions_are_decimal() -> None:
    values = named({"dadd": "1.02", "dmul": "0", "dfma": "2.5"})
    assert measured(Quantity.FP64_FLOP, long_table(launch(values, unit="Kinst"))).per_launch == pytest.approx(6020.0)


@pytest.mark.parametrize("shape", SHAPES)
def test_the_count_of_a_part_and_of_the_whole_multiprocessor_is_the_same_and_counts_once(shape: str) -> None:
    both = launch({**named(ALL_COUNTS, "sm"), **named(ALL_COUNTS, "smsp")})
    kernel = kernel_of(SHAPES[shape](both))
    assert {quantity: kernel.per_launch(quantity) for quantity in FLOP} == FLOP


def test_counts_of_a_part_and_of_the_whole_multiprocessor_go_into_one_sum() -> None:
    mixed = {**named({"dadd": 5, "dmul": 7}, "sm"), **named({"dfma": 11}, "smsp")}
    assert measured(Quantity.FP64_FLOP, long_table(launch(mixed))).per_launch == 34.0


@pytest.mark.parametrize("quantity", COUNTS)
def test_a_sum_of_which_a_part_is_missing_is_unknown_and_not_smaller(quantity: Quantity) -> None:
    for missing in COUNTS[quantity]:
        kept = {kind: count for kind, count in COUNTS[quantity].items() if kind != missing}
        kernel = kernel_of(long_table(launch(named(kept))))
        assert quantity not in kernel.measurements
        assert SUM.format(unit="smsp", kind=missing) in kernel.absences[quantity].metrics


def test_zero_operations_are_known_and_no_operations_are_not() -> None:
    zeros = kernel_of(long_table(launch(named(dict.fromkeys(COUNTS[Quantity.FP64_FLOP], 0)))))
    assert zeros.per_launch(Quantity.FP64_FLOP) == 0.0
    work = flop_work(zeros, conventions=Conventions())
    assert (work.total, work.done, work.of(Model.FP32).total) == (0.0, (), None)


def test_all_precisions_together_have_half_as_it_is_to_be_counted() -> None:
    kernel = kernel_of(long_table(launch(named(ALL_COUNTS))))
    packed = flop_work(kernel, conventions=Conventions())
    scalar = flop_work(kernel, conventions=Conventions(fp16=HalfCount.SCALAR))
    assert (packed.total, scalar.total) == (34.0 + 720.0 + 54.0, 34.0 + 720.0 + 27.0)
    assert (packed.of(Model.FP16).total, scalar.of(Model.FP16).total) == (54.0, 27.0)
    assert [part.operation.value for part in packed.parts] == ["fp64", "fp32", "fp16"]


@pytest.mark.parametrize("shape", OF_SEVERAL)
def test_the_operations_of_several_launches_are_those_of_the_mean_launch(shape: str) -> None:
    first, second = launch(named(ALL_COUNTS)), launch(named({kind: 3 * count for kind, count in ALL_COUNTS.items()}))
    kernel = kernel_of(OF_SEVERAL[shape](first, second))
    assert kernel.launches == 2
    assert {quantity: kernel.per_launch(quantity) for quantity in FLOP} == {
        quantity: 2 * count for quantity, count in FLOP.items()
    }


def test_averages_of_a_summary_are_those_of_one_launch() -> None:
    averages = {kind: count + 0.5 for kind, count in COUNTS[Quantity.FP64_FLOP].items()}
    kernel = kernel_of(summary(launch(named(averages)), count=9))
    assert kernel.launches == 9
    assert kernel.per_launch(Quantity.FP64_FLOP) == 36.0  # 5.5 + 7.5 + 2 x 11.5


@pytest.mark.parametrize("shape", OF_SEVERAL)
@pytest.mark.parametrize("nothing", ["n/a", "(!) n/a", "nan"])
def test_a_launch_without_a_value_makes_the_sum_unknown(shape: str, nothing: str) -> None:
    counts = COUNTS[Quantity.FP64_FLOP]
    text = OF_SEVERAL[shape](launch(named(counts)), launch(named({**counts, "dfma": nothing})))
    kernel = kernel_of(text)
    assert Quantity.FP64_FLOP not in kernel.measurements
    assert f"is {nothing.removeprefix('(!) ')} in 1 of 2 launches" in kernel.absences[Quantity.FP64_FLOP].reason


@pytest.mark.parametrize("capability", ["10.0", "10.3"])
@pytest.mark.parametrize("shape", SHAPES)
def test_packed_instructions_of_fp32_count_twice_and_packed_fma_four_times(shape: str, capability: str) -> None:
    text = SHAPES[shape](launch(named(PACKED_COUNTS)), capability=capability)
    measurement = measured(Quantity.FP32_FLOP, text)
    # 1 + 2 + 2 x 3 + 2 x 4 + 2 x 5 + 4 x 6. The rule of Nsight Compute would have 9 + 2 x 4 + 5 + 2 x 6 x 4 = 70.
    assert (measurement.per_launch, measurement.lower_bound, measurement.notes) == (51.0, False, ())


@pytest.mark.parametrize("unit", ["sm", "smsp"])
def test_packed_instructions_are_found_under_both_names(unit: str) -> None:
    text = long_table(launch(named(PACKED_COUNTS, unit)), capability="10.0")
    assert measured(Quantity.FP32_FLOP, text).per_launch == 51.0


@pytest.mark.parametrize("capability", ["10.0", "10.3"])
@pytest.mark.parametrize("shape", SHAPES)
def test_without_packed_instructions_fp32_is_a_lower_bound_where_the_chip_has_them(shape: str, capability: str) -> None:
    kernel = kernel_of(SHAPES[shape](launch(named(COUNTS[Quantity.FP32_FLOP])), capability=capability))
    measurement = kernel.measurements[Quantity.FP32_FLOP]
    assert (measurement.per_launch, measurement.lower_bound) == (720.0, True)
    assert [note.startswith("packed FP32 instructions were not collected") for note in measurement.notes] == [True]
    work = flop_work(kernel, conventions=Conventions())
    assert work.is_lower_bound
    assert work.of(Model.FP32).is_lower_bound


@pytest.mark.parametrize("capability", ["7.0", "8.0", "9.0", "12.0"])
@pytest.mark.parametrize("shape", SHAPES)
def test_chips_without_packed_instructions_of_fp32_lack_nothing(shape: str, capability: str) -> None:
    text = SHAPES[shape](launch(named(COUNTS[Quantity.FP32_FLOP])), capability=capability)
    measurement = measured(Quantity.FP32_FLOP, text)
    assert (measurement.per_launch, measurement.lower_bound, measurement.notes) == (720.0, False, ())


PACKED_KINDS = ("fadd2", "fmul2", "ffma2")
SOME_PACKED = [kinds for size in (1, 2) for kinds in itertools.combinations(PACKED_KINDS, size)]


@pytest.mark.parametrize("kinds", SOME_PACKED, ids="+".join)
def test_with_some_packed_instructions_fp32_is_still_a_lower_bound(kinds: tuple[str, ...]) -> None:
    counts = {kind: count for kind, count in PACKED_COUNTS.items() if kind not in PACKED_KINDS or kind in kinds}
    measurement = measured(Quantity.FP32_FLOP, long_table(launch(named(counts)), capability="10.0"))
    packed = {"fadd2": 8.0, "fmul2": 10.0, "ffma2": 24.0}
    assert measurement.per_launch == 9.0 + sum(packed[kind] for kind in kinds)
    assert measurement.lower_bound
    assert len(measurement.notes) == 1


def test_packed_instructions_that_the_chip_does_not_count_are_as_good_as_not_collected() -> None:
    counts: dict[str, float | str] = {**PACKED_COUNTS, **dict.fromkeys(PACKED_KINDS, "n/a")}
    old = measured(Quantity.FP32_FLOP, long_table(launch(named(counts)), capability="8.0"))
    new = measured(Quantity.FP32_FLOP, long_table(launch(named(counts)), capability="10.0"))
    assert (old.per_launch, old.lower_bound) == (9.0, False)
    assert (new.per_launch, new.lower_bound) == (9.0, True)


@pytest.mark.parametrize("capability", ["9.0", "10.0"])
def test_packed_instructions_that_one_launch_lacks_are_no_zeros(capability: str) -> None:
    missing = launch(named({**PACKED_COUNTS, "ffma2": "n/a"}))
    profile = profile_of(long_table(launch(named(PACKED_COUNTS)), missing, capability=capability))
    (kernel,) = profile.kernels
    assert Quantity.FP32_FLOP not in kernel.measurements


def test_packed_instructions_count_where_the_compute_capability_is_not_known() -> None:
    text = long_table(launch(named(PACKED_COUNTS)), capability="")
    assert measured(Quantity.FP32_FLOP, text).per_launch == 51.0


def of_fp64(kinds: tuple[str, ...], *, value: float | str = 3) -> dict[str, float | str]:
    return {f"sm__sass_thread_inst_executed_op_{kind}_pred_on.sum": value for kind in kinds}


@pytest.mark.parametrize("kinds", [("dadd",), ("dadd", "dfma"), ("dmul",)])
def test_operations_of_which_some_were_never_collected_are_told_apart_from_those_that_were_lost(
    kinds: tuple[str, ...],
) -> None:
    others = [kind for kind in ("dadd", "dmul", "dfma") if kind not in kinds]
    kernel = kernel_of(long_table(launch(of_fp64(kinds))))
    absence = kernel.absences[Quantity.FP64_FLOP]
    missing = tuple(f"smsp__sass_thread_inst_executed_op_{kind}_pred_on.sum" for kind in others)
    assert (absence.was_collected, absence.never_collected) == (True, missing)
    assert f"never collected beside the others: {', '.join(missing)}" in absence.reason
    work = flop_work(kernel, conventions=Conventions())
    assert work.incomplete == ((OperationKind(Operation.FP64), missing),)
    assert work.lost == (OperationKind(Operation.FP64),)
    assert work.is_lower_bound
    assert work.of(Model.FP32).incomplete == ()


def test_operations_that_a_launch_lacks_were_lost() -> None:
    all_of_them = of_fp64(("dadd", "dmul", "dfma"))
    cut = {**all_of_them, **of_fp64(("dfma",), value="n/a")}
    kernel = kernel_of(raw_page(launch(all_of_them), launch(cut)))
    assert kernel.absences[Quantity.FP64_FLOP].never_collected == ()
    work = flop_work(kernel, conventions=Conventions())
    assert (work.lost, work.incomplete) == ((OperationKind(Operation.FP64),), ())
