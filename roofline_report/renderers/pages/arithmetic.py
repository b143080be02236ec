"""How the numbers of a kernel came about: its metrics, and the arithmetic from them to the point in the chart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roofline_report.domain.hardware import WARP_LANES
from roofline_report.domain.instruction_roofline import InstructionBasis, l2_quantity
from roofline_report.domain.profile import Quantity, how_to_collect
from roofline_report.renderers import quantities, words
from roofline_report.renderers.cells import Cell, Column, Row, Table, number_cell
from roofline_report.renderers.grammar import joined
from roofline_report.report.names import level_name

if TYPE_CHECKING:
    from roofline_report.domain.profile import MeasuredTerm
    from roofline_report.report.model import KernelReport, LevelReport, RunReport

QUANTITY_NAMES = {
    Quantity.DURATION: "Time",
    Quantity.WARP_INSTRUCTIONS: "Issued warp instructions",
    Quantity.THREAD_INSTRUCTIONS: "Thread instructions",
    Quantity.GLOBAL_SECTORS: "Global sectors (L1)",
    Quantity.LOCAL_SECTORS: "Local sectors (L1)",
    Quantity.GLOBAL_ATOMIC_SECTORS: "Global atomic sectors (L1)",
    Quantity.SHARED_WAVEFRONTS: "Shared wavefronts",
    Quantity.L2_SECTORS: "L2 sectors",
    Quantity.L2_SECTORS_ATOMICS_TWICE: "L2 sectors, atomics twice",
    Quantity.DRAM_SECTORS: "DRAM sectors",
}

# What is added to L1 traffic where it was collected; `LevelTraffic.left_out` tells where it was not.
_OPTIONAL = frozenset({Quantity.LOCAL_SECTORS, Quantity.GLOBAL_ATOMIC_SECTORS})

_REVERSED = (
    "The intensity at {inner} is above the one at {outer}, which is unusual but no error by itself. Known reasons: "
    "L2 look-ups that count traffic between the two L2 partitions of A100 and H100, counters that miss atomics and "
    "reductions at L1, write-back, and counters of different families."
)


def arithmetic_table(run: RunReport, kernel: KernelReport) -> Table:
    """Return the steps from metrics to performance and intensities, with six digits."""
    rows = [*_rate_rows(kernel), *(row for level in kernel.levels if (row := _intensity_row(run, kernel, level=level)))]
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


def _rate_rows(kernel: KernelReport) -> list[Row]:
    work, seconds = kernel.work, kernel.kernel.duration_s
    rows = []
    threads = kernel.kernel.per_launch(Quantity.THREAD_INSTRUCTIONS)
    if threads is not None:
        arithmetic = f"{quantities.count(threads)} thread instructions / {WARP_LANES}"
        rows.append(_step("Warp instructions", arithmetic, value=work.from_threads, unit="warp instructions"))
    if work.issued is not None:
        rows.append(_step("Issued warp instructions", "as counted", value=work.issued, unit="warp instructions"))
    if kernel.rate_per_s is not None:
        arithmetic = f"{quantities.six_digits(work.drawn)} / {_microseconds(seconds)}"
        name = "Performance" if work.basis is InstructionBasis.THREADS else "Performance, from issued instructions"
        rows.append(_step(name, arithmetic, value=kernel.rate_per_s / 1e9, unit="warp GIPS"))
    if kernel.issue_rate_per_s is not None and work.basis is InstructionBasis.THREADS:
        arithmetic = f"{quantities.six_digits(work.issued)} / {_microseconds(seconds)}"
        rows.append(_step("Issue rate", arithmetic, value=kernel.issue_rate_per_s / 1e9, unit="warp GIPS"))
    return rows


def _microseconds(seconds: float | None) -> str:
    return quantities.UNKNOWN if seconds is None else f"{quantities.six_digits(seconds * 1e6)}\N{NO-BREAK SPACE}µs"


def _intensity_row(run: RunReport, kernel: KernelReport, *, level: LevelReport) -> Row | None:
    if level.traffic is None or level.intensity is None:
        return None
    arithmetic = (
        f"{quantities.six_digits(kernel.work.drawn)} / {quantities.six_digits(level.traffic.transactions)} transactions"
    )
    name = f"Intensity at {level_name(level.level, run.roofs.device)}"
    return _step(name, arithmetic, value=level.intensity, unit="warp instructions/transaction")


def _step(name: str, arithmetic: str, *, value: float | None, unit: str) -> Row:
    return Row(
        cells=(
            Cell(text=name),
            Cell(text=arithmetic),
            number_cell(value, quantities.six_digits(value)),
            Cell(text=unit),
        )
    )


def metric_table(run: RunReport, kernel: KernelReport) -> Table:
    """Return every metric that was used, with the quantity and the weight that it went in with."""
    return Table(
        id="roofline-metrics",
        caption="Metrics as the profiler named them, and their values per launch",
        columns=(
            Column(title="Quantity"),
            Column(title="Metric"),
            Column(title="Weight", numeric=True),
            Column(title="Mean", numeric=True),
            Column(title="Minimum", numeric=True),
            Column(title="Maximum", numeric=True),
            Column(title="Launches", numeric=True),
        ),
        rows=tuple(
            _metric_row(quantity, term)
            for quantity in _used_quantities(run)
            if (measurement := kernel.kernel.measurements.get(quantity)) is not None
            for term in measurement.terms
        ),
        sortable=False,
    )


def _metric_row(quantity: Quantity, term: MeasuredTerm) -> Row:
    statistic = term.statistic
    show = _microseconds if quantity is Quantity.DURATION else quantities.six_digits
    return Row(
        cells=(
            Cell(text=QUANTITY_NAMES[quantity]),
            Cell(text=term.metric, detail=term.file.rpartition("/")[2], hover=term.file, code=True),
            number_cell(term.weight, quantities.exact(term.weight)),
            number_cell(statistic.mean, show(statistic.mean)),
            number_cell(statistic.minimum, show(statistic.minimum)),
            number_cell(statistic.maximum, show(statistic.maximum)),
            number_cell(float(statistic.count), quantities.count(statistic.count)),
        )
    )


def formula_sources(run: RunReport, kernel: KernelReport) -> list[tuple[str, str]]:
    """Return where the formula of each quantity stands."""
    return [
        (QUANTITY_NAMES[quantity], kernel.kernel.measurements[quantity].source)
        for quantity in _used_quantities(run)
        if quantity in kernel.kernel.measurements
    ]


def _used_quantities(run: RunReport) -> list[Quantity]:
    """Return the quantities that a run's numbers are made of, in the order of `Quantity`.

    L2 is held against its roof with atomics counted once, whatever the chart shows.
    """
    unused = {Quantity.L2_SECTORS_ATOMICS_TWICE} - {l2_quantity(run.options.rules)}
    return [quantity for quantity in Quantity if quantity not in unused]


def kernel_notes(run: RunReport, kernel: KernelReport) -> list[str]:
    """Return what a reader has to know about the numbers of a kernel, in sentences."""
    notes = [words.rules_sentence(run.options.rules)]
    for quantity in _used_quantities(run):
        measurement = kernel.kernel.measurements.get(quantity)
        if measurement is not None:
            notes += [f"{QUANTITY_NAMES[quantity]}: {note}" for note in measurement.notes]
        absence = kernel.kernel.absences.get(quantity)
        if absence is not None and quantity not in _OPTIONAL:
            remedy = how_to_collect([absence])
            told = absence.reason if remedy is None else f"{absence.reason}; {remedy}"
            notes.append(f"{QUANTITY_NAMES[quantity]}: not known, {told}")
    notes += [
        f"{level_name(level.level, run.roofs.device)} traffic leaves out {joined(level.traffic.left_out)}, "
        "which were not collected"
        for level in kernel.levels
        if level.traffic is not None and level.traffic.left_out
    ]
    if any(use.lower_bound for use in kernel.verdict.uses):
        notes.append(
            "The use of the instruction-issue roof is a lower bound: it is made from thread instructions / 32, because "
            "issued warp instructions were not collected"
        )
    for inner, outer in kernel.inner_above_outer:
        notes.append(
            _REVERSED.format(inner=level_name(inner, run.roofs.device), outer=level_name(outer, run.roofs.device))
        )
    return [note.rstrip(".") + "." for note in notes]
