"""Numbers and lists within sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def counted(number: int, word: str, *, ending: str = "s") -> str:
    """Return "1 kernel" or "7 kernels"."""
    return f"{number:,} {word}{'' if number == 1 else ending}"


def joined(parts: Sequence[str]) -> str:
    """Return "a", "a and b", "a, b and c"."""
    return " and ".join(filter(None, [", ".join(parts[:-1]), *parts[-1:]]))


def capitalised(text: str) -> str:
    """Return a text with a capital at its beginning."""
    return text[:1].upper() + text[1:]
