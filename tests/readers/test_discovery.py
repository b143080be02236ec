from __future__ import annotations

import gzip
import os
from typing import TYPE_CHECKING

import pytest

from roofline_report.domain.problem import Severity
from roofline_report.readers.discovery import DataFolder, Discovery, find_runs
from roofline_report.readers.limits import Limits
from tests.readers.samples import LONG_HEADER, long_row, sample, texts

if TYPE_CHECKING:
    from pathlib import Path


TABLE = LONG_HEADER + long_row(0, "k()", "gpu__time_duration.sum", "ns", "7")


def find(*folders: Path, limits: Limits | None = None) -> Discovery:
    return find_runs([DataFolder(path=folder, shown_as=folder.name) for folder in folders], limits=limits)


def ids(found: Discovery) -> list[str]:
    return [run.id for run in found.runs]


def test_a_folder_that_directly_holds_a_profilers_file_is_a_run(tmp_path: Path) -> None:
    data = tmp_path / "data"
    sample(data / "b100" / "2027-01-05" / "anything.txt", LONG_HEADER)
    sample(data / "a" / "m.csv", LONG_HEADER)
    sample(data / "a" / "deeper" / "n.csv", LONG_HEADER)
    sample(data / "a" / "run.yml", "title: A")
    found = find(data)
    assert ids(found) == ["a", "a/deeper", "b100/2027-01-05"]
    run = found.runs[0]
    assert [file.shown_as for file in run.files] == ["data/a/m.csv"]
    assert run.run_file is not None
    assert run.run_file.shown_as == "data/a/run.yml"
    assert found.problems == ()


def test_files_directly_in_the_data_folder_are_a_run_of_its_name(tmp_path: Path) -> None:
    sample(tmp_path / "results" / "m.csv", LONG_HEADER)
    (run,) = find(tmp_path / "results").runs
    assert (run.id, run.shown_as, run.files[0].shown_as) == ("results", "results", "results/m.csv")


@pytest.mark.parametrize(
    ("shown_as", "run_id"), [("results", "results"), ("a/results/", "results"), (".", "data"), ("./", "data")]
)
def test_the_id_of_a_data_folder_that_is_a_run_comes_from_the_settings(
    tmp_path: Path, shown_as: str, run_id: str
) -> None:
    sample(tmp_path / "mount-4711" / "m.csv", LONG_HEADER)
    (tmp_path / "results").symlink_to(tmp_path / "mount-4711")
    for path in (tmp_path / "results", tmp_path / "mount-4711"):
        (run,) = find_runs([DataFolder(path=path, shown_as=shown_as)]).runs
        assert run.id == run_id


@pytest.mark.parametrize("name", [".hidden", "_old"])
def test_hidden_files_and_folders_are_skipped(tmp_path: Path, name: str) -> None:
    sample(tmp_path / "data" / "a" / "m.csv", LONG_HEADER)
    sample(tmp_path / "data" / name / "m.csv", LONG_HEADER)
    sample(tmp_path / "data" / "a" / f"{name}.csv", LONG_HEADER)
    found = find(tmp_path / "data")
    assert ids(found) == ["a"]
    assert len(found.runs[0].files) == 1


def test_a_link_is_followed_inside_the_data_folder_only(tmp_path: Path) -> None:
    data = tmp_path / "data"
    outside = sample(tmp_path / "outside" / "m.csv", LONG_HEADER)
    inside = sample(data / "a" / "m.csv", LONG_HEADER)
    (data / "away").symlink_to(outside.parent)
    (data / "a" / "other.csv").symlink_to(outside)
    (data / "broken").symlink_to(tmp_path / "nowhere")
    (data / "same").symlink_to(inside.parent)
    found = find(data)
    assert ids(found) == ["a", "same"]
    assert [len(run.files) for run in found.runs] == [1, 1]


def test_a_link_to_a_folder_above_ends(tmp_path: Path) -> None:
    sample(tmp_path / "data" / "a" / "m.csv", LONG_HEADER)
    (tmp_path / "data" / "a" / "up").symlink_to(tmp_path / "data")
    assert ids(find(tmp_path / "data")) == ["a"]


def test_files_that_are_not_for_us_are_listed_once(tmp_path: Path) -> None:
    data = tmp_path / "data"
    sample(data / "a" / "m.csv", LONG_HEADER)
    sample(data / "a" / "notes.txt", "notes")
    sample(data / "b" / "plot.py", "print()")
    (data / "b" / "x.bin").write_bytes(b"\0\1" * 100 + LONG_HEADER.encode())
    (problem,) = find(data).problems
    assert problem.severity is Severity.INFO
    assert problem.found == "data/a/notes.txt, data/b/plot.py, data/b/x.bin"
    assert ", ".join(file.shown_as for file in find(data).others) == problem.found


def test_a_file_that_a_profiler_wrote_but_that_is_not_read_makes_a_run_that_can_say_so(tmp_path: Path) -> None:
    sample(tmp_path / "data" / "a" / "m.log", "==PROF== Connected to process 1\n")
    assert ids(find(tmp_path / "data")) == ["a"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("output", [0, 3_000_000])
def test_a_table_is_found_in_every_encoding_and_behind_any_output(tmp_path: Path, encoding: str, output: int) -> None:
    (tmp_path / "data").mkdir()
    # The first table has no quotes and so begins with the mark of the encoding itself.
    text = LONG_HEADER.replace('"', "") if not output else "line of output\n" * (output // 15) + LONG_HEADER
    (tmp_path / "data" / "m.csv").write_bytes(text.encode(encoding))
    assert ids(find(tmp_path / "data")) == ["data"]


def test_a_csv_file_that_is_too_large_makes_a_run_that_can_say_so(tmp_path: Path) -> None:
    sample(tmp_path / "data" / "a" / "m.csv", LONG_HEADER * 100)
    assert ids(find(tmp_path / "data", limits=Limits(file_bytes=1000))) == ["a"]


def test_a_name_that_is_no_text_is_shown_all_the_same(tmp_path: Path) -> None:
    folder = os.fsencode(tmp_path / "data") + b"/caf\xe9"
    os.makedirs(folder)  # noqa: PTH103 - a Path cannot name these bytes
    with open(folder + b"/m.csv", "w", encoding="utf-8") as stream:  # noqa: PTH123
        stream.write(LONG_HEADER)
    (run,) = find(tmp_path / "data").runs
    assert run.id == "caf\ufffd"
    assert run.files[0].shown_as == "data/caf\ufffd/m.csv"


def test_run_yml_comes_before_run_yaml(tmp_path: Path) -> None:
    for name in ("run.yaml", "run.yml"):
        sample(tmp_path / "data" / "a" / name, "title: A")
    sample(tmp_path / "data" / "a" / "m.csv", LONG_HEADER)
    (run,) = find(tmp_path / "data").runs
    assert run.run_file is not None
    assert run.run_file.path.name == "run.yml"


def test_settings_of_a_run_without_files_are_a_problem(tmp_path: Path) -> None:
    sample(tmp_path / "data" / "a" / "run.yml", "title: A")
    (problem,) = find(tmp_path / "data").problems
    assert (problem.file, problem.severity) == ("data/a/run.yml", Severity.WARNING)


def test_the_same_id_in_two_data_folders_names_both(tmp_path: Path) -> None:
    sample(tmp_path / "one" / "a" / "m.csv", LONG_HEADER)
    sample(tmp_path / "two" / "a" / "m.csv", LONG_HEADER)
    found = find(tmp_path / "one", tmp_path / "two")
    assert [run.shown_as for run in found.runs] == ["one/a"]
    (problem,) = found.problems
    assert problem.found == "one/a and two/a"
    assert problem.severity is Severity.WARNING


@pytest.mark.parametrize("exists", [True, False])
def test_an_empty_or_missing_data_folder_says_what_to_put_there(tmp_path: Path, *, exists: bool) -> None:
    if exists:
        (tmp_path / "data").mkdir()
    found = find(tmp_path / "data")
    assert found.runs == ()
    assert ["data/my-run/metrics.csv" in line for line in texts(found.problems)] == [True]
    assert str(tmp_path) not in repr(found.problems)


def test_a_link_that_is_not_followed_is_told_in_the_log(tmp_path: Path) -> None:
    sample(tmp_path / "outside" / "m.csv", LONG_HEADER)
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "away").symlink_to(tmp_path / "outside")
    (tmp_path / "data" / "broken").symlink_to(tmp_path / "nowhere")
    problems = {problem.file: problem for problem in find(tmp_path / "data").problems}
    assert problems["data/away"].found == "it leaves the data folder"
    assert problems["data/broken"].found == "it leads nowhere"
    assert problems["data/away"].severity is Severity.INFO
    assert problems["data"].severity is Severity.WARNING


def test_a_data_folder_that_is_a_file_or_has_an_impossible_name_is_a_problem(tmp_path: Path) -> None:
    sample(tmp_path / "data", "text")
    for name in ("data", "d" * 300, "nul\0", "data/below"):
        found = find(tmp_path / name)
        assert found.runs == ()
        assert [problem.severity for problem in found.problems] == [Severity.WARNING], name


def test_folders_beyond_every_depth_that_makes_sense_are_told(tmp_path: Path) -> None:
    data = tmp_path / "data"
    sample(data / "a" / "m.csv", LONG_HEADER)
    folder = data
    for _ in range(40):
        folder /= "deep"
    sample(folder / "m.csv", LONG_HEADER)
    found = find(data)
    assert ids(found) == ["a"]
    (problem,) = found.problems
    assert (problem.file, problem.severity) == ("data/deep/deep", Severity.WARNING)


@pytest.mark.parametrize("text", [TABLE.replace("k()", "k\0()"), TABLE + "\0" * 9000])
def test_zero_bytes_in_a_table_or_behind_it_do_not_hide_it(text: str, tmp_path: Path) -> None:
    sample(tmp_path / "data" / "a" / "m.csv", text)
    assert ids(find(tmp_path / "data")) == ["a"]


DATABASE = b"SQLite format 3\0" + b"\0" * 200 + b"CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL"
PACKED = gzip.compress((LONG_HEADER + "x").encode(), mtime=0)


@pytest.mark.parametrize(
    ("content", "words"), [(PACKED, "compressed"), (DATABASE, "database"), (b"NVR\0\1\2", "report of Nsight Compute")]
)
def test_data_of_a_profiler_that_are_no_text_say_what_to_do(tmp_path: Path, content: bytes, words: str) -> None:
    path = sample(tmp_path / "data" / "a" / "m.any", "")
    path.write_bytes(content)
    (problem,) = [each for each in find(tmp_path / "data").problems if each.severity is Severity.WARNING]
    assert problem.file == "data/a/m.any"
    assert words in problem.summary
    assert problem.remedy


@pytest.mark.parametrize(
    "content", [gzip.compress(b"notes", mtime=0), b"\x1f\x8bbroken", b"SQLite format 3\0", b"NVRAM", b""]
)
def test_other_files_that_are_no_text_are_left_alone(tmp_path: Path, content: bytes) -> None:
    sample(tmp_path / "data" / "a" / "m.any", "").write_bytes(content)
    sample(tmp_path / "data" / "b" / "m.csv", LONG_HEADER)
    assert [each.severity for each in find(tmp_path / "data").problems] == [Severity.INFO]


def test_a_report_beside_its_csv_files_is_left_alone(tmp_path: Path) -> None:
    sample(tmp_path / "data" / "a" / "m.csv", LONG_HEADER)
    sample(tmp_path / "data" / "a" / "m.ncu-rep", "").write_bytes(b"NVR\0\1\2")
    assert [each.severity for each in find(tmp_path / "data").problems] == [Severity.INFO]
