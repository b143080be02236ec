"""The colours of the style sheet: contrast on both backgrounds, by the formula of WCAG 2.2."""

from __future__ import annotations

import math
import re
from importlib.resources import files
from itertools import combinations

import pytest

LEVELS = ("l1", "shared", "l2", "dram", "compute")
# Pages of the themes material, mkdocs and readthedocs, and paper.
LIGHT = ("#ffffff", "#fcfcfc")
DARK = ("#1e2129", "#212529", "#1b1e25")


def luminance(color: str) -> float:
    parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def schemes() -> tuple[dict[str, str], dict[str, str]]:
    text = (files("roofline_report.renderers") / "assets" / "colors.css").read_text(encoding="utf-8")
    light, dark = re.findall(r"\{([^}]*--roofline-l1[^}]*)\}", text)
    read = [dict(re.findall(r"--roofline-([\w-]+):\s*(#[0-9a-f]{6})\b", block)) for block in (light, dark)]
    return read[0], read[1]


def test_contrast_is_measured_as_wcag_does() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21.0)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)


@pytest.mark.parametrize("level", LEVELS)
def test_levels_stand_out_from_every_background(level: str) -> None:
    light, dark = schemes()
    assert min(contrast(light[level], background) for background in LIGHT) >= 4.5
    assert min(contrast(dark[level], background) for background in DARK) >= 4.5


@pytest.mark.parametrize("name", ["text", "muted"])
def test_words_can_be_read(name: str) -> None:
    light, dark = schemes()
    assert min(contrast(light[name], background) for background in (*LIGHT, light["surface"])) >= 4.5
    assert min(contrast(dark[name], background) for background in (*DARK, dark["surface"], dark["raised"])) >= 4.5


@pytest.mark.parametrize(
    "rows",
    [
        # Machado, Oliveira, Fernandes 2009, doi 10.1109/TVCG.2009.113, severity 1.0, on linear RGB.
        ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
        ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    ],
    ids=["protanopia", "deuteranopia"],
)
def test_levels_stay_apart_for_colour_blind_readers(rows: tuple[tuple[float, float, float], ...]) -> None:
    def seen(color: str) -> tuple[float, ...]:
        parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        mixed = [min(1.0, max(0.0, sum(a * b for a, b in zip(row, linear, strict=True)))) for row in rows]
        return tuple(255 * part ** (1 / 2.2) for part in mixed)

    for scheme in schemes():
        pairs = combinations([seen(scheme[level]) for level in ("l1", "l2", "dram", "shared")], 2)
        assert min(math.dist(one, other) for one, other in pairs) > 50
