"""Launches as they are read, added up to groups.

One launch of a long table is spread over as many rows as it has metrics, so it is put together here first; only then
it is known which launches lack a value.
"""

from __future__ import annotations

import math
from array import array
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from roofline_report.domain.profile import LaunchConfiguration, LaunchGroup, Statistic
from roofline_report.readers.reader import LaunchTable, UnusableMetric

if TYPE_CHECKING:
    import pandas as pd


class GroupKey(NamedTuple):
    """What makes launches belong together."""

    kernel: str
    configuration: LaunchConfiguration | None = None
    device: str | None = None
    process: str | None = None
    context: str | None = None


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
class _Columns:
    """One entry per value: the numbers of launch and metric, the value (NaN where not measured), the line."""

    launch: array[int] = field(default_factory=lambda: array("q"))
    metric: array[int] = field(default_factory=lambda: array("q"))
    value: array[float] = field(default_factory=lambda: array("d"))
    line: array[int] = field(default_factory=lambda: array("q"))

    def frame(self) -> pd.DataFrame:
        """Return the columns as a data frame."""
        import pandas as pd

        return pd.DataFrame(
            {"launch": self.launch, "metric": self.metric, "value": self.value, "line": self.line},
        )


@dataclass(slots=True)
class LaunchLog:
    """Single launches, by whatever tells them apart in their file.

    They are kept as columns of numbers, one entry per measured value, and pandas adds them up: a file may hold
    50,000 launches, and none of them becomes an object.
    """

    file: str
    ledger: MetricLedger = field(default_factory=MetricLedger)
    _keys: dict[GroupKey, int] = field(default_factory=dict)
    _metrics: dict[str, int] = field(default_factory=dict)
    _launches: dict[tuple[str, ...], int] = field(default_factory=dict)
    _key_of_launch: list[int] = field(default_factory=list)
    _columns: _Columns = field(default_factory=_Columns)
    _latest: int | None = None
    _left_out: int | None = None

    def add_launch(self, identity: tuple[str, ...], key: GroupKey) -> None:
        """Note a launch; noting it again changes nothing."""
        launch = self._launches.setdefault(identity, len(self._launches))
        if launch == len(self._key_of_launch):
            self._key_of_launch.append(self._keys.setdefault(key, len(self._keys)))
        self._latest = launch

    def add_value(self, identity: tuple[str, ...], metric: str, *, value: float | None, line: int) -> None:
        """Note what was measured in a launch. None is "not measured"; the same value again counts once."""
        self.ledger.named.add(metric)
        columns = self._columns
        columns.launch.append(self._launches[identity])
        columns.metric.append(self._metrics.setdefault(metric, len(self._metrics)))
        columns.value.append(math.nan if value is None else value)
        columns.line.append(line)

    def drop_unfinished(self) -> str | None:
        """Leave out the last launch if its kernel has others, and return that kernel's name.

        In a file that was cut off the last launch may lack metrics. If it is the only one of its kernel, what the
        file says of it is all there is, and it stays.
        """
        if self._latest is None:
            return None
        kernels = [key.kernel for key in self._keys]
        kernel = kernels[self._key_of_launch[self._latest]]
        if sum(kernels[key] == kernel for key in self._key_of_launch) < 2:
            return None
        self._left_out, self._latest = self._latest, None
        return kernel

    def table(self) -> LaunchTable:
        """Return the launches, added up to groups."""
        if not self._launches:
            return self.ledger.table([])
        launches = Counter(key for launch, key in enumerate(self._key_of_launch) if launch != self._left_out)
        statistics = self._statistics()
        return self.ledger.table(
            [
                make_group(key, file=self.file, launches=launches[number], metrics=statistics.get(number, {}))
                for key, number in self._keys.items()
                if launches[number]
            ]
        )

    def _statistics(self) -> dict[int, dict[str, Statistic]]:
        """Return the statistics of every group, by its number, for metrics that can be used."""
        rows = self._columns.frame()
        rows = rows[rows["launch"] != self._left_out] if self._left_out is not None else rows
        single = rows.drop_duplicates(["launch", "metric"])
        if len(single) < len(rows):
            self._refuse_contradictions(rows, single)
        names = list(self._metrics)
        usable = [number for number, name in enumerate(names) if name not in self.ledger.unusable]
        measured = single[single["value"].notna() & single["metric"].isin(usable)]
        measured = measured.assign(
            group=[self._key_of_launch[launch] for launch in measured["launch"]], square=measured["value"] ** 2
        )
        by_group = measured.groupby(["group", "metric"], sort=True)
        added = by_group["value"].agg(["count", "sum", "min", "max"]).assign(square=by_group["square"].sum())
        statistics: dict[int, dict[str, Statistic]] = {}
        for group, metric, count, total, low, high, square in added.reset_index().itertuples(index=False, name=None):
            statistics.setdefault(group, {})[names[metric]] = Statistic(
                count=int(count), total=total, minimum=low, maximum=high, sum_of_squares=square
            )
        return statistics

    def _refuse_contradictions(self, rows: pd.DataFrame, single: pd.DataFrame) -> None:
        """Refuse metrics that have two different values for one launch."""
        both = rows.merge(single, on=["launch", "metric"], suffixes=("", "_first"))
        same = both["value"].eq(both["value_first"]) | (both["value"].isna() & both["value_first"].isna())
        names = list(self._metrics)
        for metric, line in both.loc[~same, ["metric", "line"]].itertuples(index=False, name=None):
            self.ledger.refuse(
                names[metric],
                line=int(line),
                found="two different values for one launch",
                expected="one value per launch",
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
