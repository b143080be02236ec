"""Launches of traces, which have a row for each."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from roofline_report.readers.rows.printed_launch import device_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roofline_report.readers.rows.launches import GroupKey, LaunchLog
    from roofline_report.readers.text.csv_table import Row


@dataclass(slots=True)
class TraceLog:
    """The launches of the traces of a file.

    Attributes:
        launches: The launches.
        devices: The names of the devices that they ran on.
    """

    launches: LaunchLog
    devices: set[str] = field(default_factory=set)
    _tables: int = 0

    def begin(self) -> None:
        """Begin a table; its launches are others than those of the tables before."""
        self._tables += 1

    def add(self, row: Row, key: GroupKey, *, told_apart_by: Sequence[str]) -> int:
        """Note the launch of a row, and return its number among the launches.

        Two rows that have the same in all of these columns are one launch that is printed twice. Where the first of
        them, the launch's number, is not there, each row is a launch.

        Args:
            row: The row.
            key: The group of the launch.
            told_apart_by: The launch's number, then the columns that differ between launches of one number: the
                launches of a graph share theirs.
        """
        if key.device is not None and not key.device.isdigit():
            self.devices.add(device_name(key.device))
        number, *others = (row.get(column) for column in told_apart_by)
        where = (str(row.line),) if number is None else (number, *(text or "" for text in others))
        identity = (str(self._tables), *where)
        return self.launches.add_launch(identity, key)
