"""The tables that `nsys stats` prints, and how each is known.

Columns: NVIDIA's user guide of Nsight Systems, "Report Scripts"; the unit of a column stands in its heading.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from roofline_report.domain.units import find_unit
from roofline_report.readers.rows.printed_launch import CALLS, COPIES
from roofline_report.readers.text.csv_table import TableKind

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roofline_report.domain.units import Unit
    from roofline_report.readers.text.csv_table import Header

_NUMBER_FIRST = re.compile(r'"?[0-9][0-9.]*"?(?:,|$)')
# "Time(%)" up to 2021. Events of MPI have the columns of kernels, and one for their source.
_SHARES = re.compile(r'(?!.*\bSource\b)"?Time ?\(%\)"?,"?Total Time\b')
_STARTS = re.compile(r'"?(?:API )?Start\b')
# What stands before another report, and the first column of one that is not known here.
_OTHER_REPORT = re.compile(r'Processing \[|"?(?:Time|Total|Start|API|PID|NVTX|Range|Name)\b.*,')


def _kind(report: str, *, name: str, columns: tuple[str, ...], form: re.Pattern[str] | None = None) -> TableKind:
    return TableKind(
        name=f"Nsight Systems {name} (CSV)",
        made_by=f"nsys stats --report {report} --format csv",
        required=frozenset(columns),
        row_start=_NUMBER_FIRST,
        value_column=columns[-1],
        whole_if_closed=True,
        header_form=form,
        ends_at=_OTHER_REPORT,
    )


def _unread(report: str, *, name: str, columns: tuple[str, ...], holds: str) -> TableKind:
    return TableKind(
        name=name,
        made_by=f"nsys stats --report {report} --format csv",
        required=frozenset(columns),
        row_start=_NUMBER_FIRST,
        value_column=columns[-1],
        header_form=_SHARES,
        ends_at=_OTHER_REPORT,
        not_read=holds,
    )


KERNEL_SUMMARY = _kind("cuda_gpu_kern_sum", name="kernel summary", columns=("Instances", "Name"), form=_SHARES)
# A table of its own: beside the summary of the same kernels it would count them twice.
CONFIGURATION_SUMMARY = _kind(
    "cuda_gpu_kern_gb_sum",
    name="kernel summary per grid and block",
    columns=("Instances", "GridXYZ", "BlockXYZ", "Name"),
    form=_SHARES,
)
GPU_SUMMARY = _kind(
    "cuda_gpu_sum", name="summary of kernels and copies", columns=("Instances", "Category", "Operation"), form=_SHARES
)
EXECUTION_SUMMARY = _kind(
    "cuda_kern_exec_sum", name="summary of launches and kernels", columns=("Count", "QCount", "Kernel Name")
)
GPU_TRACE = _kind(
    "cuda_gpu_trace",
    name="GPU trace",
    columns=("CorrId", "GrdX", "GrdY", "GrdZ", "BlkX", "BlkY", "BlkZ", "Name"),
    form=_STARTS,
)
EXECUTION_TRACE = _kind(
    "cuda_kern_exec_trace",
    name="trace of launches and kernels",
    columns=("PID", "TID", "DevId", "Kernel Name"),
    form=_STARTS,
)
CALL_SUMMARY = _unread(
    "cuda_api_sum", name="a summary of calls of Nsight Systems", columns=("Num Calls", "Name"), holds=CALLS
)
COPY_SUMMARY = _unread(
    "cuda_gpu_mem_time_sum", name="a summary of copies of Nsight Systems", columns=("Operation",), holds=COPIES
)
# A table that has all columns of another one stands before it.
KINDS = (
    CONFIGURATION_SUMMARY,
    KERNEL_SUMMARY,
    GPU_SUMMARY,
    EXECUTION_SUMMARY,
    GPU_TRACE,
    EXECUTION_TRACE,
    CALL_SUMMARY,
    COPY_SUMMARY,
)

_WITH_UNIT = re.compile(r"(?P<name>.+?) ?\((?P<unit>[^()]+)\)")
_OLDER = {"Average": "Avg", "Minimum": "Min", "Maximum": "Max", "StdDev": "StdDev"}


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeColumn:
    """A column of times.

    Attributes:
        heading: How it is headed in the file.
        unit: The unit of its cells.
    """

    heading: str
    unit: Unit


def find_time_columns(header: Header) -> Mapping[str, TimeColumn]:
    """Return the columns of times of a table, under the names that they have in the newest version.

    Versions up to 2021 state the unit of the total alone, and it holds for the averages too.
    """
    with_units: dict[str, TimeColumn] = {}
    for heading in header.columns:
        match = _WITH_UNIT.fullmatch(heading)
        unit = None if match is None else find_unit(match["unit"])
        if match is not None and unit is not None and unit.dimension == "s":
            with_units[_OLDER.get(match["name"], match["name"])] = TimeColumn(heading=heading, unit=unit)
    total = with_units.get("Total Time")
    if total is not None:
        for older, name in _OLDER.items():
            if older in header.columns:
                with_units.setdefault(name, TimeColumn(heading=older, unit=total.unit))
    return with_units
