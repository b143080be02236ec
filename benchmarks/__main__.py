"""Measure and print: `python -m benchmarks`, or `make bench`."""

from __future__ import annotations

import argparse
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.browsing import browsing_rows
from benchmarks.building import build, compare, plain_pages, write_project
from benchmarks.handwritten import pages_as_markdown
from benchmarks.machine import describe_machine
from benchmarks.profiles import write_run
from benchmarks.reading import reading_rows
from benchmarks.rows import Row, as_markdown
from benchmarks.weights import chart_data_row, count_points, picture_row, script_rows, search_row

if TYPE_CHECKING:
    from collections.abc import Iterator

SECTION = "performance"
RUN = "synthetic"
RUN_PAGE = f"{SECTION}/runs/{RUN}/index.html"


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """How much is measured.

    Attributes:
        kernels: Kernels of the run that is held against hand-written pages.
        many_kernels: Kernels of the run that shows whether time grows in step.
        plain_pages: Pages of the site without data.
        rounds: How often a pair of large sites is built.
        plain_rounds: How often a pair of sites without data is built.
        reading_rounds: How often a large file is read.
        crowd: Kernels of the run whose page is asked how soon it answers.
        loads: How often a page is loaded in a browser.
        is_quick: Whether the large files are a tenth of what they should be.
    """

    kernels: int
    many_kernels: int
    plain_pages: int
    rounds: int
    plain_rounds: int
    reading_rounds: int
    crowd: int
    loads: int
    is_quick: bool = False


FULL = Size(
    kernels=1000,
    many_kernels=5000,
    plain_pages=300,
    rounds=5,
    plain_rounds=15,
    reading_rounds=3,
    crowd=2000,
    loads=9,
)
QUICK = Size(
    kernels=100,
    many_kernels=500,
    plain_pages=100,
    rounds=1,
    plain_rounds=3,
    reading_rounds=1,
    crowd=200,
    loads=3,
    is_quick=True,
)


def main() -> int:
    """Measure, print the table, and return 1 if anything is over its limit."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer kernels and rounds, for development")
    size = QUICK if parser.parse_args().quick else FULL
    _print(f"{describe_machine()}\n")
    with tempfile.TemporaryDirectory(prefix="roofline-bench-") as folder:
        rows = list(_measure(Path(folder), size))
    _print(f"\n{as_markdown(rows)}")
    return 0 if all(row.is_within for row in rows) else 1


def _measure(root: Path, size: Size) -> Iterator[Row]:
    site = _with_kernels(root / "kernels", size.kernels)
    _print(f"building {size.kernels:,} kernels, then the same pages written by hand")
    build(site)
    by_hand = write_project(root / "by_hand", pages_as_markdown(site / "site", folder=SECTION), plugin=False)
    yield from _time_rows(root, size, site=site, by_hand=by_hand)
    small = _with_kernels(root / "small", 20)
    build(small)
    yield from script_rows(site / "site", by_hand / "site", chart_page=RUN_PAGE)
    for key, project in (("d1", small), ("d2", site)):
        page = project / "site" / RUN_PAGE
        yield chart_data_row(page, points=count_points(page), key=key)
    yield picture_row(small / "site" / RUN_PAGE, key="d3")
    yield search_row(site / "site", section=SECTION)
    yield from _no_data_rows(root, size)
    _print("reading large files")
    yield from reading_rows(root, rounds=size.reading_rounds, is_quick=size.is_quick)
    _print(f"building {size.crowd:,} kernels, and looking at them in a browser")
    crowd = _with_kernels(root / "crowd", size.crowd)
    build(crowd)
    yield from browsing_rows(small / "site", crowd / "site", run_page=RUN_PAGE, rounds=size.loads)


def _with_kernels(root: Path, kernels: int) -> Path:
    project = write_project(root, {}, plugin=True)
    write_run(project / "data" / RUN, kernels=kernels)
    return project


def _time_rows(root: Path, size: Size, *, site: Path, by_hand: Path) -> Iterator[Row]:
    compared = compare(site, by_hand, rounds=size.rounds)
    yield Row(
        key="a",
        what=f"build of {size.kernels:,} kernels : the same pages written by hand",
        value=compared.ratio,
        limit=1.5,  # by hand there are no charts, no pictures and no downloads
        unit="x",
        parts=compared.in_words(),
    )
    times = size.many_kernels // size.kernels
    _print(f"building {size.many_kernels:,} kernels")
    many = _with_kernels(root / "many", size.many_kernels)
    large, small = build(many), build(site)
    yield Row(
        key="b",
        what=f"build of {size.many_kernels:,} kernels : {times} times that of {size.kernels:,}",
        value=large.cpu_s / (times * small.cpu_s),
        limit=1.1,
        unit="x",
        parts=f"{large.cpu_s:.2f} s : {times} x {small.cpu_s:.2f} s",
    )


def _no_data_rows(root: Path, size: Size) -> Iterator[Row]:
    _print(f"building {size.plain_pages} pages with and without the plugin")
    pages = plain_pages(size.plain_pages)
    ours, theirs = (write_project(root / name, pages, plugin=name == "with") for name in ("with", "without"))
    compared = compare(ours, theirs, rounds=size.plain_rounds)
    yield Row(
        key="f",
        what=f"build of {size.plain_pages} pages with the plugin and no data : without the plugin",
        value=compared.ratio,
        limit=1.05,
        unit="x",
        parts=compared.in_words(),
    )


def _print(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
