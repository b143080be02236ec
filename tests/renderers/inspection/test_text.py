from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from roofline_report.renderers.inspection.text import WIDEST, inspection_lines
from roofline_report.report.inspection import FileInspection, FileStatus, Inspection, RunInspection
from tests.domain.kernels import KERNEL_A, kernel
from tests.report.test_build import V100S, run_of

if TYPE_CHECKING:
    from roofline_report.domain.hardware import Device

WHOLE = kernel("add(int)", quantities=KERNEL_A)


def run_on(device: Device | None, *, name: str | None = None) -> RunInspection:
    report = run_of(WHOLE, on=device)
    file = FileInspection(file="a.csv", status=FileStatus.KERNELS)
    report = replace(report, device=replace(report.device, name=name or report.device.name))
    return RunInspection(report=report, files=(file,), missing=(), problems=())


def first_line(*runs: RunInspection) -> str:
    return inspection_lines(Inspection(name="x", runs=runs), width=1000)[0].text


@pytest.mark.parametrize(
    ("run", "added"),
    [
        (run_on(V100S), ""),
        (run_on(None), ", but without ceilings: no file names the device"),
        (run_on(None, name="GPU 9"), ", but without ceilings: no device file knows GPU 9"),
    ],
)
def test_a_roofline_without_a_roof_says_why(run: RunInspection, added: str) -> None:
    assert first_line(run) == f"x: 1 kernel, with a place on the roofline{added}."


def test_runs_without_ceilings_are_counted() -> None:
    whole = "x: 2 runs, 2 kernels, all with a place on the roofline"
    assert first_line(run_on(V100S), run_on(V100S)) == f"{whole}."
    lines = inspection_lines(Inspection(name="x", runs=(run_on(V100S), run_on(None))), width=100)
    assert " ".join(line.text for line in lines[:2]) == (
        f"{whole}, but without ceilings for 1 of 2 runs: no file names the device."
    )


def test_prose_is_no_wider_than_can_be_read() -> None:
    lines = inspection_lines(Inspection(name="word " * 60, runs=(run_on(V100S),)), width=1000)
    assert WIDEST - 5 <= max(len(line.text) for line in lines) <= WIDEST
