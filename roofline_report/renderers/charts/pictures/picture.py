"""The static picture of a roofline: an SVG that needs neither a browser nor a script to be made.

It stands in the page where the chart will be drawn, and is all that a reader without JavaScript and a printed page
have. It is scaled with its place, so its words are set twice: for a page, on which it is about as wide as here, and
larger and fewer for a phone, on which it is half as wide. Colours follow the page by classes; for whoever reads no
style sheet they stand in attributes too.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from roofline_report.renderers.charts.boxes import Frame
from roofline_report.renderers.charts.pictures.axes import HEIGHT, PAGE, PHONE, WIDTH, draw_axes
from roofline_report.renderers.charts.pictures.backdrop import draw_roofs
from roofline_report.renderers.charts.pictures.dots import dots_svg, gap_line, gap_svg, links_svg, place_dots
from roofline_report.renderers.charts.pictures.frame import scale_of
from roofline_report.renderers.charts.pictures.ink import ink, number
from roofline_report.renderers.charts.pictures.lettering import scene_of, words_svg
from roofline_report.renderers.escaping import html_text

if TYPE_CHECKING:
    from roofline_report.renderers.charts.plot import RooflinePlot

MOST_DOTS: Final = 300
"""Dots in a picture: a few hundred say as much as all of them, and weigh less."""

_MOST_LABELS_ON_PHONE: Final = 3

_SMALL_WIDTH, _SMALL_HEIGHT = 260, 150
_MOST_SMALL_DOTS: Final = 100
_SMALL_DOT: Final = 0.5
_SMALL_EDGE_PX: Final = 5.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A picture of a chart.

    Attributes:
        svg: The picture.
        left_out: How many dots of the chart are not in it.
    """

    svg: str
    left_out: int


def draw_picture(plot: RooflinePlot, *, description: str, element_id: str) -> Picture:
    """Return the picture of a chart.

    Args:
        plot: What to show.
        description: What a reader is told who does not see it, as plain text.
        element_id: Unique on the page.

    Raises:
        ValueError: A roof or the ridge point has no place on a logarithmic axis.
    """
    axes = draw_axes(plot.frame, x_label=plot.x_label, y_label=plot.y_label)
    scale = axes.scale
    roofs = draw_roofs(scale, ceilings=plot.ceilings, ridge=plot.ridge_point)
    placed = place_dots(plot, scale, most=MOST_DOTS)
    gap = gap_line(placed, scale) if plot.connect else None
    scene = scene_of(plot, scale, roofs=roofs, placed=placed, gap=gap)
    on_page = words_svg(scene, roofs.levels, size=PAGE.word_px)
    narrow = replace(
        scene, roofs=roofs.phone_lines, labels=scene.labels[:_MOST_LABELS_ON_PHONE], taken=(axes.phone_label,)
    )
    on_phone = words_svg(narrow, roofs.levels, size=PHONE.word_px)
    svg = (
        f'<svg class="roofline-picture" id="{html_text(element_id)}" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'role="img" aria-label="{html_text(description)}">'
        f'<g class="roofline-lines" fill="none" stroke-width="2.25">{axes.grid}{roofs.markup}{axes.axes}'
        f"{links_svg(placed) if plot.connect else ''}{'' if gap is None else gap_svg(gap)}"
        f"</g>{_dots_group(dots_svg(placed), width=1.25)}"
        f'<g text-anchor="middle">{axes.numbers}'
        f'<g class="roofline-for-page" font-size="{number(PAGE.word_px)}">{axes.page_labels}{on_page}</g>'
        f'<g class="roofline-for-phone" font-size="{number(PHONE.word_px)}" display="none">'
        f"{axes.phone_labels}{on_phone}</g></g></svg>"
    )
    return Picture(svg=svg, left_out=len(plot.drawn_points) - len(placed))


def preview_svg(plot: RooflinePlot) -> str:
    """Return a small picture of a chart, without words, for a place that tells in words what it shows.

    Raises:
        ValueError: A roof or the ridge point has no place on a logarithmic axis.
    """
    edge = _SMALL_EDGE_PX
    scale = scale_of(plot.frame, Frame(x0=edge, y0=edge, x1=_SMALL_WIDTH - edge, y1=_SMALL_HEIGHT - edge))
    theory = tuple(roof for roof in plot.ceilings if not roof.measured)
    roofs = draw_roofs(scale, ceilings=theory or plot.ceilings, ridge=plot.ridge_point)
    placed = place_dots(plot, scale, most=_MOST_SMALL_DOTS, shrunk=_SMALL_DOT)
    frame = scale.frame
    axes = f"M{number(frame.x0)} {number(frame.y0)}V{number(frame.y1)}H{number(frame.x1)}"
    return (
        f'<svg class="roofline-preview" viewBox="0 0 {_SMALL_WIDTH} {_SMALL_HEIGHT}" aria-hidden="true">'
        f'<g class="roofline-lines" fill="none" stroke-width="1.5">{roofs.markup}'
        f'<path{ink("line", "stroke")} stroke-width="1" d="{axes}"/></g>'
        f"{_dots_group(dots_svg(placed), width=0.75)}</svg>"
    )


def _dots_group(dots: str, *, width: float) -> str:
    return f'<g class="roofline-dots" fill-opacity=".6" stroke-width="{width}">{dots}</g>' if dots else ""
