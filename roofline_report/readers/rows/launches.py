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
    from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence

    import pandas as pd

    from roofline_report.readers.text.number_format import PlacedNumber


_MOST_ROWS_AT_ONCE = 400_000
"""Values that are added up at once: one metric after the other would be slow, all together would need much memory."""


class GroupKey(NamedTuple):
    """What makes launches belong together."""

    kernel: str
    configuration: LaunchConfiguration | None = None
    device: str | None = None
    process: str | None = None
    context: str | None = None


@dataclass(slots=True)
class MetricLedger:
    """What is known of the metrics of a table, whatever the kernel.

    Attributes:
        dimensions: What each metric measures.
        named: Every metric that the table names.
        unusable: Metrics that cannot be used.
        times: For each metric that was made of a time, the metric that says it.
        printed: For each metric that has no number somewhere, what is printed there.
    """

    dimensions: dict[str, str] = field(default_factory=dict)
    named: set[str] = field(default_factory=set)
    unusable: dict[str, UnusableMetric] = field(default_factory=dict)
    times: dict[str, str] = field(default_factory=dict)
    printed: dict[str, str] = field(default_factory=dict)
    _dimension_lines: dict[str, int] = field(default_factory=dict)

    def refuse(self, metric: str, *, line: int, found: str, expected: str) -> None:
        """Note that a metric cannot be used; the reason that stands first in the file stays."""
        before = self.unusable.get(metric)
        # Rows are not always read in their order: those of one metric are read together.
        if before is None or line < before.line:
            self.unusable[metric] = UnusableMetric(metric=metric, line=line, found=found, expected=expected)

    def note_missing(self, metric: str, text: str) -> None:
        """Note what is printed instead of a number: n/a, NaN, or more than any number can hold."""
        printed = text.strip().removeprefix("(!)").strip()
        if self.printed.setdefault(metric, printed) != printed:
            self.printed[metric] = ""

    def note_dimension(self, metric: str, dimension: str, *, line: int) -> None:
        """Note what a metric measures, and refuse it where that differs within the table."""
        before = self.dimensions.setdefault(metric, dimension)
        self._dimension_lines.setdefault(metric, line)
        if before != dimension:
            self.refuse(metric, line=line, found=f"a unit of {dimension}", expected=f"a unit of {before}, as before")

    def refuse_unit(self, metric: str, *, expected: str) -> None:
        """Refuse a metric for its unit, which is known."""
        line, found = self._dimension_lines[metric], f"a unit of {self.dimensions[metric]}"
        self.refuse(metric, line=line, found=found, expected=expected)

    def refuse_repeated(self, metrics: Iterable[str], *, line: int) -> None:
        """Refuse metrics that a table has several columns of: which of them is right is not known."""
        for metric in metrics:
            self.refuse(metric, line=line, found="several columns of that name", expected="one column for each metric")

    def refuse_doubtful(self, numbers: Mapping[str, PlacedNumber]) -> None:
        """Refuse metrics with a number that could be read in two ways, where nothing in the file decides."""
        for metric, number in numbers.items():
            if metric in self.named:
                self.refuse(
                    metric,
                    line=number.line,
                    found=f'"{number.text.strip()}", which may have decimals or thousands behind its mark',
                    expected='a number in the file that decides it, such as "0.5" or "1,234.50"',
                )

    def table(self, groups: list[LaunchGroup]) -> LaunchTable:
        """Return the finished table; metrics that cannot be used are in none of its groups."""
        return LaunchTable(
            groups=tuple(groups),
            dimensions=dict(self.dimensions),
            named=frozenset(self.named),
            unusable=tuple(self.unusable.values()),
            times=dict(self.times),
            printed={metric: text for metric, text in self.printed.items() if text},
        )


@dataclass(slots=True)
class _Column:
    """The values of one metric: the number of the launch, the value (NaN where not measured), the line."""

    launch: array[int] = field(default_factory=lambda: array("i"))
    value: array[float] = field(default_factory=lambda: array("d"))
    line: array[int] = field(default_factory=lambda: array("i"))


@dataclass(slots=True)
class LaunchLog:
    """Single launches, by whatever tells them apart in their file.

    Values are kept as columns of numbers, one for each metric, and pandas adds them up: a file may hold 50,000
    launches, and none of them becomes an object.
    """

    file: str
    ledger: MetricLedger = field(default_factory=MetricLedger)
    _keys: dict[GroupKey, int] = field(default_factory=dict)
    _launches: dict[Hashable, int] = field(default_factory=dict)
    _key_of_launch: array[int] = field(default_factory=lambda: array("i"))
    _columns: dict[str, _Column] = field(default_factory=dict)
    _listed_keys: list[GroupKey] = field(default_factory=list)
    _latest: int | None = None
    _left_out: int | None = None

    def add_launch(self, identity: Hashable, key: GroupKey) -> int:
        """Note a launch and return its number; noting it again changes nothing."""
        launch = self._launches.setdefault(identity, len(self._launches))
        if launch == len(self._key_of_launch):
            self._key_of_launch.append(self._keys.setdefault(key, len(self._keys)))
        self._latest = launch
        return launch

    def has_launch(self, identity: Hashable) -> bool:
        """Tell whether a launch was noted."""
        return identity in self._launches

    def device_of(self, launch: int) -> str:
        """Return what the file says of the device of a launch; empty where it does not."""
        if len(self._listed_keys) < len(self._keys):
            self._listed_keys = list(self._keys)
        return self._listed_keys[self._key_of_launch[launch]].device or ""

    def add_value(self, launch: int, metric: str, *, value: float | None, line: int) -> None:
        """Note what was measured in a launch. None is "not measured"; the same value again counts once."""
        self.add_values(metric, launches=(launch,), values=(math.nan if value is None else value,), lines=(line,))

    def add_values(
        self, metric: str, *, launches: Sequence[int], values: Sequence[float], lines: Sequence[int]
    ) -> None:
        """Note what was measured in many launches; NaN is "not measured"."""
        self.ledger.named.add(metric)
        column = self._columns.setdefault(metric, _Column())
        # From a list is faster than one by one.
        column.launch.fromlist(list(launches))
        column.value.fromlist(list(values))
        column.line.fromlist(list(lines))

    def has_values(self, metric: str) -> bool:
        """Tell whether a metric was measured in any launch, and can be used."""
        column = self._columns.get(metric)
        return (
            column is not None
            and metric not in self.ledger.unusable
            and not all(math.isnan(value) for value in column.value)
        )

    def derive(self, name: str, *, of: str, combine: Callable[[int, float], float]) -> None:
        """Add a metric that is made of another one, launch by launch.

        What is made of means over launches would not be the mean of what is made of each.

        Args:
            name: Its name.
            of: The metric of whose values it is made, which can be used.
            combine: Makes it of the number of a launch and the value there; NaN where it cannot be made.
        """
        values = self.values_of(of)
        column = self._columns[of]
        made = [combine(launch, values[launch]) if launch in values else math.nan for launch in column.launch]
        self.add_values(name, launches=column.launch, values=made, lines=column.line)

    def values_of(self, metric: str) -> dict[int, float]:
        """Return the value of each launch that has one; of a launch with two different ones nothing can be made."""
        column = self._columns[metric]
        values: dict[int, float] = {}
        doubtful = set()
        for launch, value in zip(column.launch, column.value, strict=True):
            if values.setdefault(launch, value) != value:
                doubtful.add(launch)
        return {launch: value for launch, value in values.items() if launch not in doubtful and not math.isnan(value)}

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
        statistics: dict[int, dict[str, Statistic]] = {}
        for metrics in self._portions():
            for metric, group, statistic in self._add_up(metrics):
                statistics.setdefault(group, {})[metric] = statistic
        return self.ledger.table(
            [
                make_group(key, file=self.file, launches=launches[number], metrics=self._usable(statistics.get(number)))
                for key, number in self._keys.items()
                if launches[number]
            ]
        )

    def _usable(self, metrics: dict[str, Statistic] | None) -> dict[str, Statistic]:
        return {name: each for name, each in (metrics or {}).items() if name not in self.ledger.unusable}

    def _portions(self) -> Iterator[list[str]]:
        """Yield the metrics that can be used, as many at once as one data frame may hold."""
        portion: list[str] = []
        rows = 0
        for metric, column in self._columns.items():
            if metric in self.ledger.unusable:
                continue
            if portion and rows + len(column.launch) > _MOST_ROWS_AT_ONCE:
                yield portion
                portion, rows = [], 0
            portion.append(metric)
            rows += len(column.launch)
        if portion:
            yield portion

    def _add_up(self, metrics: list[str]) -> Iterator[tuple[str, int, Statistic]]:
        """Yield metric, number of the group and statistic over its launches."""
        rows = self._frame(metrics)
        if self._left_out is not None:
            rows = rows[rows["launch"] != self._left_out]
        single = rows.drop_duplicates(["metric", "launch"])
        if len(single) < len(rows):
            self._refuse_contradictions(metrics, rows=rows, single=single)
        measured = single[single["value"].notna()]
        by_group = measured.groupby(["metric", "group"], sort=True)
        added = by_group["value"].agg(["count", "sum", "min", "max"]).assign(square=by_group["square"].sum())
        for (metric, group), count, total, low, high, square in added.itertuples(name=None):
            statistic = Statistic(count=int(count), total=total, minimum=low, maximum=high, sum_of_squares=square)
            yield metrics[metric], int(group), statistic

    def _frame(self, metrics: list[str]) -> pd.DataFrame:
        """Return the values of some metrics, each of which has its number in the list, by launch and line."""
        import numpy as np
        import pandas as pd

        columns = [self._columns[metric] for metric in metrics]
        launch, value, line = (
            np.concatenate([np.frombuffer(part, dtype=part.typecode) for part in parts])
            for parts in zip(*((column.launch, column.value, column.line) for column in columns), strict=True)
        )
        metric = np.repeat(np.arange(len(columns)), [len(column.launch) for column in columns])
        group = np.frombuffer(self._key_of_launch, dtype=self._key_of_launch.typecode)[launch]
        # In the order of the file, so that a sum does not depend on how the rows came in.
        order = np.lexsort((line, launch, metric))
        frame = {"metric": metric, "launch": launch, "group": group, "value": value, "square": value**2, "line": line}
        return pd.DataFrame({name: each[order] for name, each in frame.items()})

    def _refuse_contradictions(self, metrics: list[str], *, rows: pd.DataFrame, single: pd.DataFrame) -> None:
        """Refuse metrics that have two different values for one launch."""
        both = rows.merge(single, on=["metric", "launch"], suffixes=("", "_first"))
        same = both["value"].eq(both["value_first"]) | (both["value"].isna() & both["value_first"].isna())
        for metric, line in both.loc[~same, ["metric", "line"]].itertuples(index=False, name=None):
            self.ledger.refuse(
                metrics[metric],
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

    def averages(self) -> Iterator[dict[str, Statistic | None]]:
        """Yield what is known of each kernel: its metrics, to which others may be added."""
        return (average.metrics for averages in self._averages.values() for average in averages)

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
