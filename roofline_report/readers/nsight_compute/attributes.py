"""What a capture says of the device: the attributes that the raw page has among its metrics.

Clocks are printed in kHz, without a unit (the attributes of CUDA, cudaDevAttrClockRate and its kin, are in kHz).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from roofline_report.domain.profile import DeviceAttributes
from roofline_report.readers.text.printed_number import is_missing, read_count

if TYPE_CHECKING:
    from collections.abc import Mapping

PREFIX = "device__attribute_"
_KHZ = 1e3
_NAME = "display_name"
_CAPABILITY = ("compute_capability_major", "compute_capability_minor")
_SM_COUNT = ("multiprocessor_count",)
_SM_CLOCK = ("max_gpu_frequency_khz", "clock_rate")
_MEMORY_CLOCK = ("max_mem_frequency_khz", "memory_clock_rate")
_BUS = ("global_memory_bus_width", "fb_bus_width")
USED_ATTRIBUTES = frozenset(
    f"{PREFIX}{name}" for name in (_NAME, *_CAPABILITY, *_SM_COUNT, *_SM_CLOCK, *_MEMORY_CLOCK, *_BUS)
)
"""The attributes that are read, of about 150."""


@dataclass(slots=True)
class AttributeLog:
    """The attributes of each device of a file, as printed."""

    _texts: dict[str, dict[str, str]] = field(default_factory=dict)

    def knows(self, device: str) -> bool:
        """Tell whether a device has been noted."""
        return device in self._texts

    def add(self, device: str, metric: str, *, text: str) -> None:
        """Note an attribute of a device; the first text stays."""
        texts = self._texts.setdefault(device, {})
        if not is_missing(text):
            texts.setdefault(metric.removeprefix(PREFIX), text.strip())

    def devices(self) -> tuple[DeviceAttributes, ...]:
        """Return what is known of each device, each once."""
        return tuple(dict.fromkeys(_device(texts) for _, texts in sorted(self._texts.items()) if texts))


def _device(texts: Mapping[str, str]) -> DeviceAttributes:
    major, minor = (texts.get(name, "") for name in _CAPABILITY)
    is_known = re.fullmatch(r"\d{1,3}", major) and re.fullmatch(r"\d{1,3}", minor)
    return DeviceAttributes(
        name=texts.get(_NAME) or None,
        compute_capability=f"{major}.{minor}" if is_known else None,
        sm_count=_count(texts, *_SM_COUNT),
        sm_clock_hz=_clock(texts, *_SM_CLOCK),
        memory_clock_hz=_clock(texts, *_MEMORY_CLOCK),
        memory_bus_bits=_count(texts, *_BUS),
    )


def _count(texts: Mapping[str, str], *names: str) -> int | None:
    counts = (read_count(texts.get(name, "")) for name in names)
    return next((count for count in counts if count is not None), None)


def _clock(texts: Mapping[str, str], *names: str) -> float | None:
    count = _count(texts, *names)
    return None if count is None else count * _KHZ
