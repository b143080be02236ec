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

PAGE_SCRIPT = "roofline-pages.js"
"""What it fetches where there is anything of ours."""

CHART_SCRIPT = "roofline-charts.js"
"""What it fetches beside BokehJS where there is a chart."""

STYLE = "roofline.css"
STYLE_PARTS = (
    "colors.css",
    "chart.css",
    "picture.css",
    "controls.css",
    "models.css",
    "tables.css",
    "pages.css",
    "folds.css",
    "cards.css",
    "contrast.css",
)
# In one file each: a browser takes longer to ask for eight small files than to read them.
PAGE_PARTS = ("roofline-tables.js", "roofline-parts.js", "roofline-controls.js", "roofline-views.js")
CHART_PARTS = ("roofline-data.js", "roofline-boxes.js", "roofline-words.js", "roofline-chart.js")
_TOLD = b"} = {};"
"""Where the loader is told the names of the files."""


def page_assets() -> tuple[Asset, ...]:
    """Return the files that every page may load: what sorts tables, and what fetches the others where there is a chart.

    The loader knows the names of the others, so that a page need not load another file first to learn them.
    """
    told = {
        "library": _library(),
        "version": version("bokeh"),
        "pageScript": PAGE_SCRIPT,
        "chartScript": CHART_SCRIPT,
    }
    loader = _own(LOADER).replace(_TOLD, f"}} = {json.dumps(told)};".encode())
    return (
        Asset(path=LOADER, content=loader),
        Asset(path=PAGE_SCRIPT, content=_joined(*PAGE_PARTS)),
        Asset(path=STYLE, content=_joined(*STYLE_PARTS)),
    )


def chart_assets() -> tuple[Asset, ...]:
    """Return the files that the loader fetches on pages with a chart; nothing is fetched from elsewhere."""
    # A site without a chart need not import what makes one. Bokeh is never imported: that takes a second.
    from roofline_report.renderers.charts.roofline import TEMPLATE
    from roofline_report.renderers.charts.template import load_template

    bokeh = _bokeh_folder()
    templates = {TEMPLATE: load_template(bokeh_version=version("bokeh"))}
    provided = f"RooflineReport.provide({json.dumps(templates, separators=(',', ':'), sort_keys=True)});\n"
    return (
        Asset(path=CHART_SCRIPT, content=_joined(*CHART_PARTS) + provided.encode()),
        Asset(path=_library(), content=bokeh / "server" / "static" / "js" / "bokeh.min.js"),
        Asset(path="LICENSE-bokeh.txt", content=bokeh / "LICENSE.txt"),
    )


def chart_scripts() -> tuple[str, ...]:
    """Return the paths of the scripts that the loader fetches on pages with a chart."""
    return (_library(), PAGE_SCRIPT, CHART_SCRIPT)


def _library() -> str:
    """Return the name of the library, with its version, so that no browser mixes it with another template."""
    return f"bokeh-{version('bokeh')}.min.js"


def _joined(*names: str) -> bytes:
    return b"\n".join(_own(name) for name in names)


def _own(name: str) -> bytes:
    return (files("roofline_report.renderers") / "assets" / name).read_bytes()


def _bokeh_folder() -> Path:
    """Return where Bokeh is installed."""
    spec = find_spec("bokeh")
    if spec is None or spec.origin is None:
        msg = "Bokeh is not installed"
        raise ModuleNotFoundError(msg, name="bokeh")
    return Path(spec.origin).parent
