"""The page of a run: all its kernels in one chart and one table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roofline_report.domain.problem import Severity
from roofline_report.renderers import quantities, words
from roofline_report.renderers.cells import Cell, Column, Row, Table, number_cell
from roofline_report.renderers.charts.embed import figure_html
from roofline_report.renderers.escaping import html_text
from roofline_report.renderers.page import Page
from roofline_report.renderers.pages.parts import (
    OVERVIEW_PATH,
    facts_html,
    kernel_path,
    notices_html,
    run_facts,
    run_path,
    verdict_block,
)
from roofline_report.renderers.pages.provenance import provenance_html
from roofline_report.renderers.roofline_plot import run_plot
from roofline_report.renderers.templating import finished, render_html, render_markdown

if TYPE_CHECKING:
    from roofline_report.renderers.pages.parts import PageOptions
    from roofline_report.report.model import KernelReport, RunReport

KERNEL_TABLE_ID = "roofline-kernels"


def render_run(run: RunReport, options: PageOptions, *, in_navigation: bool) -> Page:
    """Return the page of a run."""
    rows = min(len(run.kernels), options.table_rows)
    fragments = {
        "facts": facts_html(run_facts(run)),
        "warnings": notices_html(run.problems, Severity.WARNING),
        "notes": notices_html(run.problems, Severity.NOTE),
        "provenance": provenance_html(run),
    }
    if run.kernels:
        fragments["chart"] = _chart(run, rows)
        fragments["kernels"] = render_html("table", table=_kernel_table(run, rows))
    sentence = words.run_sentence(run)
    return Page(
        path=run_path(run),
        title=run.title,
        description=sentence,
        markdown=render_markdown(
            "run",
            title=run.title,
            verdict=verdict_block(run.kernels[0].verdict, sentence) if run.kernels else sentence,
            # The maintainer's own Markdown: it is as trusted as any page that he writes.
            description=finished(run.options.description or ""),
            has_kernels=bool(run.kernels),
            has_warnings=bool(fragments["warnings"]),
            has_notes=bool(fragments["notes"]),
            left_out=len(run.kernels) - rows,
            where=_where_time_went(run),
        ),
        fragments=fragments,
        parent=OVERVIEW_PATH,
        in_navigation=in_navigation,
        has_chart=bool(run.kernels),
    )


def _chart(run: RunReport, rows: int) -> str:
    sentences = [words.rules_sentence(run.options.rules), "The area of a dot is its kernel's share of the GPU time."]
    sentences += words.level_sentences(run.kernels, run)
    not_drawn = words.not_drawn_sentence(run)
    if not_drawn is not None:
        sentences.append(not_drawn)
    if run.frame.widened:
        sentences.append("The axes are wider than the device's own frame, because a point lies outside it.")
    return figure_html(
        run_plot(run, rows=rows),
        figure_id="roofline-run",
        title=f"Instruction roofline of {run.title}.",
        caption_html=html_text(" ".join(sentences)),
        table_id=KERNEL_TABLE_ID,
    )


def _kernel_table(run: RunReport, rows: int) -> Table:
    return Table(
        id=KERNEL_TABLE_ID,
        caption="Kernels, most GPU time first",
        columns=(
            Column(title="Kernel"),
            Column(title="Share", unit="of GPU time", numeric=True),
            Column(title="Limit"),
            Column(title="Use", unit="of the roof", numeric=True),
            Column(title="Achieved", unit="warp GIPS", numeric=True),
            Column(title="Attainable", unit="warp GIPS", numeric=True),
            Column(title="Time", unit="per launch", numeric=True),
            Column(title="Launches", numeric=True),
        ),
        rows=tuple(_kernel_row(run, kernel, number=number) for number, kernel in enumerate(run.kernels[:rows])),
    )


def _kernel_row(run: RunReport, kernel: KernelReport, *, number: int) -> Row:
    nearest = kernel.verdict.nearest
    use = None if nearest is None else nearest.utilisation
    gips = None if kernel.rate_per_s is None else kernel.rate_per_s / 1e9
    attainable = None if gips is None or kernel.verdict.headroom is None else gips * kernel.verdict.headroom
    duration = kernel.kernel.duration_s
    return Row(
        number=number,
        cells=(
            Cell(text=kernel.label, link=kernel_path(run, kernel), hover=kernel.kernel.name, code=True),
            number_cell(kernel.time_share, quantities.percent(kernel.time_share), share=kernel.time_share),
            Cell(text=words.verdict_label(kernel.verdict, run.device)),
            number_cell(use, quantities.percent(use)),
            number_cell(gips, quantities.number(gips)),
            number_cell(attainable, quantities.number(attainable)),
            number_cell(duration, quantities.time(duration)),
            number_cell(float(kernel.kernel.launches), quantities.count(kernel.kernel.launches)),
        ),
    )


def _where_time_went(run: RunReport) -> str:
    timed = [kernel for kernel in run.kernels if kernel.time_share is not None]
    if not timed:
        return "No kernel of this run was timed."
    named = [f"{kernel.label} {quantities.percent(kernel.time_share)}" for kernel in timed[:3]]
    rest = sum(kernel.time_share or 0.0 for kernel in timed[3:])
    if rest:
        named.append(f"{len(timed) - 3} more {quantities.percent(rest)}")
    launches = sum(kernel.kernel.launches for kernel in timed)
    return (
        f"{quantities.time(run.gpu_time_s)} of GPU time in {quantities.count(launches)} launches: "
        f"{words.joined(named)}."
    )
