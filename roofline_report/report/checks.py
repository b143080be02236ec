"""What a reader has to know before believing the numbers of a run."""

from __future__ import annotations

import re
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from roofline_report.domain.hardware import MemoryLevel, Operation, Origin
from roofline_report.domain.instruction_roofline import needed_quantities
from roofline_report.domain.problem import Problem, Severity, sort_key
from roofline_report.domain.profile import Quantity, how_to_collect
from roofline_report.report.ceilings import Ceilings
from roofline_report.report.model import ROOF_OF_LEVEL, DeviceOrigin, Roof, VerdictKind
from roofline_report.report.names import level_name, roof_name
from roofline_report.report.repetition import MOST_ALIKE, merge_repeated

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from roofline_report.domain.hardware import Device
    from roofline_report.domain.profile import Profile
    from roofline_report.report.model import KernelReport, RunDevice
    from roofline_report.report.options import RunOptions

NSIGHT_COMPUTE = "Nsight Compute"
"""The profiler's name as `SourceFile.profiler` has it."""

# Whose devices a profiler measures; one that is not here is not held against the device.
_MEASURES = {"nvprof": "NVIDIA", NSIGHT_COMPUTE: "NVIDIA", "Nsight Systems": "NVIDIA"}
# A user's own file may write anything, in upper or lower case.
_MAKERS = ("NVIDIA", "AMD")
# What `clocks` says of a run whose clocks nobody locked.
_UNLOCKED = re.compile(r"\bnot locked\b|\bunlocked\b|clock-control[ =]none", re.IGNORECASE)
_AT_BOOST = re.compile(r"\bboost\b", re.IGNORECASE)
# "base, boost disabled", "no boost": the word alone does not say that the clock was the boost clock.
_BELOW_BOOST = re.compile(
    r"\bbase\b|\bbelow\b|\b(?:no|not|without)\b.*\bboost\b|\bboost\b.*\b(?:off|disabled)\b", re.IGNORECASE
)
# By how many percent the boost clock is above the base lock, by a part of the device's name: 1530 over 1312 MHz and
# 1410 over 1135 MHz in reports of Nsight Compute, 1590 over 585 MHz in NVIDIA's product brief of the T4.
_ABOVE_BASE_LOCK = {"V100-SXM2": 17, "A100-SXM4": 24, "Tesla T4": 172}
_OF_THE_CORE = {level: ROOF_OF_LEVEL[level] for level in MemoryLevel if level is not MemoryLevel.DRAM}
_MOST_NAMES = 3
_MOST_PERCENT = 100_000


def run_problems(
    profile: Profile, *, kernels: Sequence[KernelReport], device: RunDevice, options: RunOptions
) -> tuple[Problem, ...]:
    """Return everything that concerns a run: warnings before notes, and of each a cause before what follows from it."""
    # Of a kernel without any counter it is told that it has none, with all that there is to collect.
    counted = [kernel for kernel in kernels if kernel.kernel.measurements.keys() - {Quantity.DURATION}]
    found = [
        *profile.problems,
        *_device_problems(profile, device, kernels=kernels, options=options),
        *_selection_problems(profile, options, kernels=kernels),
        *_missing_work(counted),
        *_missing_levels(counted, device, options=options),
        *_doubtful(kernels, device),
    ]
    found = merge_repeated(found)
    return tuple(sorted(found, key=_in_order))


def _in_order(problem: Problem) -> tuple[bool, bool, tuple[str, int, str, str]]:
    return (problem.severity is not Severity.WARNING, not problem.is_cause, sort_key(problem))


def _device_problems(
    profile: Profile, device: RunDevice, *, kernels: Sequence[KernelReport], options: RunOptions
) -> Iterator[Problem]:
    if not profile.kernels:
        return  # what is wrong with the files comes first; without a kernel nobody misses a ceiling
    if device.other_sm_count is not None:
        yield _part_of_a_device(device, device.other_sm_count)
    if device.device is None:
        if device.other_sm_count is None:
            yield _unknown_device(device)
        return
    if device.name is not None and not device.is_listed:
        yield _unlisted_device(device)
    expected = device.device.compute_capability
    for reported in profile.compute_capabilities:
        if expected is not None and reported != expected:
            yield Problem(
                summary="the profiler files were taken on another device than the run names",
                found=f"compute capability {reported} in the files",
                expected=f"{expected} of {device.device.name}",
                remedy=_name_the_right_one(device),
            )
    yield from _contradiction(device)
    yield from _other_makers(profile, device.device, remedy=_name_the_right_one(device))
    if any(level.is_drawable and level.level in options.levels for kernel in kernels for level in kernel.levels):
        yield from _clock_note(profile, device, options=options)


def _part_of_a_device(device: RunDevice, sm_count: int) -> Problem:
    """Say that the ceilings of the device file are not those of what the kernels ran on."""
    return Problem(
        summary="the profiler reports another number of multiprocessors than the device file has, so the ceilings of "
        "the file are not used",
        found=f"{sm_count} multiprocessors in the files",
        expected=f"as many as {device.name} has",
        remedy="name the right device with `device:` in the run's run.yml; for a part of a GPU (MIG) state its "
        "ceilings there under `ceilings:`",
    )


def _name_the_right_one(device: RunDevice) -> str:
    if device.origin is DeviceOrigin.RUN_FILE:
        return "correct `device:` in the run's run.yml"
    stated = ": this one stands in the settings of the site" if device.origin is DeviceOrigin.SETTINGS else ""
    return f"name the right device with `device:` in the run's run.yml{stated}"


def _other_makers(profile: Profile, device: Device, *, remedy: str) -> Iterator[Problem]:
    """Say that a profiler of one maker cannot have measured the device of another."""
    maker = next((maker for maker in _MAKERS if maker.casefold() == device.vendor.strip().casefold()), None)
    if maker is None:
        return
    for profiler in sorted({file.profiler for file in profile.files if file.profiler in _MEASURES}):
        if _MEASURES[profiler] != maker:
            yield Problem(
                summary="the profiler files were not taken on the device that the run names",
                found=f"files of {profiler}, which measures devices of {_MEASURES[profiler]}",
                expected=f"files of a profiler for {device.name}, a device of {maker}",
                remedy=remedy,
            )


def _unknown_device(device: RunDevice) -> Problem:
    """Say that there are no ceilings: a warning where somebody wrote a name that is not known."""
    if device.name is None:
        return Problem(
            severity=Severity.NOTE,
            summary="no file says which device this run was taken on, so no ceilings are drawn",
            remedy=_name_any(device),
        )
    return Problem(
        severity=_weight_of_unknown_name(device),
        summary="no device file knows this device, so no ceilings are drawn",
        found=device.name,
        remedy=_name_it(
            device, "add `ceilings:` to the run's run.yml, or a device file to the folder of `devices_dir`"
        ),
    )


def _name_any(device: RunDevice) -> str:
    known = f"known devices of compute capability {device.compute_capability} are {', '.join(device.similar_names)}; "
    return (
        'write `device: "<its name>"` into a run.yml beside the files of the profiler; '
        "`nvidia-smi --query-gpu=name --format=csv,noheader` prints the name; "
        f"{known if device.similar_names else ''}for another device state its `ceilings:` there"
    )


def _unlisted_device(device: RunDevice) -> Problem:
    """Say that a run has its own ceilings alone; a warning where none of them could decide anything."""
    can_decide = Ceilings.of(device.device).any_physical
    return Problem(
        severity=Severity.NOTE if can_decide else _weight_of_unknown_name(device),
        summary="no device file knows this device, so there are no ceilings but those that the run states",
        found=device.name,
        remedy=_name_it(device, "add a device file to the folder of `devices_dir` for the others"),
    )


def _weight_of_unknown_name(device: RunDevice) -> Severity:
    """Return how much it weighs: a profiler prints the right name, anybody else may have mistaken it."""
    return Severity.NOTE if device.origin is DeviceOrigin.PROFILER else Severity.WARNING


def _name_it(device: RunDevice, otherwise: str) -> str:
    if not device.similar_names:
        return otherwise
    similar = ", ".join(f'"{name}"' for name in device.similar_names)
    return f"if it is one of {similar}, say so with `device:` in the run's run.yml; else {otherwise}"


def _contradiction(device: RunDevice) -> Iterator[Problem]:
    if device.contradicted_by is not None:
        yield Problem(
            summary="the profiler files name another device than the run.yml, and the ceilings are those of the latter",
            found=f'"{device.contradicted_by}" in the files',
            expected=f'"{device.name}", as in the run.yml',
            remedy="correct `device:` in the run's run.yml, or remove it",
        )


def _clock_note(profile: Profile, device: RunDevice, *, options: RunOptions) -> Iterator[Problem]:
    """Say that Nsight Compute locks the base clock where the ceilings are those of the boost clock.

    A ceiling that the run states itself is taken to be the one at the clock of the run. The memory has another clock.
    """
    if options.clocks is not None and _is_at_boost(options.clocks):
        return
    ceilings = Ceilings.of(device.device)
    known = {
        **{roof_name(roof, device.device): ceilings.deciding_bandwidth(level) for level, roof in _OF_THE_CORE.items()},
        roof_name(Roof.ISSUE, device.device): ceilings.deciding_peak(Operation.WARP_INSTRUCTION),
    }
    at_boost = [
        name
        for name, ceiling in known.items()
        if ceiling is not None and ceiling.origin is Origin.THEORETICAL and ceiling not in options.ceilings
    ]
    if at_boost and any(file.profiler == NSIGHT_COMPUTE for file in profile.files):
        yield Problem(
            severity=Severity.NOTE,
            summary=(
                "Nsight Compute locks the GPU to its base clock unless told otherwise, while the ceilings here are "
                f"those of the boost clock: under a base lock they are too high{_by_how_much(device)}"
            ),
            found=f"ceilings at boost clock: {', '.join(at_boost)}",
            remedy=(
                "profile with `--clock-control none` and write `clocks: not locked` into the run's run.yml, or state "
                "these ceilings at the locked clock under its `ceilings:`"
            ),
        )


def _by_how_much(device: RunDevice) -> str:
    """Return how far the boost clock is above the base lock, for devices of which that was measured."""
    shares = (share for name, share in _ABOVE_BASE_LOCK.items() if name in (device.name or ""))
    return next((f", by about {share} % on this device" for share in shares), "")


def _is_at_boost(clocks: str) -> bool:
    """Tell whether a run says that its kernels ran at the boost clock, or that nothing kept them from it."""
    if _UNLOCKED.search(clocks):
        return True
    return _AT_BOOST.search(clocks) is not None and _BELOW_BOOST.search(clocks) is None


def _selection_problems(profile: Profile, options: RunOptions, *, kernels: Sequence[KernelReport]) -> Iterator[Problem]:
    names = [kernel.name for kernel in profile.kernels]
    for pattern in options.kernels.patterns:
        if pattern in options.kernels.of_site:
            continue
        if names and not any(fnmatchcase(name, pattern) for name in names):
            yield Problem(
                summary="a kernel pattern of run.yml matches no kernel of this run",
                found=pattern,
                expected=f"a pattern for one of: {_some(names)}",
                remedy="correct the pattern, or remove it",
            )
    if names and not kernels:
        yield Problem(
            summary="the patterns under `kernels:` leave no kernel of this run",
            found=f"{_some(names)}, all left out",
            remedy="correct `include:` and `exclude:` of `kernels:`",
        )


def _missing_work(kernels: Sequence[KernelReport]) -> Iterator[Problem]:
    without = [kernel for kernel in kernels if kernel.work.drawn is None]
    if without:
        yield _missing(
            without,
            quantities=(Quantity.THREAD_INSTRUCTIONS,),
            summary="instructions were not counted, so no point can be drawn",
        )


def _missing_levels(kernels: Sequence[KernelReport], device: RunDevice, *, options: RunOptions) -> Iterator[Problem]:
    for level in MemoryLevel:
        without = [kernel for kernel in kernels if not _can_be_drawn(kernel, level)]
        if without and level in options.levels:
            yield _missing(
                without,
                quantities=needed_quantities(level, options.rules),
                summary=f"traffic at {level_name(level, device.device)} was not measured, so it has no point there",
            )


def _can_be_drawn(kernel: KernelReport, level: MemoryLevel) -> bool:
    traffic = kernel.level(level).traffic
    return traffic is not None and traffic.transactions is not None


def _missing(kernels: Sequence[KernelReport], *, quantities: Sequence[Quantity], summary: str) -> Problem:
    """Return a note: what is there is right, and something is not there."""
    absences = [
        kernel.kernel.absences[quantity]
        for kernel in kernels
        for quantity in quantities
        if quantity in kernel.kernel.absences
    ]
    reasons = dict.fromkeys(absence.reason for absence in absences)
    return Problem(
        severity=Severity.NOTE,
        summary=f"{_some([kernel.label for kernel in kernels])}: {summary}",
        found="; ".join(reasons) or None,
        remedy=how_to_collect(absences),
        kernel=kernels[0].key if len(kernels) == 1 else None,
    )


def _doubtful(kernels: Sequence[KernelReport], device: RunDevice) -> Iterator[Problem]:
    doubtful: dict[Roof, list[KernelReport]] = {}
    for kernel in kernels:
        if kernel.verdict.kind is VerdictKind.DATA_WARNING:
            doubtful.setdefault(kernel.verdict.named[0].roof, []).append(kernel)
    for roof, members in doubtful.items():
        # A wrong device or unit puts all kernels above a roof, which is one fault.
        groups = [members] if len(members) > MOST_ALIKE else [[kernel] for kernel in members]
        yield from (_above(roof_name(roof, device.device), group) for group in groups)


def _above(roof: str, kernels: Sequence[KernelReport]) -> Problem:
    one = len(kernels) == 1
    highest = max(kernel.verdict.named[0].utilisation for kernel in kernels)
    named = f"{kernels[0].label} is" if one else f"{len(kernels)} kernels, {_some(k.label for k in kernels)}, are"
    return Problem(
        summary=f"{named} above the {roof} roof by more than its ceiling allows",
        found=_share(highest) if one else f"up to {_share(highest)}",
        expected="at most 105 % of a ceiling from the report, 115 % of one at boost clock",
        remedy="check the device, its clocks and the units; counters of different runs must not be mixed",
        kernel=kernels[0].key if one else None,
    )


def _share(utilisation: float) -> str:
    many = utilisation >= _MOST_PERCENT / 100
    return f"{utilisation:.3g} times the roof" if many else f"{100 * utilisation:.0f} % of the roof"


def _some(names: Iterable[str]) -> str:
    """Return the first names of a list, and how many more there are."""
    listed = list(names)
    more = len(listed) - _MOST_NAMES
    head = ", ".join(listed[:_MOST_NAMES])
    return f"{head} and {more} more" if more > 0 else head
