"""What a file is, from its content alone: one that is read, one that should be but cannot be yet, or none of ours."""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING

from roofline_report.readers.limits import Limits
from roofline_report.readers.registry import READERS, find_reader
from roofline_report.readers.text.csv_table import Header, is_banner, scan, to_text

if TYPE_CHECKING:
    from roofline_report.readers.reader import Reader


class Standing(Enum):
    """Whether a file concerns us."""

    READ = auto()
    """It holds a table that is read."""
    NOT_READ = auto()
    """A profiler wrote it, but it cannot be used: that has to be said."""
    OTHER = auto()
    """It is not for us."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recognition:
    """What a text is.

    Attributes:
        standing: Whether it concerns us.
        reader: Who reads it, if anyone.
        summary: Why it is not read, in words.
        remedy: What to do about that.
        line: Where the reason stands.
    """

    standing: Standing
    reader: Reader | None = None
    summary: str | None = None
    remedy: str | None = None
    line: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sign:
    """What gives away a format that is not read: words that stand together in one line."""

    words: tuple[str, ...]
    summary: str
    remedy: str


_COLLECT = "collect the metrics by name with ncu --csv --metrics, or with --print-summary per-kernel"
_SIGNS = (
    _Sign(
        words=('"ID"', '"Process ID"', '"Kernel Name"', "__"),
        summary="this is a raw page of Nsight Compute, with a column per metric; it is not read yet",
        remedy=_COLLECT,
    ),
    _Sign(
        words=("Kernel Name", "Metric Name", ";"),
        summary="the columns are separated by semicolons",
        remedy="do not save the profiler's file with a spreadsheet program; take the file as the profiler wrote it",
    ),
    _Sign(
        words=("Kernel Name", "Metric Name", "\t"),
        summary="the columns are separated by tabs",
        remedy="take the file as the profiler wrote it, separated by commas",
    ),
    _Sign(
        words=('"Start","Duration","Grid X"', '"Name"'),
        summary="this is a trace of nvprof, launch by launch; it is not read yet",
        remedy="print the summary: nvprof --csv --print-gpu-summary",
    ),
    _Sign(
        words=("Time (%),", "Total Time (ns),", "Instances,", "Name"),
        summary="this is a kernel summary of Nsight Systems; it is not read yet",
        remedy="take times with Nsight Compute: ncu --csv --metrics gpu__time_duration.sum",
    ),
    *(
        _Sign(
            words=words,
            summary="this is output of an AMD profiler; it is not read yet",
            remedy="move it out of the data folder, or give it a name that starts with _",
        )
        for words in (
            ("Kernel_Name", "Start_Timestamp", "End_Timestamp"),
            ("Kernel_Name", "Counter_Name", "Counter_Value"),
            ("Dispatch_ID", "Kernel_Name", "Grid_Size"),
            ("KernelName", "gpu-id", "queue-id"),
        )
    ),
)
HEAD_CHARACTERS = 1024 * 1024
"""How much of a text is looked at before all of it is."""

_UNPACK = "unpack it"
_PRINT_DATABASE = "print it, for nvprof with nvprof --csv --import-profile, and put the CSV file beside it"
_PRINT_REPORT = "print it with ncu --csv --import, and put the CSV file beside it"
_LOST_HEADER = '"Command line profiler metrics",'


def recognise(text: str, *, limits: Limits) -> Recognition:
    """Return what a text is."""
    # Nearly always the header stands near the start, so the rest need not be looked at.
    header = _find_table(text[:HEAD_CHARACTERS], limits)
    if header is None or header.kind.not_read is not None:
        header = _find_table(text, limits)
    if header is not None and header.kind.not_read is None:
        return Recognition(standing=Standing.READ, reader=find_reader(header.kind))
    other = Recognition(standing=Standing.OTHER) if header is None else _not_for_us(header)
    return _find_sign(text) or _find_failure(text) or other


def find_container(start: bytes) -> Recognition | None:
    """Return what the first bytes say of a file that holds a profiler's data, but not as text."""
    if start.startswith(b"\x1f\x8b"):
        unpacker = zlib.decompressobj(wbits=zlib.MAX_WBITS + 16)
        try:
            text = unpacker.decompress(start, HEAD_CHARACTERS)
        except zlib.error:
            return None
        packed = recognise(to_text(text, errors="replace"), limits=Limits())
        return None if packed.standing is Standing.OTHER else _container("a compressed file of a profiler", _UNPACK)
    if start.startswith(b"SQLite format 3\0") and b"CUPTI_ACTIVITY" in start:
        return _container("a database of nvprof or Nsight Systems", _PRINT_DATABASE)
    # The magic number stands in NVIDIA's description of the report's format.
    return _container("a report of Nsight Compute", _PRINT_REPORT) if start.startswith(b"NVR\0") else None


def _container(name: str, remedy: str) -> Recognition:
    return Recognition(
        standing=Standing.NOT_READ, summary=f"this is {name}, and only CSV files are read", remedy=remedy
    )


def _find_table(text: str, limits: Limits) -> Header | None:
    """Return the first header of a table that is read, else the first of one that is known and not read."""
    kinds = tuple(kind for reader in READERS for kind in reader.kinds)
    first: Header | None = None
    for event in scan(text, kinds, limits=limits):
        if not isinstance(event, Header):
            continue
        if event.kind.not_read is None:
            return event
        first = first or event
    return first


def _not_for_us(header: Header) -> Recognition:
    return Recognition(
        standing=Standing.OTHER,
        summary=f"the file is not for us: {header.kind.name} has {header.kind.not_read}",
        line=header.line,
    )


def _find_sign(text: str) -> Recognition | None:
    """Return the format that is not read yet and whose header stands in the text."""
    signs = [sign for sign in _SIGNS if all(word in text for word in sign.words)]
    if not signs:
        return None
    for number, line in enumerate(text.split("\n"), start=1):
        for sign in signs:
            if all(word in line for word in sign.words):
                return Recognition(standing=Standing.NOT_READ, summary=sign.summary, remedy=sign.remedy, line=number)
    return None


def _find_failure(text: str) -> Recognition | None:
    """Return a capture of Nsight Compute that has no table."""
    if _LOST_HEADER in text:
        return Recognition(
            standing=Standing.NOT_READ,
            summary="the rows of Nsight Compute have no header, so it is not known what their columns are",
            remedy='keep the line that begins with "ID","Process ID"',
        )
    if not any(is_banner(line) and line.startswith("==PROF==") for line in text.split("\n")):
        return None
    return Recognition(
        standing=Standing.NOT_READ,
        summary="Nsight Compute ran, but there is no table of metrics in this file",
        remedy="look in the file for an error of the profiler, and collect it again with --csv",
    )
