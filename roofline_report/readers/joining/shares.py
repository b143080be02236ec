"""Shares of a whole that are above it: signs that the parts were not measured together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roofline_report.domain.problem import Problem, Severity
from roofline_report.readers.rows.file_problems import TOLD_ONE_BY_ONE

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from roofline_report.domain.profile import Statistic
    from roofline_report.readers.joining.evidence import Evidence
    from roofline_report.readers.metrics.metric_table import MetricTable

_WHOLE = 100.0


def find_impossible_shares(evidence: Sequence[Evidence], *, tables: Iterable[MetricTable]) -> list[Problem]:
    """Return a note for each kernel with a share above 100 %, such as a hit rate of 100.4 %.

    A profiler that runs a kernel several times counts hits in one pass and accesses in another. The numbers are kept
    as they are: nobody knows which of the two is off.

    Args:
        evidence: What is known of each kernel.
        tables: They name the metrics that are shares.
    """
    names = dict.fromkeys(name for table in tables for name in table.shares)
    found = [
        (each, name, highest)
        for each in evidence
        for name in names
        if (measured := each.metrics.get(name)) is not None and measured.dimension == "%"
        if (highest := _highest(measured.statistic)) > _WHOLE
    ]
    if len(found) <= TOLD_ONE_BY_ONE:
        return [_note(each, f"{name} of {highest:.6g} %") for each, name, highest in found]
    first, name, highest = found[0]
    return [_note(first, f"{name} of {highest:.6g} %, and {len(found) - 1} more like it", is_alone=False)]


def _highest(statistic: Statistic) -> float:
    return statistic.mean if statistic.maximum is None else statistic.maximum


def _note(evidence: Evidence, found: str, *, is_alone: bool = True) -> Problem:
    return Problem(
        summary="a share is above 100 %, because its parts were counted in different passes of the profiler; it is "
        "kept as it is",
        severity=Severity.NOTE,
        file=evidence.shares[0].file,
        kernel=evidence.key.name if is_alone else None,
        found=found,
        remedy="take counters of this run that differ by less than that as equal",
    )
