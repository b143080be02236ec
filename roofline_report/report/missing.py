"""What a run lacks for its rooflines, and the commands of the profiler that collect it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from roofline_report.domain.collecting import options_for
from roofline_report.report.gaps import Need, gaps_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roofline_report.domain.profile import Absence
    from roofline_report.report.model import KernelReport, RunReport
    from roofline_report.report.options import RunOptions


@dataclass(frozen=True, slots=True, kw_only=True)
class Missing:
    """Something that some kernels of a run lack.

    Attributes:
        need: What it is needed for.
        kernels: How many kernels lack it.
        absences: Why they do, and what would give it.
    """

    need: Need
    kernels: int
    absences: tuple[Absence, ...]

    @property
    def reasons(self) -> tuple[str, ...]:
        """Return what is not there, in words."""
        return tuple(dict.fromkeys(absence.reason for absence in self.absences if absence.reason))

    @property
    def refused(self) -> tuple[str, ...]:
        """Return why metrics that are there cannot be used."""
        return tuple(dict.fromkeys(reason for absence in self.absences for reason in absence.refused))

    @property
    def metrics(self) -> tuple[str, ...]:
        """Return the metrics that would give it, in the profiler's own names."""
        return tuple(dict.fromkeys(metric for absence in self.absences for metric in absence.metrics))

    @property
    def options(self) -> tuple[str, ...]:
        """Return the options of the profiler that collect them, one for each run that it takes."""
        return options_for(self.absences)


def find_missing(run: RunReport) -> tuple[Missing, ...]:
    """Return what the kernels of a run lack and could have; what no metric would give is left out."""
    return missing_of(run.kernels, options=run.options)


def missing_of(kernels: Iterable[KernelReport], *, options: RunOptions) -> tuple[Missing, ...]:
    """Return the same for some kernels of a run."""
    lacking: dict[Need, list[tuple[Absence, ...]]] = {}
    for kernel in kernels:
        for gap in gaps_of(kernel, options=options):
            lacking.setdefault(gap.need, []).append(gap.absences)
    return tuple(
        Missing(need=need, kernels=len(lacking[need]), absences=tuple(dict.fromkeys(chain(*lacking[need]))))
        for need in Need
        if need in lacking
    )


def absences_of(missing: Iterable[Missing]) -> tuple[Absence, ...]:
    """Return everything that is missing, for one list of commands."""
    return tuple(absence for each in missing for absence in each.absences)
