"""Lines of text on a terminal or in a pipe."""

from __future__ import annotations

import os
import shutil
import sys
from typing import TYPE_CHECKING, TextIO

import click

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roofline_report.pipeline.inspection import Line

PIPED_WIDTH = 80
"""Characters of a line where nobody says how wide the terminal is."""

_COLORS = {"warning": "red", "note": "yellow", "command": "cyan"}
_BOLD = ("heading", "file")


def print_lines(lines: Iterable[Line], *, as_errors: bool = False) -> None:
    """Print lines, in colours where there is a terminal.

    Args:
        lines: The lines.
        as_errors: They go to standard error, because something else goes to standard output.
    """
    text = "\n".join(_styled(line) for line in lines)
    encoding = _stream(as_errors=as_errors).encoding or "ascii"
    # A terminal that has no letter for the micro sign gets a question mark, not a traceback.
    shown = text.encode(encoding, "replace").decode(encoding)
    click.echo(shown, err=as_errors, color=False if os.environ.get("NO_COLOR") else None)


def find_width(*, as_errors: bool = False) -> int:
    """Return how many characters a line may have."""
    return shutil.get_terminal_size().columns if is_terminal(as_errors=as_errors) else PIPED_WIDTH


def is_terminal(*, as_errors: bool = False) -> bool:
    """Tell whether somebody reads what is printed as it comes."""
    return _stream(as_errors=as_errors).isatty()


def _stream(*, as_errors: bool) -> TextIO:
    return sys.stderr if as_errors else sys.stdout


def _styled(line: Line) -> str:
    if line.role in _BOLD:
        return click.style(line.text, bold=True)
    return click.style(line.text, fg=_COLORS[line.role]) if line.role in _COLORS else line.text
