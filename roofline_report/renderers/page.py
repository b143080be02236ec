"""A page of the site, before a host has put it anywhere."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

PAGE_SCHEME = "roofline-page:"
"""How a fragment links to another generated page, or to a download: this prefix and its path; the host writes the
address."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """One generated page: Markdown with named slots, and the HTML that goes into them.

    The Markdown is what Python-Markdown without extensions and MyST have in common: headings, paragraphs, lists, links
    to other pages by their path, HTML blocks.

    Attributes:
        path: Where it stands below the section's own address, such as "runs/demo/index.md".
        title: Plain text, unique in the site.
        description: Plain text, one sentence.
        markdown: The text, with `slot_markup(name)` on a line of its own where a fragment goes.
        fragments: HTML by slot name.
        parent: Path of the page above; None for the overview.
        in_navigation: Stands in the site's navigation.
        group: Title of the part of the section that it stands in, in the navigation; None for the section itself.
        has_chart: Needs the chart library.
        search_words: Words that searches find it by beside its text, without any markup; no reader sees them.
    """

    path: str
    title: str
    description: str
    markdown: str
    fragments: Mapping[str, str] = field(default_factory=dict)
    parent: str | None = None
    in_navigation: bool = False
    group: str | None = None
    has_chart: bool = False
    search_words: str = ""


def slot_markup(name: str) -> str:
    """Return the block that marks where a fragment goes; a host replaces it as a whole."""
    return f'<div class="roofline-slot" data-roofline-slot="{name}"></div>'
