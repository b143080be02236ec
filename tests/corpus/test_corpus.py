"""Files that profilers really wrote, as black boxes: each ends as its status demands, with the right numbers.

The folder is named by the environment variable ROOFLINE_CORPUS, relative to the project. Without it nothing is tested
here; where it is set, the folder has to be there.
"""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING

import pytest

from roofline_report.domain.errors import ReportError
from roofline_report.domain.problem import Severity
from roofline_report.domain.profile import GroupBy
from roofline_report.pipeline.generate import generate
from roofline_report.readers.examination import examine
from roofline_report.readers.joining.assembly import assemble
from roofline_report.readers.limits import Limits
from roofline_report.readers.reading import FileReading, read_file
from roofline_report.readers.recognition.standing import Standing
from tests.corpus.comparison import Differences, compare_file, compare_joined
from tests.corpus.expectations import ExpectedFile, load_cases
from tests.pipeline.folders import PROJECT, nvprof_run, settings_in, write

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from roofline_report.domain.problem import Problem

VARIABLE = "ROOFLINE_CORPUS"
if not os.environ.get(VARIABLE):
    pytest.skip(f"{VARIABLE} names no folder with files that profilers wrote", allow_module_level=True)

FOLDER = PROJECT / os.environ[VARIABLE]
CASES = {case.name: case for case in load_cases(FOLDER)} if (FOLDER / "expected.json").is_file() else {}
FILES = {f"{case.name}/{file.name}": file for case in CASES.values() for file in case.files}
JOINED = [name for name, case in CASES.items() if case.joined]

_STANDING = {
    "reject": {Standing.UNUSABLE, Standing.READ},
    "ceilings": {Standing.CEILINGS},
    "skip": {Standing.OTHER, Standing.READ},
    "other": {Standing.OTHER, Standing.UNREAD, Standing.CEILINGS},
}


def test_the_folder_is_there() -> None:
    assert FILES, f"{VARIABLE} is set, and there is no {FOLDER / 'expected.json'}"
    assert all(file.path.is_file() for file in FILES.values())


def readings_of(files: Iterable[ExpectedFile]) -> list[FileReading]:
    return [read_file(file.path, shown_as=file.name) for file in files]


def failures_of(root: Path, files: Iterable[ExpectedFile]) -> list[Problem]:
    """Return what fails a strict build of these files as one run, beside a run with which nothing is wrong."""
    write(root, {f"data/own/{name}": text for name, text in nvprof_run("k").items()})
    (root / "data" / "run").mkdir()
    for file in files:
        shutil.copyfile(file.path, root / "data" / "run" / file.name)
    try:
        generate(settings_in(root, on_problem="fail"))
    except ReportError as error:
        return list(error.problems)
    return []


@pytest.fixture(params=FILES)
def key(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_a_strict_build_of_a_file_alone_ends_as_its_status_demands(key: str, tmp_path: Path) -> None:
    file = FILES[key]
    failures = failures_of(tmp_path, [file])
    differences = Differences()
    if file.may_pass and failures:
        differences.add("status", "; ".join(problem.in_one_line() for problem in failures))
    if not file.may_pass and not any(problem.remedy and problem.file for problem in failures):
        differences.add("status", "the build passes, or does not say what to do")
    if file.status == "no-roofline-metrics":
        assert any("nothing to place on a roofline" in problem.summary for problem in failures)
    assert differences.found == {}


@pytest.mark.parametrize("key", [key for key, file in FILES.items() if file.status == "ceilings"])
def test_measured_ceilings_are_told_in_the_log(key: str, tmp_path: Path) -> None:
    assert failures_of(tmp_path, [FILES[key]]) == []
    told = [each for each in generate(settings_in(tmp_path)).problems if each.file == f"data/run/{FILES[key].name}"]
    assert [each.severity for each in told] == [Severity.INFO]


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if len(case.files) > 1])
def test_a_strict_build_of_a_run_fails_only_for_a_file_that_fails(name: str, tmp_path: Path) -> None:
    failures = failures_of(tmp_path, CASES[name].files)
    assert bool(failures) is any(not file.may_pass for file in CASES[name].files), failures


def test_a_file_is_known_for_what_it_is(key: str) -> None:
    file = FILES[key]
    found = examine(file.path, limits=Limits())
    differences = Differences()
    expected = _STANDING.get(file.status, {Standing.READ} if file.is_of_nvidia else {Standing.UNREAD, Standing.READ})
    if found.standing not in expected:
        differences.add("standing", f"{found.standing}: {found.recognition.summary}")
    if found.standing is Standing.UNREAD and file.status == "other":
        assert found.explain(shown_as="x").severity is Severity.NOTE
        assert found.recognition.remedy
    assert differences.found == {}


@pytest.mark.parametrize("key", [key for key, file in FILES.items() if file.is_of_nvidia])
def test_the_numbers_of_a_file_are_right(key: str) -> None:
    file = FILES[key]
    (reading,) = readings_of([file])
    differences = compare_file(
        file,
        reading.groups,
        by_name=assemble([reading]),
        by_configuration=assemble([reading], group_by=GroupBy.LAUNCH_CONFIGURATION),
    )
    if file.skipped_rows is not None:
        differences.hold("rows", "rows left out", sum(reading.rows.dropped.values()), file.skipped_rows)
    assert differences.found == {}


@pytest.mark.parametrize("key", [key for key, file in FILES.items() if file.status in ("reject", "skip", "other")])
def test_nothing_is_taken_from_a_file_without_kernels(key: str) -> None:
    (reading,) = readings_of([FILES[key]])
    assert reading.groups == ()


@pytest.mark.parametrize("name", JOINED)
def test_the_numbers_of_a_run_whose_files_are_joined_are_right(name: str) -> None:
    case = CASES[name]
    profile = assemble(readings_of(case.files))
    assert len(profile.kernels) == len(case.joined)
    assert compare_joined(profile.kernels, case.joined).found == {}
