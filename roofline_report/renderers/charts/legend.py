"""The legend under a roofline chart: plain HTML, so that it can be read, searched, printed and used by keyboard."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roofline_report.renderers.charts.roofline import MARKERS
from roofline_report.renderers.escaping import html_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roofline_report.renderers.charts.plot import RooflinePlot

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
    """Return the legend of a plot, or an empty text where nothing needs telling."""
    used = {point.level for point in plot.drawn_points}
    entries = [_level_entry(key, name) for key, name in plot.levels if key in used]
    if any(roof.measured for roof in plot.ceilings):
        if not all(roof.measured for roof in plot.ceilings):
            entries.append(_line_entry(_SOLID, "theoretical roof"))
        entries.append(_line_entry(_DASHED, "measured roof"))
    return f'<ul class="roofline-legend">{"".join(entries)}</ul>' if entries else ""


def _level_entry(key: str, name: str) -> str:
    """Return the entry of a memory level; the script makes a button of it."""
    sign = _SIGNS[MARKERS.get(key, "circle")]
    return (
        f'<li class="roofline-entry" data-level="{html_text(key)}">'
        f'<svg class="roofline-sign" viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">{sign}</svg>'
        f"{html_text(name)}</li>"
    )


def _line_entry(line: str, text: str) -> str:
    """Return the entry of a kind of line."""
    svg = f'<svg class="roofline-sign" viewBox="0 0 26 16" width="26" height="14" aria-hidden="true">{line}</svg>'
    return f'<li class="roofline-entry roofline-entry-line">{svg}{text}</li>'
