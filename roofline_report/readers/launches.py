"""Launches as they are read, added up to groups.

One launch of a long table is spread over as many rows as it has metrics, so it is put together here first; only then
it is known which launches lack a value.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from roofline_report.domain.profile import LaunchConfiguration, LaunchGroup, Statistic
from roofline_report.readers.reader import LaunchTable, UnusableMetric


class GroupKey(NamedTuple):
    """What makes launches belong together."""

    kernel: str
    configuration: LaunchConfiguration | None = None
    device: str | None = None
    process: str | None = None
    context: str | None = None


@dataclass(slots=True)
class _Launch:
    """One launch, or the averages of several."""

    key: GroupKey
    values: dict[str, float | None] = field(default_factory=dict)


@dataclass(slots=True)
class MetricLedger:
    """What is known of the metrics of a table, whatever the kernel."""

    dimensions: dict[str, str] = field(default_factory=dict)
    named: set[str] = field(default_factory=set)
    unusable: dict[str, UnusableMetric] = field(default_factory=dict)

    def refuse(self, metric: str, *, line: int, found: str, expected: str) -> None:
        """Note that a metric cannot be used; the first reason stays."""
        self.unusable.setdefault(metric, UnusableMetric(metric=metric, line=line, found=found, expected=expected))

    def note_dimension(self, metric: str, dimension: str, *, line: int) -> None:
        """Note what a metric measures, and refuse it where that differs within the table."""
        before = self.dimensions.setdefault(metric, dimension)
        if before != dimension:
            self.refuse(metric, line=line, found=f"a unit of {dimension}", expected=f"a unit of {before}, as before")

    def table(self, groups: list[LaunchGroup]) -> LaunchTable:
        """Return the finished table; metrics that cannot be used are in none of its groups."""
        return LaunchTable(
            groups=tuple(groups),
            dimensions=dict(self.dimensions),
            named=frozenset(self.named),
            unusable=tuple(self.unusable.values()),
        )


@dataclass(slots=True)
class LaunchLog:
    """Single launches, by whatever tells them apart in their file."""

    file: str
    ledger: MetricLedger = field(default_factory=MetricLedger)
    _launches: dict[tuple[str, ...], _Launch] = field(default_factory=dict)
    _latest: tuple[str, ...] | None = None

    def add_launch(self, identity: tuple[str, ...], key: GroupKey) -> None:
        """Note a launch; noting it again changes nothing."""
        if identity not in self._launches:
            self._launches[identity] = _Launch(key)
        self._latest = identity

    def add_value(self, identity: tuple[str, ...], metric: str, *, value: float | None, line: int) -> None:
        """Note what was measured in a launch. None is "not measured"; the same value again counts once."""
        self.ledger.named.add(metric)
        values = self._launches[identity].values
        if metric not in values:
            values[metric] = value
        elif values[metric] != value:
            self.ledger.refuse(
                metric, line=line, found="two different values for one launch", expected="one value per launch"
            )

    def drop_unfinished(self) -> str | None:
        """Leave out the last launch if its kernel has others, and return that kernel's name.

        In a file that was cut off the last launch may lack metrics. If it is the only one of its kernel, what the
        file says of it is all there is, and it stays.
        """
        if self._latest is None:
            return None
        kernel = self._launches[self._latest].key.kernel
        if sum(launch.key.kernel == kernel for launch in self._launches.values()) < 2:
            return None
        del self._launches[self._latest]
        self._latest = None
        return kernel

    def table(self) -> LaunchTable:
        """Return the launches, added up to groups."""
        members: dict[GroupKey, list[_Launch]] = {}
        for launch in self._launches.values():
            members.setdefault(launch.key, []).append(launch)
        return self.ledger.table([self._group(key, launches) for key, launches in members.items()])

    def _group(self, key: GroupKey, launches: list[_Launch]) -> LaunchGroup:
        measured: dict[str, list[float]] = {}
        for launch in launches:
            for metric, value in launch.values.items():
                if value is not None and metric not in self.ledger.unusable:
                    measured.setdefault(metric, []).append(value)
        return make_group(
            key,
            file=self.file,
            launches=len(launches),
            metrics={metric: Statistic.of(values) for metric, values in measured.items()},
        )


@dataclass(slots=True)
class _Average:
    """Launches of which a file states averages or totals only."""

    launches: int = 0
    metrics: dict[str, Statistic | None] = field(default_factory=dict)


@dataclass(slots=True)
class AverageLog:
    """Launches that the profiler has already added up."""

    file: str
    ledger: MetricLedger = field(default_factory=MetricLedger)
    _averages: dict[GroupKey, list[_Average]] = field(default_factory=dict)

    def add(self, key: GroupKey, metric: str, *, statistic: Statistic | None, launches: int) -> None:
        """Note a metric. The same metric of the same launches again means further launches: another process wrote."""
        self.ledger.named.add(metric)
        averages = self._averages.setdefault(key, [])
        average = next((each for each in averages if metric not in each.metrics), None)
        if average is None:
            average = _Average()
            averages.append(average)
        average.launches = max(average.launches, launches)
        average.metrics[metric] = statistic

    def table(self) -> LaunchTable:
        """Return the groups."""
        return self.ledger.table(
            [
                make_group(
                    key,
                    file=self.file,
                    launches=average.launches,
                    metrics={
                        metric: statistic
                        for metric, statistic in average.metrics.items()
                        if statistic is not None and metric not in self.ledger.unusable
                    },
                )
                for key, averages in self._averages.items()
                for average in averages
            ]
        )


def make_group(key: GroupKey, *, file: str, launches: int, metrics: dict[str, Statistic]) -> LaunchGroup:
    """Return a launch group; a part of the key that the file does not have is None."""
    return LaunchGroup(
        kernel=key.kernel,
        file=file,
        launches=launches,
        metrics=metrics,
        configuration=key.configuration,
        device=key.device,
        process=key.process,
        context=key.context,
    )
