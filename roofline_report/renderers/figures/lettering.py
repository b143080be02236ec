"""The words in a picture: those of the roofs, of the regions, of the gap, and names beside dots."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from roofline_report.renderers.charts.boxes import is_crossed
from roofline_report.renderers.figures.scenery import Rules, Scenery, edges_of, leader_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roofline_report.renderers.charts.boxes import Box, Line
    from roofline_report.renderers.charts.placement import Word
    from roofline_report.renderers.charts.plot import PlotKernel, RooflinePlot
    from roofline_report.renderers.figures.dots import Dot
    from roofline_report.renderers.figures.layout import Layout
    from roofline_report.renderers.figures.scenery import Places, Spot

_COLORS: Final = {"region": "muted", "gap": "text", "kernel": "text"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Lettering:
    """A word with its place.

    Attributes:
        text: The word.
        x: Its middle, in points.
        y: Its middle, in points, upwards.
        angle: How far it is turned against the clock, in degrees.
        color: The name of its colour.
        leader: The ends of a line from what it belongs to; None where it stands beside that.
        is_on_dots: It lies on dots.
    """

    text: str
    x: float
    y: float
    angle: float
    color: str
    leader: tuple[tuple[float, float], tuple[float, float]] | None = None
    is_on_dots: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """The words of a picture, and what has none for want of room.

    Attributes:
        placed: The words.
        left_out: The words of roofs, and of the gap.
        nameless_kernels: The labels of kernels.
    """

    placed: tuple[Lettering, ...]
    left_out: tuple[str, ...]
    nameless_kernels: tuple[str, ...]


def letter(
    plot: RooflinePlot, dots: Sequence[Dot], *, layout: Layout, places: Places, named: Sequence[PlotKernel]
) -> Words:
    """Return the words of a picture, each with its place.

    Args:
        plot: What is drawn.
        dots: Its dots.
        layout: Where the frame stands.
        places: Returns where coordinates of the plot are drawn, in points.
        named: The kernels that should have their name beside a dot, the most important first.
    """
    scenery = Scenery(plot, dots, layout=layout, places=places, named=named)
    writer = _Writer(scenery)
    writer.write_roofs()
    nameless = [
        kernel.label
        for kernel in named
        if not writer.write_at_dot(scenery.label_texts(kernel), scenery.spots_of(kernel))
    ]
    return Words(placed=tuple(writer.letterings), left_out=tuple(writer.left_out), nameless_kernels=tuple(nameless))


class _Writer:
    """Finds places for words, one after the other: those that come later keep clear of those before."""

    def __init__(self, scenery: Scenery) -> None:
        self.letterings: list[Lettering] = []
        self.left_out: list[str] = []
        self._scenery = scenery
        self._boxes: list[Box] = []
        self._leaders: list[Line] = []

    def write_roofs(self) -> None:
        """Write the words of roofs and regions, and those of the gap."""
        scenery = self._scenery
        words = _settled(scenery, Rules())
        gap = scenery.gap
        if gap is None or any(word.kind == "gap" and scenery.is_clear(word.place) for word in words):
            self._keep_all(words)
            return
        # Beside a short way its words lie on a roof or on dots; they may have a better place at its dot.
        self._keep_all(_settled(scenery, Rules(gap_is_beside=False)))
        if not self.write_at_dot(gap.texts, scenery.spots_of_gap()):
            self.letterings, self._boxes = [], []
            self._keep_all(words)
            if all(word.kind != "gap" for word in words):
                self.left_out.append(gap.texts[0])

    def write_at_dot(self, texts: tuple[str, ...], spots: Sequence[Spot]) -> bool:
        """Write a word at the first of some spots that has room for it, and tell whether one has."""
        taken = [*(line for box in self._boxes for line in edges_of(box)), *self._leaders]
        for spot in spots:
            word = self._scenery.place_label(texts, spot, taken=taken)
            leader = None if word is None else leader_of(spot, word.place)
            if word is None or (leader is not None and any(is_crossed(box, leader) for box in self._boxes)):
                continue
            self._keep(word, color=_COLORS[word.kind], leader=leader)
            return True
        return False

    def _keep_all(self, words: Sequence[Word]) -> None:
        """Keep the words of roofs and regions, and take note of the roofs that have none."""
        roofs = self._scenery.roofs
        for word in words:
            self._keep(word, color=roofs[word.index][0].level if word.kind == "roof" else _COLORS[word.kind])
        lettered = {word.index for word in words if word.kind == "roof"}
        self.left_out = [
            f"{roof.label} (measured)" if roof.measured else roof.label
            for at, (roof, _) in enumerate(roofs)
            if at not in lettered
        ]

    def _keep(self, word: Word, *, color: str, leader: Line | None = None) -> None:
        scenery, place = self._scenery, word.place
        self._boxes.append(place)
        self._leaders += [] if leader is None else [leader]
        x, y = scenery.to_points(place.x, place.y)
        ends = None
        if leader is not None:
            ends = (scenery.to_points(leader.x0, leader.y0), scenery.to_points(leader.x1, leader.y1))
        self.letterings.append(
            Lettering(
                text=word.text,
                x=x,
                y=y,
                angle=-math.degrees(word.angle),
                color=color,
                leader=ends,
                is_on_dots=scenery.lies_on_dots(place),
            )
        )


def _settled(scenery: Scenery, rules: Rules) -> tuple[Word, ...]:
    """Return the words of roofs by rules that become stricter until nobody could misread them."""
    words = scenery.place_roofs(rules)
    while (stricter := scenery.stricter(rules, words)) is not None:
        rules = stricter
        words = scenery.place_roofs(rules)
    return words
