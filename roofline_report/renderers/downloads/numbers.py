"""The values of a run, found once for all of its downloads."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from roofline_report.renderers.downloads.dots import KernelOfRun
from roofline_report.renderers.downloads.field import values_of
from roofline_report.renderers.downloads.kernel_fields import CASE_FIELDS, DOT_FIELDS, KERNEL_FIELDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roofline_report.renderers.downloads.dots import Case
    from roofline_report.renderers.downloads.field import Value
    from roofline_report.report.model import RunReport


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseNumbers:
    """The values of `CASE_FIELDS`, and those of `DOT_FIELDS` at each level."""

    values: tuple[Value, ...]
    dots: tuple[tuple[Value, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class KernelNumbers:
    """The values of `KERNEL_FIELDS`, and those of each model."""

    values: tuple[Value, ...]
    cases: tuple[CaseNumbers, ...]


def kernel_numbers(run: RunReport) -> Iterator[KernelNumbers]:
    """Yield the values of every kernel of a run, in the order of its table."""
    for kernel in run.kernels:
        of = KernelOfRun(run=run, kernel=kernel)
        yield KernelNumbers(
            values=values_of(KERNEL_FIELDS, of), cases=tuple([_case_numbers(case) for case in of.cases()])
        )


def _case_numbers(case: Case) -> CaseNumbers:
    return CaseNumbers(
        values=values_of(CASE_FIELDS, case), dots=tuple([values_of(DOT_FIELDS, dot) for dot in case.dots()])
    )
