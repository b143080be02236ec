from __future__ import annotations

import gzip
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from roofline_report.domain.hardware import MemoryLevel, Origin
from roofline_report.domain.problem import Severity
from roofline_report.pipeline.inspection import Outcome, inspect_path
from roofline_report.pipeline.settings import Settings
from roofline_report.readers.recognition.stream_benchmark import triad_entry
from tests.pipeline.folders import nvprof_run, settings_in, timing, write
from tests.readers.samples import LONG_HEADER, STREAM, long_row

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roofline_report.pipeline.inspection import Inspection

RUN = {f"run/{name}": text for name, text in nvprof_run("copy(int)").items()}
CEILINGS = "nvbandwidth Version: v9\nBuilt from Git version: v9\n"


def inspect(root: Path, files: Mapping[str, str | bytes], path: str = "run", **options: object) -> Inspection:
    return inspect_path(write(root, files) / path, settings=settings_in(root, **options))


def statuses(inspection: Inspection) -> dict[str, str]:
    return {file.file: file.status.value for file in inspection.files}


def test_every_file_of_a_folder_is_told_in_the_order_of_names(tmp_path: Path) -> None:
    more: dict[str, str | bytes] = {"run/a.png": b"\x89PNG\0", "run/run.yml": "title: t\n", "run/z.txt": CEILINGS}
    inspection = inspect(tmp_path, {**RUN, **more})
    assert list(statuses(inspection).items()) == [
        ("a.png", "not_for_us"),
        ("events.csv", "counters"),
        ("metrics.csv", "counters"),
        ("run.yml", "run_settings"),
        ("timing.csv", "timing"),
        ("z.txt", "ceilings"),
    ]
    assert inspection.outcome is Outcome.GOOD


def test_hidden_files_are_passed_by_unless_they_are_the_path(tmp_path: Path) -> None:
    files = {**RUN, "run/_old.csv": timing("copy(int)"), "run/.old.csv": timing("copy(int)")}
    assert "_old.csv" not in statuses(inspect(tmp_path, files))
    assert statuses(inspect(tmp_path, files, "run/_old.csv")) == {"_old.csv": "timing"}


@pytest.mark.parametrize(("path", "severity"), [("run", Severity.INFO), ("run/old.csv.gz", Severity.WARNING)])
def test_a_packed_file_matters_only_where_nothing_else_is_there(path: str, severity: Severity, tmp_path: Path) -> None:
    inspection = inspect(tmp_path, {**RUN, "run/old.csv.gz": gzip.compress(timing("k").encode(), mtime=0)}, path)
    (problem,) = next(file.problems for file in inspection.files if file.file == "old.csv.gz")
    assert problem.severity is severity
    assert "compressed" in problem.summary


def test_a_file_of_a_folder_without_runs_is_in_no_run(tmp_path: Path) -> None:
    inspection = inspect(tmp_path, {**RUN, "notes/plan.md": "plan\n"}, ".")
    assert [run.report.id for run in inspection.runs] == ["run"]
    assert [file.file for file in inspection.others] == ["notes/plan.md"]


def test_settings_of_a_run_without_its_files_are_a_problem_of_no_run(tmp_path: Path) -> None:
    inspection = inspect(tmp_path, {"run/run.yml": "title: t\n"})
    assert (inspection.runs, inspection.outcome) == ((), Outcome.NOTHING_USABLE)
    assert [problem.file for problem in inspection.problems] == ["run.yml"]


def test_problems_of_a_run_stand_with_their_file_or_with_the_run(tmp_path: Path) -> None:
    inspection = inspect(tmp_path, {**RUN, "run/run.yml": "kernels: {exclude: [none]}\ntitel: t\n"})
    (run,) = inspection.runs
    by_file = {file.file: [problem.file for problem in file.problems] for file in run.files}
    assert by_file["run.yml"] == ["run.yml"]
    assert [(problem.file, problem.found) for problem in run.problems] == [(None, "none")]


def test_metrics_that_a_run_names_for_itself_are_needed(tmp_path: Path) -> None:
    text = RUN["run/metrics.csv"].replace("dram_write_transactions", "my_own_sectors")
    run_file = "metrics: {dram_sectors: my_own_sectors}\n"
    without, with_it = (
        inspect(tmp_path / str(number), {**RUN, "run/metrics.csv": text, "run/run.yml": rules})
        for number, rules in enumerate(("", run_file))
    )
    found = [next(file.metrics for file in each.files if file.file == "metrics.csv") for each in (without, with_it)]
    assert ["my_own_sectors" in metrics.others for metrics in found] == [True, False]
    assert ["my_own_sectors" in metrics.needed for metrics in found] == [False, True]


def test_what_is_wrong_with_device_files_of_the_settings_is_told(tmp_path: Path) -> None:
    inspection = inspect(tmp_path, {**RUN, "devices/mine.yaml": "name: 3\n"}, devices_dir="devices")
    assert inspection.problems
    assert {problem.file for problem in inspection.problems} == {"devices/mine.yaml"}
    assert inspection.outcome is Outcome.PROBLEMS


def test_the_entry_that_states_a_measured_ceiling_can_be_pasted(tmp_path: Path) -> None:
    entry = triad_entry(STREAM)
    inspection = inspect(tmp_path, {**RUN, "run/run.yml": f"ceilings:\n  - {entry}\n"})
    assert inspection.count(Severity.WARNING) == 0
    device = inspection.runs[0].report.device.device
    assert device is not None
    (ceiling,) = [ceiling for ceiling in device.bandwidth_ceilings if ceiling.source == "BabelStream 9.1"]
    assert (ceiling.level, ceiling.origin) == (MemoryLevel.DRAM, Origin.MEASURED)
    assert ceiling.bytes_per_s == pytest.approx(698.8e9, rel=1e-12)


def test_a_device_that_nobody_names_may_be_any_of_its_compute_capability(tmp_path: Path) -> None:
    text = LONG_HEADER + long_row(0, "k()", "gpu__time_duration.sum", "ns", "7", capability="8.9")
    (run,) = inspect(tmp_path, {"run/m.csv": text}).runs
    (told,) = [problem for problem in run.problems if "which device" in problem.summary]
    assert "NVIDIA L40S" in (told.remedy or "")
    assert "A100" not in (told.remedy or "")


def test_files_beside_a_single_one_are_counted(tmp_path: Path) -> None:
    files = {**RUN, "run/.hidden": "", "run/_old.csv": "", "run/below/a.csv": ""}
    assert inspect(tmp_path, files, "run/timing.csv").more_files == 2
    assert inspect(tmp_path, files, "run").more_files == 0


def test_the_files_stay_as_they_are_and_no_folder_of_the_machine_is_in_the_value(tmp_path: Path) -> None:
    write(tmp_path, RUN)
    before = {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in (tmp_path / "run").iterdir()}
    inspection = inspect_path(tmp_path / "run", settings=Settings(root=Path()))
    assert {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in (tmp_path / "run").iterdir()} == before
    assert str(tmp_path) not in repr(inspection)
