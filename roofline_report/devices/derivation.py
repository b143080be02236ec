"""Ceilings that follow from the figures of a datasheet, with the arithmetic written out beside them.

All are at the boost clock of the multiprocessors, except the DRAM's, which has a clock of its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from roofline_report.domain.hardware import (
    BandwidthCeiling,
    ComputeCeiling,
    Figure,
    HardwareTerms,
    MemoryLevel,
    Operation,
    Origin,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

TRANSFERS_PER_CLOCK: Final = 2
"""Double data rate: what deviceQuery and the profiler call the memory clock moves the bus twice."""

BITS_PER_BYTE: Final = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureKind:
    """What a key below `figures:` means.

    Attributes:
        key: The key.
        name: What it is, for people; the words in braces are those of the device's maker.
        dimensions: What its unit may measure.
        unit: The unit that is printed where a bare number is written, in braces as well.
        counted: What is counted, where the number has no unit; it is said in arithmetic only.
    """

    key: str
    name: str
    dimensions: tuple[str, ...]
    unit: str = ""
    counted: str = ""

    def name_in(self, terms: HardwareTerms) -> str:
        """Return the name in the words of a maker: "LDS data path per compute unit"."""
        name = _in_words(self.name, terms)
        # "vL1D" and its like keep the letters that they have.
        is_word = name.partition(" ")[0].islower()
        return name[:1].upper() + name[1:] if is_word else name

    def unit_in(self, terms: HardwareTerms) -> str:
        """Return the unit in the words of a maker."""
        return _in_words(self.unit, terms)

    def counted_in(self, terms: HardwareTerms) -> str:
        """Return what is counted in the words of a maker."""
        return _in_words(self.counted, terms)


def _in_words(text: str, terms: HardwareTerms) -> str:
    return text.format(
        multiprocessor=terms.multiprocessor,
        multiprocessor_unit=terms.multiprocessor_unit,
        warp=terms.warp,
        tensor=terms.tensor,
        l1=terms.level_names.get(MemoryLevel.L1, "L1"),
        shared=terms.level_names.get(MemoryLevel.SHARED, "shared-memory"),
    )


_FLOP_OPERATIONS: Final = tuple(operation for operation in Operation if operation is not Operation.WARP_INSTRUCTION)


def _flop_rate(operation: Operation) -> FigureKind:
    precision, *unit = operation.split("_")
    name = " ".join([precision.upper(), *(f"{{{word}}}" for word in unit), "rate per {multiprocessor}"])
    return FigureKind(key=f"{operation}_rate", name=name, dimensions=("FLOP/cycle",))


FIGURE_KINDS: Final = (
    FigureKind(
        key="multiprocessors", name="{multiprocessor}s", dimensions=("SM", "CU", "1"), unit="{multiprocessor_unit}"
    ),
    FigureKind(
        key="warp_schedulers",
        name="{warp} schedulers per {multiprocessor}",
        dimensions=("1",),
        counted="{warp} scheduler",
    ),
    FigureKind(key="base_clock", name="Base clock", dimensions=("hz",)),
    FigureKind(key="boost_clock", name="Boost clock", dimensions=("hz",)),
    FigureKind(key="l1_rate", name="{l1} data path per {multiprocessor}", dimensions=("byte/cycle",)),
    FigureKind(key="shared_rate", name="{shared} data path per {multiprocessor}", dimensions=("byte/cycle",)),
    FigureKind(key="l2_rate", name="L2 data path of the device", dimensions=("byte/cycle",)),
    FigureKind(key="memory_clock", name="Memory clock", dimensions=("hz",)),
    FigureKind(key="memory_bus", name="Memory bus width", dimensions=("bit",)),
    FigureKind(key="dram_nominal", name="Nominal DRAM bandwidth", dimensions=("byte/s",)),
    *(_flop_rate(operation) for operation in _FLOP_OPERATIONS),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownFigure:
    """A figure together with its value in SI units.

    Attributes:
        figure: The figure.
        si_value: Its value in SI units.
        counted: What is counted, where the figure has no unit.
    """

    figure: Figure
    si_value: float
    counted: str = ""

    @property
    def as_counted(self) -> str:
        """Return number and unit, or number and what is counted: "1597 MHz", "4 warp schedulers"."""
        plural = "s" if self.counted and self.figure.value != 1 else ""
        return f"{self.figure.as_printed} {self.counted}{plural}".rstrip()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Product:
    """A ceiling's value and how it came about."""

    value: float
    arithmetic: str
    used: tuple[KnownFigure, ...]

    @property
    def source(self) -> str:
        """Return the arithmetic and where its figures stand, each source once."""
        sources = dict.fromkeys(known.figure.source for known in self.used)
        return f"{self.arithmetic}; {'; '.join(sources)}"

    @property
    def note(self) -> str | None:
        """Return what is noted of the figures that went in."""
        notes = dict.fromkeys(known.figure.note for known in self.used if known.figure.note)
        return " ".join(notes) or None


def derive_ceilings(known: Mapping[str, KnownFigure], given_in: str) -> tuple[BandwidthCeiling | ComputeCeiling, ...]:
    """Return every ceiling whose figures are all known.

    Args:
        known: The figures, by their key in `FIGURE_KINDS`.
        given_in: The file that states them, for `Ceiling.given_in`.
    """
    bandwidths = {
        MemoryLevel.L1: _at_boost(known, "multiprocessors", "l1_rate"),
        MemoryLevel.SHARED: _at_boost(known, "multiprocessors", "shared_rate"),
        MemoryLevel.L2: _at_boost(known, "l2_rate"),
        MemoryLevel.DRAM: _dram_from_clocks(known) or _dram_nominal(known),
    }
    peaks = {Operation.WARP_INSTRUCTION: _at_boost(known, "multiprocessors", "warp_schedulers")}
    for operation in _FLOP_OPERATIONS:
        peaks[operation] = _at_boost(known, "multiprocessors", f"{operation}_rate")
    return (
        *(_bandwidth(level, product, given_in=given_in) for level, product in bandwidths.items() if product),
        *(_peak(operation, product, given_in=given_in) for operation, product in peaks.items() if product),
    )


def _bandwidth(level: MemoryLevel, product: _Product, *, given_in: str) -> BandwidthCeiling:
    return BandwidthCeiling(
        level=level,
        bytes_per_s=product.value,
        origin=Origin.THEORETICAL,
        source=product.source,
        given_in=given_in,
        note=product.note,
    )


def _peak(operation: Operation, product: _Product, *, given_in: str) -> ComputeCeiling:
    return ComputeCeiling(
        operation=operation,
        operations_per_s=product.value,
        origin=Origin.THEORETICAL,
        source=product.source,
        given_in=given_in,
        note=product.note,
    )


def _at_boost(known: Mapping[str, KnownFigure], *keys: str) -> _Product | None:
    """Return the product of some figures and the boost clock, if all are known.

    One warp instruction per scheduler and clock, from Volta to Blackwell (NVIDIA's architecture whitepapers). One
    vector instruction of a wavefront per compute unit and clock on AMD's CDNA (ROCm Compute Profiler documentation).
    """
    used = tuple(known[key] for key in (*keys, "boost_clock") if key in known)
    if len(used) <= len(keys):
        return None
    value = 1.0
    for figure in used:
        value *= figure.si_value
    return _Product(value=value, arithmetic=" x ".join(figure.as_counted for figure in used), used=used)


def _dram_from_clocks(known: Mapping[str, KnownFigure]) -> _Product | None:
    """Return memory clock x 2 x bus width / 8, as a profiler's report gives it too."""
    clock, bus = known.get("memory_clock"), known.get("memory_bus")
    if clock is None or bus is None:
        return None
    return _Product(
        value=clock.si_value * TRANSFERS_PER_CLOCK * bus.si_value / BITS_PER_BYTE,
        arithmetic=f"{clock.figure.as_printed} x {TRANSFERS_PER_CLOCK} x {bus.figure.as_printed} / {BITS_PER_BYTE}",
        used=(clock, bus),
    )


def _dram_nominal(known: Mapping[str, KnownFigure]) -> _Product | None:
    nominal = known.get("dram_nominal")
    if nominal is None:
        return None
    return _Product(value=nominal.si_value, arithmetic=f"{nominal.figure.as_printed}, nominal", used=(nominal,))
