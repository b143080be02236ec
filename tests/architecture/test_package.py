"""What the package promises to those who install it."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
import yaml

import roofline_report
from tests.pipeline.folders import PROJECT, nvprof_run, write

if TYPE_CHECKING:
    from pathlib import Path

SOURCES = sorted((PROJECT / "roofline_report").rglob("*.py"))
ASSETS = sorted((PROJECT / "roofline_report" / "renderers" / "assets").iterdir())
MOST_LINES_OF_A_FILE = 400
MOST_LINES_OF_A_FUNCTION = 40


def test_everything_public_can_be_had_from_the_top() -> None:
    for name in roofline_report.__all__:
        assert getattr(roofline_report, name).__doc__
    assert dir(roofline_report) == roofline_report.__all__
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = roofline_report.nothing


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(PROJECT)))
def test_files_and_functions_stay_short(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= MOST_LINES_OF_A_FILE
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            body = (node.end_lineno or node.lineno) - node.body[0].lineno + 1
            assert body <= MOST_LINES_OF_A_FUNCTION, node.name


@pytest.mark.parametrize("path", ASSETS, ids=lambda path: path.name)
def test_scripts_and_styles_stay_short(path: Path) -> None:
    assert path.suffix in {".js", ".css"}
    assert len(path.read_text(encoding="utf-8").splitlines()) <= MOST_LINES_OF_A_FILE


def run(*arguments: str, cwd: Path, **environment: str) -> str:
    result = subprocess.run(
        [sys.executable, *arguments],
        cwd=cwd,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


@pytest.mark.parametrize("module", ["roofline_report", "roofline_report.hosts.mkdocs_plugin"])
def test_importing_it_loads_neither_pandas_nor_bokeh(module: str) -> None:
    code = f"import sys, {module}; print(sorted({{'pandas', 'bokeh'}} & set(sys.modules)))"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert result.stdout.strip() == "[]"


# Each of these brings a good deal with it.
NEEDED_WITH_DATA_ONLY = (
    "pandas",
    "bokeh",
    "roofline_report.devices.catalogue",
    "roofline_report.readers.recognition.recognition",
    "roofline_report.pipeline.run_report",
    "roofline_report.renderers.charts.embed",
    "roofline_report.renderers.pages.kernel",
    "roofline_report.configuration.document",
    "roofline_report.domain.profile",
    "roofline_report.report.model",
)


@pytest.mark.parametrize(
    ("options", "needed"),
    [({}, ["roofline_report.pipeline.generate"]), ({"enabled": False}, [])],
    ids=["no data", "switched off"],
)
def test_a_site_with_nothing_to_report_imports_little(
    tmp_path: Path, options: dict[str, object], needed: list[str]
) -> None:
    config = {"site_name": "s", "theme": "mkdocs", "plugins": [{"roofline-report": options}]}
    write(tmp_path, {"docs/index.md": "# Home\n", "mkdocs.yml": yaml.safe_dump(config)})
    asked = [*NEEDED_WITH_DATA_ONLY, "roofline_report.pipeline.generate"]
    code = (
        "import sys; from mkdocs.commands.build import build; from mkdocs.config import load_config; "
        f"build(load_config('mkdocs.yml')); print([name for name in {asked!r} if name in sys.modules])"
    )
    assert run("-W", "ignore", "-c", code, cwd=tmp_path).splitlines()[-1] == repr(needed)


def test_the_wheel_builds_a_site_outside_the_tree(tmp_path: Path) -> None:
    wheels, installed, project = tmp_path / "wheels", tmp_path / "installed", tmp_path / "project"
    run("-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(wheels), str(PROJECT), cwd=tmp_path)
    wheel = next(wheels.glob("roofline_report-*.whl"))
    run("-m", "pip", "install", "--quiet", "--no-deps", "--target", str(installed), str(wheel), cwd=tmp_path)
    assert (installed / "roofline_report" / "py.typed").is_file()
    config = {"site_name": "s", "theme": "mkdocs", "plugins": ["roofline-report"]}
    files = {f"data/demo/{name}": content for name, content in nvprof_run("k").items()}
    write(project, {"docs/index.md": "# Home\n", "mkdocs.yml": yaml.safe_dump(config), **files})
    where = run("-c", "import roofline_report as r; print(r.__file__)", cwd=project, PYTHONPATH=str(installed))
    assert where.startswith(str(installed))
    run("-m", "mkdocs", "build", "--strict", "--quiet", cwd=project, PYTHONPATH=str(installed))
    site = project / "site"
    assert (site / "performance" / "runs" / "demo" / "k" / "index.html").is_file()
    assert (site / "assets" / "roofline" / "roofline.js").is_file()
