"""Takes the pictures of this documentation from the built site: `make pictures`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

from click.testing import CliRunner
from playwright.sync_api import sync_playwright

from benchmarks.chromium import launch_chromium
from benchmarks.serving import serve
from roofline_report.hosts.cli import main as main_command

if TYPE_CHECKING:
    from playwright.sync_api import Browser

PROJECT: Final = Path(__file__).parents[1]
IMAGES: Final = PROJECT / "docs" / "images"
WIDTH: Final = 940  # without the navigation of the theme: a README shows little more, and the chart is to be read

MARGIN: Final = 8


# File, run and options of each picture of docs/figures.md.
FIGURES: Final = (
    ("figure-kernel.png", "v100s-transpose", ["-k", "transposeNaive"]),
    ("figure-run.png", "a100-operators", ["--size", "double"]),
    ("figure-dark.png", "a100-kernels", ["--dark", "--size", "120mm"]),
)


def main() -> None:
    """Take every picture."""
    draw()
    # Over a server, because the search of the theme is not shown without one.
    with serve(PROJECT / "site") as address, sync_playwright() as playwright:
        browser = launch_chromium(playwright)
        take(browser, address, page="runs/a100-operators/linear-forward", file="kernel-page.png", scheme="light")
        take(browser, address, page="runs/a100-operators", file="run-page-dark.png", scheme="dark")
        browser.close()


def draw() -> None:
    """Draw the pictures for papers, as the page about them says."""
    for file, run, options in FIGURES:
        arguments = ["figure", run, *options, "--dpi", "200", "-o", str(IMAGES / file)]
        result = CliRunner().invoke(main_command, [*arguments, "--config", str(PROJECT / "mkdocs.yml")])
        if result.exit_code:
            raise SystemExit(result.output)


def take(browser: Browser, address: str, *, page: str, file: str, scheme: Literal["light", "dark"]) -> None:
    """Take one page of the built report, from its title to the caption of its first chart, without the site around."""
    tab = browser.new_page(viewport={"width": WIDTH, "height": 900}, color_scheme=scheme, device_scale_factor=1.5)
    tab.goto(f"{address}/performance/{page}/")
    # A chart is drawn when it comes into view.
    tab.locator(".roofline-chart").first.scroll_into_view_if_needed()
    tab.locator(".roofline-chart[data-roofline-state=ready]").first.wait_for()
    tab.evaluate("window.scrollTo(0, 0)")
    title, box = (tab.locator(each).first.bounding_box() for each in ("h1", ".roofline-figure"))
    if title is None or box is None:
        raise SystemExit(f"{page} has no chart")
    top, bottom = round(title["y"]) - MARGIN, round(box["y"] + box["height"]) + MARGIN
    tab.set_viewport_size({"width": WIDTH, "height": bottom})
    tab.wait_for_timeout(1000)  # the theme fades its buttons out
    tab.screenshot(path=IMAGES / file, clip={"x": 0, "y": top, "width": WIDTH, "height": bottom - top})
    tab.close()


if __name__ == "__main__":
    main()
