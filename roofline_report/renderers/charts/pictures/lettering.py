"""The words of a picture: which may stand where, and those that found a place as SVG."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from roofline_report.renderers.charts.page_data import without_middle
from roofline_report.renderers.charts.pictures.dots import link_lines
from roofline_report.renderers.charts.pictures.ink import ink, number, path_along
from roofline_report.renderers.charts.placement import NamedDots, NamedLine, Scene, place_words
from roofline_report.renderers.charts.text_widths import text_width
from roofline_report.renderers.escaping import html_text, visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roofline_report.renderers.charts.boxes import Line
    from roofline_report.renderers.charts.pictures.backdrop import Roofs
    from roofline_report.renderers.charts.pictures.dots import PlacedPoint
    from roofline_report.renderers.charts.pictures.frame import Scale
    from roofline_report.renderers.charts.placement import Word
    from roofline_report.renderers.charts.plot import RooflinePlot

MOST_LABELS: Final = 6
"""Kernels that may have a label, those with most GPU time."""

MINOR_SHARE: Final = 0.05
"""A kernel with less of the GPU time is not named where one with more found no place for its name."""

_NAME_LIMITS: Final = (30, 20, 12)


def scene_of(
    plot: RooflinePlot, scale: Scale, *, roofs: Roofs, placed: Sequence[PlacedPoint], gap: Line | None
) -> Scene:
    """Return what the words of a picture stand at, and what they keep clear of."""
    ridge = plot.ridge_point
    way = placed[0].point.kernel.gap if placed else None
    return Scene(
        frame=scale.frame,
        roofs=roofs.lines,
        dots=tuple(each.dot for each in placed),
        links=link_lines(placed) if plot.connect else (),
        labels=() if plot.connect else _labels(placed),
        gap=None if gap is None or way is None else NamedLine(line=gap, texts=way.texts),
        ridge_x=None if ridge is None else scale.x.place(ridge[0]),
    )


def _labels(placed: Sequence[PlacedPoint]) -> tuple[NamedDots, ...]:
    """Return the labels of the kernels with most GPU time, whose points come first.

    The best place is the dot of the level that the kernel's gap is about, else the outermost one.
    """
    dots: dict[str, list[PlacedPoint]] = {}
    for each in placed:
        slug = each.point.kernel.slug
        if slug not in dots and len(dots) == MOST_LABELS:
            break
        dots.setdefault(slug, []).insert(0, each)
    return tuple(_label(of_kernel) for of_kernel in dots.values())


def _label(placed: Sequence[PlacedPoint]) -> NamedDots:
    kernel = placed[0].point.kernel
    level = None if kernel.gap is None else kernel.gap.level
    best_first = sorted(placed, key=lambda each: each.point.level != level)
    is_minor = kernel.time_share is not None and kernel.time_share < MINOR_SHARE
    return NamedDots(
        dots=tuple(each.dot for each in best_first),
        is_minor=is_minor,
        may_be_led=not is_minor,
        texts=tuple(dict.fromkeys(without_middle(visible(kernel.label), limit=limit) for limit in _NAME_LIMITS)),
    )


def words_svg(scene: Scene, levels: Sequence[str], *, size: float) -> str:
    """Return the words that find a place, in letters of a size.

    Args:
        scene: What they stand at.
        levels: The level of each roof of the scene: the key of its colour.
        size: Font size in pixels.
    """
    words = place_words(scene, size=size, measure=text_width)
    return "".join(_word_svg(word, levels) for word in words)


def _word_svg(word: Word, levels: Sequence[str]) -> str:
    x, y = number(word.place.x), number(word.place.y)
    color = {"region": "muted", "roof": levels[word.index] if word.kind == "roof" else "text"}.get(word.kind, "text")
    turned = f' transform="rotate({number(math.degrees(word.angle))} {x} {y})"' if word.angle else ""
    text = f'<text{ink(color, "fill")} x="{x}" y="{y}" dy=".35em"{turned}>{html_text(word.text)}</text>'
    if word.leader is None:
        return text
    return f'<g class="roofline-lines"><path{ink("text", "stroke")} d="{path_along(word.leader)}"/></g>{text}'
