"""What a run.yml may say: read over the defaults of the site."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from roofline_report.configuration.keys import Key
from roofline_report.configuration.reference import list_keys
from roofline_report.devices.ceilings import read_ceilings, roof_of
from roofline_report.domain.conventions import AtomicsCount, Conventions, HalfCount
from roofline_report.domain.hardware import MemoryLevel, Origin
from roofline_report.domain.profile import GroupBy
from roofline_report.domain.quantity import Quantity
from roofline_report.domain.quantity_texts import TEXTS
from roofline_report.report.options import KernelOptions, RunOptions

if TYPE_CHECKING:
    from roofline_report.configuration.fields import Fields
    from roofline_report.configuration.keys import AskedKey
    from roofline_report.devices.ceilings import AnyCeiling
    from roofline_report.readers.metrics.metric_table import MetricOverrides

RUN_FILE = "run.yml"
MARKERS = ("circle", "square", "triangle", "inverted_triangle", "diamond", "hex", "star", "plus", "cross", "x")
"""Markers that a kernel may be given, by Bokeh's names."""

_TITLE: Final = Key("title", "title of the run's page and in the navigation; the id of the run if absent")
_DESCRIPTION: Final = Key("description", 'Markdown on the run\'s page, under "About this run"')
_DEVICE: Final = Key(
    "device",
    "the device, by the name that its driver prints; in a `run.yml` it counts before what the profiler printed, in the "
    "settings of a site after it",
)
_DATE: Final = Key(
    "date", "when the run was taken, the year first, such as 2026-03-14; runs are listed by it, the newest first"
)
_COMMIT: Final = Key("commit", "the commit of the profiled code")
_DRIVER: Final = Key("driver", "the version of the driver")
_CLOCKS: Final = Key(
    "clocks", "what is known of the clocks, in words; `not locked` or `boost` says that ceilings at boost clock hold"
)
_COMMAND: Final = Key("command", "the command; it is printed only because it is given here")
_BASELINE: Final = Key("baseline", "the id of another run; it is checked, but comparisons are not there yet")
_KERNELS: Final = Key("kernels", "which kernels are shown, and how")
_LEVELS: Final = Key("levels", "the memory levels in the chart; tables have all of them")
_CEILINGS: Final = Key("ceilings", "ceilings over those of the device")
_TRANSACTIONS: Final = Key("transactions", "two conventions of counting traffic")
_FLOP: Final = Key("flop", "a convention of counting operations")
_METRICS: Final = Key("metrics", "which metrics of the profiler make up a quantity")
_GROUP_BY: Final = Key(
    "group_by",
    "`name`: a kernel is what has one full name; `launch_configuration`: grid and block tell kernels apart too",
)

_INCLUDE: Final = Key("include", "show only the kernels that match one of these patterns; all if absent")
_EXCLUDE: Final = Key("exclude", "leave out the kernels that match one of these patterns; it counts after `include`")
_LABELS: Final = Key("labels", "short names by pattern; the first pattern that matches counts")
_COLORS: Final = Key("colors", 'a CSS colour by pattern, such as `"#0072b2"` or `teal`, for the dots of a kernel')
_MARKERS: Final = Key("markers", "a shape by pattern, for the dots of a kernel")

_SHARED_WEIGHT: Final = Key("shared_weight", "32-byte transactions that a shared-memory wavefront counts as at L1")
_L2_ATOMICS: Final = Key("l2_atomics", "how often an L2 atomic or reduction counts")

_FP16: Final = Key(
    "fp16",
    "how many operations a thread instruction of FP16 counts as: `packed`, two, or `scalar`, one; an FMA as twice that",
)

_QUANTITIES: Final = tuple(Key(quantity, text.meaning) for quantity, text in TEXTS.items())

_DATE_FORM = re.compile(r"\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01])(?:[T ].*)?)?)?$")
_COLOR_FORM = re.compile(r"#[0-9a-fA-F]{3}|#[0-9a-fA-F]{6}|[a-zA-Z]{3,30}")


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
        # What a profiler printed of a run is nearer to it than what a site says of all of them.
        options = replace(self.options, kernels=kernels, device=None, device_of_site=self.options.device)
        return replace(self, options=options, own_metrics=frozenset(), has_own_baseline=False)


def list_run_keys() -> tuple[AskedKey, ...]:
    """Return every key of a run.yml, for the documentation."""
    return list_keys(lambda fields: read_run_settings(fields, over=RunSettings(), given_in=RUN_FILE))


def read_run_settings(fields: Fields, *, over: RunSettings, given_in: str) -> RunSettings:
    """Return what a mapping says of a run, over what is said already.

    Args:
        fields: The mapping; the caller finishes it, because settings share one with these keys.
        over: The values that hold where the mapping is silent.
        given_in: The file, for the ceilings it states.
    """
    options = _options(fields, over=over.options, given_in=given_in)
    baseline = fields.text(_BASELINE)
    metrics = _metrics(fields.fields(_METRICS))
    return RunSettings(
        options=replace(options, baseline=baseline or options.baseline),
        metrics={**over.metrics, **metrics},
        group_by=fields.choice(_GROUP_BY, tuple(GroupBy), default=over.group_by),
        own_metrics=over.own_metrics.union(metrics),
        has_own_baseline=over.has_own_baseline or baseline is not None,
    )


def _options(fields: Fields, *, over: RunOptions, given_in: str) -> RunOptions:
    options = replace(
        over,
        title=fields.text(_TITLE) or over.title,
        description=fields.text(_DESCRIPTION) or over.description,
        device=fields.text(_DEVICE) or over.device,
        date=_date(fields) or over.date,
        commit=fields.text(_COMMIT) or over.commit,
        driver=fields.text(_DRIVER) or over.driver,
        clocks=fields.text(_CLOCKS) or over.clocks,
        command=fields.text(_COMMAND) or over.command,
        kernels=_kernel_options(fields.fields(_KERNELS), over=over.kernels),
        levels=fields.choices(_LEVELS, tuple(MemoryLevel), default=over.levels) or over.levels,
        ceilings=_over(over.ceilings, read_ceilings(fields.items(_CEILINGS), given_in, theoretical=Origin.RUN_FILE)),
        conventions=_conventions(fields.fields(_TRANSACTIONS), fields.fields(_FLOP), over=over.conventions),
    )
    fields.refuse_empty_list(_LEVELS)
    return options


def _date(fields: Fields) -> str | None:
    """Return the date as written. Runs are put in order by it, which needs the year first."""
    text = fields.text(_DATE)
    if text is None or _DATE_FORM.match(text):
        return text
    fields.problem(_DATE, "is no date that runs can be put in order by", expected="such as 2026-11-02")
    return None


def _over(known: tuple[AnyCeiling, ...], given: tuple[AnyCeiling, ...]) -> tuple[AnyCeiling, ...]:
    """Return ceilings of which the later ones replace earlier ones of the same roof and class."""
    by_roof = {(roof_of(ceiling), ceiling.origin.is_physical): ceiling for ceiling in (*known, *given)}
    return tuple(by_roof.values())


def _kernel_options(fields: Fields | None, *, over: KernelOptions) -> KernelOptions:
    if fields is None:
        return over
    # An empty list is an answer too: it takes back what the site says.
    include, exclude = fields.text_list(_INCLUDE), fields.text_list(_EXCLUDE)
    # What the run says of a pattern comes before what the site says of it: the first match counts.
    return KernelOptions(
        include=over.include if include is None else include,
        exclude=over.exclude if exclude is None else exclude,
        labels=(*fields.text_pairs(_LABELS), *over.labels),
        colors=(*_colors(fields), *over.colors),
        markers=(*fields.word_pairs(_MARKERS, MARKERS), *over.markers),
        of_site=over.of_site,
    )


def _colors(fields: Fields) -> tuple[tuple[str, str], ...]:
    child = fields.fields(_COLORS)
    pairs = []
    for pattern, color in fields.text_pairs(_COLORS):
        if _COLOR_FORM.fullmatch(color):
            pairs.append((pattern, color))
        elif child is not None:
            child.problem(pattern, "is no colour", expected='a CSS colour, such as "#0072b2" or "teal"')
    return tuple(pairs)


def _conventions(transactions: Fields | None, flop: Fields | None, *, over: Conventions) -> Conventions:
    if transactions is not None:
        over = replace(
            over,
            shared_weight=transactions.number(_SHARED_WEIGHT, above=0, default=over.shared_weight),
            l2_atomics=transactions.choice(_L2_ATOMICS, tuple(AtomicsCount), default=over.l2_atomics),
        )
    return over if flop is None else replace(over, fp16=flop.choice(_FP16, tuple(HalfCount), default=over.fp16))


def _metrics(fields: Fields | None) -> dict[Quantity, tuple[tuple[str, float], ...]]:
    """Return metric overrides: a metric, a list of metrics to add up, or metrics with the weight of each."""
    if fields is None:
        return {}
    given = {Quantity(key): fields.weights(key) for key in _QUANTITIES}
    return {quantity: terms for quantity, terms in given.items() if terms}
