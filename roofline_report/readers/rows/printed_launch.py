"""What nvprof and Nsight Systems print of a launch: its name, its device, its grid and block."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from roofline_report.domain.profile import LaunchConfiguration
from roofline_report.readers.text.printed_number import read_count

if TYPE_CHECKING:
    from collections.abc import Sequence

COPIES = "copies and memsets, which are not kernels"
CALLS = "calls of the API, which are not kernels"
UNIFIED_MEMORY = "transfers and faults of unified memory, which are not kernels"

# "[CUDA memcpy HtoD]", "[CUDA memset]", "[Unified Memory GPU page faults]". A kernel's name begins with no bracket.
_NO_KERNEL = re.compile(r"\[(?:(?P<copy>CUDA mem)|Unified Memory).*\]", re.DOTALL)
_DEVICE_INDEX = re.compile(r"\s*\(\d+\)$")


def why_no_kernel(name: str) -> str | None:
    """Return why the name is not that of a kernel, or None where it is."""
    match = _NO_KERNEL.fullmatch(name)
    if match is None:
        return None
    return UNIFIED_MEMORY if match["copy"] is None else COPIES


def device_name(device: str) -> str:
    """Return the name of a device without its index in the process: "Tesla V100-SXM2-16GB (0)"."""
    return _DEVICE_INDEX.sub("", device.strip())


def find_configuration(grid: Sequence[str | None], block: Sequence[str | None]) -> LaunchConfiguration | None:
    """Return the launch configuration of two times three numbers, or None where one is missing."""
    return _configuration(tuple(grid), tuple(block))


# A trace has many launches and few configurations.
@lru_cache(maxsize=1024)
def _configuration(grid: tuple[str | None, ...], block: tuple[str | None, ...]) -> LaunchConfiguration | None:
    grid_text, block_text = _extent(grid), _extent(block)
    return None if grid_text is None or block_text is None else LaunchConfiguration(grid_text, block_text)


def _extent(sizes: Sequence[str | None]) -> str | None:
    """Return three sizes as Nsight Compute prints them, so that configurations of several profilers are the same."""
    counts = [None if size is None else read_count(size) for size in sizes]
    return f"({', '.join(map(str, counts))})" if len(counts) == 3 and None not in counts else None
