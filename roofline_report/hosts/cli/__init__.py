"""The command line: `roofline-report`. What a command needs is imported when it runs, so that --help is quick."""

from __future__ import annotations

import click

from roofline_report.hosts.cli.figure_command import figure_command
from roofline_report.hosts.cli.inspect_command import inspect_command

__all__ = ["main"]


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="roofline-report", prog_name="roofline-report")
def main() -> None:
    """Look at the files that GPU profilers wrote, and at what a roofline report makes of them."""


main.add_command(inspect_command)
main.add_command(figure_command)
