"""What a kernel lacks for its rooflines and could have. The pages and `inspect` ask for this, and for nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from itertools import chain
from typing import TYPE_CHECKING

from roofline_report.domain.flop_roofline import Model
from roofline_report.domain.hardware import MemoryLevel
from roofline_report.domain.quantity import Quantity
from roofline_report.domain.traffic import needed_quantities
from roofline_report.report.lacking_operations import tensor_quantities, vector_quantities

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from roofline_report.domain.profile import Absence
    from roofline_report.report.model import KernelReport
    from roofline_report.report.options import RunOptions
    from roofline_report.report.rooflines import ModelReport


class Need(StrEnum):
    """What a kernel needs, in the order in which it is told."""

    TIME = "time"
    """Without it there is no place on a roofline."""
    INSTRUCTIONS = "instructions"
    """Without them there is no place on an instruction roofline."""
    ISSUED = "issued"
    """Without them the distance to the issue roof is known from one side only."""
    THREADS = "threads"
    """Without them an instruction roofline is made of issued instructions, of whatever lanes."""
    OPERATIONS = "operations"
    """Without them the sum of all operations leaves some out, or there is none."""
    TENSOR_OPERATIONS = "tensor_operations"
    """The same of tensor units."""
    L1 = "l1"
    SHARED = "shared"
    L2 = "l2"
    DRAM = "dram"
    L1_PARTS = "l1_parts"
    """Without them the traffic at L1 is known from one side only."""
    EXACT_TRAFFIC = "exact_traffic"
    """Without it some traffic is a bound."""


_OF_LEVEL = {
    MemoryLevel.L1: Need.L1,
    MemoryLevel.SHARED: Need.SHARED,
    MemoryLevel.L2: Need.L2,
    MemoryLevel.DRAM: Need.DRAM,
}
_L1_PARTS = (Quantity.LOCAL_SECTORS, Quantity.GLOBAL_ATOMIC_SECTORS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Gap:
    """Something that a kernel lacks.

    Attributes:
        need: What it is needed for.
        absences: What is not known, each with what would give it beside what is there.
    """

    need: Need
    absences: tuple[Absence, ...]


def gaps_of(kernel: KernelReport, *, options: RunOptions) -> tuple[Gap, ...]:
    """Return what a kernel lacks; what no metric would give is left out."""
    found: dict[Need, dict[Absence, None]] = {}
    for need, absences in _needs(kernel, options=options):
        found.setdefault(need, {}).update(dict.fromkeys(each for each in absences if each.metrics))
    return tuple(Gap(need=need, absences=tuple(found[need])) for need in Need if found.get(need))


def _needs(kernel: KernelReport, *, options: RunOptions) -> Iterator[tuple[Need, tuple[Absence, ...]]]:
    absent = _absent(kernel, (Quantity.DURATION,))
    yield Need.TIME, absent
    operations = _operations(kernel, options=options)
    yield from operations
    for report in kernel.models:
        if report.model is Model.INSTRUCTIONS:
            yield from _instructions(kernel, report, is_counting=any(absences for _, absences in operations))
        if report.model in (Model.INSTRUCTIONS, Model.FLOP):
            yield from _traffic(kernel, report, options=options)


def _operations(kernel: KernelReport, *, options: RunOptions) -> list[tuple[Need, tuple[Absence, ...]]]:
    flop, conventions = kernel.flop, options.conventions
    gaps = {
        is_tensor: [part.measurement.gap for part in flop.parts if part.operation.is_tensor is is_tensor]
        for is_tensor in (False, True)
    }
    vector = vector_quantities(flop, conventions)
    tensor = _absent(kernel, tensor_quantities(flop))
    if not any(absence.metrics for absence in tensor) and flop.has_unknown_tensor:
        # Of which chip it is, and so what its metrics are called, is not known.
        tensor = _absent(kernel, (Quantity.TENSOR_ACTIVITY,))
    return [
        (Need.OPERATIONS, (*_absent(kernel, vector), *_known(gaps[False]))),
        (Need.TENSOR_OPERATIONS, (*tensor, *_known(gaps[True]))),
    ]


def _instructions(
    kernel: KernelReport, report: ModelReport, *, is_counting: bool
) -> Iterator[tuple[Need, tuple[Absence, ...]]]:
    """Yield what is missing of instructions; a run that counts operations is not asked for them instead."""
    if report.work is None:
        if not is_counting:
            yield Need.INSTRUCTIONS, _absent(kernel, (Quantity.THREAD_INSTRUCTIONS, Quantity.WARP_INSTRUCTIONS))
        return
    yield Need.ISSUED, _absent(kernel, (Quantity.WARP_INSTRUCTIONS,))
    yield Need.THREADS, _absent(kernel, (Quantity.THREAD_INSTRUCTIONS,))


def _traffic(
    kernel: KernelReport, report: ModelReport, *, options: RunOptions
) -> Iterator[tuple[Need, tuple[Absence, ...]]]:
    for level in options.levels:
        traffic = report.level(level).traffic
        if traffic is None or (traffic.transactions is None and not report.model.counts_flop):
            parts = _L1_PARTS if level is MemoryLevel.L1 else ()
            yield _OF_LEVEL[level], _absent(kernel, (*needed_quantities(level, options.conventions), *parts))
        elif traffic.left_out:
            yield Need.L1_PARTS, _absent(kernel, _L1_PARTS)
    levels = (report.level(level) for level in options.levels)
    used = chain.from_iterable(each.traffic.measurements for each in levels if each.traffic is not None)
    yield Need.EXACT_TRAFFIC, _known(measurement.gap for measurement in used)


def _absent(kernel: KernelReport, quantities: Iterable[Quantity]) -> tuple[Absence, ...]:
    absences = kernel.kernel.absences
    return tuple(absences[quantity] for quantity in quantities if quantity in absences)


def _known(gaps: Iterable[Absence | None]) -> tuple[Absence, ...]:
    return tuple(gap for gap in gaps if gap is not None)


def counts_no_operations(kernels: Sequence[KernelReport]) -> bool:
    """Tell whether kernels that are placed by their instructions have nothing of operations: nobody asked for these."""
    placed = [kernel for kernel in kernels if kernel.lead.work]
    return bool(placed) and not any(
        kernel.flop.parts or kernel.flop.lost or kernel.flop.hidden_tensor for kernel in kernels
    )
