"""What a reader notes while the rows of a file pass: what became of each, and what is wrong with some."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from roofline_report.domain.problem import Problem
from roofline_report.domain.units import Unit
from roofline_report.readers.reader import RowCounts
from roofline_report.readers.rows.file_problems import NOT_NEGATIVE, TOLD_ONE_BY_ONE, damaged_row, quote, unsure_end
from roofline_report.readers.text.csv_table import DamagedRow
from roofline_report.readers.text.number_format import Verdict
from roofline_report.readers.text.printed_number import CellKind, count_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roofline_report.readers.rows.launches import MetricLedger
    from roofline_report.readers.text.csv_table import Row
    from roofline_report.readers.text.number_format import NumberFormat
    from roofline_report.readers.text.printed_number import Cell

DAMAGED = "damaged"
"""Why a row is left out that cannot be read."""

REPEATED = "printed twice, word for word"
"""Why a row is left out that its table has already had."""

NO_UNITS = "in a table without units"
"""Why the rows of a table are left out that does not say in what its times are."""

COUNT = Unit("1", 1.0)
"""What a bare number is in."""

UNTRUSTED = "in a file whose numbers cannot be trusted"


@dataclass(frozen=True, slots=True)
class PrintedValue:
    """A cell with a value of a metric.

    Attributes:
        text: What stands in it.
        line: Its line.
        unit: The unit of its column, for a cell that holds none of its own.
    """

    text: str
    line: int
    unit: Unit = COUNT


@dataclass(slots=True)
class RowNotes:
    """The rows of one file, each used or left out for a reason, and the problems that were found in them.

    Attributes:
        file: The file, as `Problem.file` names it.
        numbers: Reads its numbers.
        problems: What was found so far, in the order of the file.
    """

    file: str
    numbers: NumberFormat
    problems: list[Problem] = field(default_factory=list)
    _used: int = 0
    _dropped: Counter[str] = field(default_factory=Counter)
    _damages: int = 0

    def count_row(self, reason: str | None, *, rows: int = 1) -> None:
        """Note that rows were left out for a reason, or used where there is none."""
        if reason is None:
            self._used += rows
        elif rows:
            self._dropped[reason] += rows

    def rows(self) -> RowCounts:
        """Return what became of the rows."""
        return RowCounts(used=self._used, dropped=dict(sorted(self._dropped.items())))

    def has_other_rows(self) -> bool:
        """Tell whether rows were left out that are whole, but no rows of kernels."""
        return any(reason != DAMAGED for reason in self._dropped)

    def tell_damage(self, row: DamagedRow) -> str:
        """Note the problem of a damaged row, and return why it is left out."""
        self._damages += 1
        if self._damages <= TOLD_ONE_BY_ONE or row.at_end:
            self.problems.append(damaged_row(row, file=self.file))
        return DAMAGED

    def refuse_row(self, line: int, found: str) -> str:
        """Note that a row cannot be used as it is, and return why it is left out."""
        return self.tell_damage(DamagedRow(line=line, found=found, at_end=False))

    def tell_end(self, row: Row) -> None:
        """Note that digits may be missing at the end of the file."""
        if row.last_number_may_be_cut:
            self.problems.append(unsure_end(file=self.file, line=row.line))

    def all_problems(self) -> tuple[Problem, ...]:
        """Return the problems; damaged rows that were not told one by one are one problem."""
        more = self._damages - TOLD_ONE_BY_ONE
        if more <= 0:
            return tuple(self.problems)
        return (*self.problems, _more_damage(self.file, more))

    def read_quantity(self, text: str, *, metric: str, line: int) -> Cell:
        """Read a number with or without a unit: the one way from a cell to a number."""
        return self.numbers.read_quantity(text, metric=metric, line=line)

    def weigh(self, row: Row, column: str) -> None:
        """Look at a number that is not used, because it may tell which mark the file puts in front of decimals."""
        self.read_quantity(row.get(column) or "", metric=column, line=row.line)

    def refuse_doubtful(self, ledger: MetricLedger) -> None:
        """Refuse the metrics with a number that could be read in two ways, where nothing in the file decides."""
        if self.numbers.verdict is Verdict.DOUBT:
            ledger.refuse_doubtful(self.numbers.doubtful)

    def read_launches(self, row: Row, column: str) -> int | None:
        """Read a number of launches, at least 1; None where there is none. "1.000" may be a thousand."""
        return count_of(self.numbers.read(row[column], metric=column, line=row.line, whole=True))

    def read_metric(self, metric: str, cell: PrintedValue, *, ledger: MetricLedger) -> float | None:
        """Return a value of a metric in SI units; None where it has none, which the ledger knows the reason of."""
        found = self.read_quantity(cell.text, metric=metric, line=cell.line)
        if found.kind is CellKind.TEXT:
            ledger.refuse(metric, line=cell.line, found=quote(cell.text), expected="a number")
        if found.kind is CellKind.MISSING:
            ledger.note_missing(metric, cell.text)
        if found.kind is not CellKind.NUMBER:
            return None
        if found.value < 0:
            ledger.refuse(metric, line=cell.line, found=quote(cell.text), expected=NOT_NEGATIVE)
            return None
        own = _own_unit(found)
        ledger.note_dimension(metric, (own or cell.unit).dimension, line=cell.line)
        return found.value if own is not None else found.value * cell.unit.factor

    def read_times(self, row: Row, units: Mapping[str, Unit], *, metric: str) -> dict[str, float | None] | None:
        """Return the times of a row in seconds by column, None for those that are not known.

        Args:
            row: The row.
            metric: The name under which they are kept.
            units: The columns of times, each with the unit that its cells are in where they do not hold their own.

        Returns:
            The times, or None after telling that something else stands there.
        """
        times: dict[str, float | None] = {}
        for column, unit in units.items():
            text = row.get(column) or ""
            cell = self.read_quantity(text, metric=metric, line=row.line)
            own = _own_unit(cell)
            if cell.kind is CellKind.TEXT or cell.value < 0 or (own is not None and own.dimension != "s"):
                self.refuse_row(row.line, f"{column}: {quote(text)}")
                return None
            factor = unit.factor if own is None else 1.0
            times[column] = cell.value * factor if cell.kind is CellKind.NUMBER else None
        return times


def untrusted(rows: RowCounts) -> RowCounts:
    """Return the rows of a file whose numbers cannot be trusted: all of them are left out."""
    return rows.left_out(UNTRUSTED)


def _own_unit(cell: Cell) -> Unit | None:
    """Return the unit that a cell holds beside its number; it is in SI units then."""
    return None if cell.unit is None or cell.unit.dimension == "1" else cell.unit


def _more_damage(file: str, more: int) -> Problem:
    return Problem(
        summary=f"{more} more row{'s are' if more > 1 else ' is'} damaged and left out",
        file=file,
        remedy="collect it again; let the program not write into the same file",
    )
