"""What the pages of a built site weigh: scripts, chart data, search text."""

from __future__ import annotations

import gzip
import json
import re
from typing import TYPE_CHECKING

from benchmarks.rows import Row
from roofline_report.renderers.charts.files import LOADER

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

ASSETS = "assets/roofline"

_SCRIPT = re.compile(r"<script\b[^>]*>.*?</script>", re.DOTALL)
_SOURCE = re.compile(r'\bsrc="([^"]+)"')
_CHART_DATA = re.compile(r"data-roofline='([^']*)'")
_PICTURE = re.compile(r'<svg class="roofline-picture".*?</svg>', re.DOTALL)
_DOTS = re.compile(r"<g [^>]*fill-opacity=[^>]*>(.*?)</g>", re.DOTALL)
_KILO = 1000
_POINTS = 60


def script_rows(site: Path, plain_site: Path, *, chart_page: str) -> tuple[Row, Row]:
    """Return what a browser loads of our scripts on a page with a chart, and on one without.

    Args:
        site: A built site with the plugin.
        plain_site: The same pages without it: their scripts are not ours.
        chart_page: Path of a page with a chart.
    """
    added = _scripts(site, "index.html") - _scripts(plain_site, "index.html")
    plain = sum(_gzipped(_script_bytes(site, "index.html", script=script)) for script in added)
    # On a page with a chart the loader, which is among the scripts of every page, fetches all the others.
    loaded = {path.name: _gzipped(path.read_bytes()) for path in sorted((site / ASSETS).glob("*.js"))}
    ours = _scripts(site, chart_page) - _scripts(plain_site, chart_page)
    inline = sum(_gzipped(script.encode()) for script in ours if not _SOURCE.search(script))
    with_chart = sum(loaded.values()) + inline
    largest = max(loaded, key=lambda name: loaded[name])
    return (
        Row(
            key="c1",
            what="our scripts on a page with a chart, gzip",
            value=with_chart / _KILO,
            limit=400,
            unit="KB",
            parts=f"{len(loaded)} files, {largest} {loaded[largest] / _KILO:.1f} KB; inline {inline} B",
        ),
        Row(
            key="c2",
            what="our scripts on a page without one, gzip",
            value=plain / _KILO,
            # Nothing of ours but the loader may be there, however small.
            limit=5 if set(_names(added)) == {LOADER} else 0,
            unit="KB",
            parts=", ".join(sorted(_names(added))),
        ),
    )


def chart_data_row(page: Path, *, points: int, key: str) -> Row:
    """Return what the data of the chart of a page weigh per 60 points."""
    found = _CHART_DATA.findall(page.read_text(encoding="utf-8"))
    size = _gzipped("".join(found).encode())
    return Row(
        key=key,
        what=f"chart data of {points:,} points, gzip, per {_POINTS}",
        value=size / points * _POINTS / _KILO,
        limit=5,
        unit="KB",
        parts=f"{size / _KILO:.1f} KB in all",
    )


def count_points(page: Path) -> int:
    """Return how many dots the charts of a page have."""
    found = _CHART_DATA.findall(page.read_text(encoding="utf-8"))
    return sum(len(json.loads(_unescaped(text))["points"]["x"]) for text in found)


def picture_row(page: Path, *, key: str) -> Row:
    """Return what the heaviest picture of a chart on a page weighs."""
    found = _PICTURE.findall(page.read_text(encoding="utf-8"))
    largest = max(found, key=lambda picture: _gzipped(picture.encode()))
    return Row(
        key=key,
        what=f"picture of a chart with {_count_dots(largest):,} dots, gzip",
        value=_gzipped(largest.encode()) / _KILO,
        limit=5,
        unit="KB",
        parts=f"{len(largest.encode()) / _KILO:.1f} KB unpacked, one of {len(found)}",
    )


def search_row(site: Path, *, section: str) -> Row:
    """Return what an average page adds to the search index, without the names of kernels.

    Args:
        site: A built site.
        section: Where the generated pages stand.
    """
    index = json.loads((site / "search" / "search_index.json").read_text(encoding="utf-8"))
    ours = [entry for entry in index["docs"] if entry["location"].startswith(f"{section}/")]
    pages = {entry["location"].partition("#")[0] for entry in ours}
    text = "".join(json.dumps(entry, separators=(",", ":"), ensure_ascii=False) for entry in ours)
    # The name of a kernel stands in its title, in its addresses and in the lists of the overview.
    kernels = [entry for entry in ours if re.fullmatch(rf"{section}/runs/[^/]+/[^/]+/", entry["location"])]
    names = {name for entry in kernels for name in (entry["title"], entry["location"].split("/")[-2])}
    rest = re.sub("|".join(re.escape(name) for name in sorted(names, key=len, reverse=True)), "", text)
    return Row(
        key="e",
        what="search index per generated page, without names of kernels",
        value=len(rest.encode()) / len(pages) / _KILO,
        limit=1,
        unit="KB",
        parts=f"{len(pages):,} pages, {len(text.encode()) / _KILO:.0f} KB with the names",
    )


def _scripts(site: Path, page: str) -> set[str]:
    return set(_SCRIPT.findall((site / page).read_text(encoding="utf-8")))


def _script_bytes(site: Path, page: str, *, script: str) -> bytes:
    source = _SOURCE.search(script)
    return script.encode() if source is None else ((site / page).parent / source[1]).read_bytes()


def _names(scripts: Iterable[str]) -> list[str]:
    return [source[1].rpartition("/")[2] if (source := _SOURCE.search(script)) else "inline" for script in scripts]


def _gzipped(content: bytes) -> int:
    return len(gzip.compress(content, compresslevel=9, mtime=0))


def _count_dots(picture: str) -> int:
    return sum(dots.count("/>") for dots in _DOTS.findall(picture))


def _unescaped(text: str) -> str:
    return text.replace("&lt;", "<").replace("&gt;", ">").replace("&#39;", "'").replace("&amp;", "&")
