"""Kernels that two profilers timed: one time is used, and the other is not passed over in silence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roofline_report.domain.problem import Problem, Severity
from roofline_report.domain.quantity import Quantity

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from roofline_report.domain.profile import Kernel
    from roofline_report.readers.joining.evidence import Evidence
    from roofline_report.readers.metrics.metric_table import MetricTable


def find_other_times(kernels: Iterable[tuple[Kernel, Evidence]], *, tables: Sequence[MetricTable]) -> list[Problem]:
    """Return a note for each file with times that are not used, because another profiler timed the kernel too.

    Args:
        kernels: The kernels, each with what it was built from.
        tables: The metric tables.
    """
    profilers = {metric: table.profiler for table in tables for metric in _times_of(table)}
    found: dict[tuple[str, str, str], int] = {}
    for kernel, evidence in kernels:
        duration = kernel.measurements.get(Quantity.DURATION)
        used = None if duration is None else profilers.get(duration.terms[0].metric)
        if used is None:
            continue
        for metric, measured in evidence.metrics.items():
            other = profilers.get(metric, used)
            if other != used:
                place = (measured.file, other, used)
                found[place] = found.get(place, 0) + 1
    return [_not_used(place, count) for place, count in sorted(found.items())]


def _times_of(table: MetricTable) -> frozenset[str]:
    entry = table.entries.get(Quantity.DURATION)
    return frozenset() if entry is None else frozenset(name for formula in entry.formulas for name in formula.metrics)


def _not_used(place: tuple[str, str, str], count: int) -> Problem:
    file, other, used = place
    return Problem(
        summary=f"the times of {other} are not used where {used} timed the kernel too",
        severity=Severity.NOTE,
        file=file,
        found=f"two times of {count} kernel{'s' if count > 1 else ''}",
        remedy="keep one of them: the profilers run the GPU at different clocks",
    )
