"""One fault that many kernels share is told once; a fault of few names its kernel."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roofline_report.domain.problem import Problem

MOST_ALIKE = 5
"""Beyond so many kernels with the same fault, one problem names the first of them."""

_MOST_CHARACTERS = 80


def merge_repeated(problems: Iterable[Problem]) -> list[Problem]:
    """Return problems of which no more than a few differ in nothing but the kernel.

    Those that are left of such a group say which kernel they concern, so that no two are alike.
    """
    groups: dict[Problem, list[Problem]] = {}
    for problem in problems:
        groups.setdefault(replace(problem, kernel=None, line=None), []).append(problem)
    return [told for alike, members in groups.items() for told in _told(alike, members)]


def _told(alike: Problem, members: list[Problem]) -> list[Problem]:
    names = list(dict.fromkeys(problem.kernel for problem in members if problem.kernel is not None))
    if len(names) < 2:
        return members
    if len(names) <= MOST_ALIKE:
        return [replace(problem, found=_found(problem, [problem.kernel or ""])) for problem in members]
    named, more = names[:MOST_ALIKE], len(names) - MOST_ALIKE
    summary = f"{alike.summary.rstrip('.')} ({len(names)} kernels)"
    lines = [problem.line for problem in members if problem.line is not None]
    return [replace(alike, summary=summary, line=min(lines, default=None), found=_found(alike, named, more=more))]


def _found(problem: Problem, kernels: list[str], *, more: int = 0) -> str:
    names = ", ".join(_shortened(name) for name in kernels)
    named = f"kernel {names}" if len(kernels) == 1 else f"kernels {names} and {more} more"
    return named if problem.found is None else f"{problem.found}; {named}"


def _shortened(name: str) -> str:
    return name if len(name) <= _MOST_CHARACTERS else f"{name[:_MOST_CHARACTERS]}..."
