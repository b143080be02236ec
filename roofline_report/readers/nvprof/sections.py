"""The lines that nvprof prints between its tables, each of which begins with "==" and a process."""

from __future__ import annotations

import re
from dataclasses import dataclass

# "==4711== Profiling result:", and "======== Profiling result:" for a profile that is imported.
_BANNER = re.compile(r"==(?:(?P<process>\d+)|=*)==\s+(?P<text>.*)")
_SECTION = re.compile(r"(?:.*\bresult|API calls|OpenACC.*|OpenMP.*)\b.*:")
_OF_CALLS = re.compile(r"API calls|OpenACC|OpenMP")


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """What a heading says of the table below it.

    Attributes:
        process: The process that was profiled, where the heading says it.
        is_of_calls: The table is one of calls of the API or of regions of OpenACC or OpenMP; old versions of nvprof
            print such a table with the same columns as that of the kernels.
    """

    process: str | None = None
    is_of_calls: bool = False


def find_section(banner: str) -> Section | None:
    """Return the section that a line begins, or None where it is no heading."""
    match = _BANNER.fullmatch(banner.rstrip())
    if match is None or not _SECTION.fullmatch(match["text"]):
        return None
    return Section(process=match["process"], is_of_calls=_OF_CALLS.match(match["text"]) is not None)
