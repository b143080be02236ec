"""From a profile and a device to the report of a run."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from roofline_report.domain.hardware import MemoryLevel, Operation
from roofline_report.domain.instruction_roofline import (
    InstructionWork,
    instruction_intensity,
    instruction_work,
    level_traffic,
)
from roofline_report.domain.roofline import attainable, utilisation
from roofline_report.report.ceilings import Ceilings
from roofline_report.report.checks import run_problems
from roofline_report.report.labels import labels_of, tell_apart
from roofline_report.report.model import (
    ROOF_OF_LEVEL,
    KernelReport,
    LevelReport,
    Obstacle,
    Roof,
    RoofUse,
    RunReport,
    kernel_key,
)
from roofline_report.report.roofs import roofs_of
from roofline_report.report.slugs import kernel_slugs
from roofline_report.report.verdicts import judge

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roofline_report.domain.profile import Kernel, Profile
    from roofline_report.report.model import RunDevice
    from roofline_report.report.options import KernelOptions, RunOptions

INTENSITY_ORDER_TOLERANCE = 1.05
"""An inner level's intensity may be this much above an outer one's before it is explained."""

_INWARDS_OUT = (MemoryLevel.L1, MemoryLevel.L2, MemoryLevel.DRAM)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Context:
    """What every kernel of a run is held against."""

    options: RunOptions
    ceilings: Ceilings
    is_named: bool
    gpu_time_s: float | None


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
    ceilings = Ceilings.of(device.device)
    context = _Context(
        options=options, ceilings=ceilings, is_named=device.name is not None, gpu_time_s=_total_time(shown)
    )
    kernels = _kernel_reports(shown, context)
    return RunReport(
        id=run_id,
        slug=slug,
        title=options.title or run_id,
        options=options,
        device=device,
        reported=profile.devices,
        kernels=kernels,
        levels=options.levels,
        roofs=roofs_of(device.device, levels=options.levels, points=_points(kernels, options.levels)),
        gpu_time_s=context.gpu_time_s,
        files=profile.files,
        problems=run_problems(profile, kernels=kernels, device=device, options=options),
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
    work = instruction_work(kernel)
    seconds = kernel.duration_s
    rate = None if work.drawn is None or not seconds else work.drawn / seconds
    levels = tuple(_level_report(kernel, level, work=work, rate=rate, context=context) for level in MemoryLevel)
    uses = [*_level_uses(levels), *_issue_use(work, seconds, ceilings=context.ceilings)]
    total = kernel.total_duration_s
    return KernelReport(
        kernel=kernel,
        label=label,
        slug=slug,
        work=work,
        rate_per_s=rate,
        issue_rate_per_s=None if work.issued is None or not seconds else work.issued / seconds,
        time_share=None if total is None or not context.gpu_time_s else total / context.gpu_time_s,
        levels=levels,
        verdict=judge(uses, obstacles=_obstacles(levels, work=work, seconds=seconds, context=context)),
        inner_above_outer=_unusual_order(levels),
        color=_first_match(kernel.name, context.options.kernels.colors),
        marker=_first_match(kernel.name, context.options.kernels.markers),
    )


def _level_report(
    kernel: Kernel, level: MemoryLevel, *, work: InstructionWork, rate: float | None, context: _Context
) -> LevelReport:
    traffic = level_traffic(kernel, level, rules=context.options.rules)
    if traffic is None:
        return LevelReport(level=level, traffic=None)
    ceiling = context.ceilings.deciding_bandwidth(level)
    bytes_per_s = traffic.physical_bytes / kernel.duration_s if kernel.duration_s else None
    at_intensity = instruction_intensity(work, traffic)
    roof = None
    if ceiling is not None and at_intensity is not None:
        peak = context.ceilings.deciding_peak(Operation.WARP_INSTRUCTION)
        roof = attainable(
            at_intensity, bandwidth=ceiling.transactions_per_s, peak=None if peak is None else peak.operations_per_s
        )
    return LevelReport(
        level=level,
        traffic=traffic,
        intensity=at_intensity,
        bytes_per_s=bytes_per_s,
        ceiling=ceiling,
        attainable_per_s=roof,
        roof_share=None if roof is None or rate is None or roof <= 0 else rate / roof,
        utilisation=None
        if ceiling is None or bytes_per_s is None or not traffic.moves_anything
        else utilisation(bytes_per_s, ceiling.bytes_per_s),
    )


def _level_uses(levels: Sequence[LevelReport]) -> list[RoofUse]:
    return [
        RoofUse(roof=ROOF_OF_LEVEL[level.level], utilisation=level.utilisation, origin=level.ceiling.origin)
        for level in levels
        if level.utilisation is not None and level.ceiling is not None and level.traffic and level.traffic.decides
    ]


def _issue_use(work: InstructionWork, seconds: float | None, *, ceilings: Ceilings) -> list[RoofUse]:
    """Return the use of the issue roof: of issued instructions where counted, else a lower bound from threads / 32."""
    peak = ceilings.deciding_peak(Operation.WARP_INSTRUCTION)
    instructions = work.from_threads if work.issued is None else work.issued
    if peak is None or not instructions or not seconds:
        return []
    return [
        RoofUse(
            roof=Roof.ISSUE,
            utilisation=utilisation(instructions / seconds, peak.operations_per_s),
            origin=peak.origin,
            lower_bound=work.issued is None,
        )
    ]


def _obstacles(
    levels: Sequence[LevelReport], *, work: InstructionWork, seconds: float | None, context: _Context
) -> list[Obstacle]:
    """Return all that stands in the way of a verdict, should there be none."""
    found = []
    if not context.ceilings.any_physical:
        found.append(Obstacle.NO_CEILING if context.is_named else Obstacle.NO_DEVICE)
    has_traffic = any(level.traffic is not None for level in levels)
    if not seconds and work.drawn is None and not has_traffic:
        return [*found, Obstacle.NOTHING]
    if not seconds:
        found.append(Obstacle.NO_TIME)
    if work.drawn is None:
        found.append(Obstacle.NO_INSTRUCTIONS if has_traffic else Obstacle.NO_WORK)
    elif not has_traffic:
        found.append(Obstacle.NO_TRAFFIC)
    return found or [Obstacle.NO_PAIR]


def _unusual_order(levels: Sequence[LevelReport]) -> tuple[tuple[MemoryLevel, MemoryLevel], ...]:
    """Return neighbouring levels whose inner intensity is more than 5 % above the outer one."""
    by_level = {level.level: level.intensity for level in levels}
    known = [level for level in _INWARDS_OUT if by_level[level] is not None]
    pairs = []
    for inner, outer in itertools.pairwise(known):
        inside, outside = by_level[inner], by_level[outer]
        if inside is not None and outside is not None and inside > INTENSITY_ORDER_TOLERANCE * outside:
            pairs.append((inner, outer))
    return tuple(pairs)


def _points(kernels: Sequence[KernelReport], levels: Sequence[MemoryLevel]) -> list[tuple[float, float]]:
    """Return where the dots of a chart stand."""
    return [
        (level.intensity, kernel.rate_per_s)
        for kernel in kernels
        for level in kernel.levels
        if level.level in levels and level.intensity and kernel.rate_per_s
    ]
