"""Which operations of a kernel are in no sum and could be: lost, collected in part, or not collected beside others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roofline_report.domain.conventions import HalfCount
from roofline_report.domain.hardware import Operation
from roofline_report.domain.quantity import FLOP_OF, SPARSE_FLOP_OF, Quantity

if TYPE_CHECKING:
    from roofline_report.domain.conventions import Conventions
    from roofline_report.domain.flop_roofline import FlopWork

_DENSE = tuple(quantity for operation, quantity in FLOP_OF.items() if operation.is_tensor)
_SPARSE = tuple(SPARSE_FLOP_OF.values())


def vector_quantities(flop: FlopWork, conventions: Conventions) -> tuple[Quantity, ...]:
    """Return what is missing of operations outside of the tensor units.

    That is nothing where none at all were asked for, and no tensor units were seen that are asked for now.
    """
    if not (flop.parts or flop.lost or flop.hidden_tensor):
        return ()
    lacking = {kind.operation for kind in (*flop.lost, *flop.uncollected)}
    scalar = conventions.fp16 is HalfCount.SCALAR
    return tuple(
        Quantity.FP16_FLOP_SCALAR if operation is Operation.FP16 and scalar else quantity
        for operation, quantity in FLOP_OF.items()
        if operation in lacking and not operation.is_tensor
    )


def tensor_quantities(flop: FlopWork) -> tuple[Quantity, ...]:
    """Return what is missing of the tensor units.

    Where they were active and nothing else tells what they did, operations on integers may.
    """
    if flop.hidden_tensor:
        return (*_DENSE, *_SPARSE, Quantity.INT8_TENSOR_OPERATIONS)
    if not (flop.parts or flop.lost):
        return ()
    lacking = {(SPARSE_FLOP_OF if kind.sparse else FLOP_OF)[kind.operation] for kind in (*flop.lost, *flop.uncollected)}
    return tuple(quantity for quantity in (*_DENSE, *_SPARSE) if quantity in lacking)
