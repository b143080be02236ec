"""Which ceilings a page tells the origin of: each once, whatever models it has a part in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roofline_report.domain.hardware import MemoryLevel, Operation
from roofline_report.report.ceilings import Ceilings
from roofline_report.report.roofs import ceiling_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roofline_report.domain.hardware import BandwidthCeiling, ComputeCeiling
    from roofline_report.report.model import KernelReport
    from roofline_report.report.rooflines import Roofs

_LEVELS: Final = tuple(MemoryLevel)
_OPERATIONS: Final = tuple(Operation)


def drawn_ceilings(drawn: Iterable[Roofs]) -> Ceilings:
    """Return the ceilings of some charts, from the core outwards and then the flat ones."""
    roofs = tuple(drawn)
    return _in_order(
        (ceiling for each in roofs for ceiling in each.bandwidths), (peak for each in roofs for peak in each.peaks)
    )


def held_ceilings(kernel: KernelReport, drawn: Iterable[Roofs]) -> Ceilings:
    """Return the ceilings that a kernel is held against in any of its models, and measured ones beside them.

    A roof that its charts show at a level without traffic is none of them.

    Args:
        kernel: The kernel.
        drawn: The roofs of its charts, which have the measured ceilings.
    """
    levels = [
        level
        for report in kernel.models
        for level in (*report.levels, *report.judged_beside)
        if level.traffic is not None and level.traffic.moves_anything
    ]
    parts = [part for report in kernel.models if report.work and report.peak is not None for part in report.peak.parts]
    at_levels, of_operations = {level.level for level in levels}, {part.kind.operation for part in parts}
    shown = drawn_ceilings(drawn)
    measured = (each for each in shown.bandwidths if not each.origin.is_physical and each.level in at_levels)
    reached = (each for each in shown.computes if not each.origin.is_physical and each.operation in of_operations)
    return _in_order(
        (*(level.ceiling for level in levels if level.ceiling is not None), *measured),
        (*(ceiling_of(part) for part in parts), *reached),
    )


def _in_order(bandwidths: Iterable[BandwidthCeiling], computes: Iterable[ComputeCeiling]) -> Ceilings:
    """Return each ceiling once, by level and by operation, what was measured after what decides."""
    return Ceilings(
        bandwidths=tuple(
            sorted(dict.fromkeys(bandwidths), key=lambda each: (_LEVELS.index(each.level), not each.origin.is_physical))
        ),
        computes=tuple(
            sorted(
                dict.fromkeys(computes),
                key=lambda each: (_OPERATIONS.index(each.operation), not each.origin.is_physical),
            )
        ),
    )
