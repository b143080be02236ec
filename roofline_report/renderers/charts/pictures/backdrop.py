"""What lies behind the dots of a picture: grid, regions, roofs and axes. The pages of a site share most of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from roofline_report.renderers.charts.page_data import clip_text
from roofline_report.renderers.charts.pictures.ink import ink, number, path_along, path_through
from roofline_report.renderers.charts.placement import NamedLine
from roofline_report.renderers.escaping import visible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from roofline_report.renderers.charts.boxes import Frame, Line
    from roofline_report.renderers.charts.pictures.frame import Scale
    from roofline_report.renderers.charts.plot import PlotCeiling

    _Point = tuple[float, float]

_NAME_LIMIT = 40
_FAR = 1e9
"""As far from the ridge point as the regions are drawn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Roofs:
    """The roofs of a picture.

    Attributes:
        markup: The regions below them, and they themselves.
        lines: Those that are within the frame.
        phone_lines: The same with words at the theoretical ones alone: a phone has no room for more.
        levels: The level of each of these: the key of its colour.
    """

    markup: str
    lines: tuple[NamedLine, ...]
    phone_lines: tuple[NamedLine, ...]
    levels: tuple[str, ...]


@lru_cache(maxsize=64)
def draw_roofs(scale: Scale, *, ceilings: tuple[PlotCeiling, ...], ridge: tuple[float, float] | None) -> Roofs:
    """Return roofs and regions of a picture.

    Raises:
        ValueError: A roof has an end without a place on a logarithmic axis.
    """
    placed = [(roof, scale.line(roof)) for roof in ceilings]
    lines = [(roof, line) for roof, line in placed if line is not None]
    regions = "" if ridge is None else _regions(scale, ceilings=ceilings, ridge=ridge)
    named = tuple(
        NamedLine(line=line, texts=_texts(roof, among=ceilings), measured=roof.measured) for roof, line in lines
    )
    has_theory = any(not roof.measured for roof, _ in lines)
    return Roofs(
        markup=regions + "".join(_roof_svg(roof, line) for roof, line in lines),
        lines=named,
        phone_lines=tuple(replace(each, texts=()) if each.measured and has_theory else each for each in named),
        levels=tuple(roof.level for roof, _ in lines),
    )


def _texts(roof: PlotCeiling, *, among: tuple[PlotCeiling, ...]) -> tuple[str, ...]:
    """Return what may stand on a roof: its colour names it where there is no room for a name, but not a flat one."""
    name = f"{clip_text(visible(roof.name), limit=_NAME_LIMIT)} {roof.value}"
    is_one_of_several = roof.level == "compute" and sum(other.level == "compute" for other in among) > 1
    return (name,) if is_one_of_several else (name, roof.value)


def _roof_svg(roof: PlotCeiling, line: Line) -> str:
    dashed = ' stroke-dasharray="6 4" stroke-width="1.75"' if roof.measured else ""
    return f'<path{ink(roof.level, "stroke")}{dashed} d="{path_along(line)}"/>'


def _regions(scale: Scale, *, ceilings: Iterable[PlotCeiling], ridge: tuple[float, float]) -> str:
    """Return the regions under the roofs, left and right of the ridge point, and the line between them."""
    x, y = ridge
    slopes = [y / x, *(roof.y_end / roof.x_end for roof in ceilings if roof.level != "compute")]
    corner = min(x, y / max(slopes))  # where the fastest memory meets the flat roof
    memory = [(corner / _FAR, y / _FAR), (corner, y), (x, y), (x, y / _FAR)]
    compute = [(x, y), (x * _FAR, y), (x * _FAR, y / _FAR), (x, y / _FAR)]
    parts = []
    for name, corners in (("memory-bound", memory), ("compute-bound", compute)):
        points = _clip([(scale.x.place(each_x), scale.y.place(each_y)) for each_x, each_y in corners], scale.frame)
        if points:
            # Without a style sheet there is no light shade, and no shade is better than a dark one.
            parts.append(f'<path class="roofline-ink-{name}" d="{path_through(points)}z"/>')
    foot, frame = scale.x.place(x), scale.frame
    top = max(scale.y.place(y), frame.y0)
    if frame.x0 <= foot <= frame.x1 and top < frame.y1:
        line = f"M{number(foot)} {number(frame.y1)}V{number(top)}"
        parts.append(f'<path{ink("line", "stroke")} stroke-width="1" stroke-dasharray="2 4" d="{line}"/>')
    return "".join(parts)


def _clip(points: list[_Point], frame: Frame) -> list[_Point]:
    """Return what of a convex area lies within a frame: it is cut along one side after the other."""
    sides: tuple[Callable[[_Point], float], ...] = (
        lambda point: point[0] - frame.x0,
        lambda point: frame.x1 - point[0],
        lambda point: point[1] - frame.y0,
        lambda point: frame.y1 - point[1],
    )
    for inside in sides:
        points = _cut(points, inside)
    return points


def _cut(points: list[_Point], inside: Callable[[_Point], float]) -> list[_Point]:
    """Return what of an area lies where a distance is not negative."""
    kept: list[_Point] = []
    for start, end in zip(points, points[1:] + points[:1], strict=True):
        at_start, at_end = inside(start), inside(end)
        if at_start >= 0:
            kept.append(start)
        if (at_start < 0) != (at_end < 0):
            share = at_start / (at_start - at_end)
            kept.append((start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])))
    return kept
