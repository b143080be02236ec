"""Short names for kernels: what a reader says, not what the compiler wrote."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

MOST_CHARACTERS = 60
"""A longer label is cut; the full name stands beside it wherever there is room."""

_ANONYMOUS = re.compile(r"\(anonymous namespace\)::|<?unnamed>::")
_OPENING, _CLOSING = "(<[{", ")>]}"


def labels_of(names: Iterable[str]) -> dict[str, str]:
    """Return a short label for every full name, no two alike.

    The parameter list, the return type and anonymous namespaces go; template arguments go too unless two kernels would
    then share a label. Where even that does not tell two kernels apart, the label is numbered in the order of the full
    names.
    """
    full = sorted(set(names))
    labels = {name: _without_templates(_signature_head(name)) or name for name in full}
    labels = _longer_where_shared(labels, {name: _signature_head(name) or name for name in full})
    labels = _longer_where_shared(labels, {name: name for name in full})
    return tell_apart({name: _cut(label) for name, label in labels.items()})


def _longer_where_shared(labels: dict[str, str], longer: dict[str, str]) -> dict[str, str]:
    shared = Counter(labels.values())
    return {name: longer[name] if shared[label] > 1 else label for name, label in labels.items()}


def tell_apart(labels: Mapping[str, str]) -> dict[str, str]:
    """Return labels of which no two are alike: equal ones get a number that makes no label that is there already."""
    shared = Counter(labels.values())
    taken = {label for label, count in shared.items() if count == 1}
    result = {}
    for name, label in labels.items():
        if shared[label] == 1:
            result[name] = label
            continue
        number = 1
        while (numbered := f"{label} #{number}") in taken:
            number += 1
        taken.add(numbered)
        result[name] = numbered
    return result


def _cut(label: str) -> str:
    return label if len(label) <= MOST_CHARACTERS else f"{label[: MOST_CHARACTERS - 1]}…"


def _signature_head(name: str) -> str:
    """Return a demangled name without parameter list, return type and anonymous namespaces."""
    text = _ANONYMOUS.sub("", name).strip()
    text = text[: _parameters_start(text)].strip()
    return text[_last_space_outside_brackets(text) + 1 :]


def _parameters_start(text: str) -> int:
    """Return where the parameter list of a signature begins: the last "(" that stands in no other bracket."""
    depth, start = 0, len(text)
    for position, character in enumerate(text):
        if character == "(" and depth == 0 and position > 0 and not text[:position].endswith("operator"):
            start = position
        if character in _OPENING:
            depth += 1
        elif character in _CLOSING and text[position - 1 : position] != "-":
            depth = max(0, depth - 1)
    return start


def _last_space_outside_brackets(text: str) -> int:
    depth, last = 0, -1
    for position, character in enumerate(text):
        if character in _OPENING:
            depth += 1
        elif character in _CLOSING:
            depth = max(0, depth - 1)
        elif character == " " and depth == 0 and not text[:position].endswith("operator"):
            last = position
    return last


def _without_templates(text: str) -> str:
    """Return a name without its template arguments; "a<int>::b<3>" becomes "a::b"."""
    if "operator" in text:
        return text
    kept, depth = [], 0
    for character in text:
        if character == "<":
            depth += 1
        elif character == ">":
            depth -= 1
        elif depth == 0:
            kept.append(character)
        if depth < 0:
            return text
    return "".join(kept) if depth == 0 else text
