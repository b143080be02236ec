"""Metrics that are made of others, where a report has the parts alone: counts of rates, times of cycles."""

from __future__ import annotations

import math
from functools import cache
from typing import TYPE_CHECKING, Final

from roofline_report.domain.profile import Statistic
from roofline_report.domain.quantity import Quantity
from roofline_report.readers.metrics.metric_table import load_tables
from roofline_report.readers.metrics.rates import OVER, TIME, factors_of, is_product, plain_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from roofline_report.readers.rows.launches import AverageLog, LaunchLog, MetricLedger

CYCLES, RATE = "sm__cycles_elapsed.avg", "sm__cycles_elapsed.avg.per_second"
CYCLES_BY_RATE: Final = f"{CYCLES}{OVER}{RATE}"
"""The time of a launch where no metric of time was collected."""

_RATES_OF_TIME: Final = frozenset({"hz"})
_CYCLES: Final = frozenset({"cycle", "1"})


def with_parts(wanted: Collection[str]) -> Collection[str]:
    """Return the metrics that have to be read to have those that are wanted."""
    return {*wanted, CYCLES, RATE} if CYCLES_BY_RATE in wanted else wanted


def make_of_launches(log: LaunchLog, wanted: Collection[str] | None) -> None:
    """Add what can be made of the metrics of single launches."""
    ledger = log.ledger
    if (wanted is None or CYCLES_BY_RATE in wanted) and _dimensions(ledger, (CYCLES, RATE)) == ["cycle", "hz"]:
        log.derive(CYCLES_BY_RATE, of=(CYCLES, RATE), combine=_quotient)
        ledger.note_dimension(CYCLES_BY_RATE, "s", line=0)
    known = {metric for metric in ledger.named if log.has_values(metric)}
    for name, factors in _makeable(known, ledger, wanted=wanted):
        log.derive(name, of=factors, combine=math.prod)
        _note(ledger, name, factors=factors)


def make_of_averages(log: AverageLog, wanted: Collection[str] | None) -> None:
    """Add what can be made of averages over launches: all that is known of a single launch, of several the cycles.

    Cycles say at which clock a kernel ran, for which averages are good enough. A count they would make wrong.
    """
    ledger = log.ledger
    for metrics in log.averages():
        known = {metric for metric, statistic in metrics.items() if statistic is not None}
        for name, factors in list(_makeable(known - ledger.unusable.keys(), ledger, wanted=wanted)):
            parts = [statistic for factor in factors if (statistic := metrics[factor]) is not None]
            counts = {part.count for part in parts}
            if counts == {1} or (len(counts) == 1 and name in _names_of_cycles()):
                metrics[name] = _product(parts)
                ledger.named.add(name)
                _note(ledger, name, factors=factors)


def _makeable(
    known: Collection[str], ledger: MetricLedger, *, wanted: Collection[str] | None
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the metrics that can be made and are not there, with what they are made of."""
    time = next(
        (metric for metric in _names_of_time() if metric in known and _is(ledger, metric, dimensions={"s"})), None
    )
    for name, parts in _made_metrics().items():
        plain = plain_of(name)
        if (plain != parts[0] and plain in known) or (wanted is not None and name not in wanted):
            continue
        factors = [time if part == TIME else part for part in parts]
        first, *others = factors
        if first not in known or any(factor is None or factor not in known for factor in others):
            continue
        named = tuple(factor for factor in factors if factor is not None)
        if all(_fits(ledger, factor) for factor in named[1:]):
            yield name, named


def _fits(ledger: MetricLedger, factor: str) -> bool:
    """Tell whether the unit of what a rate is multiplied with is the one that it has to be."""
    if factor in _names_of_time():
        return _is(ledger, factor, dimensions={"s"})
    return _is(ledger, factor, dimensions=_RATES_OF_TIME if factor.endswith(".per_second") else _CYCLES)


def _is(ledger: MetricLedger, metric: str, *, dimensions: Collection[str]) -> bool:
    return ledger.dimensions.get(metric) in dimensions


def _note(ledger: MetricLedger, name: str, *, factors: Sequence[str]) -> None:
    """Note what a product measures: what its first factor does, without "per second" or "per cycle".

    A report may print the unit of a rate without its denominator, so that the name alone says what it is.
    """
    counted = ledger.dimensions.get(factors[0], "1").partition("/")[0]
    ledger.note_dimension(name, "1" if counted == "hz" else counted, line=0)


def _product(parts: Iterable[Statistic]) -> Statistic:
    known = list(parts)
    count = known[0].count
    return Statistic(count=count, total=math.prod(part.mean for part in known) * count)


def _quotient(parts: Sequence[float]) -> float:
    top, bottom = parts
    return top / bottom if bottom > 0 else math.nan


def _dimensions(ledger: MetricLedger, metrics: Iterable[str]) -> list[str | None]:
    return [None if metric in ledger.unusable else ledger.dimensions.get(metric) for metric in metrics]


@cache
def _made_metrics() -> Mapping[str, tuple[str, ...]]:
    """Return the metrics of the tables that are made of others, each with what it is made of."""
    metrics = sorted(metric for table in load_tables() for metric in table.metrics if is_product(metric))
    return {metric: factors_of(metric) for metric in metrics}


@cache
def _names_of_time() -> tuple[str, ...]:
    return _names_of(Quantity.DURATION)


@cache
def _names_of_cycles() -> frozenset[str]:
    cycles = (Quantity.SM_CYCLES, Quantity.L1_CYCLES, Quantity.L2_CYCLES, Quantity.DRAM_CYCLES)
    return frozenset(name for quantity in cycles for name in _names_of(quantity))


def _names_of(quantity: Quantity) -> tuple[str, ...]:
    """Return the metrics that say a quantity, in the order in which they are tried."""
    entries = (table.entries[quantity] for table in load_tables() if quantity in table.entries)
    formulas = (formula for entry in entries for formula in entry.formulas)
    return tuple(name for formula in formulas for term in formula.terms for name in term.metrics)
