"""The overview: which kernel to open first, all runs, and where else work is worth it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from roofline_report.renderers import quantities
from roofline_report.renderers.addresses import OVERVIEW_PATH, device_path, run_path
from roofline_report.renderers.cells import Cell, Column, Row, Table, number_cell
from roofline_report.renderers.grammar import counted, joined
from roofline_report.renderers.page import Page
from roofline_report.renderers.pages.notices import notices_html
from roofline_report.renderers.pages.parts import verdict_cell
from roofline_report.renderers.pages.run_cards import doubt_text, run_cards_html
from roofline_report.renderers.pages.worth import headline_html, worth_table
from roofline_report.renderers.tables import table_html
from roofline_report.renderers.templating import render_markdown
from roofline_report.report.worth import LEAST_SHARE, find_worth

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roofline_report.renderers.pages.parts import PageOptions
    from roofline_report.report.model import RunReport, SiteReport

_MOST_DEVICES = 2
_MOST_CARDS = 6
"""The newest runs have a card, all others a row."""
_MOST_LEFT_OUT = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class _Shown:
    """Which columns tell the runs apart: a device that is the same for all stands in the sentence above all."""

    device: bool
    date: bool


def render_overview(report: SiteReport, options: PageOptions) -> Page:
    """Return the overview page of a site with runs.

    Args:
        report: The runs, newest first.
        options: What the settings say of the pages.
    """
    worth = find_worth(report.runs)
    others = report.runs[_MOST_CARDS:]
    fragments = {
        "headline": headline_html(worth),
        "notices": notices_html(report.problems),
        "cards": run_cards_html(report.runs[:_MOST_CARDS]),
    }
    if worth.candidates:
        fragments["worth"] = table_html(worth_table(worth.candidates, of_several_runs=len(report.runs) > 1))
    if others:
        fragments["runs"] = table_html(_runs_table(others[: options.table_rows], shown=_told_apart_by(report.runs)))
    return Page(
        path=OVERVIEW_PATH,
        title=options.section,
        description=_description(report),
        markdown=render_markdown(
            "overview",
            title=options.section,
            summary=_summary(report),
            has_worth=bool(worth.candidates),
            has_older_runs=worth.has_older_runs,
            least_share=quantities.whole_percent(LEAST_SHARE),
            left_out=[(run.title, run_path(run), doubt_text(run) or "") for run in worth.left_out[:_MOST_LEFT_OUT]],
            more_left_out=max(0, len(worth.left_out) - _MOST_LEFT_OUT),
            has_more_runs=bool(others),
            more_runs=[(run.title, run_path(run)) for run in others[options.table_rows :]],
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


def _told_apart_by(runs: Sequence[RunReport]) -> _Shown:
    return _Shown(
        device=len({run.device.name for run in runs}) > 1,
        date=any(run.options.date is not None for run in runs),
    )


def _runs_table(runs: Sequence[RunReport], *, shown: _Shown) -> Table:
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
            Cell(text=run.title, link=run_path(run), detail=doubt_text(run)),
            _limiting(run),
            number_cell(run.gpu_time_s, quantities.time(run.gpu_time_s)),
            number_cell(float(len(run.kernels)), quantities.count(len(run.kernels))),
            *([_device_cell(run)] if shown.device else []),
            *([Cell(text=run.options.date or quantities.UNKNOWN, nowrap=True)] if shown.date else []),
        )
    )


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
