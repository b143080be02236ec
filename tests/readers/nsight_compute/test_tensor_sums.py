"""Sums over dense and sparse operations, and over both ways of adding up: their parts are taken off, or nothing is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roofline_report.domain.problem import Severity
from roofline_report.domain.quantity import Quantity
from roofline_report.readers.joining.assembly import assemble
from tests.readers.nsight_compute.measured import launch, long_table
from tests.readers.nsight_compute.tensor_chips import metric
from tests.readers.samples import read, the_kernel

if TYPE_CHECKING:
    from roofline_report.domain.profile import Kernel, Profile

TF32, SPARSE_TF32 = Quantity.TF32_TENSOR_FLOP, Quantity.TF32_SPARSE_TENSOR_FLOP
FP16, ACCUMULATE = Quantity.FP16_TENSOR_FLOP, Quantity.FP16_ACCUMULATE_TENSOR_FLOP
SPARSE_FP16, SPARSE_ACCUMULATE = Quantity.FP16_SPARSE_TENSOR_FLOP, Quantity.FP16_ACCUMULATE_SPARSE_TENSOR_FLOP
FP8, SPARSE_FP8 = Quantity.FP8_TENSOR_FLOP, Quantity.FP8_SPARSE_TENSOR_FLOP
BF16, SPARSE_BF16 = Quantity.BF16_TENSOR_FLOP, Quantity.BF16_SPARSE_TENSOR_FLOP
TENSOR = [quantity for quantity in Quantity if "tensor" in quantity and quantity is not Quantity.TENSOR_ACTIVITY]


def profile_of(values: dict[str, float], capability: str) -> Profile:
    named: dict[str, float | str] = {metric(name): value for name, value in values.items()}
    return assemble([read(long_table(launch(named), capability=capability))])


def kernel_of(values: dict[str, float], capability: str) -> Kernel:
    return the_kernel(profile_of(values, capability))


def counted(kernel: Kernel) -> dict[Quantity, float]:
    return {quantity: known for quantity in TENSOR if (known := kernel.per_launch(quantity)) is not None}


HMMA_ON, HGMMA_ON = "op_hmma_src_tf32_dst_fp32_sparsity_on", "op_hgmma_src_tf32_dst_fp32_sparsity_on"


@pytest.mark.parametrize(
    ("values", "capability", "expected"),
    [
        ({"src_fp8": 7, "src_fp8_sparsity_on": 4}, "8.9", {FP8: 3.0, SPARSE_FP8: 4.0}),
        ({"src_fp8": 7, "src_fp8_sparsity_on": 7}, "8.9", {FP8: 0.0, SPARSE_FP8: 7.0}),
        ({"src_fp8": 7, "src_fp8_sparsity_on": 0}, "9.0", {FP8: 7.0, SPARSE_FP8: 0.0}),
        ({"src_tf32_dst_fp32": 9, HMMA_ON: 2, HGMMA_ON: 3}, "9.0", {TF32: 4.0, SPARSE_TF32: 5.0}),
        # Sums in FP16 are a kind of their own here, sparse or not.
        (
            {"src_fp16": 99, "src_fp16_dst_fp16_sparsity_off": 9, "src_fp16_dst_fp32_sparsity_on": 20},
            "8.6",
            {FP16: 70.0, ACCUMULATE: 9.0, SPARSE_FP16: 20.0},
        ),
        ({"src_fp16": 99, "op_hmma_src_fp16_dst_fp16_sparsity_off": 9}, "12.0", {FP16: 90.0, ACCUMULATE: 9.0}),
        # A sum of these that holds sparse ones itself, and sparse ones of it.
        ({"src_fp16": 99, "src_fp16_dst_fp16": 9}, "12.0", {FP16: 90.0, ACCUMULATE: 9.0}),
        (
            {"src_fp16": 99, "src_fp16_dst_fp16": 9, "op_hmma_src_fp16_dst_fp16_sparsity_on": 4},
            "12.0",
            {FP16: 90.0, ACCUMULATE: 5.0, SPARSE_ACCUMULATE: 4.0},
        ),
    ],
)
def test_a_part_that_is_known_is_taken_off_its_sum_and_stands_apart(
    values: dict[str, float], capability: str, expected: dict[Quantity, float]
) -> None:
    kernel = kernel_of(values, capability)
    assert counted(kernel) == expected
    assert not any(each.lower_bound for each in kernel.measurements.values())


def test_what_is_taken_off_stands_in_the_sum_with_its_weight() -> None:
    measurement = kernel_of({"src_fp8": 7, "src_fp8_sparsity_on": 4}, "8.9").measurements[FP8]
    assert [(term.metric, term.weight) for term in measurement.terms] == [
        (metric("src_fp8"), 1.0),
        (metric("src_fp8_sparsity_on"), -1.0),
    ]
    assert measurement.holds == ()
    assert measurement.notes == ("their sum holds FP8 tensor operations, sparse, which are taken off and stand apart",)


def test_a_sum_whose_parts_are_not_known_says_what_may_be_among_it() -> None:
    measurement = kernel_of({"src_fp16": 7}, "8.6").measurements[FP16]
    assert measurement.holds == (SPARSE_FP16, ACCUMULATE, SPARSE_ACCUMULATE)
    assert ["2:4 sparsity" in note or "sums in FP16" in note for note in measurement.notes] == [True, True]
    # Sums in FP16 are as fast as any on this one, and no kind of their own.
    assert kernel_of({"src_fp16": 7}, "9.0").measurements[FP16].holds == (SPARSE_FP16,)


def test_of_a_part_that_is_known_in_part_nothing_is_taken_off_and_nothing_added() -> None:
    kernel = kernel_of({"src_tf32_dst_fp32": 9, HMMA_ON: 2}, "9.0")
    assert counted(kernel) == {TF32: 9.0}
    assert kernel.measurements[TF32].holds == (SPARSE_TF32,)
    assert "part of another quantity" in kernel.absences[SPARSE_TF32].reason
    assert not kernel.measurements[TF32].lower_bound


def test_what_is_only_in_part_among_a_sum_leaves_it_a_lower_bound() -> None:
    sparse = {f"src_{kind}_dst_{to}_sparsity_on": 5 for kind in ("fp8", "fp4_fp6") for to in ("fp16", "fp32")}
    kernel = kernel_of({"src_fp8": 30, **sparse}, "12.0")
    # Those of FP4 and FP6 are not among the sum, so they are added; those of FP8 are, and count there.
    assert counted(kernel) == {FP8: 30.0, SPARSE_FP8: 10.0}
    assert kernel.measurements[FP8].lower_bound
    assert kernel.measurements[SPARSE_FP8].lower_bound


def test_a_sum_that_is_less_than_its_part_is_told_and_neither_is_used() -> None:
    profile = profile_of({"src_fp8": 7, "src_fp8_sparsity_on": 9, "src_fp64": 3}, "8.9")
    kernel = the_kernel(profile)
    assert counted(kernel) == {Quantity.FP64_TENSOR_FLOP: 3.0}
    (problem,) = (each for each in profile.problems if "would be negative" in each.summary)
    assert (problem.severity, problem.kernel) == (Severity.WARNING, "k()")
    # So that the operations that are left are a lower bound.
    assert all(kernel.absences[quantity].was_collected for quantity in (FP8, SPARSE_FP8))


def test_a_difference_that_rounding_makes_negative_is_none() -> None:
    assert counted(kernel_of({"src_fp8": 10_000, "src_fp8_sparsity_on": 10_009}, "8.9")) == {
        FP8: 0.0,
        SPARSE_FP8: 10_009.0,
    }


def of_the_user(terms: tuple[tuple[str, float], ...]) -> Kernel:
    values = {metric("src_bf16_dst_fp32"): 9, metric("src_bf16_dst_fp32_sparsity_on"): 2}
    text = long_table(launch(values), capability="10.0")
    return the_kernel(assemble([read(text)], overrides={BF16: terms}))


@pytest.mark.parametrize(
    "terms",
    [
        ((metric("src_bf16_dst_fp32"), 1.0),),
        ((metric("src_bf16_dst_fp32"), 1.0), (metric("src_bf16_dst_fp32_sparsity_on"), -1.0)),
    ],
)
def test_a_sum_that_the_user_names_holds_its_parts_once(terms: tuple[tuple[str, float], ...]) -> None:
    assert counted(of_the_user(terms)) == {BF16: 7.0, SPARSE_BF16: 2.0}
