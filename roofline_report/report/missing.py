"""What a run lacks for its roofline, and the option of the profiler that collects it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from itertools import chain
from typing import TYPE_CHECKING

from roofline_report.domain.hardware import MemoryLevel
from roofline_report.domain.profile import options_for
from roofline_report.domain.quantity import Quantity
from roofline_report.domain.traffic import needed_quantities

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roofline_report.domain.profile import Absence
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
_L1_PARTS = (Quantity.LOCAL_SECTORS, Quantity.GLOBAL_ATOMIC_SECTORS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Missing:
    """Something that some kernels of a run lack.

    Attributes:
        need: What it is needed for.
        kernels: How many kernels lack it.
        absences: Why they do, and what would give it.
    """

    need: Need
    kernels: int
    absences: tuple[Absence, ...]

    @property
    def reasons(self) -> tuple[str, ...]:
        """Return what is not there, in words."""
        return tuple(dict.fromkeys(absence.reason for absence in self.absences))

    @property
    def refused(self) -> tuple[str, ...]:
        """Return why metrics that are there cannot be used."""
        return tuple(dict.fromkeys(reason for absence in self.absences for reason in absence.refused))

    @property
    def metrics(self) -> tuple[str, ...]:
        """Return the metrics that would give it, in the profiler's own names."""
        return tuple(dict.fromkeys(metric for absence in self.absences for metric in absence.metrics))

    @property
    def options(self) -> tuple[str, ...]:
        """Return the options of the profiler that collect them, one for each run that it takes."""
        return options_for(self.absences)


def find_missing(run: RunReport) -> tuple[Missing, ...]:
    """Return what the kernels of a run lack and could have; what no metric would give is left out."""
    lacking: dict[Need, list[tuple[Absence, ...]]] = {}
    for kernel in run.kernels:
        absences = kernel.kernel.absences
        for need, quantities in _needs(kernel, run):
            absent = tuple(absences[quantity] for quantity in quantities if quantity in absences)
            if any(absence.metrics for absence in absent):
                lacking.setdefault(need, []).append(absent)
    return tuple(
        Missing(need=need, kernels=len(lacking[need]), absences=tuple(dict.fromkeys(chain(*lacking[need]))))
        for need in Need
        if need in lacking
    )


def _needs(kernel: KernelReport, run: RunReport) -> Iterator[tuple[Need, tuple[Quantity, ...]]]:
    """Yield the needs of a kernel that are not met, with the quantities that might meet them."""
    yield Need.TIME, (Quantity.DURATION,)
    lead = kernel.lead
    if lead.work is None:
        yield Need.INSTRUCTIONS, (Quantity.THREAD_INSTRUCTIONS, Quantity.WARP_INSTRUCTIONS)
    elif not lead.model.counts_flop and kernel.instructions.issued is None:
        yield Need.ISSUED, (Quantity.WARP_INSTRUCTIONS,)
    for level in run.levels:
        traffic = lead.level(level).traffic
        if traffic is None or (traffic.transactions is None and not lead.model.counts_flop):
            parts = _L1_PARTS if level is MemoryLevel.L1 else ()
            yield _OF_LEVEL[level], (*needed_quantities(level, run.options.conventions), *parts)
        elif traffic.left_out:
            yield Need.L1_PARTS, _L1_PARTS
