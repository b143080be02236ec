"""Runs of every kind, and what their downloads say, read as anybody would."""

from __future__ import annotations

import csv
import dataclasses
import io
import json
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any, Final

from roofline_report.domain.flop_roofline import Model
from roofline_report.domain.hardware import MemoryLevel
from roofline_report.domain.profile import LaunchConfiguration, Profile
from roofline_report.domain.quantity import Quantity
from roofline_report.pipeline.reading_cache import ReadingCache
from roofline_report.pipeline.site_report import build_site_report
from roofline_report.readers.discovery import DataFolder, find_runs
from roofline_report.renderers.downloads.files import run_downloads
from roofline_report.report.build import build_run
from roofline_report.report.model import DeviceOrigin, RunDevice
from roofline_report.report.options import RunOptions
from tests.pipeline.folders import PROJECT, settings_in
from tests.renderers.pages.made_runs import COPY, MANY, OLD, PARTLY, SOLVE, run_of
from tests.report import random_runs

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roofline_report.domain.profile import Kernel
    from roofline_report.report.model import RunReport

Row = dict[str, str]

RANDOM_RUNS: Final = 40
KERNELS_OF_A_RUN: Final = 6

UNTIMED: Final = dataclasses.replace(
    SOLVE,
    name="untimed",
    measurements={key: value for key, value in SOLVE.measurements.items() if key is not Quantity.DURATION},
)


def in_configurations(kernel: Kernel, *grids: str) -> list[Kernel]:
    """Return one kernel once for each grid that it was launched with, as a run has it that tells them apart."""
    return [
        dataclasses.replace(kernel, configuration=LaunchConfiguration(grid=grid, block="(256, 1, 1)")) for grid in grids
    ]


def without_device(*kernels: Kernel) -> RunReport:
    device = RunDevice(name=None, origin=DeviceOrigin.UNKNOWN, device=None)
    return build_run(Profile(kernels=kernels), run_id="made", slug="made", device=device, options=RunOptions())


@cache
def sample_runs() -> dict[str, RunReport]:
    """Return the sample runs of this project."""
    settings, cache_ = settings_in(PROJECT), ReadingCache()
    folders = tuple(DataFolder(path=settings.resolve(name), shown_as=name) for name in settings.data_dirs)
    found = find_runs(folders, limits=settings.limits, examine=cache_.examine)
    return {run.id: run for run in build_site_report(found, settings, cache=cache_).runs}


MADE_RUNS: Final[Mapping[str, RunReport]] = {
    "several models": MANY,
    "a tensor unit that hides work": run_of(PARTLY, SOLVE),
    "no time": run_of(UNTIMED, SOLVE),
    "no time at all": run_of(UNTIMED),
    "no device": without_device(SOLVE, COPY, UNTIMED),
    "no kernel": run_of(),
    "two kernels of one name": run_of(*in_configurations(SOLVE, "(1, 1, 1)", "(2, 1, 1)"), OLD),
    "shared memory drawn": run_of(SOLVE, OLD, options=RunOptions(levels=tuple(MemoryLevel))),
    "one level drawn": run_of(SOLVE, COPY, options=RunOptions(levels=(MemoryLevel.L2,))),
}


def random_run(seed: int) -> RunReport:
    random = Random(seed)  # noqa: S311 - the same runs each time
    machine, rules = random_runs.draw_machine(random), random_runs.draw_rules(random)
    launches = [random_runs.draw_launch(random, machine, rules) for _ in range(KERNELS_OF_A_RUN)]
    return random_runs.run_of(machine, launches, rules)


@cache
def all_runs() -> dict[str, RunReport]:
    """Return every run by a name."""
    drawn = {f"random run {seed}": random_run(seed) for seed in range(RANDOM_RUNS)}
    return {**sample_runs(), **MADE_RUNS, **drawn}


def csv_text(run: RunReport) -> str:
    return run_downloads(run)[0].content.decode("utf-8")


def json_text(run: RunReport) -> str:
    return run_downloads(run)[1].content.decode("ascii")


def rows_of(run: RunReport) -> list[Row]:
    """Return the rows of the CSV by the module csv alone."""
    return list(csv.DictReader(io.StringIO(csv_text(run), newline=""), strict=True))


def document_of(run: RunReport) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(json_text(run))
    return found


def number(row: Row, column: str) -> float | None:
    """Return the number of a cell; None of an empty one."""
    return float(row[column]) if row[column] else None


def is_of_flop(row: Row) -> bool:
    return Model(row["model"]).counts_flop
