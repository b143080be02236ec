"""Which names of the files are names of one kernel.

The same normal form is the same kernel. Beyond that, a name that says less than another one (Nsight Compute cuts
namespaces, a base name has no parameters) is taken for it only where nothing else of the run could be meant. And one
table never has one kernel under two names: what stands apart in a table stays apart.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from roofline_report.domain.naming.likeness import fingerprint, has_placeholders, may_be_one
from roofline_report.domain.naming.signature import Signature, parse_signature
from roofline_report.domain.problem import Problem, Severity
from roofline_report.readers.joining.demangling import clean_name
from roofline_report.readers.joining.listing import listed, shortened
from roofline_report.readers.rows.file_problems import TOLD_ONE_BY_ONE

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

_MOST_CHARACTERS = 160
"""Two names of one kernel may begin alike, so more of them is shown than of others."""

_FULL_NAMES = (
    "print full names in all files: ncu --print-kernel-base demangled --rename-kernels off, nsys stats --report "
    "cuda_gpu_kern_sum without :base, nvprof --demangling on"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class NameTable:
    """The kernel names of one table.

    Attributes:
        file: The file.
        names: The names as printed.
    """

    file: str
    names: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class ResolvedNames:
    """What the printed names stand for.

    Attributes:
        shown: For every printed name the one under which its kernel is kept.
        problems: What was joined although it is printed differently, and what could not be joined.
    """

    shown: Mapping[str, str]
    problems: tuple[Problem, ...] = ()


@dataclass(slots=True, kw_only=True, eq=False)
class _Name:
    """A kernel under all the spellings that are surely its own.

    Attributes:
        text: The spelling that is shown.
        signature: What it consists of.
        printed: All spellings, as printed.
        tables: The numbers of the tables that have it.
    """

    text: str
    signature: Signature
    printed: set[str] = field(default_factory=set)
    tables: frozenset[int] = frozenset()


@dataclass(slots=True, kw_only=True)
class _Merging:
    """What came of an attempt to merge names.

    Attributes:
        names: The names, those that were merged as one.
        joined: The groups that were merged.
        ambiguous: The groups that were not, because a name in them could be short for several others.
    """

    names: list[_Name] = field(default_factory=list)
    joined: list[list[_Name]] = field(default_factory=list)
    ambiguous: list[list[_Name]] = field(default_factory=list)


def resolve_names(tables: Sequence[NameTable]) -> ResolvedNames:
    """Return what the names of a run's tables stand for, and what has to be told about that."""
    names = _by_normal_form(tables)
    complete = [name for name in names if name.signature.parameters is not None]
    others = [name for name in names if name.signature.parameters is None]
    bare = [number for number, table in enumerate(tables) if not any(map(_has_parameters, table.names))]
    # In a table without any signature a name may be a base name; beside signatures it is that of an extern "C" kernel.
    partial = [name for name in others if name.tables <= set(bare)]
    whole = [name for name in others if not name.tables <= set(bare)]
    alike = _merge(complete, _alike(complete))
    shorter = _merge([*alike.names, *partial], _shorter(partial, [*alike.names, *partial]))
    shown = {printed: name.text for name in (*shorter.names, *whole) for printed in name.printed}
    return ResolvedNames(
        shown=shown,
        problems=(
            *_joined([*alike.joined, *shorter.joined], tables=tables, shown=shown),
            *_ambiguous([*alike.ambiguous, *shorter.ambiguous], tables=tables),
        ),
    )


def _has_parameters(printed: str) -> bool:
    return parse_signature(clean_name(printed)).parameters is not None


def _by_normal_form(tables: Sequence[NameTable]) -> list[_Name]:
    """Return the kernels that differ in more than their spelling."""
    places: defaultdict[str, set[int]] = defaultdict(set)
    for number, table in enumerate(tables):
        for printed in table.names:
            places[printed].add(number)
    spellings: defaultdict[str, list[str]] = defaultdict(list)
    for printed in sorted(places):
        spellings[parse_signature(clean_name(printed)).normal].append(printed)
    names = []
    for alike in spellings.values():
        one = _are_apart(frozenset(places[printed]) for printed in alike)
        for group in [alike] if one else [[printed] for printed in alike]:
            # Two in one table may differ in nothing but what is cut from them, so they are shown as printed.
            text = min(map(clean_name, group)) if one else group[0]
            tables_of_it = frozenset[int]().union(*(places[printed] for printed in group))
            signature = parse_signature(clean_name(group[0]))
            names.append(_Name(text=text, signature=signature, printed=set(group), tables=tables_of_it))
    return names


def _are_apart(tables: Iterable[frozenset[int]]) -> bool:
    """Tell whether no table is in two of some sets."""
    seen: set[int] = set()
    for each in tables:
        if not seen.isdisjoint(each):
            return False
        seen |= each
    return True


def _alike(names: Sequence[_Name]) -> Iterator[tuple[_Name, _Name]]:
    """Yield the pairs of whole signatures that may be one kernel."""
    buckets: defaultdict[str, defaultdict[frozenset[int], list[_Name]]] = defaultdict(lambda: defaultdict(list))
    for name in names:
        buckets[fingerprint(name.signature)][name.tables].append(name)
    for bucket in buckets.values():
        for (tables, ones), (other_tables, others) in itertools.combinations(bucket.items(), 2):
            if tables.isdisjoint(other_tables):
                pairs = itertools.product(ones, others)
                yield from (pair for pair in pairs if may_be_one(pair[0].signature, pair[1].signature))


def _shorter(partial: Sequence[_Name], candidates: Sequence[_Name]) -> Iterator[tuple[_Name, _Name]]:
    """Yield each name without a signature with each that it may be short for."""
    by_last: defaultdict[str, list[_Name]] = defaultdict(list)
    for name in candidates:
        by_last[name.signature.last.name].append(name)
    for name in partial:
        for other in by_last[name.signature.last.name]:
            if name.tables.isdisjoint(other.tables) and may_be_one(name.signature, other.signature):
                yield name, other


def _merge(names: Sequence[_Name], pairs: Iterable[tuple[_Name, _Name]]) -> _Merging:
    """Merge names that can mean nothing but each other; the others stay apart."""
    partners: defaultdict[_Name, dict[_Name, None]] = defaultdict(dict)
    for one, other in pairs:
        partners[one][other] = None
        partners[other][one] = None
    merging = _Merging()
    done: set[_Name] = set()
    for name in names:
        if name in done:
            continue
        group = _connected(name, partners)
        done.update(group)
        if len(group) == 1:
            merging.names.append(name)
        elif _are_apart(each.tables for each in group) and all(len(partners[each]) == len(group) - 1 for each in group):
            merging.names.append(_merged(group))
            merging.joined.append(group)
        else:
            merging.names.extend(group)
            merging.ambiguous.append(group)
    return merging


def _connected(name: _Name, partners: Mapping[_Name, Collection[_Name]]) -> list[_Name]:
    found = {name: None}
    waiting = [name]
    while waiting:
        for partner in partners.get(waiting.pop(), ()):
            if partner not in found:
                found[partner] = None
                waiting.append(partner)
    return sorted(found, key=lambda each: each.text)


def _merged(group: Sequence[_Name]) -> _Name:
    """Return one name for several, under the spelling that says most."""
    fullest = max(group, key=_fullness)
    return _Name(
        text=fullest.text,
        signature=fullest.signature,
        printed=set().union(*(each.printed for each in group)),
        tables=frozenset().union(*(each.tables for each in group)),
    )


def _fullness(name: _Name) -> tuple[bool, bool, int, bool, int]:
    signature = name.signature
    return (
        signature.parameters is not None,
        signature.last.arguments is not None,
        len(signature.scopes),
        not has_placeholders(signature),
        len(signature.normal),
    )


def _joined(
    groups: Sequence[Sequence[_Name]], *, tables: Sequence[NameTable], shown: Mapping[str, str]
) -> Iterator[Problem]:
    remedy = f"if these are several kernels, {_FULL_NAMES}"
    if len(groups) > TOLD_ONE_BY_ONE:
        yield Problem(
            summary=f"the files print the names of {len(groups)} kernels in different detail; nothing else in the run "
            "fits them, so the numbers of each are joined",
            severity=Severity.NOTE,
            file=_first_file(groups[0], tables),
            found=f"for instance {_listed(groups[0], tables)}",
            remedy=remedy,
        )
        return
    for group in groups:
        yield Problem(
            summary="the files print the name of this kernel in different detail; nothing else in the run fits it, so "
            "its numbers are joined",
            severity=Severity.NOTE,
            file=_first_file(group, tables),
            kernel=shown[min(group[0].printed)],
            found=_listed(group, tables),
            remedy=remedy,
        )


def _ambiguous(groups: Sequence[Sequence[_Name]], *, tables: Sequence[NameTable]) -> Iterator[Problem]:
    for group in groups[:TOLD_ONE_BY_ONE]:
        more = len(groups) - 1
        also = f" (and {more} more like it)" if more >= TOLD_ONE_BY_ONE else ""
        yield Problem(
            summary=f"a name may stand for several kernels of the run, so its numbers are joined with none{also}",
            file=_first_file(group, tables),
            found=_listed(group, tables),
            remedy=_FULL_NAMES,
        )
        if also:
            return


def _first_file(group: Sequence[_Name], tables: Sequence[NameTable]) -> str:
    """Return the file of the name that says least."""
    shortest = min(group, key=_fullness)
    return min(tables[number].file for number in shortest.tables)


def _listed(group: Sequence[_Name], tables: Sequence[NameTable]) -> str:
    return listed([f"{_text(each)} in {_files(each, tables)}" for each in group], separator="; ")


def _text(name: _Name) -> str:
    return shortened(name.text, most=_MOST_CHARACTERS)


def _files(name: _Name, tables: Sequence[NameTable]) -> str:
    return ", ".join(sorted({tables[number].file for number in name.tables}))
