"""The roofs of a device as lines of a chart, in display units: GTXN/s and warp GIPS."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roofline_report.domain.roofline import ridge_point
from roofline_report.renderers import quantities, words
from roofline_report.renderers.charts.plot import PlotCeiling, PlotFrame
from roofline_report.report.names import level_name, terms_for

if TYPE_CHECKING:
    from roofline_report.domain.hardware import BandwidthCeiling, Ceiling, ComputeCeiling
    from roofline_report.report.model import Frame, Roofs

GIGA: Final = 1e9


def plot_frame(frame: Frame) -> PlotFrame:
    """Return the axis ranges in display units."""
    return PlotFrame(x_min=frame.x_min, x_max=frame.x_max, y_min=frame.y_min / GIGA, y_max=frame.y_max / GIGA)


def roof_lines(roofs: Roofs) -> tuple[PlotCeiling, ...]:
    """Return every roof as a line within the frame, in display units; a roof that lies outside has none."""
    peak = max((peak.operations_per_s for peak in roofs.peaks), default=None)
    fastest = max((ceiling.transactions_per_s for ceiling in roofs.bandwidths), default=None)
    lines = [
        *(_bandwidth_line(roofs, ceiling, peak=peak) for ceiling in roofs.bandwidths),
        *(_peak_line(roofs, ceiling, fastest=fastest) for ceiling in roofs.peaks),
    ]
    return tuple(line for line in lines if line is not None)


def _bandwidth_line(roofs: Roofs, ceiling: BandwidthCeiling, *, peak: float | None) -> PlotCeiling | None:
    """Return a diagonal from the frame's edge to the flat roof, or to the frame where there is none."""
    rate = ceiling.transactions_per_s
    start = max(roofs.frame.x_min, roofs.frame.y_min / rate)
    end = min(roofs.frame.x_max, ridge_point(roofs.frame.y_max if peak is None else peak, rate))
    if start >= end:
        return None
    name = level_name(ceiling.level, roofs.device)
    return PlotCeiling(
        level=ceiling.level.value,
        label=f"{name} {quantities.transactions_rate(rate)}",
        measured=not ceiling.origin.is_physical,
        hover=_ceiling_text(ceiling, f"{name} {quantities.bandwidth(ceiling.bytes_per_s)}"),
        x_start=start,
        y_start=start * rate / GIGA,
        x_end=end,
        y_end=end * rate / GIGA,
    )


def _peak_line(roofs: Roofs, ceiling: ComputeCeiling, *, fastest: float | None) -> PlotCeiling | None:
    """Return a flat line from where the fastest memory reaches it to the frame's edge."""
    rate = ceiling.operations_per_s
    text = f"Instruction issue {quantities.instruction_rate(rate, warp=terms_for(roofs.device).warp)}"
    start = roofs.frame.x_min if fastest is None else max(roofs.frame.x_min, ridge_point(rate, fastest))
    if start >= roofs.frame.x_max:
        return None
    return PlotCeiling(
        level="compute",
        label=text,
        measured=not ceiling.origin.is_physical,
        hover=_ceiling_text(ceiling, text),
        x_start=start,
        y_start=rate / GIGA,
        x_end=roofs.frame.x_max,
        y_end=rate / GIGA,
    )


def _ceiling_text(ceiling: Ceiling, text: str) -> str:
    return f"{text}, {words.ORIGINS[ceiling.origin]}: {ceiling.source}"


def last_ridge(roofs: Roofs) -> float | None:
    """Return the ridge of the slowest memory: right of it no memory level bounds a kernel."""
    peaks = [peak.operations_per_s for peak in roofs.peaks if peak.origin.is_physical]
    rates = [ceiling.transactions_per_s for ceiling in roofs.bandwidths if ceiling.origin.is_physical]
    if not peaks or not rates:
        return None
    ridge = ridge_point(max(peaks), min(rates))
    return ridge if roofs.frame.x_min < ridge < roofs.frame.x_max else None
