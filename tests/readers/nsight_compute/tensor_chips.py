"""The metrics of tensor operations that each chip has, and what each of them adds up.

The names are those of the roofline section for tensor operations of Nsight Compute. A leaf is work of one kind that no
two metrics share in part; every metric is the sum over some leaves of its chip.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from roofline_report.domain.hardware import Operation

PREFIX: Final = "sm__ops_path_tensor_"
_NAME = re.compile(
    r"(?:op_(?P<op>[a-z]+)_)?src_(?P<src>(?:[a-z]+[0-9]+_)*?[a-z]+[0-9]+)"
    r"(?:_dst_(?P<dst>[a-z]+[0-9]+))?(?:_sparsity_(?P<sparsity>off|on))?"
)


@dataclass(frozen=True, slots=True)
class Work:
    """What a name says: instruction, types of factors and sums, sparsity or none; None where it does not say it."""

    op: str | None
    src: str
    dst: str | None
    sparsity: str | None

    @classmethod
    def named(cls, name: str) -> Work:
        match = _NAME.fullmatch(name)
        assert match is not None, name
        return cls(match["op"], match["src"], match["dst"], match["sparsity"])

    def holds(self, leaf: Work) -> bool:
        """Tell whether a leaf is a part of it."""
        return self.src == leaf.src and all(
            own is None or own == other
            for own, other in ((self.op, leaf.op), (self.dst, leaf.dst), (self.sparsity, leaf.sparsity))
        )


def _both(*names: str) -> list[str]:
    return [f"{name}_sparsity_{sparsity}" for name in names for sparsity in ("off", "on")]


_HMMA = [f"op_hmma_src_{kind}" for kind in ("bf16_dst_fp32", "fp16_dst_fp16", "fp16_dst_fp32", "tf32_dst_fp32")]
_AMPERE = _both(
    "src_bf16_dst_fp32", "src_fp16_dst_fp16", "src_fp16_dst_fp32", "src_tf32_dst_fp32", "src_int4", "src_int8"
)
_AMPERE_LEAVES = [*_AMPERE, "src_fp64", "src_int1"]
_HOPPER = [
    *_both("op_hgmma_src_bf16_dst_fp32", "op_hgmma_src_fp16", "op_hgmma_src_tf32_dst_fp32"),
    *_both(*_HMMA, "op_igmma_src_int8", "op_imma_src_int8", "src_fp8"),
    "src_fp64",
]
_UTCHMMA = [name.replace("op_hmma", "op_utchmma") for name in _HMMA]
_GB100 = [*_both(*_HMMA, *_UTCHMMA, "op_imma_src_int8", "op_utcomma_src_fp4_dst_fp32"), "src_fp64"]
_UTCQMMA = {
    kind: _both(*(f"op_utcqmma_src_{kind}_dst_{dst}" for dst in ("fp16", "fp32")))
    for kind in ("fp4_fp6_fp8", "fp4_fp6", "fp8")
}
_GB20X = [
    *_both(*_HMMA, "op_imma_src_int8", "src_fp4_dst_fp32"),
    *_both(*(f"src_{kind}_dst_{dst}" for kind in ("fp4_fp6", "fp8") for dst in ("fp16", "fp32"))),
    "src_fp64",
]
_SUMS = ["src_bf16_dst_fp32", "src_tf32_dst_fp32", "src_int8"]
_SUMS_OF_FP16 = ["src_fp16_dst_fp16", "src_fp16_dst_fp32"]

LEAVES: Final = {
    "7.5": ["src_fp16_bf16_tf32_dst_fp32", "src_fp16_dst_fp16", "src_int1", "src_int4", "src_int8"],
    "8.0": _AMPERE_LEAVES,
    "8.6": _AMPERE_LEAVES,
    "8.7": _AMPERE_LEAVES,
    "8.9": [*_AMPERE_LEAVES, *_both("src_fp8")],
    "9.0": _HOPPER,
    "10.0": [*_GB100, *_both("op_utcimma_src_int8"), *_UTCQMMA["fp4_fp6_fp8"]],
    "10.3": [*_GB100, *_UTCQMMA["fp4_fp6"], *_UTCQMMA["fp8"]],
    "11.0": [*_GB100, *_both("op_utcimma_src_int8"), *_UTCQMMA["fp4_fp6_fp8"]],
    "12.0": _GB20X,
}
"""For each compute capability the work that it counts apart."""

SUMS: Final = {
    # The last ones are in no section, and in what the profiler lists of its metrics.
    "7.5": [],
    "8.0": [],
    "8.6": [],
    "8.7": [],
    "8.9": ["src_fp8"],
    "9.0": [*_SUMS, "src_fp16", "src_fp8", "op_hmma_src_bf16_dst_fp32"],
    "10.0": [
        *(*_SUMS, *_SUMS_OF_FP16, "src_fp4_dst_fp32", "src_fp4_fp6_fp8_dst_fp16", "src_fp4_fp6_fp8_dst_fp32"),
        *("op_utcomma_src_fp4_dst_fp32", "op_hmma_src_bf16_dst_fp32"),
    ],
    "10.3": [
        *(*_SUMS, *_SUMS_OF_FP16, "src_fp4_dst_fp32", "src_fp4_fp6_dst_fp16", "src_fp4_fp6_dst_fp32"),
        *("op_utcqmma_src_fp8_dst_fp32", "op_utcomma_src_fp4_dst_fp32"),
    ],
    "11.0": [*_SUMS, *_SUMS_OF_FP16, "src_fp4_dst_fp32", "src_fp4_fp6_fp8_dst_fp16", "src_fp4_fp6_fp8_dst_fp32"],
    "12.0": [*_SUMS, *_SUMS_OF_FP16, "src_fp4_dst_fp32"],
}
"""Metrics that add up some of that work."""

CHIPS: Final = tuple(LEAVES)
_SAME_SPEED: Final = ("7.5", "8.0", "9.0", "10.0", "10.3", "11.0")
"""Chips on which sums in FP16 are as fast as those in FP32, so that they are one kind of operation."""

_OPERATIONS: Final = {
    "fp64": Operation.FP64_TENSOR,
    "tf32": Operation.TF32_TENSOR,
    "fp16": Operation.FP16_TENSOR,
    "fp16_bf16_tf32": Operation.FP16_TENSOR,
    "bf16": Operation.BF16_TENSOR,
    "fp8": Operation.FP8_TENSOR,
    "fp4_fp6_fp8": Operation.FP8_TENSOR,
    "fp4_fp6": Operation.FP8_TENSOR,
    "fp4": Operation.FP4_TENSOR,
}


def metric(name: str) -> str:
    """Return the whole name of a metric."""
    return f"{PREFIX}{name}.sum"


def names_of(chip: str) -> list[str]:
    """Return the names of all metrics of a chip, without what they have in common."""
    return [*LEAVES[chip], *SUMS[chip]]


def operation_of(leaf: str, chip: str) -> Operation | None:
    """Return the floating-point operations that a leaf is of; None for integers and for what has no kind of its own."""
    work = Work.named(leaf)
    if work.src == "fp16" and work.dst == "fp16" and chip not in _SAME_SPEED:
        return Operation.FP16_ACCUMULATE_TENSOR
    return _OPERATIONS.get(work.src)


def is_sparse(leaf: str) -> bool:
    """Tell whether a leaf is work with 2:4 sparsity."""
    return Work.named(leaf).sparsity == "on"


def values_of(chip: str, work: dict[str, int]) -> dict[str, int]:
    """Return what every metric of a chip shows for some work on its leaves."""
    leaves = {name: Work.named(name) for name in LEAVES[chip]}
    return {
        name: sum(work[leaf] for leaf, kind in leaves.items() if Work.named(name).holds(kind))
        for name in names_of(chip)
    }
