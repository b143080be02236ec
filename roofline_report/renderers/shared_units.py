"""One unit for a column of a table, in its heading, where all of its numbers can have it.

Numbers of one unit are compared at a glance, and a unit that stands once leaves room for the rest.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from roofline_report.renderers import quantities

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roofline_report.renderers.cells import Cell, Column, Table

_SPACE: Final = quantities.NO_BREAK_SPACE
# A sign such as "<", a number, and after a space the unit, which has no digit.
_WITH_UNIT: Final = re.compile(rf"(?P<sign>\D*)(?P<number>\d[\d.,]*(?:e[+-]?\d+)?|∞){_SPACE}(?P<unit>\D+)")
_WIDEST: Final = 1e4
"""Where the largest number of a column is more than so many times the smallest, each keeps a unit of its own."""


class _Told(NamedTuple):
    sign: str
    number: str
    unit: str


def share_units(table: Table) -> tuple[tuple[Column, ...], list[tuple[str, ...]]]:
    """Return the columns of a table, with a measure in the heading of each whose cells have, or can have, one unit.

    Returns:
        The columns, and the texts of the cells of each row: a number whose unit went into the heading is without it.
    """
    columns, texts = [], []
    for place, column in enumerate(table.columns):
        cells = [row.cells[place] for row in table.rows]
        shared = _shared(cells) if column.numeric and place else None
        columns.append(column if shared is None else replace(column, measure=shared[0]))
        texts.append([cell.text for cell in cells] if shared is None else shared[1])
    return tuple(columns), list(zip(*texts, strict=True))


def _shared(cells: Sequence[Cell]) -> tuple[str, list[str]] | None:
    """Return the unit that all numbers of a column share, and their texts without it."""
    told: list[_Told | None] = []
    for cell in cells:
        found = _WITH_UNIT.fullmatch(cell.text)
        if (found is None) != (cell.value is None):
            return None
        told.append(None if found is None else _Told(*found.groups()))
    units = {each.unit for each in told if each is not None}
    if len(units) == 1:
        texts = [cell.text if each is None else each.sign + each.number for each, cell in zip(told, cells, strict=True)]
        return units.pop(), texts
    return _rescaled(cells, told) if units else None


def _rescaled(cells: Sequence[Cell], told: Sequence[_Told | None]) -> tuple[str, list[str]] | None:
    """Return the unit of the largest number, and all numbers in it, where they have one unit with other prefixes."""
    scales = [None if each is None else _scale(cell, each) for cell, each in zip(cells, told, strict=True)]
    known = [scale for scale in scales if scale is not None]
    values = [abs(scale.value) for scale in known if scale.value]
    if len(known) != sum(each is not None for each in told) or len({scale.base for scale in known}) != 1:
        return None
    if max(values) > _WIDEST * min(values):
        return None
    largest = max(known, key=lambda scale: abs(scale.value))
    texts = [
        cell.text if scale is None or each is None else each.sign + quantities.number(scale.value / largest.factor)
        for cell, each, scale in zip(cells, told, scales, strict=True)
    ]
    return largest.unit, texts


class _Scale(NamedTuple):
    value: float
    factor: float
    base: str
    unit: str


def _scale(cell: Cell, told: _Told) -> _Scale | None:
    """Return what a number is measured by; None where its text is not its value in the unit with that prefix."""
    value = float(cell.value or "nan")
    for factor, prefix in quantities.PREFIXES:
        base = told.unit.removeprefix(prefix)
        if base in quantities.PREFIXED_UNITS and base != told.unit and told.number == quantities.number(value / factor):
            return _Scale(value, factor, base, told.unit)
    plain = told.unit in quantities.PREFIXED_UNITS and told.number == quantities.number(value)
    return _Scale(value, 1.0, told.unit, told.unit) if plain else None
