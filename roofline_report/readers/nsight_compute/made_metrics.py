"""Metrics that are made of others, where a report has the parts alone: counts of rates, times of cycles."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cache, partial
from typing import TYPE_CHECKING, Final, NamedTuple

from roofline_report.domain.profile import Statistic
from roofline_report.domain.quantity import Quantity
from roofline_report.readers.metrics.metric_table import load_tables
from roofline_report.readers.metrics.rates import (
    CYCLES,
    CYCLES_BY_RATE,
    RATE,
    TIME,
    contradicts_its_name,
    factors_of,
    is_product,
    plain_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

    from roofline_report.readers.rows.launches import AverageLog, LaunchLog, MetricLedger

# A report may print a clock, as any rate, without its "per second".
_CLOCKS: Final = frozenset({"hz", "cycle"})
_CYCLES: Final = frozenset({"cycle", "1"})


class _Product(NamedTuple):
    """A metric that can be made: a rate times factors, and for each factor the metrics that say it, best first."""

    name: str
    rate: str
    factors: tuple[tuple[str, ...], ...]


@dataclass(slots=True)
class _Factors:
    """What rates are multiplied with, by launch: times, cycles and clocks above 0.

    A time of 0 is one that was printed too coarsely, so that a rate times it would be a count that nobody counted.
    """

    log: LaunchLog
    _values: dict[tuple[str, ...], Mapping[int, float]] = field(default_factory=dict)

    def of(self, metrics: tuple[str, ...]) -> Mapping[int, float]:
        """Return the value of each launch by the first of some metrics that has one there."""
        if metrics not in self._values:
            found: dict[int, float] = {}
            for metric in reversed(metrics):
                values = self.log.values_of(metric)
                found |= {launch: value for launch, value in values.items() if _is_factor(value)}
            self._values[metrics] = found
        return self._values[metrics]

    def has(self, metric: str) -> bool:
        """Tell whether a metric has such a value in any launch."""
        return self.log.has_values(metric) and bool(self.of((metric,)))


def make_of_launches(log: LaunchLog, wanted: Collection[str] | None) -> None:
    """Add what can be made of the metrics of single launches."""
    ledger = log.ledger
    factors = _Factors(log)
    _refuse_units(ledger)
    if (wanted is None or CYCLES_BY_RATE in wanted) and _dimensions(ledger, (CYCLES, RATE)) == ["cycle", "hz"]:
        log.derive(CYCLES_BY_RATE, of=CYCLES, combine=partial(_quotient, rates=factors.of((RATE,))))
        ledger.note_dimension(CYCLES_BY_RATE, "s", line=0)
    known = {metric for metric in ledger.named if log.has_values(metric)}
    for product in _makeable(known, ledger, wanted=wanted, is_factor=factors.has):
        parts = [factors.of(metrics) for metrics in product.factors]
        log.derive(product.name, of=product.rate, combine=partial(_times, name=product.name, factors=parts))
        _note(ledger, product)


def make_of_averages(log: AverageLog, wanted: Collection[str] | None) -> None:
    """Add what can be made of averages over launches: all that is known of a single launch, of several the cycles.

    Cycles say at which clock a kernel ran, for which averages are good enough. A count they would make wrong.
    """
    ledger = log.ledger
    _refuse_units(ledger)
    for metrics in log.averages():
        known = {
            metric: statistic
            for metric, statistic in metrics.items()
            if statistic is not None and metric not in ledger.unusable
        }
        is_factor = partial(_is_factor_of, known)
        for product in list(_makeable(known, ledger, wanted=wanted, is_factor=is_factor)):
            parts = [known[product.rate], *(known[best] for best, *_ in product.factors)]
            counts = {part.count for part in parts}
            if counts == {1} or (len(counts) == 1 and product.name in _names_of_cycles()):
                made = _product(product.name, [part.mean for part in parts])
                metrics[product.name] = (
                    None if math.isnan(made) else Statistic(count=parts[0].count, total=made * parts[0].count)
                )
                ledger.named.add(product.name)
                _note(ledger, product)


def _is_factor(value: float) -> bool:
    return 0 < value < math.inf


def _is_factor_of(averages: Mapping[str, Statistic], metric: str) -> bool:
    return metric in averages and _is_factor(averages[metric].mean)


def _makeable(
    known: Collection[str],
    ledger: MetricLedger,
    *,
    wanted: Collection[str] | None,
    is_factor: Callable[[str], bool],
) -> Iterator[_Product]:
    """Yield the metrics that can be made and are not there."""
    times = tuple(metric for metric in _names_of_time() if _fits(ledger, metric) and is_factor(metric))
    for name, (rate, *parts) in _made_metrics().items():
        plain = plain_of(name)
        if (plain != rate and plain in known) or (wanted is not None and name not in wanted):
            continue
        if rate not in known:
            continue
        factors = tuple(
            times if part == TIME else (part,) * (_fits(ledger, part) and is_factor(part)) for part in parts
        )
        if all(factors):
            yield _Product(name, rate, factors)


def _fits(ledger: MetricLedger, factor: str) -> bool:
    """Tell whether the unit of what a rate is multiplied with is the one that it has to be."""
    return ledger.dimensions.get(factor) in _dimensions_of(factor)


def _dimensions_of(factor: str) -> frozenset[str]:
    if factor in _names_of_time():
        return frozenset({"s"})
    return _CLOCKS if factor.endswith(".per_second") else _CYCLES


def _refuse_units(ledger: MetricLedger) -> None:
    """Refuse rates, clocks and cycles whose unit cannot be. Times are a quantity, which tells of their unit itself."""
    for metric, dimension in ledger.dimensions.items():
        if metric in _clocks() and dimension not in _dimensions_of(metric):
            expected = f"a unit of {' or '.join(sorted(_dimensions_of(metric)))}"
        elif metric in _rates() and contradicts_its_name(metric, dimension):
            expected = "a unit that its name agrees with"
        else:
            continue
        ledger.refuse_unit(metric, expected=expected)


def _note(ledger: MetricLedger, product: _Product) -> None:
    """Note what a product measures: what its rate does, without "per second" or "per cycle".

    A report may print the unit of a rate without its denominator, so that the name alone says what it is.
    """
    counted = ledger.dimensions.get(product.rate, "1").partition("/")[0]
    ledger.note_dimension(product.name, "1" if counted == "hz" else counted, line=0)


def _times(launch: int, rate: float, *, name: str, factors: Sequence[Mapping[int, float]]) -> float:
    """Return the product in a launch; NaN where it lacks a factor."""
    return _product(name, [rate, *(values.get(launch, math.nan) for values in factors)])


def _product(name: str, parts: Sequence[float]) -> float:
    """Return a product; NaN where there is none. A rate of 0 makes a count of 0, but a clock of 0 is no clock."""
    made = math.prod(parts)
    is_known = math.isfinite(made) and (made > 0 or name not in _names_of_cycles())
    return made if is_known else math.nan


def _quotient(launch: int, cycles: float, *, rates: Mapping[int, float]) -> float:
    rate = rates.get(launch)
    return math.nan if rate is None or not _is_factor(cycles) else cycles / rate


def _dimensions(ledger: MetricLedger, metrics: Sequence[str]) -> list[str | None]:
    return [None if metric in ledger.unusable else ledger.dimensions.get(metric) for metric in metrics]


@cache
def _made_metrics() -> Mapping[str, tuple[str, ...]]:
    """Return the metrics of the tables that are made of others, each with what it is made of."""
    metrics = sorted(metric for table in load_tables() for metric in table.metrics if is_product(metric))
    return {metric: factors_of(metric) for metric in metrics}


@cache
def _rates() -> frozenset[str]:
    return frozenset(rate for rate, *_ in _made_metrics().values())


@cache
def _clocks() -> frozenset[str]:
    """Return the clocks and cycles that rates are multiplied with."""
    factors = (factor for _, *others in _made_metrics().values() for factor in others)
    return frozenset(factor for factor in factors if factor != TIME)


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
