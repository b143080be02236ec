"""The rule by which a kernel gets its one label.

Thresholds 80 % and 60 % as in Nsight Compute's SpeedOfLight rules; a point may exceed a roof by what the origin of the
ceiling allows, because "boost" is not a maximum (NVIDIA/nvbench#207: 105 % of boost on an RTX 4090).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from roofline_report.domain.hardware import Origin
from roofline_report.report.rooflines import Obstacle, Roof, RoofUse, Verdict, VerdictKind

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

LIMITED_FROM = 0.80
NEAR_FROM = 0.60
NAMED_WITH_HIGHEST_FROM = 0.9
"""A roof is named beside the highest one when its utilisation is at least this part of it."""

HIGHEST_CREDIBLE = {origin: 1.05 if origin.is_at_own_clock else 1.15 for origin in Origin if origin.is_physical}
"""Utilisation above which the data are in doubt, by the origin of the ceiling."""

_ROUNDING = 1e-9
"""What is printed as 80 % is 80 %, however it was rounded on the way."""

_ORDER = {roof: position for position, roof in enumerate(Roof)}


def judge(uses: Iterable[RoofUse], *, obstacles: Sequence[Obstacle]) -> Verdict:
    """Return the verdict over all roofs that take part.

    Args:
        uses: Roofs with traffic (or instructions) and a physical ceiling.
        obstacles: Why there is no verdict, should there be no roof.

    Raises:
        ValueError: A measured ceiling takes part; it may not decide.
    """
    ordered = tuple(sorted(uses, key=lambda use: (-use.utilisation, _ORDER[use.roof])))
    if any(not use.origin.is_physical for use in ordered):
        msg = "a measured ceiling does not decide"
        raise ValueError(msg)
    if not ordered:
        return Verdict(kind=VerdictKind.NONE, obstacles=tuple(obstacles))
    exceeded = tuple(use for use in ordered if not _reaches(HIGHEST_CREDIBLE[use.origin], use.certain))
    if exceeded:
        return Verdict(kind=VerdictKind.DATA_WARNING, uses=ordered, named=exceeded)
    highest = ordered[0].utilisation
    if not _reaches(highest, NEAR_FROM):
        return Verdict(kind=VerdictKind.LATENCY, uses=ordered, named=ordered[:1])
    near = [use for use in ordered if _reaches(use.utilisation, NAMED_WITH_HIGHEST_FROM * highest)]
    # Several counters may be held against roofs of one level: the label names the level once, by the highest of them.
    named = {use.roof: use for use in reversed(near)}.values()
    return Verdict(
        kind=VerdictKind.LIMITED if _reaches(highest, LIMITED_FROM) else VerdictKind.NEAR,
        uses=ordered,
        named=tuple(sorted(named, key=lambda use: _ORDER[use.roof])),
    )


def _reaches(utilisation: float, limit: float) -> bool:
    return utilisation >= limit * (1 - _ROUNDING)
