from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from roofline_report.domain.quantity import CYCLES_OF, FLOP_OF, SPARSE_FLOP_OF, Quantity
from roofline_report.domain.units import find_unit
from roofline_report.readers.metrics.formula import matches_capability
from roofline_report.readers.metrics.metric_table import MetricTable, load_tables, parse_table, wanted_metrics
from roofline_report.readers.metrics.rates import TIME, factors_of, is_product
from roofline_report.readers.registry import READERS

if TYPE_CHECKING:
    from roofline_report.domain.hardware import Operation
    from roofline_report.readers.metrics.formula import Formula


def test_every_reader_has_a_table_that_knows_the_time() -> None:
    tables = {table.profiler: table for table in load_tables()}
    assert set(tables) == {reader.profiler for reader in READERS}
    for table in tables.values():
        assert Quantity.DURATION in table.entries


COLLECTED = {
    Quantity.DURATION,
    Quantity.WARP_INSTRUCTIONS,
    Quantity.THREAD_INSTRUCTIONS,
    Quantity.GLOBAL_SECTORS,
    Quantity.LOCAL_SECTORS,
    Quantity.GLOBAL_ATOMIC_SECTORS,
    Quantity.SHARED_WAVEFRONTS,
    Quantity.L2_SECTORS,
    Quantity.L2_SECTORS_ATOMICS_TWICE,
    Quantity.DRAM_SECTORS,
    Quantity.FP64_FLOP,
    Quantity.FP32_FLOP,
    Quantity.FP16_FLOP,
    Quantity.FP16_FLOP_SCALAR,
    *CYCLES_OF.values(),
    Quantity.GLOBAL_LOAD_SECTORS,
    Quantity.GLOBAL_STORE_SECTORS,
    Quantity.GLOBAL_LOAD_REQUESTS,
    Quantity.GLOBAL_STORE_REQUESTS,
    Quantity.SHARED_LOAD_WAVEFRONTS,
    Quantity.SHARED_STORE_WAVEFRONTS,
    Quantity.SHARED_LOAD_REQUESTS,
    Quantity.SHARED_STORE_REQUESTS,
}
"""What the commands collect that the documentation shows; nothing that only some kernels or chips have."""

UNITS = ("s", "cycle", "inst", "inst/cycle", "sector", "transaction", "request", "byte", "byte/cycle", "SM", "%")

NOT_OF_NVPROF = {
    *(quantity for quantity in Quantity if "tensor" in quantity or quantity.endswith("_cycles")),
    Quantity.L1_TAG_BYTES,
    Quantity.L1_RETURNED_BYTES,
    Quantity.L2_LOOKUP_BYTES,
    Quantity.L2_RETURNED_BYTES,
    Quantity.LAUNCH_MULTIPROCESSORS,
}
"""What is told apart since Nsight Compute only."""


@pytest.mark.parametrize(("profiler", "without"), [("nvprof", NOT_OF_NVPROF), ("Nsight Compute", set())])
def test_the_profilers_that_can_count_everything_have_every_quantity(profiler: str, without: set[Quantity]) -> None:
    (table,) = (table for table in load_tables() if table.profiler == profiler)
    assert set(table.entries) == set(Quantity) - without


def test_every_formula_has_a_source_weights_and_known_dimensions() -> None:
    known = {unit.dimension for text in (*UNITS, "") if (unit := find_unit(text))}
    formulas = [each for table in load_tables() for entry in table.entries.values() for each in entry.formulas]
    peaks = [each for table in load_tables() for formulas in table.peaks.values() for each in formulas]
    assert formulas
    assert peaks
    for formula in (*formulas, *peaks):
        assert formula.source
        assert formula.accepts <= known
        assert formula.accepts
        for term in formula.terms:
            assert term.metrics
            assert all(term.weight_of(metric) != 0 for metric in term.metrics)


def test_what_is_left_out_of_a_sum_is_told_wherever_there_may_be_something() -> None:
    for table in load_tables():
        for quantity, entry in table.entries.items():
            optional = [(formula, term) for formula in entry.formulas for term in formula.terms if term.optional]
            # Some chips alone have these instructions, and a formula of theirs tells of them.
            told = {term.metrics for formula, term in optional if formula.compute_capability and term.note_when_missing}
            for formula, term in optional:
                if formula.has_signs:
                    continue  # whatever shows that there is any will do
                assert term.note_when_missing or term.metrics in told, (table.profiler, quantity, formula.source)
                assert term.note_when_missing or not formula.compute_capability


_SPARSE_OF = {FLOP_OF[operation]: sparse for operation, sparse in SPARSE_FLOP_OF.items()}


def _as_sparse(formula: Formula) -> Formula:
    """Return the formula that counts with 2:4 sparsity what another one counts without."""
    terms = (
        replace(term, metrics=tuple(name.replace("sparsity_off", "sparsity_on") for name in term.metrics))
        for term in formula.terms
    )
    holds = (_SPARSE_OF[quantity] for quantity in formula.holds)
    return replace(formula, terms=tuple(terms), holds=tuple(holds))


@pytest.mark.parametrize("operation", SPARSE_FLOP_OF)
def test_operations_with_sparsity_are_made_in_every_way_in_which_dense_ones_are(operation: Operation) -> None:
    (table,) = (table for table in load_tables() if table.profiler == "Nsight Compute")
    dense, sparse = (table.entries[of[operation]].formulas for of in (FLOP_OF, SPARSE_FLOP_OF))
    told_apart = [formula for formula in dense if all("sparsity_off" in name for name in formula.metrics)]
    assert [_as_sparse(formula) for formula in told_apart] == list(sparse)
    assert not any("sparsity_off" in name for formula in dense if formula not in told_apart for name in formula.metrics)


@pytest.mark.parametrize(
    ("capability", "matches"),
    [("8.0", True), ("8.6", False), ("10.0", True), ("10.3", True), ("1.0", False), ("100", False), (None, False)],
)
def test_a_capability_is_one_of_those_listed(capability: str | None, *, matches: bool) -> None:
    assert matches_capability(("8.0", "10."), capability) is matches


def test_an_empty_list_is_every_capability_and_unknown_is_listed_by_its_name() -> None:
    assert matches_capability((), None)
    assert matches_capability((), "7.5")
    assert matches_capability(("unknown",), None)
    assert not matches_capability(("unknown",), "7.5")


@pytest.mark.parametrize(
    "text", ["[]", "profiler: x\nquantities: []", "profiler: 1\nquantities: {}", "profiler: x\nquantities: {speed: {}}"]
)
def test_a_text_that_is_no_table_is_refused(text: str) -> None:
    with pytest.raises((TypeError, ValueError)):
        parse_table(text)


def test_whether_a_number_decides_is_yes_or_no() -> None:
    text = """
profiler: x
collect: {for: GPUs, commands: []}
quantities:
  duration:
    missing: none
    formulas:
      - {terms: [{metric: t}], source: s, accepts: [s], notes: [{text: far, decides: no}, {text: near}]}
"""
    (formula,) = parse_table(text).formulas
    assert [(note.text, note.decides) for note in formula.notes_for("7.0")] == [("far", False), ("near", True)]
    with pytest.raises(TypeError):
        parse_table(text.replace("decides: no", "decides: hardly"))


@pytest.mark.parametrize("table", load_tables(), ids=lambda table: table.profiler)
@pytest.mark.parametrize("capability", ["7.0", "8.0", "8.9", "9.0", None])
def test_what_is_said_to_be_collected_gives_what_rooflines_need(table: MetricTable, capability: str | None) -> None:
    collected = {metric for step in table.collection.steps for metric in (*step.metrics, *step.gives)}
    assert set(table.collection.metrics) <= wanted_metrics({})
    collected |= {name for name in table.metrics if is_product(name) and collected | {TIME} >= {*factors_of(name)}}
    for quantity in table.entries.keys() & COLLECTED:
        if quantity is Quantity.GLOBAL_ATOMIC_SECTORS and table.profiler == "nvprof":
            continue  # nvprof counts set accesses, not sectors
        formulas = [formula for formula in table.entries[quantity].formulas if formula.holds_for(capability)]
        complete = [
            formula
            for formula in formulas
            if all(term.optional or collected & set(term.metrics) for term in formula.terms)
        ]
        assert complete, quantity
        if quantity is not Quantity.L2_SECTORS_ATOMICS_TWICE and quantity not in CYCLES_OF.values():
            assert complete[0] is formulas[0], f"{quantity}: the preferred formula lacks a metric"


def test_the_commands_name_their_metrics() -> None:
    for table in load_tables():
        text = " ".join(table.collection.commands)
        assert "{metrics}" not in text
        for metric in table.collection.metrics:
            assert metric in text
