"""The lines that nvprof prints between its tables, each of which begins with "==" and a process."""

from __future__ import annotations

import re
from dataclasses import dataclass

# "==4711== Profiling result:", and "======== Profiling result:" for a profile that is imported.
_BANNER = re.compile(r"==(?:(?P<process>\d+)|=*)==\s+(?P<text>.*)")
_SECTION = re.compile(r"(?:.*\bresult|API calls|OpenACC.*|OpenMP.*)\b.*:")
_OF_CALLS = re.compile(r"API calls|OpenACC|OpenMP")
# '==4711== Device "Tesla V100-SXM2-16GB (0)"', with --print-summary-per-gpu.
_DEVICE = re.compile(r'Device "(?P<device>[^"]+)"')


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """What a heading says of the table below it.

    Attributes:
        process: The process that was profiled, where the heading says it.
        device: The device, where each has a table of its own.
        is_of_calls: The table is one of calls of the API or of regions of OpenACC or OpenMP; old versions of nvprof
            print such a table with the same columns as that of the kernels.
    """

    process: str | None = None
    device: str | None = None
    is_of_calls: bool = False


def find_section(banner: str) -> Section | None:
    """Return the section that a line begins, or None where it is no heading."""
    match = _BANNER.fullmatch(banner.rstrip())
    if match is None:
        return None
    device = _DEVICE.fullmatch(match["text"])
    if device is not None:
        return Section(process=match["process"], device=device["device"])
    if not _SECTION.fullmatch(match["text"]):
        return None
    return Section(process=match["process"], is_of_calls=_OF_CALLS.match(match["text"]) is not None)
