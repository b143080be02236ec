"""The same page as somebody would have written it: its headings, and its visible text as paragraphs."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_BLOCKS = {*_HEADINGS, "p", "li", "tr", "dt", "div", "caption", "figcaption", "summary", "pre", "figure"}
_UNSEEN = {"script", "style", "svg", "template", "button"}
_COUNTED_IF_FOLDED = {"table", "ul"}
_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|&])")


def pages_as_markdown(site: Path, *, folder: str) -> dict[str, str]:
    """Return Markdown by path in the docs folder for every built page below a folder of a site."""
    pages = {}
    for built in sorted((site / folder).rglob("index.html")):
        path = built.relative_to(site).with_suffix(".md").as_posix()
        pages[path] = page_as_markdown(built.read_text(encoding="utf-8"))
    return pages


def page_as_markdown(document: str) -> str:
    """Return Markdown with the headings of a page, and its visible text in paragraphs; a table row is a paragraph."""
    reader = _Reader()
    reader.feed(document)
    reader.close()
    return "\n\n".join(reader.blocks) + "\n"


class _Reader(HTMLParser):
    """Collects the text of the article.

    Of what is folded up in <details>, tables and lists count, which stood on the page before they were folded. Names
    with their sources, and commands, never did.
    """

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.blocks: list[str] = []
        self._text: list[str] = []
        self._heading = 0
        self._is_in_article = False
        self._unseen: list[str] = []
        self._counted: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "article":
            self._is_in_article = True
        if not self._is_in_article:
            return
        given = dict(attrs)
        if tag in _COUNTED_IF_FOLDED and self._unseen[-1:] == ["details"]:
            self._unseen.pop()
            self._counted = tag
        if tag in _UNSEEN or given.get("class") == "headerlink":
            self._unseen.append(tag)
        elif tag in _BLOCKS:
            self._close_block()
            self._heading = _HEADINGS.get(tag, 0)
        elif tag in ("td", "th", "dd", "span"):
            self._text.append(" ")

    def handle_endtag(self, tag: str) -> None:
        if self._unseen and self._unseen[-1] == tag:
            self._unseen.pop()
            return
        if tag == "article":
            self._close_block()
            self._is_in_article = False
        elif tag in ("summary", self._counted):
            self._close_block()
            self._unseen.append("details")
            self._counted = None
        elif tag in _BLOCKS and tag != "dt":  # a term and what is said of it are one paragraph
            self._close_block()

    def handle_data(self, data: str) -> None:
        if self._is_in_article and not self._unseen:
            self._text.append(data)

    def _close_block(self) -> None:
        text = " ".join("".join(self._text).split())
        self._text = []
        if text and not self._unseen:
            mark = "#" * self._heading + " " if self._heading else ""
            self.blocks.append(mark + _SPECIAL.sub(r"\\\1", text))
        self._heading = 0
