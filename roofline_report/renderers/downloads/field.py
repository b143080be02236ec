"""A number or a text of the downloads: its name, what it means and where it is found, said once.

The columns of the CSV, the keys of the JSON, its schema and the tables of the documentation are made from it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Generic, TypeAlias, TypeVar

from roofline_report.renderers.escaping import visible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

Value: TypeAlias = "str | int | float | bool | tuple[str, ...] | None"

_Of_contra = TypeVar("_Of_contra", contravariant=True)


class Kind(StrEnum):
    """What a value is, in the words of the documentation."""

    TEXT = "text"
    """Words that may come from a file or a person: in a spreadsheet they must stay text."""
    WORD = "word"
    """One of a few words of ours."""
    WHOLE = "whole number"
    NUMBER = "number"
    FLAG = "true or false"
    LIST = "list of texts"
    """In JSON only."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Field(Generic[_Of_contra]):
    """One column, or one key.

    Attributes:
        name: Its name; that of a quantity ends in its SI unit where it always has the same.
        kind: What its values are.
        meaning: What it is, in plain words.
        read: Where the value is found; None where it is not known.
        unit: The unit of a number; "1" for a ratio.
        empty: When there is no value; None where there always is one.
        words: All words that it may be.
    """

    name: str
    kind: Kind
    meaning: str
    read: Callable[[_Of_contra], Value]
    unit: str | None = None
    empty: str | None = None
    words: tuple[str, ...] = ()


def values_of(fields: Iterable[Field[_Of_contra]], of: _Of_contra) -> tuple[Value, ...]:
    """Return the values of some fields in their order, as they are written."""
    return tuple([_written(field.read(of)) for field in fields])


def _written(found: Value) -> Value:
    """Return a text as pages show it, on one line; and None for a number that is not finite, which no chart draws."""
    if isinstance(found, float):
        return found if math.isfinite(found) else None
    if isinstance(found, str):
        return visible(found)
    return tuple(visible(text) for text in found) if isinstance(found, tuple) else found


def names_of(*scopes: Iterable[Field[_Of_contra]]) -> tuple[str, ...]:
    """Return the names of some fields, in their order."""
    return tuple(field.name for fields in scopes for field in fields)
