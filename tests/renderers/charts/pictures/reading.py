"""Reads a picture as a reader does: by the numbers at its axes, its colours and its words."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

if TYPE_CHECKING:
    from collections.abc import Iterator
    from xml.etree.ElementTree import Element

_NUMBERS = re.compile(r"-?\d+(?:\.\d+)?")
LEVELS = ("l1", "shared", "l2", "dram", "compute")


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """A picture that was parsed."""

    svg: Element

    def texts(self, group: str = "roofline-for-page") -> list[str]:
        """Return the words of a group, without the numbers at the axes."""
        return [each.text or "" for each in self.group(group).iter("text")]

    def word(self, text: str, group: str = "roofline-for-page") -> Element:
        (found,) = [each for each in self.group(group).iter("text") if each.text == text]
        return found

    def group(self, name: str) -> Element:
        (found,) = [each for each in self.svg.iter("g") if each.get("class") == name]
        return found

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Return where a place lies by the numbers at the axes."""
        numbers = list(self.group("roofline-numbers").iter("text"))
        across = [(float(each.text or ""), float(each.get("x", ""))) for each in numbers if each.get("dy") == ".8em"]
        upwards = [(float(each.text or ""), float(each.get("y", ""))) for each in numbers if each.get("dy") == ".35em"]
        return _between(x, across), _between(y, upwards)

    def edges(self) -> tuple[float, ...]:
        """Return left, top, bottom and right of the frame, as the axes are drawn."""
        axes = next(each for each in self.inked("line") if "v" in each.get("d", ""))
        return tuple(float(number) for number in _NUMBERS.findall(axes.get("d", ""))[:4])

    def dots(self) -> list[Element]:
        """Return the dots in the order in which they are drawn."""
        return [shape for group in self.svg.iter("g") if group.get("class") == "roofline-dots" for shape in group]

    def roofs(self) -> list[Element]:
        found = [each for each in self.group("roofline-lines") if level_of(each) in LEVELS]
        return [each for each in found if "z" not in each.get("d", "")]

    def inked(self, name: str) -> list[Element]:
        return [each for each in self.svg.iter() if each.get("class") == f"roofline-ink-{name}"]


def read(svg: str) -> Drawn:
    return Drawn(svg=ET.fromstring(svg))  # noqa: S314 - our own


def level_of(shape: Element) -> str:
    return shape.get("class", "").removeprefix("roofline-ink-")


def points_of(path: Element) -> list[tuple[float, float]]:
    """Return the corners of a path."""
    numbers = [float(each) for each in _NUMBERS.findall(path.get("d", ""))]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def centre_of(shape: Element) -> tuple[float, float]:
    """Return the middle of a dot; that of a triangle is where its corners weigh the same."""
    if shape.tag == "circle":
        return float(shape.get("cx", "")), float(shape.get("cy", ""))
    points = points_of(shape)
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _between(value: float, decades: list[tuple[float, float]]) -> float:
    (low, start), (high, end) = decades[0], decades[-1]
    return start + (end - start) * math.log(value / low) / math.log(high / low)


def attributes(svg: Element) -> Iterator[tuple[str, str]]:
    for each in svg.iter():
        yield from each.attrib.items()
