"""What is not known beside a verdict, so that nobody takes the nearest known roof for the nearest one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roofline_report.domain.hardware import MemoryLevel, TrafficFamily
from roofline_report.renderers.grammar import capitalised, joined
from roofline_report.report.names import level_name
from roofline_report.report.rooflines import ROOF_OF_LEVEL, Roof

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roofline_report.report.model import RunDevice
    from roofline_report.report.rooflines import LevelReport, ModelReport

_LOADS_ALONE: Final = frozenset({TrafficFamily.L1_RETURN_PATH, TrafficFamily.L2_RETURN_PATH})
_FLAT: Final = (Roof.COMPUTE, Roof.ISSUE)


def caveats(report: ModelReport, device: RunDevice) -> list[str]:
    """Return a sentence on what was not measured or has no roof; nothing where all is known, or there is no verdict."""
    if report.verdict.nearest is None:
        return []
    reasons = [*_on_levels(report, device), *_on_work(report)]
    return [f"{capitalised(joined(reasons))}: another roof may be nearer."] if reasons else []


def _on_levels(report: ModelReport, device: RunDevice) -> Iterator[str]:
    levels = [report.level(level) for level in (MemoryLevel.L1, MemoryLevel.L2, MemoryLevel.DRAM)]
    judged = {use.roof for use in report.verdict.uses}
    moving = [level for level in levels if level.traffic is not None and level.traffic.moves_anything]
    unjudged = [level for level in moving if level.roof not in judged]
    texts = {
        "traffic at {} is not known": [level for level in levels if level.traffic is None and level.roof not in judged],
        "no ceiling is known for {}": [level for level in unjudged if level.ceiling is None],
        "traffic at {} was not counted exactly": [level for level in unjudged if level.ceiling is not None],
        "only loads at {} have a roof": [level for level in moving if _has_loads_alone(level, report)],
    }
    for text, found in texts.items():
        if found:
            yield text.format(joined([level_name(level.level, device.device) for level in found]))


def _has_loads_alone(level: LevelReport, report: ModelReport) -> bool:
    """Tell whether nothing that a level stores takes part in the verdict."""
    families = {use.family for use in report.verdict.uses if use.roof is ROOF_OF_LEVEL[level.level]}
    return bool(families) and families <= _LOADS_ALONE


def _on_work(report: ModelReport) -> Iterator[str]:
    if report.work and report.peak is None:
        yield f"the peak of its {'operations' if report.model.counts_flop else 'instructions'} is not known"
    elif report.lower_bound and report.verdict.nearest is not None and report.verdict.nearest.roof not in _FLAT:
        yield "not all of its operations were counted"
