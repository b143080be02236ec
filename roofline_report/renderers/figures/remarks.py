"""What a picture does not show, or not as it was asked for, in sentences: nothing is left out in silence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roofline_report.renderers.escaping import shortened, visible
from roofline_report.renderers.figures.dots import unknown_colors
from roofline_report.renderers.grammar import counted, joined

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from roofline_report.renderers.charts.plot import RooflinePlot
    from roofline_report.renderers.figures.drawing import DrawnFigure

_MOST_NAMES: Final = 5
_LONGEST_NAME: Final = 60


def remarks_of(plot: RooflinePlot, drawn: DrawnFigure, *, font: str, missing_letters: str) -> tuple[str, ...]:
    """Return what is to be told of a picture.

    Args:
        plot: What it shows.
        drawn: The picture.
        font: The family of its letters.
        missing_letters: The letters that no font has, each once.
    """
    return tuple(_remarks(plot, drawn, font=font, missing_letters=missing_letters))


def _remarks(plot: RooflinePlot, drawn: DrawnFigure, *, font: str, missing_letters: str) -> Iterator[str]:
    outside = len(plot.points) - len(plot.drawn_points)
    if outside:
        yield f"{counted(outside, 'dot')} {_is(outside)} not drawn: logarithmic axes have no place for zero."
    words, kernels = drawn.words.left_out, drawn.words.nameless_kernels
    if words:
        yield f"No room for the words {_named(words)}; a larger --size has some."
    if kernels:
        yield f"No room beside its dots for the name of {_named(kernels)}; a larger --size has some."
    colors = unknown_colors(plot)
    if colors:
        yield f"{_named(colors)} {_is(len(colors))} no known colour: the colour of the level stands instead."
    if missing_letters:
        letters = _named([_code_point(letter) for letter in missing_letters])
        yield f"The font {visible(font)} has no letter for {letters}; choose another one with --font."


def _code_point(letter: str) -> str:
    code = f"U+{ord(letter):04X}"
    return f"{letter} ({code})" if letter.isprintable() else code


def _is(number: int) -> str:
    return "is" if number == 1 else "are"


def _named(names: Sequence[str]) -> str:
    more = len(names) - _MOST_NAMES
    shown = [shortened(visible(name), _LONGEST_NAME) for name in names[:_MOST_NAMES]]
    return joined([*shown, *([f"{more:,} more"] if more > 0 else [])])
