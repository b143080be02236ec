"""What a chart draws behind its dots: ceilings, and the axes that follow from them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, TypeVar

from roofline_report.domain.flop_roofline import Model
from roofline_report.domain.hardware import DATA_PATH, Ceiling, MemoryLevel, Operation, OperationKind
from roofline_report.report.ceilings import Ceilings
from roofline_report.report.frame import frame_of, widened
from roofline_report.report.rooflines import Roofs
from roofline_report.report.run_ceilings import counted_as

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from roofline_report.domain.hardware import BandwidthCeiling, ComputeCeiling, Device, TrafficFamily
    from roofline_report.report.model import KernelReport, RunDevice
    from roofline_report.report.options import RunOptions
    from roofline_report.report.rooflines import Frame, PeakPart

_CeilingT = TypeVar("_CeilingT", bound=Ceiling)

# Whatever levels a chart shows, its axes follow from these: charts of one device can be laid side by side.
_LEVELS_OF_THE_FRAME: Final = (MemoryLevel.L1, MemoryLevel.L2, MemoryLevel.DRAM)
# They begin as far below the peaks of these as a kernel may be. What tensor units reach is a decade above all else: the
# axes go up to it where a run on the device uses them, and do not begin higher for it.
_OPERATIONS_OF_ALL: Final = (Operation.FP64, Operation.FP32, Operation.FP16)


def rate_in(model: Model, ceiling: BandwidthCeiling) -> float:
    """Return a bandwidth in the unit of a model's chart: bytes or 32-byte transactions per second."""
    return ceiling.bytes_per_s if model.counts_flop else ceiling.transactions_per_s


def roofs_of_device(device: Device, model: Model) -> Roofs:
    """Return all roofs of a device, before any kernel ran on it."""
    ceilings = Ceilings.of(device)
    return _roofs(
        model,
        device=device,
        bandwidths=ceilings.drawn_bandwidths([DATA_PATH[level] for level in MemoryLevel]),
        peaks=ceilings.drawn_peaks(model.operations),
        points=(),
    )


def roofs_of_run(model: Model, *, kernels: Sequence[KernelReport], device: RunDevice, options: RunOptions) -> Roofs:
    """Return the roofs of a run: of each the highest that any of its kernels has, so that none is above its roof.

    Args:
        model: Whose chart it is.
        kernels: All kernels, each with its ceilings at the clocks that it ran at.
        device: The device.
        options: Which levels are drawn, and how operations are counted.
    """
    of_device = counted_as(Ceilings.of(device.device), options.conventions)
    return _roofs(
        model,
        device=device.device,
        bandwidths=tuple(_bandwidths(model, kernels, of_device=of_device, levels=options.levels)),
        peaks=tuple(_peaks(model, kernels, of_device=of_device)),
        points=_points(model, kernels, levels=options.levels),
    )


def roofs_of_kernel(roofs: Roofs, kernel: KernelReport, *, device: RunDevice, options: RunOptions) -> Roofs:
    """Return the roofs of one kernel, at the clocks that it ran at and of the operations that it does.

    Args:
        roofs: Those of its run, whose axes it has; wider where one of its dots lies outside.
        kernel: The kernel.
        device: The device.
        options: Which levels are drawn, and how operations are counted.
    """
    of_device = counted_as(Ceilings.of(device.device), options.conventions)
    report = kernel.find_model(roofs.model)
    peak = None if report is None else report.peak
    is_mixed = peak is not None and len(peak.parts) > 1
    return replace(
        roofs,
        bandwidths=tuple(_bandwidths(roofs.model, [kernel], of_device=of_device, levels=options.levels)),
        peaks=tuple(_peaks(roofs.model, [kernel], of_device=of_device)),
        mixed_peak_per_s=peak.per_s if peak is not None and is_mixed else None,
        # Its chart may show a level that the run's does not: shared memory.
        frame=widened(roofs.frame, _points(roofs.model, [kernel], levels=options.levels)),
    )


def _bandwidths(
    model: Model, kernels: Sequence[KernelReport], *, of_device: Ceilings, levels: Sequence[MemoryLevel]
) -> Iterator[BandwidthCeiling]:
    everyone = [kernel.ceilings for kernel in kernels] or [of_device]
    for level in levels:
        families = _families(model, kernels, level=level)
        highest = [found for family in families if (found := _highest(everyone, family)) is not None]
        yield from highest
        # What a benchmark reached says nothing of counters that do not measure the data path.
        if any(family.is_of_the_data_path for family in families):
            measured = [each for each in of_device.bandwidths if each.level is level and not each.origin.is_physical]
            yield from _reachable(measured, beside=highest, rate=lambda ceiling: ceiling.bytes_per_s)


def _highest(everyone: Sequence[Ceilings], family: TrafficFamily) -> BandwidthCeiling | None:
    known = (ceilings.bandwidth_of(family) for ceilings in everyone)
    found = [ceiling for ceiling in known if ceiling is not None]
    return max(found, key=lambda ceiling: ceiling.bytes_per_s, default=None)


def _reachable(
    measured: Sequence[_CeilingT], *, beside: Sequence[_CeilingT], rate: Callable[[_CeilingT], float]
) -> Iterator[_CeilingT]:
    """Yield what benchmarks reached, but for what is above a roof at the clock of the kernels themselves.

    Those ran at a higher clock, so that it is no roof of these.
    """
    own = [rate(ceiling) for ceiling in beside if ceiling.origin.is_at_own_clock]
    yield from (each for each in measured if all(rate(each) <= roof for roof in own))


def _families(model: Model, kernels: Sequence[KernelReport], *, level: MemoryLevel) -> tuple[TrafficFamily, ...]:
    """Return what the dots of a level are made of; the data path where there are none."""
    reports = (kernel.find_model(model) for kernel in kernels)
    found = [report.level(level) for report in reports if report is not None]
    drawn = dict.fromkeys(each.traffic.family for each in found if each.traffic is not None and each.is_drawable)
    return tuple(drawn) or (DATA_PATH[level],)


def _peaks(model: Model, kernels: Sequence[KernelReport], *, of_device: Ceilings) -> Iterator[ComputeCeiling]:
    parts = [part for kernel in kernels for part in _parts(kernel, model)]
    for operation in model.operations:
        dense, sparse = ([ceiling_of(part) for part in parts if part.kind == kind] for kind in _kinds(operation))
        known = dense
        if not model.counts_flop and not known:
            known = [peak for peak in [of_device.deciding_peak(operation)] if peak is not None]
        highest = [max(each, key=lambda ceiling: ceiling.operations_per_s) for each in (known, sparse) if each]
        yield from highest
        measured = [each for each in of_device.computes if each.operation is operation and not each.origin.is_physical]
        if highest:
            yield from _reachable(measured, beside=highest, rate=lambda ceiling: ceiling.operations_per_s)


def _kinds(operation: Operation) -> tuple[OperationKind, OperationKind]:
    """Return the dense and the sparse kind of an operation; a roof has to be one or the other."""
    return OperationKind(operation), OperationKind(operation, sparse=True)


def _parts(kernel: KernelReport, model: Model) -> tuple[PeakPart, ...]:
    report = kernel.find_model(model)
    return () if report is None or report.peak is None else report.peak.parts


def ceiling_of(part: PeakPart) -> ComputeCeiling:
    """Return the ceiling of a part; that of operations with 2:4 sparsity says so."""
    if part.ceiling.sparse or not part.kind.sparse:
        return part.ceiling
    return replace(
        part.ceiling,
        sparse=True,
        operations_per_s=part.peak_per_s,
        source=f"with 2:4 sparsity twice the dense peak: {part.ceiling.source}",
    )


def _points(
    model: Model, kernels: Sequence[KernelReport], *, levels: Sequence[MemoryLevel]
) -> list[tuple[float, float]]:
    """Return where the dots of a chart stand."""
    reports = [report for kernel in kernels if (report := kernel.find_model(model)) is not None]
    return [
        (level.intensity, report.rate_per_s)
        for report in reports
        for level in report.levels
        if level.level in levels and level.intensity and report.rate_per_s
    ]


def _roofs(
    model: Model,
    *,
    device: Device | None,
    bandwidths: tuple[BandwidthCeiling, ...],
    peaks: tuple[ComputeCeiling, ...],
    points: Sequence[tuple[float, float]],
) -> Roofs:
    return Roofs(
        model=model,
        device=device,
        bandwidths=bandwidths,
        peaks=peaks,
        frame=_frame(model, device, drawn=Ceilings(bandwidths=bandwidths, computes=peaks), points=points),
    )


def frame_without_dots(roofs: Roofs) -> Frame:
    """Return the axes that a chart has for its roofs alone."""
    drawn = Ceilings(bandwidths=roofs.bandwidths, computes=roofs.peaks)
    return _frame(roofs.model, roofs.device, drawn=drawn, points=())


def _frame(model: Model, device: Device | None, *, drawn: Ceilings, points: Sequence[tuple[float, float]]) -> Frame:
    """Return the axes: from the datasheet of the device, whatever clocks a run had; from what is drawn without one."""
    of_device = Ceilings.of(device)
    known = of_device if of_device.any_physical else drawn
    bandwidths = [known.deciding_bandwidth(level) for level in _LEVELS_OF_THE_FRAME]
    uses_tensor = any(peak.operation.is_tensor for peak in drawn.computes)
    own = frame_of(
        model,
        bandwidths=[rate_in(model, ceiling) for ceiling in bandwidths if ceiling is not None],
        peaks=_known_peaks(known, _OPERATIONS_OF_ALL if model is Model.FLOP else model.operations),
        flat=[
            peak.operations_per_s
            for peak in known.computes
            if peak.operation in model.operations and (uses_tensor or not peak.operation.is_tensor)
        ],
    )
    return widened(own, points, flat=[peak.operations_per_s for peak in drawn.computes])


def _known_peaks(ceilings: Ceilings, operations: Iterable[Operation]) -> list[float]:
    found = (ceilings.deciding_peak(operation) for operation in operations)
    return [peak.operations_per_s for peak in found if peak is not None]
