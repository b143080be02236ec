"""Where the words of a roofline go: on the roofs, parallel to their line, inside the frame, not on one another.

Pure geometry in pixels, without drawing. `assets/roofline-words.js` does the same in a browser, by the same rules and
under the same names, for a chart that can be zoomed.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import product
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from roofline_report.renderers.charts.boxes import (
    Box,
    covers,
    distance,
    is_crossed,
    is_inside,
    leader,
    make_box,
    overlap,
    touches,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from roofline_report.renderers.charts.boxes import Dot, Frame, Line

    Measure: TypeAlias = Callable[[str, float], float]
    Kind: TypeAlias = Literal["region", "gap", "roof", "kernel"]
    _Offers: TypeAlias = Callable[["NamedLine", tuple[float, float]], Iterator["_Offer"]]

GAP_PX: Final = 4.0
"""Between a roof or a dot and the word at it."""

_ON_WORD, _ON_LINE, _ON_DOT = 1000.0, 60.0, 12.0
_OTHER_SIDE, _FURTHEST, _TOO_LONG = 6.0, 8.0, 30.0
_FLAT: Final = 0.02
# Places that are tried along a roof: more where dots leave no room at most of them.
_MOST_STEPS, _MOST_STEPS_AMONG_DOTS = 12, 48
# A word that covers as much as this is left out; the table and the tooltip have it.
_REGIONS: Final = (
    (-1, ("\N{LEFTWARDS ARROW} memory-bound", "memory-bound")),
    (1, ("compute-bound \N{RIGHTWARDS ARROW}", "compute-bound")),
)
# Right, left, above and below a dot, and between.
_AROUND: Final = ((1, 0), (-1, 0), (0, -1), (0, 1), (1, -1), (-1, -1), (1, 1), (-1, 1))
# To the right, to the left or neither, and at which share of the way up.
_AT_GAP: Final = ((1, 0.5), (-1, 0.5), (-1, 1), (0, 0), (1, 0), (-1, 0), (1, 0.25), (1, 0.75), (0, 1), (1, 1))
_FROM_END_PX: Final = 10.0
# So much nearer, and so many times nearer, is a label to its own dot than to any of another kernel, for whose it would
# be taken.
_CLEAR_PX, _CLEAR_TIMES = 8.0, 1.5
# How much further from its dot a label may stand that a line joins to it.
_FURTHER_PX: Final = (16.0, 32.0, 48.0, 72.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedLine:
    """A roof, or the way from a kernel to its roof.

    Attributes:
        line: Where it is drawn, within the frame; a roof from left to right.
        texts: What may stand at it, the best first: the number alone serves a roof that is too short for its name.
        measured: Of a roof: a benchmark reached it. It lies just below the theoretical one, and so do its words.
    """

    line: Line
    texts: tuple[str, ...]
    measured: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedDots:
    """The dots of a kernel, one of which has its label.

    Attributes:
        dots: Dots of the scene, the best first.
        texts: What may stand beside one, the best first.
        is_minor: It has no label where a more important kernel found no place for its own: a lone name near large dots
            would be taken for theirs.
        may_be_led: Where there is no room beside its dots, the label may stand further away, joined to one by a line.
    """

    dots: tuple[Dot, ...]
    texts: tuple[str, ...]
    is_minor: bool = False
    may_be_led: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """What a chart shows, in pixels; y counts downwards.

    Attributes:
        frame: Where words may stand.
        roofs: The roofs.
        dots: All dots.
        links: The lines between dots of a kernel.
        labels: The kernels that may have a label, the most important first.
        gap: The way from a kernel to its roof, or None.
        ridge_x: Where "memory-bound" ends and "compute-bound" begins, or None.
        taken: Places of other words.
    """

    frame: Frame
    roofs: tuple[NamedLine, ...] = ()
    dots: tuple[Dot, ...] = ()
    links: tuple[Line, ...] = ()
    labels: tuple[NamedDots, ...] = ()
    gap: NamedLine | None = None
    ridge_x: float | None = None
    taken: tuple[Box, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """A word that found its place.

    Attributes:
        text: The word.
        place: The box that it fills; its centre is the centre of the text.
        angle: How far it is turned clockwise, in radians.
        kind: What it stands at.
        index: Which of the roofs, or of the labels, it belongs to.
        leader: The line from its dot, where it stands further away than beside that.
    """

    text: str
    place: Box
    angle: float
    kind: Kind
    index: int = 0
    leader: Line | None = None


class _Offer(NamedTuple):
    """A place that a word may take, and what it costs even if nothing is there."""

    place: Box
    cost: float
    angle: float = 0.0


def place_words(scene: Scene, *, size: float, measure: Measure) -> tuple[Word, ...]:
    """Return the words that find a place: no two of them overlap, and none leaves the frame.

    The words of regions and roofs come first, as if no kernel were there. Then the gap is named, the words that lie on
    a dot or on the gap look for a better place, and at last come the labels of kernels.

    Args:
        scene: What the chart shows.
        size: Font size in pixels.
        measure: Returns the width in pixels of a text at a font size.
    """
    empty = replace(scene, dots=(), links=(), labels=(), gap=None)
    sheet = _Sheet(scene, size=size, measure=measure)
    disturbed = [word for word in _words_of_roofs(empty, size=size, measure=measure) if not sheet.keep(word)]
    if scene.gap is not None:
        sheet.place_at_line(scene.gap, _offers_at_gap, kind="gap")
    offers = partial(_offers_on_roof, most_steps=_MOST_STEPS_AMONG_DOTS)
    for word in disturbed:
        sheet.place_at_line(scene.roofs[word.index], offers, kind="roof", index=word.index)
    is_complete = True
    for index, label in enumerate(scene.labels):
        if is_complete or not label.is_minor:
            is_complete = sheet.place_at_dot(label, index=index) and is_complete
    return tuple(sheet.words)


@lru_cache(maxsize=128)
def _words_of_roofs(scene: Scene, *, size: float, measure: Measure) -> tuple[Word, ...]:
    """Return the words of a chart without kernels, theoretical roofs before measured ones: many charts share them."""
    sheet = _Sheet(scene, size=size, measure=measure)
    sheet.place_regions()
    for index, roof in sorted(enumerate(scene.roofs), key=lambda numbered: numbered[1].measured):
        sheet.place_at_line(roof, _offers_on_roof, kind="roof", index=index)
    return tuple(sheet.words)


class _Sheet:
    """A chart with the words that were placed so far."""

    def __init__(self, scene: Scene, *, size: float, measure: Measure) -> None:
        self.words: list[Word] = []
        self._taken = list(scene.taken)
        self._scene, self._size, self._measure = scene, size, measure
        self._lines = [roof.line for roof in scene.roofs]
        if scene.gap is not None:
            self._lines.append(scene.gap.line)

    def keep(self, word: Word) -> bool:
        """Lay a word where it stands unless a dot or the gap is there; a region has no other place."""
        gap = self._scene.gap
        is_disturbed = (gap is not None and is_crossed(word.place, gap.line)) or any(
            covers(word.place, dot) for dot in self._scene.dots
        )
        if is_disturbed and word.kind == "roof":
            return False
        self._lay(word)
        return True

    def place_regions(self) -> None:
        """Place "memory-bound" and "compute-bound" at the foot of the ridge, where they have room."""
        foot, frame = self._scene.ridge_x, self._scene.frame
        if foot is None:
            return
        y = frame.y1 - self._size / 2 - 5
        for side, texts in _REGIONS:
            room = foot - frame.x0 if side < 0 else frame.x1 - foot
            for text in texts:
                width = self._measure(text, self._size)
                place = make_box(foot + side * (width / 2 + 6), y, width=width + 4, height=self._size + 2)
                if width + 12 <= room and is_inside(place, frame) and not self._is_taken(place):
                    self._lay(Word(text=text, place=place, angle=0.0, kind="region"))
                    break

    def place_at_line(self, named: NamedLine, offers: _Offers, *, kind: Kind, index: int = 0) -> None:
        """Place the best text of a line that no line crosses; where all are crossed, the shortest if it must stand."""
        tries = [(text, _ON_LINE) for text in named.texts]
        if named.texts and not named.measured:
            tries.append((named.texts[-1], _ON_WORD))
        for text, below in tries:
            best = self._cheapest(offers(named, self._extent(text)), own=named.line, below=below)
            if best is not None:
                self._lay(Word(text=text, place=best.place, angle=best.angle, kind=kind, index=index))
                return

    def place_at_dot(self, named: NamedDots, *, index: int) -> bool:
        """Place the best text of a kernel at one of its dots, where it covers no dot and no line; tell if it is."""
        others = [dot for dot in self._scene.dots if dot not in named.dots]
        for text, dot in product(named.texts, named.dots):
            offers = _offers_at_dot(dot, self._extent(text))
            clear = (offer for offer in offers if not _is_ambiguous(offer.place, dot, others=others))
            best = self._cheapest(clear, own=None, below=_ON_DOT)
            if best is not None:
                self._lay(Word(text=text, place=best.place, angle=0.0, kind="kernel", index=index))
                return True
        return named.may_be_led and self._place_led(named, index=index, others=others)

    def _place_led(self, named: NamedDots, *, index: int, others: Sequence[Dot]) -> bool:
        """Place the best text of a kernel away from its dots, where a line from one leads to it and to nothing else."""
        for text, further, dot in product(named.texts, _FURTHER_PX, named.dots):
            offers = _offers_at_dot(replace(dot, r=dot.r + further), self._extent(text))
            led = (offer for offer in offers if self._is_led(offer.place, dot, others=others))
            best = self._cheapest(led, own=None, below=_ON_DOT)
            if best is not None:
                line = leader(dot, best.place)
                self._lay(Word(text=text, place=best.place, angle=0.0, kind="kernel", index=index, leader=line))
                self._lines.append(line)
                return True
        return False

    def _is_led(self, label: Box, own: Dot, *, others: Sequence[Dot]) -> bool:
        """Tell whether the line from a dot to a label meets no dot and no word, and no dot is close to the label."""
        line = leader(own, label)
        return not (
            any(distance(label, dot) < _CLEAR_PX or touches(line, dot) for dot in others)
            or any(is_crossed(word, line) for word in self._taken)
        )

    def _is_taken(self, box: Box) -> bool:
        return any(overlap(box, other) for other in self._taken)

    def _lay(self, word: Word) -> None:
        self.words.append(word)
        self._taken.append(word.place)

    def _extent(self, text: str) -> tuple[float, float]:
        return self._measure(text, self._size), self._size

    def _cheapest(self, offers: Iterable[_Offer], *, own: Line | None, below: float) -> _Offer | None:
        """Return the offer that costs least with what it covers, and less than a limit; they begin with the best."""
        best = None
        for offer in offers:
            if offer.cost >= below:
                break  # all that come after it cost more
            if not is_inside(offer.place, self._scene.frame):
                continue
            cost = offer.cost + self._cover_cost(offer.place, own=own, most=below - offer.cost)
            if cost < below:
                best, below = offer, cost
        return best

    def _cover_cost(self, box: Box, *, own: Line | None, most: float) -> float:
        """Return what it costs to cover what a box does, or enough to be too much."""
        cost = 0.0
        for line in self._lines:
            if line is not own and is_crossed(box, line):
                cost += _ON_LINE
                if cost >= most:
                    return cost
        if self._is_taken(box):
            return _ON_WORD
        for dot in self._scene.dots:
            if covers(box, dot):
                cost += _ON_DOT
                if cost >= most:
                    return cost
        return cost + _ON_DOT * sum(is_crossed(box, link) for link in self._scene.links)


def _is_ambiguous(label: Box, own: Dot, *, others: Sequence[Dot]) -> bool:
    """Tell whether a label at a dot would be taken for that of another kernel."""
    least = max(distance(label, own), 0.0) * _CLEAR_TIMES + _CLEAR_PX
    return any(distance(label, dot) < least for dot in others)


def _offers_on_roof(roof: NamedLine, extent: tuple[float, float], *, most_steps: int = _MOST_STEPS) -> Iterator[_Offer]:
    """Return the places along a whole roof, above it and below: flat roofs on the right, others low on the left."""
    line, (width, height) = roof.line, extent
    dx, dy = line.x1 - line.x0, line.y1 - line.y0
    length, angle = math.hypot(dx, dy), math.atan2(dy, dx)
    is_flat = abs(angle) < _FLAT
    room = length - width - 8
    # A flat roof ends at the frame: a word that is longer than it reaches out over its beginning.
    only = length - width / 2 - 4 if is_flat else length / 2
    better = 1 if roof.measured else -1
    ux, uy = math.cos(angle), math.sin(angle)
    for cost, wanted, is_better in _tries(min(most_steps, max(1, int(max(room, 0.0) * 2 / height)))):
        share = 1 - wanted if is_flat else wanted
        along = width / 2 + 4 + room * share if room > 0 else only
        away = (height / 2 + GAP_PX) * (better if is_better else -better)
        place = Box(
            line.x0 + along * ux - away * uy, line.y0 + along * uy + away * ux, width / 2 + 2, height / 2 + 1.5, ux, uy
        )
        yield _Offer(place, cost + (_TOO_LONG if room < 0 else 0.0), angle)


@lru_cache(maxsize=256)
def _tries(steps: int) -> tuple[tuple[float, float, bool], ...]:
    """Return (cost, share of the way, whether on the better side) of the places on a roof, the best first."""
    return tuple(
        sorted(
            (_FURTHEST * step / steps + (0.0 if is_better else _OTHER_SIDE), step / steps, is_better)
            for step in range(steps + 1)
            for is_better in (True, False)
        )
    )


def _offers_at_gap(gap: NamedLine, extent: tuple[float, float]) -> Iterator[_Offer]:
    """Return the places to the right and to the left of an upright line, and below and above it."""
    line, (width, height) = gap.line, extent
    for order, (right, share) in enumerate(_AT_GAP):
        is_beside = 0 < share < 1
        beyond = 0.0 if is_beside else math.copysign(_FROM_END_PX + height / 2, share - 0.5)
        x = line.x0 + right * (width / 2 + (GAP_PX if is_beside else 0.0))
        # It goes up, and y counts downwards.
        yield _offer_at(x, line.y0 + share * (line.y1 - line.y0) - beyond, extent=extent, cost=float(order))


def _offers_at_dot(dot: Dot, extent: tuple[float, float]) -> Iterator[_Offer]:
    """Return the places around a dot: beside it, and above and below it in the middle or flush with its sides."""
    width, height = extent
    for order, (right, down) in enumerate(_AROUND):
        flush = GAP_PX + dot.r if down == 0 else -dot.r
        x = dot.x + right * (flush + width / 2)
        y = dot.y + down * (GAP_PX + dot.r + height / 2)
        yield _offer_at(x, y, extent=extent, cost=float(order))


def _offer_at(x: float, y: float, *, extent: tuple[float, float], cost: float) -> _Offer:
    width, height = extent
    return _Offer(Box(x, y, width / 2 + 2, height / 2 + 1.5, 1.0, 0.0), cost)
