"""Machines and launches drawn at random, and the same as the product has them."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Final

from roofline_report.devices.catalogue import Catalogue
from roofline_report.devices.ceilings import ROOFS, with_ceilings
from roofline_report.domain.conventions import AtomicsCount, Conventions, HalfCount
from roofline_report.domain.hardware import (
    BandwidthCeiling,
    Clock,
    ComputeCeiling,
    CycleRate,
    Device,
    MemoryLevel,
    Operation,
    Origin,
    TrafficFamily,
)
from roofline_report.domain.profile import DeviceAttributes, Kernel, MeasuredTerm, Measurement, Profile, Statistic
from roofline_report.domain.quantity import FLOP_OF, SPARSE_FLOP_OF, Quantity
from roofline_report.pipeline.run_device import ReportedDevice, resolve_device
from roofline_report.report.build import build_run
from roofline_report.report.options import RunOptions
from tests.report.verdict_oracle import OPERATIONS, Launch, Machine, Operations, Oracle, Rules

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from random import Random

    from roofline_report.domain.profile import PeakKey
    from roofline_report.report.model import RunReport

_LEVELS: Final = ("l1", "shared", "l2", "dram")
_NOMINAL: Final = {
    "l1": 16384.0,
    "shared": 16384.0,
    "l2": 4096.0,
    "dram": 1024.0,
    "issue": 512.0,
    **{name: 8192.0 * (1 + at) for at, name in enumerate(OPERATIONS["flop"])},
}
"""What a machine does per cycle, about."""
_QUANTITIES: Final = {
    "warp": Quantity.WARP_INSTRUCTIONS,
    "threads": Quantity.THREAD_INSTRUCTIONS,
    "global": Quantity.GLOBAL_SECTORS,
    "local": Quantity.LOCAL_SECTORS,
    "atomics": Quantity.GLOBAL_ATOMIC_SECTORS,
    "shared": Quantity.SHARED_WAVEFRONTS,
    "l1_tag": Quantity.L1_TAG_BYTES,
    "l1_back": Quantity.L1_RETURNED_BYTES,
    "l2": Quantity.L2_SECTORS,
    "l2_twice": Quantity.L2_SECTORS_ATOMICS_TWICE,
    "l2_bytes": Quantity.L2_LOOKUP_BYTES,
    "l2_back": Quantity.L2_RETURNED_BYTES,
    "dram": Quantity.DRAM_SECTORS,
    "launch_sms": Quantity.LAUNCH_MULTIPROCESSORS,
}
_PEAK_KEYS: Final[Mapping[str, PeakKey]] = {
    "issue": Operation.WARP_INSTRUCTION,
    "fp64": Operation.FP64,
    "fp32": Operation.FP32,
    "fp16": Operation.FP16,
    "dram": TrafficFamily.DRAM,
    "l1": TrafficFamily.L1_DATA_PATH,
}
_SPARSE: Final = frozenset(operation.value for operation in SPARSE_FLOP_OF)
NAME: Final = "A device of a test"


# Drawing.


def draw_machine(random: Random) -> Machine:
    """Return a machine of which much or little is known."""
    known = {name: per_cycle * random.uniform(0.5, 2) for name, per_cycle in _NOMINAL.items() if random.random() < 0.8}
    known = _with_twins(random, known)
    has_sheet, boost = random.random() < 0.7, random.uniform(1.2e9, 2e9)
    has_attributes, is_part = random.random() < 0.4, random.random() < 0.15
    return Machine(
        capability=random.choice([None, "6.1", "7.0", "7.5", "8.0", "8.6", "9.0", "10.0", "12.0"]),
        multiprocessors=108,
        stated_for_run=_some_ceilings(random, chance=random.choice([0, 0, 0, 0.2, 0.7])),
        stated_in_file=_some_ceilings(random, chance=random.choice([0, 0, 0, 0.3])),
        per_cycle=known if has_sheet else {},
        at_boost={name: per_cycle * boost for name, per_cycle in known.items()} if has_sheet else {},
        measured=_some_ceilings(random, chance=0.3, scale=0.01),
        reported_multiprocessors=(56 if is_part else 108) if has_attributes or is_part else None,
        highest_clock=_maybe(random, has_attributes, boost),
        highest_memory_clock=_maybe(random, has_attributes, 1.2e9),
        bus_bits=round(_maybe(random, has_attributes, 4096.0) or 0) or None,
        issued=round(_maybe(random, has_attributes, 4.0) or 0) or None,
    )


def draw_launch(random: Random, machine: Machine, rules: Rules) -> Launch:
    """Return a launch whose highest use of a roof is anything from little to too much."""
    clocks = {name: random.uniform(0.9e9, 1.5e9) for name in ("sm", "l1", "l2", "dram") if random.random() < 0.5}
    peaks = {
        name: per_cycle * random.uniform(0.7, 1.4) for name, per_cycle in _own_peaks().items() if random.random() < 0.3
    }
    launch = Launch(
        seconds=1e-3,
        counts=_with_a_tie(random, _counts(random)),
        operations=tuple(_operations(random)),
        peaks=peaks,
        clocks=clocks,
        tensor_units_were_active=random.choice([None] * 4 + [False] * 5 + [True]),
    )
    if "l1_back" not in launch.counts and random.random() < 0.1:
        launch = dataclasses.replace(launch, loads_are_sectors=False)
    judged = Oracle(machine, launch, rules).judge().values()
    highest = max((judgement.uses[0][1] for judgement in judged if judgement.uses), default=1.0)
    wanted = random.choice([random.uniform(0.05, 0.6), random.uniform(0.6, 0.8), random.uniform(0.8, 1.05), 1.1, 1.3])
    return dataclasses.replace(launch, seconds=launch.seconds * highest / wanted)


def draw_rules(random: Random) -> Rules:
    """Return conventions."""
    return Rules(atomics_twice=random.random() < 0.2, scalar_half=random.random() < 0.3)


def _maybe(random: Random, possible: bool, value: float) -> float | None:  # noqa: FBT001 - a chance, not a flag
    return value if possible and random.random() < 0.7 else None


def _some_ceilings(random: Random, *, chance: float, scale: float = 1.0) -> dict[str, float]:
    names = [name for name in _NOMINAL if random.random() < chance]
    found = {name: scale * _NOMINAL[name] * random.uniform(0.5, 2) * 1.4e9 for name in names}
    return _with_twins(random, found)


def _with_twins(random: Random, ceilings: dict[str, float]) -> dict[str, float]:
    """Return ceilings of which some are equal, as those of L1 and shared memory mostly are."""
    equal = [(one, other) for one, other in (("shared", "l1"), ("l2", "dram")) if random.random() < 0.5]
    return ceilings | {one: ceilings[other] for one, other in equal if other in ceilings}


def _own_peaks() -> dict[str, float]:
    levels = {"l1_tag": 4 * _NOMINAL["l1"], "l1_back": _NOMINAL["l1"], "l2_bytes": _NOMINAL["l2"]}
    reported = {name: _NOMINAL[name] for name in _PEAK_KEYS}
    return {**reported, **levels, "l2_back": _NOMINAL["l2"]}


def _counts(random: Random) -> dict[str, float]:
    """Return a part of everything that may be counted, of each level about as much as it can move in a millisecond."""
    cycles = 1.4e6
    moved = {level: _NOMINAL[level] * cycles * random.choice([0.1, 0.5, 1.0]) * random.random() for level in _LEVELS}
    twice = random.uniform(1, 2)
    found = {
        "warp": _NOMINAL["issue"] * cycles * random.random(),
        "threads": 32 * _NOMINAL["issue"] * cycles * random.random(),
        "global": moved["l1"] / 32,
        "local": 0.1 * moved["l1"] / 32,
        "atomics": 0.05 * moved["l1"] / 32,
        "shared": moved["shared"] / 128,
        "l1_tag": 4 * moved["l1"],
        "l1_back": 0.7 * moved["l1"],
        "l2": moved["l2"] / 32,
        "l2_back": 0.6 * moved["l2"],
        "dram": moved["dram"] / 32,
    }
    found = {name: value if random.random() < 0.95 else 0.0 for name, value in found.items() if random.random() < 0.75}
    found |= {"launch_sms": 108.0} if random.random() < 0.3 else {}
    if "l2" in found:
        # Files that tell sectors apart have their sum too, and the other way round for bytes.
        found |= {"l2_twice": twice * found["l2"]} if random.random() < 0.7 else {}
        found |= {"l2_bytes": 32 * 1.2 * found["l2"]} if random.random() < 0.5 else {}
    return found


def _with_a_tie(random: Random, counts: dict[str, float]) -> dict[str, float]:
    """Return counts that may use two roofs equally: of shared memory alone, or as much at two levels."""
    kind = random.random()
    if kind < 0.15 and "shared" in counts:
        return {**counts, "global": 0.0, "local": 0.0, "atomics": 0.0}
    if kind < 0.3 and {"dram", "l2"} <= counts.keys():
        return {**counts, "l2": counts["dram"]}
    return counts


def _operations(random: Random) -> Iterable[Operations]:
    chosen = [name for name in OPERATIONS["flop"] if random.random() < random.choice([0.05, 0.3])]
    for name in chosen:
        for sparse in (False, True) if name in _SPARSE and random.random() < 0.4 else (False,):
            counters = []
            for _ in range(random.choice([1, 1, 2])):
                count = 0.0 if random.random() < 0.1 else _NOMINAL[name] * 1.4e6 * random.random()
                # Only counters of the tensor units have peaks of their own in a report.
                has_peak = name.endswith("_tensor") and random.random() < 0.4
                peak = (2 if sparse else 1) * _NOMINAL[name] * random.uniform(0.7, 1.4)
                counters.append((count, peak if has_peak else None))
            yield Operations(name=name, counters=tuple(counters), sparse=sparse, may_be_more=random.random() < 0.1)


# The same for the product.


def run_of(machine: Machine, launches: Sequence[Launch], rules: Rules) -> RunReport:
    """Return the report of launches, each of a kernel of its own, whose names are their numbers."""
    options = RunOptions(
        device=NAME,
        ceilings=tuple(_ceilings(machine.stated_for_run, origin=Origin.RUN_FILE)),
        conventions=Conventions(
            l2_atomics=AtomicsCount.TWICE if rules.atomics_twice else AtomicsCount.ONCE,
            fp16=HalfCount.SCALAR if rules.scalar_half else HalfCount.PACKED,
        ),
    )
    attributes = DeviceAttributes(
        sm_count=machine.reported_multiprocessors,
        sm_clock_hz=machine.highest_clock,
        memory_clock_hz=machine.highest_memory_clock,
        memory_bus_bits=machine.bus_bits,
        warp_instructions_per_cycle=machine.issued,
    )
    counts = [] if machine.reported_multiprocessors is None else [machine.reported_multiprocessors]
    device = resolve_device(
        Catalogue(devices=(_device(machine),)),
        slugs={NAME: "a-device"},
        options=options,
        reported=ReportedDevice(sm_counts=tuple(counts), attributes=attributes),
        given_in="run.yml",
    )
    kernels = tuple(_kernel(f"kernel_{at}", launch) for at, launch in enumerate(launches))
    return build_run(Profile(kernels=kernels), run_id="a", slug="a", device=device, options=options)


def _device(machine: Machine) -> Device:
    bare = Device(name=NAME, vendor="NVIDIA", architecture="none", given_in="a.yaml")
    device = dataclasses.replace(
        bare,
        compute_capability=machine.capability,
        multiprocessors=machine.multiprocessors,
        rates=tuple(_rate(name, per_cycle) for name, per_cycle in machine.per_cycle.items()),
    )
    for origin, ceilings in (
        (Origin.BOOST_CLOCK, machine.at_boost),
        (Origin.DEVICE_FILE, machine.stated_in_file),
        (Origin.MEASURED, machine.measured),
    ):
        device = with_ceilings(device, _ceilings(ceilings, origin=origin))
    return device


def _roof(name: str) -> MemoryLevel | Operation:
    return next(roof for roof in ROOFS if roof == {"issue": "warp_instruction"}.get(name, name))


def _rate(name: str, per_cycle: float) -> CycleRate:
    clock = {"dram": Clock.DRAM, "l2": Clock.L2, "l1": Clock.L1, "shared": Clock.L1}.get(name, Clock.SM)
    return CycleRate(
        roof=_roof(name), per_cycle=per_cycle, clock=clock, arithmetic="a x b", sources=("s",), given_in="a.yaml"
    )


def _ceilings(values: Mapping[str, float], *, origin: Origin) -> Iterable[BandwidthCeiling | ComputeCeiling]:
    for name, value in values.items():
        roof = _roof(name)
        if isinstance(roof, MemoryLevel):
            yield BandwidthCeiling(level=roof, bytes_per_s=value, origin=origin, source="s", given_in="a.yaml")
        else:
            yield ComputeCeiling(operation=roof, operations_per_s=value, origin=origin, source="s", given_in="a.yaml")


def _measured(
    counters: Sequence[tuple[float, float | None]], *, lower_bound: bool = False, decides: bool = True
) -> Measurement:
    terms = tuple(
        MeasuredTerm(
            metric=f"counter_{at}",
            weight=1.0,
            statistic=Statistic(count=1, total=count),
            file="a.csv",
            peak_per_cycle=peak,
        )
        for at, (count, peak) in enumerate(counters)
    )
    return Measurement(
        per_launch=sum(count for count, _ in counters),
        terms=terms,
        source="a test",
        lower_bound=lower_bound,
        decides=decides,
    )


def _kernel(name: str, launch: Launch) -> Kernel:
    own = {"l1_tag", "l1_back", "l2_bytes", "l2_back"}
    found = {
        _QUANTITIES[key]: _measured([(value, launch.peaks.get(key) if key in own else None)])
        for key, value in launch.counts.items()
    }
    if "global" in launch.counts and not launch.loads_are_sectors:
        found[Quantity.GLOBAL_SECTORS] = _measured([(launch.counts["global"], None)], decides=False)
    for part in launch.operations:
        quantities = SPARSE_FLOP_OF if part.sparse else FLOP_OF
        operation = Operation(part.name)
        found[quantities[operation]] = _measured(part.counters, lower_bound=part.may_be_more)
        if operation is Operation.FP16:
            found[Quantity.FP16_FLOP_SCALAR] = found[Quantity.FP16_FLOP]
    if launch.tensor_units_were_active is not None:
        found[Quantity.TENSOR_ACTIVITY] = _measured([(float(launch.tensor_units_were_active), None)])
    found[Quantity.DURATION] = _measured([(launch.seconds, None)])
    peaks = {key: _measured([(launch.peaks[name], None)]) for name, key in _PEAK_KEYS.items() if name in launch.peaks}
    clocks = {Clock(clock): hertz for clock, hertz in launch.clocks.items()}
    return Kernel(name=name, launches=1, measurements=found, peaks=peaks, clocks=clocks)
