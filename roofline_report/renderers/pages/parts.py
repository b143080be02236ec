"""Parts that several pages have: addresses, notices, provenance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from roofline_report.domain.problem import Severity
from roofline_report.renderers import quantities, words
from roofline_report.renderers.templating import finished, render_html

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markupsafe import Markup

    from roofline_report.domain.problem import Problem
    from roofline_report.report.model import RunReport, Verdict

MOST_NOTICES = 20
"""More notices than this on one page are counted, not shown: the build log has every one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageOptions:
    """What the settings say of the pages.

    Attributes:
        section: Title of the overview and of the section in the navigation.
        table_rows: Most rows of a table.
        charts: Which charts a run page shows, in order.
    """

    section: str
    table_rows: int
    charts: tuple[str, ...]


def verdict_block(verdict: Verdict, sentence: str) -> Markup:
    """Return a verdict as an HTML block; it stands in the Markdown, so that search finds it."""
    return finished(render_html("verdict", kind=verdict.kind.value.replace("_", "-"), sentence=sentence))


def notices_html(problems: Sequence[Problem], *severities: Severity) -> str:
    """Return the notices of a page, those of some severities or all; what is for the build log alone is left out."""
    wanted = severities or (Severity.WARNING, Severity.NOTE)
    shown = [problem for problem in problems if problem.severity in wanted]
    return render_html("notices", problems=shown[:MOST_NOTICES], more=max(0, len(shown) - MOST_NOTICES))


def facts_html(facts: Sequence[tuple[str, str]]) -> str:
    """Return names and values in a row of tiles."""
    return render_html("facts", facts=facts)


def run_facts(run: RunReport) -> list[tuple[str, str]]:
    """Return what identifies a run: device, time, date."""
    facts = [
        ("Device", run.device.name or "not named"),
        ("Kernels", quantities.count(len(run.kernels))),
        ("GPU time", quantities.time(run.gpu_time_s)),
    ]
    profilers = dict.fromkeys(file.profiler for file in run.files)
    if profilers:
        facts.append(("Profiler", words.joined(list(profilers))))
    if run.options.date is not None:
        facts.append(("Date", run.options.date))
    return facts
