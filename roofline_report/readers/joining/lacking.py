"""Which metrics to collect for a quantity that is not known, or not exactly, beside those that a kernel has."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from roofline_report.domain.profile import Absence
from roofline_report.readers.metrics.metric_table import OVERRIDE_SOURCE

if TYPE_CHECKING:
    from roofline_report.domain.quantity import Quantity
    from roofline_report.readers.joining.evidence import Evidence
    from roofline_report.readers.metrics.formula import Formula, Note, Term
    from roofline_report.readers.metrics.metric_table import MetricTable


@dataclass(frozen=True, slots=True, kw_only=True)
class Lacking:
    """What to collect in a run.

    Attributes:
        tables: The tables of the profilers whose files are here, then all others.
        profilers: These profilers.
        capability: The compute capability, where known.
    """

    tables: tuple[MetricTable, ...]
    profilers: frozenset[str]
    capability: str | None

    def table_of(self, quantity: Quantity) -> MetricTable:
        """Return the table to collect by: that of the first profiler of the run which knows the quantity."""
        return next(table for table in self.tables if quantity in table.entries)

    def explain(self, quantity: Quantity, evidence: Evidence, *, reason: str) -> Absence:
        """Return why a quantity is not known, with what to collect: all of it where nothing lacks and it is spoiled."""
        formulas = self._formulas(quantity)
        metrics = self._unmet(quantity, evidence) or (formulas[0].best if formulas else ())
        return self._absence(quantity, reason=reason, metrics=metrics)

    def find_gap(self, quantity: Quantity, evidence: Evidence, *, formula: Formula) -> Absence | None:
        """Return what would make a sum exact that is a bound because something was not collected."""
        better = next((note.better for note in formula.notes_for(self.capability) if note.better is not None), None)
        left_out = [
            term.note_when_missing
            for term in formula.terms
            if term.note_when_missing is not None and not _is_met(term, evidence)
        ]
        # What the user adds up himself is as he wants it.
        if formula.source == OVERRIDE_SOURCE or not (left_out or better):
            return None
        return self.find_rest(better or quantity, evidence, reason="; ".join(dict.fromkeys(left_out)))

    def find_rest(self, quantity: Quantity, evidence: Evidence, *, reason: str) -> Absence | None:
        """Return what a kernel lacks for all of a quantity that is known in part; None where nothing would help."""
        metrics = self._unmet(quantity, evidence)
        if not metrics or not _may_have(metrics, evidence):
            return None
        return self._absence(quantity, reason=reason, metrics=metrics)

    def text_of(self, note: Note, evidence: Evidence) -> str:
        """Return a note, with what to collect for what it misses, or with what was collected of that."""
        if note.better is None:
            return note.text
        unmet = self._unmet(note.better, evidence)
        if not unmet:
            return f"{note.text}; the sectors that the SMs asked for were collected too, and count that traffic alone"
        if not _may_have(unmet, evidence):
            return note.text
        return f"{note.text}; collect {', '.join(unmet)} for the traffic of the SMs alone"

    def _formulas(self, quantity: Quantity) -> list[Formula]:
        """Return the formulas to collect for; none of another profiler where the run has counters of its own."""
        table = self.table_of(quantity)
        has_counters = any(each.counts and each.profiler in self.profilers for each in self.tables)
        if table.profiler not in self.profilers and has_counters:
            return []
        return table.entries[quantity].to_collect(self.capability)

    def _unmet(self, quantity: Quantity, evidence: Evidence) -> tuple[str, ...]:
        """Return what a kernel lacks for a quantity, by the preferred names.

        What alone has no value in a whole file is what the chip does not have, so then another formula is asked for.
        """
        ways = [
            tuple(term.metrics[0] for term in formula.asked if not _is_met(term, evidence))
            for formula in self._formulas(quantity)
        ]
        others = ways if evidence.metrics else ()
        return next((way for way in others if _may_have(way, evidence)), ways[0] if ways else ())

    def _absence(self, quantity: Quantity, *, reason: str, metrics: tuple[str, ...]) -> Absence:
        collection = self.table_of(quantity).collection
        return Absence(
            reason=reason, metrics=metrics, options=tuple(collection.option_of(metric) for metric in metrics)
        )


def _is_met(term: Term, evidence: Evidence) -> bool:
    """Tell whether a term of a sum was measured, under whichever name, and can be used."""
    return any(name in evidence.metrics and name not in evidence.refusals for name in term.metrics)


def _may_have(metrics: tuple[str, ...], evidence: Evidence) -> bool:
    """Tell whether a chip may have some metrics: none of them has no value in a whole file."""
    return evidence.without_value.keys().isdisjoint(metrics)
