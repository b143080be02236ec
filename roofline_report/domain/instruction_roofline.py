"""The instruction roofline: warp instructions against 32-byte transactions.

N. Ding, S. Williams, "An Instruction Roofline Model for GPUs", PMBS 2019, doi 10.1109/PMBS49563.2019.00007, as coded by
the authors (github.com/nanding0701/Instruction_roofline_scripts).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from roofline_report.domain.hardware import WARP_LANES
from roofline_report.domain.quantity import Quantity
from roofline_report.domain.roofline import intensity

if TYPE_CHECKING:
    from roofline_report.domain.profile import Kernel
    from roofline_report.domain.traffic import LevelTraffic


class InstructionBasis(StrEnum):
    """Which instructions a rate or an intensity was made from."""

    THREADS = "threads"
    """Thread instructions / 32: the work of the lanes that were active."""
    ISSUED = "issued"
    """Warp instructions that were issued."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InstructionWork:
    """Warp instructions of one launch.

    Attributes:
        from_threads: Thread instructions / 32, where known.
        issued: Issued warp instructions, where known.
    """

    from_threads: float | None
    issued: float | None

    @property
    def basis(self) -> InstructionBasis | None:
        """Return which of the two the point is drawn from; the threads', as in the paper, where known."""
        if self.from_threads is not None:
            return InstructionBasis.THREADS
        return None if self.issued is None else InstructionBasis.ISSUED

    @property
    def drawn(self) -> float | None:
        """Return the warp instructions that the point is drawn from."""
        return self.issued if self.from_threads is None else self.from_threads

    @property
    def lane_efficiency(self) -> float | None:
        """Return the share of lanes that were active, 0 to 1, where both counts are known."""
        if self.from_threads is None or not self.issued:
            return None
        return self.from_threads / self.issued


def instruction_work(kernel: Kernel) -> InstructionWork:
    """Return the warp instructions of one launch, by both counts."""
    threads = kernel.per_launch(Quantity.THREAD_INSTRUCTIONS)
    return InstructionWork(
        from_threads=None if threads is None else threads / WARP_LANES,
        issued=kernel.per_launch(Quantity.WARP_INSTRUCTIONS),
    )


def instruction_intensity(work: InstructionWork, traffic: LevelTraffic) -> float | None:
    """Return warp instructions per 32-byte transaction, or None without instructions or traffic."""
    if work.drawn is None or traffic.transactions is None:
        return None
    return intensity(work.drawn, traffic.transactions)
