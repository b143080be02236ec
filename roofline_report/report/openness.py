"""What is not known beside a verdict, so that nobody takes the nearest known roof for the nearest one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roofline_report.domain.hardware import MemoryLevel, TrafficFamily
from roofline_report.report.rooflines import ROOF_OF_LEVEL, OpenPoint, Roof, Unknown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roofline_report.report.rooflines import LevelReport, ModelReport, RoofUse

_LOADS_ALONE: Final = frozenset({TrafficFamily.L1_RETURN_PATH, TrafficFamily.L2_RETURN_PATH})
_TAG_ALONE: Final = frozenset({TrafficFamily.L1_TAG_STAGE})
_MAY_MATTER: Final = 0.5
"""A lower bound below this part of the nearest roof is not told: more than half of the traffic would be missing."""
_FLAT: Final = (Roof.COMPUTE, Roof.ISSUE)
_LEVELS: Final = (MemoryLevel.L1, MemoryLevel.L2, MemoryLevel.DRAM)


def find_open_points(report: ModelReport, *, may_be_below_boost: bool) -> tuple[OpenPoint, ...]:
    """Return why another roof may be nearer than the nearest one; nothing where there is no verdict.

    Args:
        report: A kernel in one model.
        may_be_below_boost: Ceilings at boost clock may be those of a higher clock than the one that it ran at.
    """
    if report.verdict.nearest is None:
        return ()
    return (*_on_levels(report), *_on_work(report), *_on_uses(report, may_be_below_boost=may_be_below_boost))


def _on_levels(report: ModelReport) -> Iterator[OpenPoint]:
    levels = [report.level(level) for level in _LEVELS]
    judged = {use.roof for use in report.verdict.uses}
    unjudged = [level for level in levels if level.roof not in judged]
    moving = [level for level in unjudged if level.traffic is not None and level.traffic.moves_anything]
    found = {
        Unknown.TRAFFIC: [level for level in unjudged if level.traffic is None],
        Unknown.CEILING: [level for level in moving if level.ceiling is None],
        Unknown.EXACTNESS: [level for level in moving if level.ceiling is not None],
        Unknown.STORES: [level for level in levels if _has(_LOADS_ALONE, level, report=report)],
        Unknown.DATA_STAGE: [level for level in levels if _has(_TAG_ALONE, level, report=report)],
    }
    yield from (OpenPoint(what=what, levels=tuple(each)) for what, each in found.items() if each)


def _has(alone: frozenset[TrafficFamily], level: LevelReport, *, report: ModelReport) -> bool:
    """Tell whether of a level nothing but some counters takes part in the verdict."""
    of_level = {Roof.L1, Roof.L1_TAG} if level.level is MemoryLevel.L1 else {ROOF_OF_LEVEL[level.level]}
    judged = {use.family for use in report.verdict.uses if use.roof in of_level}
    beside = [each for each in report.judged_beside if each.level is level.level]
    # Loads that moved nothing say nothing of stores.
    measured = {each.traffic.family for each in (level, *beside) if each.traffic is not None}
    is_unknown = not measured or (not judged and level.traffic is not None and level.traffic.moves_anything)
    return not is_unknown and (judged or measured) <= alone


def _on_work(report: ModelReport) -> Iterator[OpenPoint]:
    nearest = report.verdict.nearest
    if report.work and report.peak is None:
        yield OpenPoint(what=Unknown.PEAK)
    elif report.lower_bound and nearest is not None and nearest.roof not in _FLAT:
        yield OpenPoint(what=Unknown.OPERATIONS)


def _on_uses(report: ModelReport, *, may_be_below_boost: bool) -> Iterator[OpenPoint]:
    """Yield the roofs beside those in the label that may be nearer than they seem, and those at a higher clock."""
    verdict = report.verdict
    bounds = [
        use
        for use in verdict.uses
        if use.lower_bound
        and use not in verdict.named
        # Of one in 32 lanes the issue roof may be 32 times as near; what L1 leaves out is seldom most of it.
        and (use.roof is Roof.ISSUE or (use.roof is not Roof.COMPUTE and _matters(use, verdict.nearest)))
    ]
    if bounds:
        yield OpenPoint(what=Unknown.USE, uses=tuple(bounds))
    at_boost = [
        use
        for use in verdict.uses
        if use.origin.is_at_highest_clock and use.roof is not Roof.DRAM and _matters(use, verdict.nearest)
    ]
    if may_be_below_boost and at_boost:
        yield OpenPoint(what=Unknown.CLOCK, uses=tuple(at_boost))


def _matters(use: RoofUse, nearest: RoofUse | None) -> bool:
    return nearest is not None and use.utilisation >= _MAY_MATTER * nearest.utilisation
