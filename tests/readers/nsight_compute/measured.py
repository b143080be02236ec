"""What Nsight Compute prints of launches whose metrics a test names: the same numbers in each of its shapes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roofline_report.readers.joining.assembly import assemble
from tests.readers.nsight_compute.samples import IDENTITY
from tests.readers.samples import LONG_HEADER, METRICS, SUMMARY_HEADER, long_row, quoted, read, the_kernel

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from roofline_report.domain.profile import Kernel, Measurement, Profile
    from roofline_report.domain.quantity import Quantity

Launch = dict[str, tuple[str, str]]
"""For each metric its unit and its value, as printed."""

KERNEL: Final = "k()"
TIME: Final = "gpu__time_duration.sum"


def launch(values: Mapping[str, float | str], *, unit: str = "inst") -> Launch:
    """Return a launch whose metrics have one unit."""
    return {name: (unit, value if isinstance(value, str) else f"{value:,}") for name, value in values.items()}


def timed(seconds: float) -> Launch:
    """Return the time of a launch, printed in whole nanoseconds."""
    return {TIME: ("nsecond", f"{round(seconds * 1e9)}")}


def long_table(*launches: Launch, capability: str = "8.0") -> str:
    """Return the long table of the launches."""
    rows = (
        long_row(number, KERNEL, metric, unit, value, capability=capability)
        for number, each in enumerate(launches)
        for metric, (unit, value) in each.items()
    )
    return LONG_HEADER + "".join(rows)


def raw_page(*launches: Launch, capability: str = "8.0") -> str:
    """Return the raw page of the launches; what one of them lacks is n/a there."""
    units = {metric: unit for each in launches for metric, (unit, _) in each.items()}
    rows = [quoted([*IDENTITY, *units]), quoted([*([""] * len(IDENTITY)), *units.values()])]
    for number, each in enumerate(launches):
        identity = (number, 4711, "solver", "node7", KERNEL, 1, 7, "(96, 1, 1)", "(40, 1, 1)", 0, capability)
        rows.append(quoted([*identity, *(each.get(metric, ("", "n/a"))[1] for metric in units)]))
    return "".join(rows)


def summary(averages: Launch, *, count: int = 1, capability: str = "8.0") -> str:
    """Return the summary per kernel: what minimum, maximum and average of all launches were."""
    start = (4711, "/srv/anna/bin/solver", "node7", KERNEL, "(96, 1, 1)", "(40, 1, 1)", 0, capability, count, METRICS)
    rows = (quoted([*start, metric, unit, value, value, value]) for metric, (unit, value) in averages.items())
    return SUMMARY_HEADER + "".join(rows)


SHAPES: Final[dict[str, Callable[..., str]]] = {"long table": long_table, "raw page": raw_page, "summary": summary}
"""All shapes of one launch; the first two are of several."""
OF_SEVERAL: Final[dict[str, Callable[..., str]]] = {"long table": long_table, "raw page": raw_page}


def profile_of(text: str, *, capability: str | None = None) -> Profile:
    """Return what is known of a text; the capability is for one that states none."""
    return assemble([read(text)], compute_capability=capability)


def kernel_of(text: str, *, capability: str | None = None) -> Kernel:
    """Return the only kernel of a text."""
    return the_kernel(profile_of(text, capability=capability))


def measured(quantity: Quantity, text: str) -> Measurement:
    """Return a quantity of the only kernel of a text."""
    return kernel_of(text).measurements[quantity]


def joined(files: Mapping[str, str]) -> Kernel:
    """Return the only kernel of a run of several files, each with its name."""
    return the_kernel(assemble([read(text, name=name) for name, text in files.items()]))
