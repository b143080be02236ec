"""Problems as text: where, what, what was found, what to do."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from roofline_report.domain.collecting import is_how_to_collect
from roofline_report.domain.problem import Severity
from roofline_report.renderers.escaping import shortened
from roofline_report.renderers.grammar import capitalised
from roofline_report.renderers.inspection.layout import Role

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from roofline_report.domain.problem import Problem
    from roofline_report.renderers.inspection.layout import Layout

_MOST_OF_A_NAME = 80
_FEWEST_STEPS = 3
# Something to be copied, which must not be broken.
_ENDS_WITH_A_LINE = re.compile(r"(.+): `([^`]+)`")
_HEADS = {Severity.WARNING: "Problem", Severity.NOTE: "Note", Severity.INFO: "Information"}
_ROLES = {Severity.WARNING: Role.WARNING, Severity.NOTE: Role.NOTE, Severity.INFO: Role.PLAIN}


def add_problems(
    layout: Layout,
    problems: Sequence[Problem],
    *,
    level: int,
    file: str | None = None,
    tells_commands: bool = False,
) -> None:
    """Add problems, each with what to do; those that differ in what was found alone are told once.

    Args:
        layout: Where to add them.
        problems: The problems.
        level: How far they are moved in.
        file: The file under whose name they stand, which need not be said again.
        tells_commands: The command lines that collect what is missing are given elsewhere already.
    """
    for problem, members in alike(problems):
        layout.paragraph(
            f"{_HEADS[problem.severity]}{_place(problem, file=file)}: {_sentence(problem.summary)}",
            role=_ROLES[problem.severity],
            level=level,
            hanging=2,
        )
        for number, text in enumerate(filter(None, map(_found, members))):
            layout.fact("" if number else "Found", text, level=level + 2)
        if problem.expected is not None:
            layout.fact("Expected", problem.expected, level=level + 2)
        if problem.remedy is not None and not (tells_commands and is_how_to_collect(problem.remedy)):
            _add_remedy(layout, problem.remedy, level=level + 2)


def alike(problems: Iterable[Problem]) -> list[tuple[Problem, list[Problem]]]:
    """Return what is told of problems: each with those that differ from it in what was found alone."""
    groups: dict[Problem, list[Problem]] = {}
    for problem in problems:
        groups.setdefault(replace(problem, found=None, kernel=None), []).append(problem)
    return list(groups.items())


def _add_remedy(layout: Layout, remedy: str, *, level: int) -> None:
    """Add what to do: each of several things, and what is to be copied, has a line of its own."""
    steps = remedy.split("; ")
    line = _ENDS_WITH_A_LINE.fullmatch(remedy)
    if line is not None:
        layout.fact("To do", f"{capitalised(line[1])}:", level=level)
        layout.command(line[2], level=level)
        return
    if len(steps) < _FEWEST_STEPS:
        layout.fact("To do", capitalised(_sentence(remedy)), level=level)
        return
    for number, step in enumerate(steps):
        layout.fact("" if number else "To do", f"- {step}", level=level)


def _found(problem: Problem) -> str | None:
    """Return what was found, and the kernel where that is not said already."""
    if problem.kernel is None or _names_kernel(problem, problem.kernel):
        return problem.found
    kernel = f"kernel {shortened(problem.kernel, _MOST_OF_A_NAME)}"
    return kernel if problem.found is None else f"{problem.found}; {kernel}"


def _names_kernel(problem: Problem, kernel: str) -> bool:
    """Tell whether a problem says which kernel it concerns: by its label in front, or by its name in what was found."""
    label = problem.summary.partition(": ")[0].partition(" is ")[0]
    # Where a name is cut differently, its beginning is the same.
    return label in kernel or kernel[: _MOST_OF_A_NAME // 2] in f"{problem.summary} {problem.found or ''}"


def _place(problem: Problem, *, file: str | None) -> str:
    line = None if problem.line is None else f"line {problem.line}"
    name = None if problem.file == file else problem.file
    parts = [part for part in (name, line) if part is not None]
    return f" in {', '.join(parts)}" if parts else ""


def _sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?")) else f"{text}."
