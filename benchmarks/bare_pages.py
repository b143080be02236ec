"""Pages that embed a figure as Bokeh's documentation has it, to hold ours against."""

from __future__ import annotations

import html
import json
import re
from importlib.metadata import version
from typing import TYPE_CHECKING, Any, Final

from roofline_report.renderers.charts.files import LOADER, chart_assets
from roofline_report.renderers.charts.template import load_template

if TYPE_CHECKING:
    from pathlib import Path

    from roofline_report.renderers.charts.page_data import JsonValue

BARE: Final = "bare.html"
"""A page without a theme, with the figure alone."""

THEMED: Final = "themed.html"
"""A page of the theme, with the figure alone."""

BY_HAND: Final = "by-hand.html"
"""The page of the run, in its folder, with the figure in the place of our chart and without our scripts."""

_ASSETS: Final = "assets/roofline"
_CHART_DATA: Final = re.compile(r"data-roofline='([^']*)'")
_LOADER: Final = re.compile(rf'<script src="([./]*){_ASSETS}/{re.escape(LOADER)}"></script>')
_SCRIPT: Final = """const place = document.querySelector(".roofline-chart") || document.querySelector("article");
if (place.matches(".roofline-chart")) place.replaceChildren();
place.dataset.rooflineState = "ready"; // our style sheet shows no figure before
Bokeh.logger.set_level("warn");
Bokeh.embed.embed_item({item}, place).then(() => {{
  const page = Bokeh.documents[0];
  const tell = () => {{ window.drawn = performance.now(); }};
  if (page.is_idle) tell();
  else page.idle.connect(tell);
}});
"""
_PAGE: Final = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>bare</title>
<link rel="icon" href="data:,"><script src="{library}"></script></head>
<body><article></article><script src="bare.js"></script></body></html>
"""


def write_bare_pages(site: Path, *, run_page: str) -> None:
    """Write the three pages, all with the figure of the first chart of a run page.

    Raises:
        ValueError: A page of the site does not load our script.
    """
    library = next(asset.path for asset in chart_assets() if asset.path.startswith("bokeh-"))
    template = json.loads(load_template(bokeh_version=version("bokeh")))
    page = (site / run_page).read_text(encoding="utf-8")
    data = _CHART_DATA.search(page)
    item = _filled(template, json.loads(html.unescape(data[1] if data else "")))
    (site / "bare.js").write_text(_SCRIPT.format(item=json.dumps(item)), encoding="utf-8")
    (site / BARE).write_text(_PAGE.format(library=f"{_ASSETS}/{library}"), encoding="utf-8")
    home = (site / "index.html").read_text(encoding="utf-8")
    (site / THEMED).write_text(_with_bokeh(home, library), encoding="utf-8")
    (site / run_page).with_name(BY_HAND).write_text(_with_bokeh(page, library), encoding="utf-8")


def _with_bokeh(page: str, library: str) -> str:
    def scripts(ours: re.Match[str]) -> str:
        return f'<script src="{ours[1]}{_ASSETS}/{library}"></script><script src="{ours[1]}bare.js"></script>'

    changed, count = _LOADER.subn(scripts, page, count=1)  # where ours comes first
    if count != 1:
        msg = f"the page does not load {LOADER}"
        raise ValueError(msg)
    return _LOADER.sub("", changed)


def _filled(item: JsonValue, data: dict[str, Any]) -> JsonValue:
    """Return the figure with the dots and roofs of a page in it."""
    points, kernels, roofs = data["points"], data["kernels"], data["roofs"]
    columns = {
        "roofline-dots": {
            **{name: points[name] for name in ("x", "y", "intensity", "attainable", "share")},
            **{name: [kernels[name][at] for at in points["kernel"]] for name in ("size", "name", "full", "time")},
            "marker": [data["levels"][at][2] for at in points["level"]],
            "color": ["#0868ac"] * len(points["x"]),
            "fill": [0.6] * len(points["x"]),
            "edge": [1.25] * len(points["x"]),
        },
        "roofline-roofs": {
            **{name: roofs[name] for name in ("x0", "y0", "x1", "y1")},
            "dash": ["solid"] * len(roofs["x0"]),
            "color": ["#0868ac"] * len(roofs["x0"]),
            "alpha": [1] * len(roofs["x0"]),
            "width": [2] * len(roofs["x0"]),
        },
    }
    ranges = {f"roofline-{axis}": {"start": data[axis][1], "end": data[axis][2]} for axis in ("x", "y")}

    def fill(node: Any) -> None:
        if isinstance(node, list):
            for part in node:
                fill(part)
        elif isinstance(node, dict):
            attributes = node.get("attributes", {})
            name = attributes.get("name")
            if name in columns:
                attributes["data"] = {"type": "map", "entries": [list(each) for each in columns[name].items()]}
            attributes.update(ranges.get(name, {}))
            if name == "roofline-figure":
                attributes |= {"sizing_mode": "fixed", "width": 690, "height": 520}
            for part in node.values():
                fill(part)

    fill(item)
    return item
