"""The ceilings of a device as a table, with their sources."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roofline_report.devices.catalogue import is_packaged
from roofline_report.domain.hardware import Operation
from roofline_report.domain.roofline import ridge_point
from roofline_report.renderers import quantities, words
from roofline_report.renderers.cells import Cell, Column, Row, Table, number_cell
from roofline_report.renderers.grammar import capitalised
from roofline_report.renderers.model_units import ModelUnits
from roofline_report.report.names import ceiling_name, flat_name, terms_for
from roofline_report.report.roofs import rate_in

if TYPE_CHECKING:
    from roofline_report.domain.hardware import BandwidthCeiling, Ceiling, ComputeCeiling, Device
    from roofline_report.report.ceilings import Ceilings
    from roofline_report.report.rooflines import Roofs

_IN_THE_CHART: Final = Column(title="In the chart", unit="of instructions", numeric=True)


def ceiling_table(roofs: Roofs, *, table_id: str = "roofline-ceilings") -> Table:
    """Return the table of every roof that is drawn, each with its unit and origin."""
    # Which file states a ceiling is worth a column where it is not the package for all of them.
    names_files = not all(_is_packaged(ceiling) for ceiling in (*roofs.bandwidths, *roofs.peaks))
    return Table(
        id=table_id,
        caption=_caption(roofs),
        columns=(
            Column(title="Roof"),
            Column(title="Value", numeric=True),
            *(
                [Column(title="In the chart", unit="of instructions", numeric=True)]
                if _is_drawn_otherwise(roofs)
                else []
            ),
            Column(title="Ridge", unit=ModelUnits(roofs.model, roofs.device).intensity_unit, numeric=True),
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


def _caption(roofs: Roofs) -> str:
    several = len([peak for peak in roofs.peaks if peak.origin.is_physical]) > 1
    ridges = "; a ridge is that with the highest peak" if several else ""
    return f"Ceilings: measured ones are drawn dashed and decide nothing{ridges}"


def _bandwidth_cells(roofs: Roofs, ceiling: BandwidthCeiling) -> tuple[Cell, ...]:
    return (
        Cell(text=_title(ceiling, roofs.device), color=ceiling.level.value),
        number_cell(ceiling.bytes_per_s, quantities.bandwidth(ceiling.bytes_per_s)),
        *([_rate_cell(roofs, ceiling)] if _is_drawn_otherwise(roofs) else []),
        _ridge_cell(roofs, ceiling),
        Cell(text=words.origin_text(ceiling)),
    )


def _is_drawn_otherwise(roofs: Roofs) -> bool:
    """Tell whether bandwidths stand in the chart as transactions; a FLOP roofline has them in bytes, as they are."""
    return not roofs.model.counts_flop


def _rate_cell(roofs: Roofs, ceiling: BandwidthCeiling) -> Cell:
    return number_cell(rate_in(roofs.model, ceiling), ModelUnits(roofs.model, roofs.device).bandwidth(ceiling))


def _ridge_cell(roofs: Roofs, ceiling: BandwidthCeiling) -> Cell:
    """Return the intensity from which on a roof no longer bounds a kernel, because the flat one does."""
    peaks = [peak.operations_per_s for peak in roofs.peaks if peak.origin.is_physical]
    if not peaks:
        return Cell(text=quantities.UNKNOWN)
    ridge = ridge_point(max(peaks), rate_in(roofs.model, ceiling))
    return number_cell(ridge, quantities.number(ridge))


def _peak_cells(roofs: Roofs, ceiling: ComputeCeiling) -> tuple[Cell, ...]:
    rate = number_cell(ceiling.operations_per_s, ModelUnits(roofs.model, roofs.device).rate(ceiling.operations_per_s))
    return (
        Cell(text=capitalised(flat_name(ceiling, roofs.device)), color="compute"),
        rate,
        *([rate] if _is_drawn_otherwise(roofs) else []),
        Cell(text=""),
        Cell(text=words.origin_text(ceiling)),
    )


def _title(ceiling: BandwidthCeiling, device: Device | None) -> str:
    return (
        words.level_title(ceiling.level, device)
        if ceiling.family is None
        else capitalised(ceiling_name(ceiling, device))
    )


def _given_in(ceiling: Ceiling) -> str:
    return "device file of the package" if _is_packaged(ceiling) else ceiling.given_in


def _is_packaged(ceiling: Ceiling) -> bool:
    return is_packaged(ceiling.given_in)


def ceiling_sources(ceilings: Ceilings, device: Device | None) -> list[tuple[str, str]]:
    """Return the name and the origin of every ceiling, and its value with where that stands."""
    named: list[tuple[str, str, Ceiling]] = [
        *((_title(each, device), quantities.bandwidth(each.bytes_per_s), each) for each in ceilings.bandwidths),
        *((capitalised(flat_name(each, device)), _rate(each, device), each) for each in ceilings.computes),
    ]
    return [
        (f"{name}, {words.origin_text(ceiling)}", f"{value}: {words.source_text(ceiling)}")
        for name, value, ceiling in named
    ]


def _rate(ceiling: ComputeCeiling, device: Device | None) -> str:
    if ceiling.operation is Operation.WARP_INSTRUCTION:
        return quantities.instruction_rate(ceiling.operations_per_s, warp=terms_for(device).warp)
    return quantities.flop_rate(ceiling.operations_per_s)
