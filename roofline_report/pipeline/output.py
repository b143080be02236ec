"""What a build comes to, for any host to put into its site."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from roofline_report.renderers.escaping import html_breakable
from roofline_report.renderers.page import PAGE_SCHEME, Page, slot_markup

if TYPE_CHECKING:
    from roofline_report.domain.problem import Problem
    from roofline_report.renderers.asset import Asset
    from roofline_report.renderers.download import Download

__all__ = ["PAGE_SCHEME", "GeneratedSite", "Page", "html_breakable", "slot_markup"]


@dataclass(frozen=True, slots=True, kw_only=True)
class GeneratedSite:
    """Pages and files, as values: the same input gives an equal value.

    Attributes:
        section: Title of the section in the navigation.
        prefix: Address of the section; the paths of pages are below it.
        pages: Every page, the overview first; those of a run follow it.
        assets: Files that charts and tables need, below the asset folder.
        downloads: Files that pages link to as they link to other pages; their paths are below the section too.
        scripts: Paths of the assets that every page loads as a script.
        styles: Paths of the assets that every page loads as a style sheet.
        chart_scripts: Paths of the assets that the scripts fetch on pages with a chart: where a host announces them in
            those pages, browsers fetch them with the page.
        problems: Everything that a maintainer has to know, in order.
    """

    section: str
    prefix: str
    pages: tuple[Page, ...]
    assets: tuple[Asset, ...]
    downloads: tuple[Download, ...]
    scripts: tuple[str, ...]
    styles: tuple[str, ...]
    chart_scripts: tuple[str, ...]
    problems: tuple[Problem, ...]
