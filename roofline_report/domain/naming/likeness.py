"""Whether two names that are printed in different detail may be those of one kernel.

Nsight Compute cuts leading namespaces and the types of constants (--rename-kernels, its default), and leaves parameters
as the template declares them (T2 for its second argument). Where a profiler is asked for base names, it prints neither
parameters nor template arguments. So a name may say less than another one, but what both say has to agree.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from roofline_report.domain.naming.tokens import Group, split_at_commas
from roofline_report.domain.naming.units import Named, is_typed, split_units

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roofline_report.domain.naming.signature import Component, Signature
    from roofline_report.domain.naming.tokens import Item
    from roofline_report.domain.naming.units import Unit


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
    for unit in split_units(items[1:] if is_typed(items) else items):
        if isinstance(unit, Named):
            arguments = unit.parts[-1].arguments
            inside = "" if arguments is None else f"<{','.join(map(_trace, arguments))}>"
            parts.append(f"{unit.parts[-1].name}{inside} ")
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
    typed, other_typed = is_typed(one), is_typed(other)
    return (one[1:] if typed and not other_typed else one), (other[1:] if other_typed and not typed else other)


def _agree(one: Sequence[Item], other: Sequence[Item]) -> bool:
    mine, theirs = split_units(one), split_units(other)
    return len(mine) == len(theirs) and all(map(_units_agree, mine, theirs))


def _units_agree(one: Unit, other: Unit) -> bool:
    if isinstance(one, Named) and isinstance(other, Named):
        return all(
            mine.name == theirs.name
            and (mine.arguments is None) == (theirs.arguments is None)
            and _lists_agree(mine.arguments or (), theirs.arguments or ())
            for mine, theirs in zip(reversed(one.parts), reversed(other.parts), strict=False)
        )
    if isinstance(one, Group) and isinstance(other, Group):
        return one.opening == other.opening and _lists_agree(split_at_commas(one.items), split_at_commas(other.items))
    return one == other
