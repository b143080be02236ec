"""The roofs of a device as lines of a chart, in display units: 10^9 per second."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from roofline_report.domain.hardware import DATA_PATH
from roofline_report.domain.roofline import ridge_point
from roofline_report.renderers import quantities, words
from roofline_report.renderers.charts.plot import PlotCeiling, PlotFrame
from roofline_report.renderers.grammar import capitalised
from roofline_report.renderers.model_units import GIGA, ModelUnits
from roofline_report.report.names import flat_name, peak_name
from roofline_report.report.roofs import rate_in
from roofline_report.report.slugs import slug_text

if TYPE_CHECKING:
    from roofline_report.domain.hardware import BandwidthCeiling, Ceiling, ComputeCeiling
    from roofline_report.report.rooflines import Frame, Roofs


def plot_frame(frame: Frame) -> PlotFrame:
    """Return the axis ranges in display units."""
    return PlotFrame(x_min=frame.x_min, x_max=frame.x_max, y_min=frame.y_min / GIGA, y_max=frame.y_max / GIGA)


def roof_lines(roofs: Roofs) -> tuple[PlotCeiling, ...]:
    """Return every roof as a line within the frame, in display units; a roof that lies outside has none."""
    peak = max(_flat_roofs(roofs), default=None)
    fastest = max((rate_in(roofs.model, ceiling) for ceiling in roofs.bandwidths), default=None)
    flat = (
        [_peak_line(roofs, ceiling, fastest=fastest) for ceiling in roofs.peaks]
        if roofs.mixed_peak_per_s is None
        else [_mixed_line(roofs, roofs.mixed_peak_per_s, fastest=fastest)]
    )
    lines = [*(_bandwidth_line(roofs, ceiling, peak=peak) for ceiling in roofs.bandwidths), *flat]
    return _told_apart([line for line in lines if line is not None])


def _flat_roofs(roofs: Roofs) -> list[float]:
    if roofs.mixed_peak_per_s is not None:
        return [roofs.mixed_peak_per_s]
    return [peak.operations_per_s for peak in roofs.peaks]


def _bandwidth_line(roofs: Roofs, ceiling: BandwidthCeiling, *, peak: float | None) -> PlotCeiling | None:
    """Return a diagonal from the frame's edge to the flat roof, or to the frame where there is none."""
    rate = rate_in(roofs.model, ceiling)
    start = max(roofs.frame.x_min, roofs.frame.y_min / rate)
    end = min(roofs.frame.x_max, ridge_point(roofs.frame.y_max if peak is None else peak, rate))
    if start >= end:
        return None
    family = ceiling.family or DATA_PATH[ceiling.level]
    name = words.family_title(family, roofs.device)
    return PlotCeiling(
        key=_key(name, ceiling),
        level=ceiling.level.value,
        name=name,
        value=ModelUnits(roofs.model, roofs.device).bandwidth(ceiling),
        measured=not ceiling.origin.is_physical,
        hover=_ceiling_text(ceiling, f"{name} {quantities.bandwidth(ceiling.bytes_per_s)}"),
        x_start=start,
        y_start=start * rate / GIGA,
        x_end=end,
        y_end=end * rate / GIGA,
    )


def _peak_line(roofs: Roofs, ceiling: ComputeCeiling, *, fastest: float | None) -> PlotCeiling | None:
    line = _flat_line(roofs, ceiling.operations_per_s, name=flat_name(ceiling, roofs.device), fastest=fastest)
    if line is None:
        return None
    return replace(
        line,
        key=_key(line.name, ceiling),
        measured=not ceiling.origin.is_physical,
        hover=_ceiling_text(ceiling, line.label),
    )


def _mixed_line(roofs: Roofs, rate: float, *, fastest: float | None) -> PlotCeiling | None:
    line = _flat_line(roofs, rate, name=peak_name((), roofs.device), fastest=fastest)
    if line is None:
        return None
    hover = f"{line.label}: its operations, over the time that each kind of them takes at its own peak"
    return replace(line, hover=hover)


def _flat_line(roofs: Roofs, rate: float, *, name: str, fastest: float | None) -> PlotCeiling | None:
    """Return a flat line from where the fastest memory reaches it to the frame's edge."""
    start = roofs.frame.x_min if fastest is None else max(roofs.frame.x_min, ridge_point(rate, fastest))
    if start >= roofs.frame.x_max:
        return None
    return PlotCeiling(
        key=slug_text(name),
        level="compute",
        name=capitalised(name),
        value=ModelUnits(roofs.model, roofs.device).rate(rate),
        measured=False,
        hover="",
        x_start=start,
        y_start=rate / GIGA,
        x_end=roofs.frame.x_max,
        y_end=rate / GIGA,
    )


def _key(name: str, ceiling: Ceiling) -> str:
    """Return what a link to the chart calls a roof."""
    return slug_text(name if ceiling.origin.is_physical else f"{name} measured")


def _told_apart(lines: list[PlotCeiling]) -> tuple[PlotCeiling, ...]:
    """Return lines with keys of their own: several benchmarks may have measured one roof."""
    seen: Counter[str] = Counter()
    apart = []
    for line in lines:
        seen[line.key] += 1
        apart.append(line if seen[line.key] == 1 else replace(line, key=f"{line.key}-{seen[line.key]}"))
    return tuple(apart)


def _ceiling_text(ceiling: Ceiling, text: str) -> str:
    return f"{text}, {words.origin_text(ceiling)}: {ceiling.source}"


def last_ridge(roofs: Roofs) -> float | None:
    """Return the ridge of the slowest memory: right of it no memory level bounds a kernel.

    None where there are several flat roofs: what is right of the ridge of one is left of that of another.
    """
    peaks = (
        {peak.operations_per_s for peak in roofs.peaks if peak.origin.is_physical}
        if roofs.mixed_peak_per_s is None
        else {roofs.mixed_peak_per_s}
    )
    rates = [rate_in(roofs.model, ceiling) for ceiling in roofs.bandwidths if ceiling.origin.is_physical]
    if len(peaks) != 1 or not rates:
        return None
    ridge = ridge_point(peaks.pop(), min(rates))
    return ridge if roofs.frame.x_min < ridge < roofs.frame.x_max else None
