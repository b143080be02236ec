"""The kinds of pages that a report has, each with an example, for tests that look at all of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tests.pipeline.folders import PROJECT

FOLDER_OF_PICTURES: Final = PROJECT / "artifacts" / "pictures"
_RUNS: Final = "performance/runs"


@dataclass(frozen=True, slots=True, kw_only=True)
class PageKind:
    """An example of a kind of page.

    Attributes:
        name: What its pictures are named after.
        site: Which site it is on: "own" is that of this project, "made" that of made-up runs, "empty" one without data.
        address: Its address on that site.
        charts: How many charts are seen on it before anything is clicked.
    """

    name: str
    site: str
    address: str
    charts: int = 0


OWN_KINDS: Final = (
    PageKind(name="overview", site="own", address="performance/"),
    PageKind(name="run-of-several-models", site="own", address=f"{_RUNS}/a100-operators/", charts=1),
    PageKind(name="run-of-one-model", site="own", address=f"{_RUNS}/a100-kernels/", charts=1),
    PageKind(name="kernel", site="own", address=f"{_RUNS}/a100-operators/linear-forward/", charts=1),
    PageKind(name="kernel-without-chart", site="own", address=f"{_RUNS}/a100-operators/relu-forward-large/"),
    PageKind(name="device", site="own", address="performance/devices/nvidia-a100-sxm4-40gb/", charts=1),
    PageKind(name="devices", site="own", address="performance/devices/"),
    PageKind(name="reading", site="own", address="performance/reading/", charts=4),
    PageKind(name="written-by-hand", site="own", address="getting-started/"),
)
MADE_KINDS: Final = (
    PageKind(name="run-of-many-kernels", site="made", address=f"{_RUNS}/many/", charts=1),
    PageKind(name="run-of-odd-names", site="made", address=f"{_RUNS}/names/", charts=1),
    PageKind(name="run-with-warnings", site="made", address=f"{_RUNS}/warned/"),
    PageKind(name="kernel-with-warning", site="made", address=f"{_RUNS}/many/gather-kernel-5-float-69/", charts=1),
)
EMPTY_KIND: Final = PageKind(name="empty-overview", site="empty", address="performance/")
ALL_KINDS: Final = (*OWN_KINDS, *MADE_KINDS, EMPTY_KIND)

ALL_DRAWN: Final = """(charts) => {
  const seen = [...document.querySelectorAll(".roofline-chart")].filter((each) => each.checkVisibility());
  const isDrawn = (each) => each.dataset.rooflineState === "ready";
  const isFar = (each) => each.getBoundingClientRect().top > innerHeight + 400;
  const hasPicture = (each) => !each.dataset.rooflineState && each.querySelector("svg") !== null;
  return seen.length === charts && seen.every((each) => isDrawn(each) || (isFar(each) && hasPicture(each)));
}"""
"""Every chart that is seen is drawn, or shows its picture where nobody has scrolled to it, as many as said."""
