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
    OF_CLOCKS,
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

_CYCLES: Final = frozenset({"cycle", "1"})


class _Product(NamedTuple):
    """A metric that can be made: a rate times factors, the one of them that is a time by the metric that says it."""

    name: str
    rate: str
    factors: tuple[str, ...]
    time: str | None


@dataclass(slots=True)
class _Factors:
    """What rates are multiplied with: times, cycles and clocks above 0, of the launches or of the averages of a table.

    A time of 0 is one that was printed too coarsely, so that a rate times it would be a count that nobody counted.

    Attributes:
        ledger: What is known of the metrics.
        values_of: Returns what was measured of a metric, by launch or by the place of the average.
        measured: The metrics that were measured anywhere.
    """

    ledger: MetricLedger
    values_of: Callable[[str], Mapping[int, float]]
    measured: Collection[str]
    _values: dict[str, Mapping[int, float]] = field(default_factory=dict)
    _times: dict[frozenset[int], str | None] = field(default_factory=dict)

    def of(self, metric: str) -> Mapping[int, float]:
        """Return the values of a metric that are factors."""
        if metric not in self._values:
            values = self.values_of(metric) if metric in self.measured and _fits(self.ledger, metric) else {}
            self._values[metric] = {place: value for place, value in values.items() if 0 < value < math.inf}
        return self._values[metric]

    def find(self, rate: str, part: str) -> str | None:
        """Return the metric that says a factor of a rate; None where none does."""
        if part == TIME:
            return self._find_time(rate)
        return part if self.of(part) else None

    def _find_time(self, rate: str) -> str | None:
        """Return the one metric of time for all launches of a table: two of them do not measure the same.

        It is the first that every launch with the rate has, else the first that most of them have.
        """
        places = frozenset(self.values_of(rate))
        if places not in self._times:
            timed = {metric: len(places & self.of(metric).keys()) for metric in _names_of_time()}
            best = max(timed, key=lambda metric: timed[metric])
            self._times[places] = best if timed[best] else None
        return self._times[places]


def make_of_launches(log: LaunchLog, wanted: Collection[str] | None) -> None:
    """Add what can be made of the metrics of single launches."""
    ledger = log.ledger
    _refuse_units(ledger)
    if (wanted is None or CYCLES_BY_RATE in wanted) and _dimensions(ledger, (CYCLES, RATE)) == ["cycle", "hz"]:
        rates = _Factors(ledger, log.values_of, _measured_in(log)).of(RATE)
        log.derive(CYCLES_BY_RATE, of=CYCLES, combine=partial(_quotient, rates=rates))
        ledger.note_dimension(CYCLES_BY_RATE, "s", line=0)
    known = _measured_in(log)
    factors = _Factors(ledger, log.values_of, known)
    for product in _makeable(known, factors, wanted=wanted):
        parts = [factors.of(metric) for metric in product.factors]
        log.derive(product.name, of=product.rate, combine=partial(_times, name=product.name, factors=parts))
        _note(ledger, product)


def _measured_in(log: LaunchLog) -> set[str]:
    return {metric for metric in log.ledger.named if log.has_values(metric)}


def make_of_averages(log: AverageLog, wanted: Collection[str] | None) -> None:
    """Add what can be made of averages over launches: all that is known of a single launch, of several the cycles.

    Cycles say at which clock a kernel ran, for which averages are good enough. A count they would make wrong.
    """
    ledger = log.ledger
    _refuse_units(ledger)
    averages = list(log.averages())
    measured = {metric for metrics in averages for metric, statistic in metrics.items() if statistic is not None}
    known = measured - ledger.unusable.keys()
    factors = _Factors(ledger, partial(_means, averages), known)
    for product in list(_makeable(known, factors, wanted=wanted, is_of_one_launch=False)):
        for metrics in averages:
            parts = [metrics.get(part) for part in (product.rate, *product.factors)]
            _make_average(product, metrics, parts=[part for part in parts if part is not None], ledger=ledger)


def _means(averages: Sequence[Mapping[str, Statistic | None]], metric: str) -> dict[int, float]:
    """Return the mean of a metric of each average that has it, by its place."""
    found = ((place, metrics.get(metric)) for place, metrics in enumerate(averages))
    return {place: statistic.mean for place, statistic in found if statistic is not None}


def _make_average(
    product: _Product, metrics: dict[str, Statistic | None], *, parts: Sequence[Statistic], ledger: MetricLedger
) -> None:
    """Add a product to the averages of a kernel, where all of it is there and of as many launches."""
    counts = {part.count for part in parts}
    plain = plain_of(product.name)
    if len(parts) <= len(product.factors) or (plain != product.rate and metrics.get(plain) is not None):
        return
    if any(not 0 < part.mean < math.inf for part in parts[1:]):
        return
    if counts == {1} or (len(counts) == 1 and product.name in _names_of_cycles()):
        made = _product(product.name, [part.mean for part in parts])
        count = parts[0].count
        metrics[product.name] = None if math.isnan(made) else Statistic(count=count, total=made * count)
        ledger.named.add(product.name)
        _note(ledger, product)


def _makeable(
    known: Collection[str], factors: _Factors, *, wanted: Collection[str] | None, is_of_one_launch: bool = True
) -> Iterator[_Product]:
    """Yield the metrics that can be made and are not there; of averages each kernel has metrics of its own."""
    for name, (rate, *parts) in _made_metrics().items():
        plain = plain_of(name)
        if (is_of_one_launch and plain != rate and plain in known) or (wanted is not None and name not in wanted):
            continue
        if rate not in known:
            continue
        found = [factors.find(rate, part) for part in parts]
        metrics = tuple(metric for metric in found if metric is not None)
        if len(metrics) == len(parts):
            time = next((metric for part, metric in zip(parts, metrics, strict=True) if part == TIME), None)
            yield _Product(name, rate, metrics, time)


def _fits(ledger: MetricLedger, factor: str) -> bool:
    """Tell whether the unit of what a rate is multiplied with is the one that it has to be."""
    return ledger.dimensions.get(factor) in _dimensions_of(factor)


def _dimensions_of(factor: str) -> frozenset[str]:
    if factor in _names_of_time():
        return frozenset({"s"})
    return OF_CLOCKS if factor.endswith(".per_second") else _CYCLES


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
    """Note what a product measures, and by which time: what its rate does, without "per second" or "per cycle".

    A report may print the unit of a rate without its denominator, so that the name alone says what it is.
    """
    if product.time is not None:
        ledger.times[product.name] = product.time
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
    return math.nan if rate is None or not 0 < cycles < math.inf else cycles / rate


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
