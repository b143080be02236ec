"""The legend under a roofline chart: plain HTML, so that it can be read, searched, printed and used by keyboard."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roofline_report.renderers.charts.roofline import MARKERS
from roofline_report.renderers.escaping import html_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roofline_report.renderers.charts.plot import PlotCeiling, RooflinePlot

# In a box of 16 x 16; drawn with the current colour, so that print keeps them (backgrounds are not printed).
_SIGNS: Final[Mapping[str, str]] = {
    "circle": '<circle cx="8" cy="8" r="5.5"/>',
    "diamond": '<path d="M8 1.5 13 8 8 14.5 3 8z"/>',
    "triangle": '<path d="M8 2 14.5 13.5h-13z"/>',
    "square": '<path d="M3 3h10v10H3z"/>',
    "hex": '<path d="M8 2l5.2 3v6L8 14l-5.2-3V5z"/>',
}
_SOLID = '<path d="M0 8h26" fill="none" stroke="currentColor" stroke-width="2.25"/>'
_DASHED = '<path d="M0 8h26" fill="none" stroke="currentColor" stroke-width="2.25" stroke-dasharray="6 4"/>'


def render_legend(plot: RooflinePlot) -> str:
    """Return the legend of a plot, or an empty text where nothing needs telling.

    A level stands with its theoretical roof, other roofs by themselves. The script makes a button of each.
    """
    used = {point.level for point in plot.drawn_points}
    levels = [(key, name) for key, name in plot.levels if key in used]
    own = {key: roof for key, name in levels if (roof := _own_roof(plot, key, name=name)) is not None}
    entries = [_level_entry(key, name, roof=own.get(key)) for key, name in levels]
    entries += [_roof_entry(roof) for roof in plot.ceilings if roof not in own.values()]
    return f'<ul class="roofline-legend">{"".join(entries)}</ul>' if entries else ""


def _own_roof(plot: RooflinePlot, level: str, *, name: str) -> PlotCeiling | None:
    """Return the theoretical roof of a level, where it has one that is called like it."""
    return next(
        (roof for roof in plot.ceilings if roof.level == level and roof.name == name and not roof.measured), None
    )


def _level_entry(key: str, name: str, *, roof: PlotCeiling | None) -> str:
    sign = _SIGNS[MARKERS.get(key, "circle")]
    value = "" if roof is None else f' <span class="roofline-value">{html_text(roof.value)}</span>'
    return (
        f'<li class="roofline-entry" data-level="{html_text(key)}" data-color="{html_text(key)}">'
        f'<svg class="roofline-sign" viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">{sign}</svg>'
        f"<span>{html_text(name)}{value}</span></li>"
    )


def _roof_entry(roof: PlotCeiling) -> str:
    line = _DASHED if roof.measured else _SOLID
    value = f"{roof.value} measured" if roof.measured else roof.value
    return (
        f'<li class="roofline-entry" data-roof="{html_text(roof.key)}" data-color="{html_text(roof.level)}">'
        f'<svg class="roofline-sign" viewBox="0 0 26 16" width="26" height="14" aria-hidden="true">{line}</svg>'
        f'<span>{html_text(roof.name)} <span class="roofline-value">{html_text(value)}</span></span></li>'
    )
