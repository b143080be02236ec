"""Made-up files of many launches, as large as those of a long program, the same at every call."""

from __future__ import annotations

import csv
import random
from typing import TYPE_CHECKING

from benchmarks.profiles import kernel_name, launch_metrics

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

_SEED = 1999
_KERNELS = 40
_COLUMNS = 200
_DIFFERENT = 500
"""So many different launches are made, and repeated: making numbers would take longer than reading them."""

_IDENTITY = (
    *("ID", "Process ID", "Process Name", "Host Name", "Kernel Name", "Context", "Stream", "Block Size", "Grid Size"),
    *("Device", "CC"),
)
_LONG_COLUMNS = (
    *(*_IDENTITY, "Section Name", "Metric Name", "Metric Unit", "Metric Value"),
    *("Rule Name", "Rule Type", "Rule Description", "Estimated Speedup Type", "Estimated Speedup"),
)


def write_raw_page(path: Path, *, launches: int) -> None:
    """Write a raw page of 200 columns: every metric that a formula uses, and others up to that number."""
    units = {name: unit for name, unit, _ in launch_metrics(random.Random(_SEED))}  # noqa: S311 - nothing secret
    others = [f"smsp__counter_{number:03d}.sum" for number in range(_COLUMNS - len(_IDENTITY) - len(units))]
    names = [*units, *others]
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream, quoting=csv.QUOTE_ALL, lineterminator="\n")
        writer.writerow([*_IDENTITY, *names])
        writer.writerow([*([""] * len(_IDENTITY)), *(units.get(name, "inst") for name in names)])
        different = list(_value_rows(count=len(names)))
        for launch in range(launches):
            writer.writerow([*_identity(launch), *different[launch % _DIFFERENT]])


def write_long_table(path: Path, *, rows: int) -> None:
    """Write a long table with the columns of rules: 20 metrics of each launch, of which formulas use all but one."""
    units = [(name, unit) for name, unit, _ in launch_metrics(random.Random(_SEED))]  # noqa: S311 - nothing secret
    units.append(("smsp__counter_000.sum", "inst"))
    different = list(_value_rows(count=len(units)))
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream, quoting=csv.QUOTE_ALL, lineterminator="\n")
        writer.writerow(_LONG_COLUMNS)
        for launch in range(rows // len(units)):
            start = (*_identity(launch), "Command line profiler metrics")
            values = zip(units, different[launch % _DIFFERENT], strict=True)
            writer.writerows((*start, name, unit, value, "", "", "", "", "") for (name, unit), value in values)


def _identity(launch: int) -> tuple[str, ...]:
    kernel = launch % _KERNELS
    where = ("1", "7", "(256, 1, 1)", f"({108 * (1 + kernel % 5)}, 1, 1)", "0", "8.0")
    return (str(launch), "4711", "solver_application", "node0007.cluster.example", kernel_name(kernel), *where)


def _value_rows(*, count: int) -> Iterator[Sequence[str]]:
    """Yield the values of launches as printed: those that formulas use, then others up to a number."""
    # Two sources, so that the first values are the same however many follow.
    numbers, more = random.Random(_SEED), random.Random(_SEED)  # noqa: S311 - nothing secret
    for _ in range(_DIFFERENT):
        used = [f"{value:,.2f}" for _, _, value in launch_metrics(numbers)]
        yield [*used, *(f"{more.uniform(1, 10 ** more.randrange(2, 11)):,.2f}" for _ in range(count - len(used)))]
