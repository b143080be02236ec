"""The ceilings of a device as a table, with their sources."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roofline_report.devices.catalogue import is_packaged
from roofline_report.domain.hardware import Operation
from roofline_report.domain.roofline import ridge_point
from roofline_report.renderers import quantities, words
from roofline_report.renderers.cells import Cell, Column, Row, Table, number_cell
from roofline_report.report.ceilings import Ceilings
from roofline_report.report.names import terms_for

if TYPE_CHECKING:
    from roofline_report.domain.hardware import BandwidthCeiling, Ceiling, ComputeCeiling
    from roofline_report.report.model import Roofs

_ISSUE: Final = "Instruction issue"


def ceiling_table(roofs: Roofs) -> Table:
    """Return the table of every roof that is drawn, each with its unit and origin."""
    # Which file states a ceiling is worth a column where it is not the package for all of them.
    names_files = not all(_is_packaged(ceiling) for ceiling in (*roofs.bandwidths, *roofs.peaks))
    return Table(
        id="roofline-ceilings",
        caption="Ceilings: theoretical ones decide, measured ones are drawn dashed",
        columns=(
            Column(title="Roof"),
            Column(title="Value", numeric=True),
            Column(title="In the chart", numeric=True),
            Column(title="Ridge", unit="inst/transaction", numeric=True),
            Column(title="Origin"),
            *([Column(title="Given in")] if names_files else []),
        ),
        rows=tuple(
            Row(cells=(*cells, *([Cell(text=_given_in(ceiling))] if names_files else [])))
            for ceiling, cells in (
                *((ceiling, _bandwidth_cells(roofs, ceiling)) for ceiling in roofs.bandwidths),
                *((peak, _peak_cells(roofs, peak)) for peak in roofs.peaks),
            )
        ),
        sortable=False,
    )


def _bandwidth_cells(roofs: Roofs, ceiling: BandwidthCeiling) -> tuple[Cell, ...]:
    return (
        Cell(text=words.level_title(ceiling.level, roofs.device), color=ceiling.level.value),
        number_cell(ceiling.bytes_per_s, quantities.bandwidth(ceiling.bytes_per_s)),
        number_cell(ceiling.transactions_per_s, quantities.transactions_rate(ceiling.transactions_per_s)),
        _ridge_cell(roofs, ceiling),
        Cell(text=words.ORIGINS[ceiling.origin]),
    )


def _ridge_cell(roofs: Roofs, ceiling: BandwidthCeiling) -> Cell:
    """Return the intensity from which on a roof no longer bounds a kernel, because the flat one does."""
    peak = Ceilings(computes=roofs.peaks).deciding_peak(Operation.WARP_INSTRUCTION)
    if peak is None:
        return Cell(text=quantities.UNKNOWN)
    ridge = ridge_point(peak.operations_per_s, ceiling.transactions_per_s)
    return number_cell(ridge, quantities.number(ridge))


def _peak_cells(roofs: Roofs, ceiling: ComputeCeiling) -> tuple[Cell, ...]:
    text = quantities.instruction_rate(ceiling.operations_per_s, warp=terms_for(roofs.device).warp)
    rate = number_cell(ceiling.operations_per_s, text)
    return (
        Cell(text=_ISSUE, color="compute"),
        rate,
        rate,
        Cell(text=""),
        Cell(text=words.ORIGINS[ceiling.origin]),
    )


def _given_in(ceiling: Ceiling) -> str:
    return "device file of the package" if _is_packaged(ceiling) else ceiling.given_in


def _is_packaged(ceiling: Ceiling) -> bool:
    return is_packaged(ceiling.given_in)


def ceiling_sources(roofs: Roofs) -> list[tuple[str, str]]:
    """Return the name of every roof and where its value stands."""
    named = [
        *((words.level_title(ceiling.level, roofs.device), ceiling) for ceiling in roofs.bandwidths),
        *((_ISSUE, ceiling) for ceiling in roofs.peaks),
    ]
    return [(f"{name}, {words.ORIGINS[ceiling.origin]}", source_text(ceiling)) for name, ceiling in named]


def source_text(ceiling: Ceiling) -> str:
    """Return where the value of a ceiling stands, with what to know about it."""
    return ceiling.source if ceiling.note is None else f"{ceiling.source}. {ceiling.note}"
