"""From a report to what a roofline chart shows: display units, lines, dots and their texts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roofline_report.domain.instruction_roofline import InstructionBasis
from roofline_report.renderers import quantities, words
from roofline_report.renderers.charts.plot import PlotPoint, RooflinePlot
from roofline_report.renderers.charts.roof_lines import GIGA, last_ridge, plot_frame, roof_lines
from roofline_report.renderers.escaping import visible
from roofline_report.report.names import level_name, terms_for

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roofline_report.report.model import KernelReport, LevelReport, Roofs, RunReport


def run_plot(run: RunReport, *, rows: int) -> RooflinePlot:
    """Return the chart of a run: every kernel at the chosen levels.

    Args:
        run: The run.
        rows: How many kernels the linked table shows; the dots of the others have no row.
    """
    shown = [(kernel, index if index < rows else None) for index, kernel in enumerate(run.kernels)]
    return _plot(run, shown, connect=False)


def roofs_plot(roofs: Roofs) -> RooflinePlot:
    """Return the roofs alone, as a device has them before any kernel runs on it."""
    return _plot_of(roofs)


def kernel_plot(run: RunReport, kernel: KernelReport) -> RooflinePlot:
    """Return the hierarchical roofline of one kernel: one dot per level."""
    return _plot(run, [(kernel, None)], connect=True)


def _plot(run: RunReport, kernels: Sequence[tuple[KernelReport, int | None]], *, connect: bool) -> RooflinePlot:
    points = tuple(
        _point(run, kernel, level=kernel.level(level), row=row if not connect else position)
        for kernel, row in kernels
        for position, level in enumerate(run.levels)
        if kernel.level(level).is_drawable and kernel.rate_per_s
    )
    drawn = {point.level for point in points}
    levels = [(level.value, level_name(level, run.roofs.device)) for level in run.levels if level.value in drawn]
    return _plot_of(run.roofs, points=points, levels=tuple(levels), connect=connect)


def _plot_of(
    roofs: Roofs,
    *,
    points: tuple[PlotPoint, ...] = (),
    levels: tuple[tuple[str, str], ...] = (),
    connect: bool = False,
) -> RooflinePlot:
    warp = terms_for(roofs.device).warp
    return RooflinePlot(
        x_label=f"Instruction intensity [{warp} instructions / 32-byte transaction]",
        y_label=f"Performance [{warp} GIPS]",
        frame=plot_frame(roofs.frame),
        ceilings=roof_lines(roofs),
        points=points,
        ridge_x=last_ridge(roofs),
        levels=levels,
        connect=connect,
    )


def _point(run: RunReport, kernel: KernelReport, *, level: LevelReport, row: int | None) -> PlotPoint:
    share = "" if kernel.time_share is None else f" ({quantities.percent(kernel.time_share)} of GPU time)"
    issued = kernel.work.basis is InstructionBasis.ISSUED
    return PlotPoint(
        x=level.intensity or 0.0,
        y=(kernel.rate_per_s or 0.0) / GIGA,
        level=level.level.value,
        time_share=kernel.time_share,
        row=row,
        kernel=visible(kernel.label),
        full_name=visible(kernel.kernel.name),
        level_name=level_name(level.level, run.roofs.device),
        intensity=quantities.instruction_intensity(level.intensity),
        achieved=quantities.instruction_rate(kernel.rate_per_s) + (" issued" if issued else ""),
        attainable=quantities.instruction_rate(level.attainable_per_s),
        share_of_roof=quantities.percent(level.roof_share),
        limiter=words.verdict_label(kernel.verdict, run.device),
        launches=quantities.count(kernel.kernel.launches),
        time=f"{quantities.time(kernel.kernel.duration_s)} a launch{share}",
        color=kernel.color,
        marker=kernel.marker,
    )
