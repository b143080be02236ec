"""Signs that profiler files were not taken on the device whose ceilings they would be held against."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roofline_report.domain.hardware import Device

NSIGHT_COMPUTE: Final = "Nsight Compute"
"""The profiler's name as `SourceFile.profiler` has it."""

# Whose devices a profiler measures; one that is not here is not held against the device.
_MEASURES: Final = {"nvprof": "NVIDIA", NSIGHT_COMPUTE: "NVIDIA", "Nsight Systems": "NVIDIA"}
# A user's own file may write anything, in upper or lower case.
_MAKERS: Final = ("NVIDIA", "AMD")


def other_capabilities(device: Device, reported: Iterable[str]) -> tuple[str, ...]:
    """Return the compute capabilities in files that are not the one of the device, where it has one."""
    expected = device.compute_capability
    return tuple(each for each in reported if expected is not None and each != expected)


def other_makers(device: Device, profilers: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Return the profilers that cannot have measured the device, each with the maker whose devices it measures."""
    maker = next((maker for maker in _MAKERS if maker.casefold() == device.vendor.strip().casefold()), None)
    known = sorted({profiler for profiler in profilers if profiler in _MEASURES})
    return tuple((each, _MEASURES[each]) for each in known if maker is not None and _MEASURES[each] != maker)
