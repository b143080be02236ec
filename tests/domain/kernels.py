"""Kernels of known quantities, for the tests of every floor above the domain."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roofline_report.domain.profile import Kernel, MeasuredTerm, Measurement, Statistic
from roofline_report.domain.quantity import Quantity

if TYPE_CHECKING:
    from collections.abc import Mapping


def measurement(per_launch: float, *, launches: int = 1, notes: tuple[str, ...] = ()) -> Measurement:
    statistic = Statistic(count=launches, total=per_launch * launches)
    term = MeasuredTerm(metric="a_metric", weight=1.0, statistic=statistic, file="a.csv")
    return Measurement(per_launch=per_launch, terms=(term,), source="a test", notes=notes)


def kernel(name: str = "k", *, launches: int = 1, quantities: Mapping[Quantity, float]) -> Kernel:
    return Kernel(
        name=name,
        launches=launches,
        measurements={quantity: measurement(value, launches=launches) for quantity, value in quantities.items()},
    )


TRANSPOSE = {
    Quantity.DURATION: 2.670947e-3 / 101,
    Quantity.THREAD_INSTRUCTIONS: 16777216.0,
    Quantity.GLOBAL_SECTORS: 131072.0 + 524288.0,
    Quantity.SHARED_WAVEFRONTS: 0.0,
    Quantity.L2_SECTORS: 131172.0 + 545629.0,
    Quantity.L2_SECTORS_ATOMICS_TWICE: 131172.0 + 545629.0,
    Quantity.DRAM_SECTORS: 136549.0 + 135811.0,
}
"""transposeNaive on a V100S: published figures."""

KERNEL_A = {
    Quantity.DURATION: 76952.96e-9,
    Quantity.THREAD_INSTRUCTIONS: 43077888.0,
    Quantity.GLOBAL_SECTORS: 3571289.82 + 375000.0,
    Quantity.SHARED_WAVEFRONTS: 0.0,
    Quantity.L2_SECTORS: 3978598.37 + 561636.89,
    Quantity.L2_SECTORS_ATOMICS_TWICE: 3978598.37 + 561636.89,
    Quantity.DRAM_SECTORS: 806261.76 + 15106.60,
}

KERNEL_B = {
    Quantity.DURATION: 93188.16e-9,
    Quantity.THREAD_INSTRUCTIONS: 74784015.0,
    Quantity.GLOBAL_SECTORS: 375000.0,
    Quantity.SHARED_WAVEFRONTS: 83411.23 + 82944.0,
    Quantity.L2_SECTORS: 563533.63 + 127.02 + 2706852.0,
    Quantity.L2_SECTORS_ATOMICS_TWICE: 563533.63 + 127.02 + 2 * 2706852.0,
    Quantity.DRAM_SECTORS: 402339.36,
}
