"""From the parts that read the tables of a file to its reading."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from roofline_report.domain.problem import Problem, Severity
from roofline_report.readers.reader import TableReading

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from roofline_report.readers.reader import LaunchTable
    from roofline_report.readers.rows.row_notes import RowNotes


class TablePart(Protocol):
    """Reads all tables of one kind in a file."""

    @property
    def devices(self) -> set[str]:
        """Return the names of the devices that the rows state."""

    def table(self) -> LaunchTable:
        """Return what was read."""


def join_parts(
    parts: Mapping[str, TablePart], notes: RowNotes, *, nothing: Problem, programs: Iterable[str] = ()
) -> TableReading:
    """Return the reading of a file.

    Args:
        parts: What read its tables, by the names of the formats.
        notes: What was noted of its rows.
        nothing: What to say of it if there was nothing in its tables. Times of calls and copies alone are something:
            a file that is not for us.
        programs: The base names of the profiled programs.
    """
    name = " and ".join(parts)
    tables = tuple(table for table in (part.table() for part in parts.values()) if table.groups)
    if not tables and not notes.problems:
        notes.problems.append(_without_kernels(notes.file) if notes.has_other_rows() else nothing)
    return TableReading(
        format=name,
        tables=tables,
        rows=notes.rows(),
        device_names=tuple(sorted(set[str]().union(*(part.devices for part in parts.values())))),
        programs=tuple(sorted(programs)),
        problems=notes.all_problems(),
    )


def _without_kernels(file: str) -> Problem:
    return Problem(summary="the file has times of calls and copies, but no kernel", severity=Severity.INFO, file=file)
