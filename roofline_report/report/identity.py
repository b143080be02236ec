"""What tells that a kernel, or a device, of two runs is one."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, TypeAlias

from roofline_report.domain.naming.signature import parse_signature

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roofline_report.report.model import KernelReport, RunDevice


NameAcrossRuns: TypeAlias = "tuple[str, bool]"
"""A full name, and whether that is its normal form."""


def names_across_runs(kernels: Sequence[KernelReport]) -> list[NameAcrossRuns]:
    """Return what each kernel of a run is known by in other runs: the normal form of its full name.

    Where several names of the run share that, each is known by its name as it is printed, in runs of which that is true
    too: which of them a run with a single one has, nobody knows.
    """
    normal = {kernel.kernel.name: parse_signature(kernel.kernel.name).normal for kernel in kernels}
    shared = Counter(normal.values())
    names = (kernel.kernel.name for kernel in kernels)
    return [(normal[name], True) if shared[normal[name]] == 1 else (name, False) for name in names]


def device_identity(device: RunDevice) -> tuple[str, str | None, int | None] | None:
    """Return what tells a device, or a part of one, from others; None where it is not known, or contradicted."""
    if device.name is None or device.contradicted_by is not None:
        return None
    return device.slug or device.name, device.part_name, device.other_sm_count
