"""From a site report to pages and assets."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from roofline_report.pipeline.output import GeneratedSite
from roofline_report.renderers.charts.files import LOADER, STYLE, chart_assets, page_assets
from roofline_report.renderers.escaping import visible
from roofline_report.renderers.pages.empty import render_empty

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from roofline_report.domain.problem import Problem
    from roofline_report.pipeline.settings import Settings
    from roofline_report.renderers.page import Page
    from roofline_report.report.model import SiteReport


def render_site(report: SiteReport | None, settings: Settings, *, problems: Sequence[Problem]) -> GeneratedSite:
    """Return the whole site section as values.

    Args:
        report: What there is to report; None where there is nothing.
        settings: The settings.
        problems: Everything that a maintainer has to know.
    """
    made = _pages(report, settings) if report is not None else (render_empty(problems, section=settings.section),)
    # Titles and descriptions go where a host puts them, into <title> and <meta>, and hold names of kernels and runs.
    pages = tuple(replace(page, title=visible(page.title), description=visible(page.description)) for page in made)
    return GeneratedSite(
        section=settings.section,
        prefix=settings.path,
        pages=pages,
        assets=(*page_assets(), *(chart_assets() if any(page.has_chart for page in pages) else ())),
        scripts=(LOADER,),
        styles=(STYLE,),
        problems=tuple(problems),
    )


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

    options = PageOptions(
        section=settings.section,
        table_rows=settings.table_rows,
        charts=CHART_NAMES if settings.charts is None else settings.charts,
    )
    if report.runs:
        yield render_overview(report, options)
    else:
        yield render_empty(report.problems, section=settings.section)
    for position, run in enumerate(report.runs):
        yield render_run(run, options, in_navigation=position < settings.nav_runs)
        for kernel in run.kernels:
            yield render_kernel(run, kernel)
    if report.devices:
        yield render_devices(report.devices)
    for device in report.devices:
        yield render_device(device, in_navigation=bool(device.runs))
    # Every chart links to the lesson. A site without a chart needs neither it nor the chart library.
    if report.runs or report.devices:
        yield render_reading()
