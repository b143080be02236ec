"""How soon a page of ours is drawn, and how soon it answers, in a headless browser."""

from __future__ import annotations

from statistics import median
from typing import TYPE_CHECKING, Final

from playwright.sync_api import sync_playwright

from benchmarks.bare_pages import BARE, BY_HAND, THEMED, write_bare_pages
from benchmarks.chromium import launch_chromium
from benchmarks.rows import Row
from benchmarks.serving import serve

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser

_TURNS: Final = 21
# When the first chart of our page was seen as a picture, and when it was drawn, on the page's own clock.
_WATCH: Final = """
new MutationObserver((changes, observer) => {
  if (!document.querySelector('[data-roofline-state="ready"]')) return;
  window.drawn = performance.now();
  observer.disconnect();
}).observe(document, { subtree: true, attributes: true, attributeFilter: ["data-roofline-state"] });
const look = () => {
  if (!document.querySelector(".roofline-figure figcaption")) requestAnimationFrame(look);
  else requestAnimationFrame(() => painted.port2.postMessage(null)); // received once that frame was painted
};
const painted = new MessageChannel();
painted.port1.onmessage = () => { window.pictured ??= performance.now(); };
requestAnimationFrame(look);
"""
# From a change of the view until it is seen: the frame after it, and where a table follows the chart, after that.
_ANSWER: Final = """async () => {{
  const view = RooflineReport.viewOf(document.querySelector(".roofline-chart"));
  const slugs = [...view.kernels.keys()];
  const rows = [...document.querySelectorAll("#roofline-kernels tr[data-kernel]")];
  const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  const isFollowed = () => rows.every((row) => row.hidden === view.hidden.has(row.dataset.kernel));
  const times = [];
  view.change({{ find: "", kernel: null }}, {{ isReplaced: true }});
  for (let turn = 0; turn < {turns}; turn += 1) {{
    await new Promise((resolve) => setTimeout(resolve, 200));
    const start = performance.now();
    {act}
    await frame();
    {then}
    times.push(performance.now() - start);
  }}
  return times;
}}"""
_FILTER: Final = 'view.change({ find: turn % 2 ? "" : "kernel_1" }, { isReplaced: true });'
_ISOLATE: Final = "view.change({ kernel: slugs[turn] }, { isReplaced: true });"
_TABLE_TOO: Final = "do await frame(); while (!isFollowed());"
# What is done, what is waited for beside the chart, and how many milliseconds both may take.
_ANSWERS: Final = (
    ("filter by text: chart", _FILTER, "", 100),
    ("filter by text: chart and table", _FILTER, _TABLE_TOO, 200),
    ("isolate a kernel", _ISOLATE, "", 100),
)


def browsing_rows(small: Path, large: Path, *, run_page: str, rounds: int) -> Iterator[Row]:
    """Measure and yield the rows of the browser.

    Args:
        small: A built site with few kernels, whose first chart is waited for.
        large: A built site with 2,000 kernels.
        run_page: The page of the run in both.
        rounds: How often each page is loaded.
    """
    with sync_playwright() as playwright:
        browser = launch_chromium(playwright)
        yield from _first_chart_rows(browser, small, run_page=run_page, rounds=rounds)
        yield from _answer_rows(browser, large, run_page=run_page)
        browser.close()


def _first_chart_rows(browser: Browser, site: Path, *, run_page: str, rounds: int) -> Iterator[Row]:
    write_bare_pages(site, run_page=run_page)
    by_hand = f"{run_page.rpartition('/')[0]}/{BY_HAND}"
    with serve(site) as address:
        loads = [
            (
                *_load(browser, f"{address}/{run_page}", watch=True),
                *(_load(browser, f"{address}/{path}")[1] for path in (by_hand, THEMED, BARE)),
            )
            for _ in range(rounds + 1)
        ]
    pictures, ours, *others = zip(*loads[1:], strict=True)  # the first round warms the browser up
    alone = "a page of the theme with that figure alone"
    compared = (
        ("picture of the first chart seen : it drawn on " + alone, pictures, others[1], 1.2),
        ("first chart drawn : the same page with that figure put in by hand", ours, others[0], 1.2),
        ("first chart drawn : " + alone, ours, others[1], 1.4),
        ("first chart drawn : a page without a theme with that figure alone", ours, others[2], 2.0),
    )
    for place, (what, one, other, limit) in enumerate(compared, start=1):
        yield Row(
            key=f"i{place}",
            what=what,
            value=median(a / b for a, b in zip(one, other, strict=True)),
            limit=limit,
            unit="x",
            parts=f"{rounds} rounds, {median(one):.0f} ms : {median(other):.0f} ms, nothing cached",
        )


def _answer_rows(browser: Browser, site: Path, *, run_page: str) -> Iterator[Row]:
    with serve(site) as address:
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        page.goto(f"{address}/{run_page}", wait_until="networkidle")
        page.wait_for_function("window.RooflineReport && RooflineReport.live.size > 0")
        page.wait_for_selector('.roofline-chart[data-roofline-state="ready"]')
        kernels = page.evaluate("RooflineReport.viewOf(document.querySelector('.roofline-chart')).kernels.size")
        for position, (what, act, then, limit) in enumerate(_ANSWERS, start=1):
            times = page.evaluate(_ANSWER.format(turns=_TURNS, act=act, then=then))
            yield Row(
                key=f"j{position}",
                what=f"{what}, {kernels:,} kernels",
                value=median(times),
                limit=limit,
                unit="ms",
                parts=f"median of {len(times)}, {min(times):.0f} to {max(times):.0f} ms",
            )
        page.close()


def _load(browser: Browser, address: str, *, watch: bool = False) -> tuple[float, float]:
    """Load a page into an empty cache, and return when its first chart was a picture, and when it was drawn, in ms.

    Args:
        browser: A browser.
        address: Of a page.
        watch: Whether the page is ours; the others tell by themselves, and have no picture.
    """
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    if watch:
        page.add_init_script(_WATCH)
    page.goto(address)
    page.wait_for_function("window.drawn !== undefined")
    pictured, drawn = page.evaluate("[window.pictured ?? 0, window.drawn]")
    context.close()
    return float(pictured), float(drawn)
