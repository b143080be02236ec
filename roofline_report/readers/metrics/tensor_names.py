"""Names of counters of the tensor units: which of two counts a part of what the other one does.

"sm__ops_path_tensor_op_hmma_src_bf16_dst_fp32_sparsity_off.sum" names the instruction, the types of factors and sums,
and whether the factors are sparse. A name that leaves one of these out is the sum over all of its kinds. The types of
the factors are never left out, and "fp4_fp6" is no sum over "fp4".
"""

from __future__ import annotations

import re
from typing import Final

from roofline_report.readers.metrics.rates import plain_of

_NAME: Final = re.compile(
    r"sm__ops_path_tensor(?:_op_(?P<op>[a-z0-9]+))?_src_(?P<src>[a-z0-9_]+?)"
    r"(?:_dst_(?P<dst>[a-z0-9]+))?(?:_sparsity_(?P<sparsity>off|on))?\.sum"
)


def is_part_of(metric: str, whole: str) -> bool:
    """Tell whether all that one metric counts is counted by another one too, whether they are sums or made of rates."""
    own, others = (_NAME.fullmatch(plain_of(name)) for name in (metric, whole))
    if own is None or others is None:
        return False
    return all(others[part] in (None, own[part]) for part in ("op", "src", "dst", "sparsity"))
