"""The shapes of dots as SVG, as wide and as high as Bokeh draws them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from roofline_report.renderers.charts.pictures.ink import number, path_through

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import TypeAlias

    from roofline_report.renderers.charts.boxes import Dot

    Corners: TypeAlias = tuple[tuple[float, float], ...]

_ROOT_3 = math.sqrt(3)
_STAR = (3 - math.sqrt(5)) / 2
"""Of a star with straight sides: its inner radius over its outer one."""


def mark_svg(marker: str, dot: Dot, *, attributes: str) -> str:
    """Return one dot.

    Args:
        marker: What Bokeh calls the shape; what is not known is a circle.
        dot: Its centre, and half of what Bokeh calls its size.
        attributes: Further attributes, each after a blank.
    """
    if marker in _CORNERS:
        return f'<path{attributes} d="{_outline(dot, _CORNERS[marker])}z"/>'
    if marker in _STROKES:
        strokes = "".join(_outline(dot, stroke) for stroke in _STROKES[marker])
        return f'<path{attributes} d="{strokes}"/>'
    return f'<circle{attributes} cx="{number(dot.x)}" cy="{number(dot.y)}" r="{number(dot.r)}"/>'


def _outline(dot: Dot, corners: Corners) -> str:
    return path_through((dot.x + dot.r * dx, dot.y + dot.r * dy) for dx, dy in corners)


def _star() -> Corners:
    radii = [1.0 if corner % 2 == 0 else _STAR for corner in range(10)]
    return tuple(
        (radius * math.sin(corner * math.pi / 5), -radius * math.cos(corner * math.pi / 5))
        for corner, radius in enumerate(radii)
    )


# In units of half the size, around the centre.
_CORNERS: Final[Mapping[str, Corners]] = {
    "square": ((-1, -1), (1, -1), (1, 1), (-1, 1)),
    "triangle": ((-1, _ROOT_3 / 3), (1, _ROOT_3 / 3), (0, -2 * _ROOT_3 / 3)),
    "inverted_triangle": ((-1, -_ROOT_3 / 3), (1, -_ROOT_3 / 3), (0, 2 * _ROOT_3 / 3)),
    "diamond": ((0, 1), (2 / 3, 0), (0, -1), (-2 / 3, 0)),
    "hex": ((1, 0), (0.5, -_ROOT_3 / 2), (-0.5, -_ROOT_3 / 2), (-1, 0), (-0.5, _ROOT_3 / 2), (0.5, _ROOT_3 / 2)),
    "star": _star(),
    "plus": (
        (0.375, 1), (0.375, 0.375), (1, 0.375), (1, -0.375), (0.375, -0.375), (0.375, -1),
        (-0.375, -1), (-0.375, -0.375), (-1, -0.375), (-1, 0.375), (-0.375, 0.375), (-0.375, 1),
    ),
}  # fmt: skip
_STROKES: Final[Mapping[str, tuple[Corners, ...]]] = {
    "cross": (((-1, 0), (1, 0)), ((0, -1), (0, 1))),
    "x": (((-1, -1), (1, 1)), ((-1, 1), (1, -1))),
}
