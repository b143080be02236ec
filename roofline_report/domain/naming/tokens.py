"""The words and brackets of a kernel's name, whatever profiler printed it.

Every step is linear in the length of the name: names come from files, and may have any length.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

ANONYMOUS = "(anonymous namespace)"
"""The one spelling to which all those of an anonymous namespace are brought."""

MOST_NESTED = 64
"""Brackets within brackets beyond this are taken for text: no compiler's name has as many."""

_CLOSING = {"(": ")", "<": ">", "[": "]", "{": "}"}
_OPENING = {closing: opening for opening, closing in _CLOSING.items()}
# c++filt, Nsight, nvprof (the file's name and a hash follow), the CUDA front end, GCC.
_ANONYMOUS = re.compile(
    r"\(\s*anonymous\s+namespace\s*\)|\{\s*anonymous\s*\}"
    r"|(?<![\w$>])<\s*unnamed\s*>(?=\s*::)"
    # Nsight Compute cuts leading namespaces, and with them the "<". Behind a word, a "<" opens template arguments.
    r"|(?<![\w$])unnamed\s*>(?=\s*::)"
    r"|(?<![\w$])(?:_GLOBAL__N_[\w$]*|_NV_ANON_NAMESPACE)(?=\s*::)"
)
_OPERATOR = re.compile(
    r"(?<![\w$])operator\s*"
    r"(?:\(\s*\)|\[\s*\]|->\*?|<=>|<<=?|>>=?|&&|\|\||\+\+|--|[-+*/%^&|!=<>]=|[-+*/%^&|~!=<>,])"
)
_TOKEN = re.compile(
    rf"(?P<anonymous>{_ANONYMOUS.pattern})"
    rf"|(?P<operator>{_OPERATOR.pattern})"
    r"|'(?P<local>lambda|unnamed)(?P<number>[0-9]{0,6})'"
    r"|(?P<word>[\w$]+(?:[.@][\w$]+)*|::|->|\.\.\.|\S)"
)
_BLANK = re.compile(r"\s+")
_WORD = re.compile(r"[\w$]")


@dataclass(frozen=True, slots=True)
class Group:
    """What stands in a pair of brackets."""

    opening: str
    items: tuple[Item, ...]


Item: TypeAlias = "str | Group"
"""A word, a sign, or a group."""


def tokenise(text: str) -> Iterator[str]:
    """Yield the words and signs of a name; anonymous namespaces, operators and lambdas of LLVM are one each."""
    for match in _TOKEN.finditer(text):
        if match["anonymous"]:
            yield ANONYMOUS
        elif match["operator"]:
            yield _BLANK.sub("", match["operator"])
        elif match["local"]:
            # LLVM counts from nothing: 'lambda' is the first one, 'lambda0' the second.
            number = str(int(match["number"]) + 2 if match["number"] else 1)
            yield from (
                (f"'lambda {number}",) if match["local"] == "lambda" else ("{", "unnamed", "type", "#", number, "}")
            )
        else:
            yield match["word"]


def build_tree(signs: Iterable[str]) -> tuple[Item, ...] | None:
    """Return words and signs with brackets as groups, or None where the brackets do not fit together."""
    frames: list[tuple[str, list[Item]]] = [("", [])]
    for sign in signs:
        if sign in _CLOSING:
            if len(frames) > MOST_NESTED:
                return None
            frames.append((sign, []))
        elif sign == ">" and frames[-1][0] != "<":
            frames[-1][1].append(sign)  # "greater than"
        elif sign in _OPENING:
            if sign != ">":
                _free_signs(frames)
            opening, items = frames[-1]
            if opening != _OPENING[sign]:
                return None
            frames.pop()
            frames[-1][1].append(Group(opening, tuple(items)))
        else:
            frames[-1][1].append(sign)
    _free_signs(frames)
    return tuple(frames[0][1]) if len(frames) == 1 else None


def _free_signs(frames: list[tuple[str, list[Item]]]) -> None:
    """Take every "<" that is still open for "less than"."""
    while frames[-1][0] == "<":
        _, items = frames.pop()
        frames[-1][1].extend(("<", *items))


def write(items: Iterable[Item]) -> str:
    """Return words and signs as text, with a blank only where two words would run together."""
    parts: list[str] = []
    _write(items, parts)
    return "".join(parts)


def _write(items: Iterable[Item], parts: list[str]) -> None:
    for item in items:
        if isinstance(item, Group):
            parts.append(item.opening)
            _write(item.items, parts)
            parts.append(_CLOSING[item.opening])
            continue
        if parts and _ends_as_word(parts[-1]) and is_word(item):
            parts.append(" ")
        parts.append(item)


def is_word(item: Item) -> bool:
    """Tell whether an item is a word: a name, a keyword or a number."""
    return isinstance(item, str) and bool(_WORD.match(item))


def _ends_as_word(part: str) -> bool:
    return bool(_WORD.match(part[-1]))


def split_at_commas(items: Iterable[Item]) -> list[tuple[Item, ...]]:
    """Return the parts of a list between its commas; none for an empty list."""
    parts: list[tuple[Item, ...]] = []
    part: list[Item] = []
    for item in items:
        if item == ",":
            parts.append(tuple(part))
            part = []
        else:
            part.append(item)
    return [*parts, tuple(part)] if part or parts else []
