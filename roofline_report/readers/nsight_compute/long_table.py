"""The long table: one row for each launch and metric, or for each line of a section of the details page."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import compress, islice
from operator import ne
from typing import TYPE_CHECKING

from roofline_report.readers.nsight_compute.attributes import PREFIX
from roofline_report.readers.nsight_compute.capture import MetricUnit
from roofline_report.readers.nsight_compute.launch_columns import LaunchColumns
from roofline_report.readers.nsight_compute.tables import VALUE, identity_width, value_columns
from roofline_report.readers.nsight_compute.values import NOT_MEASURED, PrintedColumn, add_column
from roofline_report.readers.rows.launches import LaunchLog
from roofline_report.readers.text.csv_line import SEPARATOR

if TYPE_CHECKING:
    from roofline_report.readers.nsight_compute.capture import Capture
    from roofline_report.readers.text.csv_table import Header, Row, RowBatch

METRICS_SECTION = "Command line profiler metrics"
"""The section whose rows carry metric ids; all other sections carry labels such as "Duration"."""

RULES = "rows of rules, which hold advice and no value"
NOT_NEEDED = "metrics that no formula uses"
ATTRIBUTES = "attributes of the device, which are read once"

_MOST_WAITING = 65536
"""Rows that are kept as text before their numbers are read, all at once."""

_MOST_FRAMES = 1024
"""Orders of metrics that are kept apart; a profiler prints one, and parts of it where a batch ends."""


@dataclass(slots=True, kw_only=True)
class _Series:
    """The rows of one metric with one unit, which wait for their numbers to be read.

    Attributes:
        unit: The metric and its unit; None where the rows are not read.
        reason: Why they are not.
        attribute: The attribute of the device that they hold.
        entries: Launch, text and line of each row.
    """

    unit: MetricUnit | None = None
    reason: str = ""
    attribute: str | None = None
    entries: list[tuple[int, str, int]] = field(default_factory=list)

    def take_column(self) -> PrintedColumn:
        """Return what waits, and wait for more."""
        launches, texts, lines = zip(*self.entries, strict=True)
        self.entries.clear()
        return PrintedColumn(launches=launches, texts=texts, lines=lines)


@dataclass(slots=True)
class LongTable:
    """Reads the rows of all long tables of a file."""

    capture: Capture
    log: LaunchLog = field(init=False)
    _columns: LaunchColumns = field(init=False)
    _series: dict[str, _Series] = field(default_factory=dict)
    _frames: dict[tuple[str, ...], list[tuple[int, int, tuple[str, ...]]]] = field(default_factory=dict)
    _printed: tuple[str, ...] = ()
    _waiting: int = 0

    def __post_init__(self) -> None:
        self.log = LaunchLog(file=self.capture.file)
        self._columns = LaunchColumns(capture=self.capture, log=self.log)

    def begin(self, header: Header) -> None:
        """Begin a table, whose columns may stand elsewhere than those of the one before."""
        self.finish()
        self._series.clear()
        self._printed = value_columns(header)[:-1]
        self._columns.begin(header, width=identity_width(header))

    def take(self, row: Row) -> None:
        """Read one row."""
        launch = self._columns.launch_of(row.cells)
        # A short row may end before a column that is not required.
        printed = SEPARATOR.join(row.get(name) or "" for name in self._printed)
        self._take_value(printed, row[VALUE], launch=launch, line=row.line)
        self._read_where_many_wait()

    def take_batch(self, batch: RowBatch) -> None:
        """Read many rows. There may be millions, so nothing is done here for each of them, but for each launch."""
        starts, printed, texts = zip(*batch.rows, strict=True)
        count = len(starts)
        ends = [*compress(range(1, count), map(ne, islice(starts, 1, None), starts)), count]
        first = 0
        for end in ends:
            launch = self._columns.launch_at(starts[first])
            entries = self._frames.get(printed[first:end])
            if entries is None:
                entries = self._begin_frame(printed[first:end])
            entries.append((launch, batch.line + first, texts[first:end]))
            first = end
        self._waiting += count
        self._read_where_many_wait()

    @property
    def launch_columns(self) -> LaunchColumns:
        """Return what is known of the cells that say which launch a row is of."""
        return self._columns

    def finish(self) -> None:
        """Read the numbers that wait."""
        for printed, entries in self._frames.items():
            launches, lines, texts = zip(*entries, strict=True)
            for offset, (name, column) in enumerate(zip(printed, zip(*texts, strict=True), strict=True)):
                at = [line + offset for line in lines] if offset else lines
                self._read(self._find(name), PrintedColumn(launches=launches, texts=column, lines=at))
        self._frames.clear()
        for series in self._series.values():
            if series.entries:
                self._read(series, series.take_column())
        self._waiting = 0

    def _read(self, series: _Series, column: PrintedColumn) -> None:
        count_row = self.capture.notes.count_row
        if series.attribute is not None:
            for launch, text, line in zip(column.launches, column.texts, column.lines, strict=True):
                self.capture.attributes.add(self.log.device_of(launch), series.attribute, text=text, line=line)
        if series.unit is None:
            count_row(series.reason, rows=len(column.texts))
            return
        used = add_column(self.log, series.unit, column=column, numbers=self.capture.numbers)
        count_row(None, rows=used)
        count_row(NOT_MEASURED, rows=len(column.texts) - used)

    def _read_where_many_wait(self) -> None:
        if self._waiting > _MOST_WAITING:
            self.finish()

    def _take_value(self, printed: str, text: str, *, launch: int, line: int) -> None:
        self._waiting += 1
        self._find(printed).entries.append((launch, text, line))

    def _find(self, printed: str) -> _Series:
        series = self._series.get(printed)
        if series is None:
            series = self._series[printed] = self._make_series(*printed.split(SEPARATOR))
        return series

    def _begin_frame(self, printed: tuple[str, ...]) -> list[tuple[int, int, tuple[str, ...]]]:
        """Return where launches wait that have the same metrics in the same order."""
        if len(self._frames) >= _MOST_FRAMES:
            self.finish()
        return self._frames.setdefault(printed, [])

    def _make_series(self, *printed: str) -> _Series:
        *section, name, unit = printed
        metric = metric_of(name.strip(), section[0].strip() if section else "")
        if metric is None:
            return _Series(reason=RULES)
        self.log.ledger.named.add(metric)
        if metric.startswith(PREFIX):
            return _Series(reason=ATTRIBUTES, attribute=metric)
        if not self.capture.wants(metric):
            return _Series(reason=NOT_NEEDED)
        return _Series(unit=MetricUnit(metric=metric, text=unit, ledger=self.log.ledger))


def metric_of(name: str, section: str) -> str | None:
    """Return the metric id, or "section/label" where the row has a label; None for the rows of rules."""
    if not name:
        return None
    return name if "__" in name or section in ("", METRICS_SECTION) else f"{section}/{name}"
