"""docs/figures.md says what the command does, and what it tells to run can be run."""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING

import pytest
import yaml
from click.testing import CliRunner

from roofline_report.hosts.cli import main
from roofline_report.renderers.figures.keys import MOST_KERNELS
from roofline_report.renderers.figures.look import FigureFormat
from tests.hosts.page_reading import read_tables_below
from tests.pipeline.folders import PROJECT

if TYPE_CHECKING:
    from pathlib import Path

    from tests.hosts.sites import BuiltSite

PAGE = (PROJECT / "docs" / "figures.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^roofline-report (figure .*)$", PAGE, re.MULTILINE)
IMAGES = PROJECT / "docs" / "images"


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_of_the_page_draws_a_picture(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(PROJECT)
    arguments = shlex.split(command)
    output = tmp_path / arguments[-1]
    result = CliRunner().invoke(main, [*arguments[:-1], str(output)])
    assert result.exit_code == 0, result.output
    assert output.stat().st_size > 1000


def test_the_page_has_commands_and_a_picture_of_each() -> None:
    assert len(COMMANDS) == 3
    pictures = re.findall(r"\]\(images/(figure-\w+\.png)\)", PAGE)
    assert len(pictures) == 3
    assert all((IMAGES / name).is_file() for name in pictures)


def test_the_page_names_every_format_and_no_other() -> None:
    rows = re.findall(r"^\| `\.(\w+)` \|", PAGE, re.MULTILINE)
    assert sorted(rows) == sorted(form.value for form in FigureFormat)


def test_the_settings_of_a_run_that_the_page_shows_are_understood(tmp_path: Path) -> None:
    (shown,) = re.findall(r"^```yaml\n(title: .*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    assert set(yaml.safe_load(shown)["kernels"]) == {"labels", "colors", "markers"}
    assert MOST_KERNELS == 8
    assert "at most eight of them" in PAGE


def test_the_table_of_options_is_that_of_the_command(own_site: BuiltSite) -> None:
    table = read_tables_below(own_site.read("figures/index.html"))["options"]
    told = {re.findall(r"--[a-z-]+", option)[0]: (default, meaning) for option, default, meaning in table.rows}
    text = CliRunner().invoke(main, ["figure", "--help"], terminal_width=200).stdout
    assert set(told) == set(re.findall(r"--[a-z-]+", text.partition("Options:")[2])) - {"--help"}
    assert {option: default for option, (default, _) in told.items() if default} == {
        "--labels": "5",
        "--size": "single",
        "--dpi": "300",
    }
    assert all(meaning for _, meaning in told.values())
