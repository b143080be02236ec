"""How the numbers of a kernel came about: its metrics, and the arithmetic from them to the point in the chart."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from roofline_report.domain.flop_roofline import Model
from roofline_report.domain.hardware import WARP_LANES, MemoryLevel
from roofline_report.domain.instruction_roofline import InstructionBasis
from roofline_report.domain.quantity import CYCLES_OF, Quantity
from roofline_report.domain.quantity_texts import TEXTS
from roofline_report.domain.traffic import needed_quantities
from roofline_report.renderers import bounds, quantities
from roofline_report.renderers.cells import Cell, Column, Row, Table, number_cell
from roofline_report.renderers.counting import conventions_sentence, uncollected_kinds
from roofline_report.renderers.grammar import joined
from roofline_report.renderers.model_units import GIGA, MEGA, ModelUnits
from roofline_report.renderers.offers import NO_OPERATIONS
from roofline_report.renderers.pages.metrics import microseconds
from roofline_report.report.gaps import counts_no_operations, gaps_of
from roofline_report.report.names import CLOCK_NAMES, family_name, level_name, terms_for
from roofline_report.report.rooflines import Roof

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from roofline_report.domain.flop_roofline import FlopPart, FlopWork
    from roofline_report.domain.hardware import Clock
    from roofline_report.domain.profile import Measurement
    from roofline_report.report.model import KernelReport, RunReport
    from roofline_report.report.rooflines import ModelReport

_REVERSED = (
    "The intensity at {inner} is above the one at {outer}, which is unusual but no error by itself. Known reasons: "
    "L2 look-ups that count traffic between the two L2 partitions of A100 and H100, counters that miss atomics and "
    "reductions at L1, write-back, and counters of different families."
)


def arithmetic_table(run: RunReport, kernel: KernelReport) -> Table:
    """Return the steps from metrics to performance and intensities, with six digits."""
    models = [kernel.find_model(model) for model in (Model.FLOP, Model.INSTRUCTIONS)]
    rows = [
        row
        for report in models
        if report is not None
        for row in (*_work_rows(kernel, report), *_intensity_rows(report, run=run))
    ]
    rows += _clock_rows(kernel)
    return Table(
        id="roofline-arithmetic",
        caption="From the metrics to the point in the chart, per launch",
        columns=(
            Column(title="Result"),
            Column(title="Arithmetic"),
            Column(title="Value", numeric=True),
            Column(title="Unit"),
        ),
        rows=tuple(rows),
        sortable=False,
    )


def _work_rows(kernel: KernelReport, report: ModelReport) -> list[Row]:
    return _operation_rows(kernel, report) if report.model.counts_flop else _instruction_rows(kernel, report)


def _operation_rows(kernel: KernelReport, report: ModelReport) -> list[Row]:
    parts = [(_part_name(part), part) for part in kernel.flop.parts if part.flop or len(kernel.flop.parts) == 1]
    more = bounds.work_sign(report)
    rows = [
        _step(
            name,
            _sum_of(part.measurement),
            value=part.flop,
            unit="FLOP",
            sign=bounds.AT_LEAST if part.measurement.lower_bound else "",
        )
        for name, part in parts
    ]
    if len(parts) > 1:
        arithmetic = " + ".join(quantities.six_digits(part.flop) for _, part in parts)
        rows.append(_step("All operations", arithmetic, value=report.work, unit="FLOP", sign=more))
    if report.rate_per_s is not None:
        arithmetic = f"{quantities.six_digits(report.work)} / {microseconds(kernel.kernel.duration_s)}"
        rows.append(_step("Performance", arithmetic, value=report.rate_per_s / GIGA, unit="GFLOP/s", sign=more))
    if report.peak is not None and len(report.peak.parts) > 1:
        seconds = " + ".join(
            f"{quantities.six_digits(part.work)} / {quantities.flop_rate(part.peak_per_s)}"
            for part in report.peak.parts
        )
        arithmetic = f"{quantities.six_digits(report.work)} / ({seconds})"
        sign = bounds.peak_sign(report)
        rows.append(_step("Peak of its mix", arithmetic, value=report.peak.per_s / GIGA, unit="GFLOP/s", sign=sign))
    return rows


def _part_name(part: FlopPart) -> str:
    name, separator, addition = part.kind.in_words(tensor="tensor").partition(" with ")
    return f"{name} operations{separator}{addition}"


def _sum_of(measurement: Measurement) -> str:
    """Return a weighted sum in numbers; the table of metrics has their names."""
    weights = ["" if term.weight == 1 else f"{quantities.weight(term.weight)} x " for term in measurement.terms]
    values = [quantities.six_digits(term.statistic.mean) for term in measurement.terms]
    return " + ".join(f"{weight}{value}" for weight, value in zip(weights, values, strict=True))


def _instruction_rows(kernel: KernelReport, report: ModelReport) -> list[Row]:
    work, seconds = kernel.instructions, kernel.kernel.duration_s
    rows = []
    threads = kernel.kernel.per_launch(Quantity.THREAD_INSTRUCTIONS)
    if threads is not None:
        arithmetic = f"{quantities.count(threads)} thread instructions / {WARP_LANES}"
        rows.append(_step("Warp instructions", arithmetic, value=work.from_threads, unit="warp instructions"))
    if work.issued is not None:
        rows.append(_step("Issued warp instructions", "as counted", value=work.issued, unit="warp instructions"))
    if report.rate_per_s is not None:
        arithmetic = f"{quantities.six_digits(work.drawn)} / {microseconds(seconds)}"
        name = "Performance" if work.basis is InstructionBasis.THREADS else "Performance, from issued instructions"
        rows.append(_step(name, arithmetic, value=report.rate_per_s / GIGA, unit="warp GIPS"))
    if kernel.issue_rate_per_s is not None and work.basis is InstructionBasis.THREADS:
        arithmetic = f"{quantities.six_digits(work.issued)} / {microseconds(seconds)}"
        rows.append(_step("Issue rate", arithmetic, value=kernel.issue_rate_per_s / GIGA, unit="warp GIPS"))
    return rows


def _intensity_rows(report: ModelReport, *, run: RunReport) -> list[Row]:
    units = ModelUnits(report.model, run.device.device)
    unit = "FLOP/byte" if report.model.counts_flop else "warp instructions/transaction"
    rows = []
    for level in report.levels:
        if level.traffic is None or level.intensity is None:
            continue
        traffic = level.traffic.physical_bytes if report.model.counts_flop else level.traffic.transactions
        arithmetic = f"{quantities.six_digits(report.work)} / {quantities.six_digits(traffic)} {units.traffic_unit}"
        name = f"Intensity at {family_name(level.traffic.family, run.device.device)}"
        rows.append(
            _step(name, arithmetic, value=level.intensity, unit=unit, sign=bounds.intensity_sign(report, level))
        )
    return rows


def _clock_rows(kernel: KernelReport) -> list[Row]:
    """Return how the clocks came about that roofs are at; those of the memory may have one of their own."""
    uses = [use for report in kernel.models for use in report.verdict.uses]
    if not any(use.origin.is_at_own_clock for use in uses):
        return []
    return [
        _step(f"{CLOCK_NAMES[clock]} clock", _clock_arithmetic(kernel, clock), value=hertz / MEGA, unit="MHz")
        for clock, hertz in kernel.kernel.clocks.items()
    ]


def _clock_arithmetic(kernel: KernelReport, clock: Clock) -> str:
    """Return cycles over the time of the kernel, where they were counted in the launches that it is of."""
    cycles, seconds = kernel.kernel.per_launch(CYCLES_OF[clock]), kernel.kernel.duration_s
    if cycles is None or not seconds:
        return "as reported"
    is_of_them = math.isclose(cycles / seconds, kernel.kernel.clocks[clock], rel_tol=1e-9)
    over = microseconds(seconds) if is_of_them else "their own time"
    return f"{quantities.six_digits(cycles)} cycles / {over}"


def _step(name: str, arithmetic: str, *, value: float | None, unit: str, sign: str = "") -> Row:
    return Row(
        cells=(
            Cell(text=name),
            Cell(text=arithmetic),
            number_cell(value, f"{sign}{quantities.six_digits(value)}"),
            Cell(text=unit),
        )
    )


def kernel_notes(run: RunReport, kernel: KernelReport, *, used: Mapping[Quantity, Measurement]) -> list[str]:
    """Return what a reader has to know about the numbers of a kernel, in sentences.

    Args:
        run: Its run.
        kernel: The kernel.
        used: What `used_measurements` gives of it.
    """
    conventions = run.options.conventions
    # What casts doubt on the numbers comes before what explains them, and what holds for every page comes last.
    notes = [
        *_bound_notes(run, kernel),
        *(_flop_notes(run, kernel.flop) if kernel.flop.parts or kernel.flop.lost else ()),
        *_gap_notes(run, kernel),
        *_order_notes(run, kernel),
        *(f"{TEXTS[quantity].title}: {note}" for quantity, each in used.items() for note in each.notes),
        *(conventions_sentence(conventions, report.model, kernels=[kernel]) for report in _main_models(kernel)),
    ]
    return [note.rstrip(".") + "." for note in dict.fromkeys(notes)]


def how_to_fill(run: RunReport, kernel: KernelReport) -> str | None:
    """Return how to collect what a run lacks, on the page of a kernel that lacks some of it; None elsewhere."""
    return run.how_to_collect if gaps_of(kernel, options=run.options) else None


def _gap_notes(run: RunReport, kernel: KernelReport) -> Iterator[str]:
    """Yield what is not known of what the models need."""
    missing = _missing_quantities(run, kernel)
    absences = {quantity: each for quantity, each in kernel.kernel.absences.items() if quantity in missing}
    for quantity in (each for each in Quantity if each in absences):
        reason = absences[quantity].reason
        has = "the files have " if reason.startswith("no ") else ""
        yield f"{TEXTS[quantity].title}: not known ({has}{reason})"
    if counts_no_operations([kernel]):
        yield NO_OPERATIONS


def _main_models(kernel: KernelReport) -> list[ModelReport]:
    """Return the models that say all that the others do."""
    return [report for report in kernel.models if report.model in (Model.FLOP, Model.INSTRUCTIONS)]


def _missing_quantities(run: RunReport, kernel: KernelReport) -> set[Quantity]:
    """Return the quantities that the models of a kernel need and that are not known."""
    needed = {Quantity.DURATION}
    for report in _main_models(kernel):
        if report.model.counts_flop:
            levels = [level.level for level in report.levels if level.traffic is None]
        else:
            # Where operations were collected in part, these are asked for instead.
            if report.work is not None or not kernel.flop.lost:
                needed |= {Quantity.THREAD_INSTRUCTIONS, Quantity.WARP_INSTRUCTIONS}
            levels = list(MemoryLevel)
        needed.update(*(needed_quantities(level, run.options.conventions) for level in levels))
    return needed


def _bound_notes(run: RunReport, kernel: KernelReport) -> Iterator[str]:
    """Yield what was left out of numbers that are lower bounds for it."""
    for report in _main_models(kernel):
        for level in (level for level in report.levels if level.traffic is not None and level.traffic.left_out):
            left_out = () if level.traffic is None else level.traffic.left_out
            name = level_name(level.level, run.device.device)
            yield f"{name} traffic leaves out {joined(left_out)}, which were not measured"
        if not report.model.counts_flop and any(
            use.lower_bound and use.roof is Roof.ISSUE for use in report.verdict.uses
        ):
            yield (
                "The use of the instruction-issue roof is a lower bound: it is made from thread instructions / 32, "
                "because issued warp instructions were not collected"
            )
    if kernel.flop.hidden_tensor:
        integers = kernel.access.tensor_integer_operations
        counted = "of their operations only those on 8-bit integers were" if integers else "their operations were not"
        yield f"The tensor units were active, but {counted} counted: they are unknown{_so_far(kernel.flop)}"


def _order_notes(run: RunReport, kernel: KernelReport) -> Iterator[str]:
    """Yield where an inner level has a higher intensity than an outer one."""
    for report in _main_models(kernel):
        for inner, outer in report.inner_above_outer:
            yield _REVERSED.format(
                inner=level_name(inner, run.device.device), outer=level_name(outer, run.device.device)
            )


def _lost_notes(flop: FlopWork, *, tensor: str) -> Iterator[str]:
    """Yield which operations are not known although some of them were collected."""
    in_part = dict(flop.incomplete)
    lost = [kind.in_words(tensor=tensor) for kind in flop.lost if kind not in in_part]
    if lost:
        yield f"Operations of {joined(lost)} were collected and are missing for this kernel{_so_far(flop)}"
    for kind, never in in_part.items():
        yield (
            f"Operations of {kind.in_words(tensor=tensor)} were collected in part, without "
            f"{joined(never)}{_so_far(flop)}"
        )


def _flop_notes(run: RunReport, flop: FlopWork) -> Iterator[str]:
    """Yield which operations are in no sum, and why."""
    tensor = terms_for(run.device.device).tensor
    yield from _lost_notes(flop, tensor=tensor)
    missing = uncollected_kinds([flop], tensor=tensor, units=f"the {tensor} units")
    if missing:
        yield f"Operations of {joined(missing)} were not collected{_so_far(flop)}"


def _so_far(flop: FlopWork) -> str:
    return ", so the operations shown are a lower bound" if flop.done else ""
