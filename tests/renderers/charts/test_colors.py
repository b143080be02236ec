"""The colours of the style sheet: contrast on every ground, and apart for readers who are blind to some colours."""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib.resources import files
from itertools import combinations

import pytest

from tests.renderers.charts.color_vision import (
    DEFICIENCIES,
    NORMAL,
    Triple,
    contrast,
    difference,
    laid_over,
    seen,
)

LEVELS = ("l1", "shared", "l2", "dram", "compute")
# Pages of the themes material, mkdocs and readthedocs, and paper.
PAGES = {"light": ("#ffffff", "#fcfcfc"), "dark": ("#1e2129", "#212529", "#1b1e25")}
# One is about what can just be told when two large patches touch (CIE 142-2001). A dot is a few pixels wide, its legend
# is elsewhere, and it lies on a line or on shading: ten times that.
FAR_APART = 10.0


@dataclass(frozen=True, slots=True)
class Scheme:
    """The colours of one scheme, and all grounds that something of ours is drawn on."""

    colors: dict[str, str]
    pages: tuple[str, ...]

    @property
    def chart_grounds(self) -> tuple[str, ...]:
        shades = (self.colors["shade-memory"], self.colors["shade-compute"])
        return (*self.pages, *(laid_over(shade, page) for shade in shades for page in self.pages))

    def least(self, name: str, grounds: tuple[str, ...]) -> float:
        return min(contrast(self.colors[name], ground) for ground in grounds)


def read_schemes() -> dict[str, Scheme]:
    text = (files("roofline_report.renderers") / "assets" / "colors.css").read_text(encoding="utf-8")
    light, dark = re.findall(r"\{([^}]*--roofline-l1[^}]*)\}", text)
    return {
        name: Scheme(dict(re.findall(r"--roofline-([\w-]+):\s*(#[0-9a-f]{6,8})\b", block)), PAGES[name])
        for name, block in (("light", light), ("dark", dark))
    }


SCHEMES = read_schemes()
each_scheme = pytest.mark.parametrize("scheme", SCHEMES.values(), ids=SCHEMES.keys())


def test_contrast_is_measured_as_wcag_does() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21.0)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)


# Out of the table of Sharma, Wu and Dalal, who give pairs that wrong implementations fail at.
@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, -1.3802, -84.2814), (50.0, 0.0, -82.7485), 1.0000),
        ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((22.7233, 20.0904, -46.6940), (23.0331, 14.9730, -42.5619), 2.0373),
        ((50.0, 0.0, 0.0), (50.0, -1.0, 2.0), 2.3669),
    ],
)
def test_differences_are_those_of_ciede2000(one: Triple, other: Triple, expected: float) -> None:
    assert difference(one, other) == pytest.approx(expected, abs=5e-5)
    assert difference(other, one) == pytest.approx(expected, abs=5e-5)


@pytest.mark.parametrize("rows", DEFICIENCIES.values(), ids=DEFICIENCIES.keys())
def test_a_deficiency_leaves_white_white_and_black_black(rows: tuple[Triple, Triple, Triple]) -> None:
    assert seen("#ffffff", rows) == pytest.approx((100.0, 0.0, 0.0), abs=0.05)
    assert seen("#000000", rows) == pytest.approx((0.0, 0.0, 0.0), abs=0.05)


def test_red_and_green_look_alike_to_those_who_do_not_tell_them() -> None:
    red, green = "#a05000", "#607000"
    apart = difference(seen(red, NORMAL), seen(green, NORMAL))
    assert difference(seen(red, DEFICIENCIES["deuteranopia"]), seen(green, DEFICIENCIES["deuteranopia"])) < apart / 3


@each_scheme
@pytest.mark.parametrize("name", [*LEVELS, "muted", "text"])
def test_what_is_written_in_a_chart_can_be_read_on_page_and_shading(scheme: Scheme, name: str) -> None:
    # Roofs have their names on them, in the colour of their level. As dots they would need no more than 3 : 1.
    assert scheme.least(name, scheme.chart_grounds) >= 4.5


@each_scheme
def test_lines_that_mean_something_are_seen(scheme: Scheme) -> None:
    assert scheme.least("line", scheme.chart_grounds) >= 3.0


@each_scheme
@pytest.mark.parametrize("name", ["text", "muted", "accent"])
def test_words_can_be_read_on_every_surface(scheme: Scheme, name: str) -> None:
    soft = tuple(laid_over(scheme.colors["accent-soft"], page) for page in scheme.pages)
    surfaces = tuple(scheme.colors[each] for each in ("surface", "raised", "warning-soft"))
    assert scheme.least(name, (*scheme.pages, *soft, *surfaces)) >= 4.5


@each_scheme
def test_the_border_of_a_warning_is_seen(scheme: Scheme) -> None:
    assert scheme.least("warning", (*scheme.pages, scheme.colors["warning-soft"])) >= 4.5


@each_scheme
@pytest.mark.parametrize("rows", [NORMAL, *DEFICIENCIES.values()], ids=["all-colours", *DEFICIENCIES])
def test_levels_stay_apart_for_every_reader(scheme: Scheme, rows: tuple[Triple, Triple, Triple]) -> None:
    looks = {level: seen(scheme.colors[level], rows) for level in LEVELS}
    near = {
        (one, other): round(difference(looks[one], looks[other]), 1)
        for one, other in combinations(LEVELS, 2)
        if difference(looks[one], looks[other]) < FAR_APART
    }
    assert near == {}
