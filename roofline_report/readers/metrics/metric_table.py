"""Which metrics make up which quantity: read from metric_tables/*.yaml, one file per profiler.

A formula is a weighted sum of metrics. It is data, so that a new name of a metric is a line there and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from roofline_report.domain.profile import Quantity
from roofline_report.readers.metrics.collection import collection_of
from roofline_report.readers.metrics.table_documents import (
    as_items,
    as_mapping,
    as_text,
    as_texts,
    load_documents,
    parse_document,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roofline_report.readers.metrics.collection import Collection

UNKNOWN_CAPABILITY = "unknown"
"""What a table writes for a device whose compute capability is not known."""

OVERRIDE_SOURCE = "run.yml"

MetricOverrides = Mapping[Quantity, tuple[tuple[str, float], ...]]
"""Formulas of the user, which stand before all others: per quantity the metrics and their weights."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """One metric of a sum.

    Attributes:
        metrics: The names by which it goes, in order of preference.
        weight: What it is multiplied with.
        optional: The sum is used without it too.
        note_when_missing: What to say then.
    """

    metrics: tuple[str, ...]
    weight: float = 1.0
    optional: bool = False
    note_when_missing: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """What to know about a formula, for some compute capabilities or for all.

    Attributes:
        text: What to print with the number.
        compute_capability: Where it holds; empty where it holds everywhere.
        decides: Whether the number may be held against a roof all the same.
    """

    text: str
    compute_capability: tuple[str, ...] = ()
    decides: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Formula:
    """A weighted sum of metrics.

    Attributes:
        terms: What is added up.
        source: Where the formula stands.
        accepts: The dimensions that its metrics may have; empty where any will do.
        notes: What to print with the number.
        compute_capability: Where it holds; empty where it holds everywhere.
    """

    terms: tuple[Term, ...]
    source: str
    accepts: frozenset[str] = frozenset()
    notes: tuple[Note, ...] = ()
    compute_capability: tuple[str, ...] = ()

    def holds_for(self, capability: str | None) -> bool:
        """Tell whether the formula is one for this compute capability."""
        return matches_capability(self.compute_capability, capability)

    def notes_for(self, capability: str | None) -> tuple[Note, ...]:
        """Return the notes that hold for this compute capability."""
        return tuple(note for note in self.notes if matches_capability(note.compute_capability, capability))

    @property
    def metrics(self) -> frozenset[str]:
        """Return every metric that may go into the sum."""
        return frozenset(name for term in self.terms for name in term.metrics)


@dataclass(frozen=True, slots=True, kw_only=True)
class QuantityEntry:
    """How a quantity is known: its formulas in order of preference, and what to say where none fits."""

    missing: str
    formulas: tuple[Formula, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricTable:
    """The formulas of one profiler.

    Attributes:
        profiler: The profiler.
        entries: How each quantity is known.
        collection: What to run for it.
        shares: Metrics that are shares of a whole, in percent: above 100 something is off.
    """

    profiler: str
    entries: Mapping[Quantity, QuantityEntry]
    collection: Collection
    shares: tuple[str, ...] = ()

    @property
    def metrics(self) -> frozenset[str]:
        """Return every metric that any formula uses."""
        return frozenset(name for formula in self.formulas for name in formula.metrics)

    @property
    def formulas(self) -> tuple[Formula, ...]:
        """Return the formulas of all quantities."""
        return tuple(formula for entry in self.entries.values() for formula in entry.formulas)


def override_formulas(
    overrides: MetricOverrides, tables: Sequence[MetricTable], *, capability: str | None
) -> dict[Quantity, Formula]:
    """Return the user's formulas. What is to be known of a metric holds for them too, so they have the tables' notes.

    Args:
        overrides: What the user adds up.
        tables: Where the notes come from: of every formula that has a metric in common.
        capability: The compute capability, where known.
    """
    return {
        quantity: Formula(
            terms=tuple(Term(metrics=(metric,), weight=weight) for metric, weight in terms),
            source=OVERRIDE_SOURCE,
            notes=_notes_on({metric for metric, _ in terms}, tables, capability=capability),
        )
        for quantity, terms in overrides.items()
        if terms
    }


def _notes_on(metrics: set[str], tables: Sequence[MetricTable], *, capability: str | None) -> tuple[Note, ...]:
    """Return the notes on these metrics for a compute capability, each once."""
    formulas = (formula for table in tables for formula in table.formulas if formula.holds_for(capability))
    return tuple(
        dict.fromkeys(
            note for formula in formulas if formula.metrics & metrics for note in formula.notes_for(capability)
        )
    )


def overridden_metrics(overrides: MetricOverrides) -> frozenset[str]:
    """Return every metric that the user names."""
    return frozenset(metric for terms in overrides.values() for metric, _ in terms)


def wanted_metrics(overrides: MetricOverrides) -> frozenset[str]:
    """Return every metric that is looked at: those that a formula uses, of the tables or of the user, and shares."""
    return overridden_metrics(overrides).union(*(table.metrics.union(table.shares) for table in load_tables()))


def matches_capability(prefixes: tuple[str, ...], capability: str | None) -> bool:
    """Tell whether a compute capability is one of those listed: "8.0" is itself alone, "10." every 10.x."""
    if not prefixes:
        return True
    if capability is None:
        return UNKNOWN_CAPABILITY in prefixes
    return any(capability == prefix or (prefix.endswith(".") and capability.startswith(prefix)) for prefix in prefixes)


@cache
def load_tables() -> tuple[MetricTable, ...]:
    """Return the tables of all profilers, in the order of their file names."""
    return tuple(_table(document) for document in load_documents())


def parse_table(text: str) -> MetricTable:
    """Return the table that a YAML text holds.

    Raises:
        TypeError: The text is no table; the tables are part of the package, so that is a fault of the package.
        KeyError: A key is missing.
        ValueError: A quantity is not known.
    """
    return _table(parse_document(text))


def _table(document: Mapping[str, object]) -> MetricTable:
    return MetricTable(
        profiler=as_text(document["profiler"]),
        entries={Quantity(name): _entry(value) for name, value in as_mapping(document["quantities"]).items()},
        collection=collection_of(document),
        shares=tuple(as_texts(document.get("shares", []))),
    )


def _entry(value: object) -> QuantityEntry:
    entry = as_mapping(value)
    return QuantityEntry(
        missing=as_text(entry["missing"]), formulas=tuple(_formula(each) for each in as_items(entry["formulas"]))
    )


def _formula(value: object) -> Formula:
    formula = as_mapping(value)
    return Formula(
        terms=tuple(_term(each) for each in as_items(formula["terms"])),
        source=as_text(formula["source"]),
        accepts=frozenset(as_texts(formula["accepts"])),
        notes=tuple(_note(each) for each in as_items(formula.get("notes", []))),
        compute_capability=tuple(as_texts(formula.get("compute_capability", []))),
    )


def _term(value: object) -> Term:
    term = as_mapping(value)
    names = term["metric"]
    weight = term.get("weight", 1)
    if not isinstance(weight, (int, float)):
        raise TypeError(weight)
    note = term.get("note_when_missing")
    return Term(
        metrics=(names,) if isinstance(names, str) else tuple(as_texts(names)),
        weight=float(weight),
        optional=term.get("optional") is True,
        note_when_missing=None if note is None else as_text(note),
    )


def _note(value: object) -> Note:
    note = as_mapping(value)
    return Note(
        text=as_text(note["text"]),
        compute_capability=tuple(as_texts(note.get("compute_capability", []))),
        decides=_boolean(note.get("decides", True)),
    )


def _boolean(value: object) -> bool:
    if not isinstance(value, bool):
        raise TypeError(value)
    return value
