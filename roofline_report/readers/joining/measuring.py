"""From metrics to quantities: which formula is used for a kernel, and why none is."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from roofline_report.domain.problem import Problem
from roofline_report.domain.profile import MeasuredTerm, Measurement
from roofline_report.domain.quantity import CYCLES_OF, Quantity
from roofline_report.readers.joining.lacking import Lacking
from roofline_report.readers.joining.unmade import explain_unmade
from roofline_report.readers.metrics.formula import Note, Term
from roofline_report.readers.metrics.metric_table import (
    ANY_COUNT,
    OVERRIDE_SOURCE,
    overridden_metrics,
    override_formulas,
    peak_of,
    with_parts,
)
from roofline_report.readers.metrics.rates import OF_CLOCKS, factors_of, is_product

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from roofline_report.domain.hardware import Clock
    from roofline_report.domain.profile import Absence, PeakKey
    from roofline_report.readers.joining.evidence import Evidence, Measured
    from roofline_report.readers.metrics.formula import Formula
    from roofline_report.readers.metrics.metric_table import MetricOverrides, MetricTable
    from roofline_report.readers.reading import FileReading


@dataclass(slots=True, kw_only=True)
class MeasuringRules:
    """How quantities are made in this run.

    Attributes:
        tables: The tables of the profilers whose files are here, then all others.
        overrides: Formulas of the user.
        checked: The overrides of which every metric must be there; others are a site's, for whichever run has them.
        capability: The compute capability, where known.
        profilers: The profilers whose files are here.
        problems: Where problems are added.
        lacking: What to collect for what is not known.
        needed: The metrics that any formula uses, and those that they are made of.
    """

    tables: tuple[MetricTable, ...]
    overrides: MetricOverrides
    checked: frozenset[Quantity]
    capability: str | None
    profilers: frozenset[str]
    problems: list[Problem]
    lacking: Lacking = field(init=False)
    needed: frozenset[str] = field(init=False)
    _own: dict[Quantity, Formula] = field(init=False)
    _formulas: dict[Quantity, list[Formula]] = field(default_factory=dict)
    _metrics: dict[Quantity, tuple[str, ...]] = field(default_factory=dict)
    _rates: dict[Quantity, frozenset[str]] = field(default_factory=dict)
    _unnamed: dict[Quantity, Absence] = field(default_factory=dict)

    def __post_init__(self) -> None:
        used = overridden_metrics(self.overrides).union(*(table.metrics for table in self.tables))
        self.needed = with_parts(used)
        self.lacking = Lacking(tables=self.tables, profilers=self.profilers, capability=self.capability)
        self._own = override_formulas(self.overrides, self.tables, capability=self.capability)

    def formulas(self, quantity: Quantity) -> list[Formula]:
        """Return the formulas to try, in order."""
        if quantity not in self._formulas:
            self._formulas[quantity] = self._list_formulas(quantity)
        return self._formulas[quantity]

    def _list_formulas(self, quantity: Quantity) -> list[Formula]:
        own = self._own.get(quantity)
        entries = [table.entries[quantity] for table in self.tables if quantity in table.entries]
        fitting = [each for entry in entries for each in entry.formulas if each.holds_for(self.capability)]
        return fitting if own is None else [own, *fitting]

    def find_unusable(self, readings: Sequence[FileReading]) -> list[Problem]:
        """Return the problems of metrics that are needed and cannot be used."""
        return [
            Problem(
                summary=f"{unusable.metric} cannot be used",
                file=reading.file,
                line=unusable.line,
                found=unusable.found,
                expected=unusable.expected,
                remedy="collect it again, or take the file as the profiler wrote it",
            )
            for reading in readings
            for table in reading.tables
            for unusable in table.unusable
            if unusable.metric in self.needed
        ]

    def find_unknown_overrides(self, readings: Sequence[FileReading]) -> list[Problem]:
        """Return a problem for each metric that the run's own overrides name and no file has."""
        named = {metric for reading in readings for table in reading.tables for metric in table.named}
        own = {quantity: terms for quantity, terms in self.overrides.items() if quantity in self.checked}
        return [
            Problem(
                summary=f"the setting metrics names {metric}, which no file of this run has",
                expected="the name of a collected metric",
                remedy="correct the name, or collect the metric",
            )
            for metric in sorted(overridden_metrics(own) - named)
            if named
        ]

    def find_measurement(self, quantity: Quantity, evidence: Evidence) -> Measurement | None:
        """Return a quantity of a kernel by the first formula that can be used."""
        if evidence.metrics.keys().isdisjoint(self._metrics_of(quantity)):
            return None
        negative: list[Measurement] = []
        found: Measurement | None = None
        for formula in self.formulas(quantity):
            accepts = frozenset({"s"}) if quantity is Quantity.DURATION else formula.accepts
            measurement = self._apply(formula, evidence, accepts=accepts)
            if measurement is None:
                continue
            if measurement.per_launch < 0:
                negative.append(measurement)
            elif quantity is Quantity.DURATION and not all(term.statistic.is_positive for term in measurement.terms):
                self.problems.append(_no_time(measurement, kernel=evidence.key.name))
                evidence.refusals[measurement.terms[0].metric] = f"{measurement.terms[0].metric} is 0"
            else:
                gap = self.lacking.find_gap(quantity, evidence, formula=formula)
                found = measurement if gap is None else replace(measurement, gap=gap)
                break
        self.problems.extend(_negative(quantity, each, kernel=evidence.key.name, instead=found) for each in negative)
        return found

    def find_count(self, metric: str, evidence: Evidence, *, of: Quantity) -> Measurement | None:
        """Return what one metric counts of a quantity, whether or not a formula has it; None where its unit misfits."""
        known = self.lacking.table_of(of).entries[of].formulas[0]
        # The peak of a sum over dense and sparse operations is that of sparse ones.
        is_of_one_kind = "_sparsity_" in metric
        formula = replace(known, terms=(Term(metrics=(metric,)),), notes=(), holds=(), has_own_peaks=is_of_one_kind)
        return self._apply(formula, evidence, accepts=formula.accepts)

    def find_peaks(self, evidence: Evidence) -> dict[PeakKey, Measurement]:
        """Return what the report of a kernel says that the device does at most in one cycle."""
        found: dict[PeakKey, Measurement] = {}
        for table in self.tables:
            for key, formulas in table.peaks.items():
                fitting = (formula for formula in formulas if formula.holds_for(self.capability))
                peaks = (self._apply(formula, evidence, accepts=formula.accepts) for formula in fitting)
                peak = next((peak for peak in peaks if peak is not None and _is_peak(peak)), None)
                if peak is not None:
                    found.setdefault(key, peak)
        return found

    def find_clocks(self, measurements: Mapping[Quantity, Measurement], evidence: Evidence) -> dict[Clock, float]:
        """Return the clocks in Hz: elapsed cycles by the time of the very launches that they were counted in.

        The time of the kernel may come from another file, and so from launches at another clock. Cycles that were made
        of a time are divided by that one. Where a file has clocks and no time, a clock is the plain mean over launches.
        """
        times = self._metrics_of(Quantity.DURATION)
        found: dict[Clock, float] = {}
        for clock, quantity in CYCLES_OF.items():
            for term in measurements[quantity].terms if quantity in measurements else ():
                seconds = evidence.measured_beside(term.metric, times, dimension="s")
                if seconds is not None and term.per_launch > 0:
                    found[clock] = term.per_launch / seconds.mean
            mean = self._mean_clock(quantity, evidence)
            if mean is not None:
                found.setdefault(clock, mean)
        return found

    def _mean_clock(self, quantity: Quantity, evidence: Evidence) -> float | None:
        """Return the mean of a clock that was collected in a file without any time."""
        for rate in dict.fromkeys(factors_of(name)[0] for name in self._metrics_of(quantity) if is_product(name)):
            measured = evidence.metrics.get(rate)
            if measured is not None and measured.dimension in OF_CLOCKS and measured.statistic.is_positive:
                return measured.statistic.mean
        return None

    def explain_absence(self, quantity: Quantity, evidence: Evidence) -> Absence:
        """Return why a quantity is not known, and which metrics would give it."""
        used = self._metrics_of(quantity)
        if evidence.named.isdisjoint(used) and evidence.metrics.keys().isdisjoint(self._rates_of(quantity)):
            # Most kernels lack most quantities, and of all of them there is the same to say.
            if quantity not in self._unnamed:
                self._unnamed[quantity] = self._explain(quantity, evidence)
            return self._unnamed[quantity]
        return self._explain(quantity, evidence)

    def _metrics_of(self, quantity: Quantity) -> tuple[str, ...]:
        """Return every metric that a quantity may be made of, in the order in which they are tried."""
        if quantity not in self._metrics:
            formulas = self.formulas(quantity)
            names = (name for each in formulas for term in each.terms for name in term.metrics)
            self._metrics[quantity] = tuple(dict.fromkeys(names))
        return self._metrics[quantity]

    def _rates_of(self, quantity: Quantity) -> frozenset[str]:
        """Return the rates of which a quantity may be made."""
        if quantity not in self._rates:
            used = self._metrics_of(quantity)
            self._rates[quantity] = frozenset(factors_of(name)[0] for name in used if is_product(name))
        return self._rates[quantity]

    def _explain(self, quantity: Quantity, evidence: Evidence) -> Absence:
        used = self._metrics_of(quantity)
        refused = [evidence.refusals[name] for name in dict.fromkeys(used) if name in evidence.refusals]
        self.problems.extend(evidence.without_value[name] for name in used if name in evidence.without_value)
        lost = evidence.lost(dict.fromkeys(used))
        evidence.cut.update((name, None) for name in lost if not evidence.has_printed(name))
        is_clock = quantity in CYCLES_OF.values() and self._mean_clock(quantity, evidence) is not None
        times = self._metrics_of(Quantity.DURATION)
        unmade = None if is_clock else explain_unmade(quantity, evidence, metrics=used, times=times)
        if unmade is not None:
            self.problems.append(unmade.problem)
            refused = [unmade.reason, *refused]
        partly = lost or unmade or [name for name in used if name in evidence.metrics]
        never = () if lost or unmade else self._never_collected(quantity, evidence)
        why = [*refused[:2], *([f"never collected beside the others: {', '.join(never)}"] if never else [])]
        missing = self.lacking.table_of(quantity).entries[quantity].missing
        return replace(
            self.lacking.explain(quantity, evidence, reason="; ".join([missing, *why])),
            refused=tuple(refused[:2]),
            was_collected=bool(partly),
            never_collected=never,
            is_countable=bool(self.formulas(quantity)),
        )

    def _never_collected(self, quantity: Quantity, evidence: Evidence) -> tuple[str, ...]:
        """Return what no file has of the formula that lacks least, where its other terms were measured here."""
        ways = []
        for formula in self.formulas(quantity):
            terms = [term for term in formula.terms if not term.optional]
            missing = [term.metrics[0] for term in terms if evidence.named.isdisjoint(term.metrics)]
            known = [term for term in terms if not evidence.metrics.keys().isdisjoint(term.metrics)]
            if known and missing and len(known) + len(missing) == len(terms):
                ways.append(tuple(missing))
        return min(ways, key=len, default=())

    def _apply(self, formula: Formula, evidence: Evidence, *, accepts: frozenset[str]) -> Measurement | None:
        """Return the sum, or None where a required term is missing, or all terms are."""
        terms: list[MeasuredTerm] = []
        missing: list[Term] = []
        for term in formula.terms:
            found = self._find_term(term, evidence, accepts=accepts)
            if found is not None:
                terms.append(_measured_term(term, found, formula=formula, evidence=evidence))
            elif not term.optional:
                return None
            else:
                missing.append(term)
        per_launch = math.fsum(term.per_launch for term in terms)
        is_shown = formula.has_signs and per_launch > 0
        if not terms or not (is_shown or all(evidence.may_be_left_out(term.metrics) for term in missing)):
            # What was measured, here or for other kernels of the run, would be a zero if it were left out.
            return None
        if formula.has_signs and not is_shown and not any(each.denies for each in formula.terms if each not in missing):
            return None
        known = [note for note in formula.notes_for(self.capability) if per_launch or not note.of_weight]
        return Measurement(
            per_launch=per_launch,
            terms=tuple(terms),
            source=formula.source,
            notes=tuple(
                dict.fromkeys(
                    (
                        *(self.lacking.text_of(note, evidence) for note in known),
                        *_notes_on_missing(missing, evidence),
                        *notes_on_rates(terms),
                    )
                )
            ),
            lower_bound=any(each.lower_bound for each in known)
            or any(term.lower_bound_when_missing for term in missing),
            overcount=_overcount(known, missing),
            # What the chip has no counter of its own for is no quantity of its own either.
            holds=tuple(each for each in formula.holds if self.formulas(each)),
            decides=all(note.decides for note in known),
        )

    def _find_term(self, term: Term, evidence: Evidence, *, accepts: frozenset[str]) -> tuple[str, Measured] | None:
        for metric in term.metrics:
            measured = evidence.metrics.get(metric)
            if measured is None:
                continue
            if not accepts or measured.dimension in accepts:
                return metric, measured
            evidence.refusals[metric] = f"{metric} is measured in {measured.dimension}"
            evidence.spoiled.add(metric)
            # The same for every kernel of the file: told once, because equal problems are one.
            self.problems.append(
                Problem(
                    summary=f"{metric} has a unit that does not fit, so it is not used",
                    file=measured.file,
                    found=f"a unit of {measured.dimension}",
                    expected=_in_words(accepts),
                    remedy="take the file as the profiler wrote it, with --print-units base",
                )
            )
        return None


def _in_words(accepts: frozenset[str]) -> str:
    if accepts >= ANY_COUNT:
        others = ", ".join(sorted(accepts - ANY_COUNT))
        return f"a count, such as byte or inst{others and f', or {others}'}"
    return f"a unit of {' or '.join(sorted(accepts))}"


def _measured_term(term: Term, found: tuple[str, Measured], *, formula: Formula, evidence: Evidence) -> MeasuredTerm:
    """Return a term of a sum, with its own peak where the report may have one."""
    metric, measured = found
    weight = term.weight_of(metric)
    peak = _own_peak(metric, accepts=formula.accepts, evidence=evidence) if formula.has_own_peaks else None
    return MeasuredTerm(
        metric=metric,
        weight=weight,
        statistic=measured.statistic,
        file=measured.file,
        peak_per_cycle=None if peak is None else weight * peak,
    )


def _own_peak(metric: str, *, accepts: frozenset[str], evidence: Evidence) -> float | None:
    """Return the peak of a metric, which may be printed as what is counted or as that per cycle, or without a unit."""
    peak = evidence.metrics.get(peak_of(metric))
    if peak is None or peak.statistic.mean <= 0 or not peak.statistic.is_constant:
        return None
    return peak.statistic.mean if peak.dimension.partition("/")[0] in accepts | {"1"} else None


def _is_peak(measurement: Measurement) -> bool:
    return measurement.per_launch > 0 and all(term.statistic.is_constant for term in measurement.terms)


def _overcount(notes: Iterable[Note], missing: Iterable[Term]) -> float:
    """Return how many times what it should be a sum may be, at most."""
    return max([1.0, *(note.overcount for note in notes), *(term.overcount_when_missing for term in missing)])


def _notes_on_missing(terms: Sequence[Term], evidence: Evidence) -> list[str]:
    """Return what to say of optional terms that were not collected."""
    return [
        "; ".join(
            [term.note_when_missing, *(evidence.refusals[name] for name in term.metrics if name in evidence.refusals)]
        )
        for term in terms
        if term.note_when_missing is not None
    ]


def notes_on_rates(terms: Sequence[MeasuredTerm]) -> list[str]:
    """Return what to say where a sum was not collected and is made of a rate."""
    made = [term.metric for term in terms if is_product(term.metric)]
    return [f"made of rates, launch by launch: {'; '.join(made)}"] if made else []


def _no_time(measurement: Measurement, *, kernel: str) -> Problem:
    count = measurement.terms[0].statistic.count
    return Problem(
        summary="a launch has a time of 0, so the time of the kernel is not taken from there",
        file=measurement.terms[0].file,
        kernel=kernel,
        found="0 s in its only launch" if count == 1 else f"0 s among {count} launches",
        expected="a time above 0",
        remedy="collect the time again, and let the profiler print it in a smaller unit",
    )


def _negative(quantity: Quantity, measurement: Measurement, *, kernel: str, instead: Measurement | None) -> Problem:
    """Return what is wrong with a sum below 0, and what is used instead of it, where anything is."""
    is_own = measurement.source == OVERRIDE_SOURCE
    what = f"the formula of the setting metrics for {quantity.value}" if is_own else quantity.value.replace("_", " ")
    follows = "it is left out" if instead is None else "it is not used, and the next formula is"
    passes = "the metrics come from different passes or runs; collect them again"
    return Problem(
        summary=f"{what} would be negative, so {follows}",
        file=measurement.terms[0].file,
        kernel=kernel,
        found=f"{measurement.per_launch:g} per launch",
        expected="0 or more",
        remedy=f"correct its weights; where they are right, {passes}" if is_own else passes,
    )
