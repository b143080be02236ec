"""A reader saves the numbers of a chart: from a server with instant navigation, and from disk."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from benchmarks.serving import serve
from tests.hosts.sites import BuiltSite, build_site
from tests.pipeline.folders import nvprof_run

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Locator, Page

FILES = {f"data/demo/{name}": content for name, content in nvprof_run("alpha(int)", "beta(int)").items()}
RUN = "performance/runs/demo/"
READY = '.roofline-chart[data-roofline-state="ready"]'


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, BuiltSite]]:
    """Return the address of a site with instant navigation, built for that very address, and the site."""
    root = tmp_path_factory.mktemp("served")
    with serve(root / "site") as address:
        theme = {"name": "material", "font": False, "features": ["navigation.instant"]}
        yield f"{address}/", build_site(root, FILES, config={"theme": theme, "site_url": f"{address}/"})


def save(page: Page, link: Locator) -> tuple[str, bytes]:
    """Return the name and the content of the file that a click saves."""
    with page.expect_download() as saved:
        link.click()
    return saved.value.suggested_filename, Path(saved.value.path()).read_bytes()


@pytest.mark.parametrize("kind", ["csv", "json"])
@pytest.mark.parametrize("place", ["figcaption", "#kernels ~ p"])
def test_a_click_saves_the_file_under_the_name_of_the_run_and_leaves_the_page(
    page: Page, served: tuple[str, BuiltSite], messages: list[str], kind: str, place: str
) -> None:
    address, site = served
    page.goto(f"{address}{RUN}alpha/")
    page.wait_for_selector(READY)
    page.wait_for_load_state("networkidle")
    page.evaluate("window.sameDocument = true")
    page.locator('article a[href$="/runs/demo/"], article a[href=".."], article a[href="../"]').first.click()
    page.wait_for_url(f"**/{RUN}")
    page.wait_for_function("document.querySelector('h1').textContent.includes('demo')")
    page.wait_for_selector(READY)
    name, content = save(page, page.locator(f"{place} >> a[download]", has_text=kind.upper()).first)
    assert name == f"demo.{kind}"
    assert content == (site.folder / RUN / name).read_bytes()
    assert page.url == f"{address}{RUN}"
    assert page.evaluate("window.sameDocument") is True
    assert page.evaluate("RooflineReport.live.size") == 1
    assert messages == []


def test_a_kernel_page_saves_those_of_its_run(page: Page, served: tuple[str, BuiltSite]) -> None:
    address, site = served
    page.goto(f"{address}{RUN}alpha/")
    name, content = save(page, page.locator("figcaption a[download]").first)
    assert (name, content) == ("demo.csv", (site.folder / RUN / "demo.csv").read_bytes())


def test_from_disk_a_click_saves_too(page: Page, served: tuple[str, BuiltSite]) -> None:
    _, site = served
    page.goto((site.folder / RUN / "index.html").as_uri())
    name, content = save(page, page.locator("figcaption a[download]").first)
    assert (name, content) == ("demo.csv", (site.folder / RUN / "demo.csv").read_bytes())


def test_the_links_are_reached_by_keyboard(page: Page, served: tuple[str, BuiltSite]) -> None:
    address, _ = served
    page.goto(f"{address}{RUN}")
    page.locator("figcaption a[download]").first.focus()
    with page.expect_download() as saved:
        page.keyboard.press("Enter")
    assert saved.value.suggested_filename == "demo.csv"
