"""An inspection as JSON. Its keys stay; a change that breaks a reader of them raises the version."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING

from roofline_report.domain.collecting import options_for

if TYPE_CHECKING:
    from roofline_report.domain.collecting import Place
    from roofline_report.domain.problem import Problem
    from roofline_report.domain.profile import DeviceAttributes, Kernel
    from roofline_report.report.inspection import FileInspection, Inspection, RunInspection
    from roofline_report.report.missing import Missing
    from roofline_report.report.model import KernelReport, RunReport

SCHEMA_VERSION = 1

_Json = str | int | float | bool | list["_Json"] | dict[str, "_Json"] | None


def inspection_json(inspection: Inspection) -> str:
    """Return an inspection as a JSON text of ASCII, with sorted keys and without numbers that are not finite."""
    document = _object(
        version=SCHEMA_VERSION,
        path=inspection.name,
        outcome=inspection.outcome.value,
        more_files=inspection.more_files,
        runs=[_run(run) for run in inspection.runs],
        other_files=[_file(file) for file in inspection.others],
        problems=[_problem(problem, run=run) for run, problem in inspection.all_problems()],
    )
    return json.dumps(document, allow_nan=False, indent=2, sort_keys=True)


def _object(**values: _Json) -> dict[str, _Json]:
    return values


def _number(value: float | None) -> float | None:
    return value if value is not None and math.isfinite(value) else None


def _run(run: RunInspection) -> _Json:
    report = run.report
    device = report.device
    return _object(
        id=report.id,
        device=_object(
            name=device.name,
            origin=device.origin.value,
            is_listed=device.listed is not None,
            compute_capability=device.compute_capability,
        ),
        gpu_time_s=_number(report.gpu_time_s),
        files=[_file(file) for file in run.files],
        kernels=[_kernel(kernel, report) for kernel in report.kernels],
        missing=[_missing(missing, place=run.place) for missing in run.missing],
        options=list(run.options),
    )


def _file(file: FileInspection) -> _Json:
    source = file.source
    return _object(
        file=file.file,
        status=file.status.value,
        profiler=None if source is None else source.profiler,
        profiler_version=None if source is None else source.profiler_version,
        programs=[] if source is None else list(source.programs),
        size_bytes=None if source is None else source.size_bytes,
        sha256=None if source is None else source.sha256,
        tables=[
            _object(format=table.format, made_by=table.made_by, line=table.line, columns=list(table.columns))
            for table in file.tables
        ],
        rows=_object(used=file.rows.used, dropped={**file.rows.dropped}),
        kernels=[_file_kernel(kernel) for kernel in sorted(file.kernels, key=lambda kernel: kernel.name)],
        metrics=_object(
            needed=list(file.metrics.needed),
            without_value=list(file.metrics.without_value),
            others=list(file.metrics.others),
        ),
        device_names=list(file.device_names),
        compute_capabilities=list(file.compute_capabilities),
        devices=[_device(device) for device in file.devices],
        decimal_mark=None if source is None else file.decimal_mark.value,
    )


def _device(device: DeviceAttributes) -> _Json:
    return _object(
        name=device.name,
        compute_capability=device.compute_capability,
        sm_count=device.sm_count,
        sm_clock_hz=_number(device.sm_clock_hz),
        memory_clock_hz=_number(device.memory_clock_hz),
        memory_bus_bits=device.memory_bus_bits,
    )


def _file_kernel(kernel: Kernel) -> _Json:
    return _object(name=kernel.name, launches=kernel.launches, duration_s=_number(kernel.duration_s))


def _kernel(kernel: KernelReport, report: RunReport) -> _Json:
    return _object(
        name=kernel.kernel.name,
        label=kernel.label,
        launches=kernel.kernel.launches,
        duration_s=_number(kernel.kernel.duration_s),
        time_share=_number(kernel.time_share),
        levels=[level.value for level in report.levels if kernel.lead.level(level).is_drawable],
        configurations=[
            _object(grid=each.configuration.grid, block=each.configuration.block, launches=each.launches)
            for each in kernel.kernel.configurations
        ],
    )


def _missing(missing: Missing, *, place: Place) -> _Json:
    return _object(
        need=missing.need.value,
        kernels=missing.kernels,
        reasons=list(missing.reasons),
        metrics=list(missing.metrics),
        options=list(options_for(missing.absences, place=place)),
    )


def _problem(problem: Problem, *, run: str | None) -> _Json:
    return _object(
        severity=problem.severity.value,
        run=run,
        file=problem.file,
        line=problem.line,
        kernel=problem.kernel,
        summary=problem.summary,
        found=problem.found,
        expected=problem.expected,
        remedy=problem.remedy,
    )
