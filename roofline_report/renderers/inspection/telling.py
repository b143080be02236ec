"""What of an inspection is told in its text: nothing twice, and kernels by their short names."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from roofline_report.domain.collecting import is_how_to_collect
from roofline_report.domain.problem import Severity
from roofline_report.renderers.inspection.problems import alike

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from roofline_report.domain.problem import Problem
    from roofline_report.report.inspection import Inspection, RunInspection
    from roofline_report.report.model import RunReport

_LONGEST_PRINTED = 80
"""Characters of a name in a problem; of a longer one its beginning stands there, with dots."""


def told(inspection: Inspection) -> Inspection:
    """Return an inspection with the problems that its text tells."""
    return replace(inspection, runs=tuple(_told_of(run) for run in inspection.runs))


def count_told(inspection: Inspection, severity: Severity) -> int:
    """Return how many problems of an inspection, as `told` returns it, are printed."""
    return sum(problem.severity is severity for problems in _lists(inspection) for problem, _ in alike(problems))


def _lists(inspection: Inspection) -> Iterator[tuple[Problem, ...]]:
    """Yield the problems that stand under one heading, for every heading."""
    yield from (file.problems for file in inspection.files)
    yield from (run.problems for run in inspection.runs)
    yield inspection.problems


def _told_of(run: RunInspection) -> RunInspection:
    return replace(
        run,
        files=tuple(replace(file, problems=_told_problems(file.problems, run)) for file in run.files),
        problems=tuple(sorted(_told_problems(run.problems, run), key=_place)),
    )


def _place(problem: Problem) -> tuple[bool, bool]:
    """Return where a problem of a run stands: what is wrong first, then the device, on which all ceilings hang."""
    return problem.severity is not Severity.WARNING, "device" not in problem.summary


def _told_problems(problems: Iterable[Problem], run: RunInspection) -> tuple[Problem, ...]:
    return without_gaps(problems, run.report) if run.missing else _all_with_labels(problems, run.report)


def without_gaps(problems: Iterable[Problem], run: RunReport) -> tuple[Problem, ...]:
    """Return problems of a run without those that say no more than how to collect what is missing."""
    return _all_with_labels((problem for problem in problems if not _is_a_gap(problem)), run)


def _all_with_labels(problems: Iterable[Problem], run: RunReport) -> tuple[Problem, ...]:
    return tuple(_with_labels(problem, run) for problem in problems)


def _is_a_gap(problem: Problem) -> bool:
    """Tell whether a note says no more than the list of what was not collected does."""
    return problem.severity is Severity.NOTE and is_how_to_collect(problem.remedy)


def _with_labels(problem: Problem, run: RunReport) -> Problem:
    """Return a problem that names kernels as the list of kernels does."""
    if problem.found is None and problem.kernel is None:
        return problem
    found = problem.found or ""
    labels = {
        name: kernel.label
        for kernel in run.kernels
        for name in _printed(kernel.kernel.name)
        if name == problem.kernel or name in found
    }
    if not labels:
        return problem
    longest_first = sorted(labels, key=len, reverse=True)
    names = re.compile("|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in longest_first))
    return replace(
        problem,
        found=None if problem.found is None else names.sub(lambda match: labels[match[0]], found),
        kernel=None if problem.kernel is None else labels.get(problem.kernel, problem.kernel),
    )


def _printed(name: str) -> tuple[str, ...]:
    """Return how problems may print a name."""
    return (name,) if len(name) <= _LONGEST_PRINTED else (name, f"{name[:_LONGEST_PRINTED]}...")
