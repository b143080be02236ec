"""Whether two names that are printed in different detail may be those of one kernel.

Nsight Compute cuts leading namespaces and the types of constants (--rename-kernels, its default), and leaves parameters
as the template declares them (T2 for its second argument). Where a profiler is asked for base names, it prints neither
parameters nor template arguments. So a name may say less than another one, but what both say has to agree.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from roofline_report.domain.naming.tokens import ANONYMOUS, Group, is_word, split_at_commas

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roofline_report.domain.naming.signature import Component, Signature
    from roofline_report.domain.naming.tokens import Item

_Part: TypeAlias = "tuple[str, tuple[tuple[Item, ...], ...] | None]"
_Unit: TypeAlias = "list[_Part] | Group | str"


def may_be_one(one: Signature, other: Signature) -> bool:
    """Tell whether two names agree in all that both of them say."""
    if one.last.name != other.last.name or not _scopes_agree(one.scopes, other.scopes):
        return False
    arguments, others = one.last.arguments, other.last.arguments
    if arguments is not None and others is not None and not _lists_agree(arguments, others):
        return False
    if one.parameters is None or other.parameters is None:
        return True
    return _parameters_agree(one.parameters, other.parameters)


def has_placeholders(signature: Signature) -> bool:
    """Tell whether parameters are left as the template declares them."""
    return any(map(_has_placeholder, signature.parameters or ()))


def fingerprint(signature: Signature) -> str:
    """Return a text that is the same for any two whole signatures of which `may_be_one` could be true."""
    arguments = signature.last.arguments
    if arguments is None:
        return signature.last.name
    return f"{signature.last.name}<{','.join(map(_trace, arguments))}>"


def _trace(items: tuple[Item, ...]) -> str:
    """Return a type without scopes, or a constant without its type."""
    parts = []
    for unit in _units(items[1:] if _is_typed(items) else items):
        if isinstance(unit, list):
            name, arguments = unit[-1]
            inside = "" if arguments is None else f"<{','.join(map(_trace, arguments))}>"
            parts.append(f"{name}{inside} ")
        elif isinstance(unit, Group):
            parts.append(f"{unit.opening}{','.join(map(_trace, split_at_commas(unit.items)))}")
        else:
            parts.append(unit)
    return "".join(parts)


def _scopes_agree(one: Sequence[Component], other: Sequence[Component]) -> bool:
    """Tell whether the scopes agree from the inside out; Nsight cuts the outer ones."""
    return all(
        mine.name == theirs.name
        and (mine.arguments is None or theirs.arguments is None or _lists_agree(mine.arguments, theirs.arguments))
        for mine, theirs in zip(reversed(one), reversed(other), strict=False)
    )


def _parameters_agree(one: Sequence[tuple[Item, ...]], other: Sequence[tuple[Item, ...]]) -> bool:
    if any("..." in part for part in (*one, *other)):
        return True  # T2... stands for any number of them
    return len(one) == len(other) and all(
        _has_placeholder(mine) or _has_placeholder(theirs) or _agree(mine, theirs)
        for mine, theirs in zip(one, other, strict=True)
    )


def _has_placeholder(items: Sequence[Item]) -> bool:
    return any(
        _has_placeholder(item.items) if isinstance(item, Group) else _stands_for_argument(item) for item in items
    )


def _stands_for_argument(word: str) -> bool:
    """Tell whether a word is T1, T2 and so on, for the first and second template argument."""
    return word.startswith("T") and word[1:].isdecimal()


def _lists_agree(one: Sequence[tuple[Item, ...]], other: Sequence[tuple[Item, ...]]) -> bool:
    return len(one) == len(other) and all(
        _agree(*_without_type(mine, theirs)) for mine, theirs in zip(one, other, strict=True)
    )


def _without_type(one: tuple[Item, ...], other: tuple[Item, ...]) -> tuple[tuple[Item, ...], tuple[Item, ...]]:
    """Return two template arguments without the type of the constant that only one of them has."""
    typed, other_typed = _is_typed(one), _is_typed(other)
    return (one[1:] if typed and not other_typed else one), (other[1:] if other_typed and not typed else other)


def _is_typed(items: tuple[Item, ...]) -> bool:
    return len(items) > 1 and isinstance(items[0], Group) and items[0].opening == "("


def _agree(one: Sequence[Item], other: Sequence[Item]) -> bool:
    mine, theirs = _units(one), _units(other)
    return len(mine) == len(theirs) and all(map(_units_agree, mine, theirs))


def _units_agree(one: _Unit, other: _Unit) -> bool:
    if isinstance(one, list) and isinstance(other, list):
        return all(
            mine[0] == theirs[0]
            and (mine[1] is None) == (theirs[1] is None)
            and _lists_agree(mine[1] or (), theirs[1] or ())
            for mine, theirs in zip(reversed(one), reversed(other), strict=False)
        )
    if isinstance(one, Group) and isinstance(other, Group):
        return one.opening == other.opening and _lists_agree(split_at_commas(one.items), split_at_commas(other.items))
    return one == other


def _units(items: Sequence[Item]) -> list[_Unit]:
    """Return a type as its qualified names and signs; of a local scope the parameters and the return type go."""
    units: list[_Unit] = []
    name: list[_Part] | None = None
    for position, item in enumerate(items):
        part = _part(item)
        if part is not None:
            if name is None or items[position - 1] != "::":
                name = []
                units.append(name)
            name.append(part)
        elif name is not None and isinstance(item, Group) and item.opening == "<":
            name[-1] = (name[-1][0], tuple(split_at_commas(item.items)))
        elif name is not None and items[position + 1 : position + 2] == ("::",):
            units = [name]
        elif item != "::":
            units.append(item)
            name = None
    return units


def _part(item: Item) -> _Part | None:
    """Return one part of a qualified name, or None where an item is something else."""
    if isinstance(item, Group):
        # Of a lambda the number counts: its parameters may be placeholders.
        return ("".join(map(str, item.items[-2:])), None) if item.opening == "{" else None
    return (item, None) if is_word(item) or item == ANONYMOUS else None
