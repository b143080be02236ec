"""What a kernel's name consists of: scopes, the name itself, template arguments, parameters."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING

from roofline_report.domain.naming.normal_form import parse_name
from roofline_report.domain.naming.tokens import ANONYMOUS, Group, is_word, split_at_commas, write

if TYPE_CHECKING:
    from roofline_report.domain.naming.tokens import Item

CALL = "operator()"
_CONVERSION = "operator"
_BEHIND_PARAMETERS = frozenset({"const", "volatile", "&", "noexcept"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Component:
    """One part of a qualified name: `b<int>` of `a::b<int>::c`.

    Attributes:
        name: The name alone, such as "b", "operator()" or "{lambda(int)#1}".
        arguments: Its template arguments; None where it has none.
        is_lambda: It is a lambda or an unnamed type.
    """

    name: str
    arguments: tuple[tuple[Item, ...], ...] | None = None
    is_lambda: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Signature:
    """A kernel's name, taken apart.

    Attributes:
        normal: The normal form of the whole.
        scopes: The namespaces and classes around it, outermost first.
        last: The name itself.
        parameters: Its parameters; None where the profiler printed none.
    """

    normal: str
    scopes: tuple[Component, ...]
    last: Component
    parameters: tuple[tuple[Item, ...], ...] | None = None


@functools.lru_cache(maxsize=16384)
def parse_signature(name: str) -> Signature:
    """Return what a name consists of; one that is no C++ is a name without anything."""
    items = parse_name(name)
    normal = write(items)
    at = _parameters_at(items)
    head = items if at is None else items[:at]
    components = read_components(head) if all(map(_is_of_a_name, head)) else ()
    if not components:
        return Signature(normal=normal, scopes=(), last=Component(name=name))
    group = None if at is None else items[at]
    return Signature(
        normal=normal,
        scopes=components[:-1],
        last=components[-1],
        parameters=tuple(split_at_commas(group.items)) if isinstance(group, Group) else None,
    )


def read_components(items: tuple[Item, ...]) -> tuple[Component, ...]:
    """Return the parts of the last qualified name of a sequence: without a return type, and without parameters."""
    components: list[Component] = []
    for part in _split_at_scopes(items[_name_start(items) :]):
        component = _component(part)
        if component is None:
            return ()
        components.append(component)
    return tuple(components)


def _parameters_at(items: tuple[Item, ...]) -> int | None:
    """Return where the parameter list stands: the last group, with nothing behind it but qualifiers."""
    at = len(items) - 1
    while at > 0 and (items[at] in _BEHIND_PARAMETERS or _is_group(items[at], "[")):
        at -= 1
    return at if at > 0 and _is_group(items[at], "(") and items[at - 1] != "::" else None


def _is_group(item: Item, opening: str) -> bool:
    return isinstance(item, Group) and item.opening == opening


def _name_start(items: tuple[Item, ...]) -> int:
    """Return where the qualified name begins: behind the last place where two words meet without "::"."""
    start = 0
    for position in range(1, len(items)):
        before, here = items[position - 1], items[position]
        if before == _CONVERSION:
            break  # "operator unsigned long": all that follows is the name
        if _begins_name(here) and before not in {"::", "~"}:
            start = position
    return start


def _is_of_a_name(item: Item) -> bool:
    """Tell whether an item may stand in a name with its return type; a bracket that never closes does not."""
    return isinstance(item, Group) or item in {"::", "~", "*", "&"} or _begins_name(item)


def _begins_name(item: Item) -> bool:
    if isinstance(item, Group):
        return item.opening == "{"
    return is_word(item) or item == ANONYMOUS


def _split_at_scopes(items: tuple[Item, ...]) -> list[tuple[Item, ...]]:
    parts: list[tuple[Item, ...]] = []
    start = 0
    for position, item in enumerate(items):
        if item == "::":
            parts.append(items[start:position])
            start = position + 1
    parts.append(items[start:])
    return parts if parts[0] else parts[1:]  # "::f" begins with nothing


def _component(items: tuple[Item, ...]) -> Component | None:
    """Return one part of a qualified name, or None where it is not one."""
    if not items:
        return None
    if _is_group(items[0], "{"):
        return Component(name=write(items[:1]), is_lambda=True)
    if items[0] == _CONVERSION:
        return Component(name=write(items))
    end = next((at for at, item in enumerate(items) if isinstance(item, Group)), len(items))
    if end == 0:
        return None
    group = items[end] if end < len(items) else None
    arguments = None
    if isinstance(group, Group) and group.opening == "<":
        arguments = tuple(split_at_commas(group.items))
    return Component(name=write(items[:end]), arguments=arguments)
