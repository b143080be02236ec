"""The table of one kernel in one model: its levels and its flat roof."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from roofline_report.renderers import bounds, quantities, words
from roofline_report.renderers.cells import Cell, Column, Row, Table, number_cell
from roofline_report.renderers.grammar import capitalised
from roofline_report.renderers.model_sections import table_caption
from roofline_report.renderers.model_units import GIGA, ModelUnits
from roofline_report.report.names import roof_name
from roofline_report.report.rooflines import Roof, VerdictKind

if TYPE_CHECKING:
    from roofline_report.domain.hardware import TrafficFamily
    from roofline_report.report.model import RunReport
    from roofline_report.report.rooflines import LevelReport, ModelReport

_OF_MEMORY: Final = 4
"""Columns that need no work to be known."""
_NOT_APPLICABLE = Cell(text="")
_FLAT_ROOF_THERE = "the flat roof, which is below that of this level at this intensity"


def level_table(run: RunReport, report: ModelReport, *, table_id: str) -> Table:
    """Return the roofs of one kernel in one model: what it moves, at which intensity, and how near it is to each.

    Where its work is not known there is no intensity, and no column of it.
    """
    levels = (*report.levels, *report.judged_beside)
    flat = _flat_rows(run, report)
    is_worked_with = bool(flat) or any(level.intensity is not None for level in levels)
    shown = None if is_worked_with else _OF_MEMORY
    then = ", then the flat roof" if flat else ""
    rows = (*[_level_row(run, report, level=level) for level in levels], *flat)
    return Table(
        id=table_id,
        caption=table_caption(
            f"memory levels from the core outwards{then}; traffic is per launch",
            report.model,
            of_several=len(run.models) > 1,
        ),
        columns=_columns(ModelUnits(report.model, run.device.device))[:shown],
        rows=rows if shown is None else tuple(replace(row, cells=row.cells[:shown]) for row in rows),
        sortable=False,
    )


def _columns(units: ModelUnits) -> tuple[Column, ...]:
    return (
        Column(title="Roof"),
        # A phone shows the first two or three.
        Column(title="Use", unit="of its roof", numeric=True),
        Column(title="Traffic", numeric=True),
        Column(title="Bandwidth", numeric=True),
        Column(title="Intensity", unit=units.intensity_unit, numeric=True),
        Column(title="Roof there", unit=units.rate_unit, numeric=True),
        Column(title="Reached", unit="of that", numeric=True),
    )


def _level_row(run: RunReport, report: ModelReport, *, level: LevelReport) -> Row:
    is_drawn = level.level in run.levels and level not in report.judged_beside
    use = bounds.use_sign(level)
    return Row(
        level=level.level.value if is_drawn and level.is_drawable and report.rate_per_s else None,
        cells=(
            Cell(
                text=_title(level, run),
                detail=_role(report, level.roof, family=None if level.traffic is None else level.traffic.family),
                stresses_detail=True,
                color=level.level.value,
                nowrap=True,
            ),
            number_cell(
                level.utilisation,
                f"{use}{quantities.percent(level.utilisation)}",
                share=_bar(level.utilisation),
            ),
            _traffic_cell(level),
            number_cell(level.bytes_per_s, f"{use}{quantities.bandwidth(level.bytes_per_s)}"),
            number_cell(level.intensity, f"{bounds.intensity_sign(report, level)}{quantities.number(level.intensity)}"),
            _roof_cell(report, level),
            number_cell(
                level.roof_share, f"{bounds.reached_sign(report, level)}{quantities.percent(level.roof_share)}"
            ),
        ),
    )


def _roof_cell(report: ModelReport, level: LevelReport) -> Cell:
    """Return the roof at the intensity of a level, and on hover whether that is the flat one."""
    roof = None if level.attainable_per_s is None else level.attainable_per_s / GIGA
    cell = number_cell(roof, f"{bounds.roof_sign(report, level)}{quantities.number(roof)}")
    is_flat = roof is not None and not bounds.is_on_the_slope(report, level)
    return cell._replace(hover=f"{cell.hover}: {_FLAT_ROOF_THERE}") if is_flat else cell


def _title(level: LevelReport, run: RunReport) -> str:
    """Return what a level is called, with the part of its traffic that was measured where that is not all."""
    if level.traffic is None or level.traffic.family.is_of_the_data_path:
        return words.level_title(level.level, run.device.device)
    return words.family_title(level.traffic.family, run.device.device)


def _flat_rows(run: RunReport, report: ModelReport) -> list[Row]:
    """Return the row of the flat roof, which has no traffic; none where it takes no part."""
    use = next((use for use in report.verdict.uses if use.roof in (Roof.ISSUE, Roof.COMPUTE)), None)
    if use is None:
        return []
    share = f"{bounds.use_sign(use)}{quantities.percent(use.utilisation)}"
    roof = None if report.rate_per_s is None or not use.utilisation else report.rate_per_s / use.utilisation / GIGA
    name = capitalised(roof_name(use, run.device.device))
    return [
        Row(
            cells=(
                Cell(
                    text=name,
                    detail=_role(report, use.roof, family=use.family),
                    stresses_detail=True,
                    color="compute",
                    nowrap=True,
                ),
                number_cell(use.utilisation, share, share=_bar(use.utilisation)),
                _NOT_APPLICABLE,
                _NOT_APPLICABLE,
                _NOT_APPLICABLE,
                number_cell(roof, f"{bounds.peak_sign(report)}{quantities.number(roof)}"),
                number_cell(use.utilisation, share),
            )
        )
    ]


def _role(report: ModelReport, roof: Roof, *, family: TrafficFamily | None) -> str | None:
    """Return what a roof is for the verdict: of one level several counters may be held against roofs of their own."""
    if (roof, family) in {(use.roof, use.family) for use in report.verdict.rivals}:
        return "or else nearest"
    if (roof, family) not in {(use.roof, use.family) for use in report.verdict.named}:
        return None
    return {VerdictKind.DATA_WARNING: "exceeded", VerdictKind.LIMITED: "limits"}.get(report.verdict.kind, "nearest")


def _bar(share: float | None) -> float | None:
    return None if share is None else min(1.0, share)


def _traffic_cell(level: LevelReport) -> Cell:
    if level.traffic is None:
        return Cell(text="not measured")
    if not level.traffic.moves_anything:
        return Cell(text="no traffic", value="0")
    return number_cell(
        level.traffic.physical_bytes, f"{bounds.use_sign(level)}{quantities.size(level.traffic.physical_bytes)}"
    )
