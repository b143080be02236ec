"""Which metrics make up which quantity: read from metric_tables/*.yaml, one file per profiler.

A formula is a weighted sum of metrics. It is data, so that a new name of a metric is a line there and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from roofline_report.domain.hardware import Operation, TrafficFamily
from roofline_report.domain.quantity import Quantity
from roofline_report.domain.units import COUNTED
from roofline_report.readers.metrics.collection import collection_of
from roofline_report.readers.metrics.formula import Formula, Note, Term, parse_formula
from roofline_report.readers.metrics.rates import is_product, parts_of, rates_of
from roofline_report.readers.metrics.table_documents import (
    as_items,
    as_mapping,
    as_text,
    as_texts,
    load_documents,
    parse_document,
)
from roofline_report.readers.metrics.tensor_names import sums_over

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from roofline_report.domain.profile import PeakKey
    from roofline_report.readers.metrics.collection import Collection

OVERRIDE_SOURCE = "run.yml"
ANY_COUNT = COUNTED | {"1"}
"""The dimensions of all counts, of those without a unit too."""

MetricOverrides = Mapping[Quantity, tuple[tuple[str, float], ...]]
"""Formulas of the user, which stand before all others: per quantity the metrics and their weights."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QuantityEntry:
    """How a quantity is known: its formulas in order of preference, and what to say where none fits."""

    missing: str
    formulas: tuple[Formula, ...]

    def to_collect(self, capability: str | None) -> list[Formula]:
        """Return the formulas that a profiler can be asked for on a chip, in order of preference."""
        names_chips = any(each.collect_on for each in self.formulas)
        return [
            each
            for each in self.formulas
            if each.holds_for(capability) and each.has_metrics and (not names_chips or each.is_collected_on(capability))
        ]


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricTable:
    """The formulas of one profiler.

    Attributes:
        profiler: The profiler.
        entries: How each quantity is known.
        collection: What to run for it.
        shares: Metrics that are shares of a whole, in percent: above 100 something is off.
        peaks: What its reports say that a device does at most in one cycle.
    """

    profiler: str
    entries: Mapping[Quantity, QuantityEntry]
    collection: Collection
    shares: tuple[str, ...] = ()
    peaks: Mapping[PeakKey, tuple[Formula, ...]] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def metrics(self) -> frozenset[str]:
        """Return every metric that any formula uses, and the sums that these are parts of."""
        used = {name for formula in self.formulas for name in formula.metrics}
        of_peaks = {name for formulas in self.peaks.values() for formula in formulas for name in formula.metrics}
        own = {peak_of(name) for formula in self.formulas if formula.has_own_peaks for name in formula.metrics}
        return frozenset(used | of_peaks | own | _wider_sums(used))

    @property
    def counts(self) -> bool:
        """Tell whether the profiler counts what kernels do, and does not only time them."""
        return Quantity.WARP_INSTRUCTIONS in self.entries

    @property
    def formulas(self) -> tuple[Formula, ...]:
        """Return the formulas of all quantities."""
        return tuple(formula for entry in self.entries.values() for formula in entry.formulas)


def override_formulas(
    overrides: MetricOverrides, tables: Sequence[MetricTable], *, capability: str | None
) -> dict[Quantity, Formula]:
    """Return the user's formulas. What is to be known of a metric holds for them too, so they have the tables' notes.

    A sum holds what it holds, whoever names it.

    Args:
        overrides: What the user adds up.
        tables: Where the notes come from: of the quantity's own formulas with a metric, else of all others with it; and
            what the metrics may measure.
        capability: The compute capability, where known.
    """
    return {
        quantity: Formula(
            terms=tuple(Term(metrics=(metric,), weight=weight) for metric, weight in terms),
            source=OVERRIDE_SOURCE,
            accepts=_accepted(quantity, tables),
            notes=(
                *_notes_on([metric for metric, _ in terms], tables, quantity=quantity, capability=capability),
                *_notes_on_left_out(dict(terms), _formulas_of(quantity, tables), capability=capability),
            ),
            holds=_held_by([metric for metric, _ in terms], tables, quantity=quantity),
        )
        for quantity, terms in overrides.items()
        if terms
    }


def _accepted(quantity: Quantity, tables: Sequence[MetricTable]) -> frozenset[str]:
    """Return what the metrics of a user's formula may measure: what those of the tables may, and any count for a count.

    A weight makes sectors of bytes. It makes no count of a time, a rate, a clock or a percentage.
    """
    entries = (table.entries[quantity] for table in tables if quantity in table.entries)
    own = frozenset[str]().union(*(formula.accepts for entry in entries for formula in entry.formulas))
    return own | ANY_COUNT if own & ANY_COUNT else own


def _notes_on(
    metrics: Sequence[str], tables: Sequence[MetricTable], *, quantity: Quantity, capability: str | None
) -> tuple[Note, ...]:
    """Return the notes on these metrics for a compute capability, each once."""
    known = [
        (of, formula)
        for table in tables
        for of, entry in table.entries.items()
        for formula in entry.formulas
        if formula.holds_for(capability)
    ]
    notes: dict[Note, None] = {}
    for metric in metrics:
        naming = [(of, formula) for of, formula in known if metric in formula.metrics]
        # What a note says of another quantity, such as a part of this one, is told of that.
        own = [formula for of, formula in naming if of is quantity] or [formula for _, formula in naming]
        notes.update(dict.fromkeys(note for formula in own for note in formula.notes_for(capability)))
    return tuple(notes)


def _formulas_of(quantity: Quantity, tables: Sequence[MetricTable]) -> tuple[Formula, ...]:
    return tuple(each for table in tables if quantity in table.entries for each in table.entries[quantity].formulas)


def _notes_on_left_out(
    weights: Mapping[str, float], formulas: Sequence[Formula], *, capability: str | None
) -> tuple[Note, ...]:
    """Return what a user's formula lacks, where it is one of the tables without some optional metrics.

    As there, what it makes may be too low or too high then.
    """
    lacking = (each.left_out_by(weights) for each in formulas if each.holds_for(capability))
    least = min((terms for terms in lacking if terms is not None), key=len, default=())
    return tuple(
        Note(
            text=f"{term.metrics[0]} is not in the formula of the setting metrics",
            lower_bound=term.lower_bound_when_missing,
            overcount=term.overcount_when_missing,
        )
        for term in least
    )


def _held_by(metrics: Sequence[str], tables: Sequence[MetricTable], *, quantity: Quantity) -> tuple[Quantity, ...]:
    """Return what formulas of the quantity with one of these metrics hold, but for what the user takes off already."""
    known = {of: entry.formulas for table in tables for of, entry in table.entries.items()}
    holding = [each for each in known.get(quantity, ()) if not each.metrics.isdisjoint(metrics)]
    held = dict.fromkeys(of for formula in holding for of in formula.holds)
    return tuple(of for of in held if all(each.metrics.isdisjoint(metrics) for each in known.get(of, ())))


def overridden_metrics(overrides: MetricOverrides) -> frozenset[str]:
    """Return every metric that the user names."""
    return frozenset(metric for terms in overrides.values() for metric, _ in terms)


def wanted_metrics(overrides: MetricOverrides) -> frozenset[str]:
    """Return every metric that is looked at: those that a formula uses, of the tables or of the user, and shares.

    Of a metric that is made of others, those are among them too.
    """
    return with_parts(overridden_metrics(overrides)) | _wanted_by_tables()


def with_parts(metrics: frozenset[str]) -> frozenset[str]:
    """Return some metrics and, of those that are made of others, these too."""
    return metrics.union(*(parts_of(metric) for metric in metrics))


@cache
def _wanted_by_tables() -> frozenset[str]:
    return with_parts(frozenset[str]().union(*(table.metrics.union(table.shares) for table in load_tables())))


@cache
def load_tables() -> tuple[MetricTable, ...]:
    """Return the tables of all profilers, in the order of their file names."""
    return tuple(_table(document) for document in load_documents())


def peak_of(metric: str) -> str:
    """Return the metric that is the peak of another, whether that is a sum or was made of a rate."""
    return f"{metric.partition('.sum')[0]}.sum.peak_sustained"


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
        peaks={
            _peak_key(name): tuple(parse_formula(each) for each in as_items(formulas))
            for name, formulas in as_mapping(document.get("peaks", {})).items()
        },
    )


def _wider_sums(metrics: Iterable[str]) -> set[str]:
    """Return the sums that hold some tensor counters, and what stands for each of them where it was not collected."""
    sums = {wider for metric in metrics if not is_product(metric) for wider in sums_over(metric)}
    return sums.union(*(rates_of(metric) for metric in sums))


def _peak_key(name: str) -> PeakKey:
    return TrafficFamily(name) if name in set(TrafficFamily) else Operation(name)


def _entry(value: object) -> QuantityEntry:
    entry = as_mapping(value)
    return QuantityEntry(
        missing=as_text(entry["missing"]), formulas=tuple(parse_formula(each) for each in as_items(entry["formulas"]))
    )
