"""How colours are seen, by readers with and without a colour vision deficiency, and how far apart two are then."""

from __future__ import annotations

import math
from typing import Final, TypeAlias

Triple: TypeAlias = tuple[float, float, float]

# Machado, Oliveira, Fernandes: A Physiologically-based Model for Simulation of Color Vision Deficiency, IEEE TVCG 15,
# 2009, doi 10.1109/TVCG.2009.113, at severity 1.0: rows that turn linear RGB into the linear RGB that is seen.
DEFICIENCIES: Final[dict[str, tuple[Triple, Triple, Triple]]] = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
NORMAL: Final = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
# sRGB, IEC 61966-2-1: linear RGB to XYZ, and its white D65.
_XYZ: Final = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
_WHITE: Final = (0.9505, 1.0, 1.089)
_FAR = 25.0**7


def linear(color: str) -> Triple:
    """Return "#rrggbb" as linear RGB, each part from 0 to 1."""
    red, green, blue = (int(color[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return _linear_part(red), _linear_part(green), _linear_part(blue)


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of WCAG 2.2, 1 to 21."""
    low, high = sorted(_dot(_XYZ[1], linear(color)) for color in (one, other))
    return (high + 0.05) / (low + 0.05)


def laid_over(color: str, ground: str) -> str:
    """Return what "#rrggbbaa" looks like on "#rrggbb"."""
    share = int(color[7:9], 16) / 255
    parts = ((int(color[at : at + 2], 16), int(ground[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(over * share + under * (1 - share)):02x}" for over, under in parts)


def seen(color: str, rows: tuple[Triple, Triple, Triple]) -> Triple:
    """Return the Lab of a colour as it is seen."""
    return _lab(_clipped(_multiplied(rows, linear(color))))


def _multiplied(rows: tuple[Triple, Triple, Triple], vector: Triple) -> Triple:
    return _dot(rows[0], vector), _dot(rows[1], vector), _dot(rows[2], vector)


def difference(one: Triple, other: Triple) -> float:
    """Return the CIEDE2000 difference of two colours in Lab, with unit weights.

    Sharma, Wu, Dalal: The CIEDE2000 Color-Difference Formula, Color Research and Application 30(1), 2005.
    """
    mean_chroma = (math.hypot(*one[1:]) + math.hypot(*other[1:])) / 2
    stretch = 1.5 - 0.5 * math.sqrt(mean_chroma**7 / (mean_chroma**7 + _FAR))
    (light1, chroma1, hue1), (light2, chroma2, hue2) = (_polar(each, stretch) for each in (one, other))
    turn = (hue2 - hue1 + 180) % 360 - 180 if chroma1 * chroma2 else 0.0
    light, chroma, hue = (light1 + light2) / 2, (chroma1 + chroma2) / 2, hue1 + turn / 2
    if not chroma1 * chroma2:
        hue = hue1 + hue2
    weight = 1 - 0.17 * _cos(hue - 30) + 0.24 * _cos(2 * hue) + 0.32 * _cos(3 * hue + 6) - 0.2 * _cos(4 * hue - 63)
    away = (light - 50) ** 2
    by_light = (light2 - light1) / (1 + 0.015 * away / math.sqrt(20 + away))
    by_chroma = (chroma2 - chroma1) / (1 + 0.045 * chroma)
    by_hue = 2 * math.sqrt(chroma1 * chroma2) * math.sin(math.radians(turn / 2)) / (1 + 0.015 * chroma * weight)
    bend = 60 * math.exp(-(((((hue - 275) + 180) % 360 - 180) / 25) ** 2))
    rotation = -math.sin(math.radians(bend)) * 2 * math.sqrt(chroma**7 / (chroma**7 + _FAR))
    return math.sqrt(by_light**2 + by_chroma**2 + by_hue**2 + rotation * by_chroma * by_hue)


def _linear_part(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


def _clipped(color: Triple) -> Triple:
    red, green, blue = (min(1.0, max(0.0, part)) for part in color)
    return red, green, blue


def _lab(color: Triple) -> Triple:
    def root(part: float) -> float:
        return part ** (1 / 3) if part > (6 / 29) ** 3 else part / (3 * (6 / 29) ** 2) + 4 / 29

    x, y, z = (root(part / white) for part, white in zip(_multiplied(_XYZ, color), _WHITE, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _polar(color: Triple, stretch: float) -> Triple:
    """Return lightness, chroma and hue in degrees, with the red-green axis stretched near grey."""
    light, a, b = color
    return light, math.hypot(a * stretch, b), math.degrees(math.atan2(b, a * stretch)) % 360


def _cos(degrees: float) -> float:
    return math.cos(math.radians(degrees))


def _dot(row: Triple, vector: Triple) -> float:
    return sum(a * b for a, b in zip(row, vector, strict=True))
