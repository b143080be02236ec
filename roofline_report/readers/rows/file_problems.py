"""The problems that every reader of a table may meet, in the same words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roofline_report.domain.problem import Problem, Severity
from roofline_report.readers.text.csv_table import WITHOUT_LINE_END

if TYPE_CHECKING:
    from roofline_report.readers.text.csv_table import DamagedRow
    from roofline_report.readers.text.number_format import NumberFormat

TOLD_ONE_BY_ONE = 5
"""Beyond so many rows or kernels with the same fault, one problem stands for all the others."""
_LONGEST_QUOTE = 80
NOT_NEGATIVE = "0 or more"
"""What is expected of everything that a profiler counts or times."""
SEE_ERROR = "look in the file for an error of the profiler, and collect it again"
"""What to do about a table without rows of a profiler that writes its errors into the same file."""
_OR_END_IT = "; if nothing is missing, end the last line with a line break"
_CUT_ROW = "the file is cut off in its last row, which is left out"
_CUT_LAUNCH = "the last launch of the kernel is left out, because the file ends in the middle of it"


def tells_cut(problem: Problem) -> bool:
    """Tell whether a problem says that its file is cut off."""
    return problem.summary in (_CUT_ROW, _CUT_LAUNCH)


def two_number_formats(point: NumberFormat, comma: NumberFormat, *, file: str) -> Problem:
    """Return the problem of a file whose numbers fit neither decimal mark.

    Args:
        point: What was found with a decimal point.
        comma: What was found with a decimal comma.
        file: The file.
    """
    first, second = point.foreign, comma.foreign
    found = " and ".join(f"{quote(each.text)} in line {each.line}" for each in (first, second) if each is not None)
    return Problem(
        summary="the numbers are written in two ways, or in one that is not known, so none of this file can be trusted "
        "and it is left out",
        file=file,
        line=None if first is None else first.line,
        found=found,
        expected='numbers such as "74,784,015.00", or all of them such as "74.784.015,00"',
        remedy="export it again with LC_ALL=C, or with the English (United States) number format on Windows",
    )


def decimal_comma(point: NumberFormat, *, file: str) -> Problem:
    """Return the note on a file whose numbers have a comma in front of decimals."""
    return Problem(
        summary="the numbers of the file are read with a comma in front of decimals and points between thousands",
        severity=Severity.NOTE,
        file=file,
        line=None if point.foreign is None else point.foreign.line,
        found=None if point.foreign is None else quote(point.foreign.text),
    )


def no_rows(file: str, *, remedy: str) -> Problem:
    """Return the problem of a file in whose tables there is nothing."""
    return Problem(summary="the table has a header and no rows: no kernel was measured", file=file, remedy=remedy)


def damaged_row(row: DamagedRow, *, file: str) -> Problem:
    """Return the problem of a row that cannot be read."""
    if row.at_end:
        return Problem(
            summary=_CUT_ROW,
            severity=Severity.NOTE,
            file=file,
            line=row.line,
            found=row.found,
            remedy="collect or copy it again" + (_OR_END_IT if row.found == WITHOUT_LINE_END else ""),
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
        summary=_CUT_LAUNCH,
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
