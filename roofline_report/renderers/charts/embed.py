"""Charts as HTML and as files of the site.

A Bokeh figure costs about 100 ms to build and to serialise, so all charts share one that was serialised before. A page
carries its data alone, in an attribute: the one inline form that survives instant navigation, file://, a content
security policy without inline scripts, minifiers and search.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from html import escape
from importlib.metadata import version
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from roofline_report.renderers.addresses import READING_PATH
from roofline_report.renderers.asset import Asset
from roofline_report.renderers.charts import roofline
from roofline_report.renderers.charts.legend import render_legend
from roofline_report.renderers.charts.page_data import to_attribute
from roofline_report.renderers.charts.template import load_template
from roofline_report.renderers.escaping import html_text
from roofline_report.renderers.templating import page_link

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roofline_report.renderers.charts.plot import RooflinePlot

LOADER = "roofline.js"
"""The one script that every page loads; it fetches the rest where there is a chart."""

STYLE = "roofline.css"
STYLE_PARTS = ("colors.css", "chart.css", "tables.css", "pages.css")
RUNTIME = ("roofline-data.js", "roofline-words.js", "roofline-chart.js")
TEMPLATES = "templates.js"


@dataclass(frozen=True, slots=True, kw_only=True)
class Caption:
    """What stands below a chart.

    Attributes:
        title: What the chart is, as plain text; it also names the figure for a screen reader.
        sentences: What to know of it, as plain text: what can't be drawn is told here.
        explains_itself: The page is the lesson on reading charts; all others link to it.
    """

    title: str
    sentences: Sequence[str]
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
    linked = f' data-roofline-table="{escape(table_id)}"' if table_id is not None else ""
    title_id = f"{escape(figure_id)}-title"
    return (
        f'<figure class="roofline-figure" id="{escape(figure_id)}" aria-labelledby="{title_id}">'
        f"<div class=\"roofline-chart\"{linked} data-roofline='{data}'></div>"
        f"{render_legend(plot)}"
        f"{_caption_html(caption, title_id=title_id)}</figure>"
    )


def _caption_html(caption: Caption, *, title_id: str) -> str:
    parts = [f'<span class="roofline-title" id="{title_id}">{html_text(caption.title)}</span>']
    parts += [html_text(sentence) for sentence in caption.sentences]
    if not caption.explains_itself:
        parts.append(f'<a class="roofline-lesson" href="{page_link(READING_PATH)}">How to read this chart</a>')
    return f"<figcaption>{' '.join(parts)}</figcaption>"


def page_assets() -> tuple[Asset, ...]:
    """Return the files that every page loads: they sort tables, and fetch the others where there is a chart."""
    return (
        Asset(path=LOADER, content=_own(LOADER)),
        Asset(path=STYLE, content=b"\n".join(_own(name) for name in STYLE_PARTS)),
    )


def chart_assets() -> tuple[Asset, ...]:
    """Return the files that the loader fetches on pages with a chart; nothing is fetched from elsewhere."""
    # Bokeh is not imported: that takes longer than many a site takes to build.
    bokeh, bokeh_version = _bokeh_folder(), version("bokeh")
    # The name has the version in it, so that no browser mixes the library with another template.
    library = f"bokeh-{bokeh_version}.min.js"
    parts = {
        "version": bokeh_version,
        "bokeh": library,
        "runtime": list(RUNTIME),
        "templates": {roofline.TEMPLATE: load_template(bokeh_version=bokeh_version)},
    }
    script = f"RooflineReport.provide({json.dumps(parts, separators=(',', ':'), sort_keys=True)});\n"
    return (
        *(Asset(path=name, content=_own(name)) for name in RUNTIME),
        Asset(path=TEMPLATES, content=script.encode()),
        Asset(path=library, content=bokeh / "server" / "static" / "js" / "bokeh.min.js"),
        Asset(path="LICENSE-bokeh.txt", content=bokeh / "LICENSE.txt"),
    )


def _own(name: str) -> bytes:
    return (files("roofline_report.renderers") / "assets" / name).read_bytes()


def _bokeh_folder() -> Path:
    """Return where Bokeh is installed."""
    spec = find_spec("bokeh")
    if spec is None or spec.origin is None:
        msg = "Bokeh is not installed"
        raise ModuleNotFoundError(msg, name="bokeh")
    return Path(spec.origin).parent
