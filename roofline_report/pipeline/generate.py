"""Read every run, report on it, render it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roofline_report.domain.errors import ReportError
from roofline_report.domain.problem import Severity
from roofline_report.pipeline.collector import uncollected
from roofline_report.pipeline.reading_cache import ReadingCache
from roofline_report.pipeline.render import render_site
from roofline_report.pipeline.settings import DevicePages
from roofline_report.readers.discovery import find_runs

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roofline_report.domain.problem import Problem
    from roofline_report.pipeline.output import GeneratedSite
    from roofline_report.pipeline.settings import Settings
    from roofline_report.readers.discovery import Discovery
    from roofline_report.report.model import SiteReport


def generate(settings: Settings, *, cache: ReadingCache | None = None) -> GeneratedSite:
    """Return the pages and assets of a site's performance section.

    Args:
        settings: The settings.
        cache: Files that were read before; pass the same one again and what did not change is not read again.

    Raises:
        ReportError: There are problems, and the settings say that they fail the build.
    """
    cache = ReadingCache() if cache is None else cache
    found = find_runs(settings.data_folders(), limits=settings.limits, examine=cache.examine)
    report = _report(found, settings, cache=cache)
    problems = found.problems if report is None else report.all_problems
    if settings.fails_on_problems:
        fail_on(problems)
    with uncollected():
        return render_site(report, settings, problems=problems)


def _report(found: Discovery, settings: Settings, *, cache: ReadingCache) -> SiteReport | None:
    """Return the report of what was found, or None where there is nothing to report."""
    if not found.runs and settings.devices_dir is None and settings.device_pages is DevicePages.USED:
        return None
    # A site with nothing to report waits neither for the readers to be imported nor for the device files to be read.
    from roofline_report.pipeline.site_report import build_site_report

    return build_site_report(found, settings, cache=cache)


def fail_on(problems: Iterable[Problem]) -> None:
    """Stop if any of some problems is one that fails a strict build.

    Raises:
        ReportError: There are such problems.
    """
    serious = [problem for problem in problems if problem.severity is Severity.WARNING]
    if serious:
        raise ReportError(serious)
