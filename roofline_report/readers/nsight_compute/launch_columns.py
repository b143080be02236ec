"""Which launch a row is of, from the cells at its start."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from roofline_report.readers.nsight_compute.tables import IDENTITY_COLUMNS
from roofline_report.readers.text.csv_line import SEPARATOR

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roofline_report.readers.nsight_compute.capture import Capture
    from roofline_report.readers.rows.launches import GroupKey, LaunchLog
    from roofline_report.readers.text.csv_table import Header

_COLUMNS = (*IDENTITY_COLUMNS, "Process Name", "CC")


class _Known(NamedTuple):
    """What launches have in common that differ in their number alone."""

    key: GroupKey
    number: int


@dataclass(slots=True, kw_only=True)
class LaunchColumns:
    """Notes the launches of a table.

    Attributes:
        capture: What is known of the file.
        log: Where launches are noted.
        width: How many cells at the start of a row say which launch it is of.
        device: The device of the latest launch, as printed; empty where the table does not say.
        repeated: Launches with the process and number of one of the table before.
        first_repeated: The first of them in words, and the line of its table's header.
    """

    capture: Capture
    log: LaunchLog
    width: int = 0
    device: str = ""
    repeated: int = 0
    first_repeated: tuple[str, int] | None = None
    _header_line: int = 0
    _positions: tuple[tuple[str, int], ...] = ()
    _id_position: int = 0
    _segment: int = 0
    _latest: tuple[str, ...] | str = ()
    _launch: int = 0
    _numbers: dict[GroupKey, int] = field(default_factory=dict)
    _known: dict[str, _Known] = field(default_factory=dict)

    def begin(self, header: Header, *, width: int) -> None:
        """Begin a table. Ids start again at 0 behind a header that comes again: another report, other launches."""
        self._segment += 1
        self._header_line = header.line
        self.width = width
        self._positions = tuple((name, header.columns[name]) for name in _COLUMNS if name in header.columns)
        self._id_position = header.columns["ID"]
        self._latest = ()
        self._known.clear()

    def launch_of(self, cells: Sequence[str]) -> int:
        """Return the number of the launch of a row; the rows of one follow one another."""
        start = tuple(cells[: self.width])
        if start != self._latest:
            self._latest = start
            self._note(cells[self._id_position], self._read(cells))
        return self._launch

    def launch_at(self, start: str) -> int:
        """Return the same from the text of the cells at the start of a regular row, without its outermost quotes."""
        if start == self._latest:
            return self._launch
        self._latest = start
        if self._id_position:
            cells = start.split(SEPARATOR)
            self._note(cells[self._id_position], self._read(cells))
            return self._launch
        # Launches by the thousand differ in their number alone, which stands in the first cell.
        number, _, rest = start.partition(SEPARATOR)
        known = self._known.get(rest)
        if known is None:
            known = self._known[rest] = self._read(start.split(SEPARATOR))
        self._note(number, known)
        return self._launch

    def _read(self, cells: Sequence[str]) -> _Known:
        key = self.capture.key({name: cells[position] for name, position in self._positions if position < len(cells)})
        return _Known(key, self._numbers.setdefault(key, len(self._numbers)))

    def _note(self, number: str, known: _Known) -> None:
        self.device = known.key.device or ""
        identity = (self._segment, known.number, number)
        is_repeated = (
            self._segment > 1
            and self.log.has_launch((self._segment - 1, known.number, number))
            # Rows of one launch need not follow one another.
            and not self.log.has_launch(identity)
        )
        self._launch = self.log.add_launch(identity, known.key)
        if is_repeated:
            self.repeated += 1
            if self.first_repeated is None:
                self.first_repeated = f"launch {number} of process {known.key.process}", self._header_line
