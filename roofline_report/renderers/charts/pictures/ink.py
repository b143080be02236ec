"""What a picture is drawn with: short numbers, paths, and colours that follow the page."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from roofline_report.renderers.charts.boxes import Line

_BLOCK = re.compile(r"\{([^{}]*)\}")
_COLOR = re.compile(r"--roofline-([\w-]+):\s*(#[0-9a-f]{6});")


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
    known = name if name in light_colors() else "muted"
    paints = "".join(f' {paint}="{light_colors()[known]}"' for paint in painted)
    return f' class="roofline-ink-{known}"{paints}'


@cache
def light_colors() -> Mapping[str, str]:
    """Return the opaque colours of light pages by name, such as "l1": "#0868ac", as `assets/colors.css` has them."""
    text = (files("roofline_report.renderers") / "assets" / "colors.css").read_text(encoding="utf-8")
    block = _BLOCK.search(text)
    return {} if block is None else dict(_COLOR.findall(block[1]))
