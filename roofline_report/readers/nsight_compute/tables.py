"""The tables of Nsight Compute, by the columns of their headers.

`ncu --csv --metrics ...` and `--page details` write the long table, `--page raw` the wide one, `--print-summary
per-kernel` the summary. Columns differ with the version: files of 2020 have "Kernel Time" and neither device nor
launch configuration, those with `--nvtx` have more, those with rules have five at the end that only their rows fill.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from roofline_report.readers.nsight_compute.attributes import PREFIX, USED_ATTRIBUTES
from roofline_report.readers.text.csv_line import SEPARATOR, inner_fields
from roofline_report.readers.text.csv_table import TableKind

if TYPE_CHECKING:
    from collections.abc import Collection

    from roofline_report.readers.text.csv_table import Header

KERNEL = "Kernel Name"
PROCESS = "Process ID"
SECTION = "Section Name"
METRIC, UNIT, VALUE = "Metric Name", "Metric Unit", "Metric Value"

NVTX_COLUMN = re.compile(r"Push/Pop_Range|Start/Stop_Range|NVTX")
IDENTITY_COLUMNS = ("ID", PROCESS, KERNEL, "Context", "Block Size", "Grid Size", "Device")
"""What tells which launch a row is of."""

NOT_MEASURED_COLUMNS = frozenset({*IDENTITY_COLUMNS, "Process Name", "Host Name", "Kernel Time", "Stream", "CC"})
"""Columns that hold nothing measured."""


def identity_width(header: Header) -> int:
    """Return how many cells at the start of a row say which launch it belongs to.

    It is the whole row where other columns stand between them.
    """
    first = min(position for name, position in header.columns.items() if is_behind(name))
    if any(header.columns.get(name, 0) > first for name in IDENTITY_COLUMNS):
        return header.width
    return first


def is_behind(column: str) -> bool:
    """Tell whether a column holds what was measured in a launch, not which launch it is."""
    return column not in NOT_MEASURED_COLUMNS and NVTX_COLUMN.search(column) is None


def value_columns(header: Header) -> tuple[str, ...]:
    """Return the columns of a long table that hold a value and say what it is."""
    return tuple(name for name in (SECTION, METRIC, UNIT, VALUE) if name in header.columns)


def picked_columns(header: Header, wanted: Collection[str] | None) -> tuple[tuple[int, str], ...]:
    """Return position and name of the columns of a raw page that are read, in their order."""
    return tuple(
        (position, name)
        for name, position in sorted(header.columns.items(), key=lambda item: item[1])
        if is_behind(name)
        and (name in USED_ATTRIBUTES if name.startswith(PREFIX) else wanted is None or name in wanted)
    )


def _regular_long_row(header: Header, wanted: Collection[str] | None) -> re.Pattern[str] | None:  # noqa: ARG001
    """Return the pattern of a row: the cells of the launch, those of the metric, the value."""
    width, columns = identity_width(header), value_columns(header)
    if [header.columns[name] for name in columns] != list(range(width, width + len(columns))):
        return None
    start = inner_fields(width, first=(r"[0-9]++", r"[0-9]++"))
    rest = header.width - width - len(columns)
    # Rows of metrics leave the columns of rules empty, which is looked for first because it is fast.
    empty = ',""' * rest
    return re.compile(
        f'^"({start}){SEPARATOR}({inner_fields(len(columns) - 1)}){SEPARATOR}({inner_fields(1)})"'
        f'(?:{empty}|(?:,"{inner_fields(1)}"){{0,{rest}}}+,?+)\n',
        re.MULTILINE,
    )


def _regular_raw_row(header: Header, wanted: Collection[str] | None) -> re.Pattern[str] | None:
    """Return the pattern of a row: the cells of the launch, and those of the columns that are read."""
    width = identity_width(header)
    picked = {position for position, _ in picked_columns(header, wanted)}
    if min(picked, default=width) < width:
        return None
    start = inner_fields(width, first=(r"[0-9]++", r"[0-9]++"))
    cells = (f"({inner_fields(1)})" if at in picked else inner_fields(1) for at in range(width, header.width))
    return re.compile(f'^"({SEPARATOR.join((f"{start})", *cells))}"()\n', re.MULTILINE)


LONG = TableKind(
    name="Nsight Compute metrics (CSV)",
    made_by="ncu --csv --metrics ...",
    required=frozenset({"ID", PROCESS, KERNEL, METRIC, UNIT, VALUE}),
    row_start=re.compile(r'"?\d+"?,"?\d+"?,'),
    value_column=VALUE,
    whole_if_closed=True,
    regular_row=_regular_long_row,
)
RAW = TableKind(
    name="Nsight Compute raw page (CSV)",
    made_by="ncu --csv --page raw --metrics ...",
    required=frozenset({"ID", PROCESS, KERNEL}),
    # The row of units has neither a number nor a process.
    row_start=re.compile(r'(?:"\d*"|\d*),(?:"\d*"|\d*),'),
    value_column=KERNEL,
    forbidden=frozenset({METRIC}),
    column_like=re.compile(r"\w__\w"),
    is_rectangular=True,
    regular_row=_regular_raw_row,
)
SUMMARY = TableKind(
    name="Nsight Compute summary per kernel (CSV)",
    made_by="ncu --csv --print-summary per-kernel --metrics ...",
    required=frozenset({PROCESS, KERNEL, "Invocations", METRIC, UNIT, "Minimum", "Maximum", "Average"}),
    row_start=re.compile(r'"?\d+"?,'),
    value_column="Average",
    whole_if_closed=True,
)
