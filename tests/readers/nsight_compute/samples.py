"""Raw pages of Nsight Compute, written by the rules of the format."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.readers.samples import quoted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

IDENTITY = (
    *("ID", "Process ID", "Process Name", "Host Name", "Kernel Name", "Context", "Stream", "Block Size", "Grid Size"),
    *("Device", "CC"),
)


def raw_head(units: Mapping[str, str]) -> str:
    """Return header and units of a raw page with these metrics."""
    return quoted([*IDENTITY, *units]) + quoted([*([""] * len(IDENTITY)), *units.values()])


def raw_row(
    launch: int,
    kernel: str,
    values: Sequence[object],
    *,
    process: int = 4711,
    grid: str = "(40, 1, 1)",
    device: int = 0,
    capability: str = "8.6",
) -> str:
    """Return the row of one launch."""
    where = (1, 7, "(96, 1, 1)", "(40, 1, 1)", device, capability)
    return quoted([launch, process, "solver", "node7", kernel, *where, *values])
