"""Grid and axes of a picture, with what stands at them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from roofline_report.renderers.charts.boxes import Frame, make_box
from roofline_report.renderers.charts.pictures.frame import decades, scale_of
from roofline_report.renderers.charts.pictures.ink import ink, number
from roofline_report.renderers.charts.text_widths import text_width
from roofline_report.renderers.escaping import html_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roofline_report.renderers.charts.boxes import Box
    from roofline_report.renderers.charts.pictures.frame import Scale, Tick
    from roofline_report.renderers.charts.plot import PlotFrame

WIDTH: Final = 720
HEIGHT: Final = 540


@dataclass(frozen=True, slots=True, kw_only=True)
class Letters:
    """Font sizes: of the numbers at an axis, of what the axis is, and of the words in the frame."""

    number_px: float
    label_px: float
    word_px: float


PAGE: Final = Letters(number_px=12.5, label_px=14, word_px=13)
PHONE: Final = Letters(number_px=19, label_px=20, word_px=20)
"""On a phone a picture is half as wide as here. `assets/picture.css` has the size of its numbers too."""

_TICK_PX: Final = 6.0
_BESIDE_TICK_PX: Final = 3.0
_BELOW_TICK_PX: Final = 7.0  # the lowest number beside the other axis reaches down as well
_EDGE_PX: Final = 6.0
_TOP_PX: Final = 14.0
_LINE: Final = 1.2
"""From one line of a text to the next, in its font size."""
_BEFORE_UNIT: Final = re.compile(r" (?=[\[(])")


@dataclass(frozen=True, slots=True, kw_only=True)
class Axes:
    """Grid and axes.

    Attributes:
        scale: Where a value lies.
        grid: The lines of the decades.
        axes: The axes and their ticks.
        numbers: What stands at the decades.
        page_labels: What the axes are, in letters for a page.
        phone_labels: The same in letters for a phone; that of the y axis stands within the frame.
        phone_label: The place of that one.
    """

    scale: Scale
    grid: str
    axes: str
    numbers: str
    page_labels: str
    phone_labels: str
    phone_label: Box


@dataclass(frozen=True, slots=True, kw_only=True)
class _Ticks:
    """The decades of both axes."""

    x: tuple[Tick, ...]
    y: tuple[Tick, ...]


@lru_cache(maxsize=64)
def draw_axes(values: PlotFrame, *, x_label: str, y_label: str) -> Axes:
    """Return grid and axes of a picture, with room for the letters of a page and of a phone."""
    scale = scale_of(values, _frame(values, x_label))
    frame, ticks = scale.frame, _ticks(scale)
    within = make_box(
        frame.x0 + 8 + text_width(y_label, PHONE.label_px) / 2,
        frame.y0 + PHONE.label_px / 2,
        width=text_width(y_label, PHONE.label_px),
        height=PHONE.label_px,
    )
    x, y = number(_EDGE_PX + PAGE.label_px / 2), number((frame.y0 + frame.y1) / 2)
    upright = f'x="{x}" y="{y}" transform="rotate(-90 {x} {y})"'
    level = f'x="{number(within.x)}" y="{number(within.y)}"'
    return Axes(
        scale=scale,
        grid=_grid(frame, x_ticks=ticks.x, y_ticks=ticks.y),
        axes=_axes(frame, x_ticks=ticks.x, y_ticks=ticks.y),
        numbers=_numbers(frame, x_ticks=ticks.x, y_ticks=ticks.y),
        page_labels=_labels(frame, x_label=x_label, y_label=_text(y_label, upright), letters=PAGE),
        phone_labels=_labels(frame, x_label=x_label, y_label=_text(y_label, level), letters=PHONE),
        phone_label=within,
    )


def _frame(values: PlotFrame, x_label: str) -> Frame:
    """Return the inside of the picture: what is left by the numbers and labels around it, in the larger letters."""
    ticks = _ticks(scale_of(values, Frame(x0=0, y0=0, x1=WIDTH, y1=HEIGHT)))
    on_phone = _widest(ticks.y, PHONE)
    on_page = _widest(ticks.y, PAGE) + _LINE * PAGE.label_px + _EDGE_PX
    left = _EDGE_PX + max(on_phone, on_page) + _BESIDE_TICK_PX + _TICK_PX
    right = WIDTH - _EDGE_PX - _widest(ticks.x[-1:], PHONE) / 2
    lines = len(_lines(x_label, PHONE, room=right - left))
    below = _TICK_PX + _BELOW_TICK_PX + _LINE * (PHONE.number_px + PHONE.label_px * lines) + _EDGE_PX
    return Frame(x0=left, y0=_TOP_PX, x1=right, y1=HEIGHT - below)


def _ticks(scale: Scale) -> _Ticks:
    """Return the decades of both axes: so many that their numbers have room on a phone."""
    room = _widest(decades(scale.x, room=0), PHONE) + 8
    return _Ticks(x=decades(scale.x, room=room), y=decades(scale.y, room=PHONE.number_px * _LINE))


def _widest(ticks: Sequence[Tick], letters: Letters) -> float:
    return max((text_width(tick.text, letters.number_px) for tick in ticks), default=0.0)


def _grid(frame: Frame, *, x_ticks: Sequence[Tick], y_ticks: Sequence[Tick]) -> str:
    across = "".join(f"M{number(frame.x0)} {number(tick.at)}H{number(frame.x1)}" for tick in y_ticks)
    upright = "".join(f"M{number(tick.at)} {number(frame.y0)}V{number(frame.y1)}" for tick in x_ticks)
    return f'<path{ink("grid", "stroke")} stroke-width="1" d="{across}{upright}"/>'


def _axes(frame: Frame, *, x_ticks: Sequence[Tick], y_ticks: Sequence[Tick]) -> str:
    lines = f"M{number(frame.x0)} {number(frame.y0)}V{number(frame.y1)}H{number(frame.x1)}"
    lines += "".join(f"M{number(tick.at)} {number(frame.y1)}v{number(_TICK_PX)}" for tick in x_ticks)
    lines += "".join(f"M{number(frame.x0)} {number(tick.at)}h{number(-_TICK_PX)}" for tick in y_ticks)
    return f'<path{ink("line", "stroke")} stroke-width="1" d="{lines}"/>'


def _numbers(frame: Frame, *, x_ticks: Sequence[Tick], y_ticks: Sequence[Tick]) -> str:
    x, y = number(frame.x0 - _TICK_PX - _BESIDE_TICK_PX), number(frame.y1 + _TICK_PX + _BELOW_TICK_PX)
    x_texts = "".join(f'<text x="{number(tick.at)}" y="{y}" dy=".8em">{tick.text}</text>' for tick in x_ticks)
    y_texts = "".join(f'<text x="{x}" y="{number(tick.at)}" dy=".35em">{tick.text}</text>' for tick in y_ticks)
    return (
        f'<g class="roofline-numbers" font-size="{number(PAGE.number_px)}">'
        f'<g{ink("muted", "fill")}>{x_texts}<g text-anchor="end">{y_texts}</g></g></g>'
    )


def _labels(frame: Frame, *, x_label: str, y_label: str, letters: Letters) -> str:
    """Return the labels of both axes; that of the x axis goes to two lines where one is too short for it."""
    x = number((frame.x0 + frame.x1) / 2)
    y = frame.y1 + _TICK_PX + _BELOW_TICK_PX + _LINE * letters.number_px + letters.label_px / 2
    texts = [y_label]
    for line, text in enumerate(_lines(x_label, letters, room=frame.x1 - frame.x0)):
        texts.append(_text(text, f'x="{x}" y="{number(y + _LINE * letters.label_px * line)}"'))
    return f'<g{ink("text", "fill")} font-size="{number(letters.label_px)}">{"".join(texts)}</g>'


def _lines(label: str, letters: Letters, *, room: float) -> list[str]:
    """Return a label on one line, or its unit on a second one."""
    fits = text_width(label, letters.label_px) <= room
    return [label] if fits else _BEFORE_UNIT.split(label, maxsplit=1)


def _text(text: str, place: str) -> str:
    return f'<text {place} dy=".35em">{html_text(text)}</text>'
