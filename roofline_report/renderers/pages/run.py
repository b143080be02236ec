"""The page of a run: all its kernels in one chart and one table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roofline_report.domain.flop_roofline import Model
from roofline_report.domain.problem import Severity
from roofline_report.renderers import bounds, quantities, words
from roofline_report.renderers.addresses import (
    KERNEL_TABLE_ID,
    OVERVIEW_PATH,
    download_paths,
    kernel_path,
    run_path,
)
from roofline_report.renderers.cells import Cell, Column, Row, Table, number_cell
from roofline_report.renderers.charts.controls import controls_html
from roofline_report.renderers.charts.registry import RUN_CHARTS
from roofline_report.renderers.charts.run_roofline import RunRoofline
from roofline_report.renderers.links import download_links, numbers_html
from roofline_report.renderers.model_sections import model_sections, part_id, table_caption
from roofline_report.renderers.model_units import GIGA, ModelUnits
from roofline_report.renderers.page import Page
from roofline_report.renderers.pages.notices import notices_html
from roofline_report.renderers.pages.parts import facts_html, run_facts, verdict_block, verdict_cell
from roofline_report.renderers.pages.provenance import provenance_html
from roofline_report.renderers.tables import table_html
from roofline_report.renderers.templating import finished, render_html, render_markdown

if TYPE_CHECKING:
    from roofline_report.renderers.charts.chart import RunChart
    from roofline_report.renderers.pages.parts import PageOptions
    from roofline_report.report.model import KernelReport, RunReport
    from roofline_report.report.rooflines import ModelReport

_ROOFLINE = RunRoofline().name


def render_run(run: RunReport, options: PageOptions, *, in_navigation: bool) -> Page:
    """Return the page of a run."""
    rows = min(len(run.kernels), options.table_rows)
    fragments = {
        "facts": facts_html(run_facts(run)),
        "warnings": notices_html(run.problems, Severity.WARNING),
        "notes": notices_html(run.problems, Severity.NOTE),
        "provenance": provenance_html(run),
    }
    drawn = [(chart, html) for chart in _charts(run, options) if (html := chart.draw(run)) is not None]
    charts = [chart for chart, _ in drawn]
    fragments |= {f"chart-{chart.name}": html for chart, html in drawn}
    if run.kernels:
        fragments["kernels"] = _kernels_html(run, rows, has_controls=all(chart.name != _ROOFLINE for chart in charts))
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
            notes_explain=_lacks_its_roofline(charts, options),
            charts=[(chart.heading, f"chart-{chart.name}") for chart in charts],
        ),
        fragments=fragments,
        parent=OVERVIEW_PATH,
        in_navigation=in_navigation,
        has_chart=any(chart.needs_runtime for chart in charts),
    )


def _charts(run: RunReport, options: PageOptions) -> list[RunChart]:
    """Return the charts that the settings name, in their order; a run without kernels has none."""
    chosen = [chart for name in options.charts for chart in RUN_CHARTS if chart.name == name]
    return chosen if run.kernels else []


def _lacks_its_roofline(charts: list[RunChart], options: PageOptions) -> bool:
    """Tell whether a reader looks for a roofline that is not there: what is missing is told in its place."""
    return _ROOFLINE in options.charts and all(chart.name != _ROOFLINE for chart in charts)


def _kernels_html(run: RunReport, rows: int, *, has_controls: bool) -> str:
    """Return the kernels in each model, and below them where their numbers and those of all others are.

    The controls stand above them where no roofline has them.
    """
    models = [each.model for each in run.models]
    tables = [
        (model, table_html(kernel_table(run, model, rows=rows, position=position)))
        for position, model in enumerate(models)
    ]
    controls = controls_html(models, kernels=len(run.kernels)) if has_controls else ""
    downloads = download_paths(run)
    note = render_html(
        "kernels_note",
        left_out=len(run.kernels) - rows,
        links=finished(download_links(downloads)),
        numbers=finished(numbers_html("Numbers of these kernels", downloads)),
    )
    return "\n".join(filter(None, [controls, model_sections(tables), note]))


def kernel_table(run: RunReport, model: Model, *, rows: int, position: int = 0) -> Table:
    """Return the kernels of a run in one model.

    Args:
        run: The run.
        model: The model; kernels without work in it say so.
        rows: Most rows.
        position: Which of the models of the run it is; it goes into the id of the table.
    """
    unit = ModelUnits(model, run.device.device).rate_unit
    return Table(
        id=part_id(KERNEL_TABLE_ID, position),
        caption=table_caption("kernels", model, of_several=len(run.models) > 1),
        order="most GPU time first",
        columns=(
            Column(title="Kernel"),
            Column(title="Share", unit="of time", numeric=True, order="descending"),
            # Before the words of the limit, so that a phone shows it.
            Column(title="Use", unit="of roof", numeric=True),
            Column(title="Limit"),
            Column(title="Achieved", unit=unit, numeric=True),
            Column(title="Attainable", unit="and headroom", numeric=True),
            Column(title="Time", unit="x launches", numeric=True),
        ),
        rows=tuple(_kernel_row(run, kernel, model=model) for kernel in run.kernels[:rows]),
    )


def _kernel_row(run: RunReport, kernel: KernelReport, *, model: Model) -> Row:
    duration = kernel.kernel.duration_s
    report = kernel.find_model(model)
    return Row(
        kernel=kernel.slug,
        time_share=kernel.time_share,
        cells=(
            Cell(
                text=kernel.label,
                link=kernel_path(run, kernel),
                hover=kernel.kernel.name,
                code=True,
                swatch=kernel.color,
            ),
            number_cell(kernel.time_share, quantities.percent(kernel.time_share), share=kernel.time_share),
            *(_without_work(kernel, model, run=run) if report is None else _judged(report, run)),
            number_cell(duration, quantities.time(duration), detail=f"x {quantities.count(kernel.kernel.launches)}"),
        ),
    )


def _judged(report: ModelReport, run: RunReport) -> tuple[Cell, ...]:
    """Return use, limit, what is achieved and what is attainable."""
    nearest = report.verdict.nearest
    use = None if nearest is None else nearest.utilisation
    headroom = words.headroom(report)
    achieved = None if report.rate_per_s is None else report.rate_per_s / GIGA
    per_s = words.attainable_per_s(report)
    attainable = None if per_s is None else per_s / GIGA
    return (
        number_cell(use, f"{bounds.use_sign(nearest)}{quantities.percent(use)}"),
        verdict_cell(report.verdict, run.device),
        number_cell(achieved, f"{bounds.work_sign(report)}{quantities.number(achieved)}"),
        number_cell(
            attainable,
            f"{bounds.attainable_sign(report)}{quantities.number(attainable)}",
            detail=None if headroom is None else words.headroom_text(report),
        ),
    )


def _without_work(kernel: KernelReport, model: Model, *, run: RunReport) -> tuple[Cell, ...]:
    """Return the same for a kernel that does nothing of what the model counts, or of which that was not counted.

    Where that is none of all precisions, it has the verdict of its own page, which rests on memory and instructions.
    """
    missing = number_cell(None, "")
    none = words.no_work_text(kernel, model)
    work = missing if none is None else number_cell(0.0, "0")
    achieved = work._replace(detail="not counted" if none is None else none)
    if model is not Model.FLOP:
        return (missing, Cell(text=quantities.UNKNOWN), achieved, missing)
    use, limit, _, attainable = _judged(kernel.lead, run)
    return (use, limit, achieved, missing._replace(detail=attainable.detail))
