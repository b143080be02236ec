"""Links to the numbers of a run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roofline_report.renderers.escaping import html_text
from roofline_report.renderers.templating import page_link

if TYPE_CHECKING:
    from collections.abc import Iterable


def download_links(downloads: Iterable[tuple[str, str]]) -> str:
    """Return links to files, which a browser saves, from their names and paths."""
    return ", ".join(
        f'<a href="{html_text(page_link(path))}" download>{html_text(name)}</a>' for name, path in downloads
    )


def numbers_html(words: str, downloads: Iterable[tuple[str, str]]) -> str:
    """Return words and, behind them, links to the files that hold what they name, for a paragraph."""
    return f"{html_text(words)}: {download_links(downloads)}."
