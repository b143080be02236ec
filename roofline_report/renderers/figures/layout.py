"""Where everything of a picture stands, in points from its lower left corner."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from roofline_report.renderers.escaping import visible
from roofline_report.renderers.figures.letters import Letters

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from roofline_report.renderers.charts.plot import RooflinePlot
    from roofline_report.renderers.figures.keys import Key
    from roofline_report.renderers.figures.look import Heading, Look

_MARGIN: Final = 3.0
_TICK: Final = 3.0
_GAP: Final = 3.0
_SIGN: Final = 7.0
_LINE_SIGN: Final = 13.0
_BETWEEN_KEYS: Final = 7.0
_BETWEEN_TICKS: Final = 4.0
_LARGE_MM: Final = 200.0
_SMALL, _NORMAL, _TITLE = 6.3, 7.0, 8.5
_PLAIN_DECADES: Final = (-4, 5)
"""From a ten-thousandth to a hundred thousand a decade is written out: 0.01, 0.1, 1, 10."""
_RAISED: Final = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_MOST_TITLE_LINES: Final = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """A rectangle whose sides are level, in points."""

    x0: float
    y0: float
    x1: float
    y1: float

    @property
    def width(self) -> float:
        """Return its width."""
        return self.x1 - self.x0

    @property
    def height(self) -> float:
        """Return its height."""
        return self.y1 - self.y0


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A line of text that begins at (x, y), or has its middle there."""

    text: str
    x: float
    y: float
    letters: Letters


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacedKey:
    """An entry of the legend: the middle of its sign, and where its text begins."""

    key: Key
    sign_x: float
    y: float
    sign_width: float
    text: str
    text_x: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Ticks:
    """The decades of an axis, and what stands at each: nothing where there is no room."""

    values: tuple[float, ...]
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """Where everything stands.

    Attributes:
        width: Of the picture, in points.
        height: Of the picture, in points.
        frame: The chart itself.
        x_ticks: The decades of the x axis.
        y_ticks: Those of the y axis.
        x_label: The lines of the label of the x axis, each by the middle of its foot.
        y_label: Those of the y axis, each by the middle of its foot, turned by a right angle.
        heading: The lines above the picture, each by its left end.
        keys: The legend.
        small: The letters of words in the chart.
        normal: The letters of axes and legend.
    """

    width: float
    height: float
    frame: Box
    x_ticks: Ticks
    y_ticks: Ticks
    x_label: tuple[Line, ...]
    y_label: tuple[Line, ...]
    heading: tuple[Line, ...]
    keys: tuple[PlacedKey, ...]
    small: Letters
    normal: Letters


def scale_of(look: Look) -> float:
    """Return how much larger letters and lines are than in print: on a slide, which nobody reads from near."""
    return max(1.0, look.width_mm / _LARGE_MM)


class _Sheet:
    """Takes a picture's space away, from the outside inwards."""

    def __init__(self, look: Look) -> None:
        self.width, self.height = look.size_points
        self.scale = scale_of(look)
        self.small, self.normal = (Letters(family=look.font, size=size * self.scale) for size in (_SMALL, _NORMAL))
        self.title = Letters(family=look.font, size=_TITLE * self.scale, bold=True)
        self.margin, self.gap, self.tick = (length * self.scale for length in (_MARGIN, _GAP, _TICK))


def lay_out(plot: RooflinePlot, keys: Sequence[Key], *, look: Look, heading: Heading | None) -> Layout:
    """Return where everything stands.

    Args:
        plot: What is drawn.
        keys: The legend.
        look: How large it is, and its letters.
        heading: What stands above it, if anything does.
    """
    sheet = _Sheet(look)
    x_range, y_range = (plot.frame.x_min, plot.frame.x_max), (plot.frame.y_min, plot.frame.y_max)
    y_decades, x_decades = _decades(*y_range), _decades(*x_range)
    y_texts, x_texts = _texts(y_decades), _texts(x_decades)
    y_width = max((sheet.normal.width(text) for text in y_texts), default=0.0)
    right = sheet.width - sheet.margin - max(sheet.normal.width(x_texts[-1]) / 2 if x_texts else 0.0, sheet.margin)
    lines, top = _place_heading(heading, sheet, top=sheet.height - sheet.margin)
    placed, top = _place_keys(keys, sheet, top=top)
    y_lines = _label_lines(plot.y_label, sheet.normal, room=top - 2 * sheet.margin)
    left = sheet.margin + len(y_lines) * sheet.normal.line_height + sheet.gap + y_width + sheet.gap + sheet.tick
    x_lines = _label_lines(plot.x_label, sheet.normal, room=right - left)
    bottom = sheet.margin + len(x_lines) * sheet.normal.line_height + sheet.gap + sheet.normal.line_height + sheet.tick
    frame = Box(x0=left, y0=bottom, x1=right, y1=top - sheet.gap)
    return Layout(
        width=sheet.width,
        height=sheet.height,
        frame=frame,
        x_ticks=_ticks(x_decades, x_texts, sizes=[sheet.normal.width(text) for text in x_texts], room=frame.width),
        y_ticks=_ticks(y_decades, y_texts, sizes=[sheet.normal.line_height] * len(y_texts), room=frame.height),
        x_label=tuple(_x_label(x_lines, sheet, frame=frame)),
        y_label=tuple(_y_label(y_lines, sheet, frame=frame, top=top)),
        heading=lines,
        keys=placed,
        small=sheet.small,
        normal=sheet.normal,
    )


def _decades(low: float, high: float) -> list[int]:
    return list(range(math.ceil(math.log10(low) - 1e-9), math.floor(math.log10(high) + 1e-9) + 1))


def _texts(decades: Sequence[int]) -> list[str]:
    """Return what stands at decades: all of an axis are written in one way."""
    first, last = _PLAIN_DECADES
    if all(first <= decade <= last for decade in decades):
        return [f"{10**decade:,}" if decade >= 0 else f"{10.0**decade:.{-decade}f}" for decade in decades]
    return [f"10{str(decade).translate(_RAISED)}" for decade in decades]


def _ticks(decades: Sequence[int], texts: Sequence[str], *, sizes: Sequence[float], room: float) -> Ticks:
    """Return ticks of which every first, second or third is labelled, so that labels stay apart."""
    apart = room / max(1, len(decades) - 1)
    step = max(1, math.ceil((max(sizes, default=0.0) + _BETWEEN_TICKS) / apart)) if apart > 0 else len(decades)
    return Ticks(
        values=tuple(float(f"1e{decade}") for decade in decades),
        texts=tuple(text if position % step == 0 else "" for position, text in enumerate(texts)),
    )


def _label_lines(text: str, letters: Letters, *, room: float) -> list[str]:
    """Return the label of an axis; where it is too long for one line its unit has a second one."""
    quantity, bracket, unit = text.partition(" [")
    if letters.width(text) <= room or not bracket:
        return [letters.clipped(text, room)]
    return [letters.clipped(quantity, room), letters.clipped(f"[{unit}", room)]


def _x_label(lines: Sequence[str], sheet: _Sheet, *, frame: Box) -> Iterator[Line]:
    for number, text in enumerate(reversed(lines)):
        y = sheet.margin + number * sheet.normal.line_height + 0.2 * sheet.normal.size
        yield Line(text=text, x=(frame.x0 + frame.x1) / 2, y=y, letters=sheet.normal)


def _y_label(lines: Sequence[str], sheet: _Sheet, *, frame: Box, top: float) -> Iterator[Line]:
    """Yield the lines of a label in the middle of the frame, as far as it does not reach into the legend."""
    for number, text in enumerate(lines):
        half = sheet.normal.width(text) / 2
        x = sheet.margin + number * sheet.normal.line_height + sheet.normal.rise
        y = max(sheet.margin + half, min((frame.y0 + frame.y1) / 2, top - sheet.margin - half))
        yield Line(text=text, x=x, y=y, letters=sheet.normal)


def _place_heading(heading: Heading | None, sheet: _Sheet, *, top: float) -> tuple[tuple[Line, ...], float]:
    """Return the lines above a picture, and where they end."""
    if heading is None:
        return (), top
    room = sheet.width - 2 * sheet.margin
    wanted = [
        (text, letters)
        for words, letters in ((heading.title, sheet.title), (heading.addition, sheet.small))
        if words
        for text in letters.wrapped(visible(words), room, lines=_MOST_TITLE_LINES)
    ]
    lines = []
    for text, letters in wanted:
        top -= letters.line_height
        lines.append(Line(text=text, x=sheet.margin, y=top + 0.25 * letters.size, letters=letters))
    return tuple(lines), top - sheet.gap / 2


def _place_keys(keys: Sequence[Key], sheet: _Sheet, *, top: float) -> tuple[tuple[PlacedKey, ...], float]:
    """Return the legend in as many rows as it needs, and where it ends."""
    room = sheet.width - 2 * sheet.margin
    placed = []
    for row in _rows([_sized(key, sheet, room=room) for key in keys], sheet, room=room):
        height = max([sheet.normal.line_height, *(each.key.size or 0.0 for each in row)]) + 1
        x, y = sheet.margin, top - height / 2
        for each in row:
            text_x = x + each.sign + sheet.gap
            placed.append(
                PlacedKey(
                    key=each.key, sign_x=x + each.sign / 2, y=y, sign_width=each.sign, text=each.text, text_x=text_x
                )
            )
            x += each.width + _BETWEEN_KEYS * sheet.scale
        top -= height
    return tuple(placed), top


@dataclass(frozen=True, slots=True, kw_only=True)
class _SizedKey:
    """An entry of the legend, with the widths of its sign and of all of it."""

    key: Key
    text: str
    sign: float
    width: float


def _sized(key: Key, sheet: _Sheet, *, room: float) -> _SizedKey:
    sign = max(key.size or 0.0, (_SIGN if key.marker is not None else _LINE_SIGN) * sheet.scale)
    text = sheet.normal.clipped(visible(key.text), room - sign - sheet.gap)
    return _SizedKey(key=key, text=text, sign=sign, width=sign + sheet.gap + sheet.normal.width(text))


def _rows(keys: Sequence[_SizedKey], sheet: _Sheet, *, room: float) -> list[list[_SizedKey]]:
    """Return the rows of a legend; what belongs together stays together."""
    rows: list[list[_SizedKey]] = []
    x = 0.0
    between = _BETWEEN_KEYS * sheet.scale
    group: list[_SizedKey] = []
    for key in keys:
        group.append(key)
        if key.key.has_more:
            continue
        width = sum(each.width + between for each in group)
        if not rows or x + width - between > room:
            rows.append([])
            x = 0.0
        rows[-1] += group
        x += width
        group = []
    return rows
