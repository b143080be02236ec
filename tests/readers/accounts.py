"""What has to hold for whatever a reader makes of any text: each row accounted for, and no number made up."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from roofline_report.readers.limits import Limits
from roofline_report.readers.text.csv_table import DamagedRow, Row
from roofline_report.readers.text.number_format import NumberFormat
from roofline_report.readers.text.scanning import scan

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roofline_report.readers.reader import Reader, TableReading

UNITS = frozenset({"%", "s", "ms", "us", "ns", "B", "KB", "MB", "GB/s"})


def read_with(reader: Reader, text: str) -> TableReading:
    """Return what a reader makes of a text, after checking what holds for any."""
    reading = reader.read(scan(text, reader.kinds, limits=Limits()), shown_as="x", numbers=NumberFormat())
    events = scan(text, reader.kinds, limits=Limits())
    rows = [event for event in events if isinstance(event, Row | DamagedRow)]
    assert reading.rows.total == len(rows) - sum(isinstance(row, Row) and is_units(row) for row in rows)
    for table in reading.tables:
        for group in table.groups:
            for statistic in group.metrics.values():
                assert 1 <= statistic.count <= group.launches
                numbers = (statistic.total, statistic.minimum, statistic.maximum, statistic.sum_of_squares)
                assert all(math.isfinite(number) for number in numbers if number is not None)
    return reading


def is_units(row: Row) -> bool:
    """Tell whether a row holds units and nothing else: it is no row of data."""
    cells = {cell.strip() for cell in row.cells} - {""}
    return bool(cells) and cells <= UNITS


def values_of(reading: TableReading) -> Mapping[tuple[str, str], tuple[int, float]]:
    """Return count and total of each kernel and metric, over all tables."""
    found: dict[tuple[str, str], tuple[int, float]] = {}
    for table in reading.tables:
        for group in table.groups:
            for metric, statistic in group.metrics.items():
                count, total = found.get((group.kernel, metric), (0, 0.0))
                found[group.kernel, metric] = (count + statistic.count, total + statistic.total)
    return found
