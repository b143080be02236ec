"""What the overview says of all runs: which kernel to open first, where they were taken, which have warnings."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from roofline_report.domain.problem import Problem, Severity
from roofline_report.domain.quantity import Quantity
from roofline_report.renderers.charts.pictures.picture import preview_svg
from roofline_report.renderers.charts.roofline_plot import run_plot
from roofline_report.renderers.pages.overview import render_overview
from roofline_report.renderers.pages.parts import PageOptions
from roofline_report.report.model import DeviceOrigin, RunDevice, RunReport, SiteReport
from roofline_report.report.options import RunOptions
from tests.domain.kernels import KERNEL_A, kernel
from tests.renderers.pages.made_runs import COPY, MANY, OF_VECTORS, OLD, made, plain, run_of, tables_in, traffic
from tests.report.test_build import run_of as run_on_a_v100s

if TYPE_CHECKING:
    from roofline_report.renderers.page import Page

OPTIONS = PageOptions(section="Performance", table_rows=10, charts=())


def run_on(name: str | None, *, problems: tuple[Problem, ...] = ()) -> RunReport:
    device = RunDevice(name=name, origin=DeviceOrigin.PROFILER, device=None)
    return replace(run_on_a_v100s(kernel(quantities=KERNEL_A)), device=device, problems=problems)


def overview_of(*runs: RunReport) -> Page:
    return render_overview(SiteReport(runs=runs, devices=(), problems=()), OPTIONS)


@pytest.mark.parametrize(
    ("devices", "told"),
    [
        (("A100", "A100"), "2 runs with 2 GPU kernels on A100."),
        (("A100", "T4"), "2 runs with 2 GPU kernels on A100 and T4."),
        (("A100", "T4", "L4"), "3 runs with 3 GPU kernels on 3 devices."),
        ((None,), "1 run with 1 GPU kernel; no file names a device."),
        (
            ("A100", None, None, None),
            "4 runs with 4 GPU kernels: 1 run on A100 and 3 runs without a device.",
        ),
        (
            ("A100", "T4", "L4", "A100", None),
            "5 runs with 5 GPU kernels: 4 runs on 3 devices and 1 run without a device.",
        ),
    ],
)
def test_no_run_is_said_to_be_on_a_device_that_only_others_name(devices: tuple[str | None, ...], told: str) -> None:
    markdown = overview_of(*map(run_on, devices)).markdown
    assert told in markdown.replace("&#59;", ";").replace("&#46;", ".").replace("&#58;", ":")


def titled(run: RunReport, title: str, *, warnings: int = 0, date: str | None = None) -> RunReport:
    problems = tuple(Problem(summary=f"fault {number}") for number in range(warnings))
    return replace(
        run, id=title, slug=title, title=title, problems=problems, options=RunOptions(title=title, date=date)
    )


def headline(page: Page) -> str:
    return plain(page.fragments["headline"])


def test_the_first_sentence_names_the_kernel_with_most_to_win() -> None:
    page = overview_of(MANY)
    assert page.markdown.index("headline") < page.markdown.index("## ")
    assert headline(page) == (
        "Largest share to win: solve in A made run , at most 30.0 % of the GPU time of its run (3.00 ms). "
        "Limited by latency or occupancy: the nearest roof is HBM9 at 50.0 %; headroom 2.0x."
    )
    assert 'href="roofline-page:runs/made/solve.md"' in page.fragments["headline"]


def test_a_run_with_warnings_is_never_the_best_place_to_work() -> None:
    page = overview_of(titled(MANY, "shaky", warnings=2), titled(run_of(COPY, OLD, on=OF_VECTORS), "sound"))
    assert headline(page).startswith("Largest share to win: old in sound , at most 22.5 %")
    rows = tables_in(page.fragments["worth"])["roofline-worth"].rows
    assert [row[0] for row in rows] == ["old sound", "copy sound"]
    assert "in doubt: [shaky](runs/shaky/index.md) (2 warnings)." in plain(page.markdown)


def test_where_every_run_has_warnings_no_kernel_is_named() -> None:
    page = overview_of(titled(MANY, "a", warnings=1), titled(MANY, "b", warnings=1))
    assert headline(page).startswith("No kernel is recommended: every run has warnings")
    assert "worth" not in page.fragments
    assert "(runs/a/index.md) (1 warning), [b](runs/b/index.md) (1 warning)" in plain(page.markdown)


def test_without_a_verdict_or_a_gain_the_first_sentence_says_so() -> None:
    untimed = run_of(kernel(quantities={Quantity.THREAD_INSTRUCTIONS: 1e6}))
    assert headline(overview_of(untimed)).startswith("No kernel has a verdict")
    at_its_roof = run_of(made("k", 1, traffic(l1=900, l2=900, dram=995)), on=OF_VECTORS)
    assert headline(overview_of(at_its_roof)).startswith("There is little to win: at its nearest roof no kernel")


def test_a_kernel_of_many_runs_stands_once_as_in_the_newest() -> None:
    runs = [titled(MANY, title, date=date) for title, date in (("c", "2026-03-01"), ("b", "2026-02-01"), ("a", None))]
    rows = tables_in(overview_of(*runs).fragments["worth"])["roofline-worth"].rows
    assert [row[0] for row in rows] == ["solve c", "old c", "copy c"]
    said = "stands here once, as in its newest run"
    assert said in plain(overview_of(*runs).markdown)
    assert said not in plain(overview_of(MANY).markdown)


@pytest.mark.parametrize(
    ("severities", "told"),
    [
        ((Severity.NOTE,), None),
        ((Severity.WARNING, Severity.NOTE), "1 warning: its numbers are in doubt"),
        ((Severity.WARNING, Severity.WARNING), "2 warnings: its numbers are in doubt"),
    ],
)
def test_a_run_with_warnings_is_told_by_its_card(severities: tuple[Severity, ...], told: str | None) -> None:
    problems = tuple(Problem(summary=f"fault {number}", severity=each) for number, each in enumerate(severities))
    cards = overview_of(run_on("A100", problems=problems)).fragments["cards"]
    assert ("warning" in cards) is (told is not None)
    assert told is None or told in plain(cards)


def test_a_card_has_what_identifies_a_run_and_what_it_comes_to() -> None:
    card = plain(overview_of(titled(MANY, "mine", date="2026-03-01")).fragments["cards"])
    assert card == (
        "mine Round GPU, 2026-03-01 GPU time 10.0 ms Kernels 3 solve takes 60.0 % of the GPU time and is limited by "
        "latency or occupancy: the nearest roof is HBM9 at 50.0 %; headroom 2.0x. "
        "The largest gain is there too: at most 30.0 % of the run's GPU time."
    )


def test_a_card_has_a_picture_of_the_first_chart_where_the_run_has_a_dot() -> None:
    undrawn = titled(run_of(made("k", 1, {})), "b")
    report = SiteReport(runs=(titled(MANY, "a"), undrawn), devices=(), problems=())
    cards = render_overview(report, OPTIONS).fragments["cards"]
    links = re.findall(r'<a class="roofline-card-preview" href="([^"]+)"[^>]*>(<svg.*?</svg>)</a>', cards)
    assert [link for link, _ in links] == ["roofline-page:runs/a/index.md"]
    assert links[0][1] == preview_svg(run_plot(MANY, MANY.lead.roofs))


def test_runs_without_a_card_have_a_row_with_their_warnings() -> None:
    runs = [titled(MANY, f"run {number}", warnings=number % 2) for number in range(9)]
    page = overview_of(*runs)
    assert page.fragments["cards"].count("<li") == 6
    rows = tables_in(page.fragments["runs"])["roofline-runs"].rows
    assert [row[0] for row in rows] == ["run 6", "run 7 1 warning", "run 8"]
    assert "runs" not in overview_of(*runs[:6]).fragments


def test_what_there_is_to_win_has_its_time_beside_the_share_of_its_run() -> None:
    # Of 10 ms: 60 % at a use of 50 %, 10 % at 10 % and 30 % at 85 %.
    table = tables_in(overview_of(MANY).fragments["worth"])["roofline-worth"]
    assert (table.columns[1], table.columns[4]) == ("To win % of its run", "Time ms to win")
    assert [[row[1], row[4]] for row in table.rows] == [
        ["30.0", "3.00"],
        ["9.0", "0.900"],
        ["4.5", "0.450"],
    ]
