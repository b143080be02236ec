"""Compute capabilities of NVIDIA, such as "8.0": what formulas, names and kinds of operations depend on."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Final

from roofline_report.domain.hardware import Operation
from roofline_report.domain.quantity import KIND_OF

if TYPE_CHECKING:
    from roofline_report.domain.hardware import OperationKind

_CAPABILITY: Final = re.compile(r"(?P<major>[0-9]{1,3})\.(?P<minor>[0-9]{1,3})")

_FIRST_WITH: Final = {
    Operation.FP64: (0, 0),
    Operation.FP32: (0, 0),
    Operation.FP16: (5, 3),
    Operation.FP16_TENSOR: (7, 0),
    Operation.FP16_ACCUMULATE_TENSOR: (7, 0),
    Operation.FP64_TENSOR: (8, 0),
    Operation.TF32_TENSOR: (8, 0),
    Operation.BF16_TENSOR: (8, 0),
    Operation.FP8_TENSOR: (8, 9),
    Operation.FP4_TENSOR: (10, 0),
}
"""CUDA C++ Programming Guide, "Compute Capabilities": arithmetic instructions, and data types of tensor cores. Whatever
the guide lists does FP64 and FP32."""
_FIRST_WITH_SPARSITY: Final = (8, 0)
"""NVIDIA A100 whitepaper: sparsity is new with it."""

FLOP_KINDS: Final = tuple(KIND_OF.values())
"""Every kind of floating-point operations that is told apart."""


@cache
def possible_kinds(capability: str | None) -> frozenset[OperationKind]:
    """Return the kinds of operations that chips of a compute capability can do; all of them where it is not known."""
    if capability is None:
        return frozenset(FLOP_KINDS)
    major, _, minor = capability.partition(".")
    has = int(major or 0), int(minor or 0)
    return frozenset(kind for kind in FLOP_KINDS if has >= _first_with(kind))


def _first_with(kind: OperationKind) -> tuple[int, int]:
    first = _FIRST_WITH[kind.operation]
    return max(first, _FIRST_WITH_SPARSITY) if kind.sparse else first


def normal_capability(text: str) -> str | None:
    """Return a compute capability as NVIDIA writes it: "8.0" of "8.00" and of "08.0"; None where it is none."""
    match = _CAPABILITY.fullmatch(text.strip())
    return None if match is None else f"{int(match['major'])}.{int(match['minor'])}"


def major_capability(capability: str | None) -> int | None:
    """Return the generation of a compute capability: 8 of "8.6"; None where it is not known."""
    return None if capability is None else int(capability.partition(".")[0] or 0)
