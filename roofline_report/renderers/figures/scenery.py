"""A picture in the pixels of the rules of placing, which count downwards."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING, Final

from roofline_report.renderers.charts.boxes import Dot as RoundDot
from roofline_report.renderers.charts.boxes import Frame, Line, clipped, covers, is_crossed, leader
from roofline_report.renderers.charts.placement import NamedDots, NamedLine, Scene, place_words
from roofline_report.renderers.escaping import visible
from roofline_report.renderers.figures.dots import extent_of
from roofline_report.renderers.figures.joining import gap_of, joins_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from roofline_report.renderers.charts.boxes import Box
    from roofline_report.renderers.charts.placement import Word
    from roofline_report.renderers.charts.plot import PlotCeiling, PlotKernel, RooflinePlot
    from roofline_report.renderers.figures.dots import Dot
    from roofline_report.renderers.figures.layout import Layout

    Places = Callable[[float, float], tuple[float, float]]

WORD_PX: Final = 12.0
"""How large the rules of placing take the letters for; their distances are in pixels."""
_NAME_WIDTHS: Final = (0.45, 0.25)
"""The widest that a name beside a dot may be, as parts of the frame; where the first has no room, the second."""
_FURTHER_PX: Final = (14.0, 30.0)
"""How much further a word is from a dot that has no room beside it: a line leads to it."""
_WEIGHT: Final = 5
_CELL_PX: Final = 6.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """A place that a word may stand beside.

    Attributes:
        around: What the word keeps clear of: the dot, or more room around it.
        dot: The dot.
    """

    around: RoundDot
    dot: RoundDot


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """What holds for the words of roofs besides.

    Attributes:
        gap_is_beside: The words of the gap stand beside it.
        avoided: Roofs that no words of others may lie on.
        brief: The numbers of roofs with their value alone.
        mute: The numbers of roofs that have no words.
    """

    gap_is_beside: bool = True
    avoided: tuple[Line, ...] = ()
    brief: frozenset[int] = frozenset()
    mute: frozenset[int] = frozenset()


class Scenery:
    """What a picture shows, and what words it may have."""

    def __init__(
        self, plot: RooflinePlot, dots: Sequence[Dot], *, layout: Layout, places: Places, named: Sequence[PlotKernel]
    ) -> None:
        self._plot, self._layout, self._places = plot, layout, places
        self._px = WORD_PX / layout.small.size
        (x0, y1), (x1, y0) = (
            self._pixel(*corner) for corner in ((layout.frame.x0, layout.frame.y0), (layout.frame.x1, layout.frame.y1))
        )
        self._frame = Frame(x0=x0, y0=y0, x1=x1, y1=y1)
        self._dots = [(dot.point, self._circle(dot)) for dot in dots]
        drawn = ((roof, self._line((roof.x_start, roof.y_start), (roof.x_end, roof.y_end))) for roof in plot.ceilings)
        self.roofs = [(roof, within) for roof, line in drawn if (within := clipped(line, self._frame)) is not None]
        self._joins = [self._line((one.x, one.y), (two.x, two.y)) for one, two in joins_of(plot, named)]
        self._thinned = _thinned(dot for _, dot in self._dots)
        self.gap = self._named_gap()

    def place_roofs(self, rules: Rules) -> tuple[Word, ...]:
        """Return the words of roofs and regions, and of the gap where they stand beside it."""
        gap, ridge = self.gap, self._plot.ridge_x
        roofs = [
            NamedLine(line=line, texts=_texts(roof, at, rules=rules), measured=roof.measured)
            for at, (roof, line) in enumerate(self.roofs)
        ]
        # A line that is there several times costs so many times as much to lie on.
        silent = [*self._joins, *(replace(line) for line in rules.avoided for _ in range(_WEIGHT))]
        if gap is not None and not rules.gap_is_beside:
            silent.append(gap.line)
        scene = Scene(
            frame=self._frame,
            roofs=(*roofs, *(NamedLine(line=line, texts=()) for line in silent)),
            dots=tuple(self._thinned),
            gap=gap if rules.gap_is_beside else None,
            ridge_x=None if ridge is None else self._at(ridge, self._plot.frame.y_min)[0],
        )
        return place_words(scene, size=WORD_PX, measure=self._measure)

    def place_label(self, texts: tuple[str, ...], spot: Spot, *, taken: Sequence[Line]) -> Word | None:
        """Return a word beside a dot, which lies on nothing else; None where it has no room.

        Args:
            texts: What it may be, the best first.
            spot: The dot.
            taken: What it may not lie on but roofs, joins and dots.
        """
        reach = spot.around.r + max(map(self._reach, texts))
        near = [dot for _, dot in self._dots if max(abs(dot.x - spot.dot.x), abs(dot.y - spot.dot.y)) < reach + dot.r]
        gap = [] if self.gap is None else [self.gap.line]
        lines = [*(line for _, line in self.roofs), *self._joins, *gap, *taken]
        scene = Scene(
            frame=self._frame,
            roofs=tuple(NamedLine(line=line, texts=()) for line in lines),
            # A dot that is there twice costs too much to lie on; the word's own is what it keeps clear of.
            dots=tuple(each for dot in near if dot is not spot.dot for each in (dot, replace(dot))),
            labels=(NamedDots(dots=(spot.around,), texts=texts),),
        )
        return next(iter(place_words(scene, size=WORD_PX, measure=self._measure)), None)

    def label_texts(self, kernel: PlotKernel) -> tuple[str, ...]:
        """Return what may stand beside a dot of a kernel."""
        widths = (part * self._layout.frame.width for part in _NAME_WIDTHS)
        return tuple(dict.fromkeys(self._layout.small.clipped(visible(kernel.label), width) for width in widths))

    def spots_of(self, kernel: PlotKernel) -> tuple[Spot, ...]:
        """Return where the name of a kernel may stand: its dot furthest right, furthest left, others; then further."""
        own = sorted((dot for point, dot in self._dots if point.kernel.slug == kernel.slug), key=lambda dot: -dot.x)
        return _with_further([*own[:1], *own[:0:-1]])

    def spots_of_gap(self) -> tuple[Spot, ...]:
        """Return where the words of the gap may stand but beside it: at the dot that it begins at."""
        start = None if self.gap is None else (self.gap.line.x0, self.gap.line.y0)
        return _with_further([dot for _, dot in self._dots if (dot.x, dot.y) == start][:1])

    def lies_on_dots(self, box: Box) -> bool:
        """Tell whether a box covers any dot."""
        return any(covers(box, dot) for _, dot in self._dots)

    def is_clear(self, box: Box) -> bool:
        """Tell whether no roof and no join goes through a box."""
        return not any(is_crossed(box, line) for line in (*self._joins, *(line for _, line in self.roofs)))

    def stricter(self, rules: Rules, words: Sequence[Word]) -> Rules | None:
        """Return rules by which the words of roofs can be read and understood better; None where they can.

        Words nearer to another roof of their colour would be taken for those of that. Where nothing helps, they are
        left out. Words on dots are tried without the name of the roof.
        """
        for word in words:
            if word.kind != "roof":
                continue
            level, own = self.roofs[word.index][0].level, self.roofs[word.index][1]
            others = [line for roof, line in self.roofs if line is not own and roof.level == level]
            nearer = [line for line in others if _distance(word.place, line) < _distance(word.place, own)]
            new = tuple(line for line in nearer if line not in rules.avoided)
            if new:
                return replace(rules, avoided=(*rules.avoided, *new))
            if nearer:
                return replace(rules, mute=rules.mute | {word.index})
        roofs = (word for word in words if word.kind == "roof")
        unread = {word.index for word in roofs if self.lies_on_dots(word.place)} - rules.brief
        return replace(rules, brief=rules.brief | unread) if unread else None

    def to_points(self, x: float, y: float) -> tuple[float, float]:
        """Return where a pixel is, in points."""
        return x / self._px, self._layout.height - y / self._px

    def _named_gap(self) -> NamedLine | None:
        found = gap_of(self._plot)
        if found is None:
            return None
        x, gap = found
        return NamedLine(line=self._line((x, gap.y_start), (x, gap.y_end)), texts=gap.texts)

    def _reach(self, text: str) -> float:
        """Return how far from a dot the end of a text beside it may be."""
        return self._measure(text, WORD_PX) + 2 * WORD_PX

    def _measure(self, text: str, size: float) -> float:
        return self._layout.small.width(text) * self._px * size / WORD_PX

    def _circle(self, dot: Dot) -> RoundDot:
        x, y = self._at(dot.point.x, dot.point.y)
        return RoundDot(x, y, extent_of(dot.marker) / 2 * dot.size * self._px)

    def _line(self, start: tuple[float, float], end: tuple[float, float]) -> Line:
        return Line(*self._at(*start), *self._at(*end))

    def _at(self, x: float, y: float) -> tuple[float, float]:
        """Return where coordinates of the plot are, in pixels."""
        return self._pixel(*self._places(x, y))

    def _pixel(self, x: float, y: float) -> tuple[float, float]:
        return x * self._px, (self._layout.height - y) * self._px


def _texts(roof: PlotCeiling, number: int, *, rules: Rules) -> tuple[str, ...]:
    """Return what may stand at a roof: the number alone where it is too short for its name."""
    if number in rules.mute:
        return ()
    brief = visible(roof.value)
    return (brief,) if number in rules.brief else (visible(roof.label), brief)


def leader_of(spot: Spot, box: Box) -> Line | None:
    """Return the line from a dot to a word, which is level; None where the word stands beside the dot."""
    return None if spot.around is spot.dot else leader(spot.dot, box)


def edges_of(box: Box) -> tuple[Line, ...]:
    """Return the sides and the diagonals of a box: no other one of its height lies on it and on none of these."""
    along = (box.w * box.ux, box.w * box.uy)
    across = (-box.h * box.uy, box.h * box.ux)
    corners = [
        (box.x + i * along[0] + j * across[0], box.y + i * along[1] + j * across[1])
        for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ]
    return tuple(Line(*corners[one], *corners[two]) for one, two in combinations(range(4), 2))


def _thinned(dots: Iterable[RoundDot]) -> list[RoundDot]:
    """Return dots without those that lie nearly on another one: words avoid the one as well as both."""
    by_cell: dict[tuple[int, int], RoundDot] = {}
    for dot in dots:
        cell = (round(dot.x / _CELL_PX), round(dot.y / _CELL_PX))
        if cell not in by_cell or dot.r > by_cell[cell].r:
            by_cell[cell] = dot
    return list(by_cell.values())


def _with_further(dots: Sequence[RoundDot]) -> tuple[Spot, ...]:
    near = [Spot(around=dot, dot=dot) for dot in dots]
    further = [Spot(around=replace(dot, r=dot.r + away), dot=dot) for away in _FURTHER_PX for dot in dots]
    return (*near, *further)


def _distance(box: Box, line: Line) -> float:
    """Return how far the middle of a box is from a line, taken as endless."""
    dx, dy = line.x1 - line.x0, line.y1 - line.y0
    return abs((box.x - line.x0) * dy - (box.y - line.y0) * dx) / math.hypot(dx, dy)
