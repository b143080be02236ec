"""Verdicts once more, by brute force: from the rules as they are written down and from plain numbers alone.

Nothing of the product is imported here. Roofs are called as they are told apart in a verdict; what counters measure is
called "l1" for the data path, "l1_tag" for the tag stage, "l1_back" for what L1 returns, "l2" for sectors, "l2_bytes"
for what the slices look up, "l2_back" for what L2 returns.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

ORDER = ("dram", "l2", "shared", "l1", "l1_tag", "compute", "issue")
AT_OWN_CLOCK, AT_OTHER_CLOCK = 1.05, 1.15
OPERATIONS = {
    "fp64": ("fp64",),
    "fp32": ("fp32",),
    "fp16": ("fp16",),
    "tensor": (
        "fp64_tensor",
        "tf32_tensor",
        "fp16_tensor",
        "fp16_accumulate_tensor",
        "bf16_tensor",
        "fp8_tensor",
        "fp4_tensor",
    ),
}
FIRST_WITH = {
    "fp64": (1, 3),
    "fp32": (1, 0),
    "fp16": (5, 3),
    "fp16_tensor": (7, 0),
    "fp16_accumulate_tensor": (7, 0),
    "fp64_tensor": (8, 0),
    "tf32_tensor": (8, 0),
    "bf16_tensor": (8, 0),
    "fp8_tensor": (8, 9),
    "fp4_tensor": (10, 0),
}
"""Compute capabilities."""
OPERATIONS["flop"] = tuple(name for names in OPERATIONS.values() for name in names)
FAMILIES = {
    "dram": ("dram",),
    "l2": ("l2", "l2_bytes", "l2_back"),
    "shared": ("shared",),
    "l1": ("l1", "l1_back", "l1_tag"),
}
"""What counters measure at a level; the first is its data path."""
Ceiling = tuple[float, float]
"""How much per second, and by what factor it may be exceeded."""


@dataclass(frozen=True, kw_only=True)
class Machine:
    """What is known of a device, per second or per cycle, by roof or operation."""

    capability: str | None
    multiprocessors: int
    stated_for_run: Mapping[str, float] = field(default_factory=dict)
    stated_in_file: Mapping[str, float] = field(default_factory=dict)
    per_cycle: Mapping[str, float] = field(default_factory=dict)
    at_boost: Mapping[str, float] = field(default_factory=dict)
    measured: Mapping[str, float] = field(default_factory=dict)
    reported_multiprocessors: int | None = None
    highest_clock: float | None = None
    highest_memory_clock: float | None = None
    bus_bits: int | None = None
    issued: int | None = None


@dataclass(frozen=True, kw_only=True)
class Operations:
    """Operations of one kind: what each counter says, with its own peak per cycle where the report has it."""

    name: str
    counters: tuple[tuple[float, float | None], ...]
    sparse: bool = False
    may_be_more: bool = False

    @property
    def total(self) -> float:
        return sum(count for count, _ in self.counters)


@dataclass(frozen=True, kw_only=True)
class Launch:
    """What was measured of one launch: counts, bytes, peaks per cycle and clocks by name."""

    seconds: float
    counts: Mapping[str, float] = field(default_factory=dict)
    operations: tuple[Operations, ...] = ()
    peaks: Mapping[str, float] = field(default_factory=dict)
    clocks: Mapping[str, float] = field(default_factory=dict)
    loads_are_sectors: bool = True
    tensor_units_were_active: bool | None = None


@dataclass(frozen=True, kw_only=True)
class Rules:
    """The conventions in force."""

    atomics_twice: bool = False
    scalar_half: bool = False


@dataclass(frozen=True, kw_only=True)
class Judgement:
    """The label of a kernel in one model, with the roofs that it names and all that take part."""

    label: str
    named: tuple[str, ...]
    uses: tuple[tuple[str, float, bool], ...]

    @property
    def headroom(self) -> float | None:
        return 1 / self.uses[0][1] if self.uses else None


class Oracle:
    """Judges one launch on one machine."""

    def __init__(self, machine: Machine, launch: Launch, rules: Rules) -> None:
        self.machine, self.launch, self.rules = machine, launch, rules
        other = machine.reported_multiprocessors
        self.is_other_part = other is not None and other != machine.multiprocessors

    def judge(self) -> dict[str, Judgement]:
        """Return the judgement of each model that the kernel has work in; that of instructions where it has none."""
        found = {model: label(self._flop_uses(model)) for model in OPERATIONS if self._total(model) > 0}
        if not found or {"warp", "threads"} & self.launch.counts.keys():
            found["instructions"] = label(self._instruction_uses())
        return found

    # Ceilings, each the first that is known.

    def _sheet(self, name: str, of: Mapping[str, float]) -> float | None:
        """Return a figure of the device's file, whose table does not hold for a part of the device."""
        return None if self.is_other_part else of.get(name)

    def _clock(self, name: str) -> float | None:
        """Return a clock; L1 has that of the multiprocessors where its own is not reported."""
        clocks = self.launch.clocks
        return clocks.get("l1", clocks.get("sm")) if name == "l1" else clocks.get(name)

    def _stated(self, roof: str) -> list[Ceiling]:
        values = (self.machine.stated_for_run.get(roof), self._sheet(roof, self.machine.stated_in_file))
        return [(value, AT_OTHER_CLOCK) for value in values if value is not None]

    def _reported(self, peak: str, clock: str) -> list[Ceiling]:
        per_cycle, hertz = self.launch.peaks.get(peak), self._clock(clock)
        return [] if per_cycle is None or hertz is None else [(per_cycle * hertz, AT_OWN_CLOCK)]

    def _at(self, per_cycle: float | None, hertz: float | None, limit: float) -> list[Ceiling]:
        return [] if per_cycle is None or hertz is None else [(per_cycle * hertz, limit)]

    def _boost(self, name: str) -> list[Ceiling]:
        value = self._sheet(name, self.machine.at_boost)
        return [] if value is None else [(value, AT_OTHER_CLOCK)]

    def _roof(self, roof: str) -> Ceiling | None:
        """Return the ceiling of the data path of a level."""
        machine = self.machine
        clock = {"dram": "dram", "l2": "l2"}.get(roof, "l1")
        # An upper bound: the clock of the multiprocessors is not below that of L2.
        hertz = self._clock(clock) or (self._clock("sm") if roof == "l2" else None)
        found = self._stated(roof)
        found += self._reported(roof, clock) if roof == "dram" else []
        # What the attributes say of the memory is that of the whole device.
        has_bus = machine.bus_bits is not None and roof == "dram" and not self.is_other_part
        bus = 2 * machine.bus_bits / 8 if has_bus and machine.bus_bits else None
        found += self._at(bus, self._clock("dram"), AT_OWN_CLOCK)
        found += self._at(self._sheet(roof, machine.per_cycle), hertz, AT_OWN_CLOCK)
        if self._clock("dram") is None:
            found += self._at(bus, machine.highest_memory_clock, AT_OTHER_CLOCK)
        found += self._boost(roof)
        # A report says how wide the way back from L1 is, which stands in where nobody says how wide L1 is.
        found += self._reported(roof, clock) if roof == "l1" else []
        return next(iter(found), None)

    def _has_own_peak(self, name: str) -> bool:
        """Tell whether what some counters measure has a ceiling that is theirs alone."""
        roof, _, part = name.partition("_")
        if name == "l2_back" and self._is_before_8:
            return False
        is_stated = part != "tag" and bool(self._stated(roof))
        return bool(part) and not is_stated and bool(self._reported(name, roof))

    def _family(self, name: str) -> Ceiling | None:
        """Return the ceiling of what some counters measure: of the data path, or a peak of their own."""
        roof, _, part = name.partition("_")
        if not part:
            return self._roof(name)
        # A maintainer states a level; the tag stage is four times as wide as the level and is none.
        stated = [] if part == "tag" else self._stated(roof)
        # What L2 sends has a peak that is known from 8.0 on.
        reported = [] if name == "l2_back" and self._is_before_8 else self._reported(name, roof)
        return next(iter([*stated, *reported]), None)

    @property
    def _is_before_8(self) -> bool:
        capability = self.machine.capability
        return capability is not None and int(capability.split(".")[0]) < 8

    def _issue(self) -> Ceiling | None:
        machine, clock = self.machine, self._clock("sm")
        # The number of multiprocessors of a launch is none of the device, of which the file is known here.
        count = machine.reported_multiprocessors
        has_four = machine.capability is not None and int(machine.capability.split(".")[0]) >= 7
        each = machine.issued or (4 if has_four else None)
        units = None if count is None or each is None else count * each
        found = [
            *self._stated("issue"),
            *self._reported("issue", "sm"),
            *self._at(units, clock, AT_OWN_CLOCK),
            *self._at(self._sheet("issue", machine.per_cycle), clock, AT_OWN_CLOCK),
            *(self._at(units, machine.highest_clock, AT_OTHER_CLOCK) if clock is None else []),
            *self._boost("issue"),
        ]
        return next(iter(found), None)

    def _operation(self, part: Operations) -> Ceiling | None:
        """Return the ceiling of operations of one kind."""
        name = part.name
        clock = self._clock("sm")
        half = 0.5 if name == "fp16" and self.rules.scalar_half else 1
        twice = 2 if part.sparse else 1
        stated = [(twice * value, limit) for value, limit in self._stated(name)]
        derived = [
            *self._reported(name, "sm"),
            *self._at(self._sheet(name, self.machine.per_cycle), clock, AT_OWN_CLOCK),
            *self._boost(name),
        ]
        sheet = [(half * twice * value, limit) for value, limit in derived]
        done = [(count, peak) for count, peak in part.counters if count > 0]
        known = [(count, peak) for count, peak in done if peak is not None]
        if clock is None or len(known) < len(done):
            return next(iter([*stated, *sheet]), None)
        own = sum(count for count, _ in known) / sum(count / peak for count, peak in known)
        return next(iter([*stated, (own * clock, AT_OWN_CLOCK), *sheet]))

    # What takes part.

    def _total(self, model: str) -> float:
        return sum(part.total for part in self._parts(model))

    def _parts(self, model: str) -> list[Operations]:
        return [part for part in self.launch.operations if part.name in OPERATIONS[model]]

    def _flop_uses(self, model: str) -> list[tuple[str, float, float, bool]]:
        uses = self._level_uses(flop=True)
        parts = self._parts(model)
        done = [part for part in parts if part.total > 0]
        peaks = [peak for part in done if (peak := self._operation(part)) is not None]
        if len(peaks) == len(done):
            work = sum(part.total for part in done)
            mix = work / sum(part.total / each for part, (each, _) in zip(done, peaks, strict=True))
            tensor = sum(part.total for part in parts if part.name.endswith("_tensor"))
            hidden = model == "flop" and self.launch.tensor_units_were_active and not tensor
            at_least = bool(hidden or self._uncounted(model)) or any(part.may_be_more for part in parts)
            uses.append(("compute", work / self.launch.seconds / mix, max(limit for _, limit in peaks), at_least))
        return uses

    def _uncounted(self, model: str) -> set[tuple[str, bool]]:
        """Return what the chip can do, the model counts and nobody counted; idle tensor units do nothing of it."""
        major, _, minor = (self.machine.capability or "99.9").partition(".")
        can_do = {name for name, first in FIRST_WITH.items() if (int(major), int(minor)) >= first}
        kinds = {(name, False) for name in can_do}
        if int(major) >= 8:
            kinds |= {(name, True) for name in can_do - {"fp64_tensor"} if name.endswith("_tensor")}
        if self.launch.tensor_units_were_active is False:
            kinds = {(name, sparse) for name, sparse in kinds if not name.endswith("_tensor")}
        wanted = {(name, sparse) for name, sparse in kinds if name in OPERATIONS[model]}
        return wanted - {(part.name, part.sparse) for part in self.launch.operations}

    def _instruction_uses(self) -> list[tuple[str, float, float, bool]]:
        uses = self._level_uses(flop=False)
        counts, peak = self.launch.counts, self._issue()
        work = counts["warp"] if "warp" in counts else counts.get("threads", 0.0) / 32
        if peak is not None and work > 0:
            uses.append(("issue", work / self.launch.seconds / peak[0], peak[1], "warp" not in counts))
        return uses

    def _level_uses(self, *, flop: bool) -> list[tuple[str, float, float, bool]]:
        moved = self._bytes()
        uses = []
        for level, families in FAMILIES.items():
            own = [name for name in families if name in moved and self._has_own_peak(name)]
            # Look-ups with a peak of their own stand for the whole level.
            data_path = set() if "l2_bytes" in own else {level}
            taking = {*own, *data_path, self._drawn(level, moved, flop=flop)}
            uses += [use for name in families if name in taking and (use := self._use(name, moved)) is not None]
        return uses

    def _use(self, name: str, moved: Mapping[str, float]) -> tuple[str, float, float, bool] | None:
        ceiling = self._family(name) if name in moved else None
        # What nvprof counts at L1 before 7.0 are no sectors.
        counts = name != "l1" or self.launch.loads_are_sectors
        if ceiling is None or not counts or moved[name] <= 0:
            return None
        roof = name if name == "l1_tag" else name.partition("_")[0]
        has_all = name != "l1" or {"local", "atomics"} <= self.launch.counts.keys()
        return roof, moved[name] / self.launch.seconds / ceiling[0], ceiling[1], not has_all

    def _bytes(self) -> dict[str, float]:
        counts = self.launch.counts
        moved = {name: counts[name] for name in ("l1_tag", "l1_back", "l2_bytes", "l2_back") if name in counts}
        if "global" in counts and "shared" in counts:
            sectors = counts["global"] + counts.get("local", 0.0) + counts.get("atomics", 0.0)
            moved["l1"] = 32 * sectors + 128 * counts["shared"]
        if "shared" in counts:
            moved["shared"] = 128 * counts["shared"]
        # Atomics count once under a physical roof, whatever is drawn.
        for name in ("l2", "dram"):
            if name in counts:
                moved[name] = 32 * counts[name]
        return moved

    def _first(self, families: Iterable[str], moved: Mapping[str, float]) -> str | None:
        return next((name for name in families if name in moved and self._family(name) is not None), None)

    def _countable(self, level: str, moved: Mapping[str, float]) -> list[str]:
        """Return what is told in transactions and has a ceiling, as the conventions count it."""
        if level != "l2":
            return [level] if self._first((level,), moved) else []
        counts = self.launch.counts
        names = ["l2"] if ("l2_twice" if self.rules.atomics_twice else "l2") in counts else []
        names += ["l2_bytes"] if "l2_bytes" in counts and not self.rules.atomics_twice else []
        return [name for name in names if self._first((name,), moved)]

    def _drawn(self, level: str, moved: Mapping[str, float], *, flop: bool) -> str | None:
        """Return what is drawn at a level: of transactions those that are counted, else by the order for bytes.

        What moves nothing is passed over where another counter of the level saw something.
        """
        if not flop and (countable := self._countable(level, moved)):
            return countable[0]
        of_level = {name: moved[name] for name in FAMILIES[level] if name in moved}
        moving = {name: count for name, count in of_level.items() if count > 0} or of_level
        if level != "l2":
            return self._first(FAMILIES[level], moving)
        own = ("l2_bytes",) if self._is_before_8 else ("l2_back", "l2_bytes")
        return self._first(((() if self._stated("l2") else own) + ("l2", "l2_bytes", "l2_back")), moving)


def label(uses: list[tuple[str, float, float, bool]]) -> Judgement:
    """Return the label by the table of rules, the first that fits."""
    ordered = sorted(uses, key=lambda use: (-use[1], ORDER.index(use[0])))
    told = tuple((roof, share, at_least) for roof, share, _, at_least in ordered)
    if not ordered:
        return Judgement(label="none", named=(), uses=())
    above = tuple(roof for roof, share, limit, _ in ordered if share > limit)
    if above:
        return Judgement(label="data_warning", named=above, uses=told)
    highest = ordered[0][1]
    if highest < 0.6:
        return Judgement(label="latency", named=(ordered[0][0],), uses=told)
    near = {roof for roof, share, _, _ in ordered if share >= 0.9 * highest}
    named = tuple(roof for roof in ORDER if roof in near)
    return Judgement(label="limited" if highest >= 0.8 else "near", named=named, uses=told)
