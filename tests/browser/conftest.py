"""A browser and a static server for tests that look at drawn charts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import sync_playwright

from benchmarks.chromium import launch_chromium
from benchmarks.serving import serve
from roofline_report.renderers.charts.files import chart_assets, page_assets
from tests.browser.charts import COUNT, READY, write_page
from tests.browser.made_site import build_empty_site, build_made_site
from tests.browser.operator_site import FOLDING, MATERIAL, THEMES, folded_page, sample_files
from tests.browser.page_kinds import ALL_DRAWN
from tests.hosts.sites import BuiltSite, build_project, build_site

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

    from tests.browser.page_kinds import PageKind


class MadeSites:
    """The site of made-up runs by theme; each is built when it is first asked for."""

    def __init__(self, root: Path, address: str) -> None:
        self._root = root
        self._address = address
        self._built: dict[str, BuiltSite] = {}

    def site(self, theme: str) -> BuiltSite:
        if theme not in self._built:
            self._built[theme] = build_made_site(self._root / theme, theme, site_url=self.url(theme))
        return self._built[theme]

    def url(self, theme: str) -> str:
        """Return the address that a theme's site is built for, with a slash at the end."""
        return f"{self._address}/{theme}/site/"

    def open(self, theme: str) -> str:
        """Return the address of a theme's site, which is there."""
        self.site(theme)
        return self.url(theme)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = launch_chromium(playwright)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def site_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the assets of charts; tests put their pages beside them."""
    folder = tmp_path_factory.mktemp("site")
    for asset in (*page_assets(), *chart_assets()):
        content = asset.content if isinstance(asset.content, bytes) else asset.content.read_bytes()
        target = folder / "deep" / "assets" / asset.path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
    return folder


@pytest.fixture(scope="session")
def server_url(site_folder: Path) -> Iterator[str]:
    with serve(site_folder) as address:
        yield address


@pytest.fixture(scope="session")
def material_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve a site of Material in a sub-path.

    It is built for the very address that it is served at: Material navigates instantly between addresses of its
    sitemap and no others.
    """
    folder = tmp_path_factory.mktemp("material")
    with serve(folder) as address:
        config = {
            "theme": MATERIAL,
            "site_url": f"{address}/sub/",
            "plugins": ["search", "roofline-report"],
            "markdown_extensions": [*FOLDING, {"pymdownx.tabbed": {"alternate_style": True}}],
        }
        site = build_site(folder / "project", {**sample_files(), "docs/folded.md": folded_page()}, config=config)
        site.folder.rename(folder / "sub")
        yield f"{address}/sub/"


@pytest.fixture(scope="session")
def themed_sites(tmp_path_factory: pytest.TempPathFactory) -> dict[str, BuiltSite]:
    """Return the same site in every theme, by the name of the theme."""
    folder = tmp_path_factory.mktemp("themes")
    return {name: build_site(folder / name, sample_files(), config={"theme": theme}) for name, theme in THEMES.items()}


@pytest.fixture(scope="session")
def own_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve the project's own site in a sub-path.

    It is built for the very address that it is served at: Material navigates instantly between addresses of its
    sitemap and no others.
    """
    folder = tmp_path_factory.mktemp("served")
    with serve(folder) as address:
        build_project(folder / "roofline_report", site_url=f"{address}/roofline_report/")
        yield f"{address}/roofline_report/"


@pytest.fixture(scope="session")
def made_sites(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MadeSites]:
    """Serve the site of made-up runs, in the themes that are asked for."""
    root = tmp_path_factory.mktemp("made")
    with serve(root) as address:
        yield MadeSites(root, address)


@pytest.fixture(scope="session")
def empty_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve a site of Material that has nothing to report yet."""
    site = build_empty_site(tmp_path_factory.mktemp("empty"), "material")
    with serve(site.folder) as address:
        yield f"{address}/"


@pytest.fixture
def messages() -> list[str]:
    """Return what the console and uncaught errors said on `page`."""
    return []


@pytest.fixture
def page(browser: Browser, messages: list[str]) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1000, "height": 900}, color_scheme="light")
    new_page = context.new_page()
    new_page.set_default_timeout(60_000)
    new_page.on("console", lambda message: messages.append(f"{message.type}: {message.text}"))
    new_page.on("pageerror", lambda error: messages.append(f"uncaught: {error}"))
    yield new_page
    context.close()


@pytest.fixture
def show(page: Page, site_folder: Path, server_url: str) -> Callable[..., Page]:
    def show_parts(*parts: str, **options: Any) -> Page:
        write_page(site_folder, "page", *parts, **options)
        page.goto(f"{server_url}/page.html")
        page.wait_for_selector(READY)
        page.wait_for_function(COUNT + "([127, 135, 151]) > 0")  # the axis line: painted
        return page

    return show_parts


@pytest.fixture
def open_kind(request: pytest.FixtureRequest) -> Callable[[Page, PageKind], None]:
    """Return what opens the example of a kind of page under Material, and waits until all its charts are drawn."""

    def open_page(page: Page, kind: PageKind) -> None:
        page.goto(address_of(kind, request) + kind.address)
        page.wait_for_load_state("networkidle")
        page.wait_for_function(ALL_DRAWN, arg=kind.charts)

    return open_page


def address_of(kind: PageKind, request: pytest.FixtureRequest) -> str:
    if kind.site == "made":
        made: MadeSites = request.getfixturevalue("made_sites")
        return made.open("material")
    return str(request.getfixturevalue(f"{kind.site}_url"))
