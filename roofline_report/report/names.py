"""What levels, roofs, models and operations are called: HBM2 on one device, GDDR6X on another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roofline_report.domain.flop_roofline import Model
from roofline_report.domain.hardware import Clock, MemoryLevel, Operation, TrafficFamily, terms_of
from roofline_report.report.rooflines import ROOF_OF_LEVEL, Roof

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from roofline_report.domain.hardware import BandwidthCeiling, ComputeCeiling, Device, HardwareTerms, OperationKind
    from roofline_report.report.rooflines import RoofUse

_MOST_NAMES: Final = 3
_LEVELS: Final = {
    MemoryLevel.L1: "L1",
    MemoryLevel.SHARED: "shared memory",
    MemoryLevel.L2: "L2",
    MemoryLevel.DRAM: "DRAM",
}
CLOCK_NAMES: Final = {Clock.SM: "SM", Clock.L1: "L1", Clock.L2: "L2", Clock.DRAM: "memory"}
_LEVEL_OF_ROOF: Final = {roof: level for level, roof in ROOF_OF_LEVEL.items()}
# What is added to the name of a level where not all of its data path was measured.
_PARTS: Final = {
    TrafficFamily.L1_TAG_STAGE: "tag stage",
    TrafficFamily.L1_RETURN_PATH: "returned data",
    TrafficFamily.L2_RETURN_PATH: "reads",
}
MODEL_NAMES: Final = {
    Model.FLOP: "FLOP in all precisions",
    Model.INSTRUCTIONS: "Instructions",
    Model.FP64: "FP64",
    Model.FP32: "FP32",
    Model.FP16: "FP16",
    Model.TENSOR: "Tensor",
}


def level_name(level: MemoryLevel, device: Device | None) -> str:
    """Return what a level is called on this device; its common name where the device is not known."""
    return _LEVELS[level] if device is None else device.level_names.get(level, _LEVELS[level])


def family_name(family: TrafficFamily, device: Device | None) -> str:
    """Return what is measured by some counters: the level, and which part of its traffic where that is not all."""
    name = level_name(family.level, device)
    return f"{name} ({_PARTS[family]})" if family in _PARTS else name


def terms_for(device: Device | None) -> HardwareTerms:
    """Return what the parts of this device are called; the common words where the device is not known."""
    return terms_of("") if device is None else device.terms


def peak_name(kinds: Sequence[OperationKind], device: Device | None) -> str:
    """Return what a flat roof is called: "FP64 peak", or "peak of its mix" of several operations."""
    if len(kinds) != 1:
        return "peak of its mix"
    name, separator, addition = kinds[0].in_words(tensor=terms_for(device).tensor).partition(" with ")
    return f"{name} peak{separator}{addition}"


def flat_name(ceiling: ComputeCeiling, device: Device | None) -> str:
    """Return what the roof of a flat ceiling is called."""
    if ceiling.operation is Operation.WARP_INSTRUCTION:
        return "instruction issue"
    return peak_name([ceiling.kind], device)


def ceiling_name(ceiling: BandwidthCeiling, device: Device | None) -> str:
    """Return what the roof of a bandwidth ceiling is called."""
    return level_name(ceiling.level, device) if ceiling.family is None else family_name(ceiling.family, device)


def roof_name(use: RoofUse, device: Device | None) -> str:
    """Return what a roof is called on this device."""
    match use.roof:
        case Roof.ISSUE:
            return "instruction issue"
        case Roof.COMPUTE:
            return peak_name(use.kinds, device)
        case Roof.L1_TAG:
            return family_name(TrafficFamily.L1_TAG_STAGE, device)
        case _ if use.family is not None:
            return family_name(use.family, device)
        case _:
            return level_name(_LEVEL_OF_ROOF[use.roof], device)


def some_of(names: Iterable[str]) -> str:
    """Return the first names of a list, and how many more there are."""
    listed = list(names)
    more = len(listed) - _MOST_NAMES
    head = ", ".join(listed[:_MOST_NAMES])
    return f"{head} and {more} more" if more > 0 else head
