"""Whatever was collected of a chip's tensor metrics, no operation counts twice, and what is exact is marked so."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roofline_report.domain.conventions import Conventions
from roofline_report.domain.flop_roofline import flop_work
from roofline_report.domain.hardware import Operation
from roofline_report.domain.quantity import Quantity
from tests.readers.nsight_compute.measured import kernel_of, launch, long_table
from tests.readers.nsight_compute.tensor_chips import (
    CHIPS,
    LEAVES,
    Work,
    is_sparse,
    metric,
    names_of,
    operation_of,
    values_of,
)

if TYPE_CHECKING:
    from collections.abc import Collection

    from roofline_report.domain.profile import Kernel

TENSOR = [operation for operation in Operation if operation.is_tensor]


def read_tensor(values: dict[str, int], *, capability: str) -> Kernel:
    named: dict[str, float | str] = {metric(name): value for name, value in values.items()}
    named["smsp__inst_executed.sum"] = 1
    return kernel_of(long_table(launch(named), capability=capability))


def true_work(chip: str, work: dict[str, int], operation: Operation) -> tuple[int, int]:
    """Return what was done of an operation, without sparsity and with it."""
    own = [leaf for leaf in LEAVES[chip] if operation_of(leaf, chip) is operation]
    return sum(work[leaf] for leaf in own if not is_sparse(leaf)), sum(work[leaf] for leaf in own if is_sparse(leaf))


@st.composite
def collections(draw: st.DrawFn) -> tuple[str, dict[str, int], list[str]]:
    """Draw a chip, the work that a kernel did on it, and the metrics that were collected."""
    chip = draw(st.sampled_from(CHIPS))
    # Powers of two, so that no two sums of different leaves are equal by chance; some kernels do nothing of a kind.
    leaves = LEAVES[chip]
    done = draw(st.lists(st.booleans(), min_size=len(leaves), max_size=len(leaves)))
    work = {leaf: 2**place if does else 0 for place, (leaf, does) in enumerate(zip(leaves, done, strict=True))}
    names = names_of(chip)
    # Most of them, or few: of all subsets alike most have half of the names.
    share = draw(st.sampled_from((0.1, 0.5, 0.9)))
    collected = [name for name in names if draw(st.floats(0, 1)) <= share]
    return chip, work, collected


@given(drawn=collections())
def test_whatever_is_collected_no_operation_counts_twice(drawn: tuple[str, dict[str, int], list[str]]) -> None:
    chip, work, collected = drawn
    values = values_of(chip, work)
    kernel = read_tensor({name: values[name] for name in collected}, capability=chip)
    parts = flop_work(kernel, conventions=Conventions()).parts
    for operation in TENSOR:
        dense, sparse = true_work(chip, work, operation)
        own = [part for part in parts if part.operation is operation]
        assert sum(part.flop for part in own) <= dense + sparse, operation
        for part in own:
            exact = sparse if part.sparse else dense + sparse * bool(part.measurement.holds)
            assert part.flop <= exact
            assert part.flop == exact or part.measurement.lower_bound, operation


@given(drawn=collections())
def test_nothing_counts_twice_where_the_compute_capability_is_not_known(
    drawn: tuple[str, dict[str, int], list[str]],
) -> None:
    chip, work, collected = drawn
    values = values_of(chip, work)
    kernel = read_tensor({name: values[name] for name in collected}, capability="")
    parts = flop_work(kernel, conventions=Conventions()).parts
    for operations in _merged(TENSOR):
        done = sum(sum(true_work(chip, work, operation)) for operation in operations)
        assert sum(part.flop for part in parts if part.operation in operations) <= done, operations


def _merged(operations: Collection[Operation]) -> list[tuple[Operation, ...]]:
    """Return the operations with FP16 as one, since without the chip it is not known how fast its sums are."""
    half = (Operation.FP16_TENSOR, Operation.FP16_ACCUMULATE_TENSOR)
    return [half, *((operation,) for operation in operations if operation not in half)]


@pytest.mark.parametrize("chip", CHIPS)
def test_with_all_metrics_of_a_chip_everything_is_counted_once(chip: str) -> None:
    work = {leaf: 3**place for place, leaf in enumerate(LEAVES[chip])}
    kernel = read_tensor(values_of(chip, work), capability=chip)
    parts = flop_work(kernel, conventions=Conventions()).parts
    for operation in TENSOR:
        own = [part for part in parts if part.operation is operation]
        assert sum(part.flop for part in own) == sum(true_work(chip, work, operation)), operation
        assert not any(part.measurement.lower_bound for part in own)


@pytest.mark.parametrize("chip", CHIPS)
def test_with_the_finest_metrics_alone_everything_is_counted_and_sparse_work_apart(chip: str) -> None:
    work = {leaf: 3**place for place, leaf in enumerate(LEAVES[chip])}
    kernel = read_tensor(work, capability=chip)
    parts = flop_work(kernel, conventions=Conventions()).parts
    for operation in TENSOR:
        for sparse, done in zip((False, True), true_work(chip, work, operation), strict=True):
            own = [part.flop for part in parts if part.operation is operation and part.sparse is sparse]
            assert sum(own) == done, (operation, sparse)
    integers = sum(work[leaf] for leaf in LEAVES[chip] if Work.named(leaf).src == "int8")
    assert kernel.per_launch(Quantity.INT8_TENSOR_OPERATIONS) == integers
