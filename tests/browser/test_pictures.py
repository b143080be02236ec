"""Every kind of page is drawn: light, dark, on a phone and on paper. The pictures stay in a folder to be looked at."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.page_kinds import ALL_DRAWN, ALL_KINDS, PageKind
from tests.pipeline.folders import PROJECT

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.xdist_group("pages")

# Git ignores the folder. A run of tests may be told to leave its pictures elsewhere.
FOLDER = Path(os.environ.get("ROOFLINE_PICTURES") or PROJECT / "artifacts" / "pictures")
DESK, PHONE = {"width": 1280, "height": 1000}, {"width": 390, "height": 844}
HIGHEST = 8000  # of a picture; a longer page is cut off there
MANY_COLOURS = """async (address) => {
  const image = new Image();
  image.src = address;
  await image.decode();
  const pen = new OffscreenCanvas(image.width, image.height).getContext("2d");
  pen.drawImage(image, 0, 0);
  return [image.width, image.height, new Set(new Uint32Array(pen.getImageData(0, 0, image.width, image.height).data.buffer)).size];
}"""


def take(page: Page, name: str) -> None:
    """Take a picture of a whole page, which is as high as its content."""
    height = page.evaluate("document.documentElement.scrollHeight")
    page.screenshot(
        path=FOLDER / f"{name}.png",
        full_page=True,
        animations="disabled",
        clip={"x": 0, "y": 0, "width": page.viewport_size["width"], "height": min(height, HIGHEST)},  # type: ignore[index]
    )


@pytest.mark.parametrize("kind", ALL_KINDS, ids=lambda kind: kind.name)
def test_a_page_is_drawn_in_light_and_dark_on_a_phone_and_on_paper(
    browser: Browser, open_kind: Callable[[Page, PageKind], None], kind: PageKind
) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    said: list[str] = []
    # Nothing fades: a picture shows how a page is, and not how it becomes so.
    context = browser.new_context(viewport=DESK, color_scheme="light", reduced_motion="reduce")
    page = context.new_page()
    page.set_default_timeout(20_000)
    page.on("console", lambda message: said.append(f"{message.type}: {message.text}"))
    page.on("pageerror", lambda error: said.append(f"uncaught: {error}"))
    open_kind(page, kind)
    take(page, f"{kind.name}-light")
    page.pdf(path=FOLDER / f"{kind.name}-print.pdf", format="A4")
    page.evaluate("document.body.dataset.mdColorScheme = 'slate'")
    take(page, f"{kind.name}-dark")
    page.evaluate("document.body.dataset.mdColorScheme = 'default'")
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    page.wait_for_function(ALL_DRAWN, arg=kind.charts)
    page.wait_for_timeout(500)
    take(page, f"{kind.name}-phone")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert said == []
    context.close()
