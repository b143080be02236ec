"""`roofline-report figure` as a process: what it imports, and what happens where that or its reader is missing."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.hosts.cli.figure_runs import SITE
from tests.pipeline.folders import PROJECT, write

if TYPE_CHECKING:
    from pathlib import Path


def run(*command: str, cwd: Path, path: str = str(PROJECT)) -> subprocess.CompletedProcess[str]:
    """Run a command in a folder, with the project, or whatever `path` says, where Python looks for modules."""
    return subprocess.run(
        command,
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def run_without(module: str, *arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Return what the command prints where a module cannot be imported."""
    code = (
        f"import sys; sys.modules[{module!r}] = None; sys.argv = ['roofline-report', *sys.argv[1:]]; "
        "from roofline_report.hosts.cli import main; main(prog_name='roofline-report')"
    )
    return run(sys.executable, "-c", code, *arguments, cwd=cwd)


def test_without_matplotlib_it_says_how_to_install_it(tmp_path: Path) -> None:
    write(tmp_path, SITE)
    result = run_without("matplotlib", "figure", "a/first", "-o", "x.svg", cwd=tmp_path)
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr == (
        "Error: pictures are drawn with matplotlib, which is not installed; "
        'remedy: pip install "roofline-report[figure]"\n'
    )


def test_a_broken_matplotlib_is_told_in_one_line(tmp_path: Path) -> None:
    package = write(tmp_path, {**SITE, "matplotlib/__init__.py": "raise ImportError('numpy is too old')\n"})
    result = run(
        sys.executable,
        "-m",
        "roofline_report",
        "figure",
        "a/first",
        "-o",
        "x.svg",
        cwd=package,
        path=f"{package}{os.pathsep}{PROJECT}",
    )
    assert result.returncode == 1
    assert result.stderr.startswith(
        "Error: pictures are drawn with matplotlib, which cannot be used; found: numpy is too old"
    )
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize("arguments", [["--help"], ["figure", "--help"], ["inspect", "data"], ["--version"]])
def test_other_commands_do_not_wait_for_matplotlib(arguments: list[str], tmp_path: Path) -> None:
    write(tmp_path, SITE)
    code = (
        "import sys, atexit; atexit.register(lambda: print('matplotlib' in sys.modules, 'mkdocs' in sys.modules)); "
        "from roofline_report.hosts.cli import main; main()"
    )
    result = run(sys.executable, "-c", code, *arguments, cwd=tmp_path)
    assert result.returncode == 0
    assert result.stdout.splitlines()[-1] == "False False"


def test_a_reader_that_goes_away_is_no_fault(tmp_path: Path) -> None:
    write(tmp_path, SITE)
    command = f"{sys.executable} -m roofline_report figure a/first 2>err | head -c 10; test -s err"
    result = run("bash", "-c", command, cwd=tmp_path)
    assert result.stdout == "<?xml vers"
    assert "Traceback" not in (tmp_path / "err").read_text()
