"""From the printed numbers of one metric to values of launches."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roofline_report.readers.nsight_compute.capture import MetricUnit
    from roofline_report.readers.rows.launches import LaunchLog
    from roofline_report.readers.text.number_format import NumberFormat

NOT_MEASURED = "nothing measured, such as n/a"


@dataclass(slots=True, kw_only=True)
class PrintedColumn:
    """What is printed of one metric, not read yet: entries of the same index belong together.

    Attributes:
        launches: The launch.
        texts: The number.
        lines: Where it stands.
    """

    launches: Sequence[int]
    texts: Sequence[str]
    lines: Sequence[int]


def add_column(log: LaunchLog, unit: MetricUnit, *, column: PrintedColumn, numbers: NumberFormat) -> int:
    """Note the values of one metric in SI units; return how many of the texts are one.

    Args:
        log: Where they are noted.
        unit: The metric and its unit.
        column: What is printed.
        numbers: Reads it.
    """
    launches, texts, lines = column.launches, column.texts, column.lines
    values, others = numbers.read_column(texts, metric=unit.metric, lines=lines, whole=unit.is_whole)
    for index, cell in others.items():
        unit.refuse(cell, texts[index], line=lines[index])
    first = next((line for index, line in enumerate(lines) if index not in others), None)
    factor = 1.0 if first is None else unit.factor(first)
    log.add_values(
        unit.metric,
        launches=launches,
        values=values if factor == 1.0 else [value * factor for value in values],
        lines=lines,
    )
    return len(texts) - len(others)
