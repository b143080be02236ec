"""A formula: a weighted sum of metrics, and what has to be known of it. It is data, read from metric_tables/*.yaml."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from roofline_report.domain.quantity import Quantity
from roofline_report.readers.metrics.rates import is_rate, rates_of
from roofline_report.readers.metrics.table_documents import as_items, as_mapping, as_text, as_texts

if TYPE_CHECKING:
    from collections.abc import Mapping

UNKNOWN_CAPABILITY = "unknown"
"""What a table writes for a device whose compute capability is not known."""

_NOT_IN_A_NAME = re.compile(r"[\s/]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """One metric of a sum.

    Attributes:
        metrics: The names by which it goes, in order of preference.
        weight: What it is multiplied with.
        other_weights: What it is multiplied with under some of the names: some metrics are multiplied already.
        optional: The sum is used without it too.
        note_when_missing: What to say then.
        lower_bound_when_missing: The sum may be too low then.
        overcount_when_missing: It may be at most so many times what it should be then; 1 where it is not too high.
        denies: Of a sign: that it is 0 says that there was nothing, whatever is not known besides.
    """

    metrics: tuple[str, ...]
    weight: float = 1.0
    other_weights: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    optional: bool = False
    note_when_missing: str | None = None
    lower_bound_when_missing: bool = False
    overcount_when_missing: float = 1.0
    denies: bool = False

    def weight_of(self, metric: str) -> float:
        """Return what the metric is multiplied with under one of its names."""
        return self.other_weights.get(metric, self.weight)


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """What to know about a formula, for some compute capabilities or for all.

    Attributes:
        text: What to print with the number.
        compute_capability: Where it holds; empty where it holds everywhere.
        decides: Whether the number may be held against a roof all the same.
        lower_bound: Whether the number is known to be too low, or right at best.
        overcount: It may be at most so many times what it should be; 1 where it is not too high.
        better: The quantity that counts what this number should, by the first of its formulas.
        of_weight: It is the weight that is not certain, so that the note does not hold where nothing was measured.
    """

    text: str
    compute_capability: tuple[str, ...] = ()
    decides: bool = True
    lower_bound: bool = False
    overcount: float = 1.0
    better: Quantity | None = None
    of_weight: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Formula:
    """A weighted sum of metrics.

    Attributes:
        terms: What is added up.
        source: Where the formula stands.
        accepts: The dimensions that its metrics may have; empty where any will do.
        notes: What to print with the number.
        compute_capability: Where it holds; empty where it holds everywhere.
        holds: Quantities that are a part of this one, so that nothing may be added to it from them.
        collect_on: The chips to collect its metrics on. Where a formula of a quantity says this, no other one of that
            quantity is collected for.
        has_own_peaks: The report may have a peak of each metric, under its name with `.peak_sustained`.
        has_signs: Its metrics are signs of one thing: any above 0 shows it. All of them at 0 deny it where one is among
            them that does, and none was lost. Their sum has no unit.
    """

    terms: tuple[Term, ...]
    source: str
    accepts: frozenset[str] = frozenset()
    notes: tuple[Note, ...] = ()
    compute_capability: tuple[str, ...] = ()
    holds: tuple[Quantity, ...] = ()
    collect_on: tuple[str, ...] = ()
    has_own_peaks: bool = False
    has_signs: bool = False

    def holds_for(self, capability: str | None) -> bool:
        """Tell whether the formula is one for this compute capability."""
        return matches_capability(self.compute_capability, capability)

    def is_collected_on(self, capability: str | None) -> bool:
        """Tell whether it is said that a chip has its metrics."""
        return bool(self.collect_on) and matches_capability(self.collect_on, capability)

    def notes_for(self, capability: str | None) -> tuple[Note, ...]:
        """Return the notes that hold for this compute capability."""
        return tuple(note for note in self.notes if matches_capability(note.compute_capability, capability))

    def left_out_by(self, weights: Mapping[str, float]) -> tuple[Term, ...] | None:
        """Return the optional terms that are not among some weighted metrics; None where these are another sum."""
        found = [term for term in self.terms if any(weights.get(name) == term.weight_of(name) for name in term.metrics)]
        left_out = tuple(term for term in self.terms if term not in found)
        is_same = len(found) == len(weights) and self.metrics.issuperset(weights) and not self.has_signs
        return left_out if is_same and all(term.optional for term in left_out) else None

    @property
    def asked(self) -> tuple[Term, ...]:
        """Return what to collect for it: of signs one is enough, and nobody misses what is left out without a word."""
        if self.has_signs:
            return self.terms[:1]
        return tuple(term for term in self.terms if not term.optional or term.note_when_missing is not None)

    @property
    def best(self) -> tuple[str, ...]:
        """Return the metrics to collect for it, by their preferred names."""
        return tuple(term.metrics[0] for term in self.asked)

    @property
    def has_metrics(self) -> bool:
        """Tell whether a profiler can be asked for it by name, which it cannot for labels and for what is made."""
        return not any(_NOT_IN_A_NAME.search(name) for name in self.best)

    @property
    def metrics(self) -> frozenset[str]:
        """Return every metric that may go into the sum."""
        return frozenset(name for term in self.terms for name in term.metrics)


def matches_capability(prefixes: tuple[str, ...], capability: str | None) -> bool:
    """Tell whether a compute capability is one of those listed: "8.0" is itself alone, "10." every 10.x."""
    if not prefixes:
        return True
    if capability is None:
        return UNKNOWN_CAPABILITY in prefixes
    return any(capability == prefix or (prefix.endswith(".") and capability.startswith(prefix)) for prefix in prefixes)


def parse_formula(value: object) -> Formula:
    """Return the formula that a value of a YAML file states.

    Raises:
        TypeError: A value is of the wrong kind.
        KeyError: A key is missing.
        ValueError: A quantity is not known.
    """
    formula = as_mapping(value)
    with_rates, has_signs = (_boolean(formula.get(key, False)) for key in ("rates", "signs"))
    terms = (_term(each, with_rates=with_rates) for each in as_items(formula["terms"]))
    return Formula(
        terms=tuple(replace(term, optional=True) for term in terms) if has_signs else tuple(terms),
        source=as_text(formula["source"]),
        accepts=frozenset(as_texts(formula["accepts"])),
        notes=tuple(_note(each) for each in as_items(formula.get("notes", []))),
        compute_capability=tuple(as_texts(formula.get("compute_capability", []))),
        holds=tuple(Quantity(name) for name in as_texts(formula.get("holds", []))),
        collect_on=tuple(as_texts(formula.get("collect_on", []))),
        has_own_peaks=_boolean(formula.get("own_peaks", False)),
        has_signs=has_signs,
    )


def _term(value: object, *, with_rates: bool) -> Term:
    term = as_mapping(value)
    note = term.get("note_when_missing")
    names, weights = _names(term["metric"])
    if with_rates:
        rates = {rate: name for name in names for rate in rates_of(name)}
        weights |= {rate: weights[name] for rate, name in rates.items() if name in weights}
        names = (*(name for name in names if not is_rate(name)), *rates)
    return Term(
        metrics=names,
        weight=_number(term.get("weight", 1)),
        other_weights=MappingProxyType(weights),
        optional=_boolean(term.get("optional", False)),
        note_when_missing=None if note is None else as_text(note),
        lower_bound_when_missing=_boolean(term.get("lower_bound_when_missing", False)),
        overcount_when_missing=_number(term.get("overcount_when_missing", 1)),
        denies=_boolean(term.get("denies", False)),
    )


def _names(value: object) -> tuple[tuple[str, ...], dict[str, float]]:
    """Return the names of a metric, and the weights of those that have one of their own."""
    weights: dict[str, float] = {}
    names: list[str] = []
    for item in [value] if isinstance(value, str) else as_items(value):
        if isinstance(item, str):
            names.append(item)
            continue
        named = as_mapping(item)
        names.append(as_text(named["name"]))
        weights[names[-1]] = _number(named["weight"])
    return tuple(names), weights


def _note(value: object) -> Note:
    note = as_mapping(value)
    return Note(
        text=as_text(note["text"]),
        compute_capability=tuple(as_texts(note.get("compute_capability", []))),
        decides=_boolean(note.get("decides", True)),
        lower_bound=_boolean(note.get("lower_bound", False)),
        overcount=_number(note.get("overcount", 1)),
        better=Quantity(as_text(note["better"])) if "better" in note else None,
        of_weight=_boolean(note.get("of_weight", False)),
    )


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise TypeError(value)
    return float(value)


def _boolean(value: object) -> bool:
    if not isinstance(value, bool):
        raise TypeError(value)
    return value
