"""A site with a run, and what `roofline-report figure` makes of it."""

from __future__ import annotations

import os
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING, Any

from click.testing import CliRunner

from roofline_report.hosts.cli import main
from tests.pipeline.folders import nvprof_run, write
from tests.renderers.figures.reading import Picture

if TYPE_CHECKING:
    from collections.abc import Mapping

    from click.testing import Result

RUN_FILE = """
title: Three kernels
kernels:
  labels: {"copy*": plain copy}
  colors: {"copy*": crimson}
  markers: {"copy*": star}
clocks: not locked
"""
NAMES = ("copy(int)", "void scale<float>(float*)", "sweep(double)")
SITE = {
    **{f"data/a/first/{name}": text for name, text in nvprof_run(*NAMES).items()},
    "data/a/first/run.yml": RUN_FILE,
}


def _runner() -> CliRunner:
    """Return a runner that keeps standard error apart, as those of click 8.2 and newer do without being asked."""
    asked: dict[str, Any] = {"mix_stderr": False} if "mix_stderr" in signature(CliRunner).parameters else {}
    return CliRunner(**asked)


def figure(root: Path, *arguments: str, files: Mapping[str, str | bytes] | None = None) -> Result:
    """Return what the command prints in a folder with these files."""
    write(root, SITE if files is None else files)
    before = Path.cwd()
    os.chdir(root)
    try:
        return _runner().invoke(main, ["figure", *arguments])
    finally:
        os.chdir(before)


def drawn(root: Path, *arguments: str, files: Mapping[str, str | bytes] | None = None) -> Picture:
    result = figure(root, *arguments, "-o", "out.svg", files=files)
    assert result.exit_code == 0, result.output
    return Picture((root / "out.svg").read_bytes())
