"""Which mark a file puts in front of decimals, decided from all of its numbers together.

"117.344" is 117344 where points group thousands, and 117.344 where they stand before decimals: one number alone does
not tell. But most others do: "1,234.50" and "0.5" can only be the one, "27.595.520" and "65,77" only the other. And a
count of one launch is whole: "8,192" instructions are no 8.192. So every number that is used is looked at. A file
whose numbers say both is not read at all, and where none of them decides, the doubtful ones are not used.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from roofline_report.readers.text.printed_number import Cell, CellKind, read_number, read_quantity

if TYPE_CHECKING:
    from collections.abc import Sequence


class DecimalMark(StrEnum):
    """What stands in front of decimals; the other one groups thousands."""

    POINT = "point"
    COMMA = "comma"


class Verdict(StrEnum):
    """What the numbers of a file say of a decimal mark."""

    FITS = "fits"
    OTHER = "other"
    """Some of them are none with this mark."""
    DOUBT = "doubt"
    """They can be read with both marks, and mean something else with each."""


class PlacedNumber(NamedTuple):
    """A number as printed, and where."""

    text: str
    line: int


_SWAPPED = str.maketrans({",": ".", ".": ","})
# What can be read with both marks: one of them, with three digits behind it and one to three in front.
_BOTH = r"[+-]?[1-9][0-9]{0,2}[.,][0-9]{3}"
_IS_DOUBTFUL = re.compile(rf"{_BOTH}(?![0-9.,eE])")
_CERTAIN_IN_COLUMN = re.compile(rf"^(?!{_BOTH}$)[^\n]*[.,][^\n]*$", re.MULTILINE)
_DOUBTFUL_IN_COLUMN = re.compile(rf"^{_BOTH}$", re.MULTILINE)
# Not negative and of a size that can be trusted, so that nothing else has to be looked at.
# Groups stand first: the pattern of a column does not go back to try the other form.
_PLAIN = r"(?:[1-9][0-9]{0,2}(?:,[0-9]{3}){1,6}|[0-9]{1,18})(?:\.[0-9]{1,9})?"
_PLAIN_COLUMN = re.compile(rf"{_PLAIN}(?:\n{_PLAIN})*+")
# Blanks and apostrophes between groups of three are used with either mark.
_BLANK = r"'\u2019 \u00a0\u202f\u2009"
_GROUPED = re.compile(rf"[+-]?[1-9][0-9]{{0,2}}(?:[{_BLANK}][0-9]{{3}})+(?![0-9])")


@dataclass(slots=True)
class NumberFormat:
    """Reads the numbers of one file with one mark, and remembers what they say of it.

    Attributes:
        mark: The decimal mark.
        certain: The first number that can only be read with this mark.
        foreign: The first one that cannot; the file is read again with the other mark.
        doubtful: By metric, the first number of it that could be read with both.
    """

    mark: DecimalMark = DecimalMark.POINT
    certain: PlacedNumber | None = None
    foreign: PlacedNumber | None = None
    doubtful: dict[str, PlacedNumber] = field(default_factory=dict)
    _whole: PlacedNumber | None = None
    _not_whole: PlacedNumber | None = None

    @property
    def verdict(self) -> Verdict:
        """Return what all numbers that were read say together."""
        if self.foreign is not None:
            return Verdict.OTHER
        if self.certain is not None or not self.doubtful:
            return Verdict.FITS
        if (self._whole is None) == (self._not_whole is None):
            return Verdict.DOUBT
        return Verdict.FITS if self._not_whole is None else Verdict.OTHER

    def read(self, text: str, *, metric: str, line: int, whole: bool = False) -> Cell:
        """Read a bare number.

        Args:
            text: The cell.
            metric: What it is a number of.
            line: Where it stands.
            whole: It counts something in one launch, so that it has no decimals.
        """
        cell = read_number(self._as_point(text))
        self._note(text, cell, metric=metric, line=line, whole=whole)
        return cell

    def read_quantity(self, text: str, *, metric: str, line: int) -> Cell:
        """Read a cell that may hold its own unit."""
        cell = read_quantity(self._as_point(text))
        self._note(text, cell, metric=metric, line=line)
        return cell

    def read_column(
        self, texts: Sequence[str], *, metric: str, lines: Sequence[int], whole: bool
    ) -> tuple[list[float], dict[int, Cell]]:
        """Read many cells of one metric at once.

        Args:
            texts: The cells.
            metric: What they are numbers of.
            lines: Where each stands.
            whole: They count something in one launch each.

        Returns:
            The numbers, with NaN where a cell holds none of at least 0, and these cells by their index.
        """
        column = "\n".join(texts)
        if self.mark is DecimalMark.COMMA:
            column = column.translate(_SWAPPED)
        if _PLAIN_COLUMN.fullmatch(column) and column.count("\n") == len(texts) - 1:
            if self.certain is None:
                self._look_at(column, texts, metric=metric, lines=lines, whole=whole)
            return list(map(float, column.replace(",", "").split("\n"))), {}
        known: dict[str, Cell] = {}
        values: list[float] = []
        others: dict[int, Cell] = {}
        for index, text in enumerate(texts):
            cell = known.get(text)
            if cell is None:
                cell = known[text] = self.read(text, metric=metric, line=lines[index], whole=whole)
            if cell.kind is CellKind.NUMBER and cell.value >= 0:
                values.append(cell.value)
            else:
                values.append(math.nan)
                others[index] = cell
        return values, others

    def _look_at(self, column: str, texts: Sequence[str], *, metric: str, lines: Sequence[int], whole: bool) -> None:
        """Note what numbers of the plain form say."""
        certain = _CERTAIN_IN_COLUMN.search(column)
        if certain is not None:
            index = column.count("\n", 0, certain.start())
            self.certain = PlacedNumber(texts[index], lines[index])
            return
        doubtful = _DOUBTFUL_IN_COLUMN.search(column)
        if doubtful is None:
            return
        for text, line in zip(texts, lines, strict=True):
            self._note(text, Cell(CellKind.NUMBER), metric=metric, line=line, whole=whole)

    def _note(self, text: str, cell: Cell, *, metric: str, line: int, whole: bool = False) -> None:
        if cell.kind is CellKind.FOREIGN:
            self.foreign = _first(self.foreign, PlacedNumber(text, line))
        if cell.kind is not CellKind.NUMBER or ("," not in text and "." not in text):
            return
        if not _IS_DOUBTFUL.match(text.strip()):
            self.certain = self.certain or PlacedNumber(text, line)
            return
        self.doubtful[metric] = _first(self.doubtful.get(metric), PlacedNumber(text, line))
        if whole and ("," in self._as_point(text)):
            self._whole = self._whole or PlacedNumber(text, line)
        elif whole:
            self._not_whole = self._not_whole or PlacedNumber(text, line)

    def _as_point(self, text: str) -> str:
        """Return a number as it would be with a decimal point, without blanks between thousands."""
        if self.mark is DecimalMark.COMMA:
            text = text.translate(_SWAPPED)
        grouped = _GROUPED.match(text)
        return text if grouped is None else re.sub(f"[{_BLANK}]", "", grouped[0]) + text[grouped.end() :]


def _first(known: PlacedNumber | None, found: PlacedNumber) -> PlacedNumber:
    """Return the one that stands first in the file; numbers are not always read in their order."""
    return found if known is None or found.line < known.line else known
