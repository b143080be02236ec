"""Text from profiler files is untrusted: it is shown as text, in Markdown and in HTML.

Everything that Markdown, one of its many extensions or a browser could take for more than a letter becomes a numeric
entity. Characters that are not seen but change how others are shown are written out.
"""

from __future__ import annotations

import html
import re
import unicodedata
from functools import lru_cache

_IN_BACKTICKS = re.compile(r"`([^`]+)`")
# A comma within a list without blanks, such as that of the metrics in a command.
_BETWEEN_ITEMS = re.compile(r",(?=\S)")
# Where a long name may go to the next line: after "::", "<", ",", "/", a "_" within a word, and before a capital.
_BREAK = re.compile(r"(?<=::)(?!:)|(?<=[<,/])(?![<,/])|(?<=[^:_\s]_)(?!_)|(?<=[a-z])(?=[A-Z])")
_LONG_NAME = 16
_NO_BREAK_SPACE = "\N{NO-BREAK SPACE}"
# All of ASCII but letters, digits, space and comma; said the other way round it takes long to compile.
_MARKDOWN_SPECIAL = re.compile(r"[\x00-\x1f!-+\--/:-@\[-`{-\x7f]")
# Format characters (bidirectional overrides, zero-width joiners), controls, surrogates, private use, separators.
_INVISIBLE = frozenset({"Cf", "Cc", "Cs", "Co", "Zl", "Zp"})


def visible(text: str) -> str:
    """Return a text on one line, with invisible characters written as their code points."""
    if text.isascii() and text.isprintable():
        return text
    if text.replace(_NO_BREAK_SPACE, " ").isprintable():
        return text
    return "".join(_visible(character) for character in text)


def markdown_text(text: str) -> str:
    """Return a text that Markdown shows as it is."""
    return _MARKDOWN_SPECIAL.sub(lambda match: f"&#{ord(match[0])};", visible(text))


@lru_cache(maxsize=4096)
def html_text(text: str) -> str:
    """Return a text that HTML shows as it is, in content and in attributes."""
    return html.escape(visible(text), quote=True)


def html_prose(text: str) -> str:
    """Return a sentence of ours for HTML; what stands in backticks is set as code, which may be broken after commas."""
    return _IN_BACKTICKS.sub(lambda match: f"<code>{_BETWEEN_ITEMS.sub(',<wbr>', match[1])}</code>", html_text(text))


@lru_cache(maxsize=4096)
def html_breakable(text: str) -> str:
    """Return a name for HTML that may go over several lines, between its parts rather than within them."""
    shown = visible(text)
    parts = _BREAK.split(shown) if len(shown) > _LONG_NAME else [shown]
    return "<wbr>".join(html_text(part) for part in parts)


def html_sentence(text: str) -> str:
    """Return prose as a sentence: it begins with a capital and ends with a full stop."""
    prose = html_prose(text)
    closed = prose if prose.endswith((".", "!", "?")) else f"{prose}."
    return closed[:1].upper() + closed[1:]


def shortened(text: str, most: int) -> str:
    """Return a text of at most so many characters."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _visible(character: str) -> str:
    if character in "\t\n\r":
        return " "
    if unicodedata.category(character) in _INVISIBLE or _is_no_character(character):
        return f"⟨U+{ord(character):04X}⟩"
    return character


def _is_no_character(character: str) -> bool:
    """Tell whether a code point is set aside for ever: XML has no form for some of these, not even an escaped one."""
    return ord(character) & 0xFFFE == 0xFFFE or 0xFDD0 <= ord(character) <= 0xFDEF
