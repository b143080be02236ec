"""The letters of a picture: how wide a text is, and what of it has room.

Widths are those of the outlines, in points and without hinting, so that a picture has one layout in every format.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from roofline_report.renderers.figures.look import DEFAULT_FONT

if TYPE_CHECKING:
    from matplotlib.font_manager import FontProperties

_MOST_CHARACTERS: Final = 400
"""No line of a picture holds more; a longer text need not be measured."""
_ELLIPSIS: Final = "…"
_LINE: Final = 1.2
_RISE: Final = 0.73
"""How far a capital reaches above the foot of its line, and a line from the one before, as parts of the size."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Letters:
    """Letters of one family, size and weight.

    Attributes:
        family: The family; what it has no letter for comes from the font that is always there.
        size: In points.
        bold: Whether they are bold.
    """

    family: str
    size: float
    bold: bool = False

    @property
    def line_height(self) -> float:
        """Return the height of a line, in points."""
        return self.size * _LINE

    @property
    def rise(self) -> float:
        """Return how far a capital reaches above the foot of its line, in points."""
        return self.size * _RISE

    def properties(self) -> FontProperties:
        """Return what matplotlib draws them with."""
        return _properties(self)

    def width(self, text: str) -> float:
        """Return how wide a text is, in points."""
        return _width(self, text)

    def clipped(self, text: str, room: float) -> str:
        """Return as much of a text as has room, with an ellipsis where something was left out."""
        if len(text) <= _MOST_CHARACTERS and self.width(text) <= room:
            return text
        low, high = 0, min(len(text), _MOST_CHARACTERS)
        while low < high:
            middle = (low + high + 1) // 2
            if self.width(text[:middle].rstrip() + _ELLIPSIS) <= room:
                low = middle
            else:
                high = middle - 1
        return text[:low].rstrip() + _ELLIPSIS

    def wrapped(self, text: str, room: float, *, lines: int) -> list[str]:
        """Return a text as at most so many lines, broken between words where that is possible."""
        words = text[: _MOST_CHARACTERS * lines].split(" ")
        found: list[str] = []
        while words and len(found) < lines - 1:
            count = max(1, next((n for n in range(len(words), 0, -1) if self.width(" ".join(words[:n])) <= room), 0))
            found.append(self.clipped(" ".join(words[:count]), room))
            words = words[count:]
        return [*found, self.clipped(" ".join(words), room)] if words else found


@lru_cache(maxsize=64)
def _properties(letters: Letters) -> FontProperties:
    from matplotlib.font_manager import FontProperties

    families = list(dict.fromkeys([letters.family, DEFAULT_FONT]))
    return FontProperties(family=families, size=letters.size, weight="bold" if letters.bold else "normal")


@lru_cache(maxsize=4096)
def _width(letters: Letters, text: str) -> float:
    from matplotlib.textpath import TextToPath

    width, _, _ = TextToPath().get_text_width_height_descent(text, _properties(letters), ismath=False)
    return float(width)
