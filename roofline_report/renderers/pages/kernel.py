"""The page of a kernel: verdict, hierarchical roofline, levels, launch configurations, metrics and arithmetic."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roofline_report.domain.hardware import MemoryLevel
from roofline_report.renderers import quantities, words
from roofline_report.renderers.addresses import LEVEL_TABLE_ID, device_path, kernel_path, run_path
from roofline_report.renderers.cells import Cell, Column, Row, Table, number_cell
from roofline_report.renderers.charts.embed import Caption, figure_html
from roofline_report.renderers.charts.roofline_plot import kernel_plot
from roofline_report.renderers.escaping import shortened
from roofline_report.renderers.grammar import capitalised, joined
from roofline_report.renderers.page import Page
from roofline_report.renderers.pages.arithmetic import arithmetic_table, formula_sources, kernel_notes, metric_table
from roofline_report.renderers.pages.notices import notices_html
from roofline_report.renderers.pages.parts import Fact, facts_html, verdict_block
from roofline_report.renderers.tables import table_html
from roofline_report.renderers.templating import render_html, render_markdown
from roofline_report.report.model import ROOF_OF_LEVEL, Roof, VerdictKind
from roofline_report.report.names import level_name, roof_name

if TYPE_CHECKING:
    from roofline_report.domain.problem import Problem
    from roofline_report.report.model import KernelReport, LevelReport, RunReport

_NOT_APPLICABLE = Cell(text="")
_MOST_NAME_CHARACTERS = 2000
_MOST_DESCRIPTION_CHARACTERS = 160


def render_kernel(run: RunReport, kernel: KernelReport) -> Page:
    """Return the page of one kernel."""
    sentence = words.verdict_sentence(kernel, run.device)
    problems = [problem for problem in run.problems if _concerns(problem, kernel)]
    fragments = {
        "facts": facts_html(_facts(kernel)),
        "notices": notices_html(problems),
        "chart": _chart(run, kernel),
        "levels": table_html(_level_table(run, kernel)),
        "arithmetic": table_html(arithmetic_table(run, kernel)),
        "remarks": render_html("remarks", remarks=kernel_notes(run, kernel)),
        "metrics": table_html(metric_table(run, kernel)),
        "sources": render_html("sources", title="Sources of the formulas", sources=formula_sources(run, kernel)),
        "name": render_html("kernel_name", name=shortened(kernel.kernel.name, _MOST_NAME_CHARACTERS)),
    }
    if kernel.kernel.configurations:
        fragments["configurations"] = table_html(_configuration_table(kernel))
    return Page(
        path=kernel_path(run, kernel),
        title=f"{kernel.label} in {run.title}",
        description=shortened(sentence, _MOST_DESCRIPTION_CHARACTERS),
        markdown=render_markdown(
            "kernel",
            label=kernel.label,
            run=run.title,
            run_file="index.md",
            device=run.device.name,
            device_file=None if run.device.slug is None else f"../../{device_path(run.device.slug)}",
            verdict=verdict_block(kernel.verdict, sentence),
            has_name=kernel.kernel.name != kernel.label,
            has_notices=bool(fragments["notices"]),
            has_configurations=bool(kernel.kernel.configurations),
        ),
        fragments=fragments,
        parent=run_path(run),
        has_chart=True,
    )


def _concerns(problem: Problem, kernel: KernelReport) -> bool:
    # What the readers found holds for every launch configuration of a kernel, what the report found for one.
    return problem.kernel in (kernel.kernel.name, kernel.key)


def _facts(kernel: KernelReport) -> list[Fact]:
    facts = [
        Fact(name="Achieved", text=quantities.instruction_rate(kernel.rate_per_s)),
        Fact(name="Headroom", text=words.headroom_text(kernel)),
        Fact(name="Share of GPU time", text=quantities.percent(kernel.time_share)),
        Fact(name="Time per launch", text=quantities.time(kernel.kernel.duration_s)),
        Fact(name="Launches", text=quantities.count(kernel.kernel.launches)),
    ]
    if kernel.issue_rate_per_s is not None:
        facts.insert(1, Fact(name="Issued", text=quantities.instruction_rate(kernel.issue_rate_per_s)))
    if kernel.work.lane_efficiency is not None:
        facts.append(Fact(name="Active lanes", text=quantities.percent(kernel.work.lane_efficiency)))
    return facts


def _chart(run: RunReport, kernel: KernelReport) -> str:
    sentences = [words.rules_sentence(run.options.rules), *words.level_sentences([kernel], run)]
    undrawn = [level_name(level, run.roofs.device) for level in run.levels if not kernel.level(level).is_drawable]
    if MemoryLevel.SHARED not in run.levels and _moves(kernel.level(MemoryLevel.SHARED)):
        name = words.level_title(MemoryLevel.SHARED, run.roofs.device)
        sentences.append(f"{name} has no dot of its own: its traffic is part of L1.")
    if undrawn:
        sentences.append(f"Not drawn, for want of time, instructions or traffic: {joined(undrawn)}.")
    return figure_html(
        kernel_plot(run, kernel),
        Caption(title=f"{kernel.label}, level by level.", sentences=sentences),
        figure_id="roofline-kernel",
        table_id=LEVEL_TABLE_ID,
    )


def _moves(level: LevelReport) -> bool:
    return level.traffic is not None and level.traffic.moves_anything


def _level_table(run: RunReport, kernel: KernelReport) -> Table:
    return Table(
        id=LEVEL_TABLE_ID,
        caption="Memory levels from the core outwards, then the flat roof; traffic is per launch",
        columns=(
            Column(title="Roof"),
            Column(title="Traffic", numeric=True),
            Column(title="Bandwidth", numeric=True),
            Column(title="Use", unit="of its roof", numeric=True),
            Column(title="Intensity", unit="inst/transaction", numeric=True),
            Column(title="Roof there", unit="warp GIPS", numeric=True),
            Column(title="Reached", unit="of that", numeric=True),
        ),
        rows=(*(_level_row(run, kernel, level=level) for level in kernel.levels), *_issue_rows(run, kernel)),
        sortable=False,
    )


def _level_row(run: RunReport, kernel: KernelReport, *, level: LevelReport) -> Row:
    roof = None if level.attainable_per_s is None else level.attainable_per_s / 1e9
    position = run.levels.index(level.level) if level.level in run.levels else None
    return Row(
        number=position if level.is_drawable and kernel.rate_per_s else None,
        cells=(
            Cell(
                text=words.level_title(level.level, run.roofs.device),
                detail=_role(kernel, ROOF_OF_LEVEL[level.level]),
                color=level.level.value,
                nowrap=True,
            ),
            _traffic_cell(level),
            number_cell(level.bytes_per_s, quantities.bandwidth(level.bytes_per_s)),
            number_cell(level.utilisation, quantities.percent(level.utilisation), share=_bar(level.utilisation)),
            number_cell(level.intensity, quantities.number(level.intensity)),
            number_cell(roof, quantities.number(roof)),
            number_cell(level.roof_share, quantities.percent(level.roof_share)),
        ),
    )


def _issue_rows(run: RunReport, kernel: KernelReport) -> list[Row]:
    """Return the row of the flat roof, which has no traffic; none where it takes no part."""
    use = next((use for use in kernel.verdict.uses if use.roof is Roof.ISSUE), None)
    if use is None:
        return []
    share = f"{words.AT_LEAST if use.lower_bound else ''}{quantities.percent(use.utilisation)}"
    roof = None if kernel.rate_per_s is None or not use.utilisation else kernel.rate_per_s / use.utilisation / 1e9
    name = capitalised(roof_name(Roof.ISSUE, run.roofs.device))
    return [
        Row(
            cells=(
                Cell(text=name, detail=_role(kernel, Roof.ISSUE), color="compute", nowrap=True),
                _NOT_APPLICABLE,
                _NOT_APPLICABLE,
                number_cell(use.utilisation, share, share=_bar(use.utilisation)),
                _NOT_APPLICABLE,
                number_cell(roof, quantities.number(roof)),
                number_cell(use.utilisation, share),
            )
        )
    ]


def _role(kernel: KernelReport, roof: Roof) -> str | None:
    """Return what a roof is for the verdict."""
    if roof not in {use.roof for use in kernel.verdict.named}:
        return None
    return {VerdictKind.DATA_WARNING: "exceeded", VerdictKind.LIMITED: "limits"}.get(kernel.verdict.kind, "nearest")


def _bar(share: float | None) -> float | None:
    return None if share is None else min(1.0, share)


def _traffic_cell(level: LevelReport) -> Cell:
    if level.traffic is None:
        return Cell(text="not measured")
    if not level.traffic.moves_anything:
        return Cell(text="no traffic", value="0")
    return number_cell(level.traffic.physical_bytes, quantities.size(level.traffic.physical_bytes))


def _configuration_table(kernel: KernelReport) -> Table:
    return Table(
        id="roofline-configurations",
        caption="Grid and block of every launch",
        columns=(Column(title="Grid"), Column(title="Block"), Column(title="Launches", numeric=True)),
        rows=tuple(
            Row(
                cells=(
                    Cell(text=counted.configuration.grid),
                    Cell(text=counted.configuration.block),
                    number_cell(float(counted.launches), quantities.count(counted.launches)),
                )
            )
            for counted in kernel.kernel.configurations
        ),
        sortable=False,
    )
