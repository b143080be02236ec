"""The recipes of the documentation work: a copy of the project that follows them passes the tests that they name."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
import yaml

from roofline_report.devices.schema import read_device
from roofline_report.domain.hardware import MemoryLevel, Operation
from tests.devices.datasheet_rules import RULES
from tests.hosts.page_reading import read_text
from tests.pipeline.folders import PROJECT, write

if TYPE_CHECKING:
    from pathlib import Path

RECIPES = {path.stem: path.read_text(encoding="utf-8") for path in (PROJECT / "docs" / "extending").glob("*.md")}


def files_of(recipe: str) -> dict[str, str]:
    """Return the whole files that a recipe says to write, by path."""
    found = re.findall(r"^`([\w./-]+)`:\n\n```\w+\n(.*?)^```", RECIPES[recipe], re.MULTILINE | re.DOTALL)
    return dict(found)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for folder in ("roofline_report", "tests", "docs", "data"):
        ignored = shutil.ignore_patterns("__pycache__", "images")
        shutil.copytree(PROJECT / folder, tmp_path / folder, ignore=ignored)
    for file in ("mkdocs.yml", "pyproject.toml"):
        shutil.copy(PROJECT / file, tmp_path / file)
    return tmp_path


def run(project: Path, *arguments: str) -> str:
    result = subprocess.run(
        [sys.executable, *arguments],
        cwd=project,
        env={**os.environ, "PYTHONPATH": str(project)},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


def text_of(project: Path, page: str) -> str:
    return read_text((project / "site" / page / "index.html").read_text(encoding="utf-8"))


def register(project: Path, registry: str, *, recipe: str, import_line: str) -> None:
    """Replace the tuple of a registry by the one that the recipe shows."""
    path = project / "roofline_report" / registry
    text = path.read_text(encoding="utf-8")
    name = re.search(r"^(READERS|RUN_CHARTS)\b", text, re.MULTILINE)
    assert name is not None
    shown = re.findall(rf"^({name[1]}: .*)$", RECIPES[recipe], re.MULTILINE)
    assert len(shown) == 1
    changed, count = re.subn(rf"^{name[1]}: .*$", lambda _: shown[0], text, flags=re.MULTILINE)
    assert count == 1
    path.write_text(
        changed.replace("\nif TYPE_CHECKING:", f"\n{import_line}\n\nif TYPE_CHECKING:", 1), encoding="utf-8"
    )


def test_a_format_is_read_after_its_recipe(project: Path) -> None:
    files = files_of("format")
    assert len(files) == 3
    write(project, files)
    line = "from roofline_report.readers.tinyprof import TinyprofReader"
    register(project, "readers/registry.py", recipe="format", import_line=line)
    (sample,) = re.findall(r'^```text\n("Kernel".*?)^```', RECIPES["format"], re.MULTILINE | re.DOTALL)
    write(project, {"data/tiny/totals.csv": sample})
    output = run(project, "-m", "pytest", "-q", "tests/readers/test_tinyprof.py", "tests/readers/recognition")
    assert "passed" in output
    run(project, "-m", "mkdocs", "build", "--quiet", "--site-dir", str(project / "site"))
    # 5500 us / 100 launches.
    assert "55.0 µs" in text_of(project, "performance/runs/tiny/saxpy")
    assert "tinyprof --csv --counters" in text_of(project, "data-folder")


def test_a_chart_is_on_the_run_page_after_its_recipe(project: Path) -> None:
    files = files_of("chart")
    assert len(files) == 3
    write(project, files)
    line = "from roofline_report.renderers.charts.launch_counts import LaunchCounts"
    register(project, "renderers/charts/registry.py", recipe="chart", import_line=line)
    assert "passed" in run(project, "-m", "pytest", "-q", "tests/renderers/charts/test_launch_counts.py")
    run(project, "-m", "mkdocs", "build", "--quiet", "--site-dir", str(project / "site"))
    assert "Launches kernel_A: 100" in text_of(project, "performance/runs/a100-kernels")
    assert "launch_counts" in text_of(project, "settings")


def test_a_host_writes_the_site_after_its_recipe(project: Path) -> None:
    files = files_of("host")
    assert len(files) == 2
    write(project, files)
    assert "passed" in run(project, "-m", "pytest", "-q", "tests/hosts/test_plain_html.py")


def test_the_python_that_the_host_recipe_begins_with_runs(project: Path) -> None:
    code = re.findall(r"^```python\n(.*?)^```", RECIPES["host"], re.MULTILINE | re.DOTALL)[0]
    assert "runs/v100s-transpose/index.md - " in run(project, "-c", code)


def test_the_smallest_device_file_gives_the_ceilings_that_are_worked_out() -> None:
    (text,) = files_of("device").values()
    device, problems = read_device(text, given_in="example.yaml")
    assert problems == ()
    assert device is not None
    assert [broken for rule in RULES for broken in rule(device)] == []
    rates = {ceiling.level: ceiling.bytes_per_s for ceiling in device.bandwidth_ceilings}
    assert rates[MemoryLevel.L1] == pytest.approx(3840e9)
    (peak,) = device.compute_ceilings
    assert peak.operation is Operation.WARP_INSTRUCTION
    assert peak.operations_per_s == pytest.approx(240e9)
    assert "240 warp GIPS" in RECIPES["device"]
    assert "3,840 GB/s" in RECIPES["device"]


def test_the_measured_ceiling_of_the_device_recipe_fits_its_file() -> None:
    (text,) = files_of("device").values()
    (ceilings,) = re.findall(r"^```yaml\n(ceilings:.*?)^```", RECIPES["device"], re.MULTILINE | re.DOTALL)
    device, problems = read_device(text + ceilings, given_in="example.yaml")
    assert problems == ()
    assert device is not None
    assert [ceiling.origin.is_physical for ceiling in device.bandwidth_ceilings].count(False) == 1


def test_the_keys_of_a_formula_are_those_of_the_metric_tables() -> None:
    known = set(re.findall(r"^\| `(\w+)` \|", RECIPES["metric"], re.MULTILINE))
    used = set()
    for path in (PROJECT / "roofline_report" / "readers" / "metrics" / "metric_tables").glob("*.yaml"):
        quantities = yaml.safe_load(path.read_text(encoding="utf-8"))["quantities"].values()
        used |= {key for quantity in quantities for formula in quantity["formulas"] for key in formula}
    assert used == known


def test_every_file_that_the_security_page_names_exists() -> None:
    text = (PROJECT / "SECURITY.md").read_text(encoding="utf-8")
    named = re.findall(r"`((?:renderers|readers|hosts|configuration|report)/[\w./-]+)`", text)
    assert len(named) > 10
    assert [path for path in named if not (PROJECT / "roofline_report" / path).exists()] == []


def test_every_file_that_a_recipe_names_exists() -> None:
    for name, text in RECIPES.items():
        new = set(files_of(name))
        for path in re.findall(r"`((?:roofline_report|tests|docs)/[\w./-]+\.\w+)`", text):
            assert path in new or (PROJECT / path).is_file(), (name, path)
