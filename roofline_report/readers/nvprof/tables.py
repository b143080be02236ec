"""The tables that nvprof prints, and how each is known."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from roofline_report.domain.units import find_unit
from roofline_report.readers.rows.printed_launch import CALLS, UNIFIED_MEMORY
from roofline_report.readers.text.csv_table import TableKind

if TYPE_CHECKING:
    from roofline_report.readers.text.csv_table import Row

# A row of words that is no row of the table before is the header of a table that is not known.
_WORDS = re.compile(r'"[A-Z][^"]*","')
_DEVICE_FIRST = re.compile(r'"?[^",]*\(\d+\)"?,')
_TIME_FIRST = re.compile(r'"?(?:[0-9.]+|s|ms|us|ns)"?,')

# Every row of the newer summary states its type; the older one begins with the share of time, both have a units row.
SUMMARY = TableKind(
    name="nvprof summary (CSV)",
    made_by="nvprof --csv --print-gpu-summary",
    required=frozenset({"Time(%)", "Time", "Calls", "Avg", "Min", "Max", "Name"}),
    row_start=re.compile(r'"?(?:GPU activities|API calls|OpenACC[^"]*|OpenMP[^"]*)"?,|"?[0-9.]+"?,|,?%,'),
    value_column="Name",
    ends_at=_WORDS,
)
METRICS = TableKind(
    name="nvprof metrics (CSV)",
    made_by="nvprof --csv --metrics ...",
    required=frozenset({"Device", "Kernel", "Invocations", "Metric Name", "Min", "Max", "Avg"}),
    row_start=_DEVICE_FIRST,
    value_column="Avg",
    ends_at=_WORDS,
)
# Older versions print no total.
EVENTS = TableKind(
    name="nvprof events (CSV)",
    made_by="nvprof --csv --events ...",
    required=frozenset({"Device", "Kernel", "Invocations", "Event Name", "Min", "Max", "Avg"}),
    row_start=_DEVICE_FIRST,
    value_column="Avg",
    ends_at=_WORDS,
)
GPU_TRACE = TableKind(
    name="nvprof GPU trace (CSV)",
    made_by="nvprof --csv --print-gpu-trace",
    required=frozenset({"Duration", "Grid X", "Grid Y", "Grid Z", "Block X", "Block Y", "Block Z", "Name"}),
    row_start=_TIME_FIRST,
    value_column="Name",
    ends_at=_WORDS,
)
METRIC_TRACE = TableKind(
    name="nvprof metrics of each launch (CSV)",
    made_by="nvprof --csv --print-gpu-trace --metrics ...",
    required=frozenset({"Device", "Context", "Stream", "Kernel"}),
    row_start=re.compile(rf"{_DEVICE_FIRST.pattern}|,,,,"),
    value_column="Kernel",
    ends_at=_WORDS,
)
API_TRACE = TableKind(
    name="an API trace of nvprof",
    made_by="nvprof --csv --print-api-trace",
    required=frozenset({"Start", "Duration", "Name"}),
    row_start=_TIME_FIRST,
    value_column="Name",
    ends_at=_WORDS,
    not_read=CALLS,
)
MEMORY = TableKind(
    name="a summary of unified memory of nvprof",
    made_by="nvprof --csv",
    required=frozenset({"Device", "Count", "Avg Size", "Total Size", "Total Time"}),
    row_start=_DEVICE_FIRST,
    value_column="Total Time",
    ends_at=_WORDS,
    not_read=UNIFIED_MEMORY,
)
# The GPU trace has the columns of the API trace too, so it stands first.
KINDS = (SUMMARY, METRICS, EVENTS, GPU_TRACE, METRIC_TRACE, API_TRACE, MEMORY)


def is_row_of_units(row: Row) -> bool:
    """Tell whether a row says in which units the columns are: it holds units and nothing else."""
    holds_units = False
    for cell in row.cells:
        text = cell.strip()
        # "1" would be a unit, but is a number of a row of data.
        if text and (text[0].isdigit() or find_unit(text) is None):
            return False
        holds_units = holds_units or bool(text)
    return holds_units
