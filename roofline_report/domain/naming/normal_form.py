"""One way to write a kernel's name, so that the names of two profilers can be compared.

nvprof prints `void scale<float, int=4>(float*, float const *)` where Nsight Compute prints
`void scale<float, (int)4>(float *, const float *)` and c++filt `void scale<float, 4>(float*, float const*)`.
Only what never tells two kernels apart is brought to one spelling: blanks, the place of `const`, how a constant or a
lambda is written, what an anonymous namespace is called. A constant keeps its type: `f<3>` and `f<3u>` may be two
kernels.
"""

from __future__ import annotations

import re

from roofline_report.domain.naming.tokens import (
    ANONYMOUS,
    Group,
    Item,
    build_tree,
    is_word,
    split_at_commas,
    tokenise,
    write,
)

_QUALIFIERS = frozenset({"const", "volatile"})
_NUMBER = re.compile(r"(?P<digits>[0-9]+)(?P<suffix>u?l?l?)")
_TYPES_OF_SUFFIXES: dict[str, tuple[Item, ...]] = {
    "": ("int",),
    "u": ("unsigned", "int"),
    "l": ("long",),
    "ul": ("unsigned", "long"),
    "ll": ("long", "long"),
    "ull": ("unsigned", "long", "long"),
}
_TRUTHS = {"true": "1", "false": "0"}
_LAMBDA_OF_LLVM = "'lambda "


def parse_name(name: str) -> tuple[Item, ...]:
    """Return the words and groups of a name in its normal form; brackets that do not fit together stay signs."""
    tokens = list(tokenise(name))
    tree = build_tree(tokens)
    return tuple(tokens) if tree is None else _normal(tree)


def normal_form(name: str) -> str:
    """Return the normal form of a name: equal for two spellings of one kernel, and for these alone."""
    return write(parse_name(name))


def _normal(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """Return a sequence with everything in its brackets in normal form."""
    result: list[Item] = []
    for item in items:
        if not isinstance(item, Group):
            result.append(item)
        elif item.opening == "(" and (number := _number_of_lambda(result)) is not None:
            result[-1] = Group("{", ("lambda", _normal_group(item), "#", number))
        else:
            result.append(_normal_group(item))
    return tuple(result)


def _normal_group(group: Group) -> Group:
    if group.opening == "[" and group.items and group.items[0] in {"lambda", "unnamed"}:
        return _local_of_nsight(group)
    if group.opening == "(" and group.items == ("void",):
        return Group("(", ())
    if group.opening not in "(<":
        return Group(group.opening, _normal(group.items))
    parts = split_at_commas(group.items)
    normal = [_constant(part) if group.opening == "<" else _type(part) for part in map(_normal, parts)]
    return Group(group.opening, _joined(normal))


def _joined(parts: list[tuple[Item, ...]]) -> tuple[Item, ...]:
    items: list[Item] = []
    for number, part in enumerate(parts):
        if number:
            items.append(",")
        items.extend(part)
    return tuple(items)


def _number_of_lambda(items: list[Item]) -> str | None:
    """Return the number of a lambda of LLVM, whose parameters come next: 'lambda'(int) is {lambda(int)#1}."""
    last = items[-1] if items else None
    if isinstance(last, str) and last.startswith(_LAMBDA_OF_LLVM):
        return last.removeprefix(_LAMBDA_OF_LLVM)
    return None


def _local_of_nsight(group: Group) -> Group:
    """Return the normal form of [lambda(int) (instance 1)], and of [unnamed type (instance 1)]."""
    *what, last = group.items
    if not isinstance(last, Group) or len(last.items) != 2 or last.items[0] != "instance":
        return Group("[", _normal(group.items))
    return Group("{", (*_normal(tuple(what)), "#", last.items[1]))


def _constant(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """Return a template argument: a type, or a constant with its type in front unless that is int."""
    signs = items[-2:-1] if items[-2:-1] == ("-",) else ()
    kind, value = items[: -1 - len(signs)], items[-1:]
    if not value or not is_word(value[0]):
        return _type(items)
    if len(kind) > 1 and kind[-1] == "=" and "=" not in kind[:-1]:  # int=3 of nvprof
        return _typed(kind[:-1], signs, value=str(value[0]))
    if len(kind) == 1 and isinstance(kind[0], Group) and kind[0].opening == "(":  # (int)3 of Nsight
        return _typed(kind[0].items, signs, value=str(value[0]))
    number = _NUMBER.fullmatch(str(value[0]))
    if not kind and number:  # 3u of c++filt
        return _typed(_TYPES_OF_SUFFIXES[number["suffix"]], signs, value=number["digits"])
    if not kind and value[0] in _TRUTHS:
        return _typed(("bool",), signs, value=str(value[0]))
    return _type(items)


def _typed(kind: tuple[Item, ...], signs: tuple[Item, ...], *, value: str) -> tuple[Item, ...]:
    """Return a constant with its type in front; that of int has none, as c++filt prints it."""
    if kind == ("bool",):
        value = _TRUTHS.get(value, value)
    is_number = value.isdecimal()
    return (*signs, value) if kind == ("int",) and is_number else (Group("(", kind), *signs, value)


def _type(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """Return a type with the `const` of its first word behind that word: `float const*` for `const float *`."""
    start = 0
    while start < len(items) and items[start] in _QUALIFIERS:
        start += 1
    if start == 0:
        return items
    end = start
    while end < len(items) and _belongs_to_name(items, end):
        end += 1
    behind = end
    while behind < len(items) and items[behind] in _QUALIFIERS:
        behind += 1
    qualifiers = sorted({str(item) for item in (*items[:start], *items[end:behind])})
    return *items[start:end], *qualifiers, *items[behind:]


def _belongs_to_name(items: tuple[Item, ...], position: int) -> bool:
    """Tell whether an item is part of the name of a type, such as `unsigned long` or `a::b<int>::c`."""
    item = items[position]
    if isinstance(item, Group):
        is_scope = position + 1 < len(items) and items[position + 1] == "::"
        return item.opening in "<{" or is_scope
    if item in _QUALIFIERS:
        return False
    return item == "::" or is_word(item) or item == ANONYMOUS
