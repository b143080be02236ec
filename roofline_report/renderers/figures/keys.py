"""The legend of a picture: what its shapes, lines and sizes stand for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from roofline_report.renderers import quantities
from roofline_report.renderers.charts.roofline import MARKERS, dot_size_px

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from roofline_report.renderers.charts.plot import RooflinePlot
    from roofline_report.renderers.colors import Scheme
    from roofline_report.renderers.figures.dots import Dot

MOST_KERNELS: Final = 8
"""Kernels with a colour or a shape of their own that the legend tells."""
_SHARES: Final = (0.5, 0.1)
"""Shares of GPU time whose dots the legend shows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """One entry of a legend: dots or a line, and what they stand for.

    Attributes:
        text: What it stands for.
        color: "#rrggbb".
        marker: The shape of its dot; None where it is a line.
        size: The diameter of a circle of the dot's area, in points; None where it is as large as the letters.
        dashed: The line is dashed.
        has_more: What comes next belongs to it, and stands in the same row.
    """

    text: str
    color: str
    marker: str | None = None
    size: float | None = None
    dashed: bool = False
    has_more: bool = False


def keys_of(plot: RooflinePlot, dots: Sequence[Dot], *, scheme: Scheme, points_per_px: float) -> tuple[Key, ...]:
    """Return the legend of a plot: levels, kernels with a look of their own, kinds of lines, sizes.

    Args:
        plot: The plot.
        dots: Its dots.
        scheme: The colours.
        points_per_px: How many points stand for a pixel of a chart on a page.
    """
    return (
        *_levels(plot, dots, scheme=scheme),
        *_kernels(dots),
        *_lines(plot, scheme),
        *(_sizes(dots, scheme=scheme, points_per_px=points_per_px) if not plot.connect else ()),
    )


def _levels(plot: RooflinePlot, dots: Sequence[Dot], *, scheme: Scheme) -> Iterator[Key]:
    for level, name in plot.levels:
        of_level = [dot for dot in dots if dot.point.level == level]
        if any(dot.point.kernel.marker is None for dot in of_level):
            # Where every dot has the colour of its kernel, the shape alone tells the level.
            is_colored = any(not dot.is_own for dot in of_level)
            color = scheme.color(level if is_colored else "text")
            yield Key(text=name, color=color, marker=MARKERS.get(level, "circle"))


def _kernels(dots: Sequence[Dot]) -> list[Key]:
    """Return the kernels that run.yml gives a colour or a shape, those with most GPU time first."""
    own = {dot.point.kernel.slug: dot for dot in dots if dot.is_own or dot.point.kernel.marker is not None}
    by_time = sorted(own.values(), key=lambda dot: -(dot.point.kernel.time_share or 0.0))
    return [
        Key(text=dot.point.kernel.label, color=dot.color, marker=dot.point.kernel.marker or "circle")
        for dot in by_time[:MOST_KERNELS]
    ]


def _lines(plot: RooflinePlot, scheme: Scheme) -> Iterator[Key]:
    kinds = {roof.measured for roof in plot.ceilings}
    if True in kinds:
        if False in kinds:
            yield Key(text="theoretical roof", color=scheme.color("compute"))
        yield Key(text="measured roof", color=scheme.color("compute"), dashed=True)


def _sizes(dots: Sequence[Dot], *, scheme: Scheme, points_per_px: float) -> Iterator[Key]:
    if len({dot.size for dot in dots if dot.point.kernel.time_share is not None}) < 2:
        return  # There is nothing to compare.
    for share in _SHARES:
        is_last = share == _SHARES[-1]
        yield Key(
            text=f"{quantities.whole_percent(share)}{' of GPU time' if is_last else ''}",
            color=scheme.color("muted"),
            marker="circle",
            size=points_per_px * dot_size_px(share),
            has_more=not is_last,
        )
