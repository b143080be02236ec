"""The section in the navigation, and the place of pages that do not stand in it.

A page in the navigation costs every other page, so only the overview, the newest runs, the devices with runs and the
lesson are there. All others still have what readers find their way by: a page above them, a previous and a next one.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from mkdocs.structure.nav import Section

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from mkdocs.structure.nav import Navigation
    from mkdocs.structure.pages import Page as MkDocsPage

    from roofline_report.pipeline.output import GeneratedSite


def place_pages(site: GeneratedSite, *, nav: Navigation, pages: Mapping[str, MkDocsPage]) -> None:
    """Append the section to the navigation, unless the user's own navigation names one of its pages.

    Args:
        site: What was generated.
        nav: The navigation as MkDocs made it.
        pages: Pages of MkDocs by path below the section.
    """
    if not any(page in nav.pages for page in pages.values()):
        _append_section(site, nav=nav, pages=pages)
    # Another plugin may have taken pages out of the site.
    there = [page for page in site.pages if page.path in pages]
    for page in there:
        above = None if page.parent is None else pages.get(page.parent)
        here = pages[page.path]
        if here not in nav.pages and above is not None:
            # MkDocs expects a section here; themes ask of it what a page has as well: title, address, parent, active.
            here.parent = _own_section(above) or above  # type: ignore[assignment]
    _chain(pages[page.path] for page in there if pages[page.path] not in nav.pages)


def _own_section(page: MkDocsPage) -> Section | None:
    """Return the section that a page opens, as its index: breadcrumbs would tell of it twice."""
    section = page.parent
    return section if page.is_index and isinstance(section, Section) and section.children[:1] == [page] else None


def _append_section(site: GeneratedSite, *, nav: Navigation, pages: Mapping[str, MkDocsPage]) -> None:
    shown = [page for page in site.pages if page.in_navigation and page.path in pages]
    added = [pages[page.path] for page in shown]
    _chain([*nav.pages[-1:], *added])
    nav.pages.extend(added)
    if len(shown) < 2:
        # A section around a single page would say its title twice, and every page of the site would draw both.
        nav.items.extend(added)
        return
    section = Section(site.section, [])
    groups: dict[str | None, Section] = {None: section}
    for page in shown:
        if page.group not in groups:
            groups[page.group] = Section(page.group or site.section, [])
            _put(groups[page.group], into=section)
        _put(pages[page.path], into=groups[page.group])
    nav.items.append(section)


def _put(item: MkDocsPage | Section, *, into: Section) -> None:
    into.children.append(item)
    item.parent = into


def _chain(pages: Iterable[MkDocsPage]) -> None:
    """Make neighbours previous and next of one another."""
    for before, after in pairwise(pages):
        before.next_page = after
        after.previous_page = before
