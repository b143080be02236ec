"""What is known of one file of Nsight Compute while its tables are read."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from roofline_report.domain.capability import normal_capability
from roofline_report.domain.profile import LaunchConfiguration
from roofline_report.domain.units import COUNTED, find_unit
from roofline_report.readers.nsight_compute.attributes import AttributeLog
from roofline_report.readers.nsight_compute.tables import KERNEL, PROCESS
from roofline_report.readers.rows.file_problems import NOT_NEGATIVE, quote
from roofline_report.readers.rows.launches import GroupKey
from roofline_report.readers.text.printed_number import CellKind
from roofline_report.readers.text.program_name import base_name

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from roofline_report.domain.problem import Problem
    from roofline_report.readers.rows.launches import MetricLedger
    from roofline_report.readers.rows.row_notes import RowNotes
    from roofline_report.readers.text.number_format import NumberFormat
    from roofline_report.readers.text.printed_number import Cell

_TIMES = frozenset({"gpu__time_duration.sum", "gpu__time_duration.avg", "gpu__time_active.avg"})
_NANOSECOND = 1e-9


@dataclass(slots=True, kw_only=True)
class Capture:
    """What all tables of a file share.

    Attributes:
        notes: What is noted of the rows, and what is wrong with them.
        wanted: The metrics that anything needs, or None for all.
        programs: Base names of the profiled programs.
        capabilities: Compute capabilities.
        attributes: What is said of the devices.
        refusal: Why the file cannot be used at all.
    """

    notes: RowNotes
    wanted: Collection[str] | None
    programs: set[str] = field(default_factory=set)
    capabilities: set[str] = field(default_factory=set)
    attributes: AttributeLog = field(init=False)
    refusal: Problem | None = None
    _seen: set[tuple[str | None, str | None]] = field(default_factory=set)
    _configurations: dict[tuple[str, str], LaunchConfiguration] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.attributes = AttributeLog(self.numbers)

    @property
    def file(self) -> str:
        """Return the file, as `Problem.file` names it."""
        return self.notes.file

    @property
    def numbers(self) -> NumberFormat:
        """Return what reads its numbers."""
        return self.notes.numbers

    def wants(self, metric: str) -> bool:
        """Tell whether anything needs a metric."""
        return self.wanted is None or metric in self.wanted

    def key(self, cells: Mapping[str, str]) -> GroupKey:
        """Return what the launch of a row belongs to, and note what the row says of program and device."""
        seen = cells.get("Process Name"), cells.get("CC")
        if seen not in self._seen:
            self._seen.add(seen)
            program, capability = base_name(seen[0] or ""), normal_capability(seen[1] or "")
            self.programs.update(() if program is None else (program,))
            self.capabilities.update(() if capability is None else (capability,))
        return GroupKey(
            kernel=cells[KERNEL],
            configuration=self._configuration(cells.get("Grid Size"), cells.get("Block Size")),
            device=cells.get("Device"),
            process=cells.get(PROCESS),
            context=cells.get("Context"),
        )

    def _configuration(self, grid: str | None, block: str | None) -> LaunchConfiguration | None:
        if not grid or not block:
            return None
        known = self._configurations.get((grid, block))
        if known is None:
            known = self._configurations[grid, block] = LaunchConfiguration(grid, block)
        return known


@dataclass(slots=True, kw_only=True)
class MetricUnit:
    """A metric in the unit in which a table prints it.

    Attributes:
        metric: The name.
        text: The unit as printed.
        ledger: Of the table.
    """

    metric: str
    text: str
    ledger: MetricLedger
    _factor: float | None = None

    @property
    def is_whole(self) -> bool:
        """Tell whether values of one launch are whole numbers.

        Sums of counters over the chip are, unless a prefix scales them, and times in nanoseconds: the timer of the
        GPU counts whole ones.
        """
        unit = find_unit(self.text)
        if unit is None:
            return False
        if self.metric in _TIMES:
            return unit.factor == _NANOSECOND
        return self.metric.endswith(".sum") and unit.factor == 1.0 and unit.dimension in COUNTED

    def factor(self, line: int) -> float:
        """Return the factor to SI units of a number that was found at a line, and note the unit."""
        if self._factor is None:
            unit = find_unit(self.text)
            if unit is None:
                found = f"the unit {quote(self.text)}"
                self.ledger.refuse(self.metric, line=line, found=found, expected="a known unit")
            else:
                self.ledger.note_dimension(self.metric, unit.dimension, line=line)
            self._factor = 1.0 if unit is None else unit.factor
        return self._factor

    def refuse(self, cell: Cell, text: str, *, line: int) -> None:
        """Note a cell that is no number of at least 0."""
        if cell.kind is CellKind.NUMBER:
            self.ledger.refuse(self.metric, line=line, found=quote(text), expected=NOT_NEGATIVE)
        elif cell.kind is CellKind.TEXT:
            self.ledger.refuse(self.metric, line=line, found=quote(text), expected="a number")
        elif cell.kind is CellKind.MISSING:
            self.ledger.note_missing(self.metric, text)
