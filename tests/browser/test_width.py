"""No page is wider than the window, whatever stands in its notices, in any theme."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roofline_report.readers.metrics.collection import load_collections
from tests.hosts.sites import build_site
from tests.pipeline.folders import nvprof_run

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

_HEADER = '"ID","Process ID","Kernel Name","Block Size","Grid Size","CC","Metric Name","Metric Unit","Metric Value"\n'
_DRAWN = ("smsp__thread_inst_executed.sum", "dram__sectors_read.sum", "dram__sectors_write.sum")
# The texts of what reaches beyond the right edge of the window, where the page is wider than it.
_TOO_WIDE = """() => document.documentElement.scrollWidth <= window.innerWidth ? [] :
  [...document.querySelectorAll("[class*=roofline] *")]
  .filter((each) => each.getBoundingClientRect().right > innerWidth)
  .map((each) => each.textContent.slice(0, 60))"""
_BROKEN_TERMS = """() => [...document.querySelectorAll(".roofline-notice dt")].filter((term) => {
  const words = document.createRange();
  words.selectNodeContents(term);
  return new Set([...words.getClientRects()].map((line) => line.top)).size > 1;
}).map((term) => term.textContent)"""


def ncu_row(metric: str, value: str) -> str:
    unit = next((unit for part, unit in (("time", "nsecond"), ("sectors", "sector")) if part in metric), "inst")
    return f'"0","7","lonely(int)","(64, 1, 1)","(8, 1, 1)","8.0","{metric}","{unit}","{value}"\n'


def runs_that_lack_much() -> dict[str, str]:
    """Return a run that can be drawn and lacks most metrics, and one that lacks everything but its time."""
    few = "".join(ncu_row(metric, "4096") for metric in ("gpu__time_duration.sum", *_DRAWN))
    return {
        "data/few/metrics.csv": _HEADER + few,
        "data/none/metrics.csv": _HEADER + ncu_row("gpu__time_duration.sum", "4096"),
        **{f"data/whole/{name}": text for name, text in nvprof_run("alpha(int)").items()},
    }


def test_the_command_that_collects_everything_has_no_blank_to_break_at() -> None:
    longest = max(len(word) for each in load_collections() for command in each.commands for word in command.split())
    assert longest > 500, "the notices of this test would fit into a window as they are"


@pytest.mark.parametrize("theme", ["mkdocs", "readthedocs", "material"])
def test_a_notice_with_a_long_command_fits_into_the_window(page: Page, tmp_path: Path, theme: str) -> None:
    look = {"name": theme, "font": False} if theme == "material" else {"name": theme}
    site = build_site(tmp_path, runs_that_lack_much(), config={"theme": look})
    addresses = sorted(site.folder.glob("performance/**/index.html"))
    assert len(addresses) > 5
    for width in (390, 1280):
        page.set_viewport_size({"width": width, "height": 900})
        for address in addresses:
            page.goto(address.as_uri())
            page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
            place = f"{address.relative_to(site.folder)} at {width}"
            assert page.evaluate(_TOO_WIDE) == [], place
            assert page.evaluate(_BROKEN_TERMS) == [], place
    assert "collect with" in site.read("performance/runs/none/index.html").lower()
