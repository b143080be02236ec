"""Which dots of a plot belong together, and the way from a kernel to its roof."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roofline_report.renderers.charts.plot import PlotGap, PlotKernel, PlotPoint, RooflinePlot

_MOST_JOINED: Final = 20
"""Lines between the dots of more kernels than these would hide the dots."""


def gap_of(plot: RooflinePlot) -> tuple[float, PlotGap] | None:
    """Return the way from the one kernel of a plot to its roof, and at which intensity it is; None of several."""
    for point in plot.drawn_points if plot.connect else ():
        gap = point.kernel.gap
        if gap is not None and gap.level == point.level:
            return point.x, gap
    return None


def joins_of(plot: RooflinePlot, named: Sequence[PlotKernel]) -> list[tuple[PlotPoint, PlotPoint]]:
    """Return the pairs of dots to join: those of one kernel at neighbouring levels.

    Args:
        plot: The plot.
        named: The kernels with a name; of many kernels only the dots of these are joined.
    """
    drawn = plot.drawn_kernels
    joined = {kernel.slug for kernel in (drawn if len(drawn) <= _MOST_JOINED else named)}
    pairs = pairwise(plot.drawn_points)
    return [(one, two) for one, two in pairs if one.kernel.slug == two.kernel.slug and one.kernel.slug in joined]
