"""What levels and roofs are called on a device: HBM2 on one, GDDR6X on another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roofline_report.domain.hardware import MemoryLevel, terms_of
from roofline_report.report.model import ROOF_OF_LEVEL, Roof

if TYPE_CHECKING:
    from roofline_report.domain.hardware import Device, HardwareTerms

_LEVELS = {
    MemoryLevel.L1: "L1",
    MemoryLevel.SHARED: "shared memory",
    MemoryLevel.L2: "L2",
    MemoryLevel.DRAM: "DRAM",
}
_LEVEL_OF_ROOF = {roof: level for level, roof in ROOF_OF_LEVEL.items()}


def level_name(level: MemoryLevel, device: Device | None) -> str:
    """Return what a level is called on this device; its common name where the device is not known."""
    return _LEVELS[level] if device is None else device.level_names.get(level, _LEVELS[level])


def terms_for(device: Device | None) -> HardwareTerms:
    """Return what the parts of this device are called; the common words where the device is not known."""
    return terms_of("") if device is None else device.terms


def roof_name(roof: Roof, device: Device | None) -> str:
    """Return what a roof is called on this device."""
    return "instruction issue" if roof is Roof.ISSUE else level_name(_LEVEL_OF_ROOF[roof], device)
