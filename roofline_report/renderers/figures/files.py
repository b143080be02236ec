"""A figure as the bytes of a file: the same input gives the same bytes, and no file says who made it, or when."""

from __future__ import annotations

import re
import warnings
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING, Final

from roofline_report.renderers.escaping import visible
from roofline_report.renderers.figures.drawing import draw_figure
from roofline_report.renderers.figures.look import DEFAULT_FONT, FigureFormat
from roofline_report.renderers.figures.remarks import remarks_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roofline_report.renderers.charts.plot import RooflinePlot
    from roofline_report.renderers.figures.look import Heading, Look

_PROGRAM: Final = "roofline_report"
_POINTS_PER_INCH: Final = 72
_MISSING_LETTER: Final = re.compile(r"Glyph (\d+)\b")


@dataclass(frozen=True, slots=True, kw_only=True)
class RenderedFigure:
    """A picture.

    Attributes:
        content: The bytes of its file.
        remarks: What is not in it or not as it was asked for, in sentences.
    """

    content: bytes
    remarks: tuple[str, ...]


def render_figure(plot: RooflinePlot, look: Look, *, form: FigureFormat, heading: Heading | None) -> RenderedFigure:
    """Return a plot as a picture.

    Args:
        plot: What to show.
        look: How it looks.
        form: The format of the file.
        heading: What stands above it, if anything does.

    Raises:
        ModuleNotFoundError: matplotlib is not installed.
    """
    with _own_settings(look.font), _collected_letters() as missing:
        drawn = draw_figure(plot, look, heading=heading)
        stream = BytesIO()
        drawn.figure.savefig(
            stream,
            format=form.value,
            dpi=look.dpi if form is FigureFormat.PNG else _POINTS_PER_INCH,
            metadata=_metadata(form, title=None if heading is None else heading.title),
        )
    return RenderedFigure(
        content=stream.getvalue(), remarks=remarks_of(plot, drawn, font=look.font, missing_letters="".join(missing))
    )


@contextmanager
def _own_settings(font: str) -> Iterator[None]:
    """Draw by the settings that come with matplotlib and ours over them, whatever those of the user are."""
    import matplotlib as mpl

    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams["font.family"] = list(dict.fromkeys([font, DEFAULT_FONT]))
        mpl.rcParams["text.parse_math"] = False
        # A line ends where its numbers say.
        mpl.rcParams["lines.solid_capstyle"] = "butt"
        # Outlines look the same everywhere, in a browser, in LaTeX and in Inkscape, whatever fonts there are.
        mpl.rcParams["svg.fonttype"] = "path"
        mpl.rcParams["svg.hashsalt"] = _PROGRAM
        # The letters of TrueType that journals ask for: they stay letters, and a PDF can be searched for them.
        mpl.rcParams["pdf.fonttype"] = 42
        yield


@contextmanager
def _collected_letters() -> Iterator[dict[str, None]]:
    """Yield the letters that no font has, once all is drawn; matplotlib warns of each, and of nothing else of ours."""
    missing: dict[str, None] = {}
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        yield missing
    for warning in caught:
        letter = _MISSING_LETTER.match(str(warning.message))
        if letter is None:
            warnings.warn_explicit(warning.message, warning.category, warning.filename, warning.lineno)
        else:
            missing[chr(int(letter[1]))] = None


def _metadata(form: FigureFormat, *, title: str | None) -> dict[str, str | None]:
    """Return what a file says of itself: no date, and of the program its name alone."""
    named: dict[str, str | None] = {} if title is None else {"Title": visible(title)}
    match form:
        case FigureFormat.SVG:
            return {"Creator": _PROGRAM, "Date": None, **named}
        case FigureFormat.PDF:
            return {"Creator": _PROGRAM, "Producer": None, "CreationDate": None, **named}
        case FigureFormat.PNG:
            return {"Software": None, **named}
