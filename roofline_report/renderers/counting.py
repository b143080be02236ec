"""What was counted, and how, in the sentences that stand with the numbers of a model."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roofline_report.domain.capability import FLOP_KINDS
from roofline_report.domain.conventions import AtomicsCount, HalfCount
from roofline_report.domain.hardware import Operation
from roofline_report.domain.quantity import Quantity
from roofline_report.renderers import quantities
from roofline_report.renderers.grammar import joined
from roofline_report.report.names import terms_for

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roofline_report.domain.conventions import Conventions
    from roofline_report.domain.flop_roofline import FlopWork, Model
    from roofline_report.report.model import KernelReport, RunDevice


def conventions_sentence(conventions: Conventions, model: Model, *, kernels: Sequence[KernelReport]) -> str:
    """Return the conventions that the numbers of some kernels in a model were made with."""
    if model.counts_flop:
        if not any(part.operation is Operation.FP16 for kernel in kernels for part in kernel.flop.of(model).done):
            return "An FMA counts as two operations."
        packed = conventions.fp16 is HalfCount.PACKED
        half = (
            "a thread instruction of FP16 as two operations, because these work on pairs"
            if packed
            else "a thread instruction of FP16 as one operation"
        )
        return f"An FMA counts as two operations, {half}."
    weight = quantities.exact(conventions.shared_weight)
    twice = conventions.l2_atomics is AtomicsCount.TWICE
    return (
        f"A transaction is 32 bytes. A shared-memory wavefront counts as {weight} of them at L1, "
        f"an L2 atomic or reduction {'twice, as nvprof counts it' if twice else 'once where the metrics allow it'}."
    )


def counted_sentence(kernels: Sequence[KernelReport], device: RunDevice) -> str | None:
    """Return of which operations a sum over all precisions is one; None where none were counted.

    Args:
        kernels: The kernels of a chart; those without any counts are not in it.
        device: Their device, for the words of its maker.
    """
    counted = [kernel for kernel in kernels if kernel.flop.parts]
    if not counted:
        return None
    counts = [{part.operation for part in kernel.flop.parts} for kernel in counted]
    tensor = terms_for(device.device).tensor
    everywhere, anywhere = set.intersection(*counts), set.union(*counts)
    names = joined([each.in_words(tensor=tensor) for each in Operation if each in everywhere])
    partly = joined([each.in_words(tensor=tensor) for each in Operation if each in anywhere - everywhere])
    missing = uncollected_kinds(
        [kernel.flop for kernel in counted], tensor=tensor, units=tensor, others=f"other {tensor}"
    )
    about_tensor = None
    if not any(operation.is_tensor for operation in anywhere):
        about_tensor = _about_tensor(counted, tensor=tensor)
    parts = [
        f"Counted: {names}" if names else f"Counted: {partly}, each of some kernels only",
        f"of some kernels {partly} too" if names and partly else None,
        f"{joined(missing)} operations were not collected" if missing else None,
        about_tensor,
    ]
    return f"{'; '.join(part for part in parts if part is not None)}."


def _about_tensor(kernels: Sequence[KernelReport], *, tensor: str) -> str | None:
    """Return what is known of units whose operations were not counted; None where it is nothing."""
    hidden = [kernel for kernel in kernels if kernel.flop.hidden_tensor]
    if hidden:
        of = "" if len(hidden) == len(kernels) else " in some kernels"
        return f"{tensor} units were active{of}, and what they did was not counted"
    activity = [kernel.kernel.per_launch(Quantity.TENSOR_ACTIVITY) for kernel in kernels]
    return f"the {tensor} units were idle" if all(each == 0 for each in activity) else None


def uncollected_kinds(works: Sequence[FlopWork], *, tensor: str, units: str, others: str | None = None) -> list[str]:
    """Return of which kinds of operations nothing is known.

    Args:
        works: The operations of some kernels.
        tensor: What the units that multiply matrices are called.
        units: What to say where nothing is known of them, not even whether they were active.
        others: What to say of several of their kinds where others were counted; None names each.
    """
    counted = {part.kind for work in works for part in work.parts}
    missing = {kind for work in works for kind in work.uncollected} - counted
    names = [kind.in_words(tensor=tensor) for kind in FLOP_KINDS if kind in missing and not kind.operation.is_tensor]
    of_tensor = [kind for kind in FLOP_KINDS if kind in missing and kind.operation.is_tensor]
    if not of_tensor or any(work.hidden_tensor for work in works):
        return names
    if any(kind.operation.is_tensor for kind in counted):
        each = [kind.in_words(tensor=tensor) for kind in of_tensor]
        return [*names, *(each if others is None or len(each) == 1 else [others])]
    return [*names, units]
