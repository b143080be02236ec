"""What a reader has to know before believing the numbers of a run."""

from __future__ import annotations

from dataclasses import replace
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from roofline_report.domain.collecting import is_how_to_collect
from roofline_report.domain.hardware import Origin
from roofline_report.domain.problem import Problem, Severity, sort_key
from roofline_report.domain.quantity import PLACING
from roofline_report.report.device_checks import device_problems
from roofline_report.report.missing_problems import missing_problems
from roofline_report.report.names import roof_name, some_of
from roofline_report.report.repetition import MOST_ALIKE, merge_repeated
from roofline_report.report.rooflines import VerdictKind
from roofline_report.report.verdicts import HIGHEST_CREDIBLE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from roofline_report.domain.profile import Profile
    from roofline_report.report.model import KernelReport, RunDevice
    from roofline_report.report.options import RunOptions
    from roofline_report.report.rooflines import RoofUse

_KNOWN = {
    Origin.RUN_FILE: "stated for the run",
    Origin.DEVICE_FILE: "stated in a device file",
    Origin.REPORT: "from the report itself",
    Origin.ATTRIBUTES: "from the device attributes of the report, at the reported clock",
    Origin.REPORTED_CLOCK: "from the datasheet, at the reported clock",
    Origin.MAXIMUM_CLOCK: "from the device attributes of the report, at the highest clock",
    Origin.BOOST_CLOCK: "from the datasheet, at boost clock",
}
# What is most likely wrong, by what the ceiling rests on.
_LIKELY = {
    Origin.RUN_FILE: "the value under `ceilings:`, its unit, and the units of the file",
    Origin.DEVICE_FILE: "the device file, and the units of the profiler file",
    Origin.REPORT: "whether times, counters and clocks are those of the same launches",
    Origin.ATTRIBUTES: "whether the clock is that of the same launches, and the units",
    Origin.REPORTED_CLOCK: "the device, whether the clock is that of the same launches, and the units",
    Origin.MAXIMUM_CLOCK: "the units, and whether the device was overclocked",
    Origin.BOOST_CLOCK: "the device, its clocks and the units",
}
_MOST_PERCENT = 100_000


def run_problems(
    profile: Profile,
    *,
    kernels: Sequence[KernelReport],
    device: RunDevice,
    options: RunOptions,
    how_to_collect: str | None,
) -> tuple[Problem, ...]:
    """Return everything that concerns a run: warnings before notes, and of each a cause before what follows from it.

    Whatever is missing has the same remedy, the commands for all of it: one file that is not whole is not asked for
    again, and nobody has to put commands together.
    """
    # Of a kernel without any counter it is told that it has none, with all that there is to collect.
    counted = [kernel for kernel in kernels if not PLACING.isdisjoint(kernel.kernel.measurements)]
    found = [
        *profile.problems,
        *device_problems(profile, device, kernels=kernels, options=options),
        *_selection_problems(profile, options, kernels=kernels),
        *missing_problems(counted, device=device, options=options),
        *_doubtful(kernels, device),
    ]
    found = merge_repeated(
        replace(each, remedy=how_to_collect) if how_to_collect and is_how_to_collect(each.remedy) else each
        for each in found
    )
    return tuple(sorted(found, key=_in_order))


def _in_order(problem: Problem) -> tuple[bool, bool, tuple[str, int, str, str]]:
    return (problem.severity is not Severity.WARNING, not problem.is_cause, sort_key(problem))


def _selection_problems(profile: Profile, options: RunOptions, *, kernels: Sequence[KernelReport]) -> Iterator[Problem]:
    names = [kernel.name for kernel in profile.kernels]
    for pattern in options.kernels.patterns:
        if pattern in options.kernels.of_site:
            continue
        if names and not any(fnmatchcase(name, pattern) for name in names):
            yield Problem(
                summary="a kernel pattern of run.yml matches no kernel of this run",
                found=pattern,
                expected=f"a pattern for one of: {some_of(names)}",
                remedy="correct the pattern, or remove it",
            )
    if names and not kernels:
        yield Problem(
            summary="the patterns under `kernels:` leave no kernel of this run",
            found=f"{some_of(names)}, all left out",
            remedy="correct `include:` and `exclude:` of `kernels:`",
        )


def _doubtful(kernels: Sequence[KernelReport], device: RunDevice) -> Iterator[Problem]:
    doubtful: dict[str, list[tuple[KernelReport, RoofUse]]] = {}
    for kernel in kernels:
        # A roof that is exceeded in one model is in the others too, where it takes part in them.
        exceeded = [model.verdict.named for model in kernel.models if model.verdict.kind is VerdictKind.DATA_WARNING]
        if exceeded:
            use = exceeded[0][0]
            doubtful.setdefault(roof_name(use, device.device), []).append((kernel, use))
    for roof, members in doubtful.items():
        # A wrong device or unit puts all kernels above a roof, which is one fault.
        groups = [members] if len(members) > MOST_ALIKE else [[each] for each in members]
        yield from (_above(roof, group) for group in groups)


def _above(roof: str, members: Sequence[tuple[KernelReport, RoofUse]]) -> Problem:
    kernels = [kernel for kernel, _ in members]
    one = len(kernels) == 1
    highest = max((use for _, use in members), key=lambda use: use.utilisation)
    named = f"{kernels[0].label} is" if one else f"{len(kernels)} kernels, {some_of(k.label for k in kernels)}, are"
    most = round(100 * HIGHEST_CREDIBLE[highest.origin])
    return Problem(
        summary=f"{named} above the {roof} roof by more than its ceiling allows",
        found=_share(highest.utilisation) if one else f"up to {_share(highest.utilisation)}",
        expected=f"at most {most} % of a ceiling that is {_KNOWN[highest.origin]}",
        remedy=f"check {_LIKELY[highest.origin]}; counters of different runs must not be mixed",
        kernel=kernels[0].key if one else None,
    )


def _share(utilisation: float) -> str:
    many = utilisation >= _MOST_PERCENT / 100
    return f"{utilisation:.3g} times the roof" if many else f"{100 * utilisation:.0f} % of the roof"
