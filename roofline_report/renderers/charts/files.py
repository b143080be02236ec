"""The scripts and styles that charts and tables need, as files of the site."""

from __future__ import annotations

import json
from importlib.metadata import version
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path

from roofline_report.renderers.asset import Asset

LOADER = "roofline.js"
"""The one script that every page loads; it fetches the rest where there is a table or a chart."""

PAGE_SCRIPTS = ("roofline-tables.js", "roofline-controls.js", "roofline-views.js")
"""What it fetches where there is anything of ours; it knows these names itself."""

STYLE = "roofline.css"
STYLE_PARTS = ("colors.css", "chart.css", "controls.css", "models.css", "tables.css", "pages.css")
RUNTIME = ("roofline-data.js", "roofline-words.js", "roofline-chart.js")
TEMPLATES = "templates.js"


def page_assets() -> tuple[Asset, ...]:
    """Return the files that every page loads: they sort tables, and fetch the others where there is a chart."""
    return (
        *(Asset(path=name, content=_own(name)) for name in (LOADER, *PAGE_SCRIPTS)),
        Asset(path=STYLE, content=b"\n".join(_own(name) for name in STYLE_PARTS)),
    )


def chart_assets() -> tuple[Asset, ...]:
    """Return the files that the loader fetches on pages with a chart; nothing is fetched from elsewhere."""
    # A site without a chart need not import what makes one. Bokeh is never imported: that takes a second.
    from roofline_report.renderers.charts.roofline import TEMPLATE
    from roofline_report.renderers.charts.template import load_template

    bokeh, bokeh_version = _bokeh_folder(), version("bokeh")
    # The name has the version in it, so that no browser mixes the library with another template.
    library = f"bokeh-{bokeh_version}.min.js"
    parts = {
        "version": bokeh_version,
        "bokeh": library,
        "runtime": list(RUNTIME),
        "templates": {TEMPLATE: load_template(bokeh_version=bokeh_version)},
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
