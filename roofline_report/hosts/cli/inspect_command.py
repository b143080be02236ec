"""`roofline-report inspect PATH`: what a file or folder holds, and what is wrong with it."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from roofline_report.hosts.cli.printing import find_width, print_lines
from roofline_report.hosts.cli.settings_files import read_settings

_EXIT_CODES = {"good": 0, "nothing_to_draw": 0, "problems": 1, "nothing_usable": 2}


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
    inspection = inspect_path(path, settings=read_settings())
    if as_json:
        click.echo(inspection_json(inspection))
    else:
        print_lines(inspection_lines(inspection, width=find_width()))
    sys.exit(_EXIT_CODES[inspection.outcome])
