"""What is told of a picture beside it: problems of its run, what it does not show, and what its caption has to say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roofline_report.renderers.escaping import shortened
from roofline_report.renderers.inspection.layout import Layout, Role
from roofline_report.renderers.inspection.problems import add_problems
from roofline_report.renderers.inspection.telling import without_gaps
from roofline_report.renderers.inspection.text import WIDEST

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from roofline_report.domain.problem import Problem
    from roofline_report.renderers.charts.embed import Caption
    from roofline_report.renderers.inspection.layout import Line
    from roofline_report.report.model import RunReport

_LONGEST_CAPTION: Final = 3000


def account_lines(
    run: RunReport, problems: Iterable[Problem], *, caption: Caption, remarks: Sequence[str], width: int
) -> tuple[Line, ...]:
    """Return what is told of a picture, as lines.

    Args:
        run: Its run.
        problems: What concerns it; how to collect what is missing is left to `inspect`.
        caption: What stands below the same chart on a page.
        remarks: What the picture does not show.
        width: The most characters of a line.
    """
    layout = Layout(min(width, WIDEST))
    add_problems(layout, without_gaps(problems, run), level=0)
    for remark in remarks:
        layout.paragraph(f"Note: {remark}", role=Role.NOTE, hanging=2)
    layout.gap()
    text = " ".join([caption.title, *caption.sentences, *caption.notes])
    layout.fact("Caption", shortened(text, _LONGEST_CAPTION), level=0, is_ours=True)
    return layout.lines
