"""The numbers of a run as CSV: one line for each kernel in each model at each memory level."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Final

from roofline_report.renderers.downloads.field import names_of, values_of
from roofline_report.renderers.downloads.kernel_fields import CASE_FIELDS, DOT_FIELDS, KERNEL_FIELDS
from roofline_report.renderers.downloads.run_fields import DEVICE, RUN_ID, SCHEMA
from roofline_report.renderers.downloads.spreadsheet import safe_cell

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from roofline_report.renderers.downloads.field import Value
    from roofline_report.renderers.downloads.numbers import KernelNumbers
    from roofline_report.report.model import RunReport

RUN_COLUMNS: Final = (SCHEMA, RUN_ID, DEVICE)
COLUMNS: Final = (
    *names_of(RUN_COLUMNS),
    *names_of(KERNEL_FIELDS),
    *names_of(CASE_FIELDS),
    *names_of(DOT_FIELDS),
)
"""The header."""


def csv_bytes(run: RunReport, kernels: Sequence[KernelNumbers]) -> bytes:
    """Return the table in UTF-8, quoted as RFC 4180 says; every line ends in a line feed, and no cell holds one.

    Args:
        run: The run.
        kernels: What `kernel_numbers` gives of it.
    """
    cases = [case for kernel in kernels for case in kernel.cases]
    # What lines share is written once: no cell breaks a line, so that they can be put together from parts.
    (of_run,) = _lines([values_of(RUN_COLUMNS, run)])
    of_kernels = _lines(kernel.values for kernel in kernels)
    of_cases = iter(_lines(case.values for case in cases))
    of_dots = iter(_lines(dot for case in cases for dot in case.dots))
    lines = [",".join(COLUMNS)]
    for kernel, of_kernel in zip(kernels, of_kernels, strict=True):
        for case in kernel.cases:
            start = f"{of_run},{of_kernel},{next(of_cases)}"
            lines += [f"{start},{next(of_dots)}" for _ in case.dots]
    return "\n".join([*lines, ""]).encode("utf-8")


def _lines(rows: Iterable[Iterable[Value]]) -> list[str]:
    """Return rows as lines; the writer writes floats in full, and None as nothing."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([[_cell(value) for value in row] for row in rows])
    return text.getvalue().split("\n")[:-1]


def _cell(value: Value) -> Value:
    if isinstance(value, str):
        return safe_cell(value)
    return ("true" if value else "false") if isinstance(value, bool) else value
