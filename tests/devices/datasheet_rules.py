"""What must hold for every device file; each rule returns what breaks it, in words."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from roofline_report.devices.derivation import FIGURE_KINDS
from roofline_report.domain.hardware import MemoryLevel, Origin

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from roofline_report.domain.hardware import BandwidthCeiling, Device

    Rule: TypeAlias = Callable[[Device], list[str]]

TOLERANCE = 0.015
"""How far a listed peak may stand from units x rate x clock; further needs a reason."""

MEASURED_MARGIN = 1.05
"""How far a measurement may pass the theoretical ceiling of its level; further needs a reason."""

OUTWARDS = (MemoryLevel.L1, MemoryLevel.L2, MemoryLevel.DRAM)
# Numbers of documents of one's own say nothing to a reader.
_NO_SOURCE = re.compile(r"\bids? \d{5,}|https?://\S+@|\bTODO\b", re.IGNORECASE)


def bandwidths(device: Device, origin: Origin) -> dict[MemoryLevel, BandwidthCeiling]:
    return {ceiling.level: ceiling for ceiling in device.bandwidth_ceilings if ceiling.origin is origin}


def si_figures(device: Device) -> dict[str, float]:
    """Return the figures of a file by key; prefixes of units are few there."""
    factors = {"MHz": 1e6, "GHz": 1e9, "GB/s": 1e9, "TB/s": 1e12}
    by_name = {figure.name: figure.value * factors.get(figure.unit, 1.0) for figure in device.figures}
    return {
        kind.key: by_name[kind.name_in(device.terms)] for kind in FIGURE_KINDS if kind.name_in(device.terms) in by_name
    }


def peaks_away_from_their_rate(device: Device) -> list[str]:
    """Find listed peaks that differ from units x rate x clock and carry no reason."""
    known = si_figures(device)
    broken = []
    for ceiling in device.compute_ceilings:
        rate = known.get(f"{ceiling.operation}_rate")
        if rate is None or ceiling.note:
            continue
        product = known["multiprocessors"] * rate * known["boost_clock"]
        if abs(ceiling.operations_per_s / product - 1) > TOLERANCE:
            broken.append(f"{ceiling.operation}: {ceiling.operations_per_s:.4g} listed, {product:.4g} from its rate")
    return broken


def levels_out_of_order(device: Device) -> list[str]:
    """Find levels that are faster than one nearer to the core, by theory or by measurement."""
    broken = []
    for origin in (Origin.BOOST_CLOCK, Origin.MEASURED):
        known = bandwidths(device, origin)
        order = [known[level] for level in OUTWARDS if level in known]
        pairs = [*pairwise(order)]
        if MemoryLevel.SHARED in known and MemoryLevel.L2 in known:
            pairs.append((known[MemoryLevel.SHARED], known[MemoryLevel.L2]))
        broken += [
            f"{origin}: {inner.level} below {outer.level}"
            for inner, outer in pairs
            if inner.bytes_per_s < outer.bytes_per_s
        ]
    return broken


def measurements_above_theory(device: Device) -> list[str]:
    """Find measurements that pass the theoretical ceiling of their level and carry no reason."""
    theory = bandwidths(device, Origin.BOOST_CLOCK)
    return [
        f"{level}: measured {ceiling.bytes_per_s:.4g} of {theory[level].bytes_per_s:.4g}"
        for level, ceiling in bandwidths(device, Origin.MEASURED).items()
        if level in theory and ceiling.bytes_per_s > MEASURED_MARGIN * theory[level].bytes_per_s and not ceiling.note
    ]


def weak_sources(device: Device) -> list[str]:
    """Find sources that name no document, and measurements whose source is a maker's sheet."""
    ceilings = (*device.bandwidth_ceilings, *device.compute_ceilings)
    sources = [*(figure.source for figure in device.figures), *(ceiling.source for ceiling in ceilings)]
    broken = [source for source in sources if len(source.split()) < 2 or _NO_SOURCE.search(source)]
    measured = [ceiling.source for ceiling in ceilings if ceiling.origin is Origin.MEASURED]
    return broken + [source for source in measured if re.search("datasheet|whitepaper", source)]


def incomplete(device: Device) -> list[str]:
    """Find what a file of the package must have and this one has not."""
    wanted = {
        "vendor": device.vendor != "not stated",
        "architecture": device.architecture != "not stated",
        "one target": (device.compute_capability is None) != (device.llvm_target is None),
        "name of its DRAM": MemoryLevel.DRAM in device.level_names,
        "DRAM ceiling": MemoryLevel.DRAM in bandwidths(device, Origin.BOOST_CLOCK),
        "nominal DRAM bandwidth": "dram_nominal" in si_figures(device),
        "unit of every figure": all(figure.unit or "schedulers" in figure.name for figure in device.figures),
        "one source file": {c.given_in for c in (*device.bandwidth_ceilings, *device.compute_ceilings)}
        == {device.given_in},
    }
    return [name for name, is_there in wanted.items() if not is_there]


RULES: tuple[Rule, ...] = (
    peaks_away_from_their_rate,
    levels_out_of_order,
    measurements_above_theory,
    weak_sources,
    incomplete,
)
