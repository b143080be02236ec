"""What is not known beside a verdict, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roofline_report.renderers import bounds
from roofline_report.renderers.grammar import capitalised, joined
from roofline_report.report.names import family_name, level_name, roof_name
from roofline_report.report.rooflines import Unknown, VerdictKind

if TYPE_CHECKING:
    from roofline_report.domain.hardware import Device
    from roofline_report.report.rooflines import LevelReport, ModelReport, OpenPoint

_REASONS: Final = {
    Unknown.TRAFFIC: "traffic at {} is not known",
    Unknown.CEILING: "no ceiling is known for {}",
    Unknown.EXACTNESS: "traffic at {} was not counted exactly",
    Unknown.STORES: "only loads at {} are held against a roof",
    Unknown.DATA_STAGE: "of {} only the tag stage is held against a roof",
    Unknown.PEAK: "the peak of its {} is not known",
    Unknown.OPERATIONS: "not all of its {} were counted",
    Unknown.USE: "the use of {} is a lower bound",
}
_OF_WORK: Final = (Unknown.PEAK, Unknown.OPERATIONS)


def caveats(report: ModelReport, device: Device | None) -> list[str]:
    """Return sentences on what was not measured or has no roof; nothing where all is known, or there is no verdict."""
    nearest = report.verdict.nearest
    if nearest is None:
        return []
    reasons = [_reason(point, report, device=device) for point in report.open_points if point.what in _REASONS]
    texts = [f"{capitalised(joined(reasons))}: another roof may be nearer."] if reasons else []
    if any(point.what is Unknown.CLOCK for point in report.open_points):
        texts.append("The clock was not reported: below boost clock, roofs are nearer.")
    if nearest.upper_bound and nearest.utilisation > 1 and report.verdict.kind is not VerdictKind.DATA_WARNING:
        texts.append("Above 100 %, not all that was counted can be under this roof.")
    if report.verdict.rivals and report.verdict.kind is not VerdictKind.LATENCY:  # which names them itself
        told = joined([bounds.use_text(use, device) for use in report.verdict.rivals])
        texts.append(f"The use of {roof_name(nearest, device)} may be lower: {told} may be nearer.")
    return texts


def _reason(point: OpenPoint, report: ModelReport, *, device: Device | None) -> str:
    if point.what in _OF_WORK:
        names = ["operations" if report.model.counts_flop else "instructions"]
    elif point.uses:
        names = [roof_name(use, device) for use in point.uses]
    else:
        names = [_name(level, device, in_part=point.what is Unknown.CEILING) for level in point.levels]
    return _REASONS[point.what].format(joined(names))


def _name(level: LevelReport, device: Device | None, *, in_part: bool) -> str:
    """Return what a level is called, with the part of it that was measured where that has no ceiling."""
    if in_part and level.traffic is not None:
        return family_name(level.traffic.family, device)
    return level_name(level.level, device)
