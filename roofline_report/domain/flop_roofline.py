"""The FLOP roofline: floating-point operations of each precision, and the peak of a mix of them.

What counts as an operation: the scripts of NERSC (gitlab.com/NERSC/roofline-on-nvidia-gpus) and the roofline sections
of Nsight Compute. The peak of a mix is the one of AMD's rooflineExtractor (github.com/AMD-HPC/rooflineExtractor).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from roofline_report.domain.capability import FLOP_KINDS
from roofline_report.domain.conventions import HalfCount
from roofline_report.domain.hardware import Operation, OperationKind
from roofline_report.domain.quantity import FLOP_OF, KIND_OF, Quantity

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from roofline_report.domain.conventions import Conventions
    from roofline_report.domain.profile import Kernel, Measurement

SPARSE_SPEED_UP: Final = 2
"""With 2:4 sparsity a tensor unit does twice the operations of its dense peak (NVIDIA's A100 whitepaper)."""


class Model(StrEnum):
    """A roofline of a kernel: which work is held against which flat roof. Ties are settled in this order."""

    FLOP = "flop"
    """Operations of all precisions, under a peak weighted by the kernel's own mix."""
    INSTRUCTIONS = "instructions"
    FP64 = "fp64"
    FP32 = "fp32"
    FP16 = "fp16"
    TENSOR = "tensor"

    @property
    def operations(self) -> tuple[Operation, ...]:
        """Return the operations that count as its work."""
        return _OPERATIONS[self]

    @property
    def counts_flop(self) -> bool:
        """Tell whether its work is floating-point operations."""
        return self is not Model.INSTRUCTIONS


_FLOP_OPERATIONS: Final = tuple(FLOP_OF)
_OPERATIONS: Final = {
    Model.FLOP: _FLOP_OPERATIONS,
    Model.INSTRUCTIONS: (Operation.WARP_INSTRUCTION,),
    Model.FP64: (Operation.FP64,),
    Model.FP32: (Operation.FP32,),
    Model.FP16: (Operation.FP16,),
    Model.TENSOR: tuple(operation for operation in _FLOP_OPERATIONS if operation.is_tensor),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class FlopPart:
    """Operations of one kind that one launch does.

    Attributes:
        operation: Their kind.
        sparse: They are done with 2:4 sparsity, for which the peak is twice as high.
        measurement: What was measured.
    """

    operation: Operation
    measurement: Measurement
    sparse: bool = False

    @property
    def kind(self) -> OperationKind:
        """Return what one peak bounds."""
        return OperationKind(self.operation, self.sparse)

    @property
    def may_be(self) -> tuple[OperationKind, ...]:
        """Return of which other kinds some of them may be: of those that the sum holds and that are not known apart."""
        return tuple(KIND_OF[quantity] for quantity in self.measurement.holds if quantity in KIND_OF)

    @property
    def flop(self) -> float:
        """Return the operations of one launch."""
        return self.measurement.per_launch


@dataclass(frozen=True, slots=True, kw_only=True)
class FlopWork:
    """The floating-point operations of one launch.

    Attributes:
        parts: What is known, zeros too.
        lost: Kinds of which some was collected, here or for other kernels, and the rest is missing: they are unknown,
            not zero.
        incomplete: Those of them of which some metrics were collected for this kernel, each with the others, which no
            file has.
        uncollected: Further kinds that the chip can do and that were not counted. Tensor units that are known to be
            idle do nothing of theirs.
        hidden_tensor: The tensor units were active, but what they did was not counted: it is unknown, not zero.
    """

    parts: tuple[FlopPart, ...] = ()
    lost: tuple[OperationKind, ...] = ()
    incomplete: tuple[tuple[OperationKind, tuple[str, ...]], ...] = ()
    uncollected: tuple[OperationKind, ...] = ()
    hidden_tensor: bool = False

    def of(self, model: Model) -> FlopWork:
        """Return the part of the work that a model counts."""
        operations = model.operations
        return FlopWork(
            parts=tuple(part for part in self.parts if part.operation in operations),
            lost=tuple(kind for kind in self.lost if kind.operation in operations),
            incomplete=tuple(each for each in self.incomplete if each[0].operation in operations),
            uncollected=tuple(kind for kind in self.uncollected if kind.operation in operations),
            hidden_tensor=self.hidden_tensor and any(operation.is_tensor for operation in operations),
        )

    @property
    def total(self) -> float | None:
        """Return the operations of one launch; None where nothing was counted."""
        return sum(part.flop for part in self.parts) if self.parts else None

    @property
    def done(self) -> tuple[FlopPart, ...]:
        """Return the parts of which there is any."""
        return tuple(part for part in self.parts if part.flop > 0)

    @property
    def is_lower_bound(self) -> bool:
        """Tell whether there may be more of what was asked for than was counted."""
        return self._is_incomplete or bool(self.uncollected)

    @property
    def _is_incomplete(self) -> bool:
        """Tell whether there may be more of the kinds that were counted."""
        return self.hidden_tensor or bool(self.lost) or any(part.measurement.lower_bound for part in self.parts)

    @property
    def mix_is_known(self) -> bool:
        """Tell whether the shares of its kinds are known, one kind alone whatever there is of it."""
        if self.hidden_tensor or self.lost or self.uncollected:
            return False
        return len(self.done) < 2 or not any(part.measurement.lower_bound for part in self.done)

    @property
    def has_unknown_tensor(self) -> bool:
        """Tell whether others were counted and nothing is known of tensor units, not even whether they were active."""
        counted = any(part.operation.is_tensor for part in self.parts)
        is_asked = bool(self.parts or self.lost)
        return (
            is_asked
            and not counted
            and not self.hidden_tensor
            and any(kind.operation.is_tensor for kind in self.uncollected)
        )

    @property
    def counted_none(self) -> bool:
        """Tell whether nothing of what was counted was done."""
        return self.total == 0 and not self._is_incomplete

    @property
    def is_none(self) -> bool:
        """Tell whether it is known that nothing was done, of whatever kind."""
        return self.counted_none and not self.uncollected


def flop_work(
    kernel: Kernel, *, conventions: Conventions, possible: Collection[OperationKind] = FLOP_KINDS
) -> FlopWork:
    """Return the floating-point operations of one launch, by kind.

    Args:
        kernel: The kernel.
        conventions: How operations are counted.
        possible: The kinds that its chip can do.
    """
    quantities = {kind: quantity for quantity, kind in KIND_OF.items()}
    if conventions.fp16 is HalfCount.SCALAR:
        quantities[OperationKind(Operation.FP16)] = Quantity.FP16_FLOP_SCALAR
    known = [kind for kind, quantity in quantities.items() if quantity in kernel.measurements]
    parts = tuple(
        FlopPart(operation=kind.operation, sparse=kind.sparse, measurement=kernel.measurements[quantities[kind]])
        for kind in known
    )
    is_idle = kernel.per_launch(Quantity.TENSOR_ACTIVITY) == 0
    among = {each for part in parts for each in part.may_be}
    absences = {
        kind: kernel.absences.get(quantity)
        for kind, quantity in quantities.items()
        if kind not in known and kind in possible and kind not in among and not (is_idle and kind.operation.is_tensor)
    }
    lost = {kind: each for kind, each in absences.items() if each is not None and each.was_collected}
    return FlopWork(
        parts=parts,
        lost=tuple(lost),
        incomplete=tuple((kind, absence.never_collected) for kind, absence in lost.items() if absence.never_collected),
        # What no metric of the chip counts is nothing that anybody could have collected.
        uncollected=tuple(
            kind for kind, each in absences.items() if kind not in lost and (each is None or each.is_countable)
        ),
        hidden_tensor=_is_hidden(kernel, [part for part in parts if part.operation.is_tensor]),
    )


def _is_hidden(kernel: Kernel, tensor: Sequence[FlopPart]) -> bool:
    """Tell whether the tensor units did what was not counted; operations on integers may be all that they did."""
    if any(part.flop > 0 for part in tensor) or not kernel.per_launch(Quantity.TENSOR_ACTIVITY):
        return False
    return not tensor or not kernel.per_launch(Quantity.INT8_TENSOR_OPERATIONS)


def mixed_peak(parts: Iterable[tuple[float, float]]) -> float | None:
    """Return the highest rate of a mix of operations: all of them, over the time that each takes at its peak.

    Args:
        parts: (operations, peak of their kind in operations per second), both positive.

    Returns:
        sum(operations) / sum(operations / peak), or None where there is no part.
    """
    known = tuple(parts)
    seconds = sum(operations / peak for operations, peak in known)
    return sum(operations for operations, _ in known) / seconds if seconds > 0 else None
