"""The ceilings of a device as a table, with their sources."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roofline_report.devices.catalogue import PACKAGED_FOLDER
from roofline_report.renderers import quantities, words
from roofline_report.renderers.cells import Cell, Column, Row, Table, number_cell
from roofline_report.report.names import level_name

if TYPE_CHECKING:
    from roofline_report.domain.hardware import BandwidthCeiling, Ceiling, ComputeCeiling
    from roofline_report.report.model import Roofs

_ISSUE: Final = "Instruction issue"


def ceiling_table(roofs: Roofs) -> Table:
    """Return the table of every roof that is drawn, each with its unit and origin."""
    return Table(
        id="roofline-ceilings",
        caption="Ceilings: theoretical ones decide, measured ones are drawn dashed",
        columns=(
            Column(title="Roof"),
            Column(title="Value", numeric=True),
            Column(title="In the chart", numeric=True),
            Column(title="Origin"),
            Column(title="Given in"),
        ),
        rows=(
            *(_bandwidth_row(roofs, ceiling) for ceiling in roofs.bandwidths),
            *(_peak_row(ceiling) for ceiling in roofs.peaks),
        ),
        sortable=False,
    )


def _bandwidth_row(roofs: Roofs, ceiling: BandwidthCeiling) -> Row:
    return Row(
        cells=(
            Cell(text=level_name(ceiling.level, roofs.device), color=ceiling.level.value),
            number_cell(ceiling.bytes_per_s, quantities.bandwidth(ceiling.bytes_per_s)),
            number_cell(ceiling.transactions_per_s, quantities.transactions_rate(ceiling.transactions_per_s)),
            Cell(text=words.ORIGINS[ceiling.origin]),
            Cell(text=_given_in(ceiling)),
        )
    )


def _peak_row(ceiling: ComputeCeiling) -> Row:
    rate = number_cell(ceiling.operations_per_s, quantities.instruction_rate(ceiling.operations_per_s))
    return Row(
        cells=(
            Cell(text=_ISSUE, color="compute"),
            rate,
            rate,
            Cell(text=words.ORIGINS[ceiling.origin]),
            Cell(text=_given_in(ceiling)),
        )
    )


def _given_in(ceiling: Ceiling) -> str:
    """Return which file states a ceiling; a file of the package is the datasheet of the device."""
    packaged = ceiling.given_in.startswith(PACKAGED_FOLDER)
    return "datasheet" if packaged else ceiling.given_in


def ceiling_sources(roofs: Roofs) -> list[tuple[str, str]]:
    """Return the name of every roof and where its value stands."""
    named = [
        *((level_name(ceiling.level, roofs.device), ceiling) for ceiling in roofs.bandwidths),
        *((_ISSUE, ceiling) for ceiling in roofs.peaks),
    ]
    return [(f"{name}, {words.ORIGINS[ceiling.origin]}", _source(ceiling)) for name, ceiling in named]


def _source(ceiling: Ceiling) -> str:
    return ceiling.source if ceiling.note is None else f"{ceiling.source}. {ceiling.note}"
