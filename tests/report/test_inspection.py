from __future__ import annotations

from dataclasses import replace

import pytest

from roofline_report.domain.problem import Problem, Severity
from roofline_report.domain.profile import Absence, Kernel
from roofline_report.domain.quantity import Quantity
from roofline_report.report.gaps import Need
from roofline_report.report.inspection import FileInspection, FileStatus, Inspection, Outcome, RunInspection, status_of
from roofline_report.report.missing import Missing
from roofline_report.report.places import place_of
from tests.domain.kernels import kernel
from tests.report.test_build import ncu_file, run_of

TIMED = kernel("timed", quantities={Quantity.DURATION: 1e-6})
COUNTED = kernel("counted", quantities={Quantity.DRAM_SECTORS: 0.0})
BOTH = kernel("both", quantities={Quantity.DURATION: 1e-6, Quantity.WARP_INSTRUCTIONS: 5.0})
BARE = kernel("bare", quantities={})


@pytest.mark.parametrize(
    ("kernels", "status"),
    [
        ((TIMED, BARE), FileStatus.TIMING),
        ((COUNTED, BARE), FileStatus.COUNTERS),
        ((TIMED, COUNTED), FileStatus.KERNELS),
        ((BOTH,), FileStatus.KERNELS),
        ((BARE,), FileStatus.NO_ROOFLINE_METRICS),
        ((), FileStatus.NO_ROOFLINE_METRICS),
    ],
)
def test_a_file_is_good_for_what_its_kernels_have(kernels: tuple[Kernel, ...], status: FileStatus) -> None:
    assert status_of(kernels) is status


@pytest.mark.parametrize(
    ("programs", "run"),
    [
        ([("solver",)], "./solver"),
        ([("solver",), ("solver",)], "./solver"),
        ([("solver",), ("other",)], "./my_program"),
        ([()], "./my_program"),
        ([("python3.12",)], "./my_program"),
        ([("mpirun",)], "./my_program"),
        ([("a $(b)",)], "'./a $(b)'"),
        ([("a\nb",)], "./my_program"),
    ],
)
def test_a_command_has_the_program_that_was_profiled_as_a_shell_takes_it(
    programs: list[tuple[str, ...]], run: str
) -> None:
    place = place_of([replace(ncu_file(), programs=names) for names in programs])
    absence = Absence(reason="no a", metrics=("a",), options=("tool -m {metrics} {program}",))
    missing = Missing(need=Need.TIME, kernels=1, absences=(absence,))
    inspection = RunInspection(report=run_of(TIMED), files=(), missing=(missing,), problems=(), place=place)
    assert inspection.options == (f"tool -m a {run}",)


@pytest.mark.parametrize(
    ("kernels", "severity", "outcome"),
    [
        ((TIMED,), Severity.NOTE, Outcome.NOTHING_TO_DRAW),
        ((TIMED, BARE), Severity.WARNING, Outcome.PROBLEMS),
        ((BARE,), Severity.WARNING, Outcome.NOTHING_USABLE),
        ((), Severity.INFO, Outcome.NOTHING_USABLE),
    ],
)
def test_problems_weigh_only_where_something_can_be_used(
    kernels: tuple[Kernel, ...], severity: Severity, outcome: Outcome
) -> None:
    problem = Problem(summary="told", severity=severity)
    file = FileInspection(file="a.csv", status=FileStatus.KERNELS, problems=(problem,))
    run = RunInspection(report=run_of(*kernels), files=(file,), missing=(), problems=())
    inspection = Inspection(name="run", runs=(run,), others=(file,), problems=(problem,))
    assert inspection.outcome is outcome
    assert inspection.count(severity) == 3
    assert [run for run, _ in inspection.all_problems()] == ["a/run", None, None]
