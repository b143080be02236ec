"""The axis frame: whole decades from the device, so that two runs on one device can be laid side by side."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from roofline_report.domain.roofline import ridge_point
from roofline_report.report.rooflines import Frame

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from roofline_report.domain.flop_roofline import Model

_DECADES_BELOW_PEAK = {False: 3, True: 4}
"""Of instructions, and of operations: a kernel may do few of these and be near a roof all the same."""
_DECADES_BEFORE_FIRST_RIDGE = 2
_LEAST_AFTER_LAST_RIDGE = 2
"""Factor that the axis goes on beyond the last ridge, so that the flat roof can be seen."""
_WITHOUT_DEVICE = {False: (-2, 2, 9, 12), True: (-2, 2, 9, 13)}
_MOST_OF_THE_TOP_DECADE = 0.8
"""A flat roof above this share of the frame would lie on its upper edge, and leave no room for the name on it."""
_DOT = 1.2
"""So near to an edge the half of a dot would be cut off by it."""
# A ridge at 1 that arithmetic puts at 0.9999999999 is in the decade of 1.
_TOLERANCE = 1e-9


def frame_of(model: Model, *, bandwidths: Sequence[float], peaks: Sequence[float], flat: Sequence[float] = ()) -> Frame:
    """Return the ranges for a device's ceilings.

    Args:
        model: Whose axes they are.
        bandwidths: Transactions or bytes per second of every physical bandwidth ceiling.
        peaks: Instructions or operations per second of the flat ceilings that the axes begin below.
        flat: Those of every other flat ceiling that may be drawn, measured ones too: a line beyond the frame cannot be
            seen.
    """
    x_low, x_high, y_low, y_high = _device_exponents(model, bandwidths=bandwidths, peaks=peaks, flat=flat)
    y_low = min([y_low, *(_floor(y) for y in flat)])
    y_high = max([y_high, *(_with_room(y) for y in (*peaks, *flat))])
    x_min, x_max, y_min, y_max = (float(f"1e{exponent}") for exponent in (x_low, x_high, y_low, y_high))
    return Frame(x_min=x_min, x_max=x_max, y_min=y_min, y_max=y_max)


def widened(frame: Frame, points: Sequence[tuple[float, float]], *, flat: Sequence[float] = ()) -> Frame:
    """Return a frame that holds more, wider by whole decades where something lies outside or on its edge.

    Args:
        frame: The frame.
        points: (intensity, rate per second), both positive.
        flat: Instructions or operations per second of flat ceilings.
    """
    xs, ys = [x for x, _ in points], [y for _, y in points]
    ends = (
        min([frame.x_min, *(float(f"1e{_floor(x / _DOT)}") for x in xs)]),
        max([frame.x_max, *(float(f"1e{_ceil(x * _DOT)}") for x in xs)]),
        min([frame.y_min, *(float(f"1e{_floor(y / _DOT)}") for y in ys), *(float(f"1e{_floor(y)}") for y in flat)]),
        max([frame.y_max, *(float(f"1e{_ceil(y * _DOT)}") for y in ys), *(float(f"1e{_with_room(y)}") for y in flat)]),
    )
    if ends == (frame.x_min, frame.x_max, frame.y_min, frame.y_max):
        return frame
    x_min, x_max, y_min, y_max = ends
    return Frame(x_min=x_min, x_max=x_max, y_min=y_min, y_max=y_max, widened=True)


def union_of(frames: Iterable[Frame]) -> Frame:
    """Return the frame that holds all of some frames, of which there is one at least."""
    known = list(frames)
    return Frame(
        x_min=min(frame.x_min for frame in known),
        x_max=max(frame.x_max for frame in known),
        y_min=min(frame.y_min for frame in known),
        y_max=max(frame.y_max for frame in known),
        widened=any(frame.widened for frame in known),
    )


def _device_exponents(
    model: Model, *, bandwidths: Sequence[float], peaks: Sequence[float], flat: Sequence[float]
) -> tuple[int, int, int, int]:
    x_low, x_high, y_low, y_high = _WITHOUT_DEVICE[model.counts_flop]
    if peaks:
        y_high = _ceil(max(peaks))
        y_low = y_high - _DECADES_BELOW_PEAK[model.counts_flop]
    if peaks and bandwidths:
        x_low = _floor(ridge_point(max(peaks), max(bandwidths))) - _DECADES_BEFORE_FIRST_RIDGE
        x_high = _ceil(ridge_point(max([*peaks, *flat]), min(bandwidths)) * _LEAST_AFTER_LAST_RIDGE)
    return x_low, x_high, y_low, y_high


def _floor(value: float) -> int:
    return math.floor(math.log10(value) + _TOLERANCE)


def _with_room(peak: float) -> int:
    """Return the decade that a flat roof lies well within."""
    return _ceil(peak / _MOST_OF_THE_TOP_DECADE)


def _ceil(value: float) -> int:
    return math.ceil(math.log10(value) - _TOLERANCE)
