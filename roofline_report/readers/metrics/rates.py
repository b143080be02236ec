"""Counts that are made of rates: what a report of Nsight Compute has where the sum itself was not collected.

The roofline sections of Nsight Compute collect `X.sum.per_cycle_elapsed` and the clock, not `X.sum`. A count made of
them has a name that says so, "X.sum.per_second x time", and is made launch by launch: the product of two means over
launches is not the mean of the products.
"""

from __future__ import annotations

from typing import Final

TIME: Final = "time"
"""Stands in a name for the time of the launch, whichever metric says it."""

CYCLES, RATE = "sm__cycles_elapsed.avg", "sm__cycles_elapsed.avg.per_second"
_TIMES: Final = " x "
_OVER: Final = " / "
CYCLES_BY_RATE: Final = f"{CYCLES}{_OVER}{RATE}"
"""The time of a launch where no metric of time says one."""

OF_CLOCKS: Final = frozenset({"hz", "cycle"})
"""What a clock may measure: a report may print it, as any rate, without its "per second"."""

_DERIVED: Final = "derived__"
_PER_SECOND: Final = ".per_second"
_PER_CYCLE: Final = ".per_cycle_elapsed"
# Both are units of the multiprocessor and have its clock.
_SAME_CLOCK: Final = {"smsp": ("smsp", "sm"), "sm": ("sm", "smsp")}


def rates_of(metric: str) -> tuple[str, ...]:
    """Return the names of what stands for a sum, or nothing for a metric that is none."""
    if is_rate(metric):
        return _per_cycle(metric, unit=metric.split("__")[1])
    unit, separator, _ = metric.removeprefix(_DERIVED).partition("__")
    if not separator or not metric.endswith(".sum"):
        return ()
    return (made_of(f"{metric}{_PER_SECOND}", TIME), *_per_cycle(f"{metric}{_PER_CYCLE}", unit=unit))


def is_rate(metric: str) -> bool:
    """Tell whether a metric of Nsight Compute's own sections is a rate per cycle, which its name does not say."""
    return metric.startswith(_DERIVED) and "." not in metric


def contradicts_its_name(rate: str, dimension: str) -> bool:
    """Tell whether a rate is printed in a unit per something else than its name says; the unit may leave it out."""
    per = "s" if dimension == "hz" else dimension.partition("/")[2]
    if rate.endswith(_PER_SECOND):
        return per not in ("", "s")
    return (rate.endswith(_PER_CYCLE) or is_rate(rate)) and per not in ("", "cycle")


def _per_cycle(rate: str, *, unit: str) -> tuple[str, ...]:
    clocks = [f"{each}__cycles_elapsed.avg" for each in _SAME_CLOCK.get(unit, (unit,))]
    return (
        *(made_of(rate, clock) for clock in clocks),
        *(made_of(rate, f"{clock}{_PER_SECOND}", TIME) for clock in clocks),
    )


def made_of(*factors: str) -> str:
    """Return the name of what is made of some metrics, multiplied launch by launch."""
    return _TIMES.join(factors)


def factors_of(metric: str) -> tuple[str, ...]:
    """Return the metrics that are multiplied to make one; one alone where it is no product."""
    return tuple(metric.split(_TIMES))


def parts_of(metric: str) -> tuple[str, ...]:
    """Return the metrics that one is made of, by whichever arithmetic; one alone where it is of the profiler itself."""
    return tuple(part for factor in factors_of(metric) for part in factor.split(_OVER))


def is_product(metric: str) -> bool:
    """Tell whether a metric is made of others, multiplied."""
    return _TIMES in metric


def is_made(metric: str) -> bool:
    """Tell whether a metric is made of others, so that no file names it."""
    return _TIMES in metric or _OVER in metric


def plain_of(metric: str) -> str:
    """Return the metric that a made one stands for: "dram__bytes.sum" for "dram__bytes.sum.per_second x time"."""
    return factors_of(metric)[0].removesuffix(_PER_SECOND).removesuffix(_PER_CYCLE)
