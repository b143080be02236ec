from __future__ import annotations

from roofline_report.domain.problem import Problem, Severity
from roofline_report.domain.profile import Absence
from roofline_report.domain.quantity import Quantity
from roofline_report.renderers.inspection.telling import count_told, told
from roofline_report.report.gaps import Need
from roofline_report.report.inspection import FileInspection, FileStatus, Inspection, RunInspection
from roofline_report.report.missing import Missing
from tests.domain.kernels import kernel
from tests.report.test_build import run_of

LONG_NAME = "void scale<" + "int, " * 30 + "float>(float *)"
GAP = Problem(
    summary="no time", severity=Severity.NOTE, remedy="collect with `a tool`, and keep the file in the same folder"
)
MISSING = Missing(need=Need.TIME, kernels=1, absences=(Absence(reason="no time", metrics=("t",), options=("x",)),))


def inspection(*problems: Problem, missing: tuple[Missing, ...] = (), in_file: tuple[Problem, ...] = ()) -> Inspection:
    kernels = (kernel("add(int)", quantities={Quantity.DURATION: 1e-6}), kernel(LONG_NAME, quantities={}))
    file = FileInspection(file="a.csv", status=FileStatus.TIMING, problems=in_file)
    run = RunInspection(report=run_of(*kernels), files=(file,), missing=missing, problems=problems)
    return Inspection(name="run", runs=(run,))


def told_of(*problems: Problem, missing: tuple[Missing, ...] = ()) -> tuple[Problem, ...]:
    (run,) = told(inspection(*problems, missing=missing)).runs
    return run.problems


def test_a_note_that_the_list_of_what_is_missing_repeats_is_not_told() -> None:
    assert told_of(GAP, missing=(MISSING,)) == ()
    assert told_of(GAP) == (GAP,)
    other = Problem(summary="no memory", severity=Severity.NOTE, remedy="collect with `--another-option`")
    assert told_of(other, missing=(MISSING,)) == (other,)
    warning = Problem(summary="nothing", remedy=GAP.remedy)
    assert told_of(warning, missing=(MISSING,)) == (warning,)


def test_kernels_have_their_short_names() -> None:
    found = f"add(int): 1 launch; readd(int); {LONG_NAME[:80]}..."
    (problem,) = told_of(Problem(summary="s", found=found, kernel="add(int)"))
    assert (problem.found, problem.kernel) == ("add: 1 launch; readd(int); scale", "add")


def test_what_is_wrong_comes_first_and_then_the_device() -> None:
    note = Problem(summary="a note", severity=Severity.NOTE)
    device = Problem(summary="no device", severity=Severity.NOTE)
    wrong = Problem(summary="wrong")
    assert told_of(note, device, wrong) == (wrong, device, note)


def test_as_many_are_counted_as_are_printed() -> None:
    alike = [Problem(summary="s", severity=Severity.NOTE, found=found) for found in ("a", "b")]
    other = Problem(summary="t", severity=Severity.NOTE)
    shown = told(inspection(*alike, other, GAP, missing=(MISSING,), in_file=(alike[0], GAP)))
    assert count_told(shown, Severity.NOTE) == 3
    assert count_told(shown, Severity.WARNING) == 0
