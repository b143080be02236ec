"""The words of a configuration file, and how its problems are put into words."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, TypeVar

from roofline_report.configuration.tree import ListNode, Scalar

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roofline_report.configuration.tree import Node

_Word = TypeVar("_Word", bound=str)


def shorten(text: str) -> str:
    """Return a text as it can stand in a message: one line, at most 80 characters."""
    line = " ".join(text[:400].split())
    return line if len(line) <= 80 else f"{line[:77]}..."


def in_words(node: Node) -> str:
    """Return what stands somewhere."""
    if isinstance(node, Scalar):
        return shorten(node.text) or "an empty text"
    return "a list" if isinstance(node, ListNode) else "a mapping"


def find_word(text: str, allowed: Sequence[_Word]) -> _Word | None:
    """Return the allowed word that a text is."""
    return next((word for word in allowed if word == text), None)


def one_of(words: Sequence[str]) -> str:
    """Return the words that are known."""
    return f"one of: {', '.join(words)}"


def nearest(text: str, words: Sequence[str]) -> str | None:
    """Return the question whether a known word was meant, if one looks like the text."""
    # Upper case is the commonest slip, and would count as a wrong letter each.
    by_lower_case = {str(word).lower(): str(word) for word in words}
    matches = difflib.get_close_matches(text[:80].lower(), list(by_lower_case), n=1)
    return f'did you mean "{by_lower_case[matches[0]]}"?' if matches else None


def bounded(kind: str, *, minimum: float | None, above: float | None) -> str:
    """Return a kind of number with its bound."""
    if above is not None:
        return f"{kind} above {above:g}"
    return kind if minimum is None else f"{kind}, at least {minimum:g}"
