"""From a site report to pages and assets."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from roofline_report.pipeline.output import GeneratedSite
from roofline_report.renderers.addresses import DEVICES_PATH, OVERVIEW_PATH, READING_PATH
from roofline_report.renderers.charts.files import LOADER, STYLE, chart_assets, chart_scripts, page_assets
from roofline_report.renderers.escaping import visible
from roofline_report.renderers.pages.empty import render_empty

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from roofline_report.domain.problem import Problem
    from roofline_report.pipeline.settings import Settings
    from roofline_report.renderers.download import Download
    from roofline_report.renderers.page import Page
    from roofline_report.report.model import SiteReport

_OWN_TITLES: Final = (OVERVIEW_PATH, DEVICES_PATH, READING_PATH)


def render_site(report: SiteReport | None, settings: Settings, *, problems: Sequence[Problem]) -> GeneratedSite:
    """Return the whole site section as values.

    Args:
        report: What there is to report; None where there is nothing.
        settings: The settings.
        problems: Everything that a maintainer has to know.
    """
    made = _pages(report, settings) if report is not None else (render_empty(problems, section=settings.section),)
    # Titles and descriptions go where a host puts them, into <title> and <meta>, and hold names of kernels and runs.
    pages = _titled_apart(
        [replace(page, title=visible(page.title), description=visible(page.description)) for page in made]
    )
    return GeneratedSite(
        section=settings.section,
        prefix=settings.path,
        pages=pages,
        downloads=_downloads(report),
        assets=(*page_assets(), *(chart_assets() if any(page.has_chart for page in pages) else ())),
        scripts=(LOADER,),
        styles=(STYLE,),
        chart_scripts=chart_scripts(),
        problems=tuple(problems),
    )


def _titled_apart(pages: Sequence[Page]) -> tuple[Page, ...]:
    """Return pages of which no two have one title: a tab, a bookmark and a search result show nothing else.

    A run or a device may be called like another one, or like a page of ours, which keeps its title.
    """
    taken = Counter(_shown(page.title) for page in pages)
    # Of pages of ours that share one, which a section called "Devices" brings about, the first keeps it.
    ours = {_shown(page.title): page.path for page in reversed(pages) if page.path in _OWN_TITLES}
    alone = {page.path for page in pages if taken[_shown(page.title)] == 1} | set(ours.values())
    return tuple(
        page if page.path in alone else replace(page, title=f"{page.title} ({_place(page.path)})") for page in pages
    )


def _shown(title: str) -> str:
    """Return what a browser shows of a title: it joins spaces."""
    return " ".join(title.split())


def _place(path: str) -> str:
    return path.removesuffix(".md").removesuffix("/index")


def _downloads(report: SiteReport | None) -> tuple[Download, ...]:
    """Return the numbers of every run as files."""
    if report is None:
        return ()
    from roofline_report.renderers.downloads.files import run_downloads

    return tuple(download for run in report.runs for download in run_downloads(run))


def _pages(report: SiteReport, settings: Settings) -> Iterator[Page]:
    # A site with nothing to report does not wait for all of these to be imported.
    from roofline_report.renderers.charts.registry import CHART_NAMES
    from roofline_report.renderers.pages.device import render_device
    from roofline_report.renderers.pages.devices import render_devices
    from roofline_report.renderers.pages.kernel import render_kernel
    from roofline_report.renderers.pages.overview import render_overview
    from roofline_report.renderers.pages.parts import PageOptions
    from roofline_report.renderers.pages.reading import render_reading
    from roofline_report.renderers.pages.run import render_run
    from roofline_report.report.surroundings import find_surroundings

    options = PageOptions(
        section=settings.section,
        table_rows=settings.table_rows,
        charts=CHART_NAMES if settings.charts is None else settings.charts,
    )
    if report.runs:
        yield render_overview(report, options)
    else:
        yield render_empty(report.problems, section=settings.section)
    surroundings = find_surroundings(report.runs)
    for position, (run, around) in enumerate(zip(report.runs, surroundings, strict=True)):
        yield render_run(run, options, in_navigation=position < settings.nav_runs)
        for kernel, each in zip(run.kernels, around, strict=True):
            yield render_kernel(run, kernel, around=each)
    if report.devices:
        yield render_devices(report.devices)
    for device in report.devices:
        yield render_device(device, options, in_navigation=bool(device.runs))
    # Every chart links to the lesson. A site without a chart needs neither it nor the chart library.
    if report.runs or report.devices:
        yield render_reading()
