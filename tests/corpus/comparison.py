"""What was read of a file, held against what is expected of it."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from roofline_report.domain.quantity import Quantity
from tests.corpus.roofline import is_of_the_roofline, number_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from roofline_report.domain.profile import Kernel, LaunchGroup, Profile, Statistic
    from tests.corpus.expectations import ExpectedFile, ExpectedKernel

TOLERANCE = 1e-9

# Sums of metrics (weight x total), the first whose metrics are all there; atomics and reductions once, where collected.
_DRAM = (
    {"dram__bytes.sum": 1},
    {"dram__bytes_read.sum": 1, "dram__bytes_write.sum": 1},
    {"dram__bytes_op_read.sum": 1, "dram__bytes_op_write.sum": 1},
    {"dram__sectors_read.sum": 32, "dram__sectors_write.sum": 32},
    {"dram_read_transactions": 32, "dram_write_transactions": 32},
)
_L2_OPERATIONS = [f"lts__t_sectors_op_{name}.sum" for name in ("read", "write", "atom", "red")]
_L2 = (
    {"lts__t_bytes.sum": 1},
    {"lts__t_sectors.sum": 32},
    dict.fromkeys(_L2_OPERATIONS, 32),
    dict.fromkeys(_L2_OPERATIONS[:2], 32),
    {"l2_read_transactions": 32, "l2_write_transactions": 32},
)
BYTES = {"bytes.dram": _DRAM, "bytes.l2": _L2, "bytes.l1": ({"l1tex__t_bytes.sum": 1},)}
QUANTITIES = {
    "transactions.global": Quantity.GLOBAL_SECTORS,
    "transactions.local": Quantity.LOCAL_SECTORS,
    "transactions.shared": Quantity.SHARED_WAVEFRONTS,
    "transactions.l2": Quantity.L2_SECTORS,
    "transactions.dram": Quantity.DRAM_SECTORS,
    "txn.l2": Quantity.L2_SECTORS,
    "txn.dram": Quantity.DRAM_SECTORS,
    "warp_inst": Quantity.WARP_INSTRUCTIONS,
}


@dataclass(slots=True)
class Differences:
    """What is not as expected: by aspect, in words."""

    found: dict[str, list[str]] = field(default_factory=dict)

    def add(self, aspect: str, words: str) -> None:
        self.found.setdefault(aspect, []).append(words)

    def hold(self, aspect: str, what: str, got: float | None, expected: float) -> None:
        """Note a number that is not the one that is expected; a missing one is no zero."""
        if got is None or not math.isclose(got, expected, rel_tol=TOLERANCE, abs_tol=1e-30):
            self.add(aspect, f"{what}: {got} instead of {expected}")


def compare_file(
    file: ExpectedFile, groups: Sequence[LaunchGroup], *, by_name: Profile, by_configuration: Profile
) -> Differences:
    """Return what of a file differs.

    Args:
        file: What is expected.
        groups: Its launch groups.
        by_name: Its kernels, told apart by name.
        by_configuration: Its kernels, told apart by grid and block too.
    """
    differences = Differences()
    apart = any(kernel.block is not None for kernel in file.kernels)
    kernels = (by_configuration if apart else by_name).kernels
    if len(kernels) != len(file.kernels):
        differences.add("names", f"{len(kernels)} kernels instead of {len(file.kernels)}")
    for expected in file.kernels:
        kernel = _find(kernels, expected)
        if kernel is None:
            differences.add("names", f"no kernel {expected.name}")
            continue
        own = [group for group in groups if group.kernel == expected.name and _fits(group, expected)]
        _compare_kernel(kernel, own, expected, differences)
    return differences


def compare_joined(kernels: Iterable[Kernel], expected: Iterable[ExpectedKernel]) -> Differences:
    """Return what of the kernels of a run differs, its files taken together."""
    differences = Differences()
    found = list(kernels)
    for each in expected:
        kernel = _find(found, each)
        if kernel is None:
            differences.add("names", f"no kernel {each.name}")
            continue
        _compare_totals(kernel, each, differences)
        duration = kernel.total_duration_s
        for level, share in (("l2", "txn.l2"), ("dram", "txn.dram"), ("l1_nersc_inst", "txn.l1_nersc_inst")):
            inst, traffic = _total(kernel, Quantity.THREAD_INSTRUCTIONS), _traffic(kernel, share)
            intensity = inst / 32 / traffic if inst is not None and traffic else None
            differences.hold("transactions", f"{each.name} {level}", intensity, each.numbers[f"inst_per_txn.{level}"])
        work = _total(kernel, Quantity.THREAD_INSTRUCTIONS)
        rate = work / 32 / 1e9 / duration if work is not None and duration else None
        differences.hold("warp instructions", f"{each.name} warp GIPS", rate, each.numbers["warp_gips"])
    return differences


def _find(kernels: Iterable[Kernel], expected: ExpectedKernel) -> Kernel | None:
    fitting = [kernel for kernel in kernels if kernel.name == expected.name and _fits(kernel, expected)]
    return fitting[0] if len(fitting) == 1 else None


def _fits(one: Kernel | LaunchGroup, expected: ExpectedKernel) -> bool:
    configuration = one.configuration
    if expected.block is None:
        return True
    return configuration is not None and (configuration.grid, configuration.block) == (expected.grid, expected.block)


def _compare_kernel(
    kernel: Kernel, groups: Sequence[LaunchGroup], expected: ExpectedKernel, differences: Differences
) -> None:
    _compare_totals(kernel, expected, differences)
    _compare_launches(kernel, groups, expected, differences)
    compare_roofline(kernel, expected.numbers, differences, what=expected.name)
    for name, value in expected.numbers.items():
        what = f"{expected.name} {name}"
        if name.startswith("raw."):
            differences.hold("raw", what, _metric_total(groups, name.removeprefix("raw.")), value)
        elif name in BYTES:
            differences.hold("bytes", what, _bytes(groups, name), value)
        elif name == "distinct_pids":
            processes = {group.process for group in groups}
            differences.hold("launches", what, len(processes), value)


def compare_roofline(kernel: Kernel, numbers: Mapping[str, float], differences: Differences, *, what: str) -> None:
    """Note what of FLOP, traffic, intensities and rates is not as expected."""
    for name, value in numbers.items():
        if is_of_the_roofline(name):
            differences.hold("roofline", f"{what} {name}", number_of(kernel, name), value)


def _compare_totals(kernel: Kernel, expected: ExpectedKernel, differences: Differences) -> None:
    if expected.launches is not None:
        differences.hold("launches", expected.name, kernel.launches, expected.launches)
    for name, value in expected.numbers.items():
        what = f"{expected.name} {name}"
        if name == "duration_total_s":
            differences.hold("duration", what, kernel.total_duration_s, value)
        elif name == "duration_mean_s":
            differences.hold("duration", what, kernel.duration_s, value)
        elif name == "min_s":
            differences.hold("spread", what, None if (time := _time(kernel)) is None else time.minimum, value)
        elif name == "max_s":
            differences.hold("spread", what, None if (time := _time(kernel)) is None else time.maximum, value)
        elif name.startswith(("transactions.", "txn.")):
            differences.hold("transactions", what, _traffic(kernel, name), value)
        elif name == "warp_inst":
            differences.hold("warp instructions", what, _total(kernel, Quantity.WARP_INSTRUCTIONS), value)
        elif name == "warp_inst_from_thread_div32":
            threads = _total(kernel, Quantity.THREAD_INSTRUCTIONS)
            differences.hold("warp instructions", what, None if threads is None else threads / 32, value)


def _compare_launches(
    kernel: Kernel, groups: Sequence[LaunchGroup], expected: ExpectedKernel, differences: Differences
) -> None:
    """Compare launches that are listed one by one: how many had which configuration, the shortest and the longest."""
    if any(each.block is not None for each in expected.each):
        counts = Counter((each.grid, each.block) for each in expected.each)
        got: Counter[tuple[str | None, str | None]] = Counter()
        for group in groups:
            if group.configuration is not None:
                got[group.configuration.grid, group.configuration.block] += group.launches
        if got != counts:
            differences.add("configurations", f"{expected.name}: {dict(got)} instead of {dict(counts)}")
    times = [each.duration_s for each in expected.each if each.duration_s is not None]
    time = _time(kernel)
    if times and time is not None:
        for name, value, limit in (("min", time.minimum, min(times)), ("max", time.maximum, max(times))):
            differences.hold("spread", f"{expected.name} {name}", value, limit)


def _time(kernel: Kernel) -> Statistic | None:
    duration = kernel.measurements.get(Quantity.DURATION)
    return None if duration is None else duration.terms[0].statistic


def _total(kernel: Kernel, quantity: Quantity) -> float | None:
    per_launch = kernel.per_launch(quantity)
    return None if per_launch is None else per_launch * kernel.launches


def _traffic(kernel: Kernel, name: str) -> float | None:
    """Return transactions over all launches; L1 is global + local (0 if not collected) + 4 x shared."""
    if not name.endswith(".l1_nersc_inst"):
        return _total(kernel, QUANTITIES[name])
    parts = _total(kernel, Quantity.GLOBAL_SECTORS), _total(kernel, Quantity.SHARED_WAVEFRONTS)
    if parts[0] is None or parts[1] is None:
        return None
    return parts[0] + (_total(kernel, Quantity.LOCAL_SECTORS) or 0.0) + 4 * parts[1]


def _metric_total(groups: Iterable[LaunchGroup], metric: str) -> float | None:
    statistics = [group.metrics[metric] for group in groups if metric in group.metrics]
    return math.fsum(statistic.total for statistic in statistics) if statistics else None


def _bytes(groups: Sequence[LaunchGroup], name: str) -> float | None:
    for weights in BYTES[name]:
        totals = {metric: _metric_total(groups, metric) for metric in weights}
        if None not in totals.values():
            return math.fsum(weight * (totals[metric] or 0.0) for metric, weight in weights.items())
    return None
