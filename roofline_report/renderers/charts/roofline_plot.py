"""From a report to what a roofline chart shows: display units, lines, dots and their texts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roofline_report.domain.instruction_roofline import InstructionBasis
from roofline_report.domain.roofline import ridge_point
from roofline_report.renderers import quantities, words
from roofline_report.renderers.charts.plot import PlotCeiling, PlotFrame, PlotPoint, RooflinePlot
from roofline_report.renderers.escaping import visible
from roofline_report.report.names import level_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roofline_report.domain.hardware import BandwidthCeiling, Ceiling, ComputeCeiling
    from roofline_report.report.model import Frame, KernelReport, LevelReport, RunReport

_GIGA = 1e9
X_LABEL = "Instruction intensity [warp instructions / 32-byte transaction]"
Y_LABEL = "Performance [warp GIPS]"


def run_plot(run: RunReport, *, rows: int) -> RooflinePlot:
    """Return the chart of a run: every kernel at the chosen levels.

    Args:
        run: The run.
        rows: How many kernels the linked table shows; the dots of the others have no row.
    """
    shown = [(kernel, index if index < rows else None) for index, kernel in enumerate(run.kernels)]
    return _plot(run, shown, connect=False)


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
    return RooflinePlot(
        x_label=X_LABEL,
        y_label=Y_LABEL,
        frame=_frame(run.frame),
        ceilings=_ceilings(run),
        points=points,
        ridge_x=_last_ridge(run),
        levels=tuple((level.value, level_name(level, run.device)) for level in run.levels if level.value in drawn),
        connect=connect,
    )


def _frame(frame: Frame) -> PlotFrame:
    return PlotFrame(x_min=frame.x_min, x_max=frame.x_max, y_min=frame.y_min / _GIGA, y_max=frame.y_max / _GIGA)


def _point(run: RunReport, kernel: KernelReport, *, level: LevelReport, row: int | None) -> PlotPoint:
    share = "" if kernel.time_share is None else f" ({quantities.percent(kernel.time_share)} of GPU time)"
    issued = kernel.work.basis is InstructionBasis.ISSUED
    return PlotPoint(
        x=level.intensity or 0.0,
        y=(kernel.rate_per_s or 0.0) / _GIGA,
        level=level.level.value,
        time_share=kernel.time_share,
        row=row,
        kernel=visible(kernel.label),
        full_name=visible(kernel.kernel.name),
        level_name=level_name(level.level, run.device),
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


def _ceilings(run: RunReport) -> tuple[PlotCeiling, ...]:
    peak = max((peak.operations_per_s for peak in run.peaks), default=None)
    fastest = max((ceiling.transactions_per_s for ceiling in run.bandwidths), default=None)
    lines = [
        *(_bandwidth_line(run, ceiling, peak=peak) for ceiling in run.bandwidths),
        *(_peak_line(run, ceiling, fastest=fastest) for ceiling in run.peaks),
    ]
    return tuple(line for line in lines if line is not None)


def _bandwidth_line(run: RunReport, ceiling: BandwidthCeiling, *, peak: float | None) -> PlotCeiling | None:
    """Return a diagonal from the frame's edge to the flat roof, or to the frame where there is none."""
    rate = ceiling.transactions_per_s
    start = max(run.frame.x_min, run.frame.y_min / rate)
    end = min(run.frame.x_max, ridge_point(run.frame.y_max if peak is None else peak, rate))
    if start >= end:
        return None
    name = level_name(ceiling.level, run.device)
    return PlotCeiling(
        level=ceiling.level.value,
        label=f"{name} {quantities.transactions_rate(rate)}",
        measured=not ceiling.origin.is_physical,
        hover=_ceiling_text(ceiling, f"{name} {quantities.bandwidth(ceiling.bytes_per_s)}"),
        x_start=start,
        y_start=start * rate / _GIGA,
        x_end=end,
        y_end=end * rate / _GIGA,
    )


def _peak_line(run: RunReport, ceiling: ComputeCeiling, *, fastest: float | None) -> PlotCeiling | None:
    """Return a flat line from where the fastest memory reaches it to the frame's edge."""
    rate = ceiling.operations_per_s
    start = run.frame.x_min if fastest is None else max(run.frame.x_min, ridge_point(rate, fastest))
    if start >= run.frame.x_max:
        return None
    return PlotCeiling(
        level="compute",
        label=f"Instruction issue {quantities.instruction_rate(rate)}",
        measured=not ceiling.origin.is_physical,
        hover=_ceiling_text(ceiling, f"Instruction issue {quantities.instruction_rate(rate)}"),
        x_start=start,
        y_start=rate / _GIGA,
        x_end=run.frame.x_max,
        y_end=rate / _GIGA,
    )


def _ceiling_text(ceiling: Ceiling, text: str) -> str:
    return f"{text}, {words.ORIGINS[ceiling.origin]}: {ceiling.source}"


def _last_ridge(run: RunReport) -> float | None:
    """Return the ridge of the slowest memory: right of it no memory level bounds a kernel."""
    peaks = [peak.operations_per_s for peak in run.peaks if peak.origin.is_physical]
    rates = [ceiling.transactions_per_s for ceiling in run.bandwidths if ceiling.origin.is_physical]
    if not peaks or not rates:
        return None
    ridge = ridge_point(max(peaks), min(rates))
    return ridge if run.frame.x_min < ridge < run.frame.x_max else None
