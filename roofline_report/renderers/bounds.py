"""The signs before numbers that are bounds: of what was not counted, or may have been counted too much."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roofline_report.renderers import quantities
from roofline_report.renderers.quantities import NO_BREAK_SPACE
from roofline_report.report.names import roof_name
from roofline_report.report.rooflines import Roof

if TYPE_CHECKING:
    from roofline_report.domain.hardware import Device
    from roofline_report.report.rooflines import LevelReport, ModelReport, RoofUse

AT_LEAST: Final = f"\N{GREATER-THAN OR EQUAL TO}{NO_BREAK_SPACE}"
AT_MOST: Final = f"\N{LESS-THAN OR EQUAL TO}{NO_BREAK_SPACE}"
ABOUT: Final = f"\N{ALMOST EQUAL TO}{NO_BREAK_SPACE}"
"""Before what may be higher for one reason and lower for another."""

SIGNS: Final = (AT_LEAST, AT_MOST, ABOUT)
BEFORE: Final = {"": "", AT_LEAST: "at least ", AT_MOST: "at most ", ABOUT: "about "}
"""The signs in words, before a number."""
AROUND: Final = {"": "{}", AT_LEAST: "{} or more", AT_MOST: "{} or less", ABOUT: "about {}"}
"""The same around a number."""
WORDS: Final = {"": "exact", AT_LEAST: "at_least", AT_MOST: "at_most", ABOUT: "about"}
"""The same for machines."""


def use_sign(of: RoofUse | LevelReport | None) -> str:
    """Return the sign before the use of a roof, and before the traffic that it is made of."""
    return "" if of is None else _sign(may_be_more=of.lower_bound, may_be_less=of.upper_bound)


def use_text(use: RoofUse, device: Device | None) -> str:
    """Return a roof and how much of it is used: "HBM2 at 29.1 %", "L2 at 34.0 % or less"."""
    share = quantities.share_of_roof(use.utilisation)
    return f"{roof_name(use, device)} at {AROUND[use_sign(use)].format(share)}"


def room_sign(report: ModelReport) -> str:
    """Return the sign before the headroom: of another roof, of which less is known, there may be less."""
    nearest = report.verdict.nearest
    if nearest is None:
        return ""
    return _sign(may_be_more=nearest.upper_bound, may_be_less=nearest.lower_bound or bool(report.open_points))


def gain_sign(report: ModelReport) -> str:
    """Return the sign before what reaching the nearest roof would save: a roof is a bound that may be out of reach."""
    sign = room_sign(report)
    return sign if sign in ("", AT_MOST) else ABOUT


def work_sign(report: ModelReport) -> str:
    """Return the sign before work and what is achieved of it."""
    return AT_LEAST if report.lower_bound else ""


def attainable_sign(report: ModelReport) -> str:
    """Return the sign before what is attainable at the nearest roof: the flat one, or the one of memory there."""
    nearest = report.verdict.nearest
    if nearest is None:
        return ""
    if nearest.roof is Roof.COMPUTE:
        may_be_more, may_be_less = _peak_bounds(report)
    else:
        is_memory = nearest.roof is not Roof.ISSUE
        may_be_more = nearest.upper_bound or (is_memory and report.lower_bound)
        may_be_less = nearest.lower_bound or (is_memory and not report.mix_is_known)
    return _sign(may_be_more=may_be_more, may_be_less=may_be_less or bool(report.open_points))


def peak_sign(report: ModelReport) -> str:
    """Return the sign before the peak of a mix: of operations that were not counted it may be higher or lower."""
    may_be_more, may_be_less = _peak_bounds(report)
    return _sign(may_be_more=may_be_more, may_be_less=may_be_less)


def _peak_bounds(report: ModelReport) -> tuple[bool, bool]:
    """Tell whether the flat roof may be higher, and whether it may be lower."""
    is_unknown = not report.mix_is_known
    return is_unknown or _may_be_faster(report), is_unknown


def _may_be_faster(report: ModelReport) -> bool:
    """Tell whether some of the operations may be of a kind with a higher peak."""
    return report.peak is not None and any(part.highest_per_s is not None for part in report.peak.parts)


def intensity_sign(report: ModelReport, level: LevelReport) -> str:
    """Return the sign before an intensity, which grows with the work and falls with the traffic."""
    return _sign(may_be_more=report.lower_bound or level.upper_bound, may_be_less=level.lower_bound)


def roof_sign(report: ModelReport, level: LevelReport) -> str:
    """Return the sign before the roof at an intensity: the lower one of the slope there and the flat roof."""
    peak_may_be_more, peak_may_be_less = _peak_bounds(report)
    intensity_may_be_more = report.lower_bound or level.upper_bound
    return _sign(
        may_be_more=intensity_may_be_more if is_on_the_slope(report, level) else peak_may_be_more,
        may_be_less=level.lower_bound or peak_may_be_less,
    )


def reached_sign(report: ModelReport, level: LevelReport) -> str:
    """Return the sign before the share of the roof at an intensity: the higher one of the uses of slope and flat roof.

    Operations that were not counted take time of their own, so that these uses are not below what is known.
    """
    return _sign(
        may_be_more=report.lower_bound or level.lower_bound,
        may_be_less=level.upper_bound if is_on_the_slope(report, level) else _may_be_faster(report),
    )


def is_on_the_slope(report: ModelReport, level: LevelReport) -> bool:
    """Tell whether the roof at the intensity of a level is that of its memory, and not the flat one."""
    flat = None if report.peak is None else report.peak.per_s
    return level.attainable_per_s is not None and (flat is None or level.attainable_per_s < flat)


def _sign(*, may_be_more: bool, may_be_less: bool) -> str:
    if may_be_more and may_be_less:
        return ABOUT
    if may_be_more:
        return AT_LEAST
    return AT_MOST if may_be_less else ""
