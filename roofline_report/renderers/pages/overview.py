"""The overview: all runs, and where work is worth it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roofline_report.renderers import quantities, words
from roofline_report.renderers.addresses import OVERVIEW_PATH, kernel_path, run_path
from roofline_report.renderers.cells import Cell, Column, Row, Table, number_cell
from roofline_report.renderers.page import Page
from roofline_report.renderers.pages.parts import notices_html
from roofline_report.renderers.templating import render_html, render_markdown

if TYPE_CHECKING:
    from roofline_report.renderers.pages.parts import PageOptions
    from roofline_report.report.model import KernelReport, RunReport, SiteReport

_MOST_WORTH = 10
_LEAST_SAVABLE_SHARE = 0.01


def render_overview(report: SiteReport, options: PageOptions) -> Page:
    """Return the overview page, or the page that says what to put where while there is no run."""
    template = "overview" if report.runs else "empty"
    worth = _worth_working_on(report)
    fragments = {"notices": notices_html(report.problems)}
    if report.runs:
        fragments["runs"] = render_html("table", table=_runs_table(report, options))
    if worth:
        fragments["worth"] = render_html("table", table=_worth_table(worth))
    return Page(
        path=OVERVIEW_PATH,
        title=options.section,
        description=_description(report),
        markdown=render_markdown(
            template,
            title=options.section,
            runs=[(run.title, run_path(run), words.run_sentence(run)) for run in report.runs[: options.table_rows]],
            has_worth=bool(worth),
        ),
        fragments=fragments,
        in_navigation=True,
    )


def _description(report: SiteReport) -> str:
    if not report.runs:
        return "Roofline report of GPU kernels. There is no run yet."
    kernels = sum(len(run.kernels) for run in report.runs)
    return f"Roofline report of {words.counted(len(report.runs), 'run')} with {words.counted(kernels, 'GPU kernel')}."


def _runs_table(report: SiteReport, options: PageOptions) -> Table:
    return Table(
        id="roofline-runs",
        caption="Runs, newest first",
        columns=(
            Column(title="Run"),
            Column(title="Device"),
            Column(title="Date"),
            Column(title="Kernels", numeric=True),
            Column(title="GPU time", numeric=True),
            Column(title="Limit", unit="of most GPU time"),
        ),
        rows=tuple(_run_row(run) for run in report.runs[: options.table_rows]),
    )


def _run_row(run: RunReport) -> Row:
    return Row(
        cells=(
            Cell(text=run.title, link=run_path(run)),
            Cell(text=run.device.name or quantities.UNKNOWN),
            Cell(text=run.options.date or quantities.UNKNOWN),
            number_cell(float(len(run.kernels)), quantities.count(len(run.kernels))),
            number_cell(run.gpu_time_s, quantities.time(run.gpu_time_s)),
            Cell(text=_limiting(run)),
        )
    )


def _limiting(run: RunReport) -> str:
    """Return the label that covers the most GPU time."""
    shares: dict[str, float] = {}
    for kernel in run.kernels:
        label = words.verdict_label(kernel.verdict, run.device)
        shares[label] = shares.get(label, 0.0) + (kernel.time_share or 0.0)
    return max(shares, key=lambda label: shares[label], default=quantities.UNKNOWN)


def _worth_working_on(report: SiteReport) -> list[tuple[RunReport, KernelReport]]:
    """Return the kernels whose nearest roof would save most of their run's GPU time, most first."""
    candidates = [
        (run, kernel)
        for run in report.runs
        for kernel in run.kernels
        if (kernel.savable_share or 0.0) >= _LEAST_SAVABLE_SHARE
    ]
    candidates.sort(key=lambda pair: -(pair[1].savable_share or 0.0))
    return candidates[:_MOST_WORTH]


def _worth_table(worth: list[tuple[RunReport, KernelReport]]) -> Table:
    return Table(
        id="roofline-worth",
        caption="Kernels by the GPU time that reaching their nearest roof would save",
        columns=(
            Column(title="Kernel"),
            Column(title="Run"),
            Column(title="Share", unit="of GPU time", numeric=True),
            Column(title="Headroom", numeric=True),
            Column(title="To win", unit="of GPU time", numeric=True),
            Column(title="Limit"),
        ),
        rows=tuple(_worth_row(run, kernel) for run, kernel in worth),
    )


def _worth_row(run: RunReport, kernel: KernelReport) -> Row:
    savable = kernel.savable_share
    return Row(
        cells=(
            Cell(text=kernel.label, link=kernel_path(run, kernel), hover=kernel.kernel.name, code=True),
            Cell(text=run.title, link=run_path(run)),
            number_cell(kernel.time_share, quantities.percent(kernel.time_share)),
            number_cell(kernel.verdict.headroom, quantities.factor(kernel.verdict.headroom)),
            number_cell(savable, quantities.percent(savable), share=savable),
            Cell(text=words.verdict_label(kernel.verdict, run.device)),
        )
    )
