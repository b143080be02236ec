"""Problems as text: where, what, what was found, what to do."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from roofline_report.domain.problem import Severity
from roofline_report.renderers.escaping import shortened
from roofline_report.renderers.grammar import capitalised
from roofline_report.renderers.inspection.layout import Role

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roofline_report.domain.problem import Problem
    from roofline_report.renderers.inspection.layout import Layout

_MOST_OF_A_NAME = 80
_HEADS = {Severity.WARNING: "Problem", Severity.NOTE: "Note", Severity.INFO: "Remark"}
_ROLES = {Severity.WARNING: Role.WARNING, Severity.NOTE: Role.NOTE, Severity.INFO: Role.PLAIN}


def add_problems(
    layout: Layout,
    problems: Sequence[Problem],
    *,
    level: int,
    file: str | None = None,
    told: frozenset[str] = frozenset(),
) -> None:
    """Add problems, each with what to do; those that differ in what was found alone are told once.

    Args:
        layout: Where to add them.
        problems: The problems.
        level: How far they are moved in.
        file: The file under whose name they stand, which need not be said again.
        told: Words of remedies that are given elsewhere already.
    """
    alike: dict[Problem, list[Problem]] = {}
    for problem in problems:
        alike.setdefault(replace(problem, found=None, kernel=None), []).append(problem)
    for problem, members in alike.items():
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
        if problem.remedy is not None and not any(words in problem.remedy for words in told):
            layout.fact("To do", capitalised(_sentence(problem.remedy)), level=level + 2)


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
