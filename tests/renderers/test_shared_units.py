"""The unit of a column stands in its heading where all of its numbers have it, and every number keeps its value."""

from __future__ import annotations

import math
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roofline_report.renderers import quantities
from roofline_report.renderers.cells import Cell, Column, Row, Table, number_cell
from roofline_report.renderers.shared_units import share_units
from roofline_report.renderers.tables import table_html

# What a reader makes of a unit, written down here once more.
FACTORS = {"s": 1.0, "ms": 1e-3, "µs": 1e-6, "ns": 1e-9, "B": 1.0, "kB": 1e3, "MB": 1e6, "GB": 1e9, "TB": 1e12}
MISSING = number_cell(None, "")


def shared(cells: list[Cell], unit: str | None = None, *, numeric: bool = True) -> tuple[str | None, list[str]]:
    """Return the heading's unit and the texts of a column of these cells, with plain spaces."""
    columns = (Column(title="Kernel"), Column(title="Value", unit=unit, numeric=numeric))
    rows = tuple(Row(cells=(Cell(text="a 5\N{NO-BREAK SPACE}%"), cell)) for cell in cells)
    after, texts = share_units(Table(id="t", caption="A table", columns=columns, rows=rows))
    assert after[0] == columns[0]
    assert all(row[0] == "a 5\N{NO-BREAK SPACE}%" for row in texts), "a heading of a row is no number"
    plain = [row[1].replace("\N{NO-BREAK SPACE}", " ") for row in texts]
    told = " ".join(filter(None, (after[1].measure, after[1].unit)))
    return told.replace("\N{NO-BREAK SPACE}", " ") or None, plain


def times(*seconds: float | None) -> list[Cell]:
    return [number_cell(each, quantities.time(each)) for each in seconds]


def sizes(*amounts: float) -> list[Cell]:
    return [number_cell(each, quantities.size(each)) for each in amounts]


def percentages(*shares: float | None) -> list[Cell]:
    return [number_cell(each, quantities.percent(each)) for each in shares]


def test_a_unit_that_all_numbers_have_goes_into_the_heading_before_what_stands_there() -> None:
    assert shared(percentages(0.5, 1, 1e-5, None), "of time") == (
        "% of time",
        ["50.0", "100", "< 0.1", quantities.UNKNOWN],
    )
    assert shared(times(4.1e-3, 2e-3)) == ("ms", ["4.10", "2.00"])
    rates = [number_cell(each, quantities.instruction_rate(each)) for each in (2e9, 3e9)]
    assert shared(rates) == ("warp GIPS", ["2.00", "3.00"])


def test_times_and_sizes_are_written_in_the_unit_of_the_largest() -> None:
    assert shared(times(4.1e-3, 22e-6, None), "per launch") == ("ms per launch", ["4.10", "0.0220", quantities.UNKNOWN])
    assert shared(sizes(26.5e6, 672e3)) == ("MB", ["26.5", "0.672"])
    assert shared(times(0.0, 2e-3)) == ("ms", ["0", "2.00"])


def test_a_sign_stays_with_its_number() -> None:
    bound = number_cell(0.5, f"≥{quantities.NO_BREAK_SPACE}{quantities.percent(0.5)}")
    assert shared([bound, *percentages(0.25)]) == ("%", ["≥ 50.0", "25.0"])
    late = number_cell(2e-6, f"≤{quantities.NO_BREAK_SPACE}{quantities.time(2e-6)}")
    assert shared([late, *times(1e-3)]) == ("ms", ["≤ 0.00200", "1.00"])


@pytest.mark.parametrize(
    "cells",
    [
        times(5.0, 4e-4),  # more than ten thousand times apart
        [number_cell(each, quantities.bandwidth(each)) for each in (2e12, 5e11)],  # as datasheets give them
        [number_cell(2e12, "2.00\N{NO-BREAK SPACE}TB/s"), number_cell(2e12, "2.00\N{NO-BREAK SPACE}TFLOP/s")],
        [*percentages(0.5), number_cell(7.0, "7")],  # one without a unit
        [*percentages(0.5), Cell(text="7\N{NO-BREAK SPACE}%")],  # a text that is no number
        [*times(1e-3), number_cell(2e-6, "3.00\N{NO-BREAK SPACE}µs")],  # a text that is another number
        [number_cell(1.9, "1.9x")],
        [MISSING, MISSING],
        [],
    ],
)
def test_what_has_no_unit_for_all_stays_as_it_is(cells: list[Cell]) -> None:
    assert shared(cells, "of it") == ("of it", [cell.text.replace("\N{NO-BREAK SPACE}", " ") for cell in cells])


def test_a_column_of_words_keeps_them() -> None:
    assert shared(percentages(0.5, 0.25), numeric=False) == (None, ["50.0 %", "25.0 %"])


def test_what_a_pointer_shows_and_what_is_sorted_by_stays_exact() -> None:
    columns = (Column(title="Kernel"), Column(title="Time", numeric=True))
    rows = tuple(Row(cells=(Cell(text="a"), cell)) for cell in times(1 / 3, 1 / 700))
    html = table_html(Table(id="t", caption="A table", columns=columns, rows=rows))
    assert re.findall(r'title="([^"]*)">([^<]*)<', html) == [
        ("0.3333333333333333", "333.3"),
        ("0.0014285714285714286", "1.43"),
    ]
    assert '<span class="roofline-measure">ms</span>' in html


@given(st.lists(st.floats(min_value=1e-9, max_value=1e5), min_size=1, max_size=8))
def test_every_number_reads_as_the_value_it_had(values: list[float]) -> None:
    for cells in (times(*values), sizes(*(value * 1e9 for value in values))):
        unit, texts = shared(cells)
        for cell, text in zip(cells, texts, strict=True):
            number, _, own = text.partition(" ")
            read = float(number.replace(",", "")) * FACTORS[own or unit or ""]
            # Three digits, and one decimal from 100 on.
            assert math.isclose(read, float(cell.value or "nan"), rel_tol=6e-3), (text, unit)
