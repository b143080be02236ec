from __future__ import annotations

import pytest

from roofline_report.domain.profile import Quantity
from roofline_report.domain.units import find_unit
from roofline_report.readers.metric_table import load_tables, matches_capability, parse_table
from roofline_report.readers.registry import READERS


def test_every_reader_has_a_table_that_knows_every_quantity() -> None:
    tables = {table.profiler: table for table in load_tables()}
    assert set(tables) == {reader.profiler for reader in READERS}
    for table in tables.values():
        assert set(table.entries) == set(Quantity)


def test_every_formula_has_a_source_weights_and_known_dimensions() -> None:
    known = {unit.dimension for text in ("s", "inst", "sector", "transaction", "", "byte") if (unit := find_unit(text))}
    formulas = [each for table in load_tables() for entry in table.entries.values() for each in entry.formulas]
    assert formulas
    for formula in formulas:
        assert formula.source
        assert formula.accepts <= known
        assert formula.accepts
        for term in formula.terms:
            assert term.weight != 0
            assert term.metrics
            assert not term.optional or term.note_when_missing


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
