"""What is broken in a built site: links, anchors, pictures, titles."""

from __future__ import annotations

import re
from collections import Counter
from html.parser import HTMLParser
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

# Material's "skip to content" names the first heading of a page, where there is one.
_SKIP_LINK = "__skip"
_ELSEWHERE = re.compile(r"[a-z]+:|//")


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.ids: set[str] = set()
        self.titles: list[str] = []
        self._in_head_title = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        # The title of an SVG picture is none of the page.
        self._in_head_title = tag == "title" and not self.titles
        self.ids |= {value for name in ("id", "name") if (value := given.get(name))}
        self.links += [value for name in ("href", "src") if (value := given.get(name)) is not None]

    def handle_endtag(self, tag: str) -> None:
        self._in_head_title = False

    def handle_data(self, data: str) -> None:
        if self._in_head_title:
            self.titles.append(data.strip())


def read_pages(folder: Path) -> dict[Path, _Page]:
    """Return every page of a site; the one for pages that are not there has no address that its links start at."""
    pages = {}
    for path in sorted(folder.rglob("*.html")):
        if path.name != "404.html":
            pages[path.resolve()] = _Page()
            pages[path.resolve()].feed(path.read_text(encoding="utf-8"))
    return pages


def count_links(folder: Path) -> int:
    """Return how many links within the site there are to check."""
    return sum(not _ELSEWHERE.match(link) for page in read_pages(folder).values() for link in page.links)


def find_broken(folder: Path) -> list[str]:
    """Return every link to a page, an anchor or a file of the site that is not there."""
    pages = read_pages(folder)
    broken = []
    for path, page in pages.items():
        for link in page.links:
            if _ELSEWHERE.match(link):
                continue
            address, _, anchor = link.partition("#")
            target = (path.parent / address.partition("?")[0]).resolve() if address else path
            target = target / "index.html" if target.is_dir() else target
            is_there = target.is_file() and target.is_relative_to(folder.resolve())
            if is_there and anchor and anchor != _SKIP_LINK and target in pages:
                is_there = anchor in pages[target].ids
            if not is_there:
                broken.append(f"{path.relative_to(folder.resolve()).as_posix()}: {link}")
    return broken


def find_repeated_titles(folder: Path) -> list[str]:
    """Return the titles that more than one page has, and "" for a page without one."""
    counted = Counter((page.titles or [""])[0] for page in read_pages(folder).values())
    return sorted(title for title, count in counted.items() if count > 1 or not title)
