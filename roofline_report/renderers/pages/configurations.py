"""How a kernel was launched: its grids and blocks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roofline_report.renderers import quantities
from roofline_report.renderers.cells import Cell, Column, Row, Table, number_cell
from roofline_report.renderers.grammar import counted
from roofline_report.renderers.pages.parts import fold_html
from roofline_report.renderers.tables import table_html

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roofline_report.domain.profile import ConfigurationCount
    from roofline_report.report.model import KernelReport

_MOST_OPEN: Final = 10
"""More configurations than these are folded up: those with the most launches stand first."""


def configurations_html(kernel: KernelReport) -> str:
    """Return the launch configurations of a kernel, those with the most launches first; nothing where none is known."""
    found = kernel.kernel.configurations
    if not found:
        return ""
    opened = found[:_MOST_OPEN] if len(found) > _MOST_OPEN + 1 else found
    folded = found[len(opened) :]
    caption = "Grid and block of every launch" if not folded else "Grids and blocks with the most launches"
    parts = [table_html(_table(opened, caption=caption, table_id="roofline-configurations"))]
    if folded:
        rest = _table(folded, caption="Grids and blocks with fewer launches", table_id="roofline-configurations-2")
        parts.append(fold_html(f"{counted(len(folded), 'more launch configuration')}", table_html(rest)))
    return "\n".join(parts)


def _table(configurations: Sequence[ConfigurationCount], *, caption: str, table_id: str) -> Table:
    return Table(
        id=table_id,
        caption=caption,
        columns=(Column(title="Grid"), Column(title="Block"), Column(title="Launches", numeric=True)),
        rows=tuple(
            Row(
                cells=(
                    Cell(text=each.configuration.grid),
                    Cell(text=each.configuration.block),
                    number_cell(float(each.launches), quantities.count(each.launches)),
                )
            )
            for each in configurations
        ),
        sortable=False,
    )
