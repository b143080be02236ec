"""The report in sentences: names of levels and roofs, verdicts, what is not drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roofline_report.domain.flop_roofline import Model
from roofline_report.domain.hardware import BandwidthCeiling, Clock, MemoryLevel, Origin, TrafficFamily
from roofline_report.renderers import bounds, quantities
from roofline_report.renderers.caveats import caveats
from roofline_report.renderers.grammar import capitalised, counted, joined
from roofline_report.renderers.model_units import ModelUnits
from roofline_report.report.clocks import SAME_CLOCK
from roofline_report.report.model import DeviceOrigin
from roofline_report.report.names import MODEL_NAMES, family_name, level_name, roof_name
from roofline_report.report.rooflines import Obstacle, Roof, VerdictKind

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from roofline_report.domain.hardware import Ceiling, Device
    from roofline_report.domain.profile import DeviceAttributes
    from roofline_report.report.model import KernelReport, RunDevice, RunModel, RunReport
    from roofline_report.report.rooflines import ModelReport, Verdict


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
_MOST_NAMES = 5
FAMILY_TEXTS = {
    TrafficFamily.L1_TAG_STAGE: "global, local and texture memory as the tag stage looks it up, no shared memory",
    TrafficFamily.L1_RETURN_PATH: "data that L1 returns to the multiprocessor, without stores",
    TrafficFamily.L2_RETURN_PATH: "data that L2 sends to the multiprocessors, without stores",
}
"""What counters measure that do not measure all of the data path of their level."""

_SAID_BY = {
    DeviceOrigin.RUN_FILE: "as stated in run.yml",
    DeviceOrigin.PROFILER: "as the profiler printed it",
    DeviceOrigin.SETTINGS: "as stated in the settings of the site",
    DeviceOrigin.UNKNOWN: "nobody says so",
}
ORIGINS = {
    Origin.RUN_FILE: "stated for the run",
    Origin.DEVICE_FILE: "stated in a device file",
    Origin.REPORT: "from the report",
    Origin.ATTRIBUTES: "device attributes at the reported clock",
    Origin.REPORTED_CLOCK: "datasheet at the reported clock",
    Origin.MAXIMUM_CLOCK: "device attributes at the highest clock",
    Origin.BOOST_CLOCK: "datasheet at boost clock",
    Origin.MEASURED: "measured",
}


def origin_text(ceiling: Ceiling) -> str:
    """Return how a ceiling is known; that of a datasheet's memory has the clock of the memory."""
    is_memory = isinstance(ceiling, BandwidthCeiling) and ceiling.level is MemoryLevel.DRAM
    if ceiling.origin is Origin.BOOST_CLOCK and is_memory:
        return "datasheet"
    return ORIGINS[ceiling.origin]


def source_text(ceiling: Ceiling) -> str:
    """Return where the value of a ceiling stands, with what to know about it."""
    return ceiling.source if ceiling.note is None else f"{ceiling.source}. {ceiling.note}"


def verdict_lines(verdict: Verdict, device: RunDevice) -> tuple[str, str | None]:
    """Return the label for a table: what it is, and below it what it is about."""
    head, _, about = verdict_label(verdict, device).replace(": ", "; ").partition("; ")
    return capitalised(head), about or None


def level_title(level: MemoryLevel, device: Device | None) -> str:
    """Return what a level is called where it stands alone; a name of the device's own keeps its letters ("vL1D")."""
    own = None if device is None else device.level_names.get(level)
    return own or capitalised(level_name(level, device))


def family_title(family: TrafficFamily, device: Device | None) -> str:
    """Return what is measured by some counters, where it stands alone."""
    name = family_name(family, device)
    own = level_name(family.level, device)
    return f"{level_title(family.level, device)}{name.removeprefix(own)}"


def verdict_label(verdict: Verdict, device: RunDevice) -> str:
    """Return the label in a few words."""
    names = joined([roof_name(use, device.device) for use in verdict.named])
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
            # Briefer than in a sentence: tables have no room for more.
            nearest = " or ".join([names, *(roof_name(use, device.device) for use in verdict.rivals)])
            return f"latency or occupancy; nearest {nearest}"


def verdict_sentence(kernel: KernelReport, device: RunDevice) -> str:
    """Return one or two sentences: what limits the kernel, how far it is from there, and how much it matters."""
    sentence = model_sentence(kernel.lead, device)
    if kernel.lead.rate_per_s is not None:
        return f"{sentence}{_share(kernel)}."
    if kernel.time_share is None:
        return sentence
    return f"{sentence} It takes {quantities.percent(kernel.time_share)} of the run's GPU time."


def model_sentence(report: ModelReport, device: RunDevice) -> str:
    """Return what limits a kernel in one model and what it achieves; without a full stop where it achieves anything."""
    units = ModelUnits(report.model, device.device)
    parts = [limits_sentence(report, device), *caveats(report, device.device)]
    if report.rate_per_s is not None:
        attainable = attainable_per_s(report)
        least = bounds.BEFORE[bounds.work_sign(report)]
        achieved = f"It achieves {least}{units.rate(report.rate_per_s)}"
        if attainable is not None:
            bound = bounds.BEFORE[bounds.attainable_sign(report)]
            achieved += f" of {bound}{units.rate(attainable)} attainable"
        parts.append(achieved)
    return " ".join(parts)


def headroom(report: ModelReport) -> float | None:
    """Return the factor to the nearest roof; None where there is no verdict that it could belong to."""
    return None if report.verdict.kind is VerdictKind.DATA_WARNING else report.verdict.headroom


def no_work_text(kernel: KernelReport, model: Model) -> str | None:
    """Return "0 FLOP" where a kernel does nothing of what a model counts, with "counted" where not all of it was."""
    work = kernel.flop.of(model)
    if not model.counts_flop or not work.counted_none:
        return None
    return f"0{quantities.NO_BREAK_SPACE}FLOP{'' if work.is_none else ' counted'}"


def headroom_text(report: ModelReport) -> str:
    """Return the factor to the nearest roof, as far as it is known."""
    factor = headroom(report)
    return quantities.UNKNOWN if factor is None else f"{bounds.room_sign(report)}{quantities.factor(factor)}"


def attainable_per_s(report: ModelReport) -> float | None:
    """Return the instructions or operations per second that the roofs allow; None where `headroom` is."""
    factor = headroom(report)
    return None if factor is None or report.rate_per_s is None else report.rate_per_s * factor


def limits_sentence(report: ModelReport, device: RunDevice) -> str:
    """Return what limits a kernel in one model, and how far it is from there."""
    verdict = report.verdict
    if verdict.nearest is None:
        return f"No verdict: {_in_the_way(verdict)}."
    uses = joined([bounds.use_text(use, device.device) for use in verdict.named])
    room = f"{_room(report)} to the {roof_name(verdict.nearest, device.device)} roof"
    match verdict.kind:
        case VerdictKind.DATA_WARNING:
            return f"Data warning instead of a verdict: {uses}, more than the hardware can do."
        case VerdictKind.LIMITED:
            return f"Limited by {uses}; {room}."
        case VerdictKind.NEAR:
            return f"Near {uses}; {room}."
        case _:
            nearest = f"{uses}{_or_else(verdict, device)}"
            return f"Limited by latency or occupancy: the nearest roof is {nearest}; {_room(report)}."


def _or_else(verdict: Verdict, device: RunDevice) -> str:
    """Return which roof is the nearest if the one that seems to be was counted too high."""
    rivals = joined([bounds.use_text(use, device.device) for use in verdict.rivals])
    return f", or else {rivals}" if rivals else ""


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


def _share(kernel: KernelReport) -> str:
    return (
        "" if kernel.time_share is None else f" and takes {quantities.percent(kernel.time_share)} of the run's GPU time"
    )


def run_sentence(run: RunReport) -> str:
    """Return what a run comes to, in one to three sentences."""
    if not run.kernels:
        return "No kernel of this run could be used."
    kernels = counted(len(run.kernels), "kernel")
    if run.gpu_time_s is None:
        return f"{kernels}; no verdict, because {_reasons(_common_obstacles(run))}."
    return f"{kernels} in {quantities.time(run.gpu_time_s)} of GPU time. {_top(run, of='it')}".rstrip()


def card_sentence(run: RunReport) -> str:
    """Return what a run comes to, where the number and the time of its kernels stand beside it."""
    return run_sentence(run) if not run.kernels or run.gpu_time_s is None else _top(run, of="the GPU time")


def _top(run: RunReport, *, of: str) -> str:
    """Return which kernel of a timed run takes most of the time and what limits it, and where most is to win."""
    top = run.kernels[0]
    if top.time_share is None:
        return ""
    share = "all" if top.time_share == 1 else quantities.percent(top.time_share)
    return f"{top.label} takes {share} of {of}{_because(top.lead, run.device)}.{_most_to_win(run)}"


def _most_to_win(run: RunReport) -> str:
    """Return at which of several kernels the nearest roof would save most of the GPU time, if that can be trusted."""
    best = max(run.kernels, key=lambda kernel: kernel.savable_share or 0.0)
    if len(run.kernels) < 2 or not best.savable_share or run.is_in_doubt:
        return ""
    place = "there too" if best is run.kernels[0] else f"at {best.label}"
    return f" The largest gain is {place}: {gain_text(best)} of the run's GPU time."


def gain_text(kernel: KernelReport) -> str:
    """Return the share of the GPU time that the nearest roof would save: "at most 30.0 %"; a roof is a bound."""
    sign = bounds.gain_sign(kernel.lead) or bounds.AT_MOST
    return f"{bounds.BEFORE[sign]}{quantities.percent(kernel.savable_share)}"


def _because(report: ModelReport, device: RunDevice) -> str:
    """Return the verdict as the end of a sentence about the kernel."""
    verdict = report.verdict
    uses = joined([bounds.use_text(use, device.device) for use in verdict.named])
    match verdict.kind:
        case VerdictKind.NONE:
            return f"; no verdict, because {_in_the_way(verdict)}"
        case VerdictKind.DATA_WARNING:
            return f"; no verdict, because its data are in doubt: {uses}"
        case VerdictKind.LIMITED:
            return f" and is limited by {uses}; {_room(report)}"
        case VerdictKind.NEAR:
            return f" and is near {uses}; {_room(report)}"
        case VerdictKind.LATENCY:
            nearest = f"{uses}{_or_else(verdict, device)}"
            return f" and is limited by latency or occupancy: the nearest roof is {nearest}; {_room(report)}"


def _room(report: ModelReport) -> str:
    return f"headroom {bounds.BEFORE[bounds.room_sign(report)]}{quantities.factor(report.verdict.headroom)}"


def level_sentences(reports: Iterable[ModelReport], device: Device | None) -> list[str]:
    """Return what has to be known about the traffic of a level, once for all kernels."""
    notes: dict[tuple[str, str], None] = {}
    for level in (level for report in reports for level in report.levels):
        if level.traffic is None or not level.traffic.moves_anything:
            continue
        name = capitalised(family_name(level.traffic.family, device))
        if level.traffic.family in FAMILY_TEXTS:
            notes[name, FAMILY_TEXTS[level.traffic.family]] = None
        notes.update({(name, note): None for measurement in level.traffic.measurements for note in measurement.notes})
    return [f"{name}: {note}." for name, note in notes]


def not_drawn_sentence(run: RunReport, model: Model) -> str | None:
    """Return how many kernels have no point in the chart of a model, and why; None where all have one."""
    reports = [(kernel, kernel.find_model(model)) for kernel in run.kernels]
    missing = [kernel for kernel, report in reports if report is None or not report.is_drawn(run.levels)]
    if not missing:
        return None
    idle, rest = _without_work(missing, model)
    others = len(missing) - len(idle) - len(rest)
    parts = []
    work = "floating-point operation" if model is Model.FLOP else f"{MODEL_NAMES[model]} operation"
    if idle:
        parts.append(f"{named(idle)} {_does(idle)} no {work} and cannot be drawn here{_offer(run, idle)}")
    if rest:
        parts.append(
            f"{named(rest)} {_does(rest)} none of the {work}s that were counted and cannot be drawn here"
            f"{_offer(run, rest)}"
        )
    if others:
        are = "is" if others == 1 else "are"
        parts.append(f"{counted(others, 'kernel')} {are} not drawn, for want of time, {_work(model)} or traffic")
    return f"{'; '.join(parts)}."


def _without_work(kernels: Sequence[KernelReport], model: Model) -> tuple[list[str], list[str]]:
    """Return who does nothing of what a model counts, and who does nothing of that part of it that was counted."""
    none = [kernel for kernel in kernels if model.counts_flop and kernel.flop.of(model).counted_none]
    idle = [kernel.label for kernel in none if kernel.flop.of(model).is_none]
    return idle, [kernel.label for kernel in none if kernel.label not in idle]


def _offer(run: RunReport, labels: Sequence[str]) -> str:
    """Return where kernels without floating-point operations are drawn; nothing where some of them are not."""
    reports = [kernel.find_model(Model.INSTRUCTIONS) for kernel in run.kernels if kernel.label in labels]
    is_drawn = all(report is not None and report.is_drawn(run.levels) for report in reports)
    return f" but under {MODEL_NAMES[Model.INSTRUCTIONS]}" if is_drawn else ""


def _does(names: Sequence[str]) -> str:
    return "does" if len(names) == 1 else "do"


def clock_of_roofs(kernel: KernelReport) -> str | None:
    """Return the clock of the multiprocessors that a kernel's roofs are at; None where none of them has it.

    Roofs at boost clock are too high for a kernel that ran below it.
    """
    uses = [use for report in kernel.models for use in report.verdict.uses if use.roof is not Roof.DRAM]
    if any(use.origin.is_at_highest_clock for use in uses):
        return "boost, not reported"
    clock = kernel.kernel.clocks.get(Clock.SM)
    is_used = any(use.origin.is_at_own_clock for use in uses)
    return quantities.scaled(clock, "Hz") if is_used and clock is not None else None


def clocks_sentence(run: RunReport, model: RunModel) -> str | None:
    """Return at which clock the roofs are drawn where those of some kernels are lower; None where all are alike."""
    drawn = {ceiling.kind: ceiling.operations_per_s for ceiling in model.roofs.peaks if ceiling.origin.is_physical}
    reports = [report for kernel in run.kernels if (report := kernel.find_model(model.model)) is not None]
    parts = [part for report in reports if report.peak is not None for part in report.peak.parts]
    if all(part.peak_per_s * SAME_CLOCK >= drawn.get(part.kind, 0.0) for part in parts):
        return None
    clocks = [clock for kernel in run.kernels if (clock := kernel.kernel.clocks.get(Clock.SM)) is not None]
    reported = ""
    if clocks:
        low, high = (quantities.scaled(clock, "Hz") for clock in (min(clocks), max(clocks)))
        reported = f", which the profiler reports as {low}" + (f" to {high}" if low != high else "")
    if clocks and len(clocks) < len(run.kernels):
        reported += ", or that of the datasheet where none was reported"
    is_at_boost = any(ceiling.origin.is_at_highest_clock for ceiling in model.roofs.peaks)
    drawn_at = "boost clock" if is_at_boost else "the highest clock of a kernel"
    return f"Roofs are drawn at {drawn_at}. Each verdict rests on the kernel's own clock{reported}."


def _work(model: Model) -> str:
    return "counted operations" if model.counts_flop else "instructions"


def named(labels: Sequence[str]) -> str:
    """Return the first names of a list, and how many more there are."""
    more = len(labels) - _MOST_NAMES
    shown = list(labels[:_MOST_NAMES])
    return joined([*shown, f"{more} more"]) if more > 0 else joined(shown)


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
    if device.several_names:
        return f"not known; the files name {joined(device.several_names)}"
    if device.name is None:
        return "not named by any file"
    known = "" if device.listed is not None else "; no device file knows it"
    return f"{device.name} ({_SAID_BY[device.origin]}{known})"
