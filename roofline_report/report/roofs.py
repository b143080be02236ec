"""What a chart draws of a device: its ceilings and the axes that follow from them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roofline_report.domain.hardware import MemoryLevel, Operation
from roofline_report.report.ceilings import Ceilings
from roofline_report.report.frame import frame_of
from roofline_report.report.model import Roofs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roofline_report.domain.hardware import Device

# Whatever levels a chart shows, its axes follow from these: charts of one device can be laid side by side.
_LEVELS_OF_THE_FRAME = (MemoryLevel.L1, MemoryLevel.L2, MemoryLevel.DRAM)


def roofs_of(
    device: Device | None, *, levels: Sequence[MemoryLevel], points: Sequence[tuple[float, float]] = ()
) -> Roofs:
    """Return the roofs of a device.

    Args:
        device: The device; None where it is not known.
        levels: Levels whose bandwidth ceilings are drawn.
        points: (intensity, warp instructions per second) of the dots, both positive; the axes hold them all.
    """
    ceilings = Ceilings.of(device)
    bandwidths = [ceilings.deciding_bandwidth(level) for level in _LEVELS_OF_THE_FRAME]
    peak = ceilings.deciding_peak(Operation.WARP_INSTRUCTION)
    peaks = ceilings.drawn_peaks(Operation.WARP_INSTRUCTION)
    return Roofs(
        device=device,
        bandwidths=ceilings.drawn_bandwidths(levels),
        peaks=peaks,
        frame=frame_of(
            points,
            bandwidths=[ceiling.transactions_per_s for ceiling in bandwidths if ceiling is not None],
            peaks=[] if peak is None else [peak.operations_per_s],
            flat=[each.operations_per_s for each in peaks],
        ),
    )
