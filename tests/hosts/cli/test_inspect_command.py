from __future__ import annotations

import json
import math
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from roofline_report.hosts.cli import main
from tests.hosts.cli.cases import CASES, GOLDEN, Case, inspect, launch
from tests.pipeline.folders import PROJECT, nvprof_run, write
from tests.readers.samples import LONG_HEADER

if TYPE_CHECKING:
    from collections.abc import Iterator

    from click.testing import Result

# What stands in the small files and may not be printed: a user, a host, a folder.
PRIVATE = ("anna", "node7", "/srv", "/bin")


@dataclass(frozen=True, slots=True, kw_only=True)
class Printed:
    """What is printed of a case, and where its files were."""

    case: Case
    folder: Path
    text: Result
    json: Result

    @property
    def both(self) -> tuple[str, str]:
        return self.text.stdout, self.json.stdout


@pytest.fixture(scope="module")
def all_printed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Printed]:
    printed = {}
    for name, case in CASES.items():
        folder = tmp_path_factory.mktemp("laid_out")
        printed[name] = Printed(
            case=case, folder=folder, text=inspect(case, folder), json=inspect(case, folder, "--json")
        )
    return printed


@pytest.fixture(params=CASES)
def printed(request: pytest.FixtureRequest, all_printed: dict[str, Printed]) -> Printed:
    return all_printed[request.param]


@pytest.mark.parametrize("name", CASES)
def test_the_text_is_that_of_the_golden_file(name: str, all_printed: dict[str, Printed]) -> None:
    assert all_printed[name].text.stdout == (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")


def test_every_golden_file_belongs_to_a_case() -> None:
    assert {path.stem for path in GOLDEN.iterdir()} == set(CASES)


def test_the_exit_code_says_what_it_comes_to(printed: Printed) -> None:
    for result in (printed.text, printed.json):
        assert result.exit_code == printed.case.exit_code
        assert isinstance(result.exception, SystemExit | None)


def test_neither_users_nor_hosts_nor_folders_are_printed(printed: Printed) -> None:
    private = (*PRIVATE, printed.folder.name, str(printed.folder.parent))
    assert [word for text in printed.both for word in private if word in text] == []


def test_a_terminal_is_neither_coloured_nor_moved_by_what_stands_in_a_file(printed: Printed) -> None:
    assert all(text.replace("\n", "").isprintable() for text in printed.both)


def test_lines_are_no_longer_than_80_characters_but_for_commands_and_long_names(printed: Printed) -> None:
    for line in printed.text.stdout.splitlines():
        assert len(line) <= 80 or " --csv " in line or "- {roof:" in line or len(line.split()) == 1


def test_the_same_files_give_the_same_json_in_any_folder(printed: Printed, tmp_path: Path) -> None:
    assert inspect(printed.case, tmp_path, "--json").stdout == printed.json.stdout


def numbers_of(value: object) -> Iterator[float]:
    if isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from numbers_of(item)
    elif isinstance(value, float):
        yield value


def test_json_is_sorted_ascii_with_finite_numbers(printed: Printed) -> None:
    text = printed.json.stdout
    document = json.loads(text)
    assert text.isascii()
    assert json.dumps(document, indent=2, sort_keys=True) + "\n" == text
    assert all(math.isfinite(number) for number in numbers_of(document))
    assert (document["version"], document["path"]) == (1, Path(printed.case.path).name)


def test_the_json_of_a_run_holds_what_was_measured(tmp_path: Path) -> None:
    document = json.loads(inspect(CASES["one_file"], tmp_path, "--json").stdout)
    (run,) = document["runs"]
    (kernel,) = run["kernels"]
    (file,) = run["files"]
    assert kernel["name"] == "stencil(float *, int)"
    assert (kernel["launches"], kernel["levels"]) == (2, ["l1", "l2", "dram"])
    assert kernel["duration_s"] == pytest.approx(12.5e-6, rel=1e-12)
    assert run["gpu_time_s"] == pytest.approx(25e-6, rel=1e-12)
    assert [each["launches"] for each in kernel["configurations"]] == [1, 1]
    assert file["kernels"] == [{"name": kernel["name"], "launches": 2, "duration_s": kernel["duration_s"]}]
    assert file["tables"][0]["line"] == 3
    assert run["missing"] == []


def test_what_was_not_measured_is_null_and_no_zero(tmp_path: Path) -> None:
    document = json.loads(inspect(CASES["no_value"], tmp_path, "--json").stdout)
    (run,) = document["runs"]
    (kernel,) = run["kernels"]
    assert (kernel["duration_s"], kernel["time_share"], kernel["levels"], run["gpu_time_s"]) == (None, None, [], None)
    assert run["files"][0]["metrics"]["without_value"] == ["gpu__time_duration.sum"]
    assert [each["need"] for each in run["missing"]] == ["time", "instructions", "l1", "l2", "dram"]


def test_the_option_that_collects_what_is_missing_is_printed_whole(tmp_path: Path) -> None:
    missing = ("lts__t_sectors.sum", "dram__sectors_read.sum")
    case = Case(files={"m.csv": LONG_HEADER + launch(0, "k()", leave_out=missing)}, path="m.csv", exit_code=1)
    command = "ncu --csv --log-file more.csv --clock-control none --metrics"
    # What is there is not asked for again.
    metrics = "lts__t_sectors.sum,dram__sectors_read.sum"
    assert f"    {command} {metrics} ./solver\n" in inspect(case, tmp_path).stdout


def test_the_path_may_be_the_current_folder(tmp_path: Path) -> None:
    files = {f"data/{name}": text for name, text in nvprof_run("copy(int)").items()}
    case = Case(files=files, path=".", exit_code=0)
    result = inspect(case, tmp_path)
    assert result.exit_code == 0
    assert result.stdout.startswith(".: 1 kernel, with a place on the roofline.\n")
    assert "\ndata/timing.csv: kernel times\n" in result.stdout


def test_a_baseline_outside_of_the_path_is_no_fault(tmp_path: Path) -> None:
    files = {f"run/{name}": text for name, text in nvprof_run("copy(int)").items()}
    case = Case(files={**files, "run/run.yml": "baseline: another\n"}, path="run", exit_code=0)
    assert inspect(case, tmp_path).exit_code == 0


@pytest.mark.parametrize("path", ["-", "there/is/none", "a_pipe"])
def test_a_path_that_is_neither_file_nor_folder_is_refused_in_one_line(path: str, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a_pipe")
    result = inspect(Case(files={}, path=path, exit_code=2), tmp_path)
    assert result.exit_code == 2
    assert result.output.splitlines()[-1].startswith("Error: ")


def test_settings_that_cannot_be_understood_are_told_and_nothing_is_read(tmp_path: Path) -> None:
    case = Case(files={"roofline.yml": "devices-dir: x\n", "m.csv": ""}, path="m.csv", exit_code=2)
    result = inspect(case, tmp_path)
    assert result.exit_code == 2
    assert result.output.startswith("Error: invalid roofline_report settings")
    assert 'did you mean "devices_dir"?' in result.output


def test_a_terminal_gets_colours_unless_it_asks_for_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = str(write(tmp_path, CASES["no_value"].files) / "m.csv")
    monkeypatch.delenv("NO_COLOR", raising=False)
    coloured = CliRunner().invoke(main, ["inspect", path], color=True).stdout
    monkeypatch.setenv("NO_COLOR", "1")
    plain = CliRunner().invoke(main, ["inspect", path], color=True).stdout
    assert "\x1b[31m  Problem" in coloured
    assert "\x1b" not in plain


def test_a_terminal_without_our_letters_gets_a_question_mark_and_no_traceback(tmp_path: Path) -> None:
    path = write(tmp_path, CASES["timing"].files) / "times.csv"
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    result = subprocess.run(
        [sys.executable, "-m", "roofline_report", "inspect", str(path)],
        env=environment,
        capture_output=True,
        check=False,
        cwd=PROJECT,
        timeout=60,
    )
    assert (result.returncode, result.stderr) == (0, b"")
    assert b"10 launches of 10.0 ?s" in result.stdout


@pytest.mark.parametrize("option", ["--help", "--version"])
def test_asking_for_help_imports_nothing_that_takes_long(option: str) -> None:
    slow = ("pandas", "numpy", "bokeh", "jinja2", "yaml", "mkdocs", "roofline_report.pipeline")
    code = (
        "import sys; from roofline_report.hosts.cli import main; "
        f"main([{option!r}], standalone_mode=False, prog_name='roofline-report'); "
        f"print([name for name in {slow!r} if name in sys.modules])"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert result.stdout.splitlines()[-1] == "[]"
    assert "roofline-report" in result.stdout


WHOLE = (LONG_HEADER + launch(0, "copy(int)") + launch(1, "copy(int)")).encode()
CUT = st.builds(
    lambda start, end, put: WHOLE[:start] + put + WHOLE[end:],
    st.integers(0, len(WHOLE)),
    st.integers(0, len(WHOLE)),
    st.binary(max_size=40),
)


@settings(max_examples=40)
@given(content=st.one_of(st.binary(max_size=400), CUT))
def test_whatever_a_file_holds_there_is_an_answer(content: bytes, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("any") / "file.csv"
    path.write_bytes(content)
    for options in ([], ["--json"]):
        result = CliRunner().invoke(main, ["inspect", str(path), *options])
        assert isinstance(result.exception, SystemExit | None)
        assert result.exit_code in {0, 1, 2}
        assert result.stdout
