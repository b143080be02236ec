"""A browser and a static server for tests that look at drawn charts."""

from __future__ import annotations

import os
import shutil
import threading
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import sync_playwright

from roofline_report.renderers.charts.files import chart_assets, page_assets
from tests.browser.charts import COUNT, READY, write_page
from tests.browser.operator_site import FOLDING, MATERIAL, THEMES, folded_page, sample_files
from tests.hosts.sites import BuiltSite, build_site

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

CHROMIUM_ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def find_chromium() -> str | None:
    """Return a Chromium of the system, or None: then Playwright looks for its own."""
    names = ("chromium", "chromium-browser", "google-chrome")
    return os.environ.get("CHROMIUM") or next((path for path in map(shutil.which, names) if path), None)


class QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # the name of the standard library
        pass


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=find_chromium(), args=CHROMIUM_ARGUMENTS)
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


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder, and give its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(QuietHandler, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture(scope="session")
def server_url(site_folder: Path) -> Iterator[str]:
    with served(site_folder) as address:
        yield address


@pytest.fixture(scope="session")
def material_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve a site of Material in a sub-path.

    It is built for the very address that it is served at: Material navigates instantly between addresses of its
    sitemap and no others.
    """
    folder = tmp_path_factory.mktemp("material")
    with served(folder) as address:
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
        page.wait_for_function(COUNT + "([154, 162, 177]) > 0")  # the axis line: painted
        return page

    return show_parts
