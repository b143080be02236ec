"""The metrics that the numbers of a kernel were made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from roofline_report.domain.flop_roofline import Model
from roofline_report.domain.hardware import Origin
from roofline_report.domain.quantity import CYCLES_OF, INSTRUCTION_MIX, Quantity
from roofline_report.domain.quantity_texts import TEXTS
from roofline_report.renderers import quantities
from roofline_report.renderers.cells import Cell, Column, Row, Table, number_cell

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from roofline_report.domain.profile import MeasuredTerm, Measurement
    from roofline_report.report.model import KernelReport, RunReport

_OF_INSTRUCTIONS = (Quantity.WARP_INSTRUCTIONS, Quantity.THREAD_INSTRUCTIONS)
_OF_THREADS = (Quantity.PREDICATED_THREAD_INSTRUCTIONS, Quantity.INT8_TENSOR_OPERATIONS, *INSTRUCTION_MIX)
_IN_LAUNCHES: Final = "per launch, over its {:,} launches"
_OF_CONFLICTS = (Quantity.SHARED_LOAD_CONFLICTS, Quantity.SHARED_STORE_CONFLICTS)


def used_measurements(run: RunReport, kernel: KernelReport) -> dict[Quantity, Measurement]:
    """Return what the page of a kernel is made of, in the order of `Quantity`.

    A report may hold the same traffic by several counters, of which one is drawn.
    """
    known = kernel.kernel.measurements
    used = {quantity for quantity in _used_by_name(run, kernel) if quantity in known}
    in_results = [id(measurement) for measurement in _in_results(kernel)]
    used |= {quantity for quantity, measurement in known.items() if id(measurement) in in_results}
    return {quantity: known[quantity] for quantity in Quantity if quantity in used}


def _used_by_name(run: RunReport, kernel: KernelReport) -> Iterator[Quantity]:
    yield Quantity.DURATION
    if kernel.find_model(Model.INSTRUCTIONS) is not None or kernel.access.lane_efficiency is not None:
        yield from _OF_INSTRUCTIONS
    yield from _OF_THREADS
    if kernel.access.patterns:
        yield from _OF_CONFLICTS
    if kernel.flop.parts:
        yield Quantity.TENSOR_ACTIVITY
    ceilings = (*kernel.ceilings.bandwidths, *kernel.ceilings.computes)
    if any(ceiling.origin.is_at_own_clock for ceiling in ceilings):
        yield from CYCLES_OF.values()
    if _issue_is_made_of_the_launch(run, kernel):
        yield Quantity.LAUNCH_MULTIPROCESSORS


def _issue_is_made_of_the_launch(run: RunReport, kernel: KernelReport) -> bool:
    """Tell whether the roof of instruction issue has the multiprocessors of the launch in it.

    Those that the report counts on the device come before them.
    """
    report, attributes = kernel.find_model(Model.INSTRUCTIONS), run.device.attributes
    if report is None or report.peak is None or (attributes is not None and attributes.sm_count is not None):
        return False
    return report.peak.origin in (Origin.ATTRIBUTES, Origin.MAXIMUM_CLOCK)


def _in_results(kernel: KernelReport) -> Iterator[Measurement]:
    """Yield what work, traffic and accesses were made from."""
    yield from (part.measurement for part in kernel.flop.parts)
    for report in kernel.models:
        for level in (*report.levels, *report.judged_beside):
            yield from () if level.traffic is None else level.traffic.measurements
    for pattern in kernel.access.patterns:
        yield from pattern.measurements


def metric_table(used: Mapping[Quantity, Measurement], *, launches: int) -> Table:
    """Return every metric that was used, with the quantity and the weight that it went in with.

    What is alike for all of them, the launches or the file, is told in the caption.

    Args:
        used: What `used_measurements` gives of a kernel.
        launches: How often the kernel ran.
    """
    terms = [(quantity, term) for quantity, each in used.items() for term in each.terms]
    files, counts = {term.file for _, term in terms}, {launches, *(term.statistic.count for _, term in terms)}
    show = _Shown(file=len(files) > 1, extremes=counts != {1}, count=len(counts) > 1)
    launch = "per launch" if show.count else _IN_LAUNCHES.format(launches)
    launch = launch if show.extremes else "in its one launch"
    named = f"named them in {base_name(files.pop())}" if len(files) == 1 else "named them"
    return Table(
        id="roofline-metrics",
        caption=f"Metrics as the profiler {named}, and their values {launch}",
        columns=(
            Column(title="Quantity"),
            Column(title="Metric"),
            Column(title="Weight", numeric=True),
            *(Column(title=title, numeric=True) for title in show.titles()),
        ),
        rows=tuple([_metric_row(quantity, term, show=show) for quantity, term in terms]),
        sortable=False,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Shown:
    """What rows tell because it is not alike for all of them: the file, minimum and maximum, the launches."""

    file: bool
    extremes: bool
    count: bool

    def titles(self) -> tuple[str, ...]:
        """Return the headings of the values."""
        values = ("Mean", "Minimum", "Maximum") if self.extremes else ("Value",)
        return (*values, "Launches") if self.count else values


def _metric_row(quantity: Quantity, term: MeasuredTerm, *, show: _Shown) -> Row:
    statistic = term.statistic
    in_words = microseconds if quantity is Quantity.DURATION else quantities.six_digits
    values = (statistic.mean, statistic.minimum, statistic.maximum) if show.extremes else (statistic.mean,)
    return Row(
        cells=(
            Cell(text=TEXTS[quantity].title),
            Cell(
                text=term.metric,
                detail=base_name(term.file) if show.file else None,
                hover=term.file if show.file else None,
                code=True,
            ),
            number_cell(term.weight, quantities.weight(term.weight)),
            *[number_cell(value, in_words(value)) for value in values],
            *([number_cell(float(statistic.count), quantities.count(statistic.count))] if show.count else []),
        )
    )


def base_name(file: str) -> str:
    """Return the name of a file without its folders."""
    return file.rpartition("/")[2]


def formula_sources(used: Mapping[Quantity, Measurement]) -> list[tuple[str, str]]:
    """Return where the formula of each quantity stands."""
    return [(TEXTS[quantity].title, measurement.source) for quantity, measurement in used.items()]


def microseconds(seconds: float | None) -> str:
    """Return a time in microseconds, with six digits."""
    return quantities.UNKNOWN if seconds is None else f"{quantities.six_digits(seconds * 1e6)}\N{NO-BREAK SPACE}µs"
