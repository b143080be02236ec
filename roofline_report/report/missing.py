"""What a run lacks for its roofline, and the option of the profiler that collects it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from roofline_report.domain.hardware import MemoryLevel
from roofline_report.domain.instruction_roofline import needed_quantities
from roofline_report.domain.profile import Quantity
from roofline_report.readers.metrics.metric_table import load_tables

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from roofline_report.report.model import KernelReport, RunReport


class Need(StrEnum):
    """What a kernel needs, in the order in which it is told."""

    TIME = "time"
    """Without it there is no place on a roofline."""
    INSTRUCTIONS = "instructions"
    """Without them there is no place on an instruction roofline."""
    ISSUED = "issued"
    """Without them the distance to the issue roof is known from one side only."""
    L1 = "l1"
    SHARED = "shared"
    L2 = "l2"
    DRAM = "dram"
    L1_PARTS = "l1_parts"
    """Without them the traffic at L1 is known from one side only."""


_OF_LEVEL = {
    MemoryLevel.L1: Need.L1,
    MemoryLevel.SHARED: Need.SHARED,
    MemoryLevel.L2: Need.L2,
    MemoryLevel.DRAM: Need.DRAM,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Missing:
    """Something that some kernels of a run lack.

    Attributes:
        need: What it is needed for.
        kernels: How many kernels lack it.
        reasons: What is not there, in words.
        metrics: The metrics that would give it, in the profiler's own names.
        options: The options of the profiler that collect them, one for each run that it takes.
    """

    need: Need
    kernels: int
    reasons: tuple[str, ...]
    metrics: tuple[str, ...]
    options: tuple[str, ...]


def find_missing(run: RunReport) -> tuple[Missing, ...]:
    """Return what the kernels of a run lack and could have; what no metric would give is left out."""
    lacking: dict[Need, list[tuple[KernelReport, tuple[Quantity, ...]]]] = {}
    for kernel in run.kernels:
        for need, quantities in _needs(kernel, run):
            absent = tuple(quantity for quantity in quantities if quantity in kernel.kernel.absences)
            if absent:
                lacking.setdefault(need, []).append((kernel, absent))
    found = (_missing(need, lacking[need], run=run) for need in Need if need in lacking)
    return tuple(missing for missing in found if missing.metrics)


def _needs(kernel: KernelReport, run: RunReport) -> Iterator[tuple[Need, tuple[Quantity, ...]]]:
    """Yield the needs of a kernel that are not met, with the quantities that might meet them."""
    yield Need.TIME, (Quantity.DURATION,)
    if kernel.work.drawn is None:
        yield Need.INSTRUCTIONS, (Quantity.THREAD_INSTRUCTIONS,)
    elif kernel.work.issued is None:
        yield Need.ISSUED, (Quantity.WARP_INSTRUCTIONS,)
    for level in run.levels:
        traffic = kernel.level(level).traffic
        if traffic is None or traffic.transactions is None:
            yield _OF_LEVEL[level], needed_quantities(level, run.options.rules)
        elif traffic.left_out:
            yield Need.L1_PARTS, (Quantity.LOCAL_SECTORS, Quantity.GLOBAL_ATOMIC_SECTORS)


def _missing(need: Need, lacking: Sequence[tuple[KernelReport, tuple[Quantity, ...]]], *, run: RunReport) -> Missing:
    absences = [kernel.kernel.absences[quantity] for kernel, quantities in lacking for quantity in quantities]
    metrics = tuple(dict.fromkeys(metric for absence in absences for metric in absence.metrics))
    return Missing(
        need=need,
        kernels=len(lacking),
        reasons=tuple(dict.fromkeys(absence.reason for absence in absences)),
        metrics=metrics,
        options=find_options(metrics, run),
    )


def find_options(metrics: Iterable[str], run: RunReport) -> tuple[str, ...]:
    """Return the options of the profilers that know the metrics, those whose files the run has first."""
    present = {file.profiler for file in run.files}
    left = dict.fromkeys(metrics)
    options: list[str] = []
    for table in sorted(load_tables(), key=lambda table: table.profiler not in present):
        known = [metric for metric in left if metric in table.metrics]
        options += table.collection.options_for(known)
        left = {metric: None for metric in left if metric not in known}
    return tuple(options)
