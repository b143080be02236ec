"""Whether what was measured of a kernel belongs together: the same launches, times with their counters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roofline_report.domain.problem import Problem
from roofline_report.domain.profile import Kernel, Quantity
from roofline_report.readers.joining.evidence import KernelKey

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from roofline_report.readers.joining.evidence import Evidence
    from roofline_report.readers.metrics.metric_table import MetricTable

_TOLD_ONE_BY_ONE = 5
"""Beyond so many kernels with the same fault, one problem names the first of them."""

_HOW_TO_TIME = {
    "nvprof": "collect times with nvprof --csv --print-gpu-summary",
    "Nsight Compute": "collect gpu__time_duration.sum too",
}
_HOW_TO_COUNT = {
    "nvprof": "collect counters with nvprof --csv --metrics and --events",
    "Nsight Compute": "collect the counters too, with ncu --csv --metrics",
}


def find_incoherences(
    kernels: Sequence[Kernel], evidence: Sequence[Evidence], *, tables: Sequence[MetricTable]
) -> list[Problem]:
    """Return a problem for everything that does not belong together.

    Args:
        kernels: The kernels as built.
        evidence: What they were built from.
        tables: The metric tables, that of the run's profiler first.
    """
    places = {each.key: each.shares[0].file for each in evidence}
    problems = [problem for kernel in kernels for problem in _find_other_launches(kernel)]
    groups: dict[tuple[str, str], list[Kernel]] = {}
    for kernel in kernels:
        fault = _find_missing_partner(kernel, profiler=tables[0].profiler)
        if fault is not None:
            groups.setdefault(fault, []).append(kernel)
    for (summary, remedy), members in groups.items():
        problems.extend(_tell(members, summary=summary, remedy=remedy, places=places))
    return problems


def _find_other_launches(kernel: Kernel) -> list[Problem]:
    """Return a problem for each file that has another number of launches of the kernel than its time has."""
    counts = list(
        dict.fromkeys((term.file, term.statistic.count) for each in kernel.measurements.values() for term in each.terms)
    )
    if not counts:
        return []
    # The duration is the first of the quantities, so its file stands first.
    first_file, first_count = counts[0]
    return [
        Problem(
            summary="the number of launches differs between the files; means per launch are used",
            file=file,
            kernel=kernel.name,
            found=f"{count} launches here, {first_count} in {first_file}",
            expected="the same launches in all files of a run",
            remedy="collect times and counters of the same launches",
        )
        for file, count in counts
        if count != first_count
    ]


def _find_missing_partner(kernel: Kernel, *, profiler: str) -> tuple[str, str] | None:
    """Return what is missing beside what was measured, and what to do."""
    timed = Quantity.DURATION in kernel.measurements
    counted = len(kernel.measurements) > timed
    if timed and counted:
        return None
    how_to_time, how_to_count = _HOW_TO_TIME.get(profiler, ""), _HOW_TO_COUNT.get(profiler, "")
    if counted:
        return "the kernel has counters but no time, so it has no place on a roofline", how_to_time
    if timed:
        return "the kernel has a time but no counters, so it has no place on a roofline", how_to_count
    return "the kernel has none of the metrics that a roofline needs", f"{how_to_time}; {how_to_count}"


def _tell(kernels: list[Kernel], *, summary: str, remedy: str, places: Mapping[KernelKey, str]) -> list[Problem]:
    if len(kernels) <= _TOLD_ONE_BY_ONE:
        return [
            Problem(
                summary=summary,
                file=places[KernelKey(kernel.name, kernel.configuration)],
                kernel=kernel.name,
                found=f"kernel {_shorten(kernel.name)}",
                remedy=remedy,
            )
            for kernel in kernels
        ]
    names = ", ".join(_shorten(kernel.name) for kernel in kernels[:_TOLD_ONE_BY_ONE])
    more = len(kernels) - _TOLD_ONE_BY_ONE
    return [
        Problem(
            summary=f"{summary} ({len(kernels)} kernels)",
            file=places[KernelKey(kernels[0].name, kernels[0].configuration)],
            found=f"{names} and {more} more",
            remedy=remedy,
        )
    ]


def _shorten(name: str) -> str:
    return name if len(name) <= 80 else f"{name[:80]}..."
