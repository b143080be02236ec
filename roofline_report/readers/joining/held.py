"""Quantities that are a part of another one: a sum over dense and sparse operations holds the sparse ones.

Nothing may count twice. Where the sum and its part are both known exactly, the part is taken off and both are kept,
each under its own peak. Everywhere else the sum alone is kept, and says what may be among it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from roofline_report.domain.problem import Problem
from roofline_report.domain.profile import Absence, Measurement
from roofline_report.domain.quantity import SPARSE_FLOP_OF
from roofline_report.domain.quantity_texts import TEXTS
from roofline_report.readers.metrics.tensor_names import is_part_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roofline_report.domain.profile import MeasuredTerm
    from roofline_report.domain.quantity import Quantity

ROUNDING: Final = 1e-3
"""What a difference may lack to 0, as a share of the sum: rates are printed with three digits or more."""

_SPARSE: Final = "operations with 2:4 sparsity are among them, should there be any; their peak is twice as high"
_OTHERS: Final = "operations with sums in FP16 are among them, should there be any; their peak may be higher"


@dataclass(slots=True, kw_only=True)
class Held:
    """Settles what is a part of what, for one kernel.

    Attributes:
        kernel: Its name.
        measurements: What is known of it; what is a part of another quantity is taken off there, or leaves it.
        absences: What is not known of it.
        problems: Where problems are added.
        contradicted: What was left out because it contradicts something else.
    """

    kernel: str
    measurements: dict[Quantity, Measurement]
    absences: dict[Quantity, Absence]
    problems: list[Problem]
    contradicted: set[Quantity] = field(default_factory=set)

    def settle(self) -> None:
        """Take off or leave out what other quantities hold; the smallest of these first, as they may be parts too."""
        holders = [quantity for quantity, each in self.measurements.items() if each.holds]
        for quantity in sorted(holders, key=lambda each: len(self.measurements[each].holds)):
            if quantity in self.measurements:
                self._settle_one(quantity)

    def _settle_one(self, quantity: Quantity) -> None:
        whole = self.measurements[quantity]
        known = {each: self.measurements[each] for each in whole.holds if each in self.measurements}
        parts = [each for each, measurement in known.items() if can_be_taken_off(measurement, whole)]
        rest = take_off([known[each] for each in parts], whole)
        if rest is None:
            self._contradict([quantity, *parts])
            return
        for each in [each for each in known if each not in parts]:
            self._leave_out(each, Absence(reason="part of another quantity of this kernel"))
        # What a part holds was taken off with it.
        settled = {*parts, *(each for part in parts for each in self.measurements[part].holds)}
        holds = tuple(each for each in whole.holds if each not in settled)
        self.measurements[quantity] = replace(
            rest,
            holds=holds,
            notes=(*rest.notes, *notes_on_held(holds), *_notes_on_parts(parts)),
            # What is left out and not all among it is missing.
            lower_bound=rest.lower_bound or not all(is_among(each, whole) for each in known.values()),
        )

    def _contradict(self, quantities: list[Quantity]) -> None:
        """Leave out a sum that is smaller than its parts, and these: which of them is wrong is not known."""
        whole = self.measurements[quantities[0]]
        total = math.fsum(self.measurements[each].per_launch for each in quantities[1:])
        names = [TEXTS[each].title for each in quantities]
        self.problems.append(
            Problem(
                summary=f"{names[0]} would be negative, so they and what they hold are left out",
                file=whole.terms[0].file,
                kernel=self.kernel,
                found=f"{total:g} per launch of {', '.join(names[1:])}, in a sum of {whole.per_launch:g}",
                expected="a sum that is at least as high",
                remedy="the metrics come from different passes or runs; collect them again",
            )
        )
        for each in quantities:
            reason = f"{TEXTS[each].title} and others contradict one another"
            self._leave_out(each, Absence(reason=reason, refused=(reason,), was_collected=True))
        self.contradicted.update(quantities)

    def _leave_out(self, quantity: Quantity, absence: Absence) -> None:
        del self.measurements[quantity]
        self.absences[quantity] = absence


def can_be_taken_off(part: Measurement, whole: Measurement) -> bool:
    """Tell whether both are exact, and all of the part is counted by the whole too."""
    both = (part, whole)
    is_exact = not any(each.lower_bound or each.upper_bound for each in both)
    is_plain = all(abs(term.weight) == 1 for each in both for term in each.terms)
    return is_exact and is_plain and is_among(part, whole)


def is_among(part: Measurement, whole: Measurement) -> bool:
    """Tell whether every metric of a part is counted by one of the whole too."""
    return all(any(is_part_of(term.metric, other.metric) for other in whole.terms) for term in part.terms)


def take_off(parts: Iterable[Measurement], whole: Measurement) -> Measurement | None:
    """Return a sum without its parts, or None where they are more than it, beyond rounding."""
    negative = tuple(negated(term) for part in parts for term in part.terms)
    if not negative:
        return whole
    terms = (*whole.terms, *negative)
    rest = math.fsum(term.per_launch for term in terms)
    if rest < -ROUNDING * whole.per_launch:
        return None
    return replace(whole, per_launch=max(rest, 0.0), terms=terms)


def negated(term: MeasuredTerm) -> MeasuredTerm:
    """Return a term that is taken off."""
    return replace(term, weight=-term.weight, peak_per_cycle=None)


def notes_on_held(holds: Iterable[Quantity]) -> tuple[str, ...]:
    """Return what may be among a sum still."""
    sparse = set(SPARSE_FLOP_OF.values())
    return tuple(dict.fromkeys(_SPARSE if each in sparse else _OTHERS for each in holds))


def _notes_on_parts(parts: list[Quantity]) -> tuple[str, ...]:
    return tuple(f"their sum holds {TEXTS[each].title}, which are taken off and stand apart" for each in parts)
