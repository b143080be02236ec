"""The raw page: one row for each launch, one column for each metric, and a row of units behind the header."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from roofline_report.readers.nsight_compute.attributes import PREFIX
from roofline_report.readers.nsight_compute.capture import MetricUnit
from roofline_report.readers.nsight_compute.launch_columns import LaunchColumns
from roofline_report.readers.nsight_compute.tables import identity_width, is_behind, picked_columns
from roofline_report.readers.nsight_compute.values import PrintedColumn, add_column
from roofline_report.readers.rows.launches import LaunchLog

if TYPE_CHECKING:
    from roofline_report.readers.nsight_compute.capture import Capture
    from roofline_report.readers.text.csv_table import Header, Row, RowBatch

_MOST_CELLS = 262144
"""Cells that are kept as text before their numbers are read, all at once."""


@dataclass(slots=True)
class RawPage:
    """Reads the rows of all raw pages of a file."""

    capture: Capture
    log: LaunchLog = field(init=False)
    _columns: LaunchColumns = field(init=False)
    _picked: tuple[tuple[int, str], ...] = ()
    _units: dict[str, MetricUnit] = field(default_factory=dict)
    _launches: list[int] = field(default_factory=list)
    _lines: list[int] = field(default_factory=list)
    _texts: list[tuple[str, ...]] = field(default_factory=list)
    _has_units: bool = False

    def __post_init__(self) -> None:
        self.log = LaunchLog(file=self.capture.file)
        self._columns = LaunchColumns(capture=self.capture, log=self.log)

    def begin(self, header: Header) -> None:
        """Begin a table."""
        self.finish()
        self._has_units = False
        self._picked = picked_columns(header, self.capture.wanted)
        self.log.ledger.named.update(filter(is_behind, header.columns))
        self.log.ledger.refuse_repeated(filter(is_behind, header.repeated), line=header.line)
        self._columns.begin(header, width=identity_width(header))

    def take(self, row: Row) -> None:
        """Read the row of units, or one launch."""
        if not row["ID"].strip():
            self._take_units(row)
        elif self._has_units:
            texts = tuple(row.cells[position] for position, _ in self._picked)
            self._take_launch(self._columns.launch_of(row.cells), texts, line=row.line)
        else:
            self._refuse(row.line)

    def take_batch(self, batch: RowBatch) -> None:
        """Read many launches."""
        for line, (start, *texts, _) in enumerate(batch.rows, batch.line):
            if self._has_units:
                self._take_launch(self._columns.launch_at(start), tuple(texts), line=line)
            else:
                self._refuse(line)

    @property
    def launch_columns(self) -> LaunchColumns:
        """Return what is known of the cells that say which launch a row is of."""
        return self._columns

    def finish(self) -> None:
        """Read the numbers that wait."""
        for (_, name), texts in zip(self._picked, zip(*self._texts, strict=True), strict=False):
            unit = self._units.get(name)
            if unit is not None:
                column = PrintedColumn(launches=self._launches, texts=texts, lines=self._lines)
                add_column(self.log, unit, column=column, numbers=self.capture.numbers)
        self.capture.notes.count_row(None, rows=len(self._launches))
        self._launches, self._lines, self._texts = [], [], []

    def _take_units(self, row: Row) -> None:
        # What waits was printed in the units before.
        self.finish()
        self._has_units = True
        self._units = {
            name: MetricUnit(metric=name, text=row.cells[position], ledger=self.log.ledger)
            for position, name in self._picked
            if not name.startswith(PREFIX)
        }

    def _take_launch(self, launch: int, texts: tuple[str, ...], *, line: int) -> None:
        """Note a launch, with the text of each column that is read."""
        self._launches.append(launch)
        self._lines.append(line)
        self._texts.append(texts)
        if not self.capture.attributes.knows(self._columns.device):
            for (_, name), text in zip(self._picked, texts, strict=True):
                if name.startswith(PREFIX):
                    self.capture.attributes.add(self._columns.device, name, text=text, line=line)
        if len(self._texts) * len(texts) > _MOST_CELLS:
            self.finish()

    def _refuse(self, line: int) -> None:
        notes = self.capture.notes
        notes.count_row(notes.refuse_row(line, "a launch without a row of units before it"))
