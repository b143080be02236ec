"""Launch configurations of one kernel: which its launches had, and whether the files agree on that."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roofline_report.domain.problem import Problem, Severity
from roofline_report.domain.profile import GroupBy
from roofline_report.readers.joining.listing import count_launches, listed, shortened, tell_few
from roofline_report.readers.rows.file_problems import TOLD_ONE_BY_ONE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from roofline_report.domain.profile import Kernel, LaunchConfiguration
    from roofline_report.readers.joining.evidence import Evidence

_HOW_TO_TELL_APART = "write `group_by: launch_configuration` into the run's run.yml to see each of them apart"


def find_configuration_problems(
    kernels: Sequence[Kernel], evidence: Sequence[Evidence], *, group_by: GroupBy
) -> list[Problem]:
    """Return what has to be known of the launch configurations of a run's kernels.

    Args:
        kernels: The kernels as built.
        evidence: What they were built from.
        group_by: What tells kernels apart.
    """
    if group_by is GroupBy.LAUNCH_CONFIGURATION:
        return list(_unknown(kernels))
    several = [kernel for kernel in kernels if len(kernel.configurations) > 1]
    return [*_taken_together(several), *tell_few(list(_of_different_launches(evidence)))]


def _unknown(kernels: Sequence[Kernel]) -> Iterator[Problem]:
    """Tell of kernels that are to be told apart by something that their files do not say."""
    without = [kernel for kernel in kernels if kernel.configuration is None]
    if not without:
        return
    apart = {kernel.name for kernel in kernels if kernel.configuration is not None}
    both = [shortened(kernel.name) for kernel in without if kernel.name in apart]
    consequence = (
        f"; {listed(both)} {'stands' if len(both) == 1 else 'stand'} here with a launch configuration and without one, "
        "and the numbers of the two are not joined"
    )
    yield Problem(
        summary="the files do not say grid and block of every launch, so kernels are told apart by name alone there"
        + (consequence if both else ""),
        found=f"{len(without)} of {len(kernels)} kernels without a launch configuration: "
        + listed([shortened(kernel.name) for kernel in without]),
        expected="columns for grid and block, as Nsight Compute and traces of nvprof have them",
        remedy="set group_by to name; summaries of nvprof and Nsight Systems, metrics and events of nvprof have none",
    )


def _taken_together(kernels: Sequence[Kernel]) -> Iterator[Problem]:
    if len(kernels) > TOLD_ONE_BY_ONE:
        names = [f"{shortened(kernel.name)} ({len(kernel.configurations)} configurations)" for kernel in kernels]
        yield Problem(
            summary=f"{len(kernels)} kernels were launched with several configurations; the numbers of each are means "
            "over all its launches",
            severity=Severity.NOTE,
            found=listed(names),
            remedy=_HOW_TO_TELL_APART,
        )
        return
    for kernel in kernels:
        counts = [f"{count_launches(each.launches)} with {_text(each.configuration)}" for each in kernel.configurations]
        yield Problem(
            summary="the kernel was launched with several configurations; its numbers are means over all its launches",
            severity=Severity.NOTE,
            kernel=kernel.name,
            found=f"{shortened(kernel.name)}: {listed(counts, separator='; ')}",
            remedy=_HOW_TO_TELL_APART,
        )


def _of_different_launches(evidence: Sequence[Evidence]) -> Iterator[Problem]:
    """Tell of files that have other launch configurations of a kernel than each other."""
    for each in evidence:
        stated = {
            share.file: frozenset(counted.configuration for counted in counts)
            for share in each.shares
            if (counts := share.configurations())
        }
        if len(set(stated.values())) < 2:
            continue
        named = [
            f"{listed([_text(each) for each in sorted(configurations)], separator=' and ')} in {file}"
            for file, configurations in sorted(stated.items())
        ]
        yield Problem(
            summary="the files have other launch configurations of this kernel, so what is joined was not measured in "
            "the same launches",
            kernel=each.key.name,
            file=min(stated),
            found=f"{shortened(each.key.name)}: {listed(named, separator='; ')}",
            expected="the same launches in all files of a run",
            remedy="collect the files of a run from the same launches, or give each launch configuration a run of its "
            "own",
        )


def _text(configuration: LaunchConfiguration) -> str:
    return f"grid {configuration.grid}, block {configuration.block}"
