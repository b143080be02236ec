"""What the getting-started page tells a reader to paste builds, strictly, into what the page says."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from roofline_report.domain.quantity import FLOP_OF, SPARSE_FLOP_OF, Quantity
from roofline_report.readers.metrics.metric_table import load_tables
from tests.hosts.page_reading import read_text
from tests.pipeline.folders import PROJECT, write

if TYPE_CHECKING:
    from pathlib import Path

PAGE = (PROJECT / "docs" / "getting-started.md").read_text(encoding="utf-8")
README = (PROJECT / "README.md").read_text(encoding="utf-8")
FILES = dict(re.findall(r"^`([\w./-]+)`:\n\n```\w+\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL))
CLAIMS = re.findall(r"^\| `(site/[\w./-]+)` \| (.+) \|$", PAGE, re.MULTILINE)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = write(tmp_path_factory.mktemp("start"), FILES)
    result = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict"],
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert result.returncode == 0, result.stderr
    return root


def test_the_page_has_a_whole_project() -> None:
    assert set(FILES) == {
        "mkdocs.yml",
        "docs/index.md",
        "data/saxpy-v100s/timing.csv",
        "data/saxpy-v100s/events.csv",
        "data/saxpy-v100s/metrics.csv",
        "data/saxpy-v100s/run.yml",
    }


def test_every_page_that_is_named_says_what_is_claimed(site: Path) -> None:
    assert len(CLAIMS) == 4
    for path, claim in CLAIMS[1:]:
        text = " ".join(read_text((site / path).read_text(encoding="utf-8")).split()).lower()
        for words in re.split(r", |; nearest | at ", claim):
            assert words.lower() in text, (path, words)
    assert "Worth working on" in (site / CLAIMS[0][0]).read_text(encoding="utf-8")


def test_the_number_that_is_worked_out_is_right() -> None:
    gb_per_s = (1_048_600 + 524_310) * 32 / 55.0e-6 / 1e9
    assert f"{gb_per_s:.0f} GB/s" in PAGE
    assert f"{gb_per_s / 1133.568:.1%}".replace("%", " %") in PAGE


COMMANDS = [command for table in load_tables() for command in table.collection.commands]


def commands_in(text: str) -> list[str]:
    """Return the lines of a page that run a profiler."""
    profilers = tuple(" ".join(command.split()[:2]) for command in COMMANDS)
    return [line for line in text.replace("\\\n", "").splitlines() if line.startswith(profilers)]


def test_the_page_has_every_command_of_the_metric_tables() -> None:
    tensor = [line for line in commands_in(PAGE) if "/tensor.csv " in line]
    assert sorted(commands_in(PAGE)) == sorted([*COMMANDS, *tensor])
    assert len(COMMANDS) >= 4


def test_the_command_for_tensor_units_has_the_metrics_of_the_chip_that_it_is_for() -> None:
    (command,) = [line for line in commands_in(PAGE) if "/tensor.csv " in line]
    (table,) = [each for each in load_tables() if each.profiler == "Nsight Compute"]
    operations = [*FLOP_OF.items(), *SPARSE_FLOP_OF.items()]
    quantities = [quantity for operation, quantity in operations if operation.is_tensor]
    asked = (table.entries[each].to_collect("8.0")[:1] for each in [*quantities, Quantity.INT8_TENSOR_OPERATIONS])
    metrics = ",".join(name for formulas in asked for formula in formulas for name in formula.best)
    assert command.endswith(f" --clock-control none --metrics {metrics} ./my_program")


def test_the_commands_of_the_readme_are_those_of_the_metric_tables() -> None:
    assert len(commands_in(README)) >= 4
    assert set(commands_in(README)) <= set(COMMANDS)
