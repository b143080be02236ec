"""Whatever happens to a file of nvprof, nothing raises, no number is made up and every row is accounted for."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roofline_report.readers.limits import Limits
from roofline_report.readers.nvprof.reader import NvprofReader
from roofline_report.readers.text.csv_table import DamagedRow, Row, scan
from tests.readers.nvprof.samples import SHAPES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roofline_report.readers.reader import TableReading

shapes = st.sampled_from(sorted(SHAPES))


def read(text: str) -> TableReading:
    reader = NvprofReader()
    return reader.read(scan(text, reader.kinds, limits=Limits()), shown_as="x")


def values_of(reading: TableReading) -> Mapping[tuple[str, str], tuple[int, float]]:
    """Return launches and total of each kernel and metric, over all tables."""
    found: dict[tuple[str, str], tuple[int, float]] = {}
    for table in reading.tables:
        for group in table.groups:
            for metric, statistic in group.metrics.items():
                count, total = found.get((group.kernel, metric), (0, 0.0))
                found[group.kernel, metric] = (count + statistic.count, total + statistic.total)
    return found


def check(text: str) -> TableReading:
    """Read a text, and check what holds for any."""
    reading = read(text)
    events = list(scan(text, NvprofReader().kinds, limits=Limits()))
    rows = [event for event in events if isinstance(event, Row | DamagedRow)]
    units = [row for row in rows if isinstance(row, Row) and is_units(row)]
    assert reading.rows.total == len(rows) - len(units)
    for table in reading.tables:
        for group in table.groups:
            for statistic in group.metrics.values():
                assert 1 <= statistic.count <= group.launches
                numbers = (statistic.total, statistic.minimum, statistic.maximum, statistic.sum_of_squares)
                assert all(math.isfinite(number) for number in numbers if number is not None)
    return reading


def is_units(row: Row) -> bool:
    cells = {cell.strip() for cell in row.cells} - {""}
    return bool(cells) and cells <= {"%", "s", "ms", "us", "ns", "B", "KB", "MB", "GB/s"}


@pytest.mark.parametrize("shape", sorted(SHAPES))
def test_every_row_of_a_whole_file_is_used_or_left_out_for_a_reason(shape: str) -> None:
    reading = check(SHAPES[shape])
    assert reading.rows.used > 0
    assert "damaged" not in reading.rows.dropped


@settings(deadline=None)
@given(shape=shapes, data=st.data())
def test_a_file_that_is_cut_has_no_other_values(shape: str, data: st.DataObject) -> None:
    text = SHAPES[shape]
    cut = values_of(check(text[: data.draw(st.integers(0, len(text)))]))
    whole = values_of(read(text))
    for key, (count, total) in cut.items():
        assert count <= whole[key][0]
        assert total <= whole[key][1] * (1 + 1e-12)


@settings(deadline=None)
@given(shape=shapes, data=st.data())
def test_a_line_that_is_printed_twice_changes_nothing(shape: str, data: st.DataObject) -> None:
    lines = SHAPES[shape].splitlines(keepends=True)
    number = data.draw(st.integers(0, len(lines) - 1))
    twice = "".join([*lines[: number + 1], *lines[number:]])
    assert values_of(check(twice)) == values_of(read(SHAPES[shape]))


@settings(deadline=None)
@given(shape=shapes, data=st.data(), inserted=st.text(max_size=40))
def test_a_file_with_anything_in_it_does_no_harm(shape: str, data: st.DataObject, inserted: str) -> None:
    text = SHAPES[shape]
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 40)))
    check(text[:start] + inserted + text[end:])


@settings(deadline=None)
@given(shape=shapes, data=st.data())
def test_lines_in_any_order_do_no_harm(shape: str, data: st.DataObject) -> None:
    check("".join(data.draw(st.permutations(SHAPES[shape].splitlines(keepends=True)))))
