"""What a run says of its clocks: whether ceilings at boost clock are those of the clock that its kernels ran at."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from roofline_report.report.device_match import NSIGHT_COMPUTE

if TYPE_CHECKING:
    from roofline_report.domain.profile import Profile

SAME_CLOCK: Final = 1.02
"""Clocks that differ by less than this factor are one."""

# What `clocks` says of a run whose clocks nobody locked.
_UNLOCKED: Final = re.compile(r"\bnot locked\b|\bunlocked\b|clock-control[ =]none", re.IGNORECASE)
_AT_BOOST: Final = re.compile(r"\bboost\b", re.IGNORECASE)
# "base, boost disabled", "no boost": the word alone does not say that the clock was the boost clock.
_BELOW_BOOST: Final = re.compile(
    r"\bbase\b|\bbelow\b|\b(?:no|not|without)\b.*\bboost\b|\bboost\b.*\b(?:off|disabled)\b", re.IGNORECASE
)


def may_be_below_boost(profile: Profile, clocks: str | None) -> bool:
    """Tell whether kernels without a reported clock may have run below boost clock.

    Nsight Compute locks the GPU to its base clock unless told otherwise.

    Args:
        profile: The files of the run.
        clocks: What the run says of its clocks.
    """
    by_ncu = any(file.profiler == NSIGHT_COMPUTE for file in profile.files)
    return by_ncu and (clocks is None or not _is_at_boost(clocks))


def _is_at_boost(clocks: str) -> bool:
    """Tell whether a run says that its kernels ran at the boost clock, or that nothing kept them from it."""
    if _UNLOCKED.search(clocks):
        return True
    return _AT_BOOST.search(clocks) is not None and _BELOW_BOOST.search(clocks) is None
