"""What the files of a run say of each kernel, metric by metric, with every conflict settled.

Rules: the groups of one table are added; a metric that two tables have is taken from the one with most launches and
never added; a metric that was not measured in all launches of its table is absent, because means over different
launches must not be mixed.
"""

from __future__ import annotations

import functools
import operator
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from roofline_report.domain.problem import Problem, Severity
from roofline_report.domain.profile import ConfigurationCount, GroupBy, LaunchConfiguration, LaunchGroup, Statistic
from roofline_report.readers.joining.listing import in_launches
from roofline_report.readers.metrics.rates import factors_of, is_made, is_product, parts_of, plain_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from roofline_report.readers.reader import LaunchTable
    from roofline_report.readers.reading import FileReading

AS_PRINTED: Mapping[str, str] = MappingProxyType({})

_NO_NUMBER = "no number"

AGREEMENT = 0.02
"""Two measurements of one thing agree if they differ by less than this share of the larger: launches vary as much."""


class KernelKey(NamedTuple):
    """What makes launches those of one kernel."""

    name: str
    configuration: LaunchConfiguration | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """A metric of a kernel, from one table.

    Attributes:
        statistic: What was measured, over all launches of the table.
        dimension: What the metric measures.
        share: What the table has of the kernel.
    """

    statistic: Statistic
    dimension: str
    share: TableShare

    @property
    def file(self) -> str:
        """Return the file."""
        return self.share.file


@dataclass(frozen=True, slots=True, kw_only=True)
class TableShare:
    """What one table has of one kernel.

    Attributes:
        file: The file.
        table: The table.
        groups: The launch groups of the kernel.
        measured: The metrics of which the table has a value for any kernel.
        has_failed: The profiler says in the file that it failed, which explains what has no value there.
    """

    file: str
    table: LaunchTable
    groups: tuple[LaunchGroup, ...]
    measured: frozenset[str]
    has_failed: bool = False

    @property
    def launches(self) -> int:
        """Return the launches of the kernel in this table."""
        return sum(group.launches for group in self.groups)

    def parts(self, metric: str) -> list[Statistic]:
        """Return what its groups have of a metric."""
        return [group.metrics[metric] for group in self.groups if metric in group.metrics]

    def measure(self, metric: str) -> Measured | None:
        """Return a metric over all launches, or None where it cannot be used or was not measured in each of them."""
        parts = self.parts(metric)
        refused = any(unusable.metric == metric for unusable in self.table.unusable)
        if refused or not parts or sum(part.count for part in parts) != self.launches:
            return None
        return Measured(
            statistic=functools.reduce(operator.add, parts),
            dimension=self.table.dimensions.get(metric, "1"),
            share=self,
        )

    def configurations(self) -> tuple[ConfigurationCount, ...]:
        """Return how many launches had which configuration, most first; empty where the table does not say."""
        counts: dict[LaunchConfiguration, int] = {}
        for group in self.groups:
            if group.configuration is not None:
                counts[group.configuration] = counts.get(group.configuration, 0) + group.launches
        ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
        return tuple(
            ConfigurationCount(configuration=configuration, launches=count) for configuration, count in ordered
        )


@dataclass(slots=True)
class Evidence:
    """All that is known of one kernel.

    Attributes:
        key: The kernel.
        shares: What each table has of it.
        metrics: The metrics that can be used.
        refusals: Why a metric that was collected cannot be used.
        without_value: Problems of metrics that have no value at all, to be told if a quantity is missing for that.
        spoiled: The metrics that have a value and cannot be used all the same.
        collected: Every metric of which a table of this kernel has a value for any kernel: where this one has none,
            rows were lost.
        cut: Those of them that were lost and are missing for a quantity.
    """

    key: KernelKey
    shares: tuple[TableShare, ...]
    metrics: dict[str, Measured] = field(default_factory=dict)
    refusals: dict[str, str] = field(default_factory=dict)
    without_value: dict[str, Problem] = field(default_factory=dict)
    spoiled: set[str] = field(default_factory=set)
    collected: frozenset[str] = frozenset()
    cut: dict[str, None] = field(default_factory=dict)

    @property
    def named(self) -> AbstractSet[str]:
        """Return every metric that anything is known of."""
        return self.metrics.keys() | self.refusals.keys() | self.without_value.keys() | self.collected

    def measured_beside(self, metric: str, others: Iterable[str], *, dimension: str) -> Statistic | None:
        """Return the first of some others, above 0, that was measured in the very launches that a metric is of.

        Where the metric was made of one of them, that one alone.
        """
        share = self.metrics[metric].share
        made_of = share.table.times.get(metric)
        for other in others if made_of is None else (made_of,):
            measured = share.measure(other)
            if measured is not None and measured.dimension == dimension and measured.statistic.is_positive:
                return measured.statistic
        return None

    def lost(self, metrics: Iterable[str]) -> list[str]:
        """Return those of some metrics that a table of this kernel has for other kernels, and not for this one.

        What a table without this kernel holds was never asked of it.
        """
        return [name for name in metrics if name in self.collected and name not in self.metrics]

    def has_printed(self, metric: str) -> bool:
        """Tell whether a table prints something else than a number for what has none here, so that no row was lost."""
        printed = (share.table.printed.get(part) for share in self.shares for part in parts_of(metric))
        return metric in self.refusals and any(each is not None for each in printed)

    def unmade(self, metrics: Iterable[str]) -> dict[str, list[str]]:
        """Return the rates among the parts of some metrics that this kernel has and of which none of these was made.

        Each comes with those of the metrics that could have been made of it.
        """
        products = [name for name in metrics if is_product(name)]
        made = {factors_of(name)[0] for name in products if name in self.metrics}
        found: dict[str, list[str]] = {}
        for name in products:
            rate = factors_of(name)[0]
            # Where the sum itself was collected, nothing has to be made.
            if (
                rate in self.metrics
                and rate not in made
                and (plain_of(name) == rate or plain_of(name) not in self.metrics)
            ):
                found.setdefault(rate, []).append(name)
        return found

    def is_average(self, metric: str) -> bool:
        """Tell whether a metric of this kernel is known as an average over several launches alone."""
        parts = (group.metrics.get(metric) for share in self.shares for group in share.groups)
        return any(part is not None and part.count > 1 and part.sum_of_squares is None for part in parts)

    def may_be_left_out(self, metrics: Collection[str]) -> bool:
        """Tell whether a sum may do without some metrics: nothing was measured that would count as zero then."""
        return not self.lost(metrics) and self.spoiled.isdisjoint(metrics) and not self.unmade(metrics)

    @property
    def most_launches(self) -> int:
        """Return the most launches that any table has."""
        return max(share.launches for share in self.shares)


def gather(
    readings: Iterable[FileReading],
    *,
    group_by: GroupBy,
    needed: Collection[str],
    problems: list[Problem],
    names: Mapping[str, str] = AS_PRINTED,
) -> list[Evidence]:
    """Return what is known of every kernel, by name.

    Args:
        readings: The files.
        group_by: What makes a kernel.
        needed: The metrics that any formula uses; only about those are problems told.
        problems: Where problems are added.
        names: For a printed name the one of its kernel, where that is another.
    """
    shares: dict[KernelKey, list[TableShare]] = {}
    for reading in sorted(readings, key=lambda reading: reading.file):
        has_failed = any(problem.is_cause and problem.severity is Severity.WARNING for problem in reading.problems)
        for table in reading.tables:
            # Once for a table, not for each of its kernels, of which there may be thousands.
            measured = frozenset(metric for group in table.groups for metric in group.metrics)
            for key, groups in _by_kernel(table, group_by, names=names).items():
                share = TableShare(
                    file=reading.file, table=table, groups=tuple(groups), measured=measured, has_failed=has_failed
                )
                shares.setdefault(key, []).append(share)
    ordered = sorted(shares, key=lambda key: (key.name, key.configuration or LaunchConfiguration("", "")))
    settled = [_settle(key, shares[key], needed=needed, problems=problems) for key in ordered]
    of_tables: dict[frozenset[frozenset[str]], frozenset[str]] = {}
    for each in settled:
        measured_by = frozenset(share.measured for share in each.shares)
        if measured_by not in of_tables:
            of_tables[measured_by] = frozenset[str]().union(*measured_by)
        each.collected = of_tables[measured_by]
    return settled


def _by_kernel(
    table: LaunchTable, group_by: GroupBy, *, names: Mapping[str, str]
) -> dict[KernelKey, list[LaunchGroup]]:
    by_kernel: dict[KernelKey, list[LaunchGroup]] = {}
    for group in table.groups:
        configuration = group.configuration if group_by is GroupBy.LAUNCH_CONFIGURATION else None
        by_kernel.setdefault(KernelKey(names.get(group.kernel, group.kernel), configuration), []).append(group)
    return by_kernel


def _settle(
    key: KernelKey, shares: Sequence[TableShare], *, needed: Collection[str], problems: list[Problem]
) -> Evidence:
    evidence = Evidence(key=key, shares=tuple(shares))
    doubles: dict[tuple[str, str, str], list[str]] = {}
    # What is made of others comes behind them, so that what is wrong with a part is told of the part alone.
    for metric in sorted({metric for share in shares for metric in share.table.named}, key=_parts_first):
        incomplete: list[Problem] = []
        candidates = [
            measured
            for share in shares
            if (measured := _measure(share, metric, evidence=evidence, incomplete=incomplete)) is not None
        ]
        if not candidates:
            is_told = is_made(metric) and not evidence.spoiled.isdisjoint(parts_of(metric))
            problems.extend(incomplete if metric in needed and not is_told else ())
            continue
        # Most launches first; sorting keeps the order of the files' names among equals.
        candidates.sort(key=lambda measured: -measured.statistic.count)
        chosen, *others = candidates
        evidence.metrics[metric] = chosen
        evidence.refusals.pop(metric, None)
        evidence.spoiled.discard(metric)
        for other in others if metric in needed else ():
            # Files that add to one another have metrics in common, such as the time: that is told where it matters.
            # Of what is made of others, these are told.
            if not (is_made(metric) or _agree(chosen, other)):
                doubles.setdefault((chosen.file, other.file, _used(chosen, other)), []).append(metric)
    problems.extend(_double(key.name, told=told, metrics=metrics) for told, metrics in sorted(doubles.items()))
    return evidence


def _parts_first(metric: str) -> tuple[bool, str]:
    return is_made(metric), metric


def _measure(share: TableShare, metric: str, *, evidence: Evidence, incomplete: list[Problem]) -> Measured | None:
    """Return a metric of one table, or None after noting why there is none."""
    measured = share.measure(metric)
    if measured is None and metric in share.table.named:
        _note_unmeasured(share, metric, evidence=evidence, incomplete=incomplete)
    return measured


def _note_unmeasured(share: TableShare, metric: str, *, evidence: Evidence, incomplete: list[Problem]) -> None:
    """Note why a table that names a metric has no value of it that can be used."""
    for unusable in share.table.unusable:
        if unusable.metric == metric:
            evidence.refusals[metric] = f"{metric} has {unusable.found} instead of {unusable.expected}"
            evidence.spoiled.add(metric)
            return
    parts = share.parts(metric)
    missing = share.launches - sum(part.count for part in parts)
    evidence.refusals[metric] = f"{metric} {_lacking(share, metric, missing=missing)}"
    if parts:
        evidence.spoiled.add(metric)
    if share.has_failed:
        return  # that is told, and it says more
    if parts:
        tell = _not_made if is_made(metric) else _incomplete
        incomplete.append(tell(share, metric, kernel=evidence.key.name, missing=missing))
    elif metric not in share.measured:
        # Where other kernels have it, this one was not asked for it. Where none has it, the chip may not have it,
        # and another name for the same may be there.
        evidence.without_value[metric] = (
            _not_made(share, metric, kernel=evidence.key.name, missing=missing)
            if is_made(metric)
            else _valueless(share, metric, kernel=evidence.key.name)
        )


def _lacking(share: TableShare, metric: str, *, missing: int) -> str:
    """Return what a metric lacks, and in how many launches."""
    where = in_launches(missing, of=share.launches) if share.parts(metric) else "in every launch"
    if is_made(metric):
        return f"cannot be made {where}"
    printed = share.table.printed.get(metric)
    if printed is not None:
        return f"is {printed} {where}"
    return f"has no number {where.replace('every', 'any')}"


def _incomplete(share: TableShare, metric: str, *, kernel: str, missing: int) -> Problem:
    return Problem(
        summary=f"{metric} was not measured in every launch, so it is not used",
        severity=Severity.NOTE,
        file=share.file,
        kernel=kernel,
        found=f"{share.table.printed.get(metric, _NO_NUMBER)} {in_launches(missing, of=share.launches)}",
        remedy="collect it again; a metric that the chip does not have is always n/a",
    )


def _valueless(share: TableShare, metric: str, *, kernel: str) -> Problem:
    return Problem(
        summary=f"{metric} was measured in no launch, so it is not used",
        severity=Severity.NOTE,
        file=share.file,
        kernel=kernel,
        found=share.table.printed.get(metric, _NO_NUMBER),
        remedy="collect it again; a metric that the chip does not have is always n/a",
    )


def _not_made(share: TableShare, metric: str, *, kernel: str, missing: int) -> Problem:
    return Problem(
        summary=f"{metric} cannot be made for every launch, so it is not used",
        severity=Severity.NOTE,
        file=share.file,
        kernel=kernel,
        found=f"a part of it is n/a, 0 or an average of several launches, {in_launches(missing, of=share.launches)}",
        remedy="print every launch, and collect all parts of it in one run of the profiler",
    )


def _agree(one: Measured, other: Measured) -> bool:
    first, second = one.statistic.mean, other.statistic.mean
    return abs(first - second) <= AGREEMENT * max(abs(first), abs(second))


def _used(chosen: Measured, other: Measured) -> str:
    """Return which of two measurements of one thing is used, and why that one."""
    has_more = chosen.statistic.count > other.statistic.count
    if chosen.file == other.file:
        return "the table with the most launches is used" if has_more else "the first of the tables is used"
    why = "has the most launches" if has_more else "has as many launches and comes first by name"
    return f"{chosen.file}, which {why}, is used"


def _double(kernel: str, *, told: tuple[str, str, str], metrics: list[str]) -> Problem:
    chosen, other, used = told
    where = f"{chosen} and {other}" if chosen != other else f"{chosen}, twice"
    return Problem(
        summary=f"a metric was measured more than once, with other results, in {where}; {used}",
        file=other,
        kernel=kernel,
        found=f"{', '.join(metrics)}: the means differ by more than 2 %",
        expected="means that agree within 2 %, as those of the same launches at the same clocks do",
        remedy=(
            "if the files are different measurements, keep them in folders of their own; if one adds to the other, "
            "collect both with the same input at the same clocks, or leave what both have out of one of them"
        ),
    )
