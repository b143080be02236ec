"""Rates and ceilings that follow from the figures of a datasheet, with the arithmetic written out beside them.

The ceilings are at the boost clock of the multiprocessors, except the DRAM's, which has a clock of its own.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from roofline_report.domain.hardware import (
    BandwidthCeiling,
    Clock,
    CycleRate,
    Figure,
    HardwareTerms,
    MemoryLevel,
    Operation,
    Origin,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from roofline_report.domain.hardware import ComputeCeiling

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
    name = f"{operation.in_words(tensor='{tensor}')} rate per {{multiprocessor}}"
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
class Derived:
    """What follows from the figures of a device file.

    Attributes:
        rates: What the device does per cycle.
        ceilings: The same at boost clock, and at the clock of the memory.
    """

    rates: tuple[CycleRate, ...]
    ceilings: tuple[BandwidthCeiling | ComputeCeiling, ...]


def derive(known: Mapping[str, KnownFigure], given_in: str) -> Derived:
    """Return every rate and every ceiling whose figures are all known.

    Args:
        known: The figures, by their key in `FIGURE_KINDS`.
        given_in: The file that states them.
    """
    rates = {rate.roof: rate for rate in _rates(known, given_in=given_in)}
    roofs = (*MemoryLevel, *Operation)
    found = (_ceiling(rates.get(roof), known) for roof in roofs)
    ceilings = {roof: ceiling for roof, ceiling in zip(roofs, found, strict=True) if ceiling is not None}
    nominal = known.get("dram_nominal")
    if nominal is not None and MemoryLevel.DRAM not in ceilings:
        ceilings[MemoryLevel.DRAM] = _nominal(nominal, given_in=given_in)
    return Derived(rates=tuple(rates.values()), ceilings=tuple(ceilings.values()))


def _rates(known: Mapping[str, KnownFigure], *, given_in: str) -> Iterator[CycleRate]:
    """Yield what a device does per cycle.

    One warp instruction per scheduler and clock, from Volta to Blackwell (NVIDIA's architecture whitepapers). One
    vector instruction of a wavefront per compute unit and clock on AMD's CDNA (ROCm Compute Profiler documentation).
    """
    factors: dict[MemoryLevel | Operation, tuple[Clock, tuple[str, ...]]] = {
        MemoryLevel.L1: (Clock.L1, ("multiprocessors", "l1_rate")),
        MemoryLevel.SHARED: (Clock.L1, ("multiprocessors", "shared_rate")),
        MemoryLevel.L2: (Clock.L2, ("l2_rate",)),
        Operation.WARP_INSTRUCTION: (Clock.SM, ("multiprocessors", "warp_schedulers")),
        **{operation: (Clock.SM, ("multiprocessors", f"{operation}_rate")) for operation in _FLOP_OPERATIONS},
    }
    for roof, (clock, keys) in factors.items():
        used = [known[key] for key in keys if key in known]
        if len(used) == len(keys):
            arithmetic = " x ".join(figure.as_counted for figure in used)
            value = math.prod(figure.si_value for figure in used)
            rate = CycleRate(
                roof=roof, per_cycle=value, clock=clock, arithmetic=arithmetic, sources=(), given_in=given_in
            )
            yield _with_sources(rate, used)
    bus = known.get("memory_bus")
    if bus is not None:
        # Memory clock x 2 x bus width / 8, as a profiler's report gives it too.
        rate = CycleRate(
            roof=MemoryLevel.DRAM,
            per_cycle=TRANSFERS_PER_CLOCK * bus.si_value / BITS_PER_BYTE,
            clock=Clock.DRAM,
            arithmetic=f"{TRANSFERS_PER_CLOCK} x {bus.figure.as_printed} / {BITS_PER_BYTE}",
            sources=(),
            given_in=given_in,
        )
        yield _with_sources(rate, [bus])


def _with_sources(rate: CycleRate, used: Sequence[KnownFigure]) -> CycleRate:
    """Return a rate with what is stated of the figures that it is made of, each once."""
    return replace(
        rate,
        sources=tuple(dict.fromkeys(known.figure.source for known in used)),
        notes=tuple(dict.fromkeys(known.figure.note for known in used if known.figure.note)),
    )


def _ceiling(rate: CycleRate | None, known: Mapping[str, KnownFigure]) -> BandwidthCeiling | ComputeCeiling | None:
    """Return the ceiling of a rate at the clock of the datasheet: its memory clock, else its boost clock."""
    clock = None if rate is None else known.get("memory_clock" if rate.clock is Clock.DRAM else "boost_clock")
    if rate is None or clock is None:
        return None
    return rate.at(
        clock.si_value,
        origin=Origin.BOOST_CLOCK,
        printed=clock.figure.as_printed,
        sources=(*rate.sources, clock.figure.source),
        notes=(*rate.notes, *([clock.figure.note] if clock.figure.note else [])),
    )


def _nominal(nominal: KnownFigure, *, given_in: str) -> BandwidthCeiling:
    return BandwidthCeiling(
        level=MemoryLevel.DRAM,
        bytes_per_s=nominal.si_value,
        origin=Origin.BOOST_CLOCK,
        source=f"{nominal.figure.as_printed}, nominal; {nominal.figure.source}",
        given_in=given_in,
        note=nominal.figure.note,
    )
