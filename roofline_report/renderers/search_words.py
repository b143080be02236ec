"""The words that a search finds a kernel by, beside what its page says.

A full name is one long word to most searches, which split texts at blanks. Taken apart it is found by each of its
parts, and a type that stands in it ten times is told once.
"""

from __future__ import annotations

import re

from roofline_report.renderers.escaping import shortened, visible

MOST_CHARACTERS = 1000

_WORD = re.compile(r"\w+")


def search_words(name: str) -> str:
    """Return each word of a name once, in its order, with blanks between them; very long names are cut."""
    words = dict.fromkeys(_WORD.findall(visible(name)))
    return shortened(" ".join(words), MOST_CHARACTERS)
