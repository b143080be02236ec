"""Problems as notices of a page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roofline_report.domain.problem import Severity
from roofline_report.renderers.grammar import counted
from roofline_report.renderers.templating import render_html

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roofline_report.domain.problem import Problem

OPEN_NOTICES = 2
"""More notices than this are folded up, so that they do not stand between the verdict and the chart."""

MOST_NOTICES = 20
"""More notices than this on one page are counted, not shown: the build log has every one."""


def notices_html(problems: Sequence[Problem], *severities: Severity) -> str:
    """Return the notices of a page, those of some severities or all; what is for the build log alone is left out."""
    wanted = severities or (Severity.WARNING, Severity.NOTE)
    shown = [problem for problem in problems if problem.severity in wanted]
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
