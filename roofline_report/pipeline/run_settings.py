"""What a run.yml may say: read over the defaults of the site."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from roofline_report.devices.ceilings import read_ceilings, roof_of
from roofline_report.domain.hardware import MemoryLevel
from roofline_report.domain.instruction_roofline import AtomicsCount, TransactionRules
from roofline_report.domain.profile import GroupBy, Quantity
from roofline_report.report.options import KernelOptions, RunOptions

if TYPE_CHECKING:
    from roofline_report.configuration.fields import Fields
    from roofline_report.devices.ceilings import AnyCeiling
    from roofline_report.readers.metric_table import MetricOverrides

RUN_FILE = "run.yml"
MARKERS = ("circle", "square", "triangle", "inverted_triangle", "diamond", "hex", "star", "plus", "cross", "x")
"""Markers that a kernel may be given, by Bokeh's names."""

_DATE = re.compile(r"\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01])(?:[T ].*)?)?)?$")
_COLOR = re.compile(r"#[0-9a-fA-F]{3}|#[0-9a-fA-F]{6}|[a-zA-Z]{3,30}")


@dataclass(frozen=True, slots=True, kw_only=True)
class RunSettings:
    """The values of a run.yml.

    Attributes:
        options: What the report needs.
        metrics: Which profiler metrics make up a quantity, over the reader's own tables.
        group_by: What tells kernels apart.
        own_metrics: The quantities whose metrics the run itself states; the others are stated for every run.
        has_own_baseline: Whether the run itself states the baseline.
    """

    options: RunOptions = field(default_factory=RunOptions)
    metrics: MetricOverrides = field(default_factory=dict)
    group_by: GroupBy = GroupBy.NAME
    own_metrics: frozenset[Quantity] = frozenset()
    has_own_baseline: bool = False

    def for_a_run(self) -> RunSettings:
        """Return the same as what a site says of every run: what does not fit one of them is no fault."""
        kernels = replace(self.options.kernels, of_site=self.options.kernels.patterns)
        options = replace(self.options, kernels=kernels)
        return replace(self, options=options, own_metrics=frozenset(), has_own_baseline=False)


def read_run_settings(fields: Fields, *, over: RunSettings, given_in: str) -> RunSettings:
    """Return what a mapping says of a run, over what is said already.

    Args:
        fields: The mapping; the caller finishes it, because settings share one with these keys.
        over: The values that hold where the mapping is silent.
        given_in: The file, for the ceilings it states.
    """
    options = over.options
    fields.refuse_empty_list("levels")
    metrics = _metrics(fields.fields("metrics"))
    baseline = fields.text("baseline")
    return RunSettings(
        options=replace(
            options,
            title=fields.text("title") or options.title,
            description=fields.text("description") or options.description,
            device=fields.text("device") or options.device,
            date=_date(fields) or options.date,
            commit=fields.text("commit") or options.commit,
            driver=fields.text("driver") or options.driver,
            clocks=fields.text("clocks") or options.clocks,
            command=fields.text("command") or options.command,
            baseline=baseline or options.baseline,
            kernels=_kernel_options(fields.fields("kernels"), over=options.kernels),
            levels=fields.choices("levels", tuple(MemoryLevel)) or options.levels,
            ceilings=_over(options.ceilings, read_ceilings(fields.items("ceilings"), given_in)),
            rules=_rules(fields.fields("transactions"), over=options.rules),
        ),
        metrics={**over.metrics, **metrics},
        group_by=fields.choice("group_by", tuple(GroupBy), default=over.group_by),
        own_metrics=over.own_metrics.union(metrics),
        has_own_baseline=over.has_own_baseline or baseline is not None,
    )


def _date(fields: Fields) -> str | None:
    """Return the date as written. Runs are put in order by it, which needs the year first."""
    text = fields.text("date")
    if text is None or _DATE.match(text):
        return text
    fields.problem("date", "is no date that runs can be put in order by", expected="such as 2026-11-02")
    return None


def _over(known: tuple[AnyCeiling, ...], given: tuple[AnyCeiling, ...]) -> tuple[AnyCeiling, ...]:
    """Return ceilings of which the later ones replace earlier ones of the same roof and class."""
    by_roof = {(roof_of(ceiling), ceiling.origin.is_physical): ceiling for ceiling in (*known, *given)}
    return tuple(by_roof.values())


def _kernel_options(fields: Fields | None, *, over: KernelOptions) -> KernelOptions:
    if fields is None:
        return over
    # An empty list is an answer too: it takes back what the site says.
    include, exclude = fields.text_list("include"), fields.text_list("exclude")
    # What the run says of a pattern comes before what the site says of it: the first match counts.
    return KernelOptions(
        include=over.include if include is None else include,
        exclude=over.exclude if exclude is None else exclude,
        labels=(*fields.text_pairs("labels"), *over.labels),
        colors=(*_colors(fields), *over.colors),
        markers=(*_markers(fields), *over.markers),
        of_site=over.of_site,
    )


def _colors(fields: Fields) -> tuple[tuple[str, str], ...]:
    child = fields.fields("colors")
    pairs = []
    for pattern, color in fields.text_pairs("colors"):
        if _COLOR.fullmatch(color):
            pairs.append((pattern, color))
        elif child is not None:
            child.problem(pattern, "is no colour", expected='a CSS colour, such as "#0072b2" or "teal"')
    return tuple(pairs)


def _markers(fields: Fields) -> tuple[tuple[str, str], ...]:
    child = fields.fields("markers")
    if child is None:
        return ()
    found = ((pattern, child.choice(pattern, MARKERS)) for pattern in child.keys)
    return tuple((pattern, marker) for pattern, marker in found if marker is not None)


def _rules(fields: Fields | None, *, over: TransactionRules) -> TransactionRules:
    if fields is None:
        return over
    return TransactionRules(
        shared_weight=fields.number("shared_weight", above=0, default=over.shared_weight),
        l2_atomics=fields.choice("l2_atomics", tuple(AtomicsCount), default=over.l2_atomics),
    )


def _metrics(fields: Fields | None) -> dict[Quantity, tuple[tuple[str, float], ...]]:
    """Return metric overrides: a metric, a list of metrics to add up, or metrics with the weight of each."""
    overrides: dict[Quantity, tuple[tuple[str, float], ...]] = {}
    if fields is None:
        return overrides
    for quantity in Quantity:
        if not fields.has(quantity):
            continue
        if fields.is_mapping(quantity):
            terms = fields.number_pairs(quantity)
        else:
            terms = tuple((metric, 1.0) for metric in fields.text_list(quantity) or ())
        if terms:
            overrides[quantity] = terms
    return overrides
