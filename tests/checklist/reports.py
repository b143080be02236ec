"""From the text of a profiler's file to the report of its run, as a build makes it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roofline_report.domain.flop_roofline import Model
from roofline_report.domain.problem import Severity
from roofline_report.pipeline.generate import generate
from roofline_report.pipeline.reading_cache import ReadingCache
from roofline_report.pipeline.site_report import build_site_report
from roofline_report.readers.discovery import DataFolder, find_runs
from tests.pipeline.folders import settings_in, write
from tests.readers.nsight_compute.samples import IDENTITY
from tests.readers.samples import LONG_HEADER, long_row, quoted

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from roofline_report.domain.hardware import BandwidthCeiling, MemoryLevel
    from roofline_report.domain.profile import Measurement
    from roofline_report.domain.quantity import Quantity
    from roofline_report.report.model import KernelReport, RunReport
    from roofline_report.report.rooflines import LevelReport, ModelReport, RoofUse

TIME = "gpu__time_duration.sum"
MICROSECOND = {TIME: ("us", "1.00")}
"""The time of a kernel; its decimal point says which mark the file has."""
V100 = "device: Tesla V100-SXM2-16GB\n"
GLOBAL_LOADS = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"
GLOBAL_STORES = "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"
SHARED_LOADS = "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"
SHARED_STORES = "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum"
Cells = dict[str, tuple[str, str]]
"""Unit and value of each metric, as printed."""


def run_of(root: Path, files: Mapping[str, str | bytes], *, run_file: str = "", **options: object) -> RunReport:
    """Return the report of the only run, made of these files and of what its run.yml says."""
    run = {f"data/run/{name}": text for name, text in {**files, "run.yml": run_file}.items() if text}
    settings = settings_in(write(root, run), **options)
    cache = ReadingCache()
    folder = DataFolder(path=root / "data", shown_as="data")
    found = find_runs((folder,), limits=settings.limits, examine=cache.examine)
    (report,) = build_site_report(found, settings, cache=cache).runs
    return report


def kernel_of(
    root: Path, text: str | bytes, *, run_file: str = "", more: Mapping[str, str] | None = None, **options: object
) -> KernelReport:
    """Return the report of the only kernel of a file, and of those beside it."""
    (kernel,) = run_of(root, {"file.csv": text, **(more or {})}, run_file=run_file, **options).kernels
    return kernel


def page_of(root: Path, text: str, *, run_file: str = "") -> str:
    """Return what stands on the page of the only kernel of a file."""
    files = {"data/run/file.csv": text, "data/run/run.yml": run_file}
    site = generate(settings_in(write(root, {name: content for name, content in files.items() if content})))
    (page,) = (each for each in site.pages if each.parent == "runs/run/index.md")
    return "\n".join((page.markdown, *page.fragments.values()))


def long_table(cells: Mapping[str, tuple[str, str]], *, capability: str = "7.0", kernel: str = "k(int)") -> str:
    """Return the table that `ncu --csv --metrics ...` prints of one launch."""
    rows = (long_row(0, kernel, metric, unit, value, capability=capability) for metric, (unit, value) in cells.items())
    return LONG_HEADER + "".join(rows)


def raw_page(cells: Mapping[str, tuple[str, str]], *, capability: str = "7.0", kernel: str = "k(int)") -> str:
    """Return the raw page of one launch."""
    names, units = [*IDENTITY, *cells], [*([""] * len(IDENTITY)), *(unit for unit, _ in cells.values())]
    where = (0, 4711, "solver", "node7", kernel, 1, 7, "(96, 1, 1)", "(40, 1, 1)", 0, capability)
    return quoted(names) + quoted(units) + quoted([*where, *(value for _, value in cells.values())])


def counts(values: Mapping[str, float], unit: str = "") -> Cells:
    """Return metrics that are printed as plain counts."""
    return {metric: (unit, f"{value:,.12g}" if value < 1e12 else f"{value:,.0f}") for metric, value in values.items()}


def measurement(kernel: KernelReport, quantity: Quantity) -> Measurement:
    """Return what was measured of a quantity."""
    return kernel.kernel.measurements[quantity]


def value(kernel: KernelReport, quantity: Quantity) -> float:
    """Return a quantity of one launch."""
    return measurement(kernel, quantity).per_launch


def model(kernel: KernelReport, wanted: Model) -> ModelReport:
    """Return a kernel in a model that it has work in."""
    found = kernel.find_model(wanted)
    assert found is not None
    return found


def instructions(kernel: KernelReport) -> ModelReport:
    """Return a kernel in the instruction roofline."""
    return model(kernel, Model.INSTRUCTIONS)


def uses(report: ModelReport) -> dict[str, RoofUse]:
    """Return the roofs that take part, by their names in a verdict."""
    return {use.roof.value: use for use in report.verdict.uses}


def level(kernel: KernelReport, wanted: MemoryLevel, *, of: Model = Model.INSTRUCTIONS) -> LevelReport:
    """Return a kernel at a memory level."""
    return model(kernel, of).level(wanted)


def ceiling(report: LevelReport) -> BandwidthCeiling:
    """Return the ceiling of a level that decides."""
    assert report.ceiling is not None
    return report.ceiling


def told(run: RunReport, *, severity: Severity | None = None) -> str:
    """Return what is said of a run, problem by problem."""
    return "\n".join(
        problem.in_one_line() for problem in run.problems if severity is None or problem.severity is severity
    )


def warnings(run: RunReport) -> str:
    """Return what is wrong with a run."""
    return told(run, severity=Severity.WARNING)
