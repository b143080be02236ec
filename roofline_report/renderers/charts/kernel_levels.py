"""Which levels the chart of one kernel shows: those of its run, and shared memory where that is what counts."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from roofline_report.domain.hardware import MemoryLevel, TrafficFamily
from roofline_report.report.rooflines import Roof

if TYPE_CHECKING:
    from roofline_report.report.model import RunReport
    from roofline_report.report.rooflines import ModelReport


def with_shared(run: RunReport, report: ModelReport) -> RunReport:
    """Return a run whose charts show shared memory too, where it is what a kernel is near and no part of L1."""
    is_drawable = MemoryLevel.SHARED not in run.levels and report.level(MemoryLevel.SHARED).is_drawable
    if not is_drawable or (is_part_of_l1(report) and not is_near_shared(report)):
        return run
    levels = tuple(level for level in MemoryLevel if level in run.levels or level is MemoryLevel.SHARED)
    return replace(run, levels=levels, options=replace(run.options, levels=levels))


def is_near_shared(report: ModelReport) -> bool:
    """Tell whether the roof of shared memory is one that the verdict names."""
    return any(use.roof is Roof.SHARED for use in report.verdict.named)


def is_part_of_l1(report: ModelReport) -> bool:
    """Tell whether shared memory moves anything, and the traffic of L1 holds it."""
    shared, l1 = report.level(MemoryLevel.SHARED).traffic, report.level(MemoryLevel.L1).traffic
    holds = l1 is None or l1.family is TrafficFamily.L1_DATA_PATH
    return shared is not None and shared.moves_anything and holds
