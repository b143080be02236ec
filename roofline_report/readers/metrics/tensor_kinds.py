"""What the tensor counters of a chip add up: work of one instruction, one type of factors and sums, sparse or not."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from roofline_report.domain.hardware import Operation
from roofline_report.domain.quantity import FLOP_OF, KIND_OF, SPARSE_FLOP_OF, Quantity
from roofline_report.readers.metrics.tensor_names import tensor_name

if TYPE_CHECKING:
    from collections.abc import Collection

_OPERATIONS: Final = {
    "tf32": Operation.TF32_TENSOR,
    "bf16": Operation.BF16_TENSOR,
    "fp16": Operation.FP16_TENSOR,
    "fp8": Operation.FP8_TENSOR,
    "fp4_fp6": Operation.FP8_TENSOR,
    "fp4": Operation.FP4_TENSOR,
}
_SHARED: Final = {"fp4_fp6_fp8": ("fp4_fp6", "fp8")}
"""Types that have one counter together."""

FAMILIES: Final = (
    frozenset({"tf32"}),
    frozenset({"bf16"}),
    frozenset({"fp16"}),
    frozenset({"fp8", "fp4_fp6", "fp4_fp6_fp8"}),
    frozenset({"fp4"}),
)
"""Types of factors whose counters may count the same."""

_FLOAT_OPS: Final = (("9.", ("hmma", "hgmma")), ("10.", ("hmma", "utchmma")), ("11.", ("hmma", "utchmma")))
_ANY_FLOAT_OPS: Final = ("hmma", "hgmma", "utchmma")
_ONE_OP: Final = ("8.", "12.")
_WITH_FP6: Final = ("10.", "11.", "12.")
_SMALL_OPS: Final = {"fp8": ("utcqmma",), "fp4_fp6": ("utcqmma",), "fp4": ("utcomma",)}
_BOTH_SUMS: Final = ("fp16", "fp32")


class Kind(NamedTuple):
    """Work that no two counters share in part."""

    src: str
    op: str
    dst: str
    sparsity: str


Kinds = frozenset[Kind]


@dataclass(frozen=True, slots=True, kw_only=True)
class TensorKinds:
    """The kinds of work of one family on a chip.

    Attributes:
        capability: Its compute capability, where known.
        metrics: The counters of the family that are known of anywhere; they may name what is not known of the chip.
        half_is_apart: Sums in FP16 are a kind of operation of their own.
    """

    capability: str | None
    metrics: Collection[str]
    half_is_apart: bool

    def of(self, metric: str) -> Kinds:
        """Return what a counter adds up."""
        name = tensor_name(metric)
        if name is None:
            return frozenset()
        sources = _SHARED.get(name.src, (name.src,))
        return self._all(sources, op=name.op, dst=name.dst, sparsity=name.sparsity)

    def of_quantity(self, quantity: Quantity) -> Kinds:
        """Return what a quantity is made of."""
        return frozenset(kind for kind in self.every if self.quantity_of(kind) is quantity)

    @property
    def every(self) -> Kinds:
        """Return all kinds of work of the family on this chip."""
        names = [name for each in self.metrics if (name := tensor_name(each)) is not None]
        sources = {src for name in names for src in _SHARED.get(name.src, (name.src,))}
        if "fp8" in sources and (self.capability or "").startswith(_WITH_FP6):
            sources.add("fp4_fp6")
        if "fp4_fp6" in sources:
            sources.add("fp8")
        return self._all(sorted(sources), op=None, dst=None, sparsity=None)

    def quantities(self, kinds: Kinds) -> tuple[Quantity, ...]:
        """Return the quantities of some kinds, those with the lowest peaks first."""
        found = {self.quantity_of(kind) for kind in kinds}
        return tuple(each for each in KIND_OF if each in found)

    def quantity_of(self, kind: Kind) -> Quantity:
        """Return the quantity that a kind of work belongs to."""
        operation = _OPERATIONS[kind.src]
        if kind.src == kind.dst == "fp16" and self.half_is_apart:
            operation = Operation.FP16_ACCUMULATE_TENSOR
        return (SPARSE_FLOP_OF if kind.sparsity == "on" else FLOP_OF)[operation]

    def _all(self, sources: Collection[str], *, op: str | None, dst: str | None, sparsity: str | None) -> Kinds:
        return frozenset(
            Kind(*each)
            for src in sources
            for each in itertools.product(
                (src,),
                (op,) if op else self._ops(src),
                (dst,) if dst else self._sums(src),
                (sparsity,) if sparsity else ("off", "on"),
            )
        )

    def _ops(self, src: str) -> Collection[str]:
        """Return the instructions of the chip, and those that a counter names besides."""
        named = {name.op for each in self.metrics if (name := tensor_name(each)) and name.op}
        return {*_SMALL_OPS.get(src, _float_ops(self.capability)), *named}

    def _sums(self, src: str) -> Collection[str]:
        named = {name.dst for each in self.metrics if (name := tensor_name(each)) and name.dst}
        return {*(_BOTH_SUMS if src in ("fp16", "fp8", "fp4_fp6") else ("fp32",)), *named}


def _float_ops(capability: str | None) -> tuple[str, ...]:
    known = capability or ""
    if known.startswith(_ONE_OP):
        return ("hmma",)
    return next((ops for prefix, ops in _FLOAT_OPS if known.startswith(prefix)), _ANY_FLOAT_OPS)


def missing_in_words(missing: Kinds) -> tuple[str, ...]:
    """Return what is not among a quantity, or not all of it, by what tells it best: types, sums or instructions."""
    if {kind.src for kind in missing} == {"fp4_fp6"}:
        return ("tensor operations of FP4 and FP6 that run at the rate of FP8 are not among them, or not all",)
    ops, sums = ({getattr(kind, part) for kind in missing} for part in ("op", "dst"))
    if len(sums) == 1 and len(ops) == 1:
        return tuple(f"operations with sums in {each.upper()} are not among them, or not all" for each in sums)
    return tuple(f"op_{op} operations are not among them, or not all" for op in sorted(ops))
