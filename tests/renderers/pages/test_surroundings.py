"""Neighbours, other runs and provenance on the page of a kernel."""

from __future__ import annotations

import dataclasses
import re
from typing import TYPE_CHECKING, Final

import pytest

from roofline_report.domain.problem import Problem
from roofline_report.domain.profile import ConfigurationCount, LaunchConfiguration, SourceFile
from roofline_report.renderers.quantities import UNKNOWN
from roofline_report.report.options import RunOptions
from tests.renderers.pages.made_runs import (
    MANY,
    OF_VECTORS,
    ROUND,
    SOLVE_FLOP,
    SOLVE_TRAFFIC,
    kernel_page,
    made,
    plain,
    run_of,
    tables_in,
)

if TYPE_CHECKING:
    from roofline_report.domain.hardware import Device
    from roofline_report.domain.profile import Kernel
    from roofline_report.renderers.page import Page
    from roofline_report.report.model import RunReport

SMALL: Final = LaunchConfiguration("(8, 1, 1)", "(64, 1, 1)")
UNKIND: Final = "a<b>|`{{ x }}`\N{RIGHT-TO-LEFT OVERRIDE}"


def solve(milliseconds: float = 6) -> Kernel:
    return made("solve", milliseconds, SOLVE_TRAFFIC | SOLVE_FLOP)


def titled(title: str, kernel: Kernel, *, on: Device = ROUND, date: str | None = None) -> RunReport:
    run = run_of(kernel, on=on, options=RunOptions(title=title, date=date))
    return dataclasses.replace(run, id=title, slug=title)


def rows(page: Page) -> list[list[str]]:
    return tables_in(page.fragments["sightings"])["roofline-sightings"].rows


def comparison(page: Page) -> str | None:
    told = re.search("<p>(.*?)</p>", page.fragments["sightings"])
    return None if told is None else plain(told[1])


def test_neighbours_are_told_with_their_share_and_their_verdict() -> None:
    told = plain(kernel_page(MANY, "copy").fragments["neighbours"])
    assert told == (
        "Number 2 of 3 kernels by GPU time. "
        "More GPU time solve 60.0 % of GPU time; latency or occupancy; nearest HBM9 "
        "Less GPU time old 10.0 % of GPU time; latency or occupancy; nearest HBM9"
    )
    links = re.findall(r'href="roofline-page:([^"]+)"', kernel_page(MANY, "copy").fragments["neighbours"])
    assert links == ["runs/made/solve.md", "runs/made/old.md"]


def test_a_kernel_alone_has_neither_neighbours_nor_other_runs() -> None:
    page = kernel_page(run_of(solve()))
    assert {"neighbours", "sightings"}.isdisjoint(page.fragments)
    assert "## In" not in page.markdown


def test_other_runs_stand_beside_this_one_with_time_use_limit_and_what_is_achieved() -> None:
    here, there = titled("here", solve(), date="2026-02-01"), titled("there", solve(9), date="2026-01-01")
    page = kernel_page(here, others=[there])
    limit = "Latency or occupancy nearest HBM9"
    assert rows(page) == [
        ["here 2026-02-01", "6.00 here", "50.0", limit, "≥ 2.00"],
        ["there 2026-01-01", "9.00 1.5x slower", "50.0", limit, "≥ 2.00"],
    ]
    links = re.findall(r'<th[^>]*><a href="roofline-page:([^"]+)"', page.fragments["sightings"])
    assert links == ["runs/there/solve.md"]


@pytest.mark.parametrize(
    ("elsewhere_ms", "told", "detail"),
    [
        (9, "Here a launch is 1.5x faster than in there : 6.00 ms against 9.00 ms,", "1.5x slower"),
        (3, "Here a launch is 2.0x slower than in there : 6.00 ms against 3.00 ms,", "2.0x faster"),
        (6.2, "Here a launch takes about as long as in there : 6.00 ms against 6.20 ms,", "about the same"),
    ],
)
def test_how_the_time_differs_is_said_of_runs_on_one_device(elsewhere_ms: float, told: str, detail: str) -> None:
    page = kernel_page(titled("here", solve()), others=[titled("there", solve(elsewhere_ms))])
    assert comparison(page) == f"{told} on the same device; at which clocks is not known."
    assert rows(page)[1][1] == f"{elsewhere_ms:.2f} {detail}"


def test_times_on_two_devices_stand_side_by_side_and_no_more() -> None:
    other = titled("there", solve(3), on=dataclasses.replace(ROUND, name="Square GPU"))
    page = kernel_page(titled("here", solve()), others=[other])
    assert comparison(page) is None
    assert [row[1] for row in rows(page)] == ["6.00 here", "3.00 another device"]
    assert [row[-1] for row in rows(page)] == ["Round GPU", "Square GPU"]


def test_why_times_are_not_compared_is_told() -> None:
    launched = dataclasses.replace(solve(), configurations=(ConfigurationCount(configuration=SMALL, launches=1),))
    large = ConfigurationCount(configuration=LaunchConfiguration("(9, 1, 1)", "(1, 1, 1)"), launches=1)
    doubtful = dataclasses.replace(titled("doubt", launched), problems=(Problem(summary="a fault"),))
    other = titled("other", dataclasses.replace(launched, configurations=(large,)))
    page = kernel_page(titled("here", launched), others=[other, doubtful])
    assert [row[1] for row in rows(page)[1:]] == ["6.00 a run with warnings", "6.00 launched otherwise"]
    # Which is which is told, and those that were launched alike come first.
    assert [row[5] for row in rows(page)] == ["(8, 1, 1) x (64, 1, 1)"] * 2 + ["(9, 1, 1) x (1, 1, 1)"]
    assert "those that were launched alike first" in plain(page.fragments["sightings"])


def test_a_kernel_is_shown_in_the_model_of_the_page_where_the_other_run_has_it() -> None:
    bare = made("solve", 6, SOLVE_TRAFFIC)
    page = kernel_page(run_of(solve(), on=OF_VECTORS), others=[titled("there", bare, on=OF_VECTORS)])
    assert [row[4] for row in rows(page)] == ["2.00", UNKNOWN]


def test_names_of_others_are_shown_as_text() -> None:
    run = run_of(solve(6), made(UNKIND, 3, SOLVE_TRAFFIC), options=RunOptions(title="A run"))
    page = kernel_page(run, others=[dataclasses.replace(titled(UNKIND, solve(9)), slug="other")])
    for fragment in ("neighbours", "sightings"):
        assert "<b>" not in page.fragments[fragment]
        assert "\N{RIGHT-TO-LEFT OVERRIDE}" not in page.fragments[fragment]
        assert "a&lt;b&gt;" in page.fragments[fragment] or "a&lt;<wbr>b&gt;" in page.fragments[fragment]


def source(file: str) -> SourceFile:
    return SourceFile(
        file=file,
        size_bytes=1,
        sha256=f"{len(file):064d}",
        format="a table",
        profiler="Nsight Compute",
        profiler_version="2025.1",
    )


def provenance(page: Page) -> dict[str, str]:
    found = re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", page.fragments["provenance"])
    return {plain(name): plain(text) for name, text in found}


def test_where_the_numbers_of_a_kernel_are_from_is_told_on_its_page() -> None:
    options = RunOptions(title="A run", date="2026-02-01", commit="0123abc", clocks="locked to base")
    files = (source("a.csv"), source("other/unused.csv"))
    page = kernel_page(dataclasses.replace(run_of(solve(), options=options), files=files))
    assert provenance(page) == {
        "Run": "A run",
        "Device": "Round GPU (as stated in run.yml)",
        "Profiler": "Nsight Compute 2025.1",
        "Clocks": "locked to base",
        "Date": "2026-02-01",
        "Commit": "0123abc",
        "File": f"a.csv , SHA-256 {'0' * 12}…",
    }
    assert "<details" not in page.fragments["provenance"]


def test_what_nobody_says_of_a_kernel_s_origin_is_left_out_or_told_and_never_made_up() -> None:
    assert provenance(kernel_page(run_of(solve()))) == {
        "Run": "A made run",
        "Device": "Round GPU (as stated in run.yml)",
        "Clocks": "not stated",
    }


def test_of_files_the_folder_is_not_told() -> None:
    kernel = made("solve", 6, SOLVE_TRAFFIC | SOLVE_FLOP)
    moved = {
        quantity: dataclasses.replace(
            each, terms=tuple(dataclasses.replace(term, file="data/mine/a.csv") for term in each.terms)
        )
        for quantity, each in kernel.measurements.items()
    }
    run = run_of(dataclasses.replace(kernel, measurements=moved))
    page = kernel_page(dataclasses.replace(run, files=(source("data/mine/a.csv"),)))
    assert provenance(page)["File"].startswith("a.csv , SHA-256")
