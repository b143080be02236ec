"""The Chromium of this machine, for whatever drives one: the benchmark, the tests and the pictures of these pages."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Playwright

_NAMES: Final = ("chromium", "chromium-browser", "google-chrome")
_ARGUMENTS: Final = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def launch_chromium(playwright: Playwright) -> Browser:
    """Start the one that the variable CHROMIUM names, else one of the system, else the one that Playwright brought."""
    path = os.environ.get("CHROMIUM") or next((found for found in map(shutil.which, _NAMES) if found), None)
    return playwright.chromium.launch(executable_path=path, args=[*_ARGUMENTS])
