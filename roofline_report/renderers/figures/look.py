"""What an author chooses of a picture: its format, its size, its letters, and what it stands on."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

COLUMNS_MM: Final[Mapping[str, float]] = {"single": 89.0, "double": 183.0}
"""The widths that Nature asks for; other journals have columns of 84 to 90 and pages of 174 to 190 mm."""
SMALLEST_MM: Final = (60.0, 45.0)
LARGEST_MM: Final = 1000.0
DPI: Final = (50, 1200)
DEFAULT_FONT: Final = "DejaVu Sans"
"""It comes with matplotlib, so that a picture is the same on every machine."""
MOST_PIXELS: Final = 100_000_000

POINTS_PER_MM: Final = 72 / 25.4
_TALLER_BELOW_MM: Final = 120.0
_SHAPE: Final = (0.78, 0.56)
"""Height by width of a picture in one column, and of a wider one."""


class FigureFormat(StrEnum):
    """The formats of a picture, each also the ending of its file."""

    SVG = "svg"
    PDF = "pdf"
    PNG = "png"


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """How a picture looks.

    Attributes:
        width_mm: Its width.
        height_mm: Its height.
        dpi: Pixels per inch of a PNG.
        font: The family of its letters.
        dark: For a dark page or slide, in the colours of dark pages.
        transparent: Without a background of its own.
        labels: How many kernels have their name beside their dots, those with most GPU time first.
    """

    width_mm: float
    height_mm: float
    dpi: int = 300
    font: str = DEFAULT_FONT
    dark: bool = False
    transparent: bool = False
    labels: int = 5

    @property
    def size_points(self) -> tuple[float, float]:
        """Return width and height in points, of which an inch has 72."""
        return self.width_mm * POINTS_PER_MM, self.height_mm * POINTS_PER_MM

    @property
    def pixels(self) -> float:
        """Return how many pixels a PNG has."""
        width, height = (points / 72 * self.dpi for points in self.size_points)
        return width * height


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    """What stands above a picture.

    Attributes:
        title: What it shows.
        addition: What else is to be known of it.
    """

    title: str
    addition: str = ""


def usual_height_mm(width_mm: float) -> float:
    """Return the height that suits a width."""
    return width_mm * _SHAPE[0 if width_mm < _TALLER_BELOW_MM else 1]
