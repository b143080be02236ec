"""What a reader has to know of the device of a run, and of the clocks that its ceilings are at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roofline_report.domain.hardware import Operation, TrafficFamily
from roofline_report.domain.problem import Problem, Severity
from roofline_report.domain.quantity import Quantity
from roofline_report.report.ceilings import Ceilings
from roofline_report.report.clocks import may_be_below_boost
from roofline_report.report.device_match import other_capabilities, other_makers
from roofline_report.report.model import DeviceOrigin
from roofline_report.report.names import family_name, peak_name, some_of
from roofline_report.report.rooflines import Roof

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from roofline_report.domain.hardware import Device
    from roofline_report.domain.profile import Profile
    from roofline_report.report.model import KernelReport, RunDevice
    from roofline_report.report.options import RunOptions

# By how many percent the boost clock is above the base lock, by a part of the device's name: 1530 over 1312 MHz and
# 1410 over 1135 MHz in reports of Nsight Compute, 1590 over 585 MHz in NVIDIA's product brief of the T4.
_ABOVE_BASE_LOCK = {"V100-SXM2": 17, "A100-SXM4": 24, "Tesla T4": 172}


def device_problems(
    profile: Profile, device: RunDevice, *, kernels: Sequence[KernelReport], options: RunOptions
) -> Iterator[Problem]:
    """Yield what concerns the device of a run and the ceilings that its kernels are held against."""
    if not profile.kernels:
        return  # what is wrong with the files comes first; without a kernel nobody misses a ceiling
    yield from _part_of_a_device(device)
    if device.listed is not None:
        yield from _other_device(profile, device, known=device.listed)
    yield from _contradiction(device)
    if device.device is None:
        if device.listed is None:
            has_ceilings = any(kernel.ceilings.any_physical for kernel in kernels)
            asks_clocks = options.clocks is None and may_be_below_boost(profile, options.clocks)
            yield _unknown_device(device, has_ceilings=has_ceilings, asks_clocks=asks_clocks)
        return
    if device.name is not None and device.listed is None:
        yield _unlisted_device(device)
    yield from _fewer_multiprocessors(device.device, kernels)
    if any(kernel.lead.is_drawn(options.levels) for kernel in kernels):
        yield from _clock_note(profile, device, kernels=kernels, options=options)


def _part_of_a_device(device: RunDevice) -> Iterator[Problem]:
    """Say that the ceilings of the device file are not those of what the kernels ran on.

    A name that says so itself is no mistake. Where the run names the whole, somebody may expect its ceilings.
    """
    if device.part_name is not None:
        yield Problem(
            severity=Severity.NOTE if device.part_name == device.name else Severity.WARNING,
            summary="a name says that the kernels ran on a part of a GPU (MIG), so the ceilings of the whole are not "
            "used, nor is its memory bus",
            found=device.part_name,
            remedy="state the ceilings of the part under `ceilings:` in the run's run.yml",
        )
    elif device.other_sm_count is not None:
        yield Problem(
            summary="the profiler reports another number of multiprocessors than the device file has, so the ceilings "
            "of the file are not used",
            found=f"{device.other_sm_count} multiprocessors in the files",
            expected=f"as many as {device.name if device.whole is None else device.whole.name} has",
            remedy="name the right device with `device:` in the run's run.yml; for a part of a GPU (MIG) state its "
            "ceilings there under `ceilings:`",
        )


def _fewer_multiprocessors(device: Device, kernels: Sequence[KernelReport]) -> Iterator[Problem]:
    """Say that launches could not use all of the device; a green context does that as well as a part of a GPU."""
    fewest = min((count for kernel in kernels for count in _launched(kernel)), default=None)
    if fewest is not None and device.multiprocessors is not None and fewest < device.multiprocessors:
        yield Problem(
            severity=Severity.NOTE,
            summary="launches could use fewer multiprocessors than the device has, and its ceilings are those of all",
            found=f"{fewest:g} of {device.multiprocessors}",
            remedy="where that is a part of a GPU (MIG), state its ceilings under `ceilings:` in the run's run.yml",
        )


def _launched(kernel: KernelReport) -> Iterator[float]:
    """Yield the fewest multiprocessors of a launch of a kernel: a mean of launches is the number of none."""
    measured = kernel.kernel.measurements.get(Quantity.LAUNCH_MULTIPROCESSORS)
    for term in () if measured is None else measured.terms:
        fewest = term.statistic.minimum
        yield term.per_launch if fewest is None else term.weight * fewest


def _name_the_right_one(device: RunDevice) -> str:
    if device.origin is DeviceOrigin.RUN_FILE:
        return "correct `device:` in the run's run.yml"
    stated = ": this one stands in the settings of the site" if device.origin is DeviceOrigin.SETTINGS else ""
    return f"name the right device with `device:` in the run's run.yml{stated}"


def _other_device(profile: Profile, device: RunDevice, *, known: Device) -> Iterator[Problem]:
    """Say that the files were not taken on the device that a device file knows under the name of the run's."""
    remedy = _name_the_right_one(device)
    for capability in other_capabilities(known, profile.compute_capabilities):
        yield Problem(
            summary="the profiler files were taken on another device than the run names, whose ceilings are not used",
            found=f"compute capability {capability} in the files",
            expected=f"{known.compute_capability} of {known.name}",
            remedy=remedy,
        )
    for profiler, maker in other_makers(known, (file.profiler for file in profile.files)):
        yield Problem(
            summary="the profiler files were not taken on the device that the run names, whose ceilings are not used",
            found=f"files of {profiler}, which measures devices of {maker}",
            expected=f"files of a profiler for {known.name}, a device of {known.vendor.strip()}",
            remedy=remedy,
        )


def _unknown_device(device: RunDevice, *, has_ceilings: bool, asks_clocks: bool) -> Problem:
    """Say that no datasheet has ceilings: a warning where somebody wrote a name that is not known.

    With a name the clocks are the next thing to ask for, so both lines are told at once.
    """
    consequence = (
        "so there are no ceilings but those that its files give" if has_ceilings else "so no ceilings are drawn"
    )
    if device.several_names:
        return Problem(
            severity=Severity.NOTE,
            summary=f"none of the several devices that the files name is taken for the run, {consequence}",
            found=", ".join(device.several_names),
            remedy="give each device a folder of its own, or name the right one with `device:` in the run's run.yml",
        )
    if device.name is None:
        return Problem(
            severity=Severity.NOTE,
            summary=f"no file says which device this run was taken on, {consequence}",
            remedy=_name_any(device, asks_clocks=asks_clocks),
        )
    return Problem(
        severity=_weight_of_unknown_name(device),
        summary=f"no device file knows this device, {consequence}",
        found=device.name,
        remedy=_name_it(
            device, "add `ceilings:` to the run's run.yml, or a device file to the folder of `devices_dir`"
        ),
    )


def _name_any(device: RunDevice, *, asks_clocks: bool) -> str:
    clocks = "; where ncu ran with `--clock-control none`, write `clocks: not locked` there too"
    known = f"known devices of compute capability {device.compute_capability} are {', '.join(device.similar_names)}; "
    return (
        'write `device: "<its name>"` into a run.yml beside the files of the profiler; '
        "`nvidia-smi --query-gpu=name --format=csv,noheader` prints the name; "
        f"{known if device.similar_names else ''}for another device state its `ceilings:` there"
        f"{clocks if asks_clocks else ''}"
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
    """Return how much it weighs: a profiler prints the right name, anybody else may have mistaken it.

    Where the profiler printed another name, that is the warning.
    """
    is_settled = device.origin is DeviceOrigin.PROFILER or device.contradicted_by is not None
    return Severity.NOTE if is_settled else Severity.WARNING


def _name_it(device: RunDevice, otherwise: str) -> str:
    if not device.similar_names:
        return otherwise
    similar = ", ".join(f'"{name}"' for name in device.similar_names)
    return f"if it is one of {similar}, say so with `device:` in the run's run.yml; else {otherwise}"


def _contradiction(device: RunDevice) -> Iterator[Problem]:
    """Say that the files name a known device, and the run another one."""
    if device.contradicted_by is None or device.name is None:
        return
    consequence = "" if device.device is None else ", and the ceilings are those of the latter"
    yield Problem(
        summary=f"the profiler files name another device than the run.yml{consequence}",
        found=f'"{device.contradicted_by}" in the files',
        expected=f'"{device.name}", as in the run.yml',
        remedy=f'write `device: "{device.contradicted_by}"` into the run\'s run.yml, or remove the key, if the files '
        "are right",
    )


def _clock_note(
    profile: Profile, device: RunDevice, *, kernels: Sequence[KernelReport], options: RunOptions
) -> Iterator[Problem]:
    """Say that Nsight Compute locks the base clock where ceilings are those of the boost clock.

    A ceiling that the run states itself is taken to be the one at the clock of the run. The memory has another clock.
    """
    concerned = [kernel for kernel in kernels if any(_at_boost_clock(kernel, device))]
    at_boost = dict.fromkeys(name for kernel in concerned for name in _at_boost_clock(kernel, device))
    of = "" if len(concerned) == len(kernels) else f"; of {some_of(kernel.label for kernel in concerned)}"
    if at_boost and may_be_below_boost(profile, options.clocks):
        yield Problem(
            severity=Severity.NOTE,
            summary=(
                "Nsight Compute locks the GPU to its base clock unless told otherwise, while the ceilings here are "
                f"those of the boost clock: under a base lock they are too high{_by_how_much(device)}"
            ),
            found=f"ceilings at boost clock: {', '.join(at_boost)}{of}",
            remedy=(
                "collect sm__cycles_elapsed.avg.per_second too, for ceilings at the clock of the run, or profile with "
                "`--clock-control none` and write `clocks: not locked` into the run's run.yml, or state these ceilings "
                "at the locked clock under its `ceilings:`"
            ),
        )


def _at_boost_clock(kernel: KernelReport, device: RunDevice) -> Iterator[str]:
    """Yield the roofs of a kernel that are at the boost clock of the multiprocessors."""
    uses = [use for use in kernel.verdict.uses if use.origin.is_at_highest_clock]
    families = [use.family for use in uses if use.roof is not Roof.DRAM]
    yield from (family_name(family, device.device) for family in TrafficFamily if family in families)
    for part in () if kernel.lead.peak is None else kernel.lead.peak.parts:
        if part.ceiling.origin.is_at_highest_clock:
            is_issue = part.kind.operation is Operation.WARP_INSTRUCTION
            yield "instruction issue" if is_issue else peak_name([part.kind], device.device)


def _by_how_much(device: RunDevice) -> str:
    """Return how far the boost clock is above the base lock, for devices of which that was measured."""
    shares = (share for name, share in _ABOVE_BASE_LOCK.items() if name in (device.name or ""))
    return next((f", by about {share} % on this device" for share in shares), "")
