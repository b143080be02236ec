"""The scripts and styles that charts and tables need."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path

from roofline_report.renderers.charts import files


def test_assets_are_complete_and_version_bokeh() -> None:
    import bokeh

    assets = {asset.path: asset.content for asset in (*files.page_assets(), *files.chart_assets())}
    name = f"bokeh-{bokeh.__version__}.min.js"
    assert list(assets) == [
        "roofline.js",
        "roofline-pages.js",
        "roofline.css",
        "roofline-charts.js",
        name,
        "LICENSE-bokeh.txt",
    ]
    for path in (name, "LICENSE-bokeh.txt"):
        content = assets[path]
        assert isinstance(content, Path)
        assert content.is_file()
    loader = assets["roofline.js"]
    assert isinstance(loader, bytes)
    (told,) = re.findall(r"const \{ library, version, pageScript, chartScript \} = (.*);", loader.decode())
    assert json.loads(told) == {
        "library": name,
        "version": bokeh.__version__,
        "pageScript": "roofline-pages.js",
        "chartScript": "roofline-charts.js",
    }
    charts = assets["roofline-charts.js"]
    assert isinstance(charts, bytes)
    figures = json.loads(charts.decode().rpartition("RooflineReport.provide(")[2].removesuffix(");\n"))
    assert json.loads(figures["roofline"])["version"] == bokeh.__version__


def test_scripts_need_no_eval_no_fetch_and_no_other_host() -> None:
    for asset in (*files.page_assets(), *files.chart_assets()):
        if not isinstance(asset.content, bytes):
            continue
        text = asset.content.decode()
        assert not re.search(r"\beval\(|new Function|\bfetch\((?!\))|XMLHttpRequest|https?://|@import", text), (
            asset.path
        )


def test_the_script_of_every_page_is_small() -> None:
    (loader,) = [asset.content for asset in files.page_assets() if asset.path == files.LOADER]
    assert isinstance(loader, bytes)
    assert len(gzip.compress(loader, mtime=0)) < 5 * 1024
