"""Template arguments in few words: the names of types without their scopes, constants without their types."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from roofline_report.domain.naming.signature import CALL, read_components
from roofline_report.domain.naming.tokens import Group, split_at_commas
from roofline_report.domain.naming.units import LAMBDA, Named, Part, is_typed, split_units

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roofline_report.domain.naming.tokens import Item
    from roofline_report.domain.naming.units import Unit

SHORT_ENOUGH = 40
"""Characters up to which a list of template arguments is shown whole; of a longer one only what differs is.

Within another list it has to be shorter than that.
"""

WHOLE = 1000
"""A depth beyond that of any name."""

_SHORT_INSIDE = 16
_LAMBDA_WRAPPERS = frozenset({"__nv_dl_wrapper_t", "__nv_hdl_wrapper_t"})
_LAMBDA_TAGS = frozenset({"__nv_dl_tag", "__nv_dl_trailing_return_tag"})
_BLANK = " "


def abbreviate(items: Sequence[Item], *, depth: int) -> str:
    """Return a type or a constant in few words.

    Args:
        items: The type or constant, in normal form.
        depth: How many levels of template arguments are shown; 0 for the bare name.
    """
    text = ""
    for unit in split_units(items[1:] if is_typed(items) else items):
        word = _word(unit, depth=depth)
        needs_blank = text[-1:].isalnum() and word[:1].isalnum()
        text = f"{text}{_BLANK if needs_blank else ''}{word}"
    return text


def listed(arguments: Sequence[Sequence[Item]], *, depth: int) -> str:
    """Return template arguments in their brackets."""
    return f"<{', '.join(abbreviate(each, depth=depth) for each in arguments)}>"


def differing(lists: Sequence[Sequence[Sequence[Item]]], *, depth: int, short_enough: int = SHORT_ENOUGH) -> list[str]:
    """Return the template arguments of several kernels, each list as short as tells it from the others.

    A short list is shown whole. Of a long one those arguments are left out by which no two kernels differ, or none
    that are not told apart already.
    """
    whole = [listed(arguments, depth=depth) for arguments in lists]
    if max(map(len, whole)) <= short_enough or len({len(arguments) for arguments in lists}) > 1:
        return whole
    shown: list[list[str]] = []
    told_apart = 1
    for column in zip(*lists, strict=True):
        texts = _column(column, depth=depth)
        apart = len(set(zip(*shown, texts, strict=True)))
        if apart > told_apart:
            told_apart = apart
            shown.append(texts)
    return [f"<{', '.join(texts)}>" for texts in zip(*shown, strict=True)] if shown else whole


def _column(column: Sequence[Sequence[Item]], *, depth: int) -> list[str]:
    """Return one argument of several kernels; where all have the same template, what differs inside."""
    if depth > 0:
        parts = [_template(items) for items in column]
        found = [part for part in parts if part is not None]
        shape = Counter((part.name, len(part.arguments or ())) for part in found)
        if len(found) == len(column) and len(shape) == 1:
            inside = differing([part.arguments or () for part in found], depth=depth - 1, short_enough=_SHORT_INSIDE)
            return [f"{part.name}{text}" for part, text in zip(found, inside, strict=True)]
    return [abbreviate(items, depth=depth) for items in column]


def _template(items: Sequence[Item]) -> Part | None:
    """Return the template that a type is, or None where it is something else."""
    units = split_units(items)
    unit = units[0] if len(units) == 1 else None
    if isinstance(unit, Named) and unit.parts[-1].arguments:
        return unit.parts[-1]
    return None


def _word(unit: Unit, *, depth: int) -> str:
    if isinstance(unit, Named):
        return _name(unit, depth=depth)
    if isinstance(unit, Group):
        if depth == 0 and unit.opening == "(" and unit.items != ("*",):
            return "()"
        return (
            f"{unit.opening}{', '.join(abbreviate(part, depth=depth) for part in split_at_commas(unit.items))}"
            + ({"(": ")", "[": "]", "{": "}", "<": ">"}[unit.opening])
        )
    return unit


def _name(unit: Named, *, depth: int) -> str:
    """Return the innermost name; that of a lambda is the function which it stands in."""
    last = unit.parts[-1]
    if last.name in _LAMBDA_WRAPPERS and last.arguments:
        found = _tagged(last.arguments)
        if found is not None:
            return _lambda(Part(found[0]), [found[1]], depth=depth)
    numbers = [part.name.removeprefix(LAMBDA) for part in unit.parts if part.name.startswith(LAMBDA)]
    if not numbers:
        return last.name if depth == 0 or not last.arguments else last.name + listed(last.arguments, depth=depth - 1)
    named = [part for part in unit.parts if not part.name.startswith(LAMBDA) and part.name != CALL]
    return _lambda(named[-1] if named else None, numbers, depth=depth)


def _lambda(function: Part | None, numbers: Sequence[str], *, depth: int) -> str:
    which = "" if depth == 0 or set(numbers) == {"1"} else f" {'.'.join(numbers)}"
    if function is None:
        return f"lambda{which}"
    arguments = "" if depth < 2 or not function.arguments else listed(function.arguments, depth=depth - 2)
    return f"{function.name}{arguments} lambda{which}"


def _tagged(arguments: Sequence[Sequence[Item]]) -> tuple[str, str] | None:
    """Return the function and the number of an extended lambda of CUDA, which the compiler wraps and tags."""
    tags = (part for part in map(_template, arguments) if part is not None and part.name in _LAMBDA_TAGS)
    tag = next(tags, None)
    if tag is None or tag.arguments is None or len(tag.arguments) < 3:
        return None
    function = [item for item in tag.arguments[1] if item != "&"]
    if len(function) == 1 and isinstance(function[0], Group):
        function = list(function[0].items)  # &(void f<int>(int))
    if function and isinstance(function[-1], Group) and function[-1].opening == "(":
        function.pop()
    names = [component.name for component in read_components(tuple(function)) if component.name != CALL]
    return (names[-1], abbreviate(tag.arguments[-1], depth=0)) if names else None
