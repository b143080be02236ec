"""Lines, dots and turned boxes in pixels, and whether they get in one another's way. y counts downwards."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """The inside of a chart."""

    x0: float
    y0: float
    x1: float
    y1: float


@dataclass(frozen=True, slots=True)
class Line:
    """A straight line between two points."""

    x0: float
    y0: float
    x1: float
    y1: float


@dataclass(frozen=True, slots=True)
class Dot:
    """A dot, as the circle around its shape."""

    x: float
    y: float
    r: float


class Box(NamedTuple):
    """The place of a word: half its width along the direction (ux, uy), half its height across."""

    x: float
    y: float
    w: float
    h: float
    ux: float
    uy: float


def make_box(x: float, y: float, *, width: float, height: float, angle: float = 0.0) -> Box:
    """Return the box around a centre, turned clockwise by an angle in radians."""
    return Box(x, y, width / 2, height / 2, math.cos(angle), math.sin(angle))


def clipped(line: Line, frame: Frame) -> Line | None:
    """Return the part of a line that lies within a frame; None where there is none."""
    start, end = 0.0, 1.0
    dx, dy = line.x1 - line.x0, line.y1 - line.y0
    for p, q in (
        (-dx, line.x0 - frame.x0),
        (dx, frame.x1 - line.x0),
        (-dy, line.y0 - frame.y0),
        (dy, frame.y1 - line.y0),
    ):
        if p == 0 and q < 0:
            return None
        if p < 0:
            start = max(start, q / p)
        if p > 0:
            end = min(end, q / p)
    if start >= end:
        return None
    return Line(line.x0 + start * dx, line.y0 + start * dy, line.x0 + end * dx, line.y0 + end * dy)


def is_inside(box: Box, frame: Frame) -> bool:
    """Tell whether a box lies within a frame, a pixel from its edge."""
    across = box.w * abs(box.ux) + box.h * abs(box.uy) + 1
    down = box.w * abs(box.uy) + box.h * abs(box.ux) + 1
    return (
        frame.x0 <= box.x - across
        and box.x + across <= frame.x1
        and frame.y0 <= box.y - down
        and box.y + down <= frame.y1
    )


def overlap(a: Box, b: Box) -> bool:
    """Tell whether two boxes touch: no direction of their sides parts them."""
    dx, dy = b.x - a.x, b.y - a.y
    if abs(dy * a.ux - dx * a.uy) > a.h + b.h + b.w:
        return False  # most pairs are this far apart, and it is told soonest
    along, across = abs(a.ux * b.ux + a.uy * b.uy), abs(a.ux * b.uy - a.uy * b.ux)
    return (
        abs(dx * a.ux + dy * a.uy) <= a.w + b.w * along + b.h * across
        and abs(dy * a.ux - dx * a.uy) <= a.h + b.w * across + b.h * along
        and abs(dx * b.ux + dy * b.uy) <= b.w + a.w * along + a.h * across
        and abs(dy * b.ux - dx * b.uy) <= b.h + a.w * across + a.h * along
    )


def is_crossed(box: Box, line: Line) -> bool:
    """Tell whether a line goes through a box: neither the line nor a side of the box parts them."""
    half_x, half_y = (line.x1 - line.x0) / 2, (line.y1 - line.y0) / 2
    dx, dy = line.x0 + half_x - box.x, line.y0 + half_y - box.y
    along, across = half_x * box.ux + half_y * box.uy, half_y * box.ux - half_x * box.uy
    return (
        abs(dx * half_y - dy * half_x) <= box.w * abs(across) + box.h * abs(along)
        and abs(dx * box.ux + dy * box.uy) <= box.w + abs(along)
        and abs(dy * box.ux - dx * box.uy) <= box.h + abs(across)
    )


def distance(box: Box, dot: Dot) -> float:
    """Return how far the edge of a level box is from that of a dot; negative where they touch."""
    return math.hypot(max(abs(dot.x - box.x) - box.w, 0.0), max(abs(dot.y - box.y) - box.h, 0.0)) - dot.r


def covers(box: Box, dot: Dot) -> bool:
    """Tell whether a box lies on a dot, taken as the square around it."""
    dx, dy = dot.x - box.x, dot.y - box.y
    return abs(dx * box.ux + dy * box.uy) < box.w + dot.r and abs(dy * box.ux - dx * box.uy) < box.h + dot.r


def touches(line: Line, dot: Dot) -> bool:
    """Tell whether a line comes to a dot."""
    dx, dy = line.x1 - line.x0, line.y1 - line.y0
    length = dx * dx + dy * dy
    along = 0.0 if length == 0 else min(max(((dot.x - line.x0) * dx + (dot.y - line.y0) * dy) / length, 0.0), 1.0)
    return math.hypot(line.x0 + along * dx - dot.x, line.y0 + along * dy - dot.y) < dot.r


def leader(dot: Dot, box: Box) -> Line:
    """Return the line from the edge of a dot to a level box further away."""
    x = min(max(dot.x, box.x - box.w), box.x + box.w)
    y = min(max(dot.y, box.y - box.h), box.y + box.h)
    length = math.hypot(x - dot.x, y - dot.y)
    return Line(dot.x + (x - dot.x) * dot.r / length, dot.y + (y - dot.y) * dot.r / length, x, y)
