"""How soon a page of ours is drawn, and how soon it answers, in a headless browser."""

from __future__ import annotations

import html
import json
import re
import shutil
import threading
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from statistics import median
from typing import TYPE_CHECKING, Any

from playwright.sync_api import sync_playwright

from benchmarks.rows import Row
from roofline_report.renderers.charts.files import chart_assets

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser

    from roofline_report.renderers.charts.page_data import JsonValue

_FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync"]
_BARE = "bare.html"
_THEMED = "themed.html"
_TURNS = 21
_CHART_DATA = re.compile(r"data-roofline='([^']*)'")
# When the first chart of our page was ready, on the page's own clock.
_WHEN_READY = """
new MutationObserver((changes, observer) => {
  if (!document.querySelector('[data-roofline-state="ready"]')) return;
  window.drawn = performance.now();
  observer.disconnect();
}).observe(document, { subtree: true, attributes: true, attributeFilter: ["data-roofline-state"] });
"""
# The same figure embedded as Bokeh's documentation has it.
_BARE_SCRIPT = """Bokeh.logger.set_level("warn");
Bokeh.embed.embed_item({item}, document.querySelector("article")).then(() => {{
  const page = Bokeh.documents[0];
  const tell = () => {{ window.drawn = performance.now(); }};
  if (page.is_idle) tell();
  else page.idle.connect(tell);
}});
"""
_BARE_PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>bare</title>
<link rel="icon" href="data:,"><script src="{library}"></script></head>
<body><article></article><script src="bare.js"></script></body></html>
"""
# From a change of the view to the frame after the one that shows it; the median of some turns.
_ANSWER = """async (actions) => {{
  const view = RooflineReport.viewOf(document.querySelector(".roofline-chart"));
  const slugs = [...view.kernels.keys()];
  const times = [];
  for (let turn = 0; turn < {turns}; turn += 1) {{
    await new Promise((resolve) => setTimeout(resolve, 60));
    const start = performance.now();
    {act}
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    times.push(performance.now() - start);
  }}
  return times;
}}"""
_ACTIONS = {
    "filter by text": 'view.change({ find: turn % 2 ? "" : "kernel_1" }, { isReplaced: true });',
    "isolate a kernel": "view.change({ kernel: slugs[turn] }, { isReplaced: true });",
}


def browsing_rows(small: Path, large: Path, *, run_page: str, rounds: int) -> Iterator[Row]:
    """Measure and yield the rows of the browser.

    Args:
        small: A built site with few kernels, whose first chart is waited for.
        large: A built site with 2,000 kernels.
        run_page: The page of the run in both.
        rounds: How often each page is loaded.
    """
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=_FLAGS)
        yield from _first_chart_rows(browser, small, run_page=run_page, rounds=rounds)
        yield from _answer_rows(browser, large, run_page=run_page)
        browser.close()


def _first_chart_rows(browser: Browser, site: Path, *, run_page: str, rounds: int) -> Iterator[Row]:
    _write_bare_pages(site, run_page=run_page)
    with _served(site) as address:
        times = [
            [_drawn_ms(browser, f"{address}/{path}") for path in (run_page, _THEMED, _BARE)] for _ in range(rounds + 1)
        ][1:]  # the first round warms the browser up
    ours, *others = (median(each) for each in zip(*times, strict=True))
    names = ("a page of the theme with that figure alone", "a page without a theme with that figure alone")
    for place, (name, limit) in enumerate(zip(names, (1.2, 2.0), strict=True), start=1):
        yield Row(
            key=f"i{place}",
            what=f"first chart drawn : {name}",
            value=median(each[0] / each[place] for each in times),
            limit=limit,
            unit="x",
            parts=f"{rounds} rounds, {ours:.0f} ms : {others[place - 1]:.0f} ms, nothing cached",
        )


def _answer_rows(browser: Browser, site: Path, *, run_page: str) -> Iterator[Row]:
    with _served(site) as address:
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        page.goto(f"{address}/{run_page}", wait_until="networkidle")
        page.wait_for_function("window.RooflineReport.live.size > 0")
        page.wait_for_selector('.roofline-chart[data-roofline-state="ready"]')
        kernels = page.evaluate("RooflineReport.viewOf(document.querySelector('.roofline-chart')).kernels.size")
        for position, (what, act) in enumerate(_ACTIONS.items(), start=1):
            times = page.evaluate(_ANSWER.format(turns=_TURNS, act=act))
            yield Row(
                key=f"j{position}",
                what=f"{what}, {kernels:,} kernels",
                value=median(times),
                limit=100,
                unit="ms",
                parts=f"median of {len(times)}, {min(times):.0f} to {max(times):.0f} ms",
            )
        page.close()


def _drawn_ms(browser: Browser, address: str) -> float:
    """Load a page into an empty cache, and return when its first chart was drawn."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.add_init_script(_WHEN_READY)
    page.goto(address)
    page.wait_for_function("window.drawn !== undefined")
    drawn = float(page.evaluate("window.drawn"))
    context.close()
    return drawn


def _write_bare_pages(site: Path, *, run_page: str) -> None:
    """Write two pages with the figure of a run page: one of the theme, and one with nothing but the figure."""
    folder = site / "assets" / "roofline"
    library = next(asset.path for asset in chart_assets() if asset.path.startswith("bokeh-"))
    script = (folder / "templates.js").read_text(encoding="utf-8")
    templates = json.loads(script.removeprefix("RooflineReport.provide(").removesuffix(");\n"))
    data = _CHART_DATA.search((site / run_page).read_text(encoding="utf-8"))
    item = _filled(json.loads(templates["roofline"]), json.loads(html.unescape(data[1] if data else "")))
    (site / "bare.js").write_text(_BARE_SCRIPT.format(item=json.dumps(item)), encoding="utf-8")
    source = f"assets/roofline/{library}"
    (site / _BARE).write_text(_BARE_PAGE.format(library=source), encoding="utf-8")
    home = (site / "index.html").read_text(encoding="utf-8")
    ours = re.compile(r'<script src="assets/roofline/roofline.js"></script>')
    themed, count = ours.subn(f'<script src="{source}"></script><script src="bare.js"></script>', home)
    if count != 1:
        msg = f"{site / 'index.html'} does not load our script once, but {count} times"
        raise ValueError(msg)
    (site / _THEMED).write_text(themed, encoding="utf-8")


def _filled(item: JsonValue, data: dict[str, Any]) -> JsonValue:
    """Return the figure with the dots and roofs of a page in it."""
    points, kernels, roofs = data["points"], data["kernels"], data["roofs"]
    columns = {
        "roofline-dots": {
            **{name: points[name] for name in ("x", "y", "intensity", "attainable", "share")},
            **{name: [kernels[name][at] for at in points["kernel"]] for name in ("size", "name", "full", "time")},
            "marker": [data["levels"][at][2] for at in points["level"]],
            "color": ["#0868ac"] * len(points["x"]),
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


class _QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name of the standard library
        pass


@contextmanager
def _served(folder: Path) -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_QuietHandler, directory=str(folder))) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()
        thread.join()
