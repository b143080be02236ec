"""Names in a sentence: the first of them, and how many more there are."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_MOST_NAMES = 3


def some(names: Iterable[str]) -> str:
    """Return the first names of a list, and how many more there are."""
    listed = list(names)
    more = len(listed) - _MOST_NAMES
    head = ", ".join(listed[:_MOST_NAMES])
    return f"{head} and {more} more" if more > 0 else head
