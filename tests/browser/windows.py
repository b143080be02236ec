"""Windows that change their size while a page is open."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from playwright.sync_api import Page

# A chart asks for its width a frame after the window has it, and until then it is as wide as it was.
_FOLLOWED: Final = """async (width) => {
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  return innerWidth === width && [...document.querySelectorAll(".roofline-chart > .bk-Figure")]
    .every((figure) => figure.getBoundingClientRect().width <= figure.parentElement.clientWidth + 1);
}"""


def resize(page: Page, width: int, height: int = 844) -> None:
    """Make the window of an open page as large as said, in CSS pixels, and wait until its charts have followed."""
    page.set_viewport_size({"width": width, "height": height})
    wait_for_width(page, width)


def wait_for_width(page: Page, width: int) -> None:
    """Wait until the charts that are seen fit into a window of that width."""
    page.wait_for_function(_FOLLOWED, arg=width)
