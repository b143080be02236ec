"""A run of an inspection as text: device, kernels and their places on the roofline, and what is missing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roofline_report.domain.flop_roofline import Model
from roofline_report.renderers import quantities, words
from roofline_report.renderers.grammar import capitalised, counted, joined
from roofline_report.renderers.inspection.files import NUMBERS, shared_mark
from roofline_report.renderers.inspection.layout import Role
from roofline_report.renderers.inspection.problems import add_problems
from roofline_report.renderers.offers import NO_OPERATIONS
from roofline_report.report.gaps import Need, counts_no_operations
from roofline_report.report.inspection import is_placed
from roofline_report.report.model import DeviceOrigin
from roofline_report.report.names import level_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roofline_report.renderers.inspection.layout import Layout
    from roofline_report.report.inspection import RunInspection
    from roofline_report.report.missing import Missing
    from roofline_report.report.model import KernelReport, RunReport
    from roofline_report.report.rooflines import ModelReport

MOST_KERNELS = 20
"""More kernels than this are counted, not listed: the page and the JSON have every one."""
MOST_CONFIGURATIONS = 3

_NEEDS = {
    Need.TIME: "kernel times",
    Need.INSTRUCTIONS: "executed instructions",
    Need.OPERATIONS: "operations beside those that were collected, for sums that leave none out",
    Need.TENSOR_OPERATIONS: "operations of the tensor units",
    Need.ISSUED: "issued instructions, for the distance to the roof of instruction issue",
    Need.THREADS: "executed instructions of threads, for work without idle lanes",
    Need.L1: "traffic at {level}",
    Need.SHARED: "traffic of {level}",
    Need.L2: "traffic at {level}",
    Need.DRAM: "traffic at {level}",
    Need.L1_PARTS: "parts of the traffic at L1",
    Need.EXACT_TRAFFIC: "traffic of which a bound is known so far",
}


def add_run(layout: Layout, run: RunInspection, *, is_alone: bool) -> None:
    """Add what a run makes of its files.

    Args:
        layout: Where to add it.
        run: The run.
        is_alone: It has one file, so nothing is joined.
    """
    report = run.report
    if report.kernels or run.problems:
        layout.gap()
        layout.paragraph("What a report makes of it" if is_alone else "Taken together", role=Role.HEADING)
    if report.kernels:
        for label, text in _facts(run):
            layout.fact(label, text)
        _add_kernels(layout, report)
    if run.missing:
        _add_missing(layout, run)
    if counts_no_operations(report.kernels):
        layout.gap()
        layout.paragraph(f"{NO_OPERATIONS}.", level=1)
    if run.problems:
        layout.gap()
        add_problems(layout, run.problems, level=1, tells_commands=bool(run.missing))


def without_ceilings(run: RunReport) -> str | None:
    """Return why there are no ceilings to hold a run against, or None where there are some."""
    device = run.device
    if device.device is not None:
        return None
    if device.name is None:
        return "the files name several devices" if device.several_names else "no file names the device"
    if device.part_name is not None:
        return f"the kernels ran on a part of a device, {device.part_name}"
    if device.other_sm_count is not None:
        return f"the profiler counts other multiprocessors than {(device.whole or device).name} has"
    if device.listed is not None:
        return f"the files were not taken on {device.name}"
    return f"no device file knows {device.name}"


def _facts(run: RunInspection) -> Iterator[tuple[str, str]]:
    report = run.report
    yield "Device", words.device_sentence(report.device)
    naming = [file.file for file in run.files if report.device.name in file.device_names]
    if report.device.origin is DeviceOrigin.PROFILER and naming and len(run.files) > 1:
        yield "", f"named in {joined(naming)}"
    if report.device.compute_capability is not None:
        yield "", f"compute capability {report.device.compute_capability}"
    profilers = dict.fromkeys(
        file.profiler if file.profiler_version is None else f"{file.profiler} {file.profiler_version}"
        for file in report.files
    )
    yield "Profiler", joined(list(profilers))
    mark = shared_mark(run.files)
    if mark is not None:
        yield "Numbers", f"{NUMBERS[mark]}, in all files"
    placed = sum(is_placed(kernel, report) for kernel in report.kernels)
    time = "no time was measured" if report.gpu_time_s is None else f"{quantities.time(report.gpu_time_s)} of GPU time"
    yield "Kernels", f"{len(report.kernels):,}; {time}; {placed or 'none'} with a place on the roofline"


def _add_kernels(layout: Layout, report: RunReport) -> None:
    layout.gap()
    for kernel in report.kernels[:MOST_KERNELS]:
        layout.paragraph(kernel.label, level=1, role=Role.FILE, hanging=1)
        layout.paragraph(f"{_launches(kernel)}; {place_text(kernel, report)}", level=2)
        for text in _configurations(kernel):
            layout.paragraph(text, level=2, hanging=1)
    more = len(report.kernels) - MOST_KERNELS
    if more > 0:
        layout.paragraph(f"and {counted(more, 'more kernel')}; --json lists all of them", level=1)


def _launches(kernel: KernelReport) -> str:
    launches = counted(kernel.kernel.launches, "launch", ending="es")
    if kernel.kernel.duration_s is None:
        return launches
    each = "taking" if kernel.kernel.launches == 1 else "of"
    share = "" if kernel.time_share is None else f", {quantities.percent(kernel.time_share)} of the time"
    return f"{launches} {each} {quantities.time(kernel.kernel.duration_s)}{share}"


def place_text(kernel: KernelReport, report: RunReport) -> str:
    """Return where a kernel stands on the roofline, or why it does not."""
    places = [
        f"{'FLOP ' if model.model.counts_flop else ''}roofline at {joined(_levels(model, report))}"
        for model in kernel.models
        if model.model in (Model.FLOP, Model.INSTRUCTIONS) and _levels(model, report)
    ]
    if places:
        return f"on the {joined(places)}" if len(places) == 1 else f"on the {' and on the instruction '.join(places)}"
    return f"not on the roofline: {joined(list(_obstacles(kernel, report)))}"


def _levels(model: ModelReport, report: RunReport) -> list[str]:
    """Return the names of the levels at which a kernel has a point."""
    drawn = [level for level in report.levels if model.level(level).is_drawable and model.rate_per_s]
    return [level_name(level, report.device.device) for level in drawn]


def _obstacles(kernel: KernelReport, report: RunReport) -> Iterator[str]:
    if kernel.kernel.duration_s is None:
        yield "no time"
    if kernel.lead.work is None:
        yield "no instructions"
    elif kernel.lead.work == 0:
        yield "it executed no instruction"
    counts_flop = kernel.lead.model.counts_flop
    traffic = [kernel.lead.level(level).traffic for level in report.levels]
    if all(each is None or (each.transactions is None and not counts_flop) for each in traffic):
        yield "no traffic measured"
    elif not any(each is not None and each.moves_anything for each in traffic):
        yield "it moved nothing"


def _configurations(kernel: KernelReport) -> Iterator[str]:
    """Yield the launch configurations, those with most launches first; none where no file says them."""
    counts = kernel.kernel.configurations
    for count in counts[:MOST_CONFIGURATIONS]:
        launches = "" if len(counts) == 1 else f"{counted(count.launches, 'launch', ending='es')} with "
        yield f"{launches}grid {count.configuration.grid}, block {count.configuration.block}"
    if len(counts) > MOST_CONFIGURATIONS:
        yield f"and {counted(len(counts) - MOST_CONFIGURATIONS, 'more launch configuration')}"


def _add_missing(layout: Layout, run: RunInspection) -> None:
    layout.gap()
    layout.paragraph("Not collected", role=Role.FILE, level=1)
    for missing in run.missing:
        refused = f" ({'; '.join(missing.refused)})" if missing.refused else ""
        metrics = [*missing.metrics[:-1], f"{missing.metrics[-1]}{refused}"]
        layout.names(missing_text(missing, run.report), metrics, level=2)
    commands = run.options
    them, files = ("this", "the file") if len(commands) == 1 else ("these", "the files")
    keep = f" and keep {files} in the same folder" if run.place.folder is None else ""
    layout.paragraph(f"Run {them}{keep}:", level=1)
    for command in commands:
        layout.command(command)
    layout.paragraph(f"There, {run.place.run} stands for the program with its folder and its arguments.", level=1)


def missing_text(missing: Missing, report: RunReport) -> str:
    """Return what some kernels lack."""
    level = next((each for each in report.levels if each.value == missing.need.value), None)
    name = "" if level is None else level_name(level, report.device.device)
    total = len(report.kernels)
    of = "" if missing.kernels == total else f", for {missing.kernels:,} of {total:,} kernels"
    return f"{capitalised(_NEEDS[missing.need].format(level=name))}{of}"
