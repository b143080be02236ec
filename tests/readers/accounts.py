"""What has to hold for whatever is read of any file: each row accounted for, and no number made up."""

from __future__ import annotations

import csv
import math
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from roofline_report.domain.units import find_unit
from roofline_report.readers.registry import find_reader
from roofline_report.readers.text.encoding import is_damaged, to_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from roofline_report.domain.profile import Statistic
    from roofline_report.readers.reader import LaunchTable
    from roofline_report.readers.reading import FileReading
    from roofline_report.readers.text.csv_table import TableKind

_FACTORS = tuple(10.0**exponent for exponent in range(-9, 16, 3))
_NUMBER = re.compile(r"[0-9.,]*[0-9][0-9.,]*(?:[eE][+-]?[0-9]+)?")
_PLAIN = re.compile(r"(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_BLANK = re.compile("(?<=[0-9])['\u2019 \u00a0\u202f\u2009](?=[0-9])")
_SWAPPED = str.maketrans({",": ".", ".": ","})
_MADE = (" / ", " x ")
"""In the names of metrics that are quotients or products of others."""


@dataclass(slots=True)
class RowAccount:
    """The rows of the tables of a text, counted line by line, without regard for how a reader goes through it.

    Attributes:
        headers: Lines with headers.
        rows: Rows that are no units.
        is_exact: No row can span several lines.
    """

    headers: list[int] = field(default_factory=list)
    rows: int = 0
    is_exact: bool = True


def account_of(content: bytes, kinds: Sequence[TableKind]) -> RowAccount:
    """Return the account of a file, for the tables of one profiler."""
    text = to_text(content).replace("\r\n", "\n")
    account = RowAccount()
    lines = text.split("\n")
    kind: TableKind | None = None
    columns: list[str] = []
    is_quoted = False
    for number, line in enumerate(lines, start=1):
        account.is_exact = account.is_exact and line.count('"') % 2 == 0
        if line.startswith("=="):
            continue
        if kind is not None and kind.row_start.match(line):
            # Of the last line nobody knows whether it is whole.
            is_cut = number == len(lines) and is_quoted
            account.rows += is_cut or not _holds_units(line, kind, columns)
            continue
        found = _header(line, kinds)
        if found is not None:
            (kind, columns), is_quoted = found, '"' in line
            account.headers.append(number)
        elif kind is not None and line and number == len(lines) and is_quoted and line.startswith('"'):
            account.rows += 1
        elif kind is not None and kind.ends_at is not None and kind.ends_at.match(line):
            kind = None
        elif kind is not None and is_quoted:
            # Either way it has the cells of a row, and something stands in front of them.
            is_row_like = len(columns) >= 7 and _count_cells(line) == len(columns)
            account.rows += is_row_like or line.count('","') >= _least(kind, columns) - 1
    return account


def _count_cells(line: str) -> int:
    """Return how many cells a line has; none where it is no proper CSV."""
    try:
        return len(next(csv.reader([line], strict=True), []))
    except csv.Error:
        return 0


def check(reading: FileReading, content: bytes) -> None:
    """Check what holds for any reading."""
    assert all(reason and rows > 0 for reason, rows in reading.rows.dropped.items())
    if reading.headers:
        reader = find_reader(reading.headers[0].kind)
        assert reader is not None
        account = account_of(content, reader.kinds)
        if account.is_exact:
            assert [header.line for header in reading.headers] == account.headers
            assert reading.rows.total == account.rows
        else:
            assert reading.rows.total <= content.count(b"\n") + content.count(b"\r") + 1
    check_numbers((statistic for _, _, statistic in _statistics(reading.tables)), content)


def check_numbers(statistics: Iterable[Statistic], content: bytes) -> None:
    """Check that each number is finite, and stands in the file in some unit and some locale."""
    printed: set[str] | None = None
    for each in statistics:
        numbers = (each.total, each.minimum, each.maximum, each.sum_of_squares)
        assert all(math.isfinite(number) and number >= 0 for number in numbers if number is not None)
        printed = _printed(to_text(content)) if printed is None else printed
        assert all(_form(number) in printed for number in (each.minimum, each.maximum) if number is not None)
        if each.minimum is not None and each.maximum is not None:
            low, high = each.minimum * each.count, each.maximum * each.count
            if low * (1 - 1e-9) <= each.total <= high * (1 + 1e-9):
                continue
        assert not printed.isdisjoint({_form(each.total), _form(each.total / each.count)})


def values_of(tables: Iterable[LaunchTable]) -> Mapping[tuple[str, str], tuple[int, float]]:
    """Return count and total of each kernel and metric, over all tables."""
    found: dict[tuple[str, str], tuple[int, float]] = {}
    for kernel, metric, statistic in _statistics(tables):
        count, total = found.get((kernel, metric), (0, 0.0))
        found[kernel, metric] = (count + statistic.count, total + statistic.total)
    return found


def _statistics(tables: Iterable[LaunchTable]) -> Iterator[tuple[str, str, Statistic]]:
    for table in tables:
        for group in table.groups:
            for metric, statistic in group.metrics.items():
                assert 1 <= statistic.count <= group.launches
                if not any(sign in metric for sign in _MADE):
                    yield group.kernel, metric, statistic


def _printed(text: str) -> set[str]:
    """Return every number that stands in a text, in every unit, whichever of its marks is in front of decimals."""
    tokens = {token for form in (text, _BLANK.sub("", text)) for token in _NUMBER.findall(form)}
    parts = {part for token in tokens for part in (token, token.strip(".,"), *token.split(","))}
    ways = {way.replace(",", "") for part in parts for way in (part, part.translate(_SWAPPED))}
    numbers = {float(way) for way in ways if _PLAIN.fullmatch(way)}
    return {_form(number * factor) for number in numbers for factor in _FACTORS}


def _form(number: float) -> str:
    return f"{number:.9g}"


def _header(line: str, kinds: Sequence[TableKind]) -> tuple[TableKind, list[str]] | None:
    for start in (line, line[max(0, line.find('"')) :]):
        for kind in kinds:
            if kind.is_begun_by(start) and kind.is_header(_cells(start)):
                return kind, _cells(start)
    return None


def _cells(line: str) -> list[str]:
    try:
        return next(csv.reader([line], strict=True), [])
    except csv.Error:
        return []


def _least(kind: TableKind, columns: Sequence[str]) -> int:
    names = [name.strip() for name in columns]
    return len(columns) if kind.is_rectangular else max(map(names.index, kind.required)) + 1


def _holds_units(line: str, kind: TableKind, columns: Sequence[str]) -> bool:
    """Tell whether a line is a row of units, which is no row of data; one that is damaged counts as a row."""
    if is_damaged(line):
        return False
    cells = [cell.strip() for cell in _cells(line)]
    if not _least(kind, columns) <= len(cells) <= len(columns) + 1 or (len(cells) > len(columns) and cells[-1]):
        return False
    if kind.is_rectangular:
        return not cells[columns.index("ID")]
    if kind.made_by.startswith("nvprof"):
        return any(cells) and all(not cell or (not cell[0].isdigit() and find_unit(cell)) for cell in cells)
    return False
