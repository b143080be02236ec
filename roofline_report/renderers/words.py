"""The report in sentences: names of levels and roofs, verdicts, what is not drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roofline_report.domain.hardware import MemoryLevel, Origin
from roofline_report.domain.instruction_roofline import AtomicsCount
from roofline_report.renderers import quantities
from roofline_report.renderers.grammar import capitalised, counted, joined
from roofline_report.report.model import DeviceOrigin, Obstacle, VerdictKind
from roofline_report.report.names import level_name, roof_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from roofline_report.domain.hardware import Device, Operation
    from roofline_report.domain.instruction_roofline import TransactionRules
    from roofline_report.domain.profile import DeviceAttributes
    from roofline_report.report.model import KernelReport, RoofUse, RunDevice, RunReport, Verdict

AT_LEAST = f"\N{GREATER-THAN OR EQUAL TO}{quantities.NO_BREAK_SPACE}"
AT_MOST = f"\N{LESS-THAN OR EQUAL TO}{quantities.NO_BREAK_SPACE}"

_OBSTACLES = {
    Obstacle.NO_DEVICE: "no file names the device",
    Obstacle.NO_CEILING: "no ceiling is known for this device",
    Obstacle.NOTHING: "neither time nor instructions nor traffic were measured",
    Obstacle.NO_TIME: "no time was measured",
    Obstacle.NO_WORK: "neither instructions nor traffic were measured",
    Obstacle.NO_INSTRUCTIONS: "no instructions were counted",
    Obstacle.NO_TRAFFIC: "no traffic was measured",
    Obstacle.NO_PAIR: "no roof has both traffic and a ceiling",
}
_SAID_BY = {
    DeviceOrigin.RUN_FILE: "as stated in run.yml",
    DeviceOrigin.PROFILER: "as the profiler printed it",
    DeviceOrigin.SETTINGS: "as stated in the settings of the site",
    DeviceOrigin.UNKNOWN: "nobody says so",
}
ORIGINS = {
    Origin.REPORT: "from the report",
    Origin.REPORTED_CLOCK: "datasheet at the reported clock",
    Origin.THEORETICAL: "theoretical",
    Origin.MEASURED: "measured",
}


def operation_name(operation: Operation, *, tensor: str = "tensor") -> str:
    """Return what a kind of operation is called: "FP64", "TF32 tensor", or "TF32 matrix" where `tensor` is that."""
    precision, *unit = operation.split("_")
    return " ".join([precision.upper(), *(tensor for _ in unit)])


def verdict_lines(verdict: Verdict, device: RunDevice) -> tuple[str, str | None]:
    """Return the label for a table: what it is, and below it what it is about."""
    head, _, about = verdict_label(verdict, device).replace(": ", "; ").partition("; ")
    return capitalised(head), about or None


def level_title(level: MemoryLevel, device: Device | None) -> str:
    """Return what a level is called where it stands alone; a name of the device's own keeps its letters ("vL1D")."""
    own = None if device is None else device.level_names.get(level)
    return own or capitalised(level_name(level, device))


def verdict_label(verdict: Verdict, device: RunDevice) -> str:
    """Return the label in a few words."""
    names = joined([roof_name(use.roof, device.device) for use in verdict.named])
    match verdict.kind:
        case VerdictKind.NONE:
            return "no verdict"
        case VerdictKind.DATA_WARNING:
            return f"data warning: above {names}"
        case VerdictKind.LIMITED:
            return f"limited by {names}"
        case VerdictKind.NEAR:
            return f"near {names}"
        case VerdictKind.LATENCY:
            return f"latency or occupancy; nearest {names}"


def verdict_sentence(kernel: KernelReport, device: RunDevice) -> str:
    """Return one or two sentences: what limits the kernel, how far it is from there, and how much it matters."""
    verdict = kernel.verdict
    parts = [_limits(verdict, device), *_caveat(kernel, device)]
    if kernel.rate_per_s is not None:
        attainable = attainable_per_s(kernel)
        achieved = f"It achieves {quantities.instruction_rate(kernel.rate_per_s)}"
        if attainable is not None:
            most = "at most " if at_most(verdict) else ""
            achieved += f" of {most}{quantities.instruction_rate(attainable)} attainable"
        parts.append(f"{achieved}{_share(kernel)}.")
    elif kernel.time_share is not None:
        parts.append(f"It takes {quantities.percent(kernel.time_share)} of the run's GPU time.")
    return " ".join(parts)


def _caveat(kernel: KernelReport, device: RunDevice) -> list[str]:
    """Return what was not measured, so that nobody takes the nearest known roof for the nearest one."""
    levels = (MemoryLevel.L1, MemoryLevel.L2, MemoryLevel.DRAM)
    unknown = [level_name(level, device.device) for level in levels if kernel.level(level).traffic is None]
    if not unknown or not kernel.verdict.uses:
        return []
    return [f"Traffic at {joined(unknown)} is not known: another roof may be nearer."]


def headroom(kernel: KernelReport) -> float | None:
    """Return the factor to the nearest roof; None where there is no verdict that it could belong to."""
    return None if kernel.verdict.kind is VerdictKind.DATA_WARNING else kernel.verdict.headroom


def at_least(verdict: Verdict) -> str:
    """Return the sign before a use of the nearest roof that is a lower bound, else nothing."""
    return AT_LEAST if verdict.nearest is not None and verdict.nearest.lower_bound else ""


def at_most(verdict: Verdict) -> str:
    """Return the sign before what follows from a lower bound: headroom, and what is attainable."""
    return AT_MOST if at_least(verdict) else ""


def headroom_text(kernel: KernelReport) -> str:
    """Return the factor to the nearest roof, as far as it is known."""
    factor = headroom(kernel)
    return quantities.UNKNOWN if factor is None else f"{at_most(kernel.verdict)}{quantities.factor(factor)}"


def attainable_per_s(kernel: KernelReport) -> float | None:
    """Return the warp instructions per second that the roofs allow; None where `headroom` is."""
    factor = headroom(kernel)
    return None if factor is None or kernel.rate_per_s is None else kernel.rate_per_s * factor


def _limits(verdict: Verdict, device: RunDevice) -> str:
    if verdict.nearest is None:
        return f"No verdict: {_in_the_way(verdict)}."
    uses = joined([use_text(use, device) for use in verdict.named])
    room = f"{_room(verdict)} to the {roof_name(verdict.nearest.roof, device.device)} roof"
    match verdict.kind:
        case VerdictKind.DATA_WARNING:
            return f"Data warning instead of a verdict: {uses}, more than the hardware can do."
        case VerdictKind.LIMITED:
            return f"Limited by {uses}; {room}."
        case VerdictKind.NEAR:
            return f"Near {uses}; {room}."
        case _:
            return f"Limited by latency or occupancy: the nearest roof is {uses}; {_room(verdict)}."


def _in_the_way(verdict: Verdict) -> str:
    return _reasons(verdict.obstacles or (Obstacle.NO_PAIR,))


def _reasons(obstacles: Iterable[Obstacle]) -> str:
    return joined([_OBSTACLES[obstacle] for obstacle in obstacles])


def _common_obstacles(run: RunReport) -> list[Obstacle]:
    """Return what stands in the way of a verdict on every kernel of a run without time."""
    found = [kernel.verdict.obstacles for kernel in run.kernels]
    common = [each for each in Obstacle if all(each in obstacles for obstacles in found)]
    # Nothing includes time, of which only some kernels may say so by itself.
    return common if Obstacle.NOTHING in common or Obstacle.NO_TIME in common else [*common, Obstacle.NO_TIME]


def use_text(use: RoofUse, device: RunDevice) -> str:
    """Return "HBM2 at 29.1 %", with "or more" where it is a lower bound."""
    bound = " or more" if use.lower_bound else ""
    return f"{roof_name(use.roof, device.device)} at {quantities.share_of_roof(use.utilisation)}{bound}"


def _share(kernel: KernelReport) -> str:
    return (
        "" if kernel.time_share is None else f" and takes {quantities.percent(kernel.time_share)} of the run's GPU time"
    )


def run_sentence(run: RunReport) -> str:
    """Return what a run comes to, in one or two sentences."""
    if not run.kernels:
        return "No kernel of this run could be used."
    kernels = counted(len(run.kernels), "kernel")
    if run.gpu_time_s is None:
        return f"{kernels}; no verdict, because {_reasons(_common_obstacles(run))}."
    top = run.kernels[0]
    head = f"{kernels} in {quantities.time(run.gpu_time_s)} of GPU time."
    if top.time_share is None:
        return head
    share = "all" if top.time_share == 1 else quantities.percent(top.time_share)
    return f"{head} {top.label} takes {share} of it{_because(top.verdict, run.device)}.{_most_to_win(run)}"


def _most_to_win(run: RunReport) -> str:
    """Return at which of several kernels the nearest roof would save most GPU time."""
    best = max(run.kernels, key=lambda kernel: kernel.savable_share or 0.0)
    if len(run.kernels) < 2 or not best.savable_share:
        return ""
    return f" Most GPU time is to be won at {best.label}: at most {quantities.percent(best.savable_share)}."


def _because(verdict: Verdict, device: RunDevice) -> str:
    """Return the verdict as the end of a sentence about the kernel."""
    uses = joined([use_text(use, device) for use in verdict.named])
    match verdict.kind:
        case VerdictKind.NONE:
            return f"; no verdict, because {_in_the_way(verdict)}"
        case VerdictKind.DATA_WARNING:
            return f"; no verdict, because its data are in doubt: {uses}"
        case VerdictKind.LIMITED:
            return f" and is limited by {uses}; {_room(verdict)}"
        case VerdictKind.NEAR:
            return f" and is near {uses}; {_room(verdict)}"
        case VerdictKind.LATENCY:
            return f" and is limited by latency or occupancy: the nearest roof is {uses}; {_room(verdict)}"


def _room(verdict: Verdict) -> str:
    lower_bound = verdict.nearest is not None and verdict.nearest.lower_bound
    return f"headroom {'at most ' if lower_bound else ''}{quantities.factor(verdict.headroom)}"


def rules_sentence(rules: TransactionRules) -> str:
    """Return the conventions that the numbers were made with."""
    weight = quantities.exact(rules.shared_weight)
    twice = rules.l2_atomics is AtomicsCount.TWICE
    return (
        f"A transaction is 32 bytes. A shared-memory wavefront counts as {weight} of them at L1, "
        f"an L2 atomic or reduction {'twice, as nvprof counts it' if twice else 'once where the metrics allow it'}."
    )


def level_sentences(kernels: Sequence[KernelReport], run: RunReport) -> list[str]:
    """Return what has to be known about the traffic of a level, once for all kernels."""
    notes = {
        (level.level, note): None
        for kernel in kernels
        for level in kernel.levels
        if level.traffic is not None and level.traffic.moves_anything
        for measurement in level.traffic.measurements
        for note in measurement.notes
    }
    return [f"{level_title(level, run.roofs.device)}: {note}." for level, note in notes]


def not_drawn_sentence(run: RunReport) -> str | None:
    """Return how many kernels have no point in the chart, and why; None where all have one."""
    missing = [kernel for kernel in run.kernels if not any(kernel.level(level).is_drawable for level in run.levels)]
    if not missing:
        return None
    are = "is" if len(missing) == 1 else "are"
    return f"{counted(len(missing), 'kernel')} {are} not drawn, for want of time, instructions or traffic."


def reported_device(device: DeviceAttributes) -> str | None:
    """Return what a profiler says of a device besides its name and compute capability; None where it is nothing."""
    clocks = (("clock up to", device.sm_clock_hz), ("memory clock up to", device.memory_clock_hz))
    parts = [
        None if device.sm_count is None else counted(device.sm_count, "multiprocessor"),
        *(None if hertz is None else f"{name} {quantities.scaled(hertz, 'Hz')}" for name, hertz in clocks),
        None if device.memory_bus_bits is None else f"memory bus of {device.memory_bus_bits:,} bits",
    ]
    return ", ".join(part for part in parts if part is not None) or None


def device_sentence(device: RunDevice) -> str:
    """Return which device it was and who says so."""
    if device.name is None:
        return "not named by any file"
    known = "" if device.is_listed else "; no device file knows it"
    return f"{device.name} ({_SAID_BY[device.origin]}{known})"
