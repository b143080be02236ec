"""A chart in words, for who does not see it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roofline_report.renderers.charts.page_data import clip_text
from roofline_report.renderers.grammar import counted

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roofline_report.renderers.charts.plot import PlotKernel, RooflinePlot

_MOST_KERNELS: Final = 5
"""Kernels that are told of: those with most GPU time. The table has all."""
_NAME_LIMIT: Final = 80


def alternative_text(plot: RooflinePlot) -> str:
    """Return what a chart shows: verdicts of its kernels, or their levels, or its roofs where nothing else is there."""
    kernels = plot.drawn_kernels
    if not kernels:
        return f"Roofs: {_listed(roof.label for roof in plot.ceilings)}." if plot.ceilings else "Axes alone."
    if plot.connect:
        levels = (f"{point.level_name} at {point.share_of_roof} of its roof there" for point in plot.drawn_points)
        return f"{_kernel_text(kernels[0])} {_listed(levels)}."
    texts = [_kernel_text(kernel) for kernel in kernels[:_MOST_KERNELS]]
    more = len(kernels) - len(texts)
    return " ".join([*texts, *([f"{counted(more, 'more kernel')} in the table."] if more > 0 else [])])


def _kernel_text(kernel: PlotKernel) -> str:
    gap = "" if kernel.gap is None else f", {kernel.gap.texts[0]}"
    return f"{clip_text(kernel.label, limit=_NAME_LIMIT)}: {kernel.limiter}{gap}."


def _listed(texts: Iterable[str]) -> str:
    return "; ".join(texts)
