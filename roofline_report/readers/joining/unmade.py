"""Rates that were collected and of which nothing was made: why that is, and what would help."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from roofline_report.domain.problem import Problem, Severity
from roofline_report.domain.quantity import CYCLES_OF, Quantity
from roofline_report.readers.joining.listing import listed
from roofline_report.readers.metrics.rates import TIME, factors_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from roofline_report.readers.joining.evidence import Evidence

_TIME: Final = "gpu__time_duration.sum"
"""What to collect for a time: rates are of Nsight Compute alone."""

# A clock is made of averages too.
_OF_AVERAGES: Final = frozenset(CYCLES_OF.values())


@dataclass(frozen=True, slots=True, kw_only=True)
class Unmade:
    """Why a quantity is not known although rates of it were collected.

    Attributes:
        reason: In words, as a part of a longer sentence.
        problem: To be told.
    """

    reason: str
    problem: Problem


def explain_unmade(
    quantity: Quantity, evidence: Evidence, *, metrics: Iterable[str], times: Collection[str]
) -> Unmade | None:
    """Return why nothing was made of the rates of a quantity that was not found; None where there is no such rate.

    Args:
        quantity: The quantity.
        evidence: What is known of the kernel.
        metrics: Every metric that the quantity may be made of, in the order in which they are tried.
        times: Every metric that says a time.
    """
    unmade = evidence.unmade(metrics)
    if not unmade:
        return None
    rates = listed([*unmade], most=1)
    rate, names = next(iter(unmade.items()))
    if quantity not in _OF_AVERAGES and evidence.is_average(rate):
        summary = (
            "rates were averaged over several launches, so no count is made of them: that is done launch by launch"
        )
        remedy = f"print every launch, without --print-summary, and collect {_TIME} with them"
    elif quantity in _OF_AVERAGES and not evidence.metrics[rate].statistic.is_positive:
        summary = "a clock is 0 in a launch, so it is not used"
        remedy = "collect it again"
    else:
        summary = "rates were collected, but no time or cycles that can be used beside them, so nothing is made of them"
        factors = " and ".join(_least_to_add(rate, names, evidence=evidence, times=times))
        remedy = f"collect {factors} in the same run of the profiler, for the same file"
    return Unmade(
        reason=f"{summary} ({rates}); {remedy}",
        problem=Problem(
            summary=summary,
            severity=Severity.NOTE,
            file=evidence.metrics[rate].file,
            kernel=evidence.key.name,
            found=rates,
            remedy=remedy,
        ),
    )


def _least_to_add(rate: str, names: Sequence[str], *, evidence: Evidence, times: Collection[str]) -> list[str]:
    """Return the fewest metrics without which nothing is made of a rate; among as many, the time.

    What is there and is 0 has to be collected again.
    """
    file = evidence.metrics[rate].file
    of_file = {metric: each.statistic for metric, each in evidence.metrics.items() if each.file == file}
    usable = {metric for metric, statistic in of_file.items() if statistic.is_positive}
    beside = (usable - {TIME}) | ({TIME} if usable.intersection(times) else set())
    ways = [[factor for factor in factors_of(name)[1:] if factor not in beside] for name in names]
    least = min(ways, key=lambda way: (len(way), TIME not in way))
    return [_TIME if factor == TIME else factor for factor in least or factors_of(names[0])[1:]]
