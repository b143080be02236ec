"""Text that a spreadsheet shows as text: what looks like a formula is not run when a CSV is opened.

See "CSV Injection" of the OWASP community pages. A spreadsheet that takes a semicolon for the end of a cell, as Excel
does in many countries, begins a new cell behind each that stands in a text, so that no place behind one may look like
a formula either.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

MARK: Final = "'"
"""What is put in front: an apostrophe, by which spreadsheets know text that a person typed."""

# Full width, small, superscript, subscript; a Hebrew plus; the minus of mathematics.
_EQUALS, _PLUSES = "=\uff1d\ufe66\u207c\u208c", "+\uff0b\ufe62\u207a\u208a\ufb29"
_MINUSES, _ATS = "-\uff0d\ufe63\u207b\u208b\u2212", "@\uff20\ufe6b"
FORMULA_SIGNS: Final = _EQUALS + _PLUSES + _MINUSES + _ATS
"""What a formula may begin with, and the characters that some programs take for the same."""

_QUOTES: Final = "\"'`\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u201f\uff02\uff07"
_START: Final = re.compile(rf"(?:\A|(?<=;))(?=[\s{re.escape(_QUOTES)}]*[{re.escape(FORMULA_SIGNS)}])")


@lru_cache(maxsize=4096)
def safe_cell(text: str) -> str:
    """Return a text with a mark before everything that a spreadsheet could take for the beginning of a formula.

    Spaces and quotes before a sign are no protection: some programs trim them away. Nothing else is changed, and a text
    that has such a mark of its own gets another one, so that taking one away gives the text back.
    """
    return _START.sub(MARK, text)
