"""The problems that every reader of a table may meet, in the same words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roofline_report.domain.problem import Problem, Severity

if TYPE_CHECKING:
    from roofline_report.readers.text.csv_table import DamagedRow

_LONGEST_QUOTE = 80
NOT_NEGATIVE = "0 or more"
"""What is expected of everything that a profiler counts or times."""


def foreign_number(text: str, *, file: str, line: int) -> Problem:
    """Return the problem of a file whose numbers follow another locale."""
    return Problem(
        summary="a number is not written with commas for thousands and a point for decimals, "
        "so no number of this file can be trusted and the file is left out",
        file=file,
        line=line,
        found=quote(text),
        expected='numbers such as "74,784,015.00"',
        remedy="export it again with LC_ALL=C, or with the English (United States) number format on Windows",
    )


def damaged_row(row: DamagedRow, *, file: str) -> Problem:
    """Return the problem of a row that cannot be read."""
    if row.at_end:
        return Problem(
            summary="the file is cut off in its last row, which is left out",
            severity=Severity.NOTE,
            file=file,
            line=row.line,
            found=row.found,
            remedy="collect or copy it again; if nothing is missing, end the last line with a line break",
        )
    return Problem(
        summary="a row is damaged and left out",
        file=file,
        line=row.line,
        found=row.found,
        remedy="collect it again; let the program not write into the same file",
    )


def left_out_launch(kernel: str, *, file: str, line: int) -> Problem:
    """Return the problem of a launch that the end of a cut file may have left without some of its metrics."""
    return Problem(
        summary="the last launch of the kernel is left out, because the file ends in the middle of it",
        severity=Severity.NOTE,
        file=file,
        line=line,
        kernel=kernel,
        remedy="collect or copy the file again",
    )


def unsure_end(*, file: str, line: int) -> Problem:
    """Return the problem of a last number that may lack digits."""
    return Problem(
        summary="the last line has no line end, so digits of its number may be missing; it is used as it stands",
        severity=Severity.NOTE,
        file=file,
        line=line,
        remedy="if nothing is missing, end the line with a line break; else copy the file again",
    )


def quote(text: str) -> str:
    """Return a text in quotes, shortened, on one line."""
    text = " ".join(text.split())
    return f'"{text}"' if len(text) <= _LONGEST_QUOTE else f'"{text[:_LONGEST_QUOTE]}..."'
