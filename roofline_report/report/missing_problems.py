"""Notes on what the kernels of a run lack: what is there is right, and something is not there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from roofline_report.domain.collecting import how_to_collect
from roofline_report.domain.hardware import MemoryLevel
from roofline_report.domain.problem import Problem, Severity
from roofline_report.domain.profile import Absence
from roofline_report.domain.quantity import Quantity
from roofline_report.report.gaps import Need, gaps_of
from roofline_report.report.names import level_name, some_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roofline_report.report.model import KernelReport, RunDevice
    from roofline_report.report.options import RunOptions

_Absences = Mapping[str, Sequence[Absence]]
"""What is not known, by the key of the kernel."""

_NAME_THE_DEVICE = (
    "name the device with `device:` in the run's run.yml, so that it can be said what the metrics of its tensor units "
    "are called"
)


def missing_problems(kernels: Sequence[KernelReport], *, device: RunDevice, options: RunOptions) -> Iterator[Problem]:
    """Yield a note for everything that some kernels lack and that a page would show."""
    gaps: dict[Need, dict[str, Sequence[Absence]]] = {}
    for kernel in kernels:
        for gap in gaps_of(kernel, options=options):
            gaps.setdefault(gap.need, {})[kernel.key] = gap.absences
    yield from _missing_work(kernels, gaps.get(Need.OPERATIONS, {}))
    yield from _missing_tensor(kernels, gaps.get(Need.TENSOR_OPERATIONS, {}), device=device)
    for level in (each for each in MemoryLevel if each in options.levels):
        name = level_name(level, device.device)
        known = gaps.get(Need(level.value), {})
        found = [(kernel, kernel.lead.level(level).traffic) for kernel in kernels]
        yield from _missing(
            [kernel for kernel, traffic in found if traffic is None],
            known,
            summary=f"traffic at {name} was not measured, so it has no point there",
        )
        yield from _missing(
            [
                kernel
                for kernel, traffic in found
                if traffic is not None and traffic.transactions is None and not kernel.lead.model.counts_flop
            ],
            known,
            summary=f"traffic at {name} cannot be told in transactions, so it has no point there",
        )


def _missing_work(kernels: Sequence[KernelReport], gaps: _Absences) -> Iterator[Problem]:
    """Yield what is missing of the work; operations of which some were collected are asked for, not instructions."""
    in_part = {key: [each for each in absences if each.was_collected] for key, absences in gaps.items()}
    yield from _missing(
        [kernel for kernel in kernels if in_part.get(kernel.key)],
        in_part,
        summary="operations were collected in part, so sums of them leave some out, or there are none",
    )
    without = [kernel for kernel in kernels if kernel.lead.work is None and not in_part.get(kernel.key)]
    quantity = Quantity.THREAD_INSTRUCTIONS
    yield from _missing(
        without,
        {kernel.key: [kernel.kernel.absences[quantity]] for kernel in without if quantity in kernel.kernel.absences},
        summary="instructions were not counted, so the instruction roofline has no point",
    )


def _missing_tensor(kernels: Sequence[KernelReport], gaps: _Absences, *, device: RunDevice) -> Iterator[Problem]:
    """Yield what is not known of tensor units; what is neither counted nor can be is told on the page of the kernel."""
    is_named = device.compute_capability is not None
    asked = [kernel for kernel in kernels if kernel.key in gaps or not is_named]
    yield from _missing(
        [kernel for kernel in asked if kernel.flop.hidden_tensor],
        gaps,
        summary="the tensor units were active, and what they did was not counted, so operations are missing",
        otherwise=_NAME_THE_DEVICE,
    )
    yield from _missing(
        [kernel for kernel in asked if kernel.flop.has_unknown_tensor],
        gaps,
        summary="nothing says whether the tensor units were active, so operations may be missing",
        otherwise=_NAME_THE_DEVICE,
    )


def _missing(
    kernels: Sequence[KernelReport], gaps: _Absences, *, summary: str, otherwise: str | None = None
) -> Iterator[Problem]:
    """Yield a note on some kernels, if there are any.

    Args:
        kernels: The kernels.
        gaps: What is not known of them.
        summary: What follows, in words.
        otherwise: What to do where nothing can be collected.
    """
    if not kernels:
        return
    absences = [absence for kernel in kernels for absence in gaps.get(kernel.key, ())]
    yield Problem(
        severity=Severity.NOTE,
        summary=f"{some_of(kernel.label for kernel in kernels)}: {summary}",
        found="; ".join(dict.fromkeys(absence.reason for absence in absences if absence.reason)) or None,
        remedy=how_to_collect(absences) or otherwise,
        kernel=kernels[0].key if len(kernels) == 1 else None,
    )
