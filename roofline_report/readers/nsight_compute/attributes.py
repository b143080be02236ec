"""What a capture says of the device: the attributes that the raw page has among its metrics.

Clocks are printed in kHz, without a unit (the attributes of CUDA, cudaDevAttrClockRate and its kin, are in kHz).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from roofline_report.domain.capability import normal_capability
from roofline_report.domain.profile import DeviceAttributes
from roofline_report.readers.text.printed_number import count_of, is_missing

if TYPE_CHECKING:
    from roofline_report.readers.text.number_format import NumberFormat

PREFIX = "device__attribute_"
_KHZ = 1e3
_NAME = "display_name"
_CAPABILITY = ("compute_capability_major", "compute_capability_minor")
_SM_COUNT = ("multiprocessor_count",)
_SM_CLOCK = ("max_gpu_frequency_khz", "clock_rate")
_MEMORY_CLOCK = ("max_mem_frequency_khz", "memory_clock_rate")
_BUS = ("global_memory_bus_width", "fb_bus_width")
_ISSUED = ("max_ipc_per_multiprocessor", "num_schedulers_per_multiprocessor")
_COUNTS = (*_SM_COUNT, *_SM_CLOCK, *_MEMORY_CLOCK, *_BUS, *_ISSUED)
USED_ATTRIBUTES = frozenset(f"{PREFIX}{name}" for name in (_NAME, *_CAPABILITY, *_COUNTS))
"""The attributes that are read, of about 150."""


@dataclass(frozen=True, slots=True)
class _Known:
    """What is printed of one device, by attribute: the texts, and the counts among them."""

    texts: dict[str, str] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)

    def first_count(self, *names: str) -> int | None:
        """Return the first of some attributes that is known."""
        return next((self.counts[name] for name in names if name in self.counts), None)


@dataclass(slots=True)
class AttributeLog:
    """The attributes of each device of a file.

    Attributes:
        numbers: Reads the numbers of the file.
    """

    numbers: NumberFormat
    _devices: dict[str, _Known] = field(default_factory=dict)

    def knows(self, device: str) -> bool:
        """Tell whether a device has been noted."""
        return device in self._devices

    def add(self, device: str, metric: str, *, text: str, line: int) -> None:
        """Note an attribute of a device; the first text stays."""
        known = self._devices.setdefault(device, _Known())
        name = metric.removeprefix(PREFIX)
        if name in known.texts or is_missing(text):
            return
        known.texts[name] = text.strip()
        if name in _COUNTS:
            count = count_of(self.numbers.read(text, metric=metric, line=line, whole=True))
            known.counts.update({} if count is None else {name: count})

    def devices(self) -> tuple[DeviceAttributes, ...]:
        """Return what is known of each device, each once."""
        return tuple(dict.fromkeys(_device(known) for _, known in sorted(self._devices.items()) if known.texts))


def _device(known: _Known) -> DeviceAttributes:
    major, minor = (known.texts.get(name, "") for name in _CAPABILITY)
    return DeviceAttributes(
        name=known.texts.get(_NAME) or None,
        compute_capability=normal_capability(f"{major}.{minor}"),
        sm_count=known.first_count(*_SM_COUNT),
        sm_clock_hz=_clock(known, *_SM_CLOCK),
        memory_clock_hz=_clock(known, *_MEMORY_CLOCK),
        memory_bus_bits=known.first_count(*_BUS),
        warp_instructions_per_cycle=known.first_count(*_ISSUED),
    )


def _clock(known: _Known, *names: str) -> float | None:
    count = known.first_count(*names)
    return None if count is None else count * _KHZ
