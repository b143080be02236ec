"""What a roofline chart shows, in display units and with its texts ready: the input of everything that draws one."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property


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
        key: What a link to the chart calls it: lower-case ASCII, unique in the chart.
        level: "l1", "shared", "l2", "dram", or "compute" for a flat roof: the key of its colour.
        name: What it is called, such as "HBM2".
        value: How high it is, such as "35.4 GTXN/s".
        measured: Drawn dashed: a benchmark reached it.
        hover: What the tooltip adds: origin and source.
    """

    key: str
    level: str
    name: str
    value: str
    measured: bool
    hover: str
    x_start: float
    y_start: float
    x_end: float
    y_end: float

    @property
    def label(self) -> str:
        """Return what stands on the line."""
        return f"{self.name} {self.value}"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlotGap:
    """The way from a kernel to its nearest roof.

    Attributes:
        level: The level of the dot that it begins at.
        y_start: Where it begins, in the unit of the y axis: at the dot, or at what is held against the roof there.
        y_end: Where the roof is.
        factor: How far that is, such as "1.9x".
        roof: What the roof is called, such as "L2".
        is_at_own_clock: The roof is lower than its line in the chart: the kernel ran at a lower clock than others.
    """

    level: str
    y_start: float
    y_end: float
    factor: str
    roof: str
    is_at_own_clock: bool = False

    @property
    def texts(self) -> tuple[str, str]:
        """Return what may stand at it, the best first: which roof it is, the line shows too."""
        return f"{self.factor} to {self.roof}", self.factor


@dataclass(frozen=True, slots=True, kw_only=True)
class PlotKernel:
    """One kernel of a chart, with what is the same at each of its levels.

    All texts are plain text, not HTML: they come from profiler files and are shown as they are.

    Attributes:
        slug: What a link to the chart calls it, unique in the chart.
        label: Short name, for people.
        full_name: Full name.
        time_share: Share of the run's GPU time, 0 to 1, or None: the area of its dots.
        achieved: Formatted, such as "19.8 warp GIPS".
        limiter: What limits it, in words.
        launches: Formatted.
        time: Formatted, with the share of the run's GPU time.
        gap: The way to its nearest roof; None where none is known or drawn.
        color: A CSS colour instead of that of the level, or None.
        marker: A Bokeh marker instead of that of the level, or None.
    """

    slug: str
    label: str
    full_name: str
    time_share: float | None
    achieved: str
    limiter: str
    launches: str
    time: str
    gap: PlotGap | None = None
    color: str | None = None
    marker: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlotPoint:
    """One kernel at one level.

    Attributes:
        kernel: The kernel.
        x: Intensity, in the unit of the x axis.
        y: Performance, in the unit of the y axis.
        level: "l1", "shared", "l2" or "dram": the key of its colour and of its shape.
        level_name: What the device calls the level.
        intensity: Formatted, such as "0.775 warp instructions/transaction".
        attainable: Formatted, or a word for "not known".
        share_of_roof: Formatted, such as "29.1 %".
    """

    kernel: PlotKernel
    x: float
    y: float
    level: str
    level_name: str
    intensity: str
    attainable: str
    share_of_roof: str

    @property
    def is_drawable(self) -> bool:
        """Tell whether both coordinates have a place on a log axis. The chart leaves out a point that has not."""
        return math.isfinite(self.x) and math.isfinite(self.y) and self.x > 0 and self.y > 0


@dataclass(frozen=True, kw_only=True)
class RooflinePlot:
    """A whole roofline chart.

    Attributes:
        x_label: Axis label with unit.
        y_label: Axis label with unit.
        frame: The axis ranges.
        ceilings: All roofs; several may share a level.
        points: All dots, those of a kernel with most GPU time first, from the core outwards.
        ridge_x: The ridge point at which the shading changes: left of it memory bounds at some level; or None.
        levels: (level key, printed name) of the levels that have points, for the legend, in order.
        connect: It is the hierarchical roofline of one kernel: a thin line joins its dots, and the rows of the linked
            table are its levels.
    """

    x_label: str
    y_label: str
    frame: PlotFrame
    ceilings: tuple[PlotCeiling, ...]
    points: tuple[PlotPoint, ...]
    ridge_x: float | None
    levels: tuple[tuple[str, str], ...]
    connect: bool

    @property
    def ridge_point(self) -> tuple[float, float] | None:
        """Return (x, y) of the ridge point; None where no flat roof or no ridge point is known."""
        flats = [roof.y_end for roof in self.ceilings if roof.level == "compute"]
        return None if self.ridge_x is None or not flats else (self.ridge_x, max(flats))

    @cached_property
    def drawn_points(self) -> tuple[PlotPoint, ...]:
        """Return the points that have a place in the chart."""
        return tuple(point for point in self.points if point.is_drawable)

    @cached_property
    def drawn_kernels(self) -> tuple[PlotKernel, ...]:
        """Return the kernels that have a point in the chart, in the order of their points."""
        return tuple({point.kernel.slug: point.kernel for point in self.drawn_points}.values())
