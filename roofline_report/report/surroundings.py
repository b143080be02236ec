"""What a kernel stands beside: its neighbours by GPU time in its run, and itself in other runs."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from enum import StrEnum
from heapq import merge
from itertools import chain, islice
from typing import TYPE_CHECKING, Final, TypeAlias

from roofline_report.domain.hardware import Clock
from roofline_report.report.clocks import SAME_CLOCK
from roofline_report.report.identity import device_identity, names_across_runs

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from roofline_report.domain.profile import Kernel, LaunchConfiguration
    from roofline_report.report.identity import NameAcrossRuns
    from roofline_report.report.model import KernelReport, RunReport

MOST_SIGHTINGS: Final = 10
"""In more runs than these a kernel is counted, not shown."""

_Launches: TypeAlias = "tuple[tuple[LaunchConfiguration, int], ...]"
"""Launch configurations in their order, with the proportion in which they were launched."""


class Difference(StrEnum):
    """Why the times of a kernel in two runs say nothing about its code, in the order in which it is told."""

    UNKNOWN_DEVICE = "unknown_device"
    DEVICE = "device"
    CLOCKS = "clocks"
    """They differ, or are known of one alone."""
    LAUNCHES = "launches"
    DOUBT = "doubt"
    """The numbers of one of the runs are in doubt."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sighting:
    """The same kernel in another run.

    Attributes:
        run: The other run.
        kernel: The kernel there.
        differences: What keeps the two times from being compared.
        times_as_long: Its time per launch there over that here; None where one is missing, or must not be compared.
        at_known_clocks: Both runs say at which clocks it ran; else neither of two that are compared does.
    """

    run: RunReport
    kernel: KernelReport
    differences: tuple[Difference, ...] = ()
    times_as_long: float | None = None
    at_known_clocks: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """What a kernel stands beside.

    Attributes:
        rank: Its place by GPU time in its run, from 1; None where it was not timed.
        timed: How many kernels of its run were timed.
        before: The kernel with the next more GPU time.
        after: The kernel with the next less GPU time.
        sightings: The same kernel in other runs: those with its launch configuration first, then the newest first.
        unseen: How many more there are.
    """

    rank: int | None = None
    timed: int = 0
    before: KernelReport | None = None
    after: KernelReport | None = None
    sightings: tuple[Sighting, ...] = ()
    unseen: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class _Entry:
    """A kernel of a run, with what it is compared by."""

    position: int
    run: RunReport
    kernel: KernelReport
    launches: _Launches
    is_sound: bool


@dataclass(slots=True)
class _Namesakes:
    """The kernels of all runs that have one name, by how they were launched, each newest first."""

    by_launches: defaultdict[_Launches, list[_Entry]] = field(default_factory=lambda: defaultdict(list))
    by_run: Counter[int] = field(default_factory=Counter)

    def add(self, entry: _Entry) -> None:
        self.by_launches[entry.launches].append(entry)
        self.by_run[entry.position] += 1

    def others(self, here: _Entry) -> Iterator[_Entry]:
        """Yield those of other runs, those that were launched alike first."""
        alike = self.by_launches[here.launches] if here.launches else []
        rest = (entries for launches, entries in self.by_launches.items() if not launches or launches != here.launches)
        found = chain(alike, merge(*rest, key=lambda entry: entry.position))
        return (entry for entry in found if entry.position != here.position)

    def count_others(self, here: _Entry) -> int:
        return self.by_run.total() - self.by_run[here.position]


def find_surroundings(runs: Sequence[RunReport]) -> Iterator[tuple[Surroundings, ...]]:
    """Yield what the kernels of each run stand beside, runs and kernels in the order in which they are given.

    Args:
        runs: All runs, newest first.
    """
    namesakes: defaultdict[NameAcrossRuns, _Namesakes] = defaultdict(_Namesakes)
    indexed = []
    for position, run in enumerate(runs):
        is_sound = not run.is_in_doubt
        named = [
            (name, _Entry(position=position, run=run, kernel=each, launches=_launches(each.kernel), is_sound=is_sound))
            for name, each in zip(names_across_runs(run.kernels), run.kernels, strict=True)
        ]
        for name, entry in named:
            namesakes[name].add(entry)
        indexed.append(named)
    for run, named in zip(runs, indexed, strict=True):
        places = _places(run)
        yield tuple(_surroundings(entry, namesakes[name], places=places) for name, entry in named)


def _launches(kernel: Kernel) -> _Launches:
    """Return how a kernel was launched; nothing where that is not known."""
    if kernel.configuration is not None:
        return ((kernel.configuration, 1),)
    counts = {counted.configuration: counted.launches for counted in kernel.configurations}
    whole = math.gcd(*counts.values()) or 1
    return tuple((configuration, counts[configuration] // whole) for configuration in sorted(counts))


@dataclass(frozen=True, slots=True)
class _Places:
    """The kernels of a run that were timed, and where each of them stands."""

    timed: tuple[KernelReport, ...]
    ranks: dict[str, int]


def _places(run: RunReport) -> _Places:
    timed = tuple(kernel for kernel in run.kernels if kernel.time_share is not None)
    return _Places(timed, {kernel.key: rank for rank, kernel in enumerate(timed, start=1)})


def _surroundings(here: _Entry, namesakes: _Namesakes, *, places: _Places) -> Surroundings:
    rank = places.ranks.get(here.kernel.key)
    timed = places.timed
    shown = tuple(_sighting(here, there) for there in islice(namesakes.others(here), MOST_SIGHTINGS))
    return Surroundings(
        rank=rank,
        timed=len(timed),
        before=None if rank is None or rank == 1 else timed[rank - 2],
        after=None if rank is None or rank == len(timed) else timed[rank],
        sightings=shown,
        unseen=namesakes.count_others(here) - len(shown),
    )


def _sighting(here: _Entry, there: _Entry) -> Sighting:
    differences = tuple(_differences(here, there))
    own, other = here.kernel.kernel.duration_s, there.kernel.kernel.duration_s
    factor = other / own if own and other and not differences else None
    return Sighting(
        run=there.run,
        kernel=there.kernel,
        differences=differences,
        times_as_long=factor,
        at_known_clocks=_says_its_clocks(here) and _says_its_clocks(there),
    )


def _differences(here: _Entry, there: _Entry) -> Iterator[Difference]:
    """Yield what keeps two times from being compared; of launches that nobody printed nothing is known."""
    own, other = (device_identity(each.run.device) for each in (here, there))
    if own is None or other is None:
        yield Difference.UNKNOWN_DEVICE
    elif own != other:
        yield Difference.DEVICE
    if not _ran_at_one_clock(here, there):
        yield Difference.CLOCKS
    if here.launches and there.launches and here.launches != there.launches:
        yield Difference.LAUNCHES
    if not (here.is_sound and there.is_sound):
        yield Difference.DOUBT


def _ran_at_one_clock(here: _Entry, there: _Entry) -> bool:
    """Tell whether nothing speaks against one clock: both say the same of it, or neither says anything."""
    if here.run.options.clocks != there.run.options.clocks:
        return False
    own, other = (each.kernel.kernel.clocks.get(Clock.SM) for each in (here, there))
    if own is None or other is None:
        return own is other
    return max(own, other) < min(own, other) * SAME_CLOCK


def _says_its_clocks(entry: _Entry) -> bool:
    return entry.run.options.clocks is not None or Clock.SM in entry.kernel.kernel.clocks
