"""Names in problems: few of many, and none too long."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

TOLD_ONE_BY_ONE = 5
"""Beyond so many kernels with the same fault, one problem names the first of them."""

MOST_NAMED = 4
_MOST_CHARACTERS = 80


def listed(texts: Sequence[str], *, separator: str = ", ", most: int = MOST_NAMED) -> str:
    """Return the first of some texts, and how many more there are."""
    more = len(texts) - most
    return separator.join(texts[:most]) + (f" and {more} more" if more > 0 else "")


def shortened(name: str, *, most: int = _MOST_CHARACTERS) -> str:
    """Return the beginning of a name."""
    return name if len(name) <= most else f"{name[:most]}..."


def count_launches(number: int) -> str:
    """Return a number of launches in words."""
    return "1 launch" if number == 1 else f"{number} launches"
