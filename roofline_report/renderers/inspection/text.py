"""An inspection as text: a sentence that says what it comes to, then the files, then what a run makes of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roofline_report.domain.problem import Severity
from roofline_report.renderers.grammar import counted, joined
from roofline_report.renderers.inspection.files import add_files
from roofline_report.renderers.inspection.layout import Layout, Role
from roofline_report.renderers.inspection.problems import add_problems
from roofline_report.renderers.inspection.runs import add_run, is_placed, told_remedies
from roofline_report.report.inspection import Outcome

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roofline_report.renderers.inspection.layout import Line
    from roofline_report.report.inspection import Inspection

_NOTHING = "nothing to report on; no time, no instruction count and no traffic of a kernel could be read."


def inspection_lines(inspection: Inspection, *, width: int) -> tuple[Line, ...]:
    """Return an inspection as lines.

    Args:
        inspection: What was found.
        width: The most characters of a line; words and commands that are longer stand out.
    """
    layout = Layout(width)
    layout.paragraph(f"{inspection.name}: {_sentence(inspection)}", role=Role.HEADING)
    several = len(inspection.runs) > 1
    for run in inspection.runs:
        layout.gap()
        if several:
            layout.paragraph(f"Run {run.report.id}", role=Role.HEADING)
            layout.gap()
        add_files(layout, run.files, told=told_remedies(run))
        add_run(layout, run, is_alone=len(run.files) == 1)
    if inspection.others:
        layout.gap()
        if inspection.runs:
            layout.paragraph("Files in no run", role=Role.HEADING)
        add_files(layout, inspection.others)
    if inspection.problems:
        layout.gap()
        add_problems(layout, inspection.problems, level=0)
    layout.gap()
    for sentence in _closing(inspection):
        layout.paragraph(sentence)
    return layout.lines


def _sentence(inspection: Inspection) -> str:
    """Return what the inspection comes to, in a sentence."""
    if inspection.outcome is Outcome.NOTHING_USABLE:
        return _NOTHING
    kernels = [kernel for run in inspection.runs for kernel in run.report.kernels]
    placed = sum(is_placed(kernel, run.report) for run in inspection.runs for kernel in run.report.kernels)
    runs = f"{counted(len(inspection.runs), 'run')}, " if len(inspection.runs) > 1 else ""
    return f"{runs}{counted(len(kernels), 'kernel')}, {_placed(placed, len(kernels))} a place on the roofline."


def _placed(placed: int, kernels: int) -> str:
    if placed == kernels:
        return "with" if kernels == 1 else "all with"
    if placed == 0:
        return "without" if kernels == 1 else "none with"
    return f"{placed:,} of them with"


def _closing(inspection: Inspection) -> Iterator[str]:
    """Yield what is wrong, counted, and what that means for a build."""
    problems, notes = inspection.count(Severity.WARNING), inspection.count(Severity.NOTE)
    counts = joined(
        [*([counted(problems, "problem")] if problems else []), *([counted(notes, "note")] if notes else [])]
    )
    if problems:
        yield f"{counts}. A strict build fails."
    elif inspection.outcome is not Outcome.NOTHING_USABLE:
        yield f"Nothing is wrong; {counts}." if notes else "Nothing is wrong."
    elif notes:
        yield f"{counts}."
