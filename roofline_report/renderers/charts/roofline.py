"""The roofline chart: one Bokeh figure for any number of roofs and dots, and the data that a page fills it with.

The figure is authored here once. Nothing in it depends on a page: models that a page fills are found by their name in
`roofline-chart.js`, which also sets every colour, because colours follow the light or dark scheme of the page.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from roofline_report.renderers.charts.page_data import clip_text, round_all, round_for_drawing, without_middle

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bokeh.models import ColumnDataSource, Segment
    from bokeh.models.renderers import GlyphRenderer
    from bokeh.plotting import figure

    from roofline_report.renderers.charts.page_data import JsonValue
    from roofline_report.renderers.charts.plot import PlotCeiling, PlotKernel, RooflinePlot

TEMPLATE: Final = "roofline"

MARKERS: Final[Mapping[str, str]] = {
    "l1": "circle",
    "shared": "diamond",
    "l2": "triangle",
    "dram": "square",
    "compute": "hex",
}
"""The shape of each level, as Bokeh calls it: colour is never the only sign."""

_NAME_LIMIT = 120
_FULL_NAME_LIMIT = 400
_LARGEST_DOT_PX = 40.0
_SMALLEST_DOT_PX = 7.0
_PLAIN_DOT_PX = 11.0

# A tooltip stands in a shadow root, out of reach of a style sheet; custom properties are inherited into it.
_MUTED = "color:var(--roofline-muted)"
_CLAMPED = "display:-webkit-box;-webkit-box-orient:vertical;overflow:hidden;overflow-wrap:anywhere;"
# In dark pages Bokeh's lines between the tools would be the brightest thing in the chart.
_TOOLBAR_CSS = (
    ":host{--button-color:var(--roofline-muted)}.bk-divider{display:none!important}"
    "@media print{:host{visibility:hidden}}"
)
_POINT_ROWS = (
    ("Intensity", "intensity"),
    ("Achieved", "achieved"),
    ("Roof there", "attainable"),
    ("Reached of it", "share"),
    ("Verdict", "limiter"),
    ("Launches", "launches"),
    ("Time", "time"),
)


def draw_template() -> figure:
    """Return the figure, without data and without colours."""
    from bokeh.models import FixedTicker, InlineStyleSheet, PrintfTickFormatter, Range1d
    from bokeh.plotting import figure as new_figure

    chart = new_figure(
        x_axis_type="log",
        y_axis_type="log",
        x_range=Range1d(start=1, end=10, name="roofline-x"),
        y_range=Range1d(start=1, end=10, name="roofline-y"),
        tools="pan,wheel_zoom,box_zoom,reset,save",
        toolbar_location="right",
        sizing_mode="stretch_both",
        min_border_top=8,
        lod_threshold=None,
        name="roofline-figure",
    )
    chart.border_fill_color = None
    chart.background_fill_color = None
    chart.outline_line_color = None
    chart.toolbar.logo = None
    chart.toolbar.stylesheets = [InlineStyleSheet(css=_TOOLBAR_CSS)]
    # With an active drag or scroll tool a finger or a wheel over the chart would not move the page.
    chart.toolbar.active_drag = None
    chart.toolbar.active_scroll = None
    for side, axis in (("x", chart.xaxis[0]), ("y", chart.yaxis[0])):
        axis.name = f"roofline-{side}-axis"
        # The script fills it: that of a logarithmic axis has hardly a number where less than two decades are seen.
        axis.ticker = FixedTicker(ticks=[], name=f"roofline-{side}-ticker")
        axis.update(
            formatter=PrintfTickFormatter(format="%.6g"),  # 0.01, 0.1, 1, 10: plain decades
            major_tick_in=0,
            minor_tick_out=3,
        )
        axis.axis_label_text_font_style = "normal"
        axis.axis_label_text_font_size = "13px"
        axis.major_label_text_font_size = "12px"
    _add_roofs(chart)
    _add_dots(chart)
    _add_words(chart)
    return chart


def _source(name: str, columns: str) -> ColumnDataSource:
    """Return an empty source with the given columns."""
    from bokeh.models import ColumnDataSource as NewSource

    return NewSource(data={column: [] for column in columns.split()}, name=f"roofline-{name}")


def _add_roofs(chart: figure) -> None:
    """Add the shading, the roofs and their tooltip."""
    from bokeh.models import HoverTool

    chart.patches(
        "xs", "ys", source=_source("shades", "xs ys color"), fill_color="color", line_color=None, level="image"
    )
    chart.segment(
        "x0", "y0", "x1", "y1", source=_source("ridge", "x0 y0 x1 y1 color"), line_color="color", line_dash="dotted"
    )
    roofs = chart.segment(
        "x0",
        "y0",
        "x1",
        "y1",
        source=_source("roofs", "x0 y0 x1 y1 color dash alpha width label hover"),
        line_color="color",
        line_dash="dash",
        line_alpha="alpha",
        line_width="width",
    )
    tooltip = (
        f'<div style="max-width:min(20rem,80vw);{_CLAMPED}-webkit-line-clamp:3;font-weight:600">@label</div>'
        f'<div style="max-width:min(20rem,80vw);{_CLAMPED}-webkit-line-clamp:5;{_MUTED}">@hover</div>'
    )
    chart.add_tools(
        HoverTool(renderers=[roofs], tooltips=tooltip, visible=False, show_arrow=False, line_policy="none", limit=2)
    )


def _add_dots(chart: figure) -> None:
    """Add the lines between dots, the dots, their tooltip and their selection."""
    from bokeh.models import HoverTool, TapTool

    chart.multi_line("xs", "ys", source=_source("links", "xs ys color"), line_color="color", line_dash="2 3")
    _add_gap(chart)
    dots = chart.scatter(
        "x",
        "y",
        marker="marker",
        size="size",
        source=_source(
            "dots",
            "x y marker size color fill edge "
            "name full level intensity achieved attainable share limiter launches time note",
        ),
        fill_color="color",
        fill_alpha="fill",
        line_color="color",
        line_width="edge",
        nonselection_fill_alpha=0.07,
        nonselection_line_alpha=0.16,
        selection_fill_alpha=0.85,
    )
    rows = "".join(
        f'<span style="{_MUTED}">{label}</span><span style="overflow-wrap:anywhere">@{{{column}}}</span>'
        for label, column in _POINT_ROWS
    )
    # Never {safe}: the texts come from profiler files. Without it Bokeh escapes what it puts in.
    tooltip = (
        '<div style="max-width:min(22rem,80vw)">'
        f'<div style="{_CLAMPED}-webkit-line-clamp:2;font-weight:600">@name</div>'
        f'<div style="{_CLAMPED}-webkit-line-clamp:3;font-size:.86em;{_MUTED}">@full</div>'
        '<div style="display:grid;grid-template-columns:auto 1fr;gap:.1em .8em;margin-top:.35em">'
        f'<span style="{_MUTED}">Level</span><span style="font-weight:600">@level</span>{rows}</div>'
        f'<div style="margin-top:.35em;{_MUTED}">@note</div></div>'
    )
    chart.add_tools(HoverTool(renderers=[dots], tooltips=tooltip, visible=False, show_arrow=False, limit=3))
    targets = _add_targets(chart)
    chart.add_tools(TapTool(renderers=[dots, targets], visible=False))


def _add_targets(chart: figure) -> GlyphRenderer[Segment]:
    """Add what a click on a roof hits: lines as wide as a finger needs, which cannot be seen."""
    return chart.segment(
        "x0",
        "y0",
        "x1",
        "y1",
        source=_source("targets", "x0 y0 x1 y1"),
        line_width=11,
        line_alpha=0,
        nonselection_line_alpha=0,
        level="underlay",
    )


def _add_gap(chart: figure) -> None:
    """Add the way from a kernel to its nearest roof: a line that ends at a bar on the roof."""
    gap = _source("gap", "x y0 y1 color")
    chart.segment("x", "y0", "x", "y1", source=gap, line_color="color", line_width=1.5)
    chart.scatter("x", "y1", marker="dash", size=13, source=gap, line_color="color", line_width=2)


def _add_words(chart: figure) -> None:
    """Add the words, and the lines that lead to some, last: a dot is seen around a word, a word under a dot is lost.

    Bokeh strokes the outline of a text over its filling, so the halo is a text of its own below.
    """
    words = _source("words", "x y text angle color halo size x0 y0 x1 y1")
    chart.segment("x0", "y0", "x1", "y1", source=words, line_color="color", level="annotation")
    for looks in (
        {"text_color": None, "text_outline_color": "halo", "text_outline_width": 4},
        {"text_color": "color"},
    ):
        chart.text(
            "x",
            "y",
            text="text",
            angle="angle",
            source=words,
            text_font_size="size",
            text_align="center",
            text_baseline="middle",
            level="annotation",
            **looks,
        )


def page_data(plot: RooflinePlot) -> JsonValue:
    """Return what a page carries of a plot: columns, and every long text once.

    Raises:
        ValueError: A frame, a roof or the ridge point is not finite.
    """
    points, kernels = plot.drawn_points, plot.drawn_kernels
    index = {kernel.slug: position for position, kernel in enumerate(kernels)}
    levels = list(dict.fromkeys([key for key, _ in plot.levels] + [point.level for point in points]))
    names = dict(plot.levels) | {point.level: point.level_name for point in points}
    return {
        "template": TEMPLATE,
        "x": [plot.x_label, *round_all((plot.frame.x_min, plot.frame.x_max))],
        "y": [plot.y_label, *round_all((plot.frame.y_min, plot.frame.y_max))],
        "ridge": None if plot.ridge_point is None else round_all(plot.ridge_point),
        "connect": plot.connect,
        "roofs": _roof_columns(plot.ceilings),
        "levels": [[key, names.get(key, key), MARKERS.get(key, "circle")] for key in levels],
        "kernels": _kernel_columns(kernels, levels=levels, connect=plot.connect),
        "points": {
            "kernel": [index[point.kernel.slug] for point in points],
            "level": [levels.index(point.level) for point in points],
            "x": round_all(point.x for point in points),
            "y": round_all(point.y for point in points),
            "intensity": [point.intensity for point in points],
            "attainable": [point.attainable for point in points],
            "share": [point.share_of_roof for point in points],
        },
    }


def _roof_columns(roofs: Sequence[PlotCeiling]) -> JsonValue:
    """Return the roofs as columns."""
    return {
        "key": [roof.key for roof in roofs],
        "level": [roof.level for roof in roofs],
        "name": [clip_text(roof.name, limit=_NAME_LIMIT) for roof in roofs],
        "value": [roof.value for roof in roofs],
        "hover": [clip_text(roof.hover, limit=_FULL_NAME_LIMIT) for roof in roofs],
        "dashed": [int(roof.measured) for roof in roofs],
        "x0": round_all(roof.x_start for roof in roofs),
        "y0": round_all(roof.y_start for roof in roofs),
        "x1": round_all(roof.x_end for roof in roofs),
        "y1": round_all(roof.y_end for roof in roofs),
    }


def _kernel_columns(kernels: Sequence[PlotKernel], *, levels: Sequence[str], connect: bool) -> JsonValue:
    """Return what is told once per kernel; a full name that is the short one again is left out."""
    # Nearly always there is no colour and no marker of a kernel's own, and then there is no column.
    own = {
        name: [getattr(kernel, name) for kernel in kernels]
        for name in ("color", "marker")
        if any(getattr(kernel, name) for kernel in kernels)
    }
    return {
        **own,
        "slug": [kernel.slug for kernel in kernels],
        "name": [without_middle(kernel.label, limit=_NAME_LIMIT) for kernel in kernels],
        "full": [
            "" if kernel.full_name == kernel.label else clip_text(kernel.full_name, limit=_FULL_NAME_LIMIT)
            for kernel in kernels
        ],
        "launches": [kernel.launches for kernel in kernels],
        "time": [kernel.time for kernel in kernels],
        "achieved": [kernel.achieved for kernel in kernels],
        "limiter": [kernel.limiter for kernel in kernels],
        "size": [dot_size_px(None if connect else kernel.time_share) for kernel in kernels],
        "share": [None if kernel.time_share is None else round_for_drawing(kernel.time_share) for kernel in kernels],
        "gap": [_gap(kernel, levels=levels) for kernel in kernels],
    }


def _gap(kernel: PlotKernel, *, levels: Sequence[str]) -> JsonValue:
    """Return [level, from, to, whether at its own clock, what may stand at it] of the way to a roof, or None."""
    gap = kernel.gap
    if gap is None or gap.level not in levels:
        return None
    return [levels.index(gap.level), *round_all((gap.y_start, gap.y_end)), int(gap.is_at_own_clock), *gap.texts]


def dot_size_px(time_share: float | None) -> int | float:
    """Return the width of a dot: its area is the share of GPU time, down to a size that can still be hit."""
    if time_share is None or not math.isfinite(time_share):
        return _PLAIN_DOT_PX
    width = _LARGEST_DOT_PX * math.sqrt(min(max(time_share, 0.0), 1.0))
    return round_for_drawing(round(max(_SMALLEST_DOT_PX, width), 1))
