"""What a roofline chart shows, in display units and with its texts ready: the input of the roofline template."""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class PlotFrame:
    """The ranges of both axes, in whole decades."""

    x_min: float
    x_max: float
    y_min: float
    y_max: float


@dataclass(frozen=True, slots=True, kw_only=True)
class PlotCeiling:
    """One roof as a straight line from (x_start, y_start) to (x_end, y_end), in display units.

    Attributes:
        level: "l1", "shared", "l2", "dram", or "compute" for a flat roof: the key of its colour.
        label: What stands on the line, such as "HBM2 35.4 GTXN/s".
        measured: Drawn dashed: a benchmark reached it.
        hover: What the tooltip adds: origin and source.
    """

    level: str
    label: str
    measured: bool
    hover: str
    x_start: float
    y_start: float
    x_end: float
    y_end: float


@dataclass(frozen=True, slots=True, kw_only=True)
class PlotPoint:
    """One kernel at one level.

    All texts are plain text, not HTML: they come from profiler files and are shown as they are.

    Attributes:
        x: Intensity, in the unit of the x axis.
        y: Performance, in the unit of the y axis.
        level: "l1", "shared", "l2" or "dram": the key of its colour and of its shape.
        time_share: Share of the run's GPU time, 0 to 1, or None: the area of the dot.
        row: Which row of the linked table shows this kernel, or None.
        kernel: Short label of the kernel.
        full_name: Full name of the kernel.
        level_name: What the device calls the level.
        intensity: Formatted, such as "0.775 warp instructions/transaction".
        achieved: Formatted, such as "19.8 warp GIPS".
        attainable: Formatted, or a word for "not known".
        share_of_roof: Formatted, such as "29.1 %".
        limiter: What limits it, in words.
        launches: Formatted.
        time: Formatted, with the share of the run's GPU time.
        color: A CSS colour instead of that of the level, or None.
        marker: A Bokeh marker instead of that of the level, or None.
    """

    x: float
    y: float
    level: str
    time_share: float | None
    row: int | None
    kernel: str
    full_name: str
    level_name: str
    intensity: str
    achieved: str
    attainable: str
    share_of_roof: str
    limiter: str
    launches: str
    time: str
    color: str | None = None
    marker: str | None = None

    @property
    def is_drawable(self) -> bool:
        """Tell whether both coordinates have a place on a log axis. The chart leaves out a point that has not."""
        return math.isfinite(self.x) and math.isfinite(self.y) and self.x > 0 and self.y > 0


@dataclass(frozen=True, slots=True, kw_only=True)
class RooflinePlot:
    """A whole roofline chart.

    Attributes:
        x_label: Axis label with unit.
        y_label: Axis label with unit.
        frame: The axis ranges.
        ceilings: All roofs; several may share a level.
        points: All dots.
        ridge_x: The ridge point at which the shading changes: left of it memory bounds at some level; or None.
        levels: (level key, printed name) of the levels that have points, for the legend, in order.
        connect: Join the dots of a kernel by a thin line (one kernel's hierarchical roofline).
    """

    x_label: str
    y_label: str
    frame: PlotFrame
    ceilings: tuple[PlotCeiling, ...]
    points: tuple[PlotPoint, ...]
    ridge_x: float | None
    levels: tuple[tuple[str, str], ...]
    connect: bool
