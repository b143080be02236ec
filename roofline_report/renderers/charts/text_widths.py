"""How wide a text is, without a browser.

A page is read in the fonts of its theme or of its reader. The advance widths here are those of DejaVu Sans, rounded up:
the font that a browser falls back to on many systems, and as wide as any that is common (Verdana is alike; Arial,
Helvetica and Roboto are an eighth narrower). What has room in it has room in the others.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Final

_MARGIN: Final = 1.03
_WIDE_EM, _PICTURE_EM = 1.0, 1.3

# In em; the widest letters have no entry.
_WIDTHS: Final = {
    character: width
    for width, characters in {
        0.28: "'ijl",
        0.32: "IJ ,.·\N{NO-BREAK SPACE}",
        0.39: "/:;\\|f-()[]",
        0.42: "t!r²",
        0.54: '"*_`°\N{EN DASH}sz?',
        0.62: "cLFkvxyPTYo",
        0.64: "aeEhnuSbdgpq$0123456789{}µ",
        0.70: "KAVXZBRC",
        0.79: "UNHDG&OQ",
        0.84: "w#+<=>^~\N{MULTIPLICATION SIGN}≤≥≈←→∞",
    }.items()
    for character in characters
}


def text_width(text: str, size: float) -> float:
    """Return how wide a text is at most, in the unit of the font size.

    A letter that is in no common font of the West counts as wide as it is high, a picture as more.
    """
    return _width_em(text) * size


@lru_cache(maxsize=4096)
def _width_em(text: str) -> float:
    return _MARGIN * sum(_WIDTHS.get(character) or _unknown_em(character) for character in text)


def _unknown_em(character: str) -> float:
    if unicodedata.combining(character):
        return 0.0
    return _PICTURE_EM if character >= "\U0001f000" else _WIDE_EM
