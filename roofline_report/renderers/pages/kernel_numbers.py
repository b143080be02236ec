"""How the numbers of a kernel came about, folded away: who trusts the verdict need not read it, who doubts it can."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roofline_report.renderers.grammar import counted
from roofline_report.renderers.pages.arithmetic import arithmetic_table, how_to_fill, kernel_notes
from roofline_report.renderers.pages.metrics import formula_sources, metric_table, used_measurements
from roofline_report.renderers.pages.parts import fold_html
from roofline_report.renderers.tables import table_html
from roofline_report.renderers.templating import render_html

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roofline_report.domain.problem import Problem
    from roofline_report.renderers.cells import Table
    from roofline_report.report.model import KernelReport, RunReport


def number_fragments(run: RunReport, kernel: KernelReport, *, told: Sequence[Problem]) -> dict[str, str]:
    """Return what fills the slots of the arithmetic, the remarks and the metrics; each says what and how much is in it.

    Args:
        run: The run.
        kernel: The kernel.
        told: The notes of the page, one of which may say how to collect what is missing.
    """
    used = used_measurements(run, kernel)
    remarks = kernel_notes(run, kernel, used=used)
    metrics = metric_table(used, launches=kernel.kernel.launches)
    sources = formula_sources(used)
    return {
        "arithmetic": _arithmetic_html(arithmetic_table(run, kernel)),
        "remarks": fold_html(f"Remarks on the numbers: {len(remarks)}", render_html("remarks", remarks=remarks)),
        "gaps": _gaps_html(how_to_fill(run, kernel), told=told),
        "metrics": fold_html(f"Metrics used: {len(metrics.rows)}", table_html(metrics)),
        "sources": fold_html(f"Sources of the formulas: {len(sources)}", render_html("listing", entries=sources)),
    }


def _arithmetic_html(table: Table) -> str:
    """Return the table of the arithmetic; nothing for a kernel without work, of which there is none."""
    if not table.rows:
        return ""
    values = "its value" if len(table.rows) == 1 else "their values"
    return fold_html(f"The arithmetic: {counted(len(table.rows), 'formula')} with {values}", table_html(table))


def _gaps_html(commands: str | None, *, told: Sequence[Problem]) -> str:
    """Return how to fill the gaps, where no note of the page says it."""
    if commands is None or any(commands == problem.remedy for problem in told):
        return ""
    return render_html("collect", commands=commands, frame="roofline-fold")
