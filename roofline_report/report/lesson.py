"""A made-up GPU and four made-up kernels, from which "How to read a roofline" is taught.

They go through the same arithmetic as real ones, so the lesson and the report cannot disagree.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

from roofline_report.domain.hardware import (
    WARP_LANES,
    BandwidthCeiling,
    ComputeCeiling,
    Device,
    MemoryLevel,
    Operation,
    Origin,
)
from roofline_report.domain.profile import Kernel, Measurement, Profile
from roofline_report.domain.quantity import Quantity
from roofline_report.report.build import build_run
from roofline_report.report.model import DeviceOrigin, KernelReport, RunDevice, RunReport
from roofline_report.report.options import DEFAULT_LEVELS, KernelOptions, RunOptions

if TYPE_CHECKING:
    from collections.abc import Mapping

_MADE_UP: Final = "made up for this lesson"


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """What the lesson shows, one picture after the other.

    Attributes:
        one_dot: A run of one kernel at one memory level.
        one_kernel: A run of one kernel at all levels.
        all_kernels: A run of four kernels, each with another limit.
        operations: A run of three kernels that do floating-point operations.
    """

    one_dot: RunReport
    one_kernel: RunReport
    all_kernels: RunReport
    operations: RunReport


def build_lesson() -> Lesson:
    """Return the reports of the lesson."""
    return Lesson(
        one_dot=_run(kernels=("copy",), levels=(MemoryLevel.DRAM,)),
        one_kernel=_run(kernels=("stencil",)),
        all_kernels=_run(),
        operations=_run(of=_OPERATIONS),
    )


def get_kernel(run: RunReport, name: str) -> KernelReport:
    """Return one kernel of a lesson.

    Raises:
        KeyError: The run has no kernel of that name.
    """
    return {kernel.kernel.name: kernel for kernel in run.kernels}[name]


def _run(
    *,
    kernels: tuple[str, ...] = (),
    levels: tuple[MemoryLevel, ...] = DEFAULT_LEVELS,
    of: tuple[_MadeUp, ...] | None = None,
) -> RunReport:
    device = _device()
    made_up = _KERNELS if of is None else of
    return build_run(
        Profile(kernels=tuple(_kernel(name, milliseconds=time, rates=rates) for name, time, rates in made_up)),
        run_id="lesson",
        slug="lesson",
        device=RunDevice(name=device.name, origin=DeviceOrigin.UNKNOWN, device=device),
        options=RunOptions(title="a made-up GPU", levels=levels, kernels=KernelOptions(include=kernels)),
    )


# Name, time of the one launch in ms, and rates in 10^9/s: what each launch does follows from them.
_MadeUp: TypeAlias = "tuple[str, float, Mapping[Quantity, float]]"
_OPERATIONS: Final[tuple[_MadeUp, ...]] = (
    (
        "axpy",
        4.0,
        {
            Quantity.FP64_FLOP: 60,
            Quantity.GLOBAL_SECTORS: 23,
            Quantity.L2_SECTORS: 23,
            Quantity.DRAM_SECTORS: 22.5,
        },
    ),
    (
        "matmul",
        3.0,
        {
            Quantity.FP32_FLOP: 14_000,
            Quantity.GLOBAL_SECTORS: 120,
            Quantity.L2_SECTORS: 30,
            Quantity.DRAM_SECTORS: 6,
        },
    ),
    (
        "mixed",
        1.0,
        {
            Quantity.FP64_FLOP: 1_500,
            Quantity.FP32_FLOP: 2_500,
            Quantity.GLOBAL_SECTORS: 150,
            Quantity.L2_SECTORS: 45,
            Quantity.DRAM_SECTORS: 11,
        },
    ),
)
_KERNELS: Final[tuple[_MadeUp, ...]] = (
    (
        "copy",
        4.0,
        {
            Quantity.WARP_INSTRUCTIONS: 10,
            Quantity.GLOBAL_SECTORS: 24,
            Quantity.L2_SECTORS: 22,
            Quantity.DRAM_SECTORS: 22,
        },
    ),
    (
        "stencil",
        3.0,
        {
            Quantity.WARP_INSTRUCTIONS: 90,
            Quantity.GLOBAL_SECTORS: 225,
            Quantity.L2_SECTORS: 72,
            Quantity.DRAM_SECTORS: 9,
        },
    ),
    (
        "hash",
        2.0,
        {
            Quantity.WARP_INSTRUCTIONS: 420,
            Quantity.GLOBAL_SECTORS: 60,
            Quantity.L2_SECTORS: 15,
            Quantity.DRAM_SECTORS: 6,
        },
    ),
    (
        "scan",
        1.0,
        {
            Quantity.WARP_INSTRUCTIONS: 3,
            Quantity.GLOBAL_SECTORS: 8,
            Quantity.L2_SECTORS: 5,
            Quantity.DRAM_SECTORS: 2,
        },
    ),
)


def _kernel(name: str, *, milliseconds: float, rates: Mapping[Quantity, float]) -> Kernel:
    seconds = milliseconds / 1e3
    per_launch = {quantity: rate * 1e9 * seconds for quantity, rate in rates.items()}
    per_launch[Quantity.DURATION] = seconds
    if Quantity.WARP_INSTRUCTIONS in per_launch:
        per_launch[Quantity.THREAD_INSTRUCTIONS] = per_launch[Quantity.WARP_INSTRUCTIONS] * WARP_LANES
    per_launch[Quantity.SHARED_WAVEFRONTS] = 0.0
    return Kernel(
        name=name,
        launches=1,
        measurements={
            quantity: Measurement(per_launch=value, terms=(), source=_MADE_UP) for quantity, value in per_launch.items()
        },
    )


_PEAKS: Final = {Operation.WARP_INSTRUCTION: 500e9, Operation.FP64: 8e12, Operation.FP32: 16e12}


def _device() -> Device:
    """Return the made-up GPU: 500 warp GIPS over 500, 100 and 25 GTXN/s, so the ridges are at 1, 5 and 20.

    It does 8 TFLOP/s in FP64 and 16 TFLOP/s in FP32, so that in FP32 the ridge of its L1 is at 1 FLOP/byte.
    """
    rates = {MemoryLevel.L1: 16e12, MemoryLevel.L2: 3.2e12, MemoryLevel.DRAM: 0.8e12}
    return Device(
        name="Example GPU",
        vendor=_MADE_UP,
        architecture=_MADE_UP,
        given_in=_MADE_UP,
        bandwidth_ceilings=tuple(
            BandwidthCeiling(
                level=level, bytes_per_s=rate, origin=Origin.BOOST_CLOCK, source=_MADE_UP, given_in=_MADE_UP
            )
            for level, rate in rates.items()
        ),
        compute_ceilings=tuple(
            ComputeCeiling(
                operation=operation,
                operations_per_s=rate,
                origin=Origin.BOOST_CLOCK,
                source=_MADE_UP,
                given_in=_MADE_UP,
            )
            for operation, rate in _PEAKS.items()
        ),
    )
