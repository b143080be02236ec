"""The frame of a picture: where its axes lie, what stands at them, and which place a value has."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from roofline_report.renderers.charts.boxes import Frame, Line, clipped

if TYPE_CHECKING:
    from roofline_report.renderers.charts.plot import PlotCeiling, PlotFrame

_EPSILON: Final = 1e-9


@dataclass(frozen=True, slots=True, kw_only=True)
class Axis:
    """A logarithmic axis: the decimal logarithms at its ends, and where these are in pixels."""

    low: float
    high: float
    start: float
    end: float

    def place(self, value: float) -> float:
        """Return where a value lies, in pixels.

        Raises:
            ValueError: The value has no place on a logarithmic axis.
        """
        if not 0 < value < math.inf:
            msg = f"a picture cannot draw {value}"
            raise ValueError(msg)
        return self.start + (math.log10(value) - self.low) / (self.high - self.low) * (self.end - self.start)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tick:
    """A decade: where it is on its axis, in pixels, and what stands there."""

    at: float
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """Both axes; y counts downwards."""

    x: Axis
    y: Axis

    @property
    def frame(self) -> Frame:
        """Return the inside of the chart."""
        return Frame(x0=self.x.start, y0=self.y.end, x1=self.x.end, y1=self.y.start)

    def holds(self, x: float, y: float) -> bool:
        """Tell whether a place is within the frame."""
        inside_x = self.x.start - _EPSILON <= x <= self.x.end + _EPSILON
        return inside_x and self.y.end - _EPSILON <= y <= self.y.start + _EPSILON

    def line(self, roof: PlotCeiling) -> Line | None:
        """Return the line of a roof, from left to right; None where it lies outside the frame.

        Raises:
            ValueError: An end of it has no place on a logarithmic axis.
        """
        x0, y0, x1, y1 = roof.x_start, roof.y_start, roof.x_end, roof.y_end
        return clipped(Line(self.x.place(x0), self.y.place(y0), self.x.place(x1), self.y.place(y1)), self.frame)


def scale_of(values: PlotFrame, frame: Frame) -> Scale:
    """Return the axes of a chart whose inside is at a place."""
    return Scale(
        x=Axis(low=math.log10(values.x_min), high=math.log10(values.x_max), start=frame.x0, end=frame.x1),
        y=Axis(low=math.log10(values.y_min), high=math.log10(values.y_max), start=frame.y1, end=frame.y0),
    )


def decades(axis: Axis, *, room: float) -> tuple[Tick, ...]:
    """Return the decades of an axis, or every n-th of them where a label needs more room than there is."""
    first, last = math.ceil(axis.low - _EPSILON), math.floor(axis.high + _EPSILON)
    each = abs(axis.end - axis.start) / (axis.high - axis.low)
    step = max(1, math.ceil(room / each))
    return tuple(
        Tick(at=axis.place(10.0**exponent), text=_decade_text(exponent)) for exponent in range(first, last + 1, step)
    )


def _decade_text(exponent: int) -> str:
    """Return a power of ten as the chart in the browser writes it."""
    if exponent < -6 or exponent > 20:
        return f"1e{exponent:+d}"
    return f"{10**exponent}" if exponent >= 0 else f"{10.0**exponent:.{-exponent}f}"
