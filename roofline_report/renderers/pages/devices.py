"""The list of devices."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roofline_report.domain.hardware import MemoryLevel, Operation
from roofline_report.renderers import quantities
from roofline_report.renderers.addresses import DEVICES_PATH, OVERVIEW_PATH, device_path
from roofline_report.renderers.cells import Cell, Column, Row, Table, number_cell
from roofline_report.renderers.grammar import counted
from roofline_report.renderers.page import Page
from roofline_report.renderers.tables import table_html
from roofline_report.renderers.templating import render_markdown
from roofline_report.report.ceilings import Ceilings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roofline_report.report.model import DeviceReport

DEVICES_TITLE = "Devices"
_UNKNOWN = "not known"
_LEVELS = (MemoryLevel.L1, MemoryLevel.L2, MemoryLevel.DRAM)


def render_devices(reports: Sequence[DeviceReport]) -> Page:
    """Return the page that lists the devices of a site."""
    return Page(
        path=DEVICES_PATH,
        title=DEVICES_TITLE,
        description=f"What {counted(len(reports), 'device')} can do at best, by theory.",
        markdown=render_markdown("devices"),
        fragments={"devices": table_html(_table(reports))},
        parent=OVERVIEW_PATH,
        in_navigation=True,
        group=DEVICES_TITLE,
    )


def _table(reports: Sequence[DeviceReport]) -> Table:
    # Makers issue instructions for different numbers of threads: the column names whichever are in it.
    warps = [*dict.fromkeys(report.device.terms.warp for report in reports)]
    return Table(
        id="roofline-devices",
        caption="Devices and their theoretical ceilings",
        columns=(
            Column(title="Device"),
            Column(title="Issue", unit=f"{' or '.join(warps)} GIPS".lstrip(), numeric=True),
            Column(title="L1", numeric=True),
            Column(title="L2", numeric=True),
            Column(title="DRAM", numeric=True),
            Column(title="Runs", numeric=True),
        ),
        rows=tuple(_row(report) for report in reports),
    )


def _row(report: DeviceReport) -> Row:
    ceilings = Ceilings.of(report.device)
    peak = ceilings.deciding_peak(Operation.WARP_INSTRUCTION)
    gips = None if peak is None else peak.operations_per_s / 1e9
    bandwidths = [ceilings.deciding_bandwidth(level) for level in _LEVELS]
    rates = [None if ceiling is None else ceiling.bytes_per_s for ceiling in bandwidths]
    return Row(
        cells=(
            Cell(text=report.device.name, detail=report.device.architecture, link=device_path(report.slug)),
            number_cell(gips, quantities.number(gips), missing=_UNKNOWN),
            *(number_cell(rate, quantities.bandwidth(rate), missing=_UNKNOWN) for rate in rates),
            number_cell(float(len(report.runs)), quantities.count(len(report.runs))),
        )
    )
