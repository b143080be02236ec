"""How to read a roofline: a lesson with charts of our own, for somebody who has never seen one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from roofline_report.domain.hardware import MemoryLevel, Operation
from roofline_report.domain.roofline import ridge_point
from roofline_report.renderers import quantities, words
from roofline_report.renderers.addresses import OVERVIEW_PATH, READING_PATH
from roofline_report.renderers.cells import Cell, Column, Row, Table, number_cell
from roofline_report.renderers.charts.embed import Caption, figure_html
from roofline_report.renderers.charts.roofline_plot import kernel_plot, run_plot
from roofline_report.renderers.model_units import ModelUnits
from roofline_report.renderers.page import Page
from roofline_report.renderers.pages.parts import verdict_cell
from roofline_report.renderers.tables import table_html
from roofline_report.renderers.templating import render_markdown
from roofline_report.report.ceilings import Ceilings
from roofline_report.report.lesson import build_lesson, get_kernel
from roofline_report.report.names import level_name
from roofline_report.report.verdicts import LIMITED_FROM, NEAR_FROM

if TYPE_CHECKING:
    from roofline_report.report.lesson import Lesson
    from roofline_report.report.model import KernelReport, RunReport
    from roofline_report.report.rooflines import Roofs

_LEVELS_ID = "roofline-lesson-levels"
_VERDICTS_ID = "roofline-lesson-verdicts"


@dataclass(frozen=True, slots=True, kw_only=True)
class _KernelTexts:
    """Numbers of a kernel as the lesson prints them."""

    name: str
    rate: str
    headroom: str
    l1_intensity: str
    dram_intensity: str
    dram_use: str
    flat_roof: str
    flat_use: str
    l2_use: str
    l1_per_dram: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _RoofTexts:
    """Numbers of the roofs as the lesson prints them."""

    dram: str
    issue: str
    dram_ridge: str


def render_reading() -> Page:
    """Return the page that explains the charts. It is the same on every site."""
    lesson = build_lesson()
    return Page(
        path=READING_PATH,
        title="How to read a roofline",
        description="What the axes, the lines and the dots of a roofline chart mean, in pictures.",
        markdown=render_markdown(
            "reading",
            copy=_texts(get_kernel(lesson.all_kernels, "copy")),
            scan=_texts(get_kernel(lesson.all_kernels, "scan")),
            stencil=_texts(get_kernel(lesson.all_kernels, "stencil")),
            axpy=_texts(get_kernel(lesson.operations, "axpy")),
            matmul=_texts(get_kernel(lesson.operations, "matmul")),
            mixed=_texts(get_kernel(lesson.operations, "mixed")),
            roofs=_roof_texts(lesson.all_kernels.lead.roofs),
            limited_from=quantities.whole_percent(LIMITED_FROM),
            near_from=quantities.whole_percent(NEAR_FROM),
        ),
        fragments=_fragments(lesson),
        parent=OVERVIEW_PATH,
        in_navigation=True,
        has_chart=True,
    )


def _fragments(lesson: Lesson) -> dict[str, str]:
    everyone, operations, one = lesson.all_kernels, lesson.operations, lesson.one_dot
    kernel = get_kernel(lesson.one_kernel, "stencil")
    return {
        "one-dot": figure_html(
            kernel_plot(one, get_kernel(one, "copy"), roofs=one.lead.roofs),
            _caption(
                "One kernel, one memory, one dot.",
                "The dot stands just below the slanted line: the memory is nearly as busy as it can be.",
            ),
            figure_id="roofline-one-dot",
        ),
        "one-kernel": figure_html(
            kernel_plot(lesson.one_kernel, kernel, roofs=lesson.one_kernel.lead.roofs),
            _caption(
                "One kernel at three levels of memory.",
                "The thin line joins the dots of one kernel. Point at a row of the table below to find its dot.",
            ),
            figure_id="roofline-one-kernel",
            table_id=_LEVELS_ID,
        ),
        "levels": table_html(_level_table(lesson.one_kernel, kernel)),
        "all-kernels": figure_html(
            run_plot(everyone, everyone.lead.roofs),
            _caption(
                "Four kernels, four different verdicts.",
                "Point at a row of the table below, or press it, to single out the dots of its kernel.",
            ),
            figure_id="roofline-all-kernels",
            table_id=_VERDICTS_ID,
        ),
        "verdicts": table_html(_verdict_table(everyone)),
        "operations": figure_html(
            run_plot(operations, operations.lead.roofs),
            _caption(
                "Three kernels and their floating-point operations.",
                "Each precision has a flat line of its own.",
            ),
            figure_id="roofline-operations",
        ),
    }


def _caption(title: str, sentence: str) -> Caption:
    return Caption(title=title, sentences=[sentence], explains_itself=True)


def _texts(kernel: KernelReport) -> _KernelTexts:
    l1, l2, dram = (kernel.lead.level(level) for level in (MemoryLevel.L1, MemoryLevel.L2, MemoryLevel.DRAM))
    units, peak = ModelUnits(kernel.lead.model, None), kernel.lead.peak
    return _KernelTexts(
        name=kernel.label,
        rate=units.rate(kernel.lead.rate_per_s),
        flat_roof=units.rate(None if peak is None else peak.per_s),
        flat_use=quantities.percent(_ratio(kernel.lead.rate_per_s, None if peak is None else peak.per_s)),
        headroom=quantities.factor(kernel.verdict.headroom),
        l1_intensity=quantities.number(l1.intensity),
        dram_intensity=quantities.number(dram.intensity),
        dram_use=quantities.percent(dram.utilisation),
        l2_use=quantities.percent(l2.utilisation),
        l1_per_dram=quantities.count(_ratio(dram.intensity, l1.intensity)),
    )


def _ratio(numerator: float | None, denominator: float | None) -> float | None:
    return None if numerator is None or not denominator else numerator / denominator


def _roof_texts(roofs: Roofs) -> _RoofTexts:
    ceilings = Ceilings(bandwidths=roofs.bandwidths, computes=roofs.peaks)
    dram = ceilings.deciding_bandwidth(MemoryLevel.DRAM)
    peak = ceilings.deciding_peak(Operation.WARP_INSTRUCTION)
    ridge = None if dram is None or peak is None else ridge_point(peak.operations_per_s, dram.transactions_per_s)
    return _RoofTexts(
        dram=quantities.transactions_rate(None if dram is None else dram.transactions_per_s),
        issue=quantities.instruction_rate(None if peak is None else peak.operations_per_s),
        dram_ridge=quantities.number(ridge),
    )


def _level_table(run: RunReport, kernel: KernelReport) -> Table:
    return Table(
        id=_LEVELS_ID,
        caption=f"The levels of {kernel.label}",
        columns=(
            Column(title="Level"),
            Column(title="Intensity", unit="inst/transaction", numeric=True),
            Column(title="Bandwidth", numeric=True),
            Column(title="Use", unit="of its line", numeric=True),
        ),
        rows=tuple(
            Row(
                level=level.value,
                cells=(
                    Cell(text=level_name(level, run.device.device), color=level.value),
                    number_cell(report.intensity, quantities.number(report.intensity)),
                    number_cell(report.bytes_per_s, quantities.bandwidth(report.bytes_per_s)),
                    number_cell(report.utilisation, quantities.percent(report.utilisation), share=report.utilisation),
                ),
            )
            for level in run.levels
            for report in [kernel.lead.level(level)]
        ),
        sortable=False,
    )


def _verdict_table(run: RunReport) -> Table:
    return Table(
        id=_VERDICTS_ID,
        caption="The four kernels",
        order="most GPU time first",
        columns=(
            Column(title="Kernel"),
            Column(title="Share", unit="of GPU time", numeric=True),
            Column(title="Verdict"),
            Column(title="Use", unit="of that line", numeric=True),
            Column(title="Headroom", numeric=True),
        ),
        rows=tuple(_verdict_row(run, kernel) for kernel in run.kernels),
        sortable=False,
    )


def _verdict_row(run: RunReport, kernel: KernelReport) -> Row:
    nearest = kernel.verdict.nearest
    use = None if nearest is None else nearest.utilisation
    return Row(
        kernel=kernel.slug,
        time_share=kernel.time_share,
        cells=(
            Cell(text=kernel.label, code=True),
            number_cell(kernel.time_share, quantities.percent(kernel.time_share), share=kernel.time_share),
            verdict_cell(kernel.verdict, run.device),
            number_cell(use, quantities.percent(use)),
            number_cell(words.headroom(kernel.lead), words.headroom_text(kernel.lead)),
        ),
    )
