"""A type or a constant among template arguments: its qualified names, groups and signs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from roofline_report.domain.naming.tokens import ANONYMOUS, Group, is_word, split_at_commas

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roofline_report.domain.naming.tokens import Item

LAMBDA = "lambda#"
"""What the name of a lambda begins with; its number follows."""


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a qualified name, with its template arguments if it has any."""

    name: str
    arguments: tuple[tuple[Item, ...], ...] | None = None


@dataclass(frozen=True, slots=True)
class Named:
    """A qualified name, the outermost part first."""

    parts: tuple[Part, ...]


Unit: TypeAlias = "Named | Group | str"


def is_typed(items: Sequence[Item]) -> bool:
    """Tell whether a template argument is a constant with its type in front."""
    return len(items) > 1 and isinstance(items[0], Group) and items[0].opening == "("


def split_units(items: Sequence[Item]) -> list[Unit]:
    """Return a type as its qualified names and signs; of a local scope the parameters and the return type go."""
    units: list[list[Part] | Group | str] = []
    name: list[Part] | None = None
    for position, item in enumerate(items):
        part = _part(item)
        if item == "const" and _is_before_scope(items, position):
            continue  # operator()() const::...
        if part is not None:
            if name is None or items[position - 1] != "::":
                name = []
                units.append(name)
            name.append(part)
        elif name is not None and isinstance(item, Group) and item.opening == "<":
            name[-1] = Part(name[-1].name, tuple(split_at_commas(item.items)))
        elif name is not None and _is_before_scope(items, position):
            units = [name]
        elif item != "::":
            units.append(item)
            name = None
    return [Named(tuple(unit)) if isinstance(unit, list) else unit for unit in units]


def _is_before_scope(items: Sequence[Item], position: int) -> bool:
    """Tell whether "::" comes next, or after a "const" that belongs to parameters."""
    behind = position + 1
    while behind < len(items) and items[behind] == "const":
        behind += 1
    return behind < len(items) and items[behind] == "::"


def _part(item: Item) -> Part | None:
    """Return one part of a qualified name, or None where an item is something else."""
    if isinstance(item, Group):
        # Of a lambda the number counts: its parameters may be placeholders.
        what, number = item.items[:1], item.items[-1:]
        return Part("#".join(map(str, (*what, *number)))) if item.opening == "{" else None
    return Part(item) if is_word(item) or item == ANONYMOUS else None
