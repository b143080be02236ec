"""A run and a kernel are found by every name that a page or a folder has for them, and by no other."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from roofline_report.domain.errors import UnknownNameError
from roofline_report.pipeline.reading_cache import ReadingCache
from roofline_report.pipeline.selection import FoundRun, find_kernel, find_run
from roofline_report.pipeline.site_report import build_site_report
from roofline_report.readers.discovery import find_runs
from tests.pipeline.folders import nvprof_run, settings_in, write

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roofline_report.report.model import RunReport

KERNELS = ("void scale<float>(float*)", "void scale<double>(double*)", "copy(int)", "step[1]*(int)")


def lay_out(root: Path, *folders: str, files: Mapping[str, str] | None = None) -> Path:
    runs = {f"{folder}/{name}": text for folder in folders for name, text in nvprof_run(*KERNELS).items()}
    return write(root, {**runs, **(files or {})})


def find(root: Path, name: str, **options: object) -> FoundRun:
    before = Path.cwd()
    os.chdir(root)
    try:
        return find_run(name, settings=settings_in(Path(), **options))
    finally:
        os.chdir(before)


def refusal(root: Path, name: str, **options: object) -> str:
    with pytest.raises(UnknownNameError) as raised:
        find(root, name, **options)
    return "\n".join(problem.in_one_line() for problem in raised.value.problems)


@pytest.mark.parametrize(
    "name", ["a100/second", "a100/second/", "data/a100/second", "./data/a100/second/", "data/../data/a100/second"]
)
def test_a_run_of_the_site_is_found_by_its_id_and_by_the_path_of_its_folder(name: str, tmp_path: Path) -> None:
    found = find(lay_out(tmp_path, "data/first", "data/a100/second"), name)
    assert (found.folder.id, found.is_of_site) == ("a100/second", True)
    assert [run.id for run in found.siblings] == ["a100/second", "first"]


def test_a_folder_anywhere_is_a_run_by_its_path(tmp_path: Path) -> None:
    root = lay_out(tmp_path, "data/first", "elsewhere/my run")
    for name in ("elsewhere/my run", str(root / "elsewhere" / "my run")):
        found = find(root, name)
        assert (found.folder.id, found.is_of_site, found.problems) == ("my run", False, ())
        assert found.folder.files[0].shown_as == "my run/events.csv"


def test_the_current_folder_may_be_the_run(tmp_path: Path) -> None:
    assert find(lay_out(tmp_path, "."), ".").folder.files[0].path.name == "events.csv"


def test_an_id_comes_before_a_folder_of_that_name(tmp_path: Path) -> None:
    root = lay_out(tmp_path, "data/one", "one")
    assert find(root, "one").is_of_site
    assert not find(root, "./one").is_of_site


def test_the_data_folders_are_those_of_the_settings(tmp_path: Path) -> None:
    root = lay_out(tmp_path, "data/first", "results/second")
    assert find(root, "second", data_dir="results").folder.id == "second"
    assert 'no run "first"' in refusal(root, "first", data_dir="results")


def test_an_unknown_run_is_told_with_those_that_there_are(tmp_path: Path) -> None:
    root = lay_out(tmp_path, "data/v100s-transpose", "data/a100-kernels")
    text = refusal(root, "v100-transpose")
    assert text.startswith(
        'there is no run "v100-transpose"; expected: one of: a100-kernels, v100s-transpose, or the path'
    )
    assert text.endswith('did you mean "v100s-transpose"?')
    assert "did you mean" not in refusal(root, "something else")


def test_of_many_runs_not_all_are_listed(tmp_path: Path) -> None:
    files = {f"data/run-{number:02}/timing.csv": nvprof_run("k()")["timing.csv"] for number in range(25)}
    text = refusal(write(tmp_path, files), "x")
    assert "run-19, 5 more" in text
    assert "run-20" not in text


def test_where_there_is_no_run_at_all_it_says_why(tmp_path: Path) -> None:
    assert "there is no such data folder" in refusal(tmp_path, "x")
    assert "holds no file of a profiler" in refusal(write(tmp_path, {"data/notes.txt": "x"}), "x")


def test_a_folder_with_runs_in_it_is_none(tmp_path: Path) -> None:
    text = refusal(lay_out(tmp_path, "elsewhere/a", "elsewhere/b"), "elsewhere")
    assert text == (
        "elsewhere: the folder is no run, it has runs in it; expected: one of: elsewhere/a, elsewhere/b; "
        "remedy: name one of these"
    )


def test_a_folder_without_a_file_of_a_profiler_is_none(tmp_path: Path) -> None:
    root = write(lay_out(tmp_path, "data/first"), {"other/notes.txt": "nothing of ours"})
    assert "other: the data folder holds no file of a profiler" in refusal(root, "other")


def test_a_file_is_no_run_but_its_folder_is(tmp_path: Path) -> None:
    text = refusal(lay_out(tmp_path, "data/first"), "data/first/timing.csv")
    assert text.startswith('"data/first/timing.csv" is a file')
    assert text.endswith("name its folder: a run is all files of one")


@pytest.mark.parametrize("name", ["", "\0", "x" * 5000, "~", "\n\x1b[31m", "\udcff"])
def test_names_that_nothing_can_have_are_refused(name: str, tmp_path: Path) -> None:
    text = refusal(lay_out(tmp_path, "data/first"), name)
    assert len(text) < 1000
    assert text.isprintable() or "\n" in text


def test_two_runs_of_one_id_are_told(tmp_path: Path) -> None:
    root = lay_out(tmp_path, "data/one", "more/one")
    (problem,) = find(root, "one", data_dir=["data", "more"]).problems
    assert 'two folders are the run "one"' in problem.summary


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> RunReport:
    root = lay_out(tmp_path_factory.mktemp("site"), "data/first")
    settings = settings_in(root)
    found = find_runs(settings.data_folders(), limits=settings.limits)
    return build_site_report(found, settings, cache=ReadingCache()).runs[0]


@pytest.mark.parametrize(
    ("name", "full"),
    [
        ("copy", "copy(int)"),
        ("copy(int)", "copy(int)"),
        ("scale<float>", "void scale<float>(float*)"),
        ("scale-double", "void scale<double>(double*)"),
        ("void scale<double>(double*)", "void scale<double>(double*)"),
        ("*double*", "void scale<double>(double*)"),
        ("cop?", "copy(int)"),
        # A name with the signs of a pattern in it is that name first.
        ("step[1]*(int)", "step[1]*(int)"),
    ],
)
def test_a_kernel_is_found_by_label_address_full_name_and_pattern(name: str, full: str, run: RunReport) -> None:
    assert find_kernel(name, run).kernel.name == full


def kernel_refusal(name: str, run: RunReport) -> str:
    with pytest.raises(UnknownNameError) as raised:
        find_kernel(name, run)
    return str(raised.value.problems[0].in_one_line())


def test_several_kernels_are_listed_by_names_that_a_shell_takes(run: RunReport) -> None:
    text = kernel_refusal("scale*", run)
    assert text.startswith('"scale*" is the name of 2 kernels of this run; expected: one of: scale-')
    assert "'" not in text.replace('"', "")


def test_an_unknown_kernel_is_told_with_the_nearest(run: RunReport) -> None:
    assert kernel_refusal("coyp", run).endswith('did you mean "copy"?')
    assert 'no kernel "x' in kernel_refusal("x" * 10_000, run)
    assert len(kernel_refusal("x" * 10_000, run)) < 500


@pytest.mark.parametrize("name", ["", "[", "***", "\0", "(?x", "step[2]*(int)"])
def test_odd_patterns_find_nothing_or_several(name: str, run: RunReport) -> None:
    assert kernel_refusal(name, run)
