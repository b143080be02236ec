"""Charts as HTML.

A Bokeh figure costs about 100 ms to build and to serialise, so all charts share one that was serialised before. A page
carries its data alone, in an attribute: the one inline form that survives instant navigation, file://, a content
security policy without inline scripts, minifiers and search.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from roofline_report.renderers.addresses import READING_PATH
from roofline_report.renderers.charts import roofline
from roofline_report.renderers.charts.alternative import alternative_text
from roofline_report.renderers.charts.legend import render_legend
from roofline_report.renderers.charts.page_data import to_attribute
from roofline_report.renderers.charts.pictures.picture import draw_picture
from roofline_report.renderers.escaping import html_text
from roofline_report.renderers.links import numbers_html
from roofline_report.renderers.templating import page_link

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roofline_report.renderers.charts.pictures.picture import Picture
    from roofline_report.renderers.charts.plot import RooflinePlot

_NOTES_TITLE: Final = "How this was counted"
# What is shown alone, and the way back: for the script, which also takes it out of hiding.
_STATUS: Final = (
    '<div class="roofline-status" tabindex="-1" hidden><p role="status"></p>'
    '<button type="button" class="roofline-all" hidden>Show all</button></div>'
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Caption:
    """What stands below a chart.

    Attributes:
        title: What the chart is, as plain text; it also names the figure for a screen reader.
        sentences: What to know of it, as plain text: what can't be drawn is told here.
        downloads: Name and path of the files that hold its numbers.
        notes: How it was counted, as plain text, folded up: who looks at the chart need not read it first.
        explains_itself: The page is the lesson on reading charts; all others link to it.
    """

    title: str
    sentences: Sequence[str]
    downloads: Sequence[tuple[str, str]] = ()
    notes: Sequence[str] = ()
    explains_itself: bool = False


def figure_html(plot: RooflinePlot, caption: Caption, *, figure_id: str, table_id: str | None = None) -> str:
    """Return a chart as an HTML figure with legend and caption.

    Args:
        plot: What to show.
        caption: What stands below it.
        figure_id: Unique on the page; ids of parts begin with it.
        table_id: The id of the table whose rows the points belong to, or None.

    Raises:
        ValueError: The frame or a roof has a number that is not finite.
    """
    data = to_attribute(roofline.page_data(plot))
    linked = f' data-roofline-table="{html_text(table_id)}"' if table_id is not None else ""
    title_id = f"{html_text(figure_id)}-title"
    picture_id = f"{html_text(figure_id)}-picture"
    # It describes the drawn chart too, which hides it: what is hidden may still describe.
    picture = draw_picture(plot, description=alternative_text(plot), element_id=picture_id)
    return (
        f'<figure class="roofline-figure" id="{html_text(figure_id)}" aria-labelledby="{title_id}" '
        f'aria-describedby="{picture_id}">'
        f"<div class=\"roofline-chart\"{linked} data-roofline='{data}'>{picture.svg}</div>"
        f"{_left_out_html(picture, dots=len(plot.drawn_points))}"
        f"{_STATUS}{render_legend(plot)}"
        f"{_caption_html(caption, title_id=title_id)}</figure>"
    )


def _left_out_html(picture: Picture, *, dots: int) -> str:
    """Return what is said of a picture that does not show all; a drawn chart does, and hides it."""
    if not picture.left_out:
        return ""
    kept = dots - picture.left_out
    return f'<p class="roofline-left-out">This picture shows {kept:,} of {dots:,} dots: those with most GPU time.</p>'


def _caption_html(caption: Caption, *, title_id: str) -> str:
    parts = [f'<span class="roofline-title" id="{title_id}">{html_text(caption.title)}</span>']
    parts += [html_text(sentence) for sentence in caption.sentences]
    if caption.downloads:
        parts.append(numbers_html("Numbers of this chart", caption.downloads))
    if not caption.explains_itself:
        parts.append(f'<a class="roofline-lesson" href="{page_link(READING_PATH)}">How to read this chart</a>')
    if caption.notes:
        notes = html_text(" ".join(caption.notes))
        parts.append(f'<details class="roofline-sources"><summary>{_NOTES_TITLE}</summary><p>{notes}</p></details>')
    return f"<figcaption>{' '.join(parts)}</figcaption>"
