"""The rooflines of a kernel: a chart and a table of its roofs in each model that it has work in."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from roofline_report.domain.flop_roofline import Model
from roofline_report.domain.hardware import MemoryLevel, TrafficFamily
from roofline_report.renderers import words
from roofline_report.renderers.addresses import LEVEL_TABLE_ID, download_paths
from roofline_report.renderers.charts.controls import controls_html
from roofline_report.renderers.charts.embed import Caption, figure_html
from roofline_report.renderers.charts.roofline_plot import kernel_plot
from roofline_report.renderers.counting import conventions_sentence, counted_sentence
from roofline_report.renderers.escaping import html_text
from roofline_report.renderers.grammar import joined
from roofline_report.renderers.links import numbers_html
from roofline_report.renderers.model_sections import model_sections, part_id
from roofline_report.renderers.model_units import ModelUnits
from roofline_report.renderers.pages.ceilings import ceiling_sources
from roofline_report.renderers.pages.levels import level_table
from roofline_report.renderers.pages.undrawn import undrawn_html
from roofline_report.renderers.tables import table_html
from roofline_report.renderers.templating import render_html
from roofline_report.report.model import RunModel
from roofline_report.report.names import level_name
from roofline_report.report.rooflines import Roof
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
        shown = _with_shared(run, report)
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


def _with_shared(run: RunReport, report: ModelReport) -> RunReport:
    """Return a run whose charts show shared memory too, where it is what a kernel is near and no part of L1."""
    shared = report.level(MemoryLevel.SHARED)
    is_named = any(use.roof is Roof.SHARED for use in report.verdict.named)
    if MemoryLevel.SHARED in run.levels or not shared.is_drawable or (_is_part_of_l1(report) and not is_named):
        return run
    levels = tuple(level for level in MemoryLevel if level in run.levels or level is MemoryLevel.SHARED)
    return replace(run, levels=levels, options=replace(run.options, levels=levels))


def _told(report: ModelReport, run: RunReport, *, is_lead: bool) -> str:
    """Return the verdict of a model as a paragraph; that of the leading one stands above already."""
    if is_lead:
        return ""
    sentence = words.model_sentence(report, run.device).rstrip(".")
    return f'<p class="roofline-model-verdict">{html_text(sentence)}.</p>'


def _chart(run: RunReport, kernel: KernelReport, *, roofs: Roofs, position: int) -> str:
    report = kernel.find_model(roofs.model) or kernel.lead
    counted = counted_sentence([kernel], run.device) if roofs.model is Model.FLOP else None
    sentences = [] if counted is None else [counted]
    undrawn = [level_name(level, roofs.device) for level in run.levels if not report.level(level).is_drawable]
    if MemoryLevel.SHARED not in run.levels and _is_part_of_l1(report):
        name = words.level_title(MemoryLevel.SHARED, roofs.device)
        sentences.append(f"{name} has no dot of its own: its traffic is part of L1.")
    if undrawn:
        work = "operations" if roofs.model.counts_flop else "instructions"
        sentences.append(f"Not drawn, for want of time, {work} or traffic: {joined(undrawn)}.")
    notes = [
        conventions_sentence(run.options.conventions, roofs.model, kernels=[kernel]),
        *words.level_sentences([report], run.device.device),
    ]
    title = ModelUnits(roofs.model, roofs.device).title
    return figure_html(
        kernel_plot(run, kernel, roofs=roofs),
        Caption(
            title=f"{title} of {kernel.label}, level by level.",
            sentences=sentences,
            downloads=download_paths(run),
            notes=notes,
        ),
        figure_id=part_id("roofline-kernel", position),
        table_id=part_id(LEVEL_TABLE_ID, position),
    )


def _is_part_of_l1(report: ModelReport) -> bool:
    """Tell whether shared memory moves anything, and the traffic of L1 holds it."""
    shared, l1 = report.level(MemoryLevel.SHARED).traffic, report.level(MemoryLevel.L1).traffic
    holds = l1 is None or l1.family is TrafficFamily.L1_DATA_PATH
    return shared is not None and shared.moves_anything and holds
