"""Read every run, report on it, render it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roofline_report.devices.catalogue import load_packaged
from roofline_report.domain.errors import ReportError
from roofline_report.domain.problem import Problem, Severity, sort_key
from roofline_report.pipeline.reading_cache import ReadingCache
from roofline_report.pipeline.render import render_site
from roofline_report.pipeline.run_report import RunReporter
from roofline_report.pipeline.settings import DevicePages
from roofline_report.readers.discovery import DataFolder, find_runs
from roofline_report.report.devices import build_devices
from roofline_report.report.model import RunReport, SiteReport

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from roofline_report.devices.catalogue import Catalogue
    from roofline_report.pipeline.output import GeneratedSite
    from roofline_report.pipeline.settings import Settings


def generate(settings: Settings, *, cache: ReadingCache | None = None) -> GeneratedSite:
    """Return the pages and assets of a site's performance section.

    Args:
        settings: The settings.
        cache: Files that were read before; pass the same one again and what did not change is not read again.

    Raises:
        ReportError: There are problems, and the settings say that they fail the build.
    """
    folders = tuple(
        DataFolder(path=settings.resolve(name), shown_as=settings.shown(name)) for name in settings.data_dirs
    )
    found = find_runs(folders, limits=settings.limits)
    catalogue, device_problems = _catalogue(settings)
    reporter = RunReporter.of(
        found.runs, catalogue=catalogue, settings=settings, cache=ReadingCache() if cache is None else cache
    )
    runs = _newest_first(reporter.report(folder) for folder in found.runs)
    devices = build_devices(
        catalogue.devices,
        slugs=reporter.device_slugs,
        runs=runs,
        everyone=settings.device_pages is DevicePages.ALL,
    )
    own_problems = tuple(sorted((*found.problems, *device_problems), key=sort_key))
    report = SiteReport(runs=runs, devices=devices, problems=own_problems)
    problems = (*report.problems, *(problem for run in runs for problem in run.problems))
    if settings.fails_on_problems:
        _fail_on(problems)
    return render_site(report, settings, problems=problems)


def _fail_on(problems: Sequence[Problem]) -> None:
    serious = [problem for problem in problems if problem.severity is Severity.WARNING]
    if serious:
        raise ReportError(serious)


def _catalogue(settings: Settings) -> tuple[Catalogue, tuple[Problem, ...]]:
    packaged = load_packaged()
    if settings.devices_dir is None:
        return packaged, ()
    return packaged.with_folder(settings.resolve(settings.devices_dir), shown_as=settings.shown(settings.devices_dir))


def _newest_first(runs: Iterable[RunReport]) -> tuple[RunReport, ...]:
    """Return runs by date, the newest first, those without a date last; by id within a date."""
    by_id = sorted(runs, key=lambda run: run.id)
    return tuple(sorted(by_id, key=lambda run: run.options.date or "", reverse=True))
