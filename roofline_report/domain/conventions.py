"""The conventions of counting on which sources disagree. Each can be set, and is printed with the numbers."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from roofline_report.domain.hardware import SECTOR_BYTES, SHARED_WAVEFRONT_BYTES


class AtomicsCount(StrEnum):
    """How often an L2 atomic or reduction counts."""

    ONCE = "once"
    """As the slice counts it, and as a physical L2 roof asks for."""
    TWICE = "twice"
    """As nvprof's published metrics count it: as a read and as a write."""


class HalfCount(StrEnum):
    """How many operations a thread instruction of FP16 counts as; an FMA counts as twice that."""

    PACKED = "packed"
    """Two, as in the roofline section for FP16 of Nsight Compute: the instructions work on pairs."""
    SCALAR = "scalar"
    """One, as in the scripts of NERSC and in nvprof's flop_count_hp."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Conventions:
    """How things are counted.

    Attributes:
        shared_weight: 32-byte transactions that one shared-memory wavefront counts as: 4 (128 bytes), or 1 as in 2019.
        l2_atomics: How often an L2 atomic or reduction counts.
        fp16: How many operations a thread instruction of FP16 counts as.
    """

    shared_weight: float = SHARED_WAVEFRONT_BYTES / SECTOR_BYTES
    l2_atomics: AtomicsCount = AtomicsCount.ONCE
    fp16: HalfCount = HalfCount.PACKED
