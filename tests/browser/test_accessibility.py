"""axe-core finds nothing serious on any kind of page, in light and dark, in any theme."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.page_kinds import ALL_DRAWN, ALL_KINDS, MADE_KINDS, OWN_KINDS, PageKind
from tests.pipeline.folders import PROJECT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, Page

    from tests.browser.conftest import MadeSites

pytestmark = pytest.mark.xdist_group("pages")

AXE = PROJECT / "tests" / "browser" / "node_modules" / "axe-core" / "axe.min.js"
OURS = "[class*=roofline]"
UNFOLD = "for (const each of document.querySelectorAll('details')) each.open = true"
DARK = {
    "material": "document.body.dataset.mdColorScheme = 'slate'",
    "mkdocs": "document.documentElement.dataset.bsTheme = 'dark'",
}


@pytest.fixture(scope="session")
def axe() -> str:
    if not AXE.is_file():
        pytest.fail("axe-core is not installed: run `make axe`")
    return AXE.read_text(encoding="utf-8")


@pytest.fixture
def still_page(browser: Browser) -> Iterator[Page]:
    """Return a page on which nothing fades: a colour that is on its way has another contrast."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    page = context.new_page()
    page.set_default_timeout(60_000)
    yield page
    context.close()


def serious_faults(page: Page, axe: str, *, within: str | None = None) -> list[str]:
    """Return what axe finds that is serious or critical, in the page or in all elements that a selector names."""
    page.evaluate(f"window.axe || (() => {{ {axe} }})()")
    where = "document" if within is None else f"{{ include: [[{within!r}]] }}"
    found: dict[str, Any] = page.evaluate(f"() => axe.run({where}, {{ resultTypes: ['violations'] }})")
    return [
        f"{fault['id']}: {node['target']} {node['html'][:120]} {node['failureSummary'][:200]}"
        for fault in found["violations"]
        if fault["impact"] in ("serious", "critical")
        for node in fault["nodes"]
    ]


def test_axe_is_of_the_version_that_is_written_down(still_page: Page, axe: str) -> None:
    still_page.set_content("<title>A page</title>")
    still_page.evaluate(axe)
    wanted = (PROJECT / "tests" / "browser" / "package.json").read_text(encoding="utf-8")
    assert f'"axe-core": "{still_page.evaluate("axe.version")}"' in wanted


def test_a_fault_is_found(still_page: Page, axe: str) -> None:
    still_page.set_content('<p>It is here.</p><div class="roofline-x"><button></button></div><button></button>')
    assert [fault.partition(":")[0] for fault in serious_faults(still_page, axe, within=OURS)] == ["button-name"]
    assert len(serious_faults(still_page, axe)) > 1


@pytest.mark.parametrize("kind", OWN_KINDS, ids=lambda kind: kind.name)
def test_a_page_of_the_own_site_has_no_serious_fault(
    still_page: Page, open_kind: Callable[[Page, PageKind], None], axe: str, kind: PageKind
) -> None:
    open_kind(still_page, kind)
    still_page.evaluate(UNFOLD)
    assert serious_faults(still_page, axe) == []
    still_page.evaluate(DARK["material"])
    assert serious_faults(still_page, axe) == []


@pytest.mark.parametrize("kind", [kind for kind in ALL_KINDS if kind not in OWN_KINDS], ids=lambda kind: kind.name)
def test_a_page_of_another_site_has_no_serious_fault_of_ours(
    still_page: Page, open_kind: Callable[[Page, PageKind], None], axe: str, kind: PageKind
) -> None:
    open_kind(still_page, kind)
    still_page.evaluate(UNFOLD)
    assert serious_faults(still_page, axe, within=OURS) == []
    still_page.evaluate(DARK["material"])
    assert serious_faults(still_page, axe, within=OURS) == []


@pytest.mark.parametrize("theme", ["mkdocs", "readthedocs"])
def test_no_page_of_ours_has_a_serious_fault_in_another_theme(
    still_page: Page, made_sites: MadeSites, axe: str, theme: str
) -> None:
    address = made_sites.open(theme)
    others = (
        PageKind(name="overview", site="made", address="performance/"),
        PageKind(name="device", site="made", address="performance/devices/nvidia-a100-sxm4-40gb/", charts=1),
        PageKind(name="devices", site="made", address="performance/devices/"),
        PageKind(name="reading", site="made", address="performance/reading/", charts=4),
    )
    for kind in (*MADE_KINDS, *others):
        still_page.goto(address + kind.address)
        still_page.wait_for_function(ALL_DRAWN, arg=kind.charts)
        still_page.evaluate(UNFOLD)
        assert serious_faults(still_page, axe, within=OURS) == [], kind.name
        if theme in DARK:
            still_page.evaluate(DARK[theme])
            assert serious_faults(still_page, axe, within=OURS) == [], kind.name
