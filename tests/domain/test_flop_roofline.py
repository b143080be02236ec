from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roofline_report.domain.capability import possible_kinds
from roofline_report.domain.conventions import Conventions, HalfCount
from roofline_report.domain.flop_roofline import Model, flop_work, mixed_peak
from roofline_report.domain.hardware import Operation
from roofline_report.domain.profile import Absence, Kernel
from roofline_report.domain.quantity import FLOP_OF, SPARSE_FLOP_OF, Quantity
from tests.domain.kernels import kernel, measurement

COUNTS = {
    Quantity.FP64_FLOP: 1.0,
    Quantity.FP32_FLOP: 2.0,
    Quantity.FP16_FLOP: 8.0,
    Quantity.FP16_FLOP_SCALAR: 4.0,
    Quantity.FP16_TENSOR_FLOP: 16.0,
    Quantity.FP16_SPARSE_TENSOR_FLOP: 32.0,
    Quantity.INT8_TENSOR_OPERATIONS: 1024.0,
}


def totals(kernel_: Kernel, conventions: Conventions) -> dict[Model, float | None]:
    work = flop_work(kernel_, conventions=conventions)
    return {model: work.of(model).total for model in Model}


def test_every_operation_is_in_the_whole_and_in_one_model_of_its_own() -> None:
    assert set(Model.FLOP.operations) == set(Operation) - {Operation.WARP_INSTRUCTION}
    apart = [
        operation for model in (Model.FP64, Model.FP32, Model.FP16, Model.TENSOR) for operation in model.operations
    ]
    assert sorted(apart) == sorted(Model.FLOP.operations)
    assert set(SPARSE_FLOP_OF) < set(FLOP_OF)
    assert len({*FLOP_OF.values(), *SPARSE_FLOP_OF.values()}) == len(FLOP_OF) + len(SPARSE_FLOP_OF)


def test_work_is_that_of_the_model_and_integers_are_none() -> None:
    known = kernel(quantities=COUNTS)
    own: dict[Model, float | None] = {Model.FP64: 1.0, Model.FP32: 2.0, Model.TENSOR: 48.0, Model.INSTRUCTIONS: None}
    assert totals(known, Conventions()) == own | {Model.FP16: 8.0, Model.FLOP: 59.0}
    assert totals(known, Conventions(fp16=HalfCount.SCALAR)) == own | {Model.FP16: 4.0, Model.FLOP: 55.0}


def test_half_that_was_counted_one_way_alone_is_not_known_the_other_way() -> None:
    packed = kernel(quantities={Quantity.FP16_FLOP: 8.0})
    assert totals(packed, Conventions(fp16=HalfCount.SCALAR))[Model.FP16] is None


def test_parts_of_zero_are_known_and_not_done() -> None:
    work = flop_work(kernel(quantities={Quantity.FP64_FLOP: 0.0, Quantity.FP32_FLOP: 5.0}), conventions=Conventions())
    assert [part.operation for part in work.parts] == [Operation.FP64, Operation.FP32]
    assert [part.operation for part in work.done] == [Operation.FP32]
    assert (work.total, work.of(Model.FP16).total) == (5.0, None)


def test_sparse_operations_are_parts_of_their_own() -> None:
    work = flop_work(kernel(quantities=COUNTS), conventions=Conventions()).of(Model.TENSOR)
    assert [(part.operation, part.sparse, part.flop) for part in work.parts] == [
        (Operation.FP16_TENSOR, False, 16.0),
        (Operation.FP16_TENSOR, True, 32.0),
    ]


def test_a_lower_bound_of_one_precision_is_one_of_the_whole_and_of_no_other() -> None:
    low = replace(measurement(8.0), lower_bound=True)
    known = Kernel(name="k", launches=1, measurements={Quantity.FP32_FLOP: low, Quantity.FP64_FLOP: measurement(1.0)})
    work = flop_work(known, conventions=Conventions())
    bounds = [work.of(model).is_lower_bound for model in (Model.FLOP, Model.FP32, Model.FP64)]
    assert bounds == [True, True, False]


ALL_KINDS = dict.fromkeys((*FLOP_OF.values(), *SPARSE_FLOP_OF.values()), 1.0)


@pytest.mark.parametrize(
    ("left_out", "capability", "expected"),
    [
        ((), "12.0", []),
        ((Quantity.FP64_FLOP,), "6.0", ["FP64"]),
        ((Quantity.FP16_FLOP,), "5.2", []),
        ((Quantity.FP16_FLOP,), "5.3", ["FP16"]),
        ((Quantity.FP16_TENSOR_FLOP,), "6.1", []),
        ((Quantity.FP16_TENSOR_FLOP, Quantity.TF32_TENSOR_FLOP), "7.5", ["FP16 tensor"]),
        ((Quantity.FP16_SPARSE_TENSOR_FLOP,), "7.5", []),
        ((Quantity.FP16_SPARSE_TENSOR_FLOP,), "8.0", ["FP16 tensor with 2:4 sparsity"]),
        ((Quantity.FP8_TENSOR_FLOP,), "8.6", []),
        ((Quantity.FP8_TENSOR_FLOP, Quantity.FP4_TENSOR_FLOP), "8.9", ["FP8 tensor"]),
        ((Quantity.FP4_TENSOR_FLOP,), "10.0", ["FP4 tensor"]),
        ((Quantity.FP4_TENSOR_FLOP,), None, ["FP4 tensor"]),
    ],
)
def test_what_a_chip_can_do_and_nobody_counted_makes_a_lower_bound(
    left_out: tuple[Quantity, ...], capability: str | None, expected: list[str]
) -> None:
    counts = {quantity: count for quantity, count in ALL_KINDS.items() if quantity not in left_out}
    work = flop_work(kernel(quantities=counts), conventions=Conventions(), possible=possible_kinds(capability))
    assert [kind.in_words(tensor="tensor") for kind in work.uncollected] == expected
    assert work.is_lower_bound is bool(expected)
    assert work.mix_is_known is not work.is_lower_bound


def test_idle_tensor_units_need_not_be_counted() -> None:
    counts = {Quantity.FP64_FLOP: 1.0, Quantity.FP32_FLOP: 1.0, Quantity.FP16_FLOP: 0.0, Quantity.TENSOR_ACTIVITY: 0.0}
    assert not flop_work(kernel(quantities=counts), conventions=Conventions()).is_lower_bound


def test_what_another_sum_holds_and_what_no_metric_of_the_chip_counts_is_not_missing() -> None:
    counts = {quantity: count for quantity, count in ALL_KINDS.items() if "sparse" not in quantity.value}
    known = kernel(quantities=counts)
    holding = {
        FLOP_OF[operation]: replace(measurement(1.0), holds=(quantity,))
        for operation, quantity in SPARSE_FLOP_OF.items()
        if operation is not Operation.FP8_TENSOR
    }
    known = replace(known, measurements=dict(known.measurements) | holding)
    uncounted = {Quantity.FP8_SPARSE_TENSOR_FLOP: Absence(reason="this chip has no such metric", is_countable=False)}
    work = flop_work(replace(known, absences=uncounted), conventions=Conventions())
    assert (work.uncollected, work.is_lower_bound) == ((), False)
    lost = {Quantity.BF16_SPARSE_TENSOR_FLOP: Absence(reason="lost", was_collected=True)}
    assert flop_work(replace(known, absences=uncounted | lost), conventions=Conventions()).lost == ()


ACTIVE = {Quantity.TENSOR_ACTIVITY: 3.0}
FP16, SPARSE, INT8 = Quantity.FP16_TENSOR_FLOP, Quantity.FP16_SPARSE_TENSOR_FLOP, Quantity.INT8_TENSOR_OPERATIONS


@pytest.mark.parametrize(
    ("counts", "hidden"),
    [
        ({}, False),
        ({FP16: 0.0}, False),
        ({Quantity.TENSOR_ACTIVITY: 0.0, FP16: 0.0}, False),
        (ACTIVE, True),
        (ACTIVE | {FP16: 0.0}, True),
        (ACTIVE | {FP16: 0.0, SPARSE: 0.0, INT8: 0.0}, True),
        (ACTIVE | {Quantity.FP64_FLOP: 7.0}, True),
        (ACTIVE | {FP16: 5.0}, False),
        (ACTIVE | {FP16: 0.0, SPARSE: 5.0}, False),
        (ACTIVE | {FP16: 0.0, INT8: 5.0}, False),
        (ACTIVE | {INT8: 5.0}, True),
    ],
)
def test_what_active_tensor_units_did_is_unknown_unless_something_explains_it(
    counts: dict[Quantity, float], *, hidden: bool
) -> None:
    work = flop_work(kernel(quantities=counts), conventions=Conventions())
    assert work.hidden_tensor is hidden
    assert work.of(Model.TENSOR).hidden_tensor is hidden
    assert not work.of(Model.FP64).hidden_tensor


def test_the_peak_of_a_mix_is_all_work_over_the_time_that_each_part_takes_at_its_own() -> None:
    # 100 at 10 per second take 10 s, 300 at 60 take 5 s: 400 in 15 s.
    assert mixed_peak([(100.0, 10.0), (300.0, 60.0)]) == pytest.approx(400 / 15)
    assert mixed_peak([(7.0, 5.0)]) == 5.0
    assert mixed_peak([]) is None


@given(st.lists(st.tuples(st.floats(1, 1e15), st.floats(1, 1e15)), min_size=1, max_size=8))
def test_the_peak_of_a_mix_lies_between_those_of_its_parts(parts: list[tuple[float, float]]) -> None:
    peak = mixed_peak(parts)
    assert peak is not None
    assert min(own for _, own in parts) * (1 - 1e-12) <= peak <= max(own for _, own in parts) * (1 + 1e-12)
    # At that rate all work takes as long as its parts one after the other.
    seconds = math.fsum(work / own for work, own in parts)
    assert math.fsum(work for work, _ in parts) / peak == pytest.approx(seconds, rel=1e-9)
