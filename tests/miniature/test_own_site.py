"""This project's own site: clean, complete, the same bytes each time."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from typing import TYPE_CHECKING

from roofline_report.devices.catalogue import load_packaged
from roofline_report.renderers.addresses import device_path
from roofline_report.report.devices import device_slugs
from tests.miniature.links import count_links, find_broken, find_repeated_titles
from tests.pipeline.folders import PROJECT

if TYPE_CHECKING:
    from pathlib import Path

    from tests.hosts.sites import BuiltSite

# Whatever devices the package knows has a page here.
DEVICE_PAGES = [
    f"performance/{device_path(slug).removesuffix('.md')}/index.html"
    for slug in device_slugs(load_packaged().devices).values()
]
# Two kernels do no floating-point operation, and their instructions were not counted.
WITHOUT_CHART = [
    "performance/index.html",
    "performance/devices/index.html",
    "performance/runs/a100-operators/relu-forward-large/index.html",
    "performance/runs/a100-operators/relu-forward-tiny/index.html",
]
OPERATORS = (
    "conv2d-grouped-direct-kernel-0-1-0-0-0-0-1-3-int-float-float-float-floa-5114110a",
    "cross-entropy-forward-large",
    "cross-entropy-forward-small",
    "dropout-forward-large",
    "dropout-forward-small",
    "fmha-fwd-loop-kernel-fmha-kernel-traits-128-32-16-1-4-8-half-0-0-0",
    "interpolate-forward",
    "linear-forward",
)
PAGES = [
    *WITHOUT_CHART,
    *DEVICE_PAGES,
    "performance/reading/index.html",
    "performance/runs/a100-kernels/index.html",
    "performance/runs/a100-kernels/kernel-a/index.html",
    "performance/runs/a100-kernels/kernel-b/index.html",
    "performance/runs/a100-operators/index.html",
    *(f"performance/runs/a100-operators/{kernel}/index.html" for kernel in OPERATORS),
    "performance/runs/v100s-transpose/index.html",
    "performance/runs/v100s-transpose/transposenaive/index.html",
]


def test_the_build_warns_of_nothing(own_site: BuiltSite) -> None:
    assert own_site.warnings == []


def test_these_are_all_pages_of_the_section(own_site: BuiltSite) -> None:
    built = (own_site.folder / "performance").rglob("*.html")
    assert sorted(path.relative_to(own_site.folder).as_posix() for path in built) == sorted(PAGES)


def test_every_title_is_unique(own_site: BuiltSite) -> None:
    assert find_repeated_titles(own_site.folder) == []


def test_every_page_has_a_description_of_its_own(own_site: BuiltSite) -> None:
    found = [re.findall('<meta name="description" content="([^"]*)"', own_site.read(page)) for page in PAGES]
    assert {len(descriptions) for descriptions in found} == {1}
    assert min(len(descriptions[0]) for descriptions in found) > 30
    assert len({descriptions[0] for descriptions in found}) == len(PAGES)


def test_no_link_is_broken(own_site: BuiltSite) -> None:
    assert find_broken(own_site.folder) == []
    assert count_links(own_site.folder) > 1000


def test_only_pages_with_a_chart_hold_chart_data(own_site: BuiltSite) -> None:
    with_chart = {page for page in PAGES if "data-roofline=" in own_site.read(page)}
    assert with_chart == set(PAGES) - set(WITHOUT_CHART)
    assert "data-roofline=" not in own_site.read("index.html")


def test_nothing_is_loaded_from_elsewhere(own_site: BuiltSite) -> None:
    for page in PAGES:
        sources = re.findall(r'<(?:script|link|img)[^>]+(?:src|href)="(https?:[^"]*)"', own_site.read(page))
        assert [source for source in sources if not source.startswith("https://example.org/")] == []


def test_bokehjs_comes_with_its_licence(own_site: BuiltSite) -> None:
    folder = own_site.folder / "assets" / "roofline"
    assert len(list(folder.glob("bokeh-*.min.js"))) == 1
    assert "Bokeh Contributors" in (folder / "LICENSE-bokeh.txt").read_text()


def build_bytes(folder: Path) -> dict[str, bytes]:
    subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--quiet", "--site-dir", str(folder)],
        cwd=PROJECT,
        env={**os.environ, "SOURCE_DATE_EPOCH": "1700000000", "PYTHONHASHSEED": folder.name[-1]},
        check=True,
        timeout=120,
        capture_output=True,
    )
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_two_builds_are_equal_byte_for_byte(tmp_path: Path) -> None:
    first, second = build_bytes(tmp_path / "site1"), build_bytes(tmp_path / "site2")
    assert first.keys() == second.keys()
    assert [name for name in first if first[name] != second[name]] == []
    assert str(PROJECT).encode() not in b"".join(content for name, content in first.items() if name.endswith(".html"))
