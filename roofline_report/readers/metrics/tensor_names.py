"""Names of counters of the tensor units: which of two counts a part of what the other one does.

"sm__ops_path_tensor_op_hmma_src_bf16_dst_fp32_sparsity_off.sum" names the instruction, the types of factors and sums,
and whether the factors are sparse. A name that leaves one of these out is the sum over all of its kinds. The types of
the factors are never left out, and "fp4_fp6" is no sum over "fp4".
"""

from __future__ import annotations

import itertools
import re
from functools import cache
from typing import Final, NamedTuple

from roofline_report.readers.metrics.rates import plain_of

_NAME: Final = re.compile(
    r"sm__ops_path_tensor(?:_op_(?P<op>[a-z0-9]+))?_src_(?P<src>[a-z0-9_]+?)"
    r"(?:_dst_(?P<dst>[a-z0-9]+))?(?:_sparsity_(?P<sparsity>off|on))?\.sum"
)


class TensorName(NamedTuple):
    """What a name says; None for what it leaves out, and so adds up."""

    op: str | None
    src: str
    dst: str | None
    sparsity: str | None

    @property
    def metric(self) -> str:
        """Return the name as the profiler has it."""
        op = f"_op_{self.op}" if self.op else ""
        dst = f"_dst_{self.dst}" if self.dst else ""
        sparsity = f"_sparsity_{self.sparsity}" if self.sparsity else ""
        return f"sm__ops_path_tensor{op}_src_{self.src}{dst}{sparsity}.sum"


@cache
def tensor_name(metric: str) -> TensorName | None:
    """Return what the name of a tensor counter says, of its sum or of one of its rates; None for any other metric."""
    match = _NAME.fullmatch(plain_of(metric))
    return None if match is None else TensorName(match["op"], match["src"], match["dst"], match["sparsity"])


def is_part_of(metric: str, whole: str) -> bool:
    """Tell whether all that one metric counts is counted by another one too, whether they are sums or made of rates."""
    own, others = tensor_name(metric), tensor_name(whole)
    if own is None or others is None:
        return False
    return all(other in (None, part) for part, other in zip(own, others, strict=True))


def sums_over(metric: str) -> tuple[str, ...]:
    """Return the names of all sums that a tensor counter is a part of; nothing for any other metric."""
    name = tensor_name(metric)
    if name is None:
        return ()
    kept = itertools.product(*({part, None} for part in (name.op, name.dst, name.sparsity)))
    wider = {TensorName(op, name.src, dst, sparsity) for op, dst, sparsity in kept} - {name}
    return tuple(sorted(each.metric for each in wider))
