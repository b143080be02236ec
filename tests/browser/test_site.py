"""The built site as a reader meets it: charts, hover, dark mode, instant navigation, file://, a sub-path."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.hosts.sites import build_project, build_site
from tests.pipeline.folders import PROJECT, nvprof_run

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

RUN = "performance/runs/a100-kernels/"
KERNEL = f"{RUN}kernel-b/"
READY = '.roofline-chart[data-roofline-state="ready"]'
WARM_UP, NAVIGATIONS = 10, 50

DOT = """() => {
  const [element, record] = [...RooflineReport.live][0];
  const frame = record.chart.figure.frame;
  const dot = record.chart.view.shown[0];
  const box = element.getBoundingClientRect();
  return [box.x + frame.x_scale.compute(dot.x), box.y + frame.y_scale.compute(dot.y)];
}"""
TOOLTIP = """() => [...document.querySelectorAll("body > .bk-Tooltip")]
  .map((host) => host.shadowRoot.querySelector(".bk-tooltip-content").textContent).join(" ")"""
LABEL_COLOUR = "() => [...RooflineReport.live.values()][0].chart.figure.model.below[0].axis_label_text_color"


def open_chart(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto(address)
    page.wait_for_selector(READY)


@pytest.mark.parametrize("address", [RUN, KERNEL])
def test_a_chart_is_drawn_in_a_sub_path_and_nothing_is_said(
    page: Page, own_url: str, messages: list[str], address: str
) -> None:
    open_chart(page, own_url + address)
    assert page.evaluate("Bokeh.documents.length") == 1
    assert messages == []


def test_hovering_a_dot_says_what_it_is(page: Page, own_url: str) -> None:
    open_chart(page, own_url + KERNEL)
    page.locator(READY).scroll_into_view_if_needed()
    x, y = page.evaluate(DOT)
    page.mouse.move(x - 30, y - 30)
    page.mouse.move(x, y)
    page.wait_for_function(f"() => ({TOOLTIP})().includes('kernel_B')")
    told = " ".join(page.evaluate(TOOLTIP).split()).replace("\N{NO-BREAK SPACE}", " ")
    for words in ("25.1 warp GIPS", "latency or occupancy; nearest L2", "93.2 µs", "54.8 %", "100"):
        assert words in told


def test_the_dark_switch_recolours_the_chart(page: Page, own_url: str, messages: list[str]) -> None:
    open_chart(page, own_url + RUN)
    light = page.evaluate(LABEL_COLOUR)
    page.locator('label[title="Switch to dark mode"]').click()
    page.wait_for_function(f"(light) => ({LABEL_COLOUR})() !== light", arg=light)
    page.locator('label[title="Switch to light mode"]').click()
    page.wait_for_function(f"(light) => ({LABEL_COLOUR})() === light", arg=light)
    assert messages == []


# The page of this title has come, and its chart is drawn and the only one that lives.
ALONE = f"""(title) => document.querySelector("h1").textContent.includes(title)
  && document.querySelector({READY!r}) !== null
  && Bokeh.documents.length === 1 && RooflineReport.live.size === 1"""


def navigate(page: Page, *, steps: int) -> None:
    """Go to the page of a kernel and back to its run, by links."""
    for step in range(steps):
        to_kernel = step % 2 == 0
        link = (
            page.locator('.roofline-table a[href*="kernel-b"]').first if to_kernel else page.locator(".md-path a").last
        )
        link.click()
        page.wait_for_url(f"**/{KERNEL if to_kernel else RUN}")
        # The address changes before the content does, and until then the old chart is there.
        page.wait_for_function(ALONE, arg="kernel_B" if to_kernel else "Two kernels on an A100")


def heap_bytes(page: Page) -> float:
    session = page.context.new_cdp_session(page)
    for _ in range(3):
        session.send("HeapProfiler.collectGarbage")
    session.send("Performance.enable")
    metrics = {each["name"]: each["value"] for each in session.send("Performance.getMetrics")["metrics"]}
    session.detach()
    return float(metrics["JSHeapUsedSize"])


def test_fifty_instant_navigations_leave_nothing_behind(page: Page, own_url: str, messages: list[str]) -> None:
    open_chart(page, own_url + RUN)
    page.wait_for_load_state("networkidle")
    page.evaluate("window.sameDocument = true")
    navigate(page, steps=WARM_UP)
    before = heap_bytes(page)
    navigate(page, steps=NAVIGATIONS)
    assert heap_bytes(page) <= 1.5 * before
    assert page.evaluate("window.sameDocument") is True, "the page was loaded anew: navigation was not instant"
    assert page.evaluate("[...Bokeh.index.roots].length") <= 2  # the chart, and BokehJS' own list of notifications
    assert page.evaluate("document.querySelectorAll('body > .bk-Tooltip').length") == 0
    assert messages == []


def test_leaving_for_a_page_without_a_chart_disposes_of_the_chart(page: Page, own_url: str) -> None:
    open_chart(page, own_url + RUN)
    page.wait_for_load_state("networkidle")
    page.locator(".md-tabs a", has_text="Home").first.click()
    page.wait_for_function("() => Bokeh.documents.length === 0 && RooflineReport.live.size === 0")


def test_a_page_without_a_chart_fetches_no_chart_library(page: Page, own_url: str) -> None:
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url))
    page.goto(own_url, wait_until="networkidle")
    ours = [url.rpartition("/")[2] for url in fetched if "/assets/roofline/" in url]
    assert sorted(ours) == ["roofline.css", "roofline.js"]


def test_a_click_on_a_heading_sorts_the_kernels(page: Page, own_url: str) -> None:
    open_chart(page, own_url + RUN)
    names = page.locator("#roofline-kernels tbody th")
    assert names.all_inner_texts() == ["kernel_B", "kernel_A"]
    page.locator("#roofline-kernels thead th", has_text="Kernel").locator("button").click()
    assert names.all_inner_texts() == ["kernel_A", "kernel_B"]


@pytest.mark.parametrize("theme", ["mkdocs", "readthedocs", "material"])
@pytest.mark.parametrize("directory_urls", [True, False], ids=["folders", "files"])
def test_charts_are_drawn_from_disk_in_every_theme(
    page: Page, tmp_path: Path, messages: list[str], theme: str, *, directory_urls: bool
) -> None:
    files = {f"data/demo/{name}": content for name, content in nvprof_run("alpha(int)").items()}
    look = {"name": theme, "font": False} if theme == "material" else {"name": theme}
    site = build_site(tmp_path, files, config={"theme": look, "use_directory_urls": directory_urls})
    kernel = "alpha/index.html" if directory_urls else "alpha.html"
    for address in ("index.html", kernel):
        page.goto((site.folder / "performance" / "runs" / "demo" / address).as_uri())
        page.wait_for_selector(READY)
    assert [message for message in messages if "roofline" in message.lower()] == []


def test_the_own_site_without_directory_urls_is_drawn_and_linked(
    page: Page, tmp_path: Path, messages: list[str]
) -> None:
    site = build_project(tmp_path / "flat", use_directory_urls=False)
    page.goto((site.folder / f"{RUN}index.html").as_uri())
    page.wait_for_selector(READY)
    page.locator('.roofline-table a[href*="kernel-b"]').first.click()
    page.wait_for_url("**/kernel-b.html")
    page.wait_for_selector(READY)
    assert [message for message in messages if "roofline" in message.lower()] == []


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("address", ["performance/", RUN, KERNEL])
def test_no_page_is_wider_than_the_screen(page: Page, own_url: str, width: int, address: str) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(own_url + address)
    page.wait_for_load_state("networkidle")
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_tests_look_at_this_project() -> None:
    assert (PROJECT / "mkdocs.yml").is_file()
