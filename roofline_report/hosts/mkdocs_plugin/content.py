"""Charts and tables into the content of a rendered page, with the addresses of other pages."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

from roofline_report.pipeline.output import PAGE_SCHEME, html_breakable, slot_markup

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from mkdocs.structure.files import File
    from mkdocs.structure.pages import Page as MkDocsPage
    from mkdocs.structure.toc import AnchorLink

_TITLE = re.compile(r"(?<=<h1 )([^>]*>)([^<]*)")
_SEARCHED = re.compile(r'<p class="roofline-search">[^<]*</p>')
_LINK = re.compile(rf'href="{re.escape(PAGE_SCHEME)}([^"#]*)')
# A heading, and below it nothing but slots up to the next one.
_BARE_SECTION = re.compile(
    r'<h2(?= id=)(?=(?:(?!</h2>).)*</h2>(?:\s*<div class="roofline-slot"[^>]*></div>)+\s*(?:<h[12][ >]|\Z))', re.DOTALL
)


def add_search_words(content: str, words: str) -> str:
    """Put words into a page for the search alone; `fill_slots` takes them out again, after the index was made.

    They stand before the first section, or some searches would take them for a part of the last one.
    """
    if not words:
        return content
    before, heading, after = content.partition("<h2")
    return f'{before}<p class="roofline-search">{html.escape(words)}</p>{heading}{after}'


def hide_bare_sections(content: str) -> str:
    """Keep sections without any text out of the search: their headings are the same on every page.

    The search of Material leaves out what has the attribute; others do not know it.
    """
    return _BARE_SECTION.sub("<h2 data-search-exclude", content)


def tidy_contents(items: Iterable[AnchorLink]) -> None:
    """Write the titles of a table of contents without needless entities.

    Names of kernels stand in headings with "_" as an entity, so that Markdown takes it for text. Searches other than
    that of Material show titles as they find them, and find a kernel by its name only where that is spelt out.
    """
    for item in items:
        item.title = html.escape(html.unescape(item.title), quote=False)
        tidy_contents(item.children)


def fill_slots(fragments: Mapping[str, str], *, page: MkDocsPage, addresses: Mapping[str, File]) -> None:
    """Replace the slots of a page by their fragments.

    Args:
        fragments: HTML by slot name.
        page: The page, rendered.
        addresses: Files of generated pages by path, for links.
    """
    # Not before the search saw it, which would take a name with breaks for several words.
    content = _TITLE.sub(lambda match: match[1] + html_breakable(html.unescape(match[2])), page.content or "", count=1)
    content = _SEARCHED.sub("", content)
    for name, fragment in fragments.items():
        content = content.replace(slot_markup(name), _with_addresses(fragment, page=page, addresses=addresses))
    page.content = content


def _with_addresses(fragment: str, *, page: MkDocsPage, addresses: Mapping[str, File]) -> str:
    return _LINK.sub(lambda match: f'href="{addresses[match[1]].url_relative_to(page.file)}', fragment)
