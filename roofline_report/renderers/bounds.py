"""The signs before numbers that are bounds: of what was not counted, or may have been counted too much."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roofline_report.renderers.quantities import NO_BREAK_SPACE
from roofline_report.report.rooflines import Roof

if TYPE_CHECKING:
    from roofline_report.report.rooflines import LevelReport, ModelReport, RoofUse, Verdict

AT_LEAST: Final = f"\N{GREATER-THAN OR EQUAL TO}{NO_BREAK_SPACE}"
AT_MOST: Final = f"\N{LESS-THAN OR EQUAL TO}{NO_BREAK_SPACE}"
ABOUT: Final = f"\N{ALMOST EQUAL TO}{NO_BREAK_SPACE}"
"""Before what may be higher for one reason and lower for another."""

SIGNS: Final = (AT_LEAST, AT_MOST, ABOUT)
BEFORE: Final = {"": "", AT_LEAST: "at least ", AT_MOST: "at most ", ABOUT: "about "}
"""The signs in words, before a number."""
AROUND: Final = {"": "{}", AT_LEAST: "{} or more", AT_MOST: "{} or less", ABOUT: "about {}"}
"""The same around a number."""
_INVERSE: Final = {"": "", AT_LEAST: AT_MOST, AT_MOST: AT_LEAST, ABOUT: ABOUT}


def use_sign(of: RoofUse | LevelReport | None) -> str:
    """Return the sign before the use of a roof, and before the traffic that it is made of."""
    return "" if of is None else _sign(may_be_more=of.lower_bound, may_be_less=of.upper_bound)


def room_sign(verdict: Verdict) -> str:
    """Return the sign before the headroom and what follows from it."""
    return _INVERSE[use_sign(verdict.nearest)]


def work_sign(report: ModelReport) -> str:
    """Return the sign before work and what is achieved of it."""
    return AT_LEAST if report.lower_bound else ""


def attainable_sign(report: ModelReport) -> str:
    """Return the sign before what is attainable at the nearest roof: the flat one, or the one of memory there."""
    nearest = report.verdict.nearest
    if nearest is None:
        return ""
    if nearest.roof is Roof.COMPUTE:
        return peak_sign(report)
    if nearest.roof is Roof.ISSUE:
        return room_sign(report.verdict)
    return _sign(may_be_more=report.lower_bound or nearest.upper_bound, may_be_less=nearest.lower_bound)


def peak_sign(report: ModelReport) -> str:
    """Return the sign before the peak of a mix: of operations that were not counted it may be higher or lower."""
    return "" if report.mix_is_known else ABOUT


def intensity_sign(report: ModelReport, level: LevelReport) -> str:
    """Return the sign before an intensity, which grows with the work and falls with the traffic."""
    return _sign(may_be_more=report.lower_bound or level.upper_bound, may_be_less=level.lower_bound)


def roof_sign(report: ModelReport, level: LevelReport) -> str:
    """Return the sign before the roof at an intensity: below the ridge it grows with the intensity."""
    flat = None if report.peak is None else report.peak.per_s
    is_sloping = level.attainable_per_s is not None and (flat is None or level.attainable_per_s < flat)
    return intensity_sign(report, level) if is_sloping else peak_sign(report)


def reached_sign(report: ModelReport, level: LevelReport) -> str:
    """Return the sign before the share of the roof at an intensity: it grows with work and with traffic."""
    return _sign(may_be_more=report.lower_bound or level.lower_bound, may_be_less=level.upper_bound)


def _sign(*, may_be_more: bool, may_be_less: bool) -> str:
    if may_be_more and may_be_less:
        return ABOUT
    if may_be_more:
        return AT_LEAST
    return AT_MOST if may_be_less else ""
