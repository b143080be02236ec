"""Tensor operations that were collected and that no formula adds up: the rest of a sum beside some of its parts.

A formula is the best way to know a quantity where exactly its metrics are there. A file may have others: a sum over
dense and sparse operations beside the dense ones says how many sparse ones there were. Every counter that is not all
counted is looked at, the widest first, and what it has beyond the counted ones is added, each operation once.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from roofline_report.domain.capability import major_capability
from roofline_report.domain.problem import Problem
from roofline_report.domain.profile import Absence, Measurement
from roofline_report.domain.quantity import Quantity
from roofline_report.domain.quantity_texts import TEXTS
from roofline_report.readers.joining.evidence import AGREEMENT
from roofline_report.readers.joining.held import ROUNDING, negated, notes_on_held
from roofline_report.readers.joining.measuring import notes_on_rates
from roofline_report.readers.metrics.metric_table import OVERRIDE_SOURCE
from roofline_report.readers.metrics.rates import is_product, plain_of
from roofline_report.readers.metrics.tensor_kinds import FAMILIES, Kind, TensorKinds, missing_in_words
from roofline_report.readers.metrics.tensor_names import tensor_name

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from roofline_report.domain.profile import MeasuredTerm
    from roofline_report.readers.joining.evidence import Evidence
    from roofline_report.readers.joining.measuring import MeasuringRules
    from roofline_report.readers.metrics.tensor_kinds import Kinds

_FIRST_WITH_SPARSITY: Final = 8
"""The first generation whose counters tell dense and sparse operations apart."""

_EXACT: Final = 1e-9
"""What a difference of counts may be off by, as a share of the sum: what arithmetic rounds."""

_REST: Final = "the rest of a wider sum is among them: what stands apart is taken off there"
_IN_PART: Final = "{} counts more of them, which cannot be told from what was counted already"
_MISSING: Final = "{} counts more of them, and has no value here"


@dataclass(slots=True, kw_only=True)
class Uncounted:
    """Adds what was collected of tensor operations and is in no quantity of a kernel yet.

    Attributes:
        evidence: What is known of the kernel.
        rules: How quantities are made.
        measurements: What is known of it; what is found is added here.
        absences: What is not known of it.
        contradicted: Quantities that were left out because they contradict one another.
    """

    evidence: Evidence
    rules: MeasuringRules
    measurements: dict[Quantity, Measurement]
    absences: dict[Quantity, Absence]
    contradicted: AbstractSet[Quantity]

    def settle(self) -> None:
        """Go through the types of factors, one after the other."""
        metrics = sorted(metric for metric in self.evidence.named if tensor_name(metric) is not None)
        if not metrics or not _tells_sparsity(self.rules.capability):
            return
        for family in FAMILIES:
            own = [metric for metric in metrics if (name := tensor_name(metric)) and name.src in family]
            if own:
                self._settle_family(own)

    def _settle_family(self, metrics: Sequence[str]) -> None:
        kinds = TensorKinds(
            capability=self.rules.capability,
            metrics=metrics,
            half_is_apart=bool(self.rules.formulas(Quantity.FP16_ACCUMULATE_TENSOR_FLOP)),
        )
        every = kinds.quantities(kinds.every)
        known = {each: self.measurements[each] for each in every if each in self.measurements}
        counted = _find_counted(known, kinds)
        if counted is not None and self.contradicted.isdisjoint(every):
            _Family(settled=self, kinds=kinds, counted=counted).settle(metrics)


def _tells_sparsity(capability: str | None) -> bool:
    generation = major_capability(capability)
    return generation is None or generation >= _FIRST_WITH_SPARSITY


@dataclass(frozen=True, slots=True, kw_only=True)
class _Counted:
    """Work that is counted.

    Attributes:
        quantity: Where it is counted.
        terms: What it is made of; what is a part of others is taken off.
        kinds: Of which kinds it is.
        is_all: It is all work of these kinds.
    """

    quantity: Quantity
    terms: tuple[MeasuredTerm, ...]
    kinds: Kinds
    is_all: bool = True


def _find_counted(measurements: Mapping[Quantity, Measurement], kinds: TensorKinds) -> list[_Counted] | None:
    """Return what some quantities count; None where a formula of the user has more than counters, or other weights."""
    found: list[_Counted] = []
    for quantity, measurement in measurements.items():
        terms = measurement.terms
        if any(abs(term.weight) != 1 or not kinds.of(term.metric) for term in terms):
            return None
        taken = [kinds.of(term.metric) for term in terms if term.weight < 0]
        # Sums from which nothing is taken off can be told apart.
        for each in [terms] if taken else [(term,) for term in terms]:
            added = (kinds.of(term.metric) for term in each if term.weight > 0)
            own = frozenset[Kind]().union(*added).difference(*taken)
            found.append(_Counted(quantity=quantity, terms=each, kinds=own))
    return found


@dataclass(slots=True, kw_only=True)
class _Family:
    """The counters of one type of factors.

    Attributes:
        settled: What they are added to.
        kinds: What each of them adds up.
        counted: What is counted; nothing of it twice.
        inexact: Quantities of which less is counted than there may be.
        contradicted: Quantities that were left out because they contradict a sum.
    """

    settled: Uncounted
    kinds: TensorKinds
    counted: list[_Counted]
    inexact: set[Quantity] = field(default_factory=set)
    contradicted: set[Quantity] = field(default_factory=set)

    def settle(self, metrics: Sequence[str]) -> None:
        """Look at each counter that has a value, the widest first, then at those that have none here."""
        evidence = self.settled.evidence
        counts = [metric for metric in metrics if metric in evidence.metrics and _is_count(metric)]
        # Of a sum and what was made of its rate the sum is the better one.
        by_name = {plain_of(metric): metric for metric in sorted(counts, key=is_product, reverse=True)}
        widest_first = sorted(by_name.values(), key=lambda metric: (-len(self.kinds.of(metric)), metric))
        lost = [each for each in metrics if plain_of(each) not in by_name and self._is_lost(each)]
        for metric in widest_first:
            if not self._look_at(metric):
                lost.append(metric)
            if self.contradicted:
                return
        for metric in lost:
            self._miss(metric)

    def _is_lost(self, metric: str) -> bool:
        """Tell whether a counter was collected, here or for another kernel, and has no value for this one."""
        evidence = self.settled.evidence
        if metric in evidence.metrics:  # a rate of which nothing was made
            return evidence.metrics[metric].statistic.total > 0
        return metric in evidence.collected or metric in evidence.spoiled

    def _look_at(self, metric: str) -> bool:
        """Add what a counter has beyond those that are counted; return whether its value can be used."""
        own = self.kinds.of(metric)
        touching = [each for each in self.counted if each.kinds & own]
        if any(own <= each.kinds and each.is_all for each in touching):
            return True
        found = self.settled.rules.find_count(metric, self.settled.evidence, of=self.kinds.quantities(own)[0])
        if found is None:
            return False
        rest = own.difference(*(each.kinds for each in touching if each.is_all))
        parts = [term for each in touching for term in each.terms]
        more = _Rest(source=found.source, whole=found.terms[0], parts=parts)
        if any(not each.kinds <= own or not each.is_all for each in touching):
            # More than all that may be counted of it already is not counted. Less than that says nothing.
            if more.is_some:
                self._add(more, kinds=rest or own, is_all=False)
            else:
                self._bound(rest, _IN_PART.format(metric))
        elif more.is_negative:
            self._contradict(more, quantities={each.quantity for each in touching})
        elif rest or more.is_some:
            self._add(more, kinds=rest or own, is_all=True)
        return True

    def _add(self, more: _Rest, *, kinds: Kinds, is_all: bool) -> None:
        """Add the rest of a sum to the one quantity that it can be, or to the slowest of several, which holds these."""
        quantity, *others = self.kinds.quantities(kinds)
        measurements = self.settled.measurements
        old = measurements.get(quantity)
        if (old is not None and old.source == OVERRIDE_SOURCE) or (old is None and self._was_lost(quantity)):
            return
        if not is_all:
            self.inexact.add(quantity)
        terms = (more.whole, *map(negated, more.parts))
        self.counted.append(_Counted(quantity=quantity, terms=terms, kinds=kinds, is_all=is_all))
        new = self._joined(old, more, quantity=quantity, others=others)
        is_changed = old is None or old.lower_bound != new.lower_bound
        # Of what is known to be none, nothing is said but where it is all that there may be of a quantity.
        if more.is_some or (is_changed and not others and not new.lower_bound):
            measurements[quantity] = new
            self.settled.absences.pop(quantity, None)

    def _was_lost(self, quantity: Quantity) -> bool:
        """Tell whether a quantity was left out because values of it were lost, so that some alone are none."""
        metrics = [name for formula in self.settled.rules.formulas(quantity) for name in formula.metrics]
        return not self.settled.evidence.may_be_left_out(metrics)

    def _joined(
        self, old: Measurement | None, more: _Rest, *, quantity: Quantity, others: Sequence[Quantity]
    ) -> Measurement:
        """Return a quantity with the rest of a sum, and what is to be known of it now."""
        terms = _merged([*(() if old is None else old.terms), more.whole, *map(negated, more.parts)])
        per_launch = more.value + (0.0 if old is None else old.per_launch)
        own = (each.kinds for each in self.counted if each.quantity is quantity)
        missing = self.kinds.of_quantity(quantity).difference(*own)
        is_bound = quantity in self.inexact or (bool(missing) and (old is None or old.lower_bound))
        holds = tuple(dict.fromkeys((*(() if old is None else old.holds), *others)))
        before = () if old is None else old.notes
        notes = [note for note in before if is_bound or not self._is_of_missing(note, quantity)]
        if is_bound and (old is None or not old.lower_bound):
            notes.extend(missing_in_words(missing) or [_IN_PART.format(more.whole.metric)])
        if more.parts and more.is_some:
            notes.append(_REST)
        return Measurement(
            per_launch=per_launch,
            terms=terms,
            source=more.source if old is None else old.source,
            notes=tuple(dict.fromkeys((*notes, *notes_on_held(holds), *notes_on_rates(terms)))),
            lower_bound=is_bound,
            overcount=1.0 if old is None else old.overcount,
            holds=holds,
            gap=self._gap(quantity) if is_bound else None,
        )

    def _gap(self, quantity: Quantity) -> Absence | None:
        """Return what to collect for all of a quantity of which less is counted than there may be."""
        settled = self.settled
        return settled.rules.lacking.find_rest(quantity, settled.evidence, reason="not all of them were counted")

    def _is_of_missing(self, note: str, quantity: Quantity) -> bool:
        """Tell whether a note says that some metric was not collected."""
        terms = (term for formula in self.settled.rules.formulas(quantity) for term in formula.terms)
        return any(term.note_when_missing is not None and note.startswith(term.note_when_missing) for term in terms)

    def _miss(self, metric: str) -> None:
        """Mark what a counter without a value would count."""
        rest = self.kinds.of(metric).difference(*(each.kinds for each in self.counted))
        evidence = self.settled.evidence
        if rest and metric in evidence.collected and not evidence.has_printed(metric):
            evidence.cut[metric] = None
        self._bound(rest, _MISSING.format(plain_of(metric)))

    def _bound(self, kinds: Kinds, note: str) -> None:
        """Mark that there may be more of some kinds than is counted, or that they are lost where none is."""
        for quantity in self.kinds.quantities(kinds):
            known = self.settled.measurements.get(quantity)
            if known is None:
                absence = self.settled.absences[quantity]
                self.settled.absences[quantity] = replace(absence, was_collected=True)
            elif known.source != OVERRIDE_SOURCE and not known.lower_bound:
                self.settled.measurements[quantity] = replace(
                    known, lower_bound=True, notes=(*known.notes, note), gap=known.gap or self._gap(quantity)
                )
            self.inexact.add(quantity)

    def _contradict(self, more: _Rest, *, quantities: AbstractSet[Quantity]) -> None:
        """Leave out quantities that are more than a sum that holds them: which of them is wrong is not known."""
        wrong = {each: self.settled.measurements[each] for each in quantities if each in self.settled.measurements}
        if any(each.source == OVERRIDE_SOURCE for each in wrong.values()):
            return
        metric = more.whole.metric
        names = ", ".join(sorted({term.metric for term in more.parts}))
        self.settled.rules.problems.append(
            Problem(
                summary=f"{metric} is less than its parts, so these are left out",
                file=more.whole.file,
                kernel=self.settled.evidence.key.name,
                found=f"{more.whole.per_launch:g} per launch, and {-more.difference:g} more of {names}",
                expected="a sum that is at least as high",
                remedy="the metrics come from different passes or runs; collect them again",
            )
        )
        for quantity in wrong:
            reason = f"{TEXTS[quantity].title} contradict {metric}"
            del self.settled.measurements[quantity]
            self.settled.absences[quantity] = Absence(reason=reason, refused=(reason,), was_collected=True)
        self.contradicted.update(wrong)


def _is_count(metric: str) -> bool:
    return metric.endswith(".sum") or is_product(metric)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Rest:
    """A sum without its parts.

    Attributes:
        source: Where the sum is from.
        whole: The sum.
        parts: What is taken off.
    """

    source: str
    whole: MeasuredTerm
    parts: Sequence[MeasuredTerm]

    @property
    def difference(self) -> float:
        """Return the sum without its parts, as it is measured."""
        return math.fsum([self.whole.per_launch, *(-part.per_launch for part in self.parts)])

    @property
    def is_some(self) -> bool:
        """Tell whether there is more in the sum than in its parts, beyond what rounding makes."""
        return self.difference > self._tolerance(_EXACT)

    @property
    def is_negative(self) -> bool:
        """Tell whether there is less in it."""
        return self.difference < -self._tolerance(ROUNDING)

    @property
    def value(self) -> float:
        """Return the rest; what rounding makes is none."""
        return self.difference if self.is_some else 0.0

    def _tolerance(self, least: float) -> float:
        """Return what counts as rounding: more for what is made of rates, and for other launches in another file."""
        terms = (self.whole, *self.parts)
        share = max(least, ROUNDING) if self.parts and any(is_product(term.metric) for term in terms) else least
        if len({term.file for term in terms}) > 1:
            share = max(share, AGREEMENT)
        return share * max(abs(term.per_launch) for term in terms)


def _merged(terms: Sequence[MeasuredTerm]) -> tuple[MeasuredTerm, ...]:
    """Return terms with each metric once, without those that are added and taken off again."""
    merged: dict[str, MeasuredTerm] = {}
    for term in terms:
        known = merged.get(term.metric)
        merged[term.metric] = term if known is None else replace(known, weight=known.weight + term.weight)
    return tuple(term for term in merged.values() if term.weight)
