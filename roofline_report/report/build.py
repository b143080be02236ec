"""From a profile and a device to the report of a run."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from roofline_report.domain.capability import possible_kinds
from roofline_report.domain.collecting import how_to_collect
from roofline_report.domain.flop_roofline import Model, flop_work
from roofline_report.domain.instruction_roofline import instruction_work
from roofline_report.domain.memory_access import memory_access
from roofline_report.report.checks import run_problems
from roofline_report.report.clocks import may_be_below_boost
from roofline_report.report.kernel_models import build_models
from roofline_report.report.labels import labels_of, tell_apart
from roofline_report.report.missing import absences_of, missing_of
from roofline_report.report.model import KernelReport, RunReport, kernel_key
from roofline_report.report.openness import find_open_points
from roofline_report.report.places import place_of
from roofline_report.report.run_ceilings import kernel_ceilings
from roofline_report.report.run_models import run_models
from roofline_report.report.slugs import kernel_slugs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roofline_report.domain.profile import Kernel, Profile
    from roofline_report.report.model import RunDevice
    from roofline_report.report.options import KernelOptions, RunOptions


@dataclass(frozen=True, slots=True, kw_only=True)
class _Context:
    """What every kernel of a run is held against."""

    options: RunOptions
    device: RunDevice
    gpu_time_s: float | None
    may_be_below_boost: bool


def build_run(profile: Profile, *, run_id: str, slug: str, device: RunDevice, options: RunOptions) -> RunReport:
    """Return the report of one run.

    Args:
        profile: The kernels, joined over all files.
        run_id: The run's path in the data folder.
        slug: Its part of the address.
        device: The device, with the run's own ceilings over it.
        options: What run.yml says.
    """
    shown = [kernel for kernel in profile.kernels if _is_shown(kernel.name, options.kernels)]
    context = _Context(
        options=options,
        device=device,
        gpu_time_s=_total_time(shown),
        may_be_below_boost=may_be_below_boost(profile, options.clocks),
    )
    kernels = _kernel_reports(shown, context)
    models = run_models(kernels, device=device, options=options)
    kernels = tuple(_led_by(kernel, models[0].model) for kernel in kernels)
    missing = missing_of(kernels, options=options)
    remedy = how_to_collect(absences_of(missing), place=place_of(profile.files))
    return RunReport(
        id=run_id,
        slug=slug,
        title=options.title or run_id,
        options=options,
        device=device,
        reported=profile.devices,
        kernels=kernels,
        levels=options.levels,
        models=models,
        gpu_time_s=context.gpu_time_s,
        files=profile.files,
        problems=run_problems(profile, kernels=kernels, device=device, options=options, how_to_collect=remedy),
        how_to_collect=remedy,
    )


def _is_shown(name: str, options: KernelOptions) -> bool:
    included = not options.include or any(fnmatchcase(name, pattern) for pattern in options.include)
    return included and not any(fnmatchcase(name, pattern) for pattern in options.exclude)


def _total_time(kernels: Sequence[Kernel]) -> float | None:
    times = [kernel.total_duration_s for kernel in kernels if kernel.total_duration_s is not None]
    return math.fsum(times) if times else None


def _kernel_reports(kernels: Sequence[Kernel], context: _Context) -> tuple[KernelReport, ...]:
    keys = [kernel_key(kernel) for kernel in kernels]
    labels = _labels(kernels, context.options.kernels)
    slugs = kernel_slugs(kernels)
    reports = [
        _kernel_report(kernel, label=labels[key], slug=slugs[key], context=context)
        for key, kernel in zip(keys, kernels, strict=True)
    ]
    return tuple(sorted(reports, key=lambda report: (-(report.time_share or 0.0), report.kernel.name, report.label)))


def _labels(kernels: Sequence[Kernel], options: KernelOptions) -> dict[str, str]:
    short = labels_of(kernel.name for kernel in kernels)
    labels: dict[str, str] = {}
    for kernel in kernels:
        label = _first_match(kernel.name, options.labels) or short[kernel.name]
        if kernel.configuration is not None:
            label = f"{label} {kernel.configuration.grid} x {kernel.configuration.block}"
        labels[kernel_key(kernel)] = label
    # A pattern of run.yml may fit several kernels.
    return tell_apart(labels)


def _first_match(name: str, patterns: Sequence[tuple[str, str]]) -> str | None:
    return next((value for pattern, value in patterns if fnmatchcase(name, pattern)), None)


def _kernel_report(kernel: Kernel, *, label: str, slug: str, context: _Context) -> KernelReport:
    conventions = context.options.conventions
    instructions = instruction_work(kernel)
    possible = possible_kinds(context.device.compute_capability)
    flop = flop_work(kernel, conventions=conventions, possible=possible)
    ceilings = kernel_ceilings(context.device, kernel, conventions=conventions)
    models = build_models(kernel, flop=flop, ceilings=ceilings, device=context.device, conventions=conventions)
    total, seconds = kernel.total_duration_s, kernel.duration_s
    return KernelReport(
        kernel=kernel,
        label=label,
        slug=slug,
        instructions=instructions,
        flop=flop,
        ceilings=ceilings,
        issue_rate_per_s=None if instructions.issued is None or not seconds else instructions.issued / seconds,
        time_share=None if total is None or not context.gpu_time_s else total / context.gpu_time_s,
        models=tuple(
            replace(each, open_points=find_open_points(each, may_be_below_boost=context.may_be_below_boost))
            for each in models
        ),
        leading=models[0].model,
        access=memory_access(kernel),
        color=_first_match(kernel.name, context.options.kernels.colors),
        marker=_first_match(kernel.name, context.options.kernels.markers),
    )


def _led_by(kernel: KernelReport, model: Model) -> KernelReport:
    """Return a kernel that is led by the model of its run, or by the first of its own where it has no work in that."""
    return replace(kernel, leading=model) if kernel.find_model(model) is not None else kernel
