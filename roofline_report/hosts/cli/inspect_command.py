"""`roofline-report inspect PATH`: what a file or folder holds, and what is wrong with it."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from roofline_report.pipeline.inspection import Line
    from roofline_report.pipeline.settings import Settings

PIPED_WIDTH = 80
"""Characters of a line where nobody says how wide the terminal is."""

_EXIT_CODES = {"good": 0, "nothing_to_draw": 0, "problems": 1, "nothing_usable": 2}
_COLORS = {"warning": "red", "note": "yellow", "command": "cyan"}
_BOLD = ("heading", "file")


class SettingsFileError(click.ClickException):
    """A roofline.yml that cannot be understood."""

    exit_code = 2


@click.command("inspect", short_help="Say what is in a file or folder, and what is wrong with it.")
@click.argument("path", type=click.Path(exists=True, readable=True, path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print JSON for machines instead of text.")
def inspect_command(path: Path, *, as_json: bool) -> None:
    """Say what is in PATH: a profiler's file, the folder of a run, or a folder with runs in it.

    For each file: which format it has and how that was seen, which rows, kernels and metrics were taken from it, and
    what is wrong with it. For each run: the device, which kernels have a place on the roofline, and what is missing.

    A roofline.yml in the current folder holds here too.

    The exit code is 0 if nothing is wrong, 1 if something would fail a strict build, and 2 if nothing can be used.
    """
    from roofline_report.pipeline.inspection import inspect_path, inspection_json, inspection_lines

    if not (path.is_file() or path.is_dir()):
        raise click.BadParameter("it is neither a file nor a folder", param_hint="PATH")
    inspection = inspect_path(path, settings=_read_settings())
    if as_json:
        click.echo(inspection_json(inspection))
    else:
        _print(inspection_lines(inspection, width=_find_width()))
    sys.exit(_EXIT_CODES[inspection.outcome])


def _read_settings() -> Settings:
    from roofline_report.domain.errors import SettingsError
    from roofline_report.pipeline.settings import Settings

    try:
        return Settings.from_mapping({}, root=Path(), shown_as="the command line")
    except SettingsError as error:
        raise SettingsFileError(str(error)) from error


def _print(lines: tuple[Line, ...]) -> None:
    text = "\n".join(_styled(line) for line in lines)
    encoding = sys.stdout.encoding or "ascii"
    # A terminal that has no letter for the micro sign gets a question mark, not a traceback.
    click.echo(text.encode(encoding, "replace").decode(encoding), color=False if os.environ.get("NO_COLOR") else None)


def _styled(line: Line) -> str:
    if line.role in _BOLD:
        return click.style(line.text, bold=True)
    return click.style(line.text, fg=_COLORS[line.role]) if line.role in _COLORS else line.text


def _find_width() -> int:
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else PIPED_WIDTH
