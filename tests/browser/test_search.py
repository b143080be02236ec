"""The search of each theme finds kernels by their names, and nothing of charts and tables is in its index."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest

from tests.browser.made_site import LONG_TEMPLATE, NAMES, SIBLING, THEMES

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.conftest import MadeSites
    from tests.hosts.sites import BuiltSite

pytestmark = pytest.mark.xdist_group("pages-of-made-runs")

RUNS = "performance/runs"
# What is typed, and the page that is looked for. Searches take ":" and "*" for their own, and ">" is trimmed.
QUERIES = (
    ("softmax_kernel_14", f"{RUNS}/many/softmax-kernel-14-double-64/"),
    ("void solver gemm_kernel_16 half 66", f"{RUNS}/many/gemm-kernel-16-half-66/"),
    ("MulFunctor", f"{RUNS}/names/vectorized-elementwise-kernel-4-binaryfunctor-float-float-float-mulfunc-"),
    ("vectorized_elementwise_kernel BinaryFunctor DivFunctor", f"{RUNS}/names/vectorized-elementwise-kernel-4-"),
    ("right_to_left", f"{RUNS}/names/right-to-left-int/"),
)
RESULTS = """(selector) => [...document.querySelectorAll(selector)].map((link) => [link.href, link.textContent])"""


def index_of(site: BuiltSite) -> list[dict[str, Any]]:
    docs: list[dict[str, Any]] = json.loads(site.read("search/search_index.json"))["docs"]
    return docs


def ask_until(page: Page, found: str) -> None:
    """Let go of a key until a search that looks at its field then has read its index, and found something."""
    for _ in range(100):
        page.keyboard.press("End")
        page.wait_for_timeout(200)
        if page.evaluate(found):
            return
    pytest.fail("the search finds nothing")


def search_material(page: Page, address: str, words: str) -> list[list[str]]:
    page.goto(address)
    field = page.locator(".md-search__input")
    field.click()
    field.fill(words)
    ask_until(page, "/matching document/.test(document.querySelector('.md-search-result__meta').innerText)")
    found: list[list[str]] = page.evaluate(RESULTS, ".md-search-result__link")
    return found


def search_lunr(page: Page, address: str, words: str) -> list[list[str]]:
    """Search as the themes readthedocs and mkdocs do: in a page of results, and in a dialog of each page."""
    if address.endswith("readthedocs/site/"):
        page.goto(f"{address}search.html?q={quote(words)}")
        page.wait_for_selector("#mkdocs-search-results article")
    else:
        page.goto(address)
        page.locator("a[data-bs-target='#mkdocs_search_modal']").click()
        page.locator("#mkdocs-search-query").fill(words)
        ask_until(page, "document.querySelector('#mkdocs-search-results article') !== null")
    found: list[list[str]] = page.evaluate(RESULTS, "#mkdocs-search-results article a")
    return found


@pytest.mark.parametrize("theme", THEMES)
def test_every_kernel_is_found_by_its_label_and_by_its_full_name(page: Page, made_sites: MadeSites, theme: str) -> None:
    address = made_sites.open(theme)
    search = search_material if theme == "material" else search_lunr
    for words, wanted in QUERIES:
        found = search(page, address, words)
        first = [link.removeprefix(address).partition("#")[0] for link, _ in found[:3]]
        assert [link for link in first if link.startswith(wanted)], (words, found[:5])
        assert not [title for _, title in found if "&#" in title], "titles are shown as they are read"


def test_material_finds_a_kernel_by_its_whole_name_as_it_is_printed(page: Page, made_sites: MadeSites) -> None:
    found = search_material(page, made_sites.open("material"), LONG_TEMPLATE)
    assert [link for link, _ in found[:3] if "mulfunc" in link]


@pytest.mark.parametrize("theme", THEMES)
def test_each_word_of_each_name_is_in_the_index_of_its_page(made_sites: MadeSites, theme: str) -> None:
    docs = index_of(made_sites.site(theme))
    texts = [doc["text"] for doc in docs if f"{RUNS}/names/" in doc["location"]]
    for name in (LONG_TEMPLATE, SIBLING, NAMES[3]):
        words = set(re.findall(r"\w{2,}", name))
        assert any(words <= set(re.findall(r"\w+", text)) for text in texts), name


@pytest.mark.parametrize("theme", THEMES)
def test_neither_charts_nor_tables_are_in_the_index(made_sites: MadeSites, theme: str) -> None:
    site = made_sites.site(theme)
    docs = [doc for doc in index_of(site) if doc["location"].startswith("performance/")]
    everything = "".join(doc["title"] + doc["text"] for doc in docs)
    for page in site.folder.glob("performance/**/*.html"):
        exact = re.findall(r'(?:data-value|title)="(\d+\.\d{6,})"', page.read_text(encoding="utf-8"))
        assert [number for number in exact if number in everything] == []
    assert not re.search(r"data-roofline|roofline-(?:table|chart|slot|search)|&quot;points", everything)
    kernels = [doc for doc in docs if re.fullmatch(rf"{RUNS}/many/[^/]+/", doc["location"])]
    assert len(kernels) > 30
    # A verdict, the way to the run, and the words of the name.
    assert sum(len(doc["text"]) for doc in kernels) / len(kernels) < 1000


def test_no_reader_sees_the_words_that_are_for_the_search(made_sites: MadeSites) -> None:
    for theme in THEMES:
        for page in made_sites.site(theme).folder.glob("performance/**/*.html"):
            assert "roofline-search" not in page.read_text(encoding="utf-8")
