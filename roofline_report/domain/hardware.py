"""Devices and their ceilings: what the hardware could do at best."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

SECTOR_BYTES = 32
"""Bytes of one memory transaction (sector), the unit of the instruction roofline (Ding & Williams 2019)."""

SHARED_WAVEFRONT_BYTES = 128
"""Most bytes that one shared-memory wavefront moves: 32 lanes of 4 bytes."""

WARP_LANES = 32
"""Threads of an NVIDIA warp."""


class MemoryLevel(StrEnum):
    """A place in the memory hierarchy, from the core outwards."""

    L1 = "l1"
    SHARED = "shared"
    L2 = "l2"
    DRAM = "dram"


class Operation(StrEnum):
    """What a compute ceiling counts."""

    WARP_INSTRUCTION = "warp_instruction"
    FP64 = "fp64"
    FP32 = "fp32"
    FP16 = "fp16"
    FP64_TENSOR = "fp64_tensor"
    TF32_TENSOR = "tf32_tensor"
    FP16_TENSOR = "fp16_tensor"
    BF16_TENSOR = "bf16_tensor"
    FP8_TENSOR = "fp8_tensor"


class Origin(StrEnum):
    """How a ceiling came to be known."""

    REPORT = "report"
    """From the profiler's report: peak_sustained times the unit's own clock."""
    REPORTED_CLOCK = "reported_clock"
    """From the datasheet, at the clock that the profiler reported."""
    THEORETICAL = "theoretical"
    """From the datasheet at boost clock, or stated as theoretical by the user."""
    MEASURED = "measured"
    """Reached by a benchmark. Drawn, but it decides nothing."""

    @property
    def is_physical(self) -> bool:
        """Tell whether a verdict may rest on a ceiling of this origin."""
        return self is not Origin.MEASURED


@dataclass(frozen=True, slots=True, kw_only=True)
class HardwareTerms:
    """What the parts of a device are called by its maker.

    Attributes:
        multiprocessor: What a kernel's blocks run on: "multiprocessor" or "compute unit".
        multiprocessor_unit: The unit that a number of them has: "SM" or "CU".
        warp: The threads that one instruction is issued for: "warp" or "wavefront".
        tensor: What units that multiply matrices are called: "tensor" or "matrix".
        issued_kind: The kind of instructions that the issue roof bounds, where it does not bound all: "vector".
        level_names: What levels are called on all devices of this maker.
    """

    multiprocessor: str
    multiprocessor_unit: str
    warp: str
    tensor: str
    issued_kind: str = ""
    level_names: Mapping[MemoryLevel, str] = field(default_factory=dict)

    @property
    def issued_instructions(self) -> str:
        """Return what the issue roof bounds: "warp instructions", or "vector instructions"."""
        return f"{self.issued_kind or self.warp} instructions"


_NVIDIA_TERMS: Final = HardwareTerms(
    multiprocessor="multiprocessor", multiprocessor_unit="SM", warp="warp", tensor="tensor"
)
# The words of AMD's ROCm documentation.
_AMD_TERMS: Final = HardwareTerms(
    multiprocessor="compute unit",
    multiprocessor_unit="CU",
    warp="wavefront",
    tensor="matrix",
    # Scalar, memory and branch instructions are issued beside a vector one in the same clock.
    issued_kind="vector",
    level_names={MemoryLevel.L1: "vL1D", MemoryLevel.SHARED: "LDS"},
)


def terms_of(vendor: str) -> HardwareTerms:
    """Return the words of a maker of devices; those of NVIDIA for a maker that is not known."""
    return _AMD_TERMS if vendor.strip().casefold() == "amd" else _NVIDIA_TERMS


@dataclass(frozen=True, slots=True, kw_only=True)
class Ceiling:
    """What every ceiling has.

    Attributes:
        origin: How the value is known.
        source: Where the value stands, as a text for people.
        given_in: The file that states it: a datasheet of the package, a file of devices_dir or a run.yml.
        note: What to know about it.
    """

    origin: Origin
    source: str
    given_in: str
    note: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BandwidthCeiling(Ceiling):
    """A memory level's highest transfer rate, in bytes per second."""

    level: MemoryLevel
    bytes_per_s: float

    @property
    def transactions_per_s(self) -> float:
        """Return the rate in 32-byte transactions per second."""
        return self.bytes_per_s / SECTOR_BYTES


@dataclass(frozen=True, slots=True, kw_only=True)
class ComputeCeiling(Ceiling):
    """The highest rate of one kind of operation, in operations per second.

    For `Operation.WARP_INSTRUCTION` that is instructions of the device's own warp per second: of 32 lanes on NVIDIA,
    vector instructions of a wavefront of 64 lanes on AMD's CDNA. For all others it is FLOP per second.
    """

    operation: Operation
    operations_per_s: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A number of a datasheet, as it stands there.

    Attributes:
        name: What it is, in words.
        value: The number in `unit`.
        unit: The unit as printed.
        source: Where it stands.
        note: What to know about it.
    """

    name: str
    value: float
    unit: str
    source: str
    note: str | None = None

    @property
    def as_printed(self) -> str:
        """Return number and unit: "1597 MHz"."""
        return f"{self.value:.12g} {self.unit}".rstrip()


@dataclass(frozen=True, slots=True, kw_only=True)
class Device:
    """One kind of accelerator.

    Attributes:
        name: The name that its driver prints.
        vendor: Who makes it.
        architecture: The family, such as "Volta".
        compute_capability: "7.0" for NVIDIA; None where it has none.
        llvm_target: "gfx90a" for AMD, the LLVM target name of its documentation; None where it has none.
        reported_names: Every further whole string that a profiler prints for it.
        level_names: What a level is called on this device, where that differs ("HBM2").
        multiprocessors: Streaming multiprocessors, or compute units.
        bandwidth_ceilings: Every known bandwidth ceiling, theoretical and measured.
        compute_ceilings: Every known compute ceiling.
        figures: The numbers of the datasheet that the ceilings were made from, and those shown as information.
        notes: What to know about this device.
        given_in: The file that states it.
    """

    name: str
    vendor: str
    architecture: str
    given_in: str
    compute_capability: str | None = None
    llvm_target: str | None = None
    reported_names: tuple[str, ...] = ()
    level_names: Mapping[MemoryLevel, str] = field(default_factory=dict)
    multiprocessors: int | None = None
    bandwidth_ceilings: tuple[BandwidthCeiling, ...] = ()
    compute_ceilings: tuple[ComputeCeiling, ...] = ()
    figures: tuple[Figure, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def terms(self) -> HardwareTerms:
        """Return what the maker calls the parts of this device."""
        return terms_of(self.vendor)
