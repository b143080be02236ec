"""Devices and their ceilings: what the hardware could do at best."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

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


class TrafficFamily(StrEnum):
    """Counters that measure one thing. Traffic is held against a ceiling of its own family and no other.

    Which they are, and what each is good for: the section files of Nsight Compute from 2020 to 2025.
    """

    L1_DATA_PATH = "l1_data_path"
    """Sectors of global and local memory and wavefronts of shared memory."""
    L1_TAG_STAGE = "l1_tag_stage"
    """Bytes of global, local and texture memory that the tag stage looks up, no shared memory."""
    L1_RETURN_PATH = "l1_return_path"
    """Bytes that L1 returns to the registers: loads."""
    SHARED_WAVEFRONTS = "shared_wavefronts"
    L2_SECTORS = "l2_sectors"
    """Sectors that the multiprocessors ask for, or else all that are looked up."""
    L2_LOOKUPS = "l2_lookups"
    """Bytes that the slices look up, whoever asks."""
    L2_RETURN_PATH = "l2_return_path"
    """Bytes that L2 returns to the multiprocessors: reads."""
    DRAM = "dram"

    @property
    def level(self) -> MemoryLevel:
        """Return the level that it measures."""
        return _LEVEL_OF[self]

    @property
    def is_of_the_data_path(self) -> bool:
        """Tell whether a datasheet's bandwidth of the level is its ceiling."""
        return self in _OF_THE_DATA_PATH


DATA_PATH: Final = {
    MemoryLevel.L1: TrafficFamily.L1_DATA_PATH,
    MemoryLevel.SHARED: TrafficFamily.SHARED_WAVEFRONTS,
    MemoryLevel.L2: TrafficFamily.L2_SECTORS,
    MemoryLevel.DRAM: TrafficFamily.DRAM,
}
"""What a datasheet's bandwidth bounds."""

_OF_THE_DATA_PATH: Final = frozenset(DATA_PATH.values())
# Asked for very often: each kernel asks each ceiling.
_LEVEL_OF: Final = {family: MemoryLevel(family.partition("_")[0]) for family in TrafficFamily}


class Clock(StrEnum):
    """A part of a device with a clock of its own."""

    SM = "sm"
    """The multiprocessors, or compute units."""
    L1 = "l1"
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
    FP16_ACCUMULATE_TENSOR = "fp16_accumulate_tensor"
    """FP16 with sums in FP16 too, where that is faster than sums in FP32: on GeForce cards twice as fast."""
    BF16_TENSOR = "bf16_tensor"
    FP8_TENSOR = "fp8_tensor"
    FP4_TENSOR = "fp4_tensor"

    @property
    def is_tensor(self) -> bool:
        """Tell whether units that multiply matrices do it."""
        return self.value.endswith("_tensor")

    def in_words(self, *, tensor: str) -> str:
        """Return what it is called: "FP64", "TF32 tensor", or "TF32 matrix" where `tensor` is that."""
        precision, _, kind = self.value.partition("_")
        sums = " with FP16 sums" if self is Operation.FP16_ACCUMULATE_TENSOR else ""
        return f"{precision.upper()} {tensor}{sums}" if kind else precision.upper()


@dataclass(frozen=True, slots=True)
class OperationKind:
    """An operation, and whether it is done with 2:4 sparsity, for which the peak is another one."""

    operation: Operation
    sparse: bool = False

    def in_words(self, *, tensor: str) -> str:
        """Return what it is called: "FP16 tensor with 2:4 sparsity"."""
        return f"{self.operation.in_words(tensor=tensor)}{' with 2:4 sparsity' if self.sparse else ''}"


class Origin(StrEnum):
    """How a ceiling came to be known, in the order in which the first that is known decides."""

    RUN_FILE = "run_file"
    """Stated as theoretical for the run, or for every run of the site."""
    DEVICE_FILE = "device_file"
    """Stated as theoretical in a device file of the maintainer's own."""
    REPORT = "report"
    """From the profiler's report: peak_sustained times the unit's own clock."""
    ATTRIBUTES = "attributes"
    """From the device attributes of the report, at the clock that the profiler reported."""
    REPORTED_CLOCK = "reported_clock"
    """From the datasheet, at the clock that the profiler reported."""
    MAXIMUM_CLOCK = "maximum_clock"
    """From the device attributes of the report, at the highest clock of the device."""
    BOOST_CLOCK = "boost_clock"
    """From the datasheet, at boost clock."""
    MEASURED = "measured"
    """Reached by a benchmark. Drawn, but it decides nothing."""

    @property
    def is_physical(self) -> bool:
        """Tell whether a verdict may rest on a ceiling of this origin."""
        return self is not Origin.MEASURED

    @property
    def is_at_own_clock(self) -> bool:
        """Tell whether the clock in it is the one that the kernels ran at."""
        return self in (Origin.REPORT, Origin.ATTRIBUTES, Origin.REPORTED_CLOCK)

    @property
    def is_at_highest_clock(self) -> bool:
        """Tell whether the clock in it is the boost clock, which is the highest of a device."""
        return self in (Origin.BOOST_CLOCK, Origin.MAXIMUM_CLOCK)


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
    """A memory level's highest transfer rate, in bytes per second.

    Attributes:
        level: The level.
        bytes_per_s: The rate.
        family: The counters whose peak it is; None where it is the width of the data path.
    """

    level: MemoryLevel
    bytes_per_s: float
    family: TrafficFamily | None = None

    @property
    def is_stated(self) -> bool:
        """Tell whether a maintainer states it: it bounds the data path, and what of it any counters measure."""
        return self.origin in (Origin.RUN_FILE, Origin.DEVICE_FILE)

    def bounds(self, family: TrafficFamily) -> bool:
        """Tell whether traffic of a family is held against it."""
        if family.level is not self.level:
            return False
        # The tag stage is wider than the data path: on a V100 it looks up 512 B/clk, of which 128 can move.
        is_part = self.is_stated and family is not TrafficFamily.L1_TAG_STAGE
        return self.family is family or (self.family is None and (family.is_of_the_data_path or is_part))

    @property
    def transactions_per_s(self) -> float:
        """Return the rate in 32-byte transactions per second."""
        return self.bytes_per_s / SECTOR_BYTES


@dataclass(frozen=True, slots=True, kw_only=True)
class ComputeCeiling(Ceiling):
    """The highest rate of one kind of operation, in operations per second.

    For `Operation.WARP_INSTRUCTION` that is instructions of the device's own warp per second: of 32 lanes on NVIDIA,
    vector instructions of a wavefront of 64 lanes on AMD's CDNA. For all others it is FLOP per second.

    Attributes:
        operation: The operation.
        operations_per_s: The rate.
        sparse: It is the rate with 2:4 sparsity.
    """

    operation: Operation
    operations_per_s: float
    sparse: bool = False

    @property
    def kind(self) -> OperationKind:
        """Return what it bounds."""
        return OperationKind(self.operation, self.sparse)


def _each_once(sources: Iterable[str]) -> list[str]:
    """Return sources without those that another one names more closely, as a page of theirs."""
    distinct = list(dict.fromkeys(sources))
    return [each for each in distinct if not any(other.startswith(f"{each}, ") for other in distinct)]


@dataclass(frozen=True, slots=True, kw_only=True)
class CycleRate:
    """What a device does at most in one cycle of a clock; times the clock it is a ceiling.

    Attributes:
        roof: What it bounds.
        per_cycle: Bytes for a memory level, else operations, of the whole device.
        clock: The clock whose cycles are meant.
        arithmetic: How `per_cycle` came about: "80 SM x 128 B/clk".
        sources: Where its factors stand.
        given_in: The file that states them.
        notes: What to know about it.
    """

    roof: MemoryLevel | Operation
    per_cycle: float
    clock: Clock
    arithmetic: str
    sources: tuple[str, ...]
    given_in: str
    notes: tuple[str, ...] = ()

    def at(
        self, hertz: float, *, origin: Origin, printed: str, sources: Iterable[str], notes: Iterable[str]
    ) -> BandwidthCeiling | ComputeCeiling:
        """Return the ceiling at a clock.

        Args:
            hertz: The clock.
            origin: How the ceiling is known then.
            printed: The clock in words, the last factor of its arithmetic.
            sources: Where the factors and the clock stand, each is told once.
            notes: What to know about it.
        """
        source = "; ".join((f"{self.arithmetic} x {printed}", *_each_once(sources)))
        note = " ".join(dict.fromkeys(notes)) or None
        rate = self.per_cycle * hertz
        if isinstance(self.roof, MemoryLevel):
            return BandwidthCeiling(
                level=self.roof, bytes_per_s=rate, origin=origin, source=source, given_in=self.given_in, note=note
            )
        return ComputeCeiling(
            operation=self.roof, operations_per_s=rate, origin=origin, source=source, given_in=self.given_in, note=note
        )


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
        rates: What it does per cycle, for ceilings at another clock than that of the datasheet.
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
    rates: tuple[CycleRate, ...] = ()
    figures: tuple[Figure, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def terms(self) -> HardwareTerms:
        """Return what the maker calls the parts of this device."""
        return terms_of(self.vendor)
