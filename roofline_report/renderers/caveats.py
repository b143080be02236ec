"""What is not known beside a verdict, so that nobody takes the nearest known roof for the nearest one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roofline_report.domain.hardware import MemoryLevel, TrafficFamily
from roofline_report.renderers.grammar import capitalised, joined
from roofline_report.report.names import family_name, level_name, roof_name
from roofline_report.report.rooflines import ROOF_OF_LEVEL, Roof, VerdictKind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roofline_report.domain.hardware import Device
    from roofline_report.report.rooflines import LevelReport, ModelReport, RoofUse

_LOADS_ALONE: Final = frozenset({TrafficFamily.L1_RETURN_PATH, TrafficFamily.L2_RETURN_PATH})
_TAG_ALONE: Final = frozenset({TrafficFamily.L1_TAG_STAGE})
_MAY_MATTER: Final = 0.5
"""A lower bound below this part of the nearest roof is not told: more than half of the traffic would be missing."""
_FLAT: Final = (Roof.COMPUTE, Roof.ISSUE)


def caveats(report: ModelReport, device: Device | None) -> list[str]:
    """Return sentences on what was not measured or has no roof; nothing where all is known, or there is no verdict."""
    nearest = report.verdict.nearest
    if nearest is None:
        return []
    reasons = list(_reasons(report, device))
    texts = [f"{capitalised(joined(reasons))}: another roof may be nearer."] if reasons else []
    if _may_be_slower(report):
        texts.append("The clock was not reported: below boost clock, roofs are nearer.")
    if nearest.upper_bound and nearest.utilisation > 1 and report.verdict.kind is not VerdictKind.DATA_WARNING:
        texts.append("Above 100 %, not all that was counted can be under this roof.")
    return texts


def is_open(report: ModelReport) -> bool:
    """Tell whether a roof may be nearer than the nearest one that is known."""
    return report.verdict.nearest is not None and (_may_be_slower(report) or any(_reasons(report, None)))


def _reasons(report: ModelReport, device: Device | None) -> Iterator[str]:
    yield from _on_levels(report, device)
    yield from _on_work(report)
    yield from _on_bounds(report, device)


def _may_be_slower(report: ModelReport) -> bool:
    """Tell whether roofs that matter are those of a clock that the kernel may not have run at."""
    nearest = report.verdict.nearest
    return report.may_be_below_boost and any(
        use.origin.is_at_highest_clock and use.roof is not Roof.DRAM and _matters(use, nearest)
        for use in report.verdict.uses
    )


def _matters(use: RoofUse, nearest: RoofUse | None) -> bool:
    return nearest is not None and use.utilisation >= _MAY_MATTER * nearest.utilisation


def _on_levels(report: ModelReport, device: Device | None) -> Iterator[str]:
    levels = [report.level(level) for level in (MemoryLevel.L1, MemoryLevel.L2, MemoryLevel.DRAM)]
    judged = {use.roof for use in report.verdict.uses}
    moving = [level for level in levels if level.traffic is not None and level.traffic.moves_anything]
    unjudged = [level for level in moving if level.roof not in judged]
    texts = {
        "traffic at {} is not known": [level for level in levels if level.traffic is None and level.roof not in judged],
        "no ceiling is known for {}": [level for level in unjudged if level.ceiling is None],
        "traffic at {} was not counted exactly": [level for level in unjudged if level.ceiling is not None],
        "only loads at {} are held against a roof": [
            each for each in levels if _has(_LOADS_ALONE, each, report=report)
        ],
        "of {} only the tag stage is held against a roof": [
            each for each in levels if _has(_TAG_ALONE, each, report=report)
        ],
    }
    for text, found in texts.items():
        names = [_name(level, device, in_part=text.startswith("no ceiling")) for level in found]
        if names:
            yield text.format(joined(names))


def _name(level: LevelReport, device: Device | None, *, in_part: bool) -> str:
    """Return what a level is called, with the part of it that was measured where that has no ceiling."""
    if in_part and level.traffic is not None:
        return family_name(level.traffic.family, device)
    return level_name(level.level, device)


def _has(alone: frozenset[TrafficFamily], level: LevelReport, *, report: ModelReport) -> bool:
    """Tell whether of a level nothing but some counters takes part in the verdict."""
    of_level = {Roof.L1, Roof.L1_TAG} if level.level is MemoryLevel.L1 else {ROOF_OF_LEVEL[level.level]}
    judged = {use.family for use in report.verdict.uses if use.roof in of_level}
    beside = [each for each in report.judged_beside if each.level is level.level]
    # Loads that moved nothing say nothing of stores.
    measured = {each.traffic.family for each in (level, *beside) if each.traffic is not None}
    is_unknown = not measured or (not judged and level.traffic is not None and level.traffic.moves_anything)
    return not is_unknown and (judged or measured) <= alone


def _on_work(report: ModelReport) -> Iterator[str]:
    if report.work and report.peak is None:
        yield f"the peak of its {'operations' if report.model.counts_flop else 'instructions'} is not known"
    elif report.lower_bound and report.verdict.nearest is not None and report.verdict.nearest.roof not in _FLAT:
        yield "not all of its operations were counted"


def _on_bounds(report: ModelReport, device: Device | None) -> Iterator[str]:
    """Yield the roofs beside those in the label that may be nearer than they seem."""
    nearest = report.verdict.nearest
    others = [use for use in report.verdict.uses if use.lower_bound and use not in report.verdict.named]
    names = [
        roof_name(use, device)
        for use in others
        # Of one in 32 lanes the issue roof may be 32 times as near; what L1 leaves out is seldom most of it.
        if use.roof is Roof.ISSUE or (use.roof is not Roof.COMPUTE and _matters(use, nearest))
    ]
    if names:
        yield f"the use of {joined(names)} is a lower bound"
