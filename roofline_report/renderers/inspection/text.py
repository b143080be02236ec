"""An inspection as text: a sentence that says what it comes to, then the files, then what a run makes of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roofline_report.domain.problem import Severity
from roofline_report.readers.rows.file_problems import tells_cut
from roofline_report.renderers.grammar import counted, joined
from roofline_report.renderers.inspection.files import add_files
from roofline_report.renderers.inspection.layout import Layout, Role
from roofline_report.renderers.inspection.problems import add_problems
from roofline_report.renderers.inspection.runs import add_run, without_ceilings
from roofline_report.renderers.inspection.telling import count_told, told
from roofline_report.report.inspection import Outcome, is_placed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roofline_report.renderers.inspection.layout import Line
    from roofline_report.report.inspection import Inspection
    from roofline_report.report.model import RunReport

WIDEST = 100
"""Longer lines are hard to read, however wide the terminal."""

_NOTHING = "nothing to report on; no time, no instruction count and no traffic of a kernel could be read."


def inspection_lines(inspection: Inspection, *, width: int) -> tuple[Line, ...]:
    """Return an inspection as lines.

    Args:
        inspection: What was found.
        width: The most characters of a line; words and commands that are longer stand out.
    """
    layout = Layout(min(width, WIDEST))
    layout.paragraph(f"{inspection.name}: {_sentence(inspection)}", role=Role.HEADING)
    shown = told(inspection)
    several = len(shown.runs) > 1
    for run in shown.runs:
        layout.gap()
        if several:
            layout.paragraph(f"Run {run.report.id}", role=Role.HEADING)
            layout.gap()
        add_files(layout, run.files, tells_commands=bool(run.missing))
        add_run(layout, run, is_alone=len(run.files) == 1)
    if shown.others:
        layout.gap()
        if shown.runs:
            layout.paragraph("Files in no run", role=Role.HEADING)
        add_files(layout, shown.others)
    if shown.problems:
        layout.gap()
        add_problems(layout, shown.problems, level=0)
    layout.gap()
    layout.paragraph(_closing(shown))
    if inspection.more_files:
        files = counted(inspection.more_files, "more file")
        layout.paragraph(f"Its folder has {files}; inspect the folder to see what they make together.")
    return layout.lines


def _sentence(inspection: Inspection) -> str:
    """Return what the inspection comes to, in a sentence."""
    if inspection.outcome is Outcome.NOTHING_USABLE:
        return _NOTHING
    kernels = [kernel for run in inspection.runs for kernel in run.report.kernels]
    placed = sum(is_placed(kernel, run.report) for run in inspection.runs for kernel in run.report.kernels)
    runs = f"{counted(len(inspection.runs), 'run')}, " if len(inspection.runs) > 1 else ""
    ceilings = _ceilings([run.report for run in inspection.runs]) if placed else ""
    return (
        f"{runs}{counted(len(kernels), 'kernel')}, {_placed(placed, len(kernels))} a place on the roofline{ceilings}."
    )


def _ceilings(runs: Sequence[RunReport]) -> str:
    """Return what to add where a roofline has no roof."""
    without = [why for run in runs if run.kernels and (why := without_ceilings(run)) is not None]
    if not without:
        return ""
    of = "" if len(runs) == 1 else f" for {len(without):,} of {len(runs):,} runs"
    return f", but without ceilings{of}: {joined(list(dict.fromkeys(without)))}"


def _placed(placed: int, kernels: int) -> str:
    if placed == kernels:
        return "with" if kernels == 1 else "all with"
    if placed == 0:
        return "without" if kernels == 1 else "none with"
    return f"{placed:,} of them with"


def _closing(inspection: Inspection) -> str:
    """Return what is wrong, counted, and what that means for a build."""
    problems, notes = (count_told(inspection, severity) for severity in (Severity.WARNING, Severity.NOTE))
    counts = joined(
        [*([counted(problems, "problem")] if problems else []), *([counted(notes, "note")] if notes else [])]
    )
    if problems:
        return f"{counts}. A strict build fails."
    if inspection.outcome is Outcome.NOTHING_USABLE:
        return "Nothing here is read, so there would be no report. Beside other runs a strict build passes."
    if inspection.outcome is Outcome.NOTHING_TO_DRAW:
        is_listed = any(run.missing for run in inspection.runs)
        one = len(inspection.files) == 1
        sound = "The file is sound" if one else "The files are sound"
        state = f"{'The' if one else 'A'} file is cut off, and" if _is_cut_off(inspection) else f"{sound}, but"
        return f"{state} no kernel can be drawn{': collect what is listed above' if is_listed else ''}."
    if _is_cut_off(inspection):
        return f"Usable, but {'the' if len(inspection.files) == 1 else 'a'} file is cut off; {counts}."
    gaps = "not all was collected, see above" if any(run.missing for run in inspection.runs) else ""
    more = "; ".join(each for each in (gaps, counts) if each)
    return f"Nothing is wrong; {more}." if more else "Nothing is wrong."


def _is_cut_off(inspection: Inspection) -> bool:
    return any(tells_cut(problem) for _, problem in inspection.all_problems())
