"""Kernels in problems: few of many, and no name too long."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from roofline_report.readers.rows.file_problems import TOLD_ONE_BY_ONE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roofline_report.domain.problem import Problem

MOST_NAMED = 4
_MOST_CHARACTERS = 80


def listed(texts: Sequence[str], *, separator: str = ", ", most: int = MOST_NAMED) -> str:
    """Return the first of some texts, and how many more there are."""
    more = len(texts) - most
    return separator.join(texts[:most]) + (f" and {more} more" if more > 0 else "")


def shortened(name: str, *, most: int = _MOST_CHARACTERS) -> str:
    """Return the beginning of a name."""
    return name if len(name) <= most else f"{name[:most]}..."


def count_launches(number: int) -> str:
    """Return a number of launches in words."""
    return "1 launch" if number == 1 else f"{number} launches"


def in_launches(number: int, *, of: int) -> str:
    """Return in how many launches something is so, in words."""
    if of == 1:
        return "in its only launch"
    return "in every launch" if number == of else f"in {number} of {count_launches(of)}"


def tell_few(problems: list[Problem]) -> list[Problem]:
    """Return problems of one kind that each name a kernel in what was found; of many kernels one that names the first.

    Args:
        problems: Problems with one summary.
    """
    kernels = dict.fromkeys(problem.kernel for problem in problems)
    if len(kernels) <= TOLD_ONE_BY_ONE:
        return problems
    first = problems[0]
    found = listed([problem.found for problem in problems if problem.found is not None], separator="; ")
    return [replace(first, summary=f"{first.summary} ({len(kernels)} kernels)", kernel=None, found=found)]
