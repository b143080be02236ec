"""Problems as lines of a build log.

A page has room for a command of forty metrics, a log has not. So a log points to the command line that prints it, and
says once what to do about several problems of one run.
"""

from __future__ import annotations

import re
import shlex
from dataclasses import replace
from typing import TYPE_CHECKING

from roofline_report.domain.problem import COLLECT_WITH

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roofline_report.domain.problem import Problem, Severity

_COMMANDS = re.compile(rf"{COLLECT_WITH}(?P<commands>`[^`]+`(?: and `[^`]+`)*)")
_LONGEST_COMMANDS = 80
_LONGEST_FOUND = 200


def log_lines(problems: Iterable[Problem]) -> list[str]:
    """Return one line for each problem, in order.

    A remedy that another problem of the same run and weight has before is left out: a log may show warnings alone.
    """
    told: set[tuple[str, Severity, str]] = set()
    lines = []
    for problem in problems:
        brief = _brief(problem)
        if brief.run_folder is not None and brief.remedy is not None:
            key = (brief.run_folder, brief.severity, brief.remedy)
            brief = replace(brief, remedy=None) if key in told else brief
            told.add(key)
        lines.append(brief.in_one_line())
    return lines


def _brief(problem: Problem) -> Problem:
    """Return a problem with nothing in it that fills a screen."""
    found, remedy = problem.found, problem.remedy
    if found is not None and len(found) > _LONGEST_FOUND:
        found = f"{found[:_LONGEST_FOUND]}..."
    if remedy is not None and problem.run_folder is not None:
        pointer = f"{COLLECT_WITH}what `roofline-report inspect {shlex.quote(problem.run_folder)}` prints"
        remedy = _COMMANDS.sub(
            lambda match: pointer if len(match["commands"]) > _LONGEST_COMMANDS else match[0], remedy
        )
    return replace(problem, found=found, remedy=remedy)
