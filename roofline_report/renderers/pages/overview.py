"""The overview: all runs, and where work is worth it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from roofline_report.domain.problem import Severity
from roofline_report.renderers import bounds, quantities, words
from roofline_report.renderers.addresses import OVERVIEW_PATH, device_path, kernel_path, run_path
from roofline_report.renderers.cells import Cell, Column, Row, Table, number_cell
from roofline_report.renderers.grammar import counted, joined
from roofline_report.renderers.page import Page
from roofline_report.renderers.pages.notices import notices_html
from roofline_report.renderers.pages.parts import verdict_cell
from roofline_report.renderers.tables import table_html
from roofline_report.renderers.templating import render_markdown

if TYPE_CHECKING:
    from roofline_report.renderers.pages.parts import PageOptions
    from roofline_report.report.model import KernelReport, RunReport, SiteReport

_MOST_WORTH = 10
_MOST_DEVICES = 2
_LEAST_SAVABLE_SHARE = 0.01


@dataclass(frozen=True, slots=True, kw_only=True)
class _Shown:
    """Which columns tell the runs apart: a device that is the same for all stands in the sentence above the table."""

    device: bool
    date: bool


def render_overview(report: SiteReport, options: PageOptions) -> Page:
    """Return the overview page of a site with runs."""
    worth = _worth_working_on(report)
    fragments = {
        "notices": notices_html(report.problems),
        "runs": table_html(_runs_table(report, options)),
    }
    if worth:
        fragments["worth"] = table_html(_worth_table(worth))
    return Page(
        path=OVERVIEW_PATH,
        title=options.section,
        description=_description(report),
        markdown=render_markdown(
            "overview",
            title=options.section,
            summary=_summary(report),
            runs=[(run.title, run_path(run), words.run_sentence(run)) for run in report.runs[: options.table_rows]],
            more_runs=[(run.title, run_path(run)) for run in report.runs[options.table_rows :]],
            has_worth=bool(worth),
        ),
        fragments=fragments,
        in_navigation=True,
    )


def _description(report: SiteReport) -> str:
    kernels = sum(len(run.kernels) for run in report.runs)
    return f"Roofline report of {counted(len(report.runs), 'run')} with {counted(kernels, 'GPU kernel')}."


def _summary(report: SiteReport) -> str:
    """Return what the section holds, in a sentence; a run without a device is on none of those named."""
    kernels = sum(len(run.kernels) for run in report.runs)
    held = f"{counted(len(report.runs), 'run')} with {counted(kernels, 'GPU kernel')}"
    on = Counter(run.device.name for run in report.runs if run.device.name is not None)
    unnamed = len(report.runs) - on.total()
    if not on:
        return f"{held}; no file names a device."
    if not unnamed:
        return f"{held} on {joined(list(on)) if len(on) <= _MOST_DEVICES else counted(len(on), 'device')}."
    several = [f"{counted(on.total(), 'run')} on {counted(len(on), 'device')}"]
    each = [f"{counted(runs, 'run')} on {name}" for name, runs in on.items()]
    parts = [*(each if len(each) <= _MOST_DEVICES else several), f"{counted(unnamed, 'run')} without a device"]
    return f"{held}: {joined(parts)}."


def _runs_table(report: SiteReport, options: PageOptions) -> Table:
    runs = report.runs[: options.table_rows]
    shown = _Shown(
        device=len({run.device.name for run in runs}) > 1,
        date=any(run.options.date is not None for run in runs),
    )
    return Table(
        id="roofline-runs",
        caption=f"What limits most of the GPU time of each run{', newest first' if shown.date else ''}",
        columns=(
            Column(title="Run"),
            Column(title="Limit", unit="of most GPU time"),
            Column(title="GPU time", numeric=True),
            Column(title="Kernels", numeric=True),
            *([Column(title="Device")] if shown.device else []),
            *([Column(title="Date")] if shown.date else []),
        ),
        rows=tuple(_run_row(run, shown) for run in runs),
    )


def _run_row(run: RunReport, shown: _Shown) -> Row:
    return Row(
        cells=(
            Cell(text=run.title, link=run_path(run), detail=_warnings(run)),
            _limiting(run),
            number_cell(run.gpu_time_s, quantities.time(run.gpu_time_s)),
            number_cell(float(len(run.kernels)), quantities.count(len(run.kernels))),
            *([_device_cell(run)] if shown.device else []),
            *([Cell(text=run.options.date or quantities.UNKNOWN, nowrap=True)] if shown.date else []),
        )
    )


def _warnings(run: RunReport) -> str | None:
    """Return how many warnings a run has, so that nobody takes its numbers for sound; None where it has none."""
    warnings = sum(problem.severity is Severity.WARNING for problem in run.problems)
    return counted(warnings, "warning") if warnings else None


def _device_cell(run: RunReport) -> Cell:
    link = None if run.device.slug is None else device_path(run.device.slug)
    return Cell(text=run.device.name or quantities.UNKNOWN, link=link)


def _limiting(run: RunReport) -> Cell:
    """Return the label that covers the most GPU time."""
    shares: dict[Cell, float] = {}
    for kernel in run.kernels:
        label = verdict_cell(kernel.verdict, run.device)
        shares[label] = shares.get(label, 0.0) + (kernel.time_share or 0.0)
    return max(shares, key=lambda label: shares[label], default=Cell(text=quantities.UNKNOWN))


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
        caption="Kernels, largest share of the GPU time of their run to win first",
        columns=(
            Column(title="Kernel", unit="and its run"),
            Column(title="To win", unit="of its run", numeric=True, order="descending"),
            Column(title="Time", unit="to win", numeric=True),
            Column(title="Limit"),
            Column(title="Headroom", numeric=True),
            Column(title="Share", unit="of GPU time", numeric=True),
        ),
        rows=tuple(_worth_row(run, kernel) for run, kernel in worth),
    )


def _worth_row(run: RunReport, kernel: KernelReport) -> Row:
    savable, sign = kernel.savable_share, bounds.gain_sign(kernel.lead)
    # Runs have different totals: half of a short one is less than a tenth of a long one.
    seconds = None if savable is None or run.gpu_time_s is None else savable * run.gpu_time_s
    return Row(
        cells=(
            Cell(
                text=kernel.label,
                detail=run.title,
                link=kernel_path(run, kernel),
                hover=kernel.kernel.name,
                code=True,
            ),
            number_cell(savable, f"{sign}{quantities.percent(savable)}", share=savable),
            number_cell(seconds, f"{sign}{quantities.time(seconds)}"),
            verdict_cell(kernel.verdict, run.device),
            number_cell(words.headroom(kernel.lead), words.headroom_text(kernel.lead)),
            number_cell(kernel.time_share, quantities.percent(kernel.time_share)),
        )
    )
