"""The report of a whole site: every run, and the devices that have a page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roofline_report.devices.catalogue import load_packaged
from roofline_report.domain.problem import Problem, sort_key
from roofline_report.pipeline.run_report import RunReporter
from roofline_report.pipeline.settings import DevicePages
from roofline_report.report.common_axes import with_common_axes
from roofline_report.report.devices import build_devices
from roofline_report.report.model import RunReport, SiteReport

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roofline_report.devices.catalogue import Catalogue
    from roofline_report.pipeline.reading_cache import ReadingCache
    from roofline_report.pipeline.settings import Settings
    from roofline_report.readers.discovery import Discovery


def build_site_report(found: Discovery, settings: Settings, *, cache: ReadingCache) -> SiteReport:
    """Return the report of everything that was found in the data folders."""
    catalogue, device_problems = load_catalogue(settings)
    reporter = RunReporter.of(found.runs, catalogue=catalogue, settings=settings, cache=cache)
    runs = _newest_first(with_common_axes(reporter.report(folder) for folder in found.runs))
    devices = build_devices(
        catalogue.devices,
        slugs=reporter.device_slugs,
        runs=runs,
        everyone=settings.device_pages is DevicePages.ALL,
    )
    own_problems = tuple(sorted((*found.problems, *device_problems), key=sort_key))
    return SiteReport(runs=runs, devices=devices, problems=own_problems)


def load_catalogue(settings: Settings) -> tuple[Catalogue, tuple[Problem, ...]]:
    """Return the devices of the package and those of the settings, and what is wrong with the latter."""
    packaged = load_packaged()
    if settings.devices_dir is None:
        return packaged, ()
    return packaged.with_folder(settings.resolve(settings.devices_dir), shown_as=settings.shown(settings.devices_dir))


def _newest_first(runs: Iterable[RunReport]) -> tuple[RunReport, ...]:
    """Return runs by date, the newest first, those without a date last; by id within a date."""
    by_id = sorted(runs, key=lambda run: run.id)
    return tuple(sorted(by_id, key=lambda run: run.options.date or "", reverse=True))
