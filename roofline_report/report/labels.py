"""Short names for kernels: what a reader says, not what the compiler wrote."""

from __future__ import annotations

import hashlib
import re
from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from roofline_report.domain.naming.signature import CALL, Signature, parse_signature
from roofline_report.domain.naming.tokens import write
from roofline_report.domain.naming.units import Named, split_units
from roofline_report.report.abbreviation import WHOLE, abbreviate, differing, listed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from roofline_report.domain.naming.tokens import Item

MOST_CHARACTERS = 60
"""A longer label is cut; the full name stands beside it wherever there is room."""

_Lengthening: TypeAlias = "Callable[[str, Sequence[_Name]], list[str]]"
"""From the label that some kernels share to a longer one for each; an empty one where there is no more to say."""

_HEAD_CHARACTERS = 20
_DIGITS = re.compile("[0-9]{1,4}")
_NO_NAME = "(no name)"
_LEFT_OUT = "…"
# ClimaCore and others put file and line of the source into the name.
_WITH_PLACE = re.compile(r"(?P<name>\w+?)__FILE_(?P<file>\w+)_(?P<line>L[0-9]+)")
# Kernels that run whatever they are given: their name alone says nothing.
_WRAPPERS = frozenset(
    {
        *(
            "Kernel",
            "Kernel2",
            "kernel",
            "device_kernel",
            "_kernel_agent",
            "ParallelFor",
            "ParallelReduce",
            "ParallelForAgent",
        ),
        *(
            f"{api}_parallel_launch_{memory}_memory"
            for api in ("cuda", "hip")
            for memory in ("local", "constant", "global")
        ),
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Name:
    """A full name, taken apart once.

    Attributes:
        full: The full name.
        signature: What it consists of.
        spoken: Its last part, as a reader says it.
    """

    full: str
    signature: Signature
    spoken: str


def labels_of(names: Iterable[str]) -> dict[str, str]:
    """Return a short label for every full name, no two alike.

    Scopes, return types and parameters go. Where two kernels would then share a label, they get the template arguments
    by which they differ, else scopes, else parameters. The label of a kernel depends on the other names of its run
    alone.
    """
    parsed = [_read(name) for name in sorted(set(names))]
    labels = {name.full: _first_label(name) for name in parsed}
    for lengthen in (*_WITH_ARGUMENTS, _with_scope, _with_parameters, _in_full):
        labels = _longer_where_shared(labels, parsed, lengthen=lengthen)
    return tell_apart(_cut(labels))


def address_text(name: str) -> str:
    """Return what the address of a kernel's page is made of: name and template arguments, however they are printed."""
    parsed = _read(name)
    arguments = parsed.signature.last.arguments
    return f"{parsed.spoken} {'' if arguments is None else listed(arguments, depth=WHOLE)}".strip()


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


def _read(name: str) -> _Name:
    signature = parse_signature(name)
    return _Name(full=name, signature=signature, spoken=_spoken(signature))


def _spoken(signature: Signature) -> str:
    """Return the last part of a name; that of an operator or a lambda with what it belongs to."""
    last = signature.last
    if last.name.startswith("_Z"):
        return _mangled_part(last.name) or last.name
    if not last.is_lambda and not last.name.startswith("operator"):
        return last.name
    named = [scope.name for scope in signature.scopes if not scope.is_lambda and scope.name != CALL]
    owner = named[-1] if named else ""
    if last.is_lambda or any(scope.is_lambda for scope in signature.scopes):
        return f"{owner} lambda".strip()
    return f"{owner}::{last.name}" if owner else last.name


def _mangled_part(name: str) -> str | None:
    """Return the last part of a mangled name that could not be demangled: "f" of _ZN3lib1fIN..."""
    position = 3 if name.startswith("_ZN") else 2
    part = None
    while digits := _DIGITS.match(name, position):
        start, position = digits.end(), digits.end() + int(digits[0])
        part = name[start:position]
    return part or None


def _first_label(name: _Name) -> str:
    place = _WITH_PLACE.fullmatch(name.spoken)
    if place is not None:
        return place["name"]
    arguments = name.signature.last.arguments
    if name.spoken in _WRAPPERS and arguments:
        return f"{name.spoken}<{_payload(arguments)}>"
    return " ".join(name.spoken.split()) or _NO_NAME


def _payload(arguments: Sequence[Sequence[Item]]) -> str:
    """Return what a wrapper runs: its first argument that is a type, through wrappers in wrappers."""
    first = next((each for each in arguments if not write(each).isdecimal()), arguments[0])
    units = split_units(first)
    unit = units[0] if len(units) == 1 else None
    if isinstance(unit, Named) and unit.parts[-1].name in _WRAPPERS and unit.parts[-1].arguments:
        return _payload(unit.parts[-1].arguments)
    return abbreviate(first, depth=0)


def _longer_where_shared(labels: dict[str, str], names: Sequence[_Name], *, lengthen: _Lengthening) -> dict[str, str]:
    """Return labels of which those that several kernels share are made longer, where that tells any of them apart."""
    groups: defaultdict[str, list[_Name]] = defaultdict(list)
    for name in names:
        groups[labels[name.full]].append(name)
    longer = dict(labels)
    for label, group in groups.items():
        if len(group) > 1:
            made = lengthen(label, group)
            if len(set(made)) > 1:
                longer.update({name.full: text.strip() or label for name, text in zip(group, made, strict=True)})
    return longer


def _with_arguments(depth: int) -> _Lengthening:
    def lengthen(_: str, group: Sequence[_Name]) -> list[str]:
        with_them = [name for name in group if name.signature.last.arguments is not None]
        texts = differing([name.signature.last.arguments or () for name in with_them], depth=depth) if with_them else []
        by_name = {name.full: text for name, text in zip(with_them, texts, strict=True)}
        return [name.spoken + by_name[name.full] if name.full in by_name else "" for name in group]

    return lengthen


_WITH_ARGUMENTS = tuple(_with_arguments(depth) for depth in (0, 1, 2, 3, WHOLE))


def _with_scope(label: str, group: Sequence[_Name]) -> list[str]:
    """Return labels with the line of the source, or with the innermost scope by which the names differ."""
    places = [_WITH_PLACE.fullmatch(name.spoken) for name in group]
    if all(places):
        return [f"{label} {place['line']}" for place in places if place]
    scopes = [[scope.name for scope in reversed(name.signature.scopes)] for name in group]
    for depth in range(max(map(len, scopes))):
        found = [each[depth] if depth < len(each) else "" for each in scopes]
        if len(set(found)) > 1:
            return [_scoped(scope, label) for scope in found]
    return []


def _scoped(scope: str, label: str) -> str:
    if scope.startswith("{"):  # {lambda(int)#2}
        return f"{label} {scope.rpartition('#')[2].rstrip('}')}"
    return f"{scope}::{label}" if scope else label


def _with_parameters(label: str, group: Sequence[_Name]) -> list[str]:
    return [
        ""
        if name.signature.parameters is None
        else f"{label}({', '.join(abbreviate(each, depth=WHOLE) for each in name.signature.parameters)})"
        for name in group
    ]


def _in_full(_: str, group: Sequence[_Name]) -> list[str]:
    return [name.full for name in group]


def _cut(labels: dict[str, str]) -> dict[str, str]:
    """Return labels that are short enough; of long ones that begin alike, the part is kept by which they differ."""
    groups: defaultdict[str, list[str]] = defaultdict(list)
    for name, label in labels.items():
        groups[label[: MOST_CHARACTERS - 1]].append(name)
    result = dict(labels)
    for names in groups.values():
        long = [name for name in names if len(labels[name]) > MOST_CHARACTERS]
        distinct = {labels[name] for name in names}
        common = _common_length(min(distinct), max(distinct)) if len(distinct) > 1 else 0
        result.update({name: _shortened(labels[name], from_=common) for name in long})
    shared = Counter(result.values())
    return {
        name: f"{label[: MOST_CHARACTERS - 9]}{_LEFT_OUT}{_digest(name)}"
        if shared[label] > 1 and len(label) == MOST_CHARACTERS
        else label
        for name, label in result.items()
    }


def _common_length(one: str, other: str) -> int:
    """Return how many characters two texts share at their start."""
    return next((at for at, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]), 0)


def _shortened(label: str, *, from_: int) -> str:
    """Return a long label without its end, or without its middle where it differs from others behind that."""
    tail = MOST_CHARACTERS - _HEAD_CHARACTERS - 2
    if from_ < MOST_CHARACTERS - _HEAD_CHARACTERS // 2:
        return f"{label[: MOST_CHARACTERS - 1]}{_LEFT_OUT}"
    start = from_
    while label[start - 1].isalnum() and from_ - start < _HEAD_CHARACTERS:
        start -= 1  # back to where the word begins
    start = min(start, len(label) - tail)
    rest = label[start + tail :]
    return f"{label[:_HEAD_CHARACTERS]}{_LEFT_OUT}{label[start : start + tail]}{_LEFT_OUT if rest else ''}"


def _digest(name: str) -> str:
    return hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:8]
