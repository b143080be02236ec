"""What stands in place of a chart that would have no dot: what is missing, and where it says how to collect it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roofline_report.domain.quantity import Quantity
from roofline_report.domain.traffic import needed_quantities
from roofline_report.renderers.grammar import joined
from roofline_report.renderers.pages.arithmetic import how_to_fill
from roofline_report.renderers.templating import render_html

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roofline_report.domain.problem import Problem
    from roofline_report.report.model import KernelReport, RunReport
    from roofline_report.report.rooflines import ModelReport


def undrawn_html(run: RunReport, kernel: KernelReport, *, report: ModelReport, told: Iterable[Problem]) -> str:
    """Return a sentence that says why a kernel has no chart in a model.

    Args:
        run: Its run.
        kernel: The kernel.
        report: The model.
        told: The notes above it on the page.
    """
    reasons, missing = _reasons(run, kernel, report=report)
    is_known = any(kernel.kernel.absences[each].metrics for each in missing if each in kernel.kernel.absences)
    commands = how_to_fill(run, kernel) if is_known else None
    sentences = [f"No chart: {joined(reasons)}."]
    if commands is not None:
        is_above = any(commands == problem.remedy for problem in told)
        where = "The note above" if is_above else '"How to fill the gaps" below'
        sentences.append(f"{where} says how to collect that.")
    return render_html("undrawn", sentences=sentences)


def _reasons(run: RunReport, kernel: KernelReport, *, report: ModelReport) -> tuple[list[str], list[Quantity]]:
    """Return what is in the way of a dot, and the quantities that are missing."""
    reasons, missing = [], []
    if not report.model.counts_flop and kernel.flop.counted_none:
        work = "no floating-point operation"
        counted = "none of the floating-point operations that were counted"
        reasons.append(f"the kernel does {work if kernel.flop.is_none else counted}")
    if not kernel.kernel.duration_s:
        reasons.append("its time was not measured")
        missing.append(Quantity.DURATION)
    if report.work is None:
        in_part = "its operations were collected in part, and " if kernel.flop.lost else ""
        reasons.append(f"{in_part}its instructions were not counted")
        missing.append(Quantity.THREAD_INSTRUCTIONS)
    elif not report.work:
        reasons.append("it executed no instruction")
    traffic = [report.level(level).traffic for level in run.levels]
    if report.model.counts_flop:
        unknown = [each is None for each in traffic]
    else:
        unknown = [each is None or each.transactions is None for each in traffic]
    if all(unknown):
        reasons.append("its traffic was not measured")
        missing += [each for level in run.levels for each in needed_quantities(level, run.options.conventions)]
    elif not any(each is not None and each.moves_anything for each in traffic):
        reasons.append("it moved nothing")
    return reasons, missing
