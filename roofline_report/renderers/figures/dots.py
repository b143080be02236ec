"""The dots of a picture: their shapes, colours and sizes, those of run.yml first."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from roofline_report.renderers.charts.roofline import MARKERS, dot_size_px

if TYPE_CHECKING:
    from collections.abc import Mapping

    from matplotlib.path import Path

    from roofline_report.renderers.charts.plot import PlotKernel, PlotPoint, RooflinePlot
    from roofline_report.renderers.colors import Scheme

_SHAPES: Final[Mapping[str, str]] = {
    "circle": "o",
    "square": "s",
    "triangle": "^",
    "inverted_triangle": "v",
    "diamond": "d",
    "hex": "h",
    "star": "*",
    "plus": "P",
    "cross": "+",
    "x": "x",
}
"""The markers of a run.yml, which are Bokeh's, as matplotlib calls them."""
_LINES: Final = ("cross", "x")
"""Markers without an inside."""
_CIRCLE: Final = math.pi / 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Dot:
    """One dot.

    Attributes:
        point: What it stands for.
        color: "#rrggbb".
        is_own: The colour is the kernel's own, not that of the level.
        marker: Its shape, by Bokeh's name.
        size: The diameter of a circle of its area, in points.
    """

    point: PlotPoint
    color: str
    is_own: bool
    marker: str
    size: float

    @property
    def is_filled(self) -> bool:
        """Tell whether its shape has an inside."""
        return is_filled(self.marker)


def is_filled(marker: str) -> bool:
    """Tell whether a shape has an inside."""
    return marker not in _LINES


def dots_of(plot: RooflinePlot, *, scheme: Scheme, points_per_px: float) -> list[Dot]:
    """Return the dots of a plot, the largest first: a small dot lies on a large one, not under it.

    Args:
        plot: The plot; a point that has no place on its axes is left out.
        scheme: The colours.
        points_per_px: How many points stand for a pixel of a chart on a page.
    """
    dots = [
        Dot(
            point=point,
            color=_color(point.kernel) or scheme.color(point.level),
            is_own=_color(point.kernel) is not None,
            marker=point.kernel.marker or MARKERS.get(point.level, "circle"),
            size=points_per_px * dot_size_px(None if plot.connect else point.kernel.time_share),
        )
        for point in plot.drawn_points
    ]
    return sorted(dots, key=lambda dot: -dot.size)


def unknown_colors(plot: RooflinePlot) -> tuple[str, ...]:
    """Return the colours of kernels that are none, each once: their dots have that of the level."""
    given = (kernel.color for kernel in plot.drawn_kernels)
    return tuple(dict.fromkeys(color for color in given if color is not None and css_color(color) is None))


def _color(kernel: PlotKernel) -> str | None:
    return None if kernel.color is None else css_color(kernel.color)


def css_color(text: str) -> str | None:
    """Return a colour of a style sheet as "#rrggbb"; None where there is none of that name."""
    from matplotlib.colors import CSS4_COLORS, to_hex

    color = text if text.startswith("#") else CSS4_COLORS.get(text.lower())
    return None if color is None else to_hex(color)


@lru_cache(maxsize=16)
def shape_of(marker: str) -> Path:
    """Return the outline of a marker of size 1: all shapes with an inside have the area of the circle."""
    from matplotlib.markers import MarkerStyle

    style = MarkerStyle(_SHAPES.get(marker, "o"))
    outline: Path = style.get_path().transformed(style.get_transform())
    if not is_filled(marker):
        return outline
    from matplotlib.transforms import Affine2D

    return outline.transformed(Affine2D().scale(math.sqrt(_CIRCLE / _area(outline))))


@lru_cache(maxsize=16)
def extent_of(marker: str) -> float:
    """Return the width or the height of a marker of size 1, whichever is larger."""
    return float(max(shape_of(marker).get_extents().size))


def _area(outline: Path) -> float:
    """Return the area within an outline, by the shoelace formula."""
    import numpy as np

    x, y = np.asarray(outline.to_polygons(closed_only=True)[0], dtype=float).T
    return abs(float(np.dot(x[:-1], y[1:]) - np.dot(x[1:], y[:-1]))) / 2
