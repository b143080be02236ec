"""The readers that there are. A new format is one more line here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roofline_report.readers.nsight_compute.reader import NsightComputeReader
from roofline_report.readers.nsight_systems.reader import NsightSystemsReader
from roofline_report.readers.nvprof.reader import NvprofReader

if TYPE_CHECKING:
    from roofline_report.readers.reader import Reader
    from roofline_report.readers.text.csv_table import TableKind

READERS: tuple[Reader, ...] = (NvprofReader(), NsightComputeReader(), NsightSystemsReader())
"""Every reader. No two of them know the same table."""


def list_formats() -> tuple[tuple[str, TableKind], ...]:
    """Return (profiler, table) of everything that can be read, for the documentation."""
    return tuple((reader.profiler, kind) for reader in READERS for kind in reader.kinds if kind.not_read is None)


def find_reader(kind: TableKind) -> Reader | None:
    """Return the reader of a table."""
    return next((reader for reader in READERS if kind in reader.kinds), None)
