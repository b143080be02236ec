"""Pictures as tests read them: the groups of an SVG by their ids, the pixels of a PNG, the parts of a PDF."""

from __future__ import annotations

import re
import zlib
from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from PIL import Image

from roofline_report.renderers.figures.files import render_figure
from roofline_report.renderers.figures.look import FigureFormat, Look, usual_height_mm

if TYPE_CHECKING:
    from roofline_report.renderers.charts.plot import RooflinePlot
    from roofline_report.renderers.figures.look import Heading

SVG = "{http://www.w3.org/2000/svg}"
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e-?\d+)?")


def make_look(width_mm: float = 89.0, **changes: object) -> Look:
    values: dict[str, object] = {"width_mm": width_mm, "height_mm": usual_height_mm(width_mm), **changes}
    return Look(**values)  # type: ignore[arg-type]


def draw(plot: RooflinePlot, look: Look | None = None, *, form: str = "svg", heading: Heading | None = None) -> bytes:
    return render_figure(plot, look or make_look(), form=FigureFormat(form), heading=heading).content


@dataclass(frozen=True, slots=True)
class Shape:
    """A path of an SVG: its corners, upwards from the lower left corner in points, and its style."""

    corners: tuple[tuple[float, float], ...]
    style: dict[str, str]

    @property
    def middle(self) -> tuple[float, float]:
        xs, ys = zip(*self.corners, strict=True)
        return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2

    @property
    def area(self) -> float:
        """The area within straight lines from corner to corner."""
        pairs = zip(self.corners, (*self.corners[1:], self.corners[0]), strict=True)
        return abs(sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in pairs)) / 2


class Picture:
    """An SVG."""

    def __init__(self, content: bytes) -> None:
        self.text = content.decode("utf-8")
        self.root = ET.fromstring(content)  # noqa: S314 - our own bytes
        self.height = float(self.root.attrib["viewBox"].split()[3])
        self.width = float(self.root.attrib["viewBox"].split()[2])

    @property
    def ids(self) -> list[str]:
        return [each.attrib["id"] for each in self.root.iter() if "id" in each.attrib]

    @property
    def words(self) -> list[str]:
        """The texts, which stand in comments beside their outlines."""
        return [text.strip() for text in re.findall(r"<!-- (.*?) -->", self.text, re.DOTALL)]

    def shapes(self, name: str) -> list[Shape]:
        """Return the paths of a group, whether they stand in it or are used from elsewhere."""
        group = next(each for each in self.root.iter() if each.attrib.get("id") == name)
        paths = {each.attrib["id"]: each for each in self.root.iter(f"{SVG}path") if "id" in each.attrib}
        found = []
        for each in group.iter():
            if each.tag == f"{SVG}path" and "id" not in each.attrib:
                found.append(self._shape(each.attrib["d"], each.attrib["style"]))
            elif each.tag == f"{SVG}use":
                path = paths[each.attrib["{http://www.w3.org/1999/xlink}href"].removeprefix("#")]
                at = float(each.attrib["x"]), float(each.attrib["y"])
                found.append(self._shape(path.attrib["d"], each.attrib["style"], at=at))
        return found

    def _shape(self, path: str, style: str, *, at: tuple[float, float] = (0.0, 0.0)) -> Shape:
        corners = []
        for numbers in re.findall(r"[MLCQ]([^MLCQzZ]*)", path):
            found = [float(number) for number in _NUMBER.findall(numbers)]
            corners.append((found[-2] + at[0], self.height - found[-1] - at[1]))
        pairs = (part.split(":") for part in style.split(";"))
        return Shape(tuple(corners), {key.strip(): value.strip() for key, value in pairs})


def open_png(content: bytes) -> Image.Image:
    return Image.open(BytesIO(content))


def pixels_of(content: bytes) -> set[tuple[int, ...]]:
    image = open_png(content).convert("RGB")
    colors = image.getcolors(maxcolors=image.width * image.height)
    assert colors is not None
    return {color for _, color in colors if isinstance(color, tuple)}


def rgb(color: str) -> tuple[int, ...]:
    return tuple(int(color[at : at + 2], 16) for at in (1, 3, 5))


def pdf_parts(content: bytes) -> bytes:
    """Return a PDF with its streams unpacked behind it."""
    streams = re.findall(rb"stream\r?\n(.*?)\r?\nendstream", content, re.DOTALL)
    unpacked = []
    for stream in streams:
        try:
            unpacked.append(zlib.decompress(stream))
        except zlib.error:
            unpacked.append(stream)
    return content + b"\n".join(unpacked)
