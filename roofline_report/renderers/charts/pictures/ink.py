"""What a picture is drawn with: short numbers, paths, and colours that follow the page."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Literal

from roofline_report.renderers.colors import read_scheme

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roofline_report.renderers.charts.boxes import Line


def number(value: float) -> str:
    """Return a length to a tenth of a pixel, as short as it can be written."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def path_through(points: Iterable[tuple[float, float]]) -> str:
    """Return the path through points."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)


def path_along(line: Line) -> str:
    """Return the path of a straight line."""
    return path_through(((line.x0, line.y0), (line.x1, line.y1)))


@cache
def ink(name: str, *painted: Literal["fill", "stroke"]) -> str:
    """Return the attributes that give a mark a colour of the page, such as "l1" or "muted".

    A style sheet sets it by the class. The other attributes are for whoever reads none: a feed, a converter to PDF.

    Args:
        name: Which colour; one that is not known is muted.
        painted: What of the mark has it.
    """
    colors = read_scheme(dark=False).colors
    known = name if name in colors else "muted"
    paints = "".join(f' {paint}="{colors[known]}"' for paint in painted)
    return f' class="roofline-ink-{known}"{paints}'
