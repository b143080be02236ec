"""Every kind of page is drawn: light, dark, on a phone and on paper. The pictures stay in a folder to be looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.page_kinds import ALL_DRAWN, ALL_KINDS, FOLDER_OF_PICTURES, PageKind

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser, Page, ViewportSize

pytestmark = pytest.mark.xdist_group("pages")

DESK: ViewportSize = {"width": 1280, "height": 1000}
PHONE: ViewportSize = {"width": 390, "height": 844}
HIGHEST = 8000  # of a picture; a longer page is cut off there


def take(page: Page, name: str, *, width: int) -> None:
    """Take a picture of a whole page, which is as high as its content."""
    height = page.evaluate("document.documentElement.scrollHeight")
    page.screenshot(
        path=FOLDER_OF_PICTURES / f"{name}.png",
        full_page=True,
        animations="disabled",
        clip={"x": 0, "y": 0, "width": width, "height": min(height, HIGHEST)},
    )


@pytest.mark.parametrize("kind", ALL_KINDS, ids=lambda kind: kind.name)
def test_a_page_is_drawn_in_light_and_dark_on_a_phone_and_on_paper(
    browser: Browser, open_kind: Callable[[Page, PageKind], None], kind: PageKind
) -> None:
    FOLDER_OF_PICTURES.mkdir(parents=True, exist_ok=True)
    said: list[str] = []
    # Nothing fades: a picture shows how a page is, and not how it becomes so.
    context = browser.new_context(viewport=DESK, color_scheme="light", reduced_motion="reduce")
    page = context.new_page()
    page.set_default_timeout(20_000)
    page.on("console", lambda message: said.append(f"{message.type}: {message.text}"))
    page.on("pageerror", lambda error: said.append(f"uncaught: {error}"))
    open_kind(page, kind)
    take(page, f"{kind.name}-light", width=DESK["width"])
    page.pdf(path=FOLDER_OF_PICTURES / f"{kind.name}-print.pdf", format="A4")
    page.evaluate("document.body.dataset.mdColorScheme = 'slate'")
    take(page, f"{kind.name}-dark", width=DESK["width"])
    page.evaluate("document.body.dataset.mdColorScheme = 'default'")
    page.set_viewport_size(PHONE)
    page.wait_for_function(ALL_DRAWN, arg=kind.charts)
    page.wait_for_timeout(500)
    take(page, f"{kind.name}-phone", width=PHONE["width"])
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert said == []
    context.close()
