"""The rooflines of a kernel: a chart and a table of its roofs in each model that it has work in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roofline_report.domain.flop_roofline import Model
from roofline_report.renderers import words
from roofline_report.renderers.addresses import LEVEL_TABLE_ID, download_paths
from roofline_report.renderers.charts.captions import kernel_caption
from roofline_report.renderers.charts.controls import controls_html
from roofline_report.renderers.charts.embed import figure_html
from roofline_report.renderers.charts.kernel_levels import with_shared
from roofline_report.renderers.charts.roofline_plot import kernel_plot
from roofline_report.renderers.escaping import html_text
from roofline_report.renderers.links import numbers_html
from roofline_report.renderers.model_sections import model_sections, part_id
from roofline_report.renderers.pages.ceilings import ceiling_sources
from roofline_report.renderers.pages.levels import level_table
from roofline_report.renderers.pages.undrawn import undrawn_html
from roofline_report.renderers.tables import table_html
from roofline_report.renderers.templating import render_html
from roofline_report.report.model import RunModel
from roofline_report.report.roofs import roofs_of_kernel, roofs_of_run
from roofline_report.report.told_ceilings import held_ceilings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roofline_report.domain.problem import Problem
    from roofline_report.report.model import KernelReport, RunReport
    from roofline_report.report.rooflines import ModelReport, Roofs


def roofline_fragments(run: RunReport, kernel: KernelReport, *, told: Sequence[Problem]) -> dict[str, str]:
    """Return what fills the slots "chart" and "levels" of a kernel page: all models that the kernel has work in.

    Args:
        run: The run.
        kernel: The kernel.
        told: The notes above the chart.
    """
    charts, tables, drawn = [], [], []
    for position, each in enumerate(_models(run, kernel)):
        report = kernel.find_model(each.model)
        if report is None:
            continue
        shown = with_shared(run, report)
        own = roofs_of_kernel(each.roofs, kernel, device=shown.device, options=shown.options)
        chart = (
            _chart(shown, kernel, roofs=own, position=position)
            if report.is_drawn(run.levels)
            else undrawn_html(run, kernel, report=report, told=told)
        )
        charts.append((each.model, chart))
        table = level_table(shown, report, table_id=part_id(LEVEL_TABLE_ID, position))
        parts = [_told(report, run, is_lead=position == 0), table_html(table)]
        tables.append((each.model, "\n".join(filter(None, parts))))
        drawn.append(own)
    sources = ceiling_sources(held_ceilings(kernel, drawn), run.device.device)
    title = "Ceilings that this kernel is held against"
    listed = [render_html("sources", title=title, sources=sources)] if sources else []
    # A chart has links to its numbers in its caption.
    has_chart = any(report.is_drawn(run.levels) for report in kernel.models)
    links = "" if has_chart else f"<p>{numbers_html('Numbers of all kernels of the run', download_paths(run))}</p>"
    controls = controls_html([model for model, _ in charts])
    return {
        "chart": "\n".join(filter(None, [controls, model_sections(charts), links])),
        "levels": "\n".join([model_sections(tables), *listed]),
    }


def _models(run: RunReport, kernel: KernelReport) -> list[RunModel]:
    """Return the models that the kernel has work in, the one that leads it first."""
    found = [each for each in run.models if _says_more(kernel, each.model)]
    if all(each.model is not kernel.leading for each in found):
        # No kernel has a place in it, so the run has no chart of it.
        roofs = roofs_of_run(kernel.leading, kernels=run.kernels, device=run.device, options=run.options)
        found.append(RunModel(model=kernel.leading, roofs=roofs))
    return sorted(found, key=lambda each: each.model is not kernel.leading)


def _says_more(kernel: KernelReport, model: Model) -> bool:
    """Tell whether a model is there and is not the same as that of all precisions, of which it may be the only one."""
    report, everything = kernel.find_model(model), kernel.find_model(Model.FLOP)
    if report is None or everything is None or model in (Model.FLOP, Model.INSTRUCTIONS):
        return report is not None
    return (report.work, report.peak) != (everything.work, everything.peak)


def _told(report: ModelReport, run: RunReport, *, is_lead: bool) -> str:
    """Return the verdict of a model as a paragraph; that of the leading one stands above already."""
    if is_lead:
        return ""
    sentence = words.model_sentence(report, run.device).rstrip(".")
    return f'<p class="roofline-model-verdict">{html_text(sentence)}.</p>'


def _chart(run: RunReport, kernel: KernelReport, *, roofs: Roofs, position: int) -> str:
    return figure_html(
        kernel_plot(run, kernel, roofs=roofs),
        kernel_caption(run, kernel, model=roofs.model),
        figure_id=part_id("roofline-kernel", position),
        table_id=part_id(LEVEL_TABLE_ID, position),
    )
