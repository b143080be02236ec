"""What the overview says of all runs: where they were taken, and which of them have warnings."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from roofline_report.domain.problem import Problem, Severity
from roofline_report.renderers.pages.overview import render_overview
from roofline_report.renderers.pages.parts import PageOptions
from roofline_report.report.model import DeviceOrigin, RunDevice, RunReport, SiteReport
from tests.domain.kernels import KERNEL_A, kernel
from tests.renderers.pages.made_runs import MANY, tables_in
from tests.report.test_build import run_of

if TYPE_CHECKING:
    from roofline_report.renderers.page import Page

OPTIONS = PageOptions(section="Performance", table_rows=10, charts=())


def run_on(name: str | None, *, problems: tuple[Problem, ...] = ()) -> RunReport:
    device = RunDevice(name=name, origin=DeviceOrigin.PROFILER, device=None)
    return replace(run_of(kernel(quantities=KERNEL_A)), device=device, problems=problems)


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


@pytest.mark.parametrize(
    ("severities", "told"),
    [
        ((Severity.NOTE,), None),
        ((Severity.WARNING, Severity.NOTE), "1 warning"),
        ((Severity.WARNING, Severity.WARNING), "2 warnings"),
    ],
)
def test_a_run_with_warnings_is_told_by_its_row(severities: tuple[Severity, ...], told: str | None) -> None:
    problems = tuple(Problem(summary=f"fault {number}", severity=each) for number, each in enumerate(severities))
    table = overview_of(run_on("A100", problems=problems)).fragments["runs"]
    assert ("warning" in table) is (told is not None)
    assert told is None or f">{told}</span>" in table


def test_what_there_is_to_win_has_its_time_beside_the_share_of_its_run() -> None:
    # Of 10 ms: 60 % at a use of 50 %, 10 % at 10 % and 30 % at 85 %.
    table = tables_in(overview_of(MANY).fragments["worth"])["roofline-worth"]
    assert table.columns[1:3] == ["To win of its run", "Time to win"]
    assert [row[1:3] for row in table.rows] == [["30.0 %", "3.00 ms"], ["9.0 %", "900.0 µs"], ["4.5 %", "450.0 µs"]]
