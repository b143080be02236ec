"""Numbers as profilers print them: strict, so that a number of another locale is noticed and never misread.

Thousands are separated by commas and decimals by a point, "74,784,015.00". "12,3", "1.234,5" and "27.595.520", which
come from a locale that does it the other way round, are told apart from text, because they mean that no number of the
file can be trusted: its "1.234" is ambiguous.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from enum import Enum, auto

from roofline_report.domain.units import Unit, find_unit

LARGEST = 1e30
"""Beyond every count and time that there is."""

SMALLEST = 1e-30
"""Below every one that is not zero."""

LONGEST = 64
"""Characters of the longest cell that may be a number; a longer one is text, whatever it is made of."""

# Groups of thousands do not begin with a zero: "0,125" has a decimal comma.
_DIGITS = r"(?:[0-9]+|[1-9][0-9]{0,2}(?:,[0-9]{3})+)"
_NUMBER = re.compile(rf"[+-]?(?:{_DIGITS}(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_WITH_UNIT = re.compile(rf"(?P<number>{_NUMBER.pattern}) ?(?P<unit>[A-Za-z%\u00b5\u03bc][A-Za-z/%]*)?")
# Digits with separators that are no number of ours: decimal commas, points or spaces or apostrophes for thousands.
_SEPARATORS = r".,'\u2019 \u00a0\u202f\u2009"
_SUFFIX = r"(?:[eE][+-]?[0-9]+)? ?(?:%|[A-Za-z\u00b5\u03bc]{1,3}(?:/s)?)?"
_FOREIGN = re.compile(rf"[+-]?[.,]*[0-9]+[{_SEPARATORS}][0-9{_SEPARATORS}]*{_SUFFIX}")
_DIGIT_ABOVE_ZERO = re.compile(r"[^eE]*[1-9]")
_MISSING = frozenset(
    {"", "n/a", "nan", "+nan", "-nan", "inf", "+inf", "-inf", "-nan(ind)", "nan(ind)", "-", "<overflow>"}
)


class CellKind(Enum):
    """What a cell holds."""

    NUMBER = auto()
    MISSING = auto()
    """Nothing measured: n/a, nan, infinite, empty. It is never zero."""
    FOREIGN = auto()
    """A number of another locale."""
    TEXT = auto()


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell as read; the value is set for a number only, in SI units where the cell holds its own unit."""

    kind: CellKind
    value: float = math.nan
    unit: Unit | None = None


_MISSING_CELL = Cell(CellKind.MISSING)
_FOREIGN_CELL = Cell(CellKind.FOREIGN)
_TEXT_CELL = Cell(CellKind.TEXT)


def read_number(text: str) -> Cell:
    """Read a cell that holds a bare number."""
    text = text.strip()
    if len(text) > LONGEST:
        return _TEXT_CELL
    if _NUMBER.fullmatch(text):
        return _finite(text)
    if is_missing(text):
        return _MISSING_CELL
    return _FOREIGN_CELL if _FOREIGN.fullmatch(text) else _TEXT_CELL


def read_quantity(text: str) -> Cell:
    """Read a cell that may hold its own unit, as nvprof prints it: "157.16GB/s", "98.7%", "1344"."""
    text = text.strip()
    match = _WITH_UNIT.fullmatch(text) if len(text) <= LONGEST else None
    if match is None:
        return read_number(text)
    cell = _finite(match["number"])
    unit = find_unit(match["unit"] or "")
    if unit is None:
        return _TEXT_CELL
    if cell.kind is not CellKind.NUMBER:
        return cell
    return Cell(CellKind.NUMBER, cell.value * unit.factor, unit)


def read_count(text: str) -> int | None:
    """Return a whole number of at least 1, or None."""
    return count_of(read_number(text))


def count_of(cell: Cell) -> int | None:
    """Return the whole number of at least 1 that a cell holds, or None."""
    if cell.kind is not CellKind.NUMBER or cell.value < 1 or cell.value != int(cell.value):
        return None
    return int(cell.value)


def is_missing(text: str) -> bool:
    """Tell whether a cell says that nothing was measured."""
    return text.strip().removeprefix("(!)").strip().lower() in _MISSING


def _finite(text: str) -> Cell:
    """Return the number of a text of the right form.

    One too large for a float is infinite, which is missing; one that nothing can count is text, so that no sum, square
    or quotient overflows, and none that is too small for a float becomes a zero.
    """
    # Adding zero makes "-0" a plain zero.
    value = float(text.replace(",", "") if "," in text else text) + 0.0
    if not math.isfinite(value):
        return _MISSING_CELL
    is_credible = SMALLEST <= abs(value) <= LARGEST if value else not _DIGIT_ABOVE_ZERO.match(text)
    return Cell(CellKind.NUMBER, value) if is_credible else _TEXT_CELL
