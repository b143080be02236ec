"""The dots of a picture, the line between those of one kernel, and the way to its roof."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from roofline_report.renderers.charts.boxes import Dot, Line, clipped
from roofline_report.renderers.charts.pictures.ink import ink, number, path_through
from roofline_report.renderers.charts.pictures.marks import mark_svg
from roofline_report.renderers.charts.roofline import MARKERS, dot_size_px
from roofline_report.renderers.escaping import html_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roofline_report.renderers.charts.pictures.frame import Scale
    from roofline_report.renderers.charts.plot import PlotPoint, RooflinePlot

_ARROW_PX = 5.0


@dataclass(frozen=True, slots=True)
class PlacedPoint:
    """A point of a plot and where it is in the picture."""

    point: PlotPoint
    dot: Dot


def place_dots(plot: RooflinePlot, scale: Scale, *, most: int, shrunk: float = 1.0) -> tuple[PlacedPoint, ...]:
    """Return the dots that a picture shows: at most so many, those of the kernels with most GPU time.

    Args:
        plot: The chart.
        scale: Where a value lies.
        most: Dots that the picture can hold.
        shrunk: How wide a dot is, as a share of its width in the chart.
    """
    points = plot.drawn_points
    if len(points) > most:
        points = tuple(sorted(points, key=lambda point: -(point.kernel.time_share or 0.0)))[:most]
    placed = []
    for point in points:
        x, y = scale.x.place(point.x), scale.y.place(point.y)
        if scale.holds(x, y):
            size = dot_size_px(None if plot.connect else point.kernel.time_share)
            placed.append(PlacedPoint(point, Dot(x, y, size * shrunk / 2)))
    return tuple(placed)


def dots_svg(placed: Sequence[PlacedPoint]) -> str:
    """Return the dots, small ones on large ones, in the colour and the shape of their level or their kernel's own."""
    return "".join(_dot_svg(each) for each in sorted(placed, key=lambda each: -each.dot.r))


def _dot_svg(placed: PlacedPoint) -> str:
    point, dot = placed.point, placed.dot
    marker = point.kernel.marker or MARKERS.get(point.level, "circle")
    inked = ink(point.level, "fill", "stroke")
    if point.kernel.color is None:
        return mark_svg(marker, dot, attributes=inked)
    # A text that is no colour leaves that of the level, which is inherited.
    color = html_text(point.kernel.color)
    own = f' fill="{color}" stroke="{color}"'
    return f"<g{inked}>{mark_svg(marker, dot, attributes=own)}</g>"


def link_lines(placed: Sequence[PlacedPoint]) -> tuple[Line, ...]:
    """Return the lines between the dots of one kernel, from the core outwards."""
    dots = [each.dot for each in placed]
    return tuple(Line(one.x, one.y, other.x, other.y) for one, other in pairwise(dots))


def links_svg(placed: Sequence[PlacedPoint]) -> str:
    """Return the thin line through the dots of one kernel."""
    if len(placed) < 2:
        return ""
    through = path_through((each.dot.x, each.dot.y) for each in placed)
    return f'<path{ink("muted", "stroke")} stroke-width="1" stroke-dasharray="2 3" d="{through}"/>'


def gap_line(placed: Sequence[PlacedPoint], scale: Scale) -> Line | None:
    """Return the way from a kernel, of which these are the dots, to its nearest roof; None where there is none."""
    gap = next((each.point.kernel.gap for each in placed), None)
    begin = next((each.dot for each in placed if gap is not None and each.point.level == gap.level), None)
    if gap is None or begin is None or not (0 < gap.y_start < math.inf and 0 < gap.y_end < math.inf):
        return None
    return clipped(Line(begin.x, scale.y.place(gap.y_start), begin.x, scale.y.place(gap.y_end)), scale.frame)


def gap_svg(line: Line) -> str:
    """Return an arrow up to the roof."""
    x, y = line.x1, line.y1
    shaft = f"M{number(line.x0)} {number(line.y0)}V{number(y)}"
    head = path_through(((x - _ARROW_PX * 0.8, y + _ARROW_PX), (x, y), (x + _ARROW_PX * 0.8, y + _ARROW_PX)))
    return f'<path{ink("text", "stroke")} stroke-width="1.25" d="{shaft}{head}"/>'
