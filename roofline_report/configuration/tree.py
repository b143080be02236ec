"""What a settings file holds, as a tree that keeps the text and the line of everything."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import PurePath

MAX_DEPTH = 32
"""Deepest nesting of lists and mappings; our files need four."""

MAX_NODES = 20_000
"""Most nodes of one file: keys, values, lists and mappings, those behind an alias as often as it is used."""

SMALLEST, LARGEST = 1e-30, 1e30
"""What no quantity of a settings file goes beyond, in SI units."""

_NUMBER = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?")


class Kind(StrEnum):
    """What a single value is, as YAML reads it. A date is a text."""

    NULL = "nothing"
    BOOLEAN = "true or false"
    NUMBER = "a number"
    TEXT = "text"
    OTHER = "something else"


@dataclass(frozen=True, slots=True, kw_only=True)
class Scalar:
    """A single value, with the text as it was written."""

    kind: Kind
    text: str
    line: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ListNode:
    """A list of values."""

    items: tuple[Node, ...] = ()
    line: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A key and its value. The line is the key's."""

    key: str
    value: Node
    line: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MappingNode:
    """Keys and values in the order in which they were written; no key stands twice."""

    entries: tuple[Entry, ...] = ()
    line: int | None = None

    def find(self, key: str) -> Entry | None:
        """Return the entry of a key, or None where the key is absent."""
        return next((entry for entry in self.entries if entry.key == key), None)


Node = Scalar | ListNode | MappingNode


class TooLargeError(ValueError):
    """A tree that is deeper or larger than any settings file has a reason to be."""


@dataclass(slots=True)
class NodeCount:
    """Count the nodes of a tree while it is built, so that it cannot grow without bound."""

    seen: int = field(default=0, init=False)

    def add(self, depth: int) -> None:
        """Count one node at a depth.

        Raises:
            TooLargeError: It is one too many, or too deep.
        """
        self.seen += 1
        if self.seen > MAX_NODES:
            msg = f"more than {MAX_NODES} keys and values"
            raise TooLargeError(msg)
        if depth > MAX_DEPTH:
            msg = f"nested deeper than {MAX_DEPTH} levels"
            raise TooLargeError(msg)


def is_number(text: str) -> bool:
    """Tell whether a text is a decimal number, with or without an exponent."""
    return _NUMBER.fullmatch(text) is not None


def is_credible(number: float) -> bool:
    """Tell whether anything can be so large or so small; then no product or quotient of a few numbers overflows."""
    return number == 0 or SMALLEST <= abs(number) <= LARGEST


def tree_of(mapping: Mapping[object, object]) -> tuple[MappingNode, tuple[str, ...]]:
    """Return the tree of plain Python values, and the keys that are no text and were left out.

    Raises:
        TooLargeError: The values are nested too deep or too many, for example because they hold themselves.
    """
    odd_keys: list[str] = []
    return _mapping_of(mapping, depth=0, count=NodeCount(), odd_keys=odd_keys), tuple(odd_keys)


def _mapping_of(mapping: Mapping[object, object], *, depth: int, count: NodeCount, odd_keys: list[str]) -> MappingNode:
    count.add(depth)
    entries = []
    for key, value in mapping.items():
        if not isinstance(key, str):
            odd_keys.append(_scalar_of(key).text)
            continue
        entries.append(Entry(key=key, value=_node_of(value, depth=depth + 1, count=count, odd_keys=odd_keys)))
    return MappingNode(entries=tuple(entries))


def _node_of(value: object, *, depth: int, count: NodeCount, odd_keys: list[str]) -> Node:
    if isinstance(value, Mapping):
        return _mapping_of(value, depth=depth, count=count, odd_keys=odd_keys)
    count.add(depth)
    if isinstance(value, Sequence) and not isinstance(value, str | bytes | bytearray):
        items = (_node_of(item, depth=depth + 1, count=count, odd_keys=odd_keys) for item in value)
        return ListNode(items=tuple(items))
    return _scalar_of(value)


def _scalar_of(value: object) -> Scalar:
    """Return a plain value with the text that a person would have written for it."""
    if value is None:
        return Scalar(kind=Kind.NULL, text="null")
    if isinstance(value, bool):
        return Scalar(kind=Kind.BOOLEAN, text="true" if value else "false")
    if isinstance(value, float) or (isinstance(value, int) and value.bit_length() < 1024):
        return Scalar(kind=Kind.NUMBER, text=repr(value))
    if isinstance(value, str):
        return Scalar(kind=Kind.TEXT, text=clean(value))
    if isinstance(value, dt.date | PurePath):
        return Scalar(kind=Kind.TEXT, text=clean(str(value)))
    return Scalar(kind=Kind.OTHER, text=f"a value of type {type(value).__name__}")


def clean(text: str) -> str:
    """Return the text with what no file can hold (half a surrogate pair) replaced."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
