"""The overview of a site without a run: what to put where."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roofline_report.readers.metrics.collection import load_collections
from roofline_report.renderers.addresses import OVERVIEW_PATH
from roofline_report.renderers.page import Page
from roofline_report.renderers.pages.notices import notices_html
from roofline_report.renderers.templating import render_html, render_markdown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roofline_report.domain.problem import Problem


def render_empty(problems: Sequence[Problem], *, section: str) -> Page:
    """Return the page that stands in place of the overview.

    Args:
        problems: What was found instead of a run.
        section: Title of the section.
    """
    return Page(
        path=OVERVIEW_PATH,
        title=section,
        description="Roofline report of GPU kernels. There is no run yet.",
        markdown=render_markdown("empty", title=section),
        fragments={"notices": notices_html(problems), "commands": _commands()},
        in_navigation=True,
    )


def _commands() -> str:
    """Return what to run to have something to report on, for every profiler that is read."""
    return render_html("commands", collections=load_collections())
