"""Problems as notices of a page."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from roofline_report.domain.collecting import is_how_to_collect
from roofline_report.domain.problem import Severity
from roofline_report.renderers.grammar import counted
from roofline_report.renderers.templating import render_html

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roofline_report.domain.problem import Problem

OPEN_NOTICES = 2
"""More notices than this are folded up, so that they do not stand between the verdict and the chart."""

_AS_ABOVE = "what the note above says to collect gives this too"

MOST_NOTICES = 20
"""More notices than this on one page are counted, not shown: the build log has every one."""


def notices_html(problems: Sequence[Problem], *severities: Severity) -> str:
    """Return the notices of a page, those of some severities or all; what is for the build log alone is left out."""
    wanted = severities or (Severity.WARNING, Severity.NOTE)
    shown = _with_commands_once([problem for problem in problems if problem.severity in wanted])
    opened = shown[:OPEN_NOTICES] if len(shown) > OPEN_NOTICES + 1 else shown
    folded = shown[len(opened) : MOST_NOTICES]
    warnings = [problem for problem in shown[len(opened) :] if problem.severity is Severity.WARNING]
    return render_html(
        "notices",
        opened=opened,
        folded=folded,
        folded_title=counted(len(shown) - len(opened), "more warning" if warnings else "more note"),
        more=max(0, len(shown) - MOST_NOTICES),
    )


def _with_commands_once(problems: Sequence[Problem]) -> list[Problem]:
    """Return problems of which the first alone says what to collect; the same commands hold for the others."""
    told: set[str] = set()
    shown = []
    for problem in problems:
        remedy = problem.remedy
        is_again = remedy is not None and remedy in told and is_how_to_collect(remedy)
        shown.append(replace(problem, remedy=_AS_ABOVE) if is_again else problem)
        if remedy is not None:
            told.add(remedy)
    return shown
