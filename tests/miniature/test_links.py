"""The checks of the built site find what they are for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.hosts.sites import build_site
from tests.miniature.links import count_links, find_broken, find_repeated_titles

if TYPE_CHECKING:
    from pathlib import Path

OTHER = "# Other\n\n## There\n"
PICTURE = b"\x89PNG\r\n"


def site_with(folder: Path, text: str) -> Path:
    """Return a built site of two pages and a picture, whose links MkDocs itself does not check."""
    files: dict[str, str | bytes] = {
        "docs/index.md": f"# Home\n\n{text}\n",
        "docs/other.md": OTHER,
        "docs/picture.png": PICTURE,
    }
    return build_site(folder, files, options={"enabled": False}).folder


@pytest.mark.parametrize(
    "link",
    [
        '<a href="other/">x</a>',
        '<a href="other/index.html">x</a>',
        '<a href="other/#there">x</a>',
        '<a href="other/?a=b#there">x</a>',
        '<a href="#home">x</a>',
        '<a href="https://example.org/nowhere#x">x</a>',
        '<a href="//example.org/nowhere">x</a>',
        '<a href="mailto:a@example.org">x</a>',
        '<img src="picture.png">',
    ],
)
def test_a_link_to_what_is_there_is_fine(tmp_path: Path, link: str) -> None:
    assert find_broken(site_with(tmp_path, link)) == []


@pytest.mark.parametrize(
    ("link", "target"),
    [
        ('<a href="another/">x</a>', "another/"),
        ('<a href="other/#elsewhere">x</a>', "other/#elsewhere"),
        ('<a href="#elsewhere">x</a>', "#elsewhere"),
        ('<img src="no-picture.png">', "no-picture.png"),
        ('<script src="no-script.js"></script>', "no-script.js"),
        ('<a href="../mkdocs.yml">x</a>', "../mkdocs.yml"),
    ],
)
def test_a_link_to_what_is_not_there_is_named_with_its_page(tmp_path: Path, link: str, target: str) -> None:
    assert find_broken(site_with(tmp_path, link)) == [f"index.html: {target}"]


def test_links_within_the_site_are_counted(tmp_path: Path) -> None:
    without = count_links(site_with(tmp_path / "without", "text"))
    some = count_links(site_with(tmp_path / "some", '<a href="other/">x</a> <a href="https://example.org/">x</a>'))
    assert some == without + 1


def test_a_title_that_two_pages_share_is_found(tmp_path: Path) -> None:
    site = site_with(tmp_path, "text")
    assert find_repeated_titles(site) == []
    (site / "copy.html").write_bytes((site / "other" / "index.html").read_bytes())
    assert find_repeated_titles(site) == ["Other - A site"]


def test_a_page_without_a_title_is_found(tmp_path: Path) -> None:
    site = site_with(tmp_path, "text")
    (site / "bare.html").write_text("<p>text</p>")
    assert find_repeated_titles(site) == [""]
