"""Tables (CSV) that no reader takes, known by the columns of their header: those of AMD's profilers, and others."""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass, replace

from roofline_report.readers.recognition.standing import (
    CEILINGS_REMEDY,
    NOT_USED,
    Recognition,
    Standing,
    describe_ceilings,
)

_MOST_TRIES = 50
"""How many lines with a sign's mark are looked at; a header comes before the rows that might hold it too."""
_LONGEST_HEADER = 1024 * 1024
_AMD = "AMD profilers are not supported yet"
_KEEP = "nothing is wrong with it: leave it there for a later version, or give it a name that starts with _"


@dataclass(frozen=True, slots=True, kw_only=True)
class ForeignTable:
    """A table that is not read.

    Attributes:
        mark: A column that stands in the header and hardly in anything else, as it is written.
        columns: The columns that it has, in lower case.
        standing: Whether it concerns us.
        summary: What it is.
        remedy: What to do.
        lists_calls: It may list calls, copies or kernels, which its rows tell.
    """

    mark: str
    columns: frozenset[str]
    standing: Standing
    summary: str
    remedy: str | None = None
    lists_calls: bool = False


def _amd(mark: str, *columns: str, name: str, lists_calls: bool = False) -> ForeignTable:
    return ForeignTable(
        mark=mark,
        columns=frozenset({mark.lower(), *columns}),
        standing=Standing.UNREAD,
        summary=f"this is {name}; {_AMD}",
        remedy=_KEEP,
        lists_calls=lists_calls,
    )


def _other(mark: str, *columns: str, name: str) -> ForeignTable:
    return ForeignTable(
        mark=mark,
        columns=frozenset({mark.lower(), *columns}),
        standing=Standing.OTHER,
        summary=f"{NOT_USED}: it holds {name}",
    )


# Column names: ROCm's rocprofiler (v1, v2), rocprofiler-sdk (v3), rocprofiler-compute (once omniperf), nsys stats.
# The first that fits counts, so a table with more columns stands before one with fewer of them.
FOREIGN_TABLES = (
    ForeignTable(
        mark="HBMBw",
        columns=frozenset({"hbmbw", "l2bw"}),
        standing=Standing.CEILINGS,
        summary=describe_ceilings("rocprof-compute"),
        remedy=CEILINGS_REMEDY,
    ),
    _amd("Counter_Name", "kernel_name", "counter_value", name="a counter collection of rocprofv3"),
    _amd("gpu-id", "kernelname", "queue-id", name="a table of rocprof, one row for each dispatch"),
    _amd(
        "Dispatch_ID",
        "kernel_name",
        "grid_size",
        name="a table of rocprof or rocprof-compute, one row for each dispatch",
    ),
    _amd("Start_Timestamp", "kernel_name", "end_timestamp", name="a kernel trace of rocprofv3"),
    _amd("TotalDurationNs", "name", "calls", "averagens", name="a summary of rocprof", lists_calls=True),
    _other("Dispatch_ID", "kernel_name", name="a list of the dispatches that an AMD profiler saw"),
    _other("Cu_Count", name="a list of AMD devices, as rocprofv3 writes beside its tables"),
    _other("gpu_arch", name="a description of the machine, as rocprof-compute writes beside its tables"),
    _other("gpu_soc", name="a description of the machine, as omniperf writes beside its tables"),
    _other("Start_Timestamp", "function", "end_timestamp", name="a trace of calls by rocprofv3"),
    _other("Start_Timestamp", "direction", "end_timestamp", name="a trace of copies by rocprofv3"),
    _other("Total Time (ns)", "time (%)", "range", name="times of ranges, by Nsight Systems"),
    _other("Total (MB)", "count", "operation", name="sizes of copies, by Nsight Systems"),
)
# hipMemcpy and hsa_queue_create, MEMORY_COPY_HOST_TO_DEVICE and CopyHostToDevice, HIP_RUNTIME_API and KERNEL_DISPATCH.
_NO_KERNEL = re.compile(
    r'"?(?:_*(?:hip|hsa|roctx|rccl|nccl|ompt)[A-Z_]\w*|MEMORY_[A-Z_]+|Copy[A-Z]\w*|[A-Z]+(?:_[A-Z]+)*_API(?:_\w+)?'
    r'|KERNEL_DISPATCH|SCRATCH_MEMORY)"?,'
)
# The counters of an AMD GPU, typed into the columns of Nsight Compute.
_AMD_COUNTER = re.compile(
    r'Command line profiler metrics"?,"?(?:(?:SQ|SQC|TCC|TCP|TA|TD|GRBM|CPC|CPF|SPI)_[A-Z]\w+|FetchSize|WriteSize)\b'
)


def find_foreign_table(text: str, *, is_last: bool = True) -> Recognition | None:
    """Return the first table in a text that is known and not read.

    Args:
        text: The text.
        is_last: No more of it follows, so that a header without rows has none.
    """
    for place, table in enumerate(FOREIGN_TABLES):
        begin, end = _find_header(text, table)
        if end:
            found = _recognise(table, rows=text[end:], is_last=is_last)
            return replace(found, line=text.count("\n", 0, begin) + 1, place=place)
    return None


def find_amd_counters(text: str) -> Recognition | None:
    """Return what to say of a table in the columns of Nsight Compute with counters of an AMD profiler."""
    match = _AMD_COUNTER.search(text)
    if match is None:
        return None
    return Recognition(
        standing=Standing.UNREAD,
        summary=f"the table has the columns of Nsight Compute and the counters of an AMD GPU; {_AMD}",
        remedy=_KEEP,
        line=text.count("\n", 0, match.start()) + 1,
    )


def _find_header(text: str, table: ForeignTable) -> tuple[int, int]:
    """Return where the header of a table begins and ends; 0 and 0 where there is none."""
    at = text.find(table.mark)
    for _ in range(_MOST_TRIES):
        if at < 0:
            break
        begin = text.rfind("\n", 0, at) + 1
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        if end - begin <= _LONGEST_HEADER and table.columns <= _columns(text[begin:end]):
            return begin, end
        at = text.find(table.mark, end)
    return 0, 0


def _columns(line: str) -> frozenset[str]:
    try:
        cells = next(csv.reader((line,)), [])
    except csv.Error:
        return frozenset()
    return frozenset(cell.strip().lower() for cell in cells)


def _recognise(table: ForeignTable, *, rows: str, is_last: bool) -> Recognition:
    has_rows = not (is_last and not rows.strip())
    if not has_rows:
        return Recognition(
            standing=Standing.UNUSABLE,
            summary="the table has a header and no rows: nothing was measured",
            remedy="collect it again, and see that no filter of the profiler leaves out every kernel",
        )
    if table.lists_calls and all(_NO_KERNEL.match(row) for row in rows.split("\n") if row.strip()):
        return Recognition(
            standing=Standing.OTHER,
            summary=f"{NOT_USED}: it holds times of calls or copies, and no kernels",
        )
    return Recognition(standing=table.standing, summary=table.summary, remedy=table.remedy)
