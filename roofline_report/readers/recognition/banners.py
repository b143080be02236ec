"""The lines of a text that a profiler's own messages may stand in."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_START = "=="


def banner_lines(text: str) -> Iterator[tuple[str, int]]:
    """Yield every line that begins with "==", with its number; searching for them alone is fast in a long log."""
    begin = _next(text, 0) if not text.startswith(_START) else 0
    number, counted = 1, 0
    while begin is not None:
        end = text.find("\n", begin)
        end = len(text) if end < 0 else end
        number, counted = number + text.count("\n", counted, begin), begin
        yield text[begin:end].rstrip("\r"), number
        begin = _next(text, end)


def _next(text: str, start: int) -> int | None:
    """Return where the next such line begins."""
    at = text.find(f"\n{_START}", start)
    return None if at < 0 else at + 1


def find_line(text: str, words: str) -> int | None:
    """Return the number of the first line that begins with some words, or None."""
    begin = 0 if text.startswith(words) else text.find(f"\n{words}") + 1
    if begin == 0 and not text.startswith(words):
        return None
    return text.count("\n", 0, begin) + 1
