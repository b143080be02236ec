"""Read every run, report on it, render it."""

from __future__ import annotations

import difflib
from dataclasses import replace
from typing import TYPE_CHECKING

from roofline_report.configuration.document import load_file
from roofline_report.devices.catalogue import load_packaged
from roofline_report.domain.errors import ReportError
from roofline_report.domain.problem import Problem, Severity, sort_key
from roofline_report.pipeline.reading_cache import ReadingCache
from roofline_report.pipeline.render import render_site
from roofline_report.pipeline.run_device import resolve_device
from roofline_report.pipeline.run_settings import RUN_FILE, read_run_settings
from roofline_report.pipeline.settings import OnProblem
from roofline_report.readers.assembly import assemble
from roofline_report.readers.discovery import DataFolder, find_runs
from roofline_report.report.build import build_run
from roofline_report.report.model import RunReport, SiteReport
from roofline_report.report.slugs import slugs_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roofline_report.devices.catalogue import Catalogue
    from roofline_report.pipeline.output import GeneratedSite
    from roofline_report.pipeline.run_settings import RunSettings
    from roofline_report.pipeline.settings import Settings
    from roofline_report.readers.discovery import RunFolder


def generate(settings: Settings, *, cache: ReadingCache | None = None) -> GeneratedSite:
    """Return the pages and assets of a site's performance section.

    Args:
        settings: The settings.
        cache: Files that were read before; pass the same one again and what did not change is not read again.

    Raises:
        ReportError: There are problems, and the settings say that they fail the build.
    """
    cache = ReadingCache() if cache is None else cache
    folders = tuple(DataFolder(path=settings.resolve(name), shown_as=name) for name in settings.data_dirs)
    found = find_runs(folders, limits=settings.limits)
    catalogue, device_problems = _catalogue(settings)
    ids = [folder.id for folder in found.runs]
    slugs = slugs_of((run_id, run_id) for run_id in ids)
    runs = [
        _build(folder, slug=slugs[folder.id], catalogue=catalogue, settings=settings, cache=cache, ids=ids)
        for folder in found.runs
    ]
    report = SiteReport(
        runs=_newest_first(runs), problems=tuple(sorted((*found.problems, *device_problems), key=sort_key))
    )
    problems = [*report.problems, *(problem for run in report.runs for problem in run.problems)]
    if settings.on_problem is OnProblem.FAIL:
        _fail_on(problems)
    return render_site(report, settings, problems=problems)


def _fail_on(problems: list[Problem]) -> None:
    serious = [problem for problem in problems if problem.severity is Severity.WARNING]
    if serious:
        raise ReportError(serious)


def _catalogue(settings: Settings) -> tuple[Catalogue, tuple[Problem, ...]]:
    packaged = load_packaged()
    if settings.devices_dir is None:
        return packaged, ()
    return packaged.with_folder(settings.resolve(settings.devices_dir), shown_as=settings.devices_dir)


def _build(
    folder: RunFolder, *, slug: str, catalogue: Catalogue, settings: Settings, cache: ReadingCache, ids: list[str]
) -> RunReport:
    problems: list[Problem] = []
    run = _run_settings(folder, over=settings.runs, problems=problems)
    readings = [cache.read(file, limits=settings.limits) for file in folder.files]
    device = resolve_device(
        catalogue,
        options=run.options,
        reported_names=_distinct(name for reading in readings for name in reading.device_names),
        reported_capabilities=_distinct(name for reading in readings for name in reading.compute_capabilities),
        given_in=folder.run_file.shown_as if folder.run_file else RUN_FILE,
    )
    profile = assemble(
        readings, compute_capability=device.compute_capability, overrides=run.metrics, group_by=run.group_by
    )
    problems += _baseline_problems(run.options.baseline, folder=folder, ids=ids)
    profile = replace(profile, problems=(*problems, *profile.problems))
    return build_run(profile, run_id=folder.id, slug=slug, device=device, options=run.options)


def _run_settings(folder: RunFolder, *, over: RunSettings, problems: list[Problem]) -> RunSettings:
    """Return what run.yml says over the defaults of the site; what is wrong in it is left out and told."""
    if folder.run_file is None:
        return over
    fields = load_file(folder.run_file.path, file=folder.run_file.shown_as, problems=problems)
    if fields is None:
        return over
    run = read_run_settings(fields, over=over, given_in=folder.run_file.shown_as)
    fields.finish()
    return run


def _baseline_problems(baseline: str | None, *, folder: RunFolder, ids: list[str]) -> list[Problem]:
    if baseline is None or baseline in ids:
        return []
    nearest = difflib.get_close_matches(baseline, ids, n=1)
    return [
        Problem(
            summary="the baseline is no run of this site",
            file=folder.run_file.shown_as if folder.run_file else None,
            found=baseline,
            expected=f"one of: {', '.join(ids)}",
            remedy=f'did you mean "{nearest[0]}"?' if nearest else "correct the id, or remove the key",
        )
    ]


def _newest_first(runs: list[RunReport]) -> tuple[RunReport, ...]:
    """Return runs by date, the newest first, those without a date last; by id within a date."""
    by_id = sorted(runs, key=lambda run: run.id)
    return tuple(sorted(by_id, key=lambda run: run.options.date or "", reverse=True))


def _distinct(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))
