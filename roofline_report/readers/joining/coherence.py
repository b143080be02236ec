"""Whether what was measured of a kernel belongs together: the same launches, times with their counters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from roofline_report.domain.collecting import how_to_collect
from roofline_report.domain.problem import Problem, Severity
from roofline_report.domain.quantity import PLACING, Quantity
from roofline_report.readers.joining.evidence import KernelKey
from roofline_report.readers.joining.listing import count_launches, listed, shortened, tell_few
from roofline_report.readers.rows.file_problems import TOLD_ONE_BY_ONE

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from roofline_report.domain.profile import Kernel
    from roofline_report.readers.joining.evidence import Evidence


_USEFUL = PLACING | {Quantity.DURATION}
# What is collected where there is nothing yet: all that the instruction roofline needs.
_BASIC = (
    Quantity.DURATION,
    Quantity.WARP_INSTRUCTIONS,
    Quantity.THREAD_INSTRUCTIONS,
    Quantity.GLOBAL_SECTORS,
    Quantity.LOCAL_SECTORS,
    Quantity.GLOBAL_ATOMIC_SECTORS,
    Quantity.SHARED_WAVEFRONTS,
    Quantity.L2_SECTORS,
    Quantity.DRAM_SECTORS,
)


@dataclass(frozen=True, slots=True)
class _Fault:
    """What is missing beside what was measured of a kernel, or of as many kernels as go into the braces."""

    summary: str
    of_many: str
    remedy: str | None
    severity: Severity


def find_incoherences(kernels: Sequence[Kernel], evidence: Sequence[Evidence]) -> list[Problem]:
    """Return a problem for everything that does not belong together.

    Args:
        kernels: The kernels as built.
        evidence: What they were built from.
    """
    places = {each.key: each.shares[0].file for each in evidence}
    problems = tell_few([problem for kernel in kernels for problem in _find_other_launches(kernel)])
    groups: dict[_Fault, list[Kernel]] = {}
    has_company = any(not _USEFUL.isdisjoint(kernel.measurements) for kernel in kernels)
    for kernel in kernels:
        fault = _find_missing_partner(kernel, has_company=has_company)
        if fault is not None:
            groups.setdefault(fault, []).append(kernel)
    problems += [_tell(members, fault, places=places) for fault, members in groups.items()]
    return problems


def _find_other_launches(kernel: Kernel) -> list[Problem]:
    """Return a problem for each file that has another number of launches of the kernel than its time has."""
    counts = list(
        dict.fromkeys((term.file, term.statistic.count) for each in kernel.measurements.values() for term in each.terms)
    )
    if not counts:
        return []
    # The duration is the first of the quantities, so its file stands first.
    first_file, first_count = counts[0]
    return [
        Problem(
            summary="the number of launches differs between the files; means per launch are used",
            file=file,
            kernel=kernel.name,
            found=f"{shortened(kernel.name)}: {count_launches(count)} in {file}, {first_count} in {first_file}",
            expected="the same launches in all files of a run",
            remedy="collect times and counters of the same launches",
        )
        for file, count in counts
        if count != first_count
    ]


def _find_missing_partner(kernel: Kernel, *, has_company: bool) -> _Fault | None:
    """Return what is missing beside what was measured, and what to do.

    What is there is right, so that something is missing is a note. It is a warning where no kernel of the run has
    anything: then its page says nothing.
    """
    is_timed = Quantity.DURATION in kernel.measurements
    is_counted = not PLACING.isdisjoint(kernel.measurements)
    if is_timed and is_counted:
        return None
    if is_counted:
        return _Fault(
            "no duration: the kernel has counters but no time, so it has no place on a roofline",
            "no duration: {} kernels have counters but no time, so they have no place on a roofline",
            _how_to_collect(kernel, {Quantity.DURATION}),
            Severity.NOTE,
        )
    remedy = _how_to_collect(kernel, set(_BASIC))
    if is_timed:
        return _Fault(
            "the kernel has a time but no counters, so it has no place on a roofline",
            "{} kernels have a time but no counters, so they have no place on a roofline",
            remedy,
            Severity.NOTE,
        )
    return _Fault(
        "nothing to place on a roofline: the kernel has neither a time nor a counter that a roofline needs",
        "nothing to place on a roofline: {} kernels have neither a time nor a counter that a roofline needs",
        remedy,
        Severity.NOTE if has_company else Severity.WARNING,
    )


def _how_to_collect(kernel: Kernel, quantities: AbstractSet[Quantity]) -> str | None:
    """Return the options of the profiler that collect what is missing."""
    missing = (kernel.absences[quantity] for quantity in Quantity if quantity in quantities & kernel.absences.keys())
    return how_to_collect(missing)


def _tell(kernels: list[Kernel], fault: _Fault, *, places: Mapping[KernelKey, str]) -> Problem:
    """Return one problem for all kernels that lack the same: what to do about it is long, and the same for all."""
    first = kernels[0]
    names = [shortened(kernel.name) for kernel in kernels]
    is_alone = len(kernels) == 1
    return Problem(
        summary=fault.summary if is_alone else fault.of_many.format(len(kernels)),
        severity=fault.severity,
        file=places[KernelKey(first.name, first.configuration)],
        kernel=first.name if is_alone else None,
        found=f"kernel {names[0]}" if is_alone else listed(names, most=TOLD_ONE_BY_ONE),
        remedy=fault.remedy,
    )
