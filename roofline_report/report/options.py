"""What a maintainer says about a run: the values of a run.yml, checked and complete."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from roofline_report.domain.conventions import Conventions
from roofline_report.domain.hardware import MemoryLevel

if TYPE_CHECKING:
    from roofline_report.domain.hardware import BandwidthCeiling, ComputeCeiling

DEFAULT_LEVELS = (MemoryLevel.L1, MemoryLevel.L2, MemoryLevel.DRAM)
"""Levels that a chart shows unless told otherwise; shared traffic is part of L1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KernelOptions:
    """Which kernels a run shows and how. Patterns are shell globs on the full name, * and ? and [...].

    Attributes:
        include: Show only what matches one of these; all where empty.
        exclude: Leave out what matches one of these.
        labels: Pattern to label; the first that matches.
        colors: Pattern to CSS colour.
        markers: Pattern to marker name.
        of_site: The patterns that are there for every run of the site; they need not match in each.
    """

    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    labels: tuple[tuple[str, str], ...] = ()
    colors: tuple[tuple[str, str], ...] = ()
    markers: tuple[tuple[str, str], ...] = ()
    of_site: tuple[str, ...] = ()

    @property
    def patterns(self) -> tuple[str, ...]:
        """Return every pattern once, in order."""
        styles = (pattern for pairs in (self.labels, self.colors, self.markers) for pattern, _ in pairs)
        return tuple(dict.fromkeys((*self.include, *self.exclude, *styles)))


@dataclass(frozen=True, slots=True, kw_only=True)
class RunOptions:
    """Everything that a run.yml may say of what the report shows.

    Attributes:
        title: Title of the run.
        description: Markdown of the maintainer's own.
        device: Name of the device, as the run itself states it.
        device_of_site: Name of the device of every run that neither states one nor has it in its files.
        date: When it was taken, as written.
        commit: Commit of the profiled code.
        driver: Driver version.
        clocks: What is known of the clocks.
        command: The command, printed only because run.yml gives it.
        baseline: Another run's id.
        kernels: Which kernels and how.
        levels: Levels that the chart shows.
        ceilings: Ceilings over those of the device.
        conventions: How transactions and operations count.
    """

    title: str | None = None
    description: str | None = None
    device: str | None = None
    device_of_site: str | None = None
    date: str | None = None
    commit: str | None = None
    driver: str | None = None
    clocks: str | None = None
    command: str | None = None
    baseline: str | None = None
    kernels: KernelOptions = field(default_factory=KernelOptions)
    levels: tuple[MemoryLevel, ...] = DEFAULT_LEVELS
    ceilings: tuple[BandwidthCeiling | ComputeCeiling, ...] = ()
    conventions: Conventions = field(default_factory=Conventions)
