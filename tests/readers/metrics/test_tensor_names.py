"""Which names of tensor counters are parts of others, and that no table adds up both."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import pytest

from roofline_report.domain.quantity import FLOP_OF, SPARSE_FLOP_OF, Quantity
from roofline_report.readers.metrics.metric_table import load_tables
from roofline_report.readers.metrics.tensor_names import is_part_of
from tests.readers.nsight_compute.tensor_chips import CHIPS, LEAVES, PREFIX, Work, metric, names_of

if TYPE_CHECKING:
    from roofline_report.readers.metrics.formula import Formula

CAPABILITIES = ["7.0", "7.2", *CHIPS, "12.1", None]
COUNTED = [*FLOP_OF.values(), *SPARSE_FLOP_OF.values(), Quantity.INT8_TENSOR_OPERATIONS]


def work_of(name: str) -> Work:
    return Work.named(name.removeprefix(PREFIX).removesuffix(".sum"))


def names_in(formula: Formula) -> list[str]:
    return [name for name in formula.metrics if name.startswith(PREFIX) and name.endswith(".sum")]


def shares_work(formula: Formula, other: Formula) -> bool:
    """Tell whether a metric of one formula counts what one of another counts too."""
    pairs = itertools.product(names_in(formula), names_in(other))
    return any(work_of(one).holds(work_of(two)) or work_of(two).holds(work_of(one)) for one, two in pairs)


@pytest.mark.parametrize("capability", CAPABILITIES)
def test_a_quantity_that_counts_what_another_counts_is_held_by_it(capability: str | None) -> None:
    (table,) = (table for table in load_tables() if table.profiler == "Nsight Compute")
    known = [
        (quantity, formula)
        for quantity in COUNTED
        for formula in table.entries[quantity].formulas
        if formula.holds_for(capability) and names_in(formula)
    ]
    for (one, formula), (other, its) in itertools.combinations(known, 2):
        if one is not other and shares_work(formula, its):
            assert other in formula.holds or one in its.holds, (names_in(formula), names_in(its))


def test_no_formula_adds_up_a_metric_and_a_part_of_it() -> None:
    (table,) = (table for table in load_tables() if table.profiler == "Nsight Compute")
    for formula in table.formulas:
        for one, other in itertools.permutations(names_in(formula), 2):
            assert one == other or not work_of(one).holds(work_of(other))


@pytest.mark.parametrize("chip", CHIPS)
def test_a_name_is_a_part_of_what_leaves_out_some_of_what_it_says(chip: str) -> None:
    for leaf, name in itertools.product(LEAVES[chip], names_of(chip)):
        assert is_part_of(metric(leaf), metric(name)) is Work.named(name).holds(Work.named(leaf)), (leaf, name)


def test_a_count_made_of_a_rate_is_a_part_too() -> None:
    rate = f"{metric('src_fp8_sparsity_on')}.per_second x time"
    assert is_part_of(rate, metric("src_fp8"))
    assert not is_part_of(metric("src_fp8"), rate)
    assert not is_part_of("dram__bytes.sum", "dram__bytes.sum")
