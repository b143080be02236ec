"""The ceilings of a kernel: those of the device, and those that follow from what the profiler reports.

What a device does per cycle comes from the report (`peak_sustained`), from the device attributes of the report, or from
the datasheet. The clock is the one that the kernel ran at, where the report has it: Nsight Compute holds the base clock
unless told otherwise, and boost clock is up to 172 % above it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from roofline_report.domain.capability import major_capability
from roofline_report.domain.conventions import HalfCount
from roofline_report.domain.hardware import (
    BandwidthCeiling,
    Clock,
    ComputeCeiling,
    CycleRate,
    MemoryLevel,
    Operation,
    Origin,
    TrafficFamily,
)
from roofline_report.domain.quantity import Quantity
from roofline_report.report.ceilings import Ceilings
from roofline_report.report.names import CLOCK_NAMES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from roofline_report.domain.conventions import Conventions
    from roofline_report.domain.hardware import Device
    from roofline_report.domain.profile import Kernel, Measurement
    from roofline_report.report.model import RunDevice

_AnyCeiling = BandwidthCeiling | ComputeCeiling

_CLOCK_OF: Final = {MemoryLevel.L1: Clock.L1, MemoryLevel.L2: Clock.L2, MemoryLevel.DRAM: Clock.DRAM}
# Whose own peak stands beside which metric.
_OWN_PEAKS: Final = {
    TrafficFamily.L1_TAG_STAGE: Quantity.L1_TAG_BYTES,
    TrafficFamily.L1_RETURN_PATH: Quantity.L1_RETURNED_BYTES,
    TrafficFamily.L2_LOOKUPS: Quantity.L2_LOOKUP_BYTES,
    TrafficFamily.L2_RETURN_PATH: Quantity.L2_RETURNED_BYTES,
}
_TRANSFERS_PER_CLOCK: Final = 2
_BITS_PER_BYTE: Final = 8
WARP_SCHEDULERS: Final = 4
"""Of a multiprocessor from Volta to Blackwell; each issues one warp instruction per cycle (NVIDIA's whitepapers)."""

_PACKED_OPERATIONS: Final = 2


def kernel_ceilings(device: RunDevice, kernel: Kernel, *, conventions: Conventions) -> Ceilings:
    """Return all ceilings that are known for a kernel.

    Args:
        device: The device of its run.
        kernel: What was measured, clocks and reported peaks among it.
        conventions: Under `HalfCount.SCALAR` the peak of FP16 is half of that of packed instructions.
    """
    clocks = kernel.clocks
    found = [
        *_from_report(kernel, clocks),
        *_from_attributes(device, kernel, clocks=clocks),
        *_from_datasheet(device.device, clocks),
    ]
    return counted_as(_without_doubtful(Ceilings.of(device.device).with_more(found)), conventions)


def _without_doubtful(ceilings: Ceilings) -> Ceilings:
    """Return ceilings without the width of L1 from the report where the device has another one.

    Of how wide the path is the report knows what L1 returns, which is twice the path on compute capability 7.5.
    """
    widths = [ceiling for ceiling in ceilings.bandwidths if ceiling.bounds(TrafficFamily.L1_DATA_PATH)]
    if all(ceiling.origin in (Origin.REPORT, Origin.MEASURED) for ceiling in widths):
        return ceilings
    doubtful = [ceiling for ceiling in widths if ceiling.origin is Origin.REPORT]
    return replace(ceilings, bandwidths=tuple(each for each in ceilings.bandwidths if each not in doubtful))


def counted_as(ceilings: Ceilings, conventions: Conventions) -> Ceilings:
    """Return ceilings as operations are counted; what a maintainer states is counted so already."""
    if conventions.fp16 is HalfCount.PACKED:
        return ceilings
    return replace(ceilings, computes=tuple(_scalar(ceiling) for ceiling in ceilings.computes))


def _scalar(ceiling: ComputeCeiling) -> ComputeCeiling:
    stated = ceiling.origin in (Origin.RUN_FILE, Origin.DEVICE_FILE, Origin.MEASURED)
    if ceiling.operation is not Operation.FP16 or stated:
        return ceiling
    return replace(
        ceiling,
        operations_per_s=ceiling.operations_per_s / _PACKED_OPERATIONS,
        source=f"half of {ceiling.source}, because an instruction of FP16 counts as one operation here",
    )


def _from_report(kernel: Kernel, clocks: Mapping[Clock, float]) -> Iterator[_AnyCeiling]:
    """Yield peaks of the report times the clock of their own unit; L1 has the clock of the multiprocessors."""
    clock_of = _CLOCK_OF if Clock.L1 in clocks else _CLOCK_OF | {MemoryLevel.L1: Clock.SM}
    for key, peak in kernel.peaks.items():
        clock = Clock.SM if isinstance(key, Operation) else clock_of[key.level]
        hertz = clocks.get(clock)
        roof = key if isinstance(key, Operation) else key.level
        if hertz is not None:
            yield _reported(roof, peak.per_launch, peak=peak, clock=clock, hertz=hertz)
    for family, quantity in _OWN_PEAKS.items():
        measured = kernel.measurements.get(quantity)
        clock = clock_of[family.level]
        hertz = clocks.get(clock)
        per_cycle = None if measured is None or len(measured.terms) != 1 else measured.terms[0].peak_per_cycle
        if measured is not None and per_cycle is not None and hertz is not None:
            ceiling = _reported(family.level, per_cycle, peak=measured, clock=clock, hertz=hertz)
            yield replace(ceiling, family=family) if isinstance(ceiling, BandwidthCeiling) else ceiling


def _reported(
    roof: MemoryLevel | Operation, per_cycle: float, *, peak: Measurement, clock: Clock, hertz: float
) -> _AnyCeiling:
    unit = "B" if isinstance(roof, MemoryLevel) else "operations"
    rate = CycleRate(
        roof=roof,
        per_cycle=per_cycle,
        clock=clock,
        arithmetic=f"{per_cycle:,.12g} {unit}/clk",
        sources=(peak.source,),
        given_in=peak.terms[0].file,
    )
    return _at(rate, hertz, origin=Origin.REPORT, clock=clock)


def _at(rate: CycleRate, hertz: float, *, origin: Origin, clock: Clock, notes: Iterable[str] = ()) -> _AnyCeiling:
    printed = f"{hertz / 1e6:,.6g} MHz, the {CLOCK_NAMES[clock]} clock that the profiler reports"
    return rate.at(hertz, origin=origin, printed=printed, sources=rate.sources, notes=notes)


def _from_datasheet(device: Device | None, clocks: Mapping[Clock, float]) -> Iterator[_AnyCeiling]:
    """Yield what the datasheet says per cycle times the reported clock; that of the multiprocessors stands in for L2's.

    A clock of L2 is rarely reported and below that of the multiprocessors, so the latter gives an upper bound, as it
    does in the datasheet.
    """
    for rate in () if device is None else device.rates:
        clock = rate.clock if rate.clock in clocks else Clock.SM
        if clock not in clocks or (rate.clock is Clock.DRAM and clock is not Clock.DRAM):
            continue
        notes = rate.notes if clock is not rate.clock else ()
        yield _at(rate, clocks[clock], origin=Origin.REPORTED_CLOCK, clock=clock, notes=notes)


def _from_attributes(device: RunDevice, kernel: Kernel, *, clocks: Mapping[Clock, float]) -> Iterator[_AnyCeiling]:
    """Yield what follows from the units of the device, at the reported clock or else at its highest one."""
    for rate, highest in _attribute_rates(device, kernel):
        if rate.clock in clocks:
            yield _at(rate, clocks[rate.clock], origin=Origin.ATTRIBUTES, clock=rate.clock)
        elif highest is not None:
            printed = f"{highest / 1e6:,.6g} MHz, the highest {CLOCK_NAMES[rate.clock]} clock of the device"
            yield rate.at(highest, origin=Origin.MAXIMUM_CLOCK, printed=printed, sources=rate.sources, notes=())


def _attribute_rates(device: RunDevice, kernel: Kernel) -> Iterator[tuple[CycleRate, float | None]]:
    attributes = device.attributes
    count = _multiprocessors(device, kernel)
    known = None if attributes is None else attributes.warp_instructions_per_cycle
    issued = WARP_SCHEDULERS if known is None and _has_four_schedulers(device.compute_capability) else known
    if count and issued:
        yield (
            CycleRate(
                roof=Operation.WARP_INSTRUCTION,
                per_cycle=count * issued,
                clock=Clock.SM,
                arithmetic=f"{count:g} SM x {issued} warp instructions",
                sources=("multiprocessors as the profiler reports them",),
                given_in="the profiler's report",
            ),
            None if attributes is None else attributes.sm_clock_hz,
        )
    # A part of a device (MIG) has a part of its memory, of which the attributes may say nothing.
    if attributes is not None and attributes.memory_bus_bits is not None and not device.may_be_a_part:
        yield (
            CycleRate(
                roof=MemoryLevel.DRAM,
                per_cycle=_TRANSFERS_PER_CLOCK * attributes.memory_bus_bits / _BITS_PER_BYTE,
                clock=Clock.DRAM,
                arithmetic=f"{_TRANSFERS_PER_CLOCK} x {attributes.memory_bus_bits} bit / {_BITS_PER_BYTE}",
                sources=("memory bus as the profiler reports it",),
                given_in="the profiler's report",
            ),
            attributes.memory_clock_hz,
        )


def _multiprocessors(device: RunDevice, kernel: Kernel) -> float | None:
    """Return the multiprocessors of the device as its attributes say; of those of launches only where nobody else does.

    A launch may be kept to fewer than there are, for example by a green context.
    """
    if device.attributes is not None and device.attributes.sm_count is not None:
        return device.attributes.sm_count
    launched = kernel.measurements.get(Quantity.LAUNCH_MULTIPROCESSORS)
    is_known = device.device is not None and device.device.multiprocessors is not None
    if launched is None or is_known or not all(term.statistic.is_constant for term in launched.terms):
        return None
    return launched.per_launch


def _has_four_schedulers(capability: str | None) -> bool:
    """Tell whether a multiprocessor of a compute capability has four schedulers: from 7.0 on all have."""
    generation = major_capability(capability)
    return generation is not None and generation >= 7
