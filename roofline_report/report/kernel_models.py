"""One kernel in each model that it has work in: places on the roofline, uses of roofs, verdict."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from roofline_report.domain.flop_roofline import SPARSE_SPEED_UP, Model, mixed_peak
from roofline_report.domain.hardware import Clock, ComputeCeiling, MemoryLevel, Operation, Origin
from roofline_report.domain.instruction_roofline import instruction_intensity, instruction_work
from roofline_report.domain.roofline import attainable, intensity, utilisation
from roofline_report.report.ceilings import DECIDING_ORDER
from roofline_report.report.pairing import Pairing
from roofline_report.report.rooflines import (
    LevelReport,
    ModelReport,
    Obstacle,
    Peak,
    PeakPart,
    Roof,
    RoofUse,
)
from roofline_report.report.verdicts import HIGHEST_CREDIBLE, judge

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roofline_report.domain.conventions import Conventions
    from roofline_report.domain.flop_roofline import FlopPart, FlopWork
    from roofline_report.domain.hardware import BandwidthCeiling, OperationKind
    from roofline_report.domain.instruction_roofline import InstructionWork
    from roofline_report.domain.profile import Kernel
    from roofline_report.domain.traffic import LevelTraffic
    from roofline_report.report.ceilings import Ceilings
    from roofline_report.report.model import RunDevice
    from roofline_report.report.pairing import Pair

_FASTER_SUMS: Final = 2
"""Sums in FP16 over sums in FP32, at most: on GeForce cards (NVIDIA's whitepaper on the Ampere GA102); elsewhere 1."""

INTENSITY_ORDER_TOLERANCE: Final = 1.05
"""An inner level's intensity may be this much above an outer one's before it is explained."""

_INWARDS_OUT: Final = (MemoryLevel.L1, MemoryLevel.L2, MemoryLevel.DRAM)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Context:
    """What every model of a kernel shares."""

    kernel: Kernel
    instructions: InstructionWork
    ceilings: Ceilings
    pairing: Pairing
    is_named: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class _Case:
    """One model of a kernel.

    Attributes:
        model: The model.
        work: What one launch does; None where it was not counted.
        peak: The flat roof.
        lower_bound: There may be more work than was counted.
        mix_is_known: The shares of its kinds of operations are known.
        context: What all models of the kernel share.
    """

    model: Model
    work: float | None
    peak: Peak | None
    context: _Context
    lower_bound: bool = False
    mix_is_known: bool = True

    @property
    def rate_per_s(self) -> float | None:
        """Return the work per second."""
        seconds = self.context.kernel.duration_s
        return None if self.work is None or not seconds else self.work / seconds


def build_models(
    kernel: Kernel, *, flop: FlopWork, ceilings: Ceilings, device: RunDevice, conventions: Conventions
) -> tuple[ModelReport, ...]:
    """Return the models that a kernel has work in, in the order of `Model`; that of instructions where it has none."""
    context = _Context(
        kernel=kernel,
        instructions=instruction_work(kernel),
        ceilings=ceilings,
        pairing=Pairing(kernel, ceilings, conventions=conventions, capability=device.compute_capability),
        is_named=device.name is not None or bool(device.several_names),
    )
    found = [_flop_model(model, flop.of(model), context=context) for model in Model if model.counts_flop]
    counted = [report for report in found if report is not None]
    if context.instructions.drawn is not None or not counted:
        counted.append(_instruction_model(context))
    return tuple(sorted(counted, key=lambda report: list(Model).index(report.model)))


def _flop_model(model: Model, work: FlopWork, *, context: _Context) -> ModelReport | None:
    total = work.total
    if not total:
        return None
    peak = _peak_of_mix(work.done, context)
    return _report(
        _Case(
            model=model,
            work=total,
            peak=peak,
            context=context,
            lower_bound=work.is_lower_bound,
            mix_is_known=work.mix_is_known,
        )
    )


def _instruction_model(context: _Context) -> ModelReport:
    ceiling = context.ceilings.deciding_peak(Operation.WARP_INSTRUCTION)
    peak = None
    work = context.instructions.drawn
    if ceiling is not None:
        rate = ceiling.operations_per_s
        part = PeakPart(kind=ceiling.kind, work=work or 0.0, peak_per_s=rate, ceiling=ceiling)
        peak = Peak(per_s=rate, parts=(part,), origin=ceiling.origin)
    return _report(_Case(model=Model.INSTRUCTIONS, work=work, peak=peak, context=context))


def _report(case: _Case) -> ModelReport:
    pairing, flop = case.context.pairing, case.model.counts_flop
    pairs = {level: pairing.pairs(level, in_bytes=flop) for level in MemoryLevel}
    levels = tuple(_level(level, drawn, case=case) for level, (drawn, _) in pairs.items())
    beside = tuple(_level(level, pair, case=case) for level, (_, others) in pairs.items() for pair in others)
    uses = [
        *_level_uses((*levels, *beside)),
        *(_compute_use(case) if flop else _issue_use(case)),
    ]
    return ModelReport(
        model=case.model,
        work=case.work,
        rate_per_s=case.rate_per_s,
        lower_bound=case.lower_bound,
        mix_is_known=case.mix_is_known,
        peak=case.peak,
        levels=levels,
        judged_beside=beside,
        verdict=judge(uses, obstacles=_obstacles(levels, case)),
        inner_above_outer=_unusual_order(levels),
    )


def _peak_of_mix(parts: Sequence[FlopPart], context: _Context) -> Peak | None:
    """Return the peak of some operations; None where that of any of them is not known."""
    known = [_peak_part(part, context) for part in parts]
    peaks = tuple(part for part in known if part is not None)
    per_s = mixed_peak((part.work, part.peak_per_s) for part in peaks)
    if per_s is None or len(peaks) < len(known):
        return None
    return Peak(per_s=per_s, parts=peaks, origin=max((part.ceiling.origin for part in peaks), key=_doubt))


def _doubt(origin: Origin) -> tuple[float, int]:
    """Return how far a ceiling of an origin may be exceeded, and how late in the order of origins it stands."""
    return HIGHEST_CREDIBLE[origin], DECIDING_ORDER.index(origin)


def _peak_part(part: FlopPart, context: _Context) -> PeakPart | None:
    ceiling = context.ceilings.deciding_peak(part.operation)
    own = _own_peak(part, context)
    if own is not None and (ceiling is None or _comes_first(own, ceiling)):
        ceiling, per_s = own, own.operations_per_s
    elif ceiling is None:
        return None
    else:
        per_s = ceiling.operations_per_s * (SPARSE_SPEED_UP if part.sparse else 1)
    return PeakPart(
        kind=part.kind,
        work=part.flop,
        peak_per_s=per_s,
        ceiling=ceiling,
        highest_per_s=max((_highest_peak(kind, context, own_per_s=per_s) for kind in part.may_be), default=None),
    )


def _highest_peak(kind: OperationKind, context: _Context, *, own_per_s: float) -> float:
    """Return the highest peak that operations can have which may be of another kind too."""
    ceiling = context.ceilings.deciding_peak(kind.operation)
    known = _FASTER_SUMS * own_per_s if ceiling is None else ceiling.operations_per_s
    return max(own_per_s, known) * (SPARSE_SPEED_UP if kind.sparse else 1)


def _comes_first(one: ComputeCeiling, other: ComputeCeiling) -> bool:
    return DECIDING_ORDER.index(one.origin) < DECIDING_ORDER.index(other.origin)


def _own_peak(part: FlopPart, context: _Context) -> ComputeCeiling | None:
    """Return the peak that the report has of the very counters of a part, each weighted by what it counted."""
    hertz = context.kernel.clocks.get(Clock.SM)
    terms = [term for term in part.measurement.terms if term.per_launch > 0]
    known = [(term.per_launch, term.peak_per_cycle) for term in terms if term.peak_per_cycle is not None]
    per_cycle = mixed_peak(known)
    if hertz is None or per_cycle is None or len(known) < len(terms):
        return None
    return ComputeCeiling(
        operation=part.operation,
        sparse=part.sparse,
        operations_per_s=per_cycle * hertz,
        origin=Origin.REPORT,
        source=f"{per_cycle:,.12g} operations/clk x {hertz / 1e6:,.6g} MHz, the SM clock that the profiler reports; "
        "Nsight Compute, peak_sustained of the same counters",
        given_in=terms[0].file,
    )


def _level(level: MemoryLevel, pair: Pair | None, *, case: _Case) -> LevelReport:
    if pair is None:
        return LevelReport(level=level, traffic=None)
    traffic, ceiling = pair
    seconds = case.context.kernel.duration_s
    bytes_per_s = traffic.physical_bytes / seconds if seconds else None
    at_intensity = _intensity(traffic, case)
    roof = _attainable(at_intensity, ceiling, case=case)
    rate = case.rate_per_s
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


def _intensity(traffic: LevelTraffic, case: _Case) -> float | None:
    """Return operations per byte, or warp instructions per transaction."""
    if not case.model.counts_flop:
        return instruction_intensity(case.context.instructions, traffic)
    return None if case.work is None else intensity(case.work, traffic.physical_bytes)


def _attainable(at_intensity: float | None, ceiling: BandwidthCeiling | None, *, case: _Case) -> float | None:
    if at_intensity is None or ceiling is None:
        return None
    bandwidth = ceiling.bytes_per_s if case.model.counts_flop else ceiling.transactions_per_s
    return attainable(at_intensity, bandwidth=bandwidth, peak=None if case.peak is None else case.peak.per_s)


def _level_uses(levels: Sequence[LevelReport]) -> list[RoofUse]:
    return [
        RoofUse(
            roof=level.roof,
            utilisation=level.utilisation,
            origin=level.ceiling.origin,
            lower_bound=level.lower_bound,
            upper_bound=level.upper_bound,
            at_least=level.utilisation / level.traffic.overcount if level.upper_bound else None,
            family=level.traffic.family,
        )
        for level in levels
        if level.utilisation is not None and level.ceiling is not None and level.traffic and level.traffic.decides
    ]


def _compute_use(case: _Case) -> list[RoofUse]:
    peak, rate = case.peak, case.rate_per_s
    if peak is None or not rate:
        return []
    highest = mixed_peak((part.work, part.highest_per_s or part.peak_per_s) for part in peak.parts) or peak.per_s
    is_sure = all(part.highest_per_s is None for part in peak.parts)
    return [
        RoofUse(
            roof=Roof.COMPUTE,
            utilisation=utilisation(rate, peak.per_s),
            origin=peak.origin,
            lower_bound=case.lower_bound,
            upper_bound=not is_sure,
            at_least=None if is_sure else utilisation(rate, highest),
            kinds=tuple(dict.fromkeys(part.kind for part in peak.parts)),
        )
    ]


def _issue_use(case: _Case) -> list[RoofUse]:
    """Return the use of the issue roof: of issued instructions where counted, else a lower bound from threads / 32."""
    work, seconds, peak = case.context.instructions, case.context.kernel.duration_s, case.peak
    instructions = work.from_threads if work.issued is None else work.issued
    if peak is None or not instructions or not seconds:
        return []
    return [
        RoofUse(
            roof=Roof.ISSUE,
            utilisation=utilisation(instructions / seconds, peak.per_s),
            origin=peak.origin,
            lower_bound=work.issued is None,
        )
    ]


def _obstacles(levels: Sequence[LevelReport], case: _Case) -> list[Obstacle]:
    """Return all that stands in the way of a verdict, should there be none."""
    context, work = case.context, case.work
    found = []
    if not context.ceilings.any_physical:
        found.append(Obstacle.NO_CEILING if context.is_named else Obstacle.NO_DEVICE)
    has_traffic = any(level.traffic is not None for level in levels)
    is_timed = bool(context.kernel.duration_s)
    if not is_timed and work is None and not has_traffic:
        return [*found, Obstacle.NOTHING]
    if not is_timed:
        found.append(Obstacle.NO_TIME)
    if work is None:
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
