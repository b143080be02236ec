"""The FLOP roofline of a kernel, through the functions that pages are made from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roofline_report.domain.conventions import Conventions, HalfCount
from roofline_report.domain.flop_roofline import Model, flop_work
from roofline_report.domain.hardware import MemoryLevel, TrafficFamily
from roofline_report.domain.traffic import traffic_at

if TYPE_CHECKING:
    from roofline_report.domain.profile import Kernel

PACKED: Final = Conventions(fp16=HalfCount.PACKED)
SCALAR: Final = Conventions(fp16=HalfCount.SCALAR)

_FLOP: Final = {
    "flops.fp64": (Model.FP64, PACKED),
    "flops.fp32": (Model.FP32, PACKED),
    "flops.fp16_x1": (Model.FP16, SCALAR),
    "flops.fp16_x2": (Model.FP16, PACKED),
    # All precisions, packed FP16 counted once.
    "flops_total_x1": (Model.FLOP, SCALAR),
}
# Which counters are expected at a level, the first that was measured: L1 is the tag stage and nothing else.
_FAMILIES: Final = {
    "dram": (MemoryLevel.DRAM, (TrafficFamily.DRAM,)),
    "l2": (MemoryLevel.L2, (TrafficFamily.L2_LOOKUPS, TrafficFamily.L2_SECTORS)),
    "l1": (MemoryLevel.L1, (TrafficFamily.L1_TAG_STAGE,)),
}
# FLOP, traffic and time of the kernel make the number: those above over those below.
_RATIOS: Final = {
    "perf_flops_per_s": (("flops_total_x1",), "time"),
    **{f"ai.{level}": (("flops_total_x1",), level) for level in _FAMILIES},
    **{f"bandwidth_B_per_s.{level}": (("bytes", level), "time") for level in _FAMILIES},
}


def is_of_the_roofline(name: str) -> bool:
    """Tell whether an expected number is one that a roofline shows."""
    return name in _FLOP or name in _RATIOS or name.startswith("bytes.")


def number_of(kernel: Kernel, name: str) -> float | None:
    """Return FLOP or bytes of all launches, FLOP for a byte, or either of them for a second; None if not known."""
    if name in _FLOP:
        model, conventions = _FLOP[name]
        return _of_all(kernel, flop_work(kernel, conventions=conventions).of(model).total)
    if name.startswith("bytes."):
        return _of_all(kernel, bytes_at(kernel, name.removeprefix("bytes.")))
    top, bottom = _RATIOS[name]
    above = number_of(kernel, ".".join(top))
    below = kernel.total_duration_s if bottom == "time" else _of_all(kernel, bytes_at(kernel, bottom))
    return above / below if above is not None and below else None


def bytes_at(kernel: Kernel, level: str) -> float | None:
    """Return what one launch moves at a level by the counters that are expected there."""
    place, families = _FAMILIES[level]
    found = {traffic.family: traffic.physical_bytes for traffic in traffic_at(kernel, place, conventions=PACKED)}
    return next((found[family] for family in families if family in found), None)


def _of_all(kernel: Kernel, per_launch: float | None) -> float | None:
    return None if per_launch is None else per_launch * kernel.launches
