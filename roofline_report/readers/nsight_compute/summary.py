"""The summary per kernel: averages over the launches of one kernel with one launch configuration."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from roofline_report.domain.profile import Statistic
from roofline_report.readers.nsight_compute.capture import MetricUnit
from roofline_report.readers.nsight_compute.long_table import NOT_NEEDED, RULES, metric_of
from roofline_report.readers.nsight_compute.tables import METRIC, SECTION, UNIT
from roofline_report.readers.nsight_compute.values import NOT_MEASURED
from roofline_report.readers.rows.file_problems import quote
from roofline_report.readers.rows.launches import AverageLog
from roofline_report.readers.rows.row_notes import REPEATED
from roofline_report.readers.text.printed_number import CellKind

if TYPE_CHECKING:
    from roofline_report.readers.nsight_compute.capture import Capture
    from roofline_report.readers.rows.launches import GroupKey
    from roofline_report.readers.text.csv_table import Header, Row

SHOWN_AGAIN = "metrics that stand in the table already"
"""Why a row is left out that another section has too."""


@dataclass(slots=True)
class SummaryTable:
    """Reads the rows of all summaries of a file."""

    capture: Capture
    log: AverageLog = field(init=False)
    _units: dict[tuple[str, str], MetricUnit] = field(default_factory=dict)
    _seen: set[tuple[str, ...]] = field(default_factory=set)
    _shown: dict[tuple[GroupKey, str], Statistic | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.log = AverageLog(file=self.capture.file)

    def begin(self, header: Header) -> None:  # noqa: ARG002 - every row has its columns
        """Begin a table; another one means further launches."""
        self._seen.clear()
        self._shown.clear()

    def take(self, row: Row) -> None:
        """Read one row."""
        # Each kernel, configuration and metric has one row, so the same again is no further launches.
        if row.cells in self._seen:
            self.capture.notes.count_row(REPEATED)
            return
        self._seen.add(row.cells)
        launches = self.capture.notes.read_launches(row, "Invocations")
        if launches is None:
            found = f"Invocations: {quote(row['Invocations'])}"
            self.capture.notes.count_row(self.capture.notes.refuse_row(row.line, found))
            return
        metric = metric_of(row[METRIC].strip(), (row.get(SECTION) or ""))
        if metric is None:
            self.capture.notes.count_row(RULES)
            return
        self.log.ledger.named.add(metric)
        key = self.capture.key({name: cell for name in row.columns if (cell := row.get(name)) is not None})
        statistic = self._statistic(metric, row, launches=launches) if self.capture.wants(metric) else None
        reason: str | None = NOT_MEASURED if self.capture.wants(metric) else NOT_NEEDED
        # Several sections may show one metric, and one section two under one label: no launches of their own.
        is_shown_again = (key, metric) in self._shown and (
            statistic in (None, self._shown[key, metric]) or metric in self.log.ledger.unusable
        )
        if statistic is not None:
            reason = SHOWN_AGAIN if is_shown_again else None
        self.capture.notes.count_row(reason)
        if not is_shown_again:
            self._shown[key, metric] = statistic
            self.log.add(key, metric, statistic=statistic, launches=launches)

    def _statistic(self, metric: str, row: Row, *, launches: int) -> Statistic | None:
        text = row[UNIT]
        unit = self._units.get((metric, text))
        if unit is None:
            unit = self._units[metric, text] = MetricUnit(metric=metric, text=text, ledger=self.log.ledger)
        mean, low, high = (self._read(row[name], unit, line=row.line) for name in ("Average", "Minimum", "Maximum"))
        if mean is None:
            return None
        return Statistic(count=launches, total=mean * launches, minimum=low, maximum=high)

    def _read(self, text: str, unit: MetricUnit, *, line: int) -> float | None:
        """Return a number in SI units, or None where there is none."""
        cell = self.capture.numbers.read(text, metric=unit.metric, line=line)
        if cell.kind is CellKind.NUMBER and cell.value >= 0:
            return cell.value * unit.factor(line)
        unit.refuse(cell, text, line=line)
        return None
