"""From a report to what a roofline chart shows: display units, lines, dots and their texts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roofline_report.domain.instruction_roofline import InstructionBasis
from roofline_report.renderers import bounds, quantities, words
from roofline_report.renderers.charts.plot import PlotGap, PlotKernel, PlotPoint, RooflinePlot
from roofline_report.renderers.charts.roof_lines import last_ridge, plot_frame, roof_lines
from roofline_report.renderers.escaping import visible
from roofline_report.renderers.model_units import GIGA, ModelUnits
from roofline_report.report.names import flat_name, roof_name
from roofline_report.report.rooflines import Roof

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from roofline_report.domain.hardware import MemoryLevel
    from roofline_report.report.model import KernelReport, RunReport
    from roofline_report.report.rooflines import LevelReport, ModelReport, Roofs, RoofUse


_NEAR_LINE = 0.01
"""A roof that is lower by no more than this part of its height lies on its line."""

_FLAT = (Roof.COMPUTE, Roof.ISSUE)


def run_plot(run: RunReport, roofs: Roofs) -> RooflinePlot:
    """Return the chart of a run in one model: every kernel at the chosen levels.

    Args:
        run: The run.
        roofs: What is drawn behind the dots; they say which model it is.
    """
    return _plot(run, run.kernels, roofs=roofs, connect=False)


def roofs_plot(roofs: Roofs) -> RooflinePlot:
    """Return the roofs alone, as a device has them before any kernel runs on it."""
    return _plot_of(roofs)


def kernel_plot(run: RunReport, kernel: KernelReport, *, roofs: Roofs) -> RooflinePlot:
    """Return the hierarchical roofline of one kernel: one dot per level.

    Args:
        run: Its run.
        kernel: The kernel.
        roofs: Its own, at the clocks that it ran at; they say which model it is.
    """
    return _plot(run, [kernel], roofs=roofs, connect=True)


def _plot(run: RunReport, kernels: Iterable[KernelReport], *, roofs: Roofs, connect: bool) -> RooflinePlot:
    reports = [(kernel, kernel.find_model(roofs.model)) for kernel in kernels]
    points = tuple(
        point
        for kernel, report in reports
        if report is not None and report.is_drawn(run.levels)
        for point in _points(run, report, kernel=_kernel(run, kernel, report=report, roofs=roofs))
    )
    drawn = {point.level for point in points}
    levels = [(level.value, words.level_title(level, roofs.device)) for level in run.levels if level.value in drawn]
    return _plot_of(roofs, points=points, levels=tuple(levels), connect=connect)


def _plot_of(
    roofs: Roofs,
    *,
    points: tuple[PlotPoint, ...] = (),
    levels: tuple[tuple[str, str], ...] = (),
    connect: bool = False,
) -> RooflinePlot:
    units = ModelUnits(roofs.model, roofs.device)
    return RooflinePlot(
        x_label=units.x_label,
        y_label=units.y_label,
        frame=plot_frame(roofs.frame),
        ceilings=roof_lines(roofs),
        points=points,
        ridge_x=last_ridge(roofs),
        levels=levels,
        connect=connect,
    )


def _share_of_roof(report: ModelReport, level: LevelReport) -> str:
    if level.roof_share is None:
        return quantities.UNKNOWN
    return bounds.reached_sign(report, level) + quantities.percent(level.roof_share)


def _kernel(run: RunReport, kernel: KernelReport, *, report: ModelReport, roofs: Roofs) -> PlotKernel:
    units = ModelUnits(report.model, run.device.device)
    share = "" if kernel.time_share is None else f" ({quantities.percent(kernel.time_share)} of GPU time)"
    issued = not report.model.counts_flop and kernel.instructions.basis is InstructionBasis.ISSUED
    return PlotKernel(
        slug=kernel.slug,
        label=visible(kernel.label),
        full_name=visible(kernel.kernel.name),
        time_share=kernel.time_share,
        achieved=bounds.work_sign(report) + units.rate(report.rate_per_s) + (" issued" if issued else ""),
        limiter=words.verdict_label(report.verdict, run.device),
        launches=quantities.count(kernel.kernel.launches),
        time=f"{quantities.time(kernel.kernel.duration_s)} a launch{share}",
        gap=_gap(run, report, roofs=roofs),
        color=kernel.color,
        marker=kernel.marker,
    )


def _gap(run: RunReport, report: ModelReport, *, roofs: Roofs) -> PlotGap | None:
    """Return the way from a kernel's dot to the roof that its verdict is about; None where there is no such dot."""
    nearest = report.verdict.nearest
    level = _level_of_gap(run, report)
    if nearest is None or level is None or words.headroom(report) is None or not 0 < nearest.utilisation < 1:
        return None
    rate = report.rate_per_s or 0.0
    if nearest.roof is Roof.ISSUE and report.peak is not None:
        # Issued instructions are held against this roof, and the dot may stand for those of active threads.
        rate = report.peak.per_s * nearest.utilisation
    return PlotGap(
        level=level.value,
        y_start=rate / GIGA,
        y_end=rate / nearest.utilisation / GIGA,
        factor=words.headroom_text(report),
        roof=visible(roof_name(nearest, run.device.device)),
        is_at_own_clock=_is_at_own_clock(report, nearest, level=level, roofs=roofs),
    )


def _is_at_own_clock(report: ModelReport, nearest: RoofUse, *, level: MemoryLevel, roofs: Roofs) -> bool:
    """Tell whether a kernel's nearest roof is lower than its line in the chart, which is at the highest clock.

    The peak of a mix has no line in the chart of a run: that it is lower than others says nothing of a clock.
    """
    ceiling = report.level(level).ceiling
    if nearest.roof in _FLAT:
        name, own = roof_name(nearest, roofs.device), None if report.peak is None else report.peak.per_s
        same = [
            peak.operations_per_s
            for peak in roofs.peaks
            if peak.origin.is_physical and flat_name(peak, roofs.device) == name
        ]
    else:
        own = None if ceiling is None else ceiling.bytes_per_s
        same = [
            drawn.bytes_per_s
            for drawn in roofs.bandwidths
            if ceiling and drawn.origin.is_physical and (drawn.level, drawn.family) == (ceiling.level, ceiling.family)
        ]
    return own is not None and any(own < line * (1 - _NEAR_LINE) for line in same)


def _level_of_gap(run: RunReport, report: ModelReport) -> MemoryLevel | None:
    """Return the level of the dot below the nearest roof: its own, or for a flat roof the one furthest right."""
    drawn = [level for level in run.levels if report.level(level).is_drawable]
    nearest = report.verdict.nearest
    if nearest is not None and nearest.roof in _FLAT:
        return max(drawn, key=lambda level: report.level(level).intensity or 0.0, default=None)
    return next((level for level in drawn if nearest is not None and report.level(level).roof is nearest.roof), None)


def _points(run: RunReport, report: ModelReport, *, kernel: PlotKernel) -> Iterator[PlotPoint]:
    units = ModelUnits(report.model, run.device.device)
    for level in (report.level(level) for level in run.levels):
        if not level.is_drawable:
            continue
        name = words.level_title(level.level, run.device.device)
        if level.traffic is not None:
            name = words.family_title(level.traffic.family, run.device.device)
        yield PlotPoint(
            kernel=kernel,
            x=level.intensity or 0.0,
            y=(report.rate_per_s or 0.0) / GIGA,
            level=level.level.value,
            level_name=name,
            intensity=bounds.intensity_sign(report, level) + units.intensity(level.intensity),
            attainable=bounds.roof_sign(report, level) + units.rate(level.attainable_per_s),
            share_of_roof=_share_of_roof(report, level),
        )
