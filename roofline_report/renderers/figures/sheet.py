"""A blank figure: the axes of a chart, and over all of it a sheet in points for what stands around and on it.

A text is drawn as it is: no part of the name of a kernel is taken for a formula. What nobody sees in it was written out
when room for it was found.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from roofline_report.renderers.figures.dots import is_filled, shape_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes
    from matplotlib.path import Path

    from roofline_report.renderers.figures.layout import Layout, Line, PlacedKey
    from roofline_report.renderers.figures.lettering import Lettering
    from roofline_report.renderers.figures.letters import Letters

POINTS_PER_INCH: Final = 72
THIN: Final = 0.5
MEDIUM: Final = 0.8
THICK: Final = 1.2
"""Widths of lines, in points."""
DASHES: Final = (0, (4, 2.2))
_FILLING: Final = 0.6
"""How much of what lies under a dot is covered by it."""
_HALO: Final = 2.2
_ON_TOP: Final = 9.0
HALO_ORDER: Final = 2.8
"""Halos lie on lines and under dots."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """A dot in the coordinates of some axes.

    Attributes:
        x: Its middle.
        y: Its middle.
        marker: Its shape, by Bokeh's name.
        color: "#rrggbb".
        size: The diameter of a circle of its area, in points.
    """

    x: float
    y: float
    marker: str
    color: str
    size: float


def draw_marks(
    axes: Axes, marks: Sequence[Mark], *, scale: float, zorder: float = 1.0, name: str | None = None
) -> None:
    """Draw dots, each over those before it.

    Args:
        axes: Where to draw them.
        marks: The dots.
        scale: How much wider lines are than usual.
        zorder: What they lie on: whatever has a lower one.
        name: The id of their group in an SVG.
    """
    from matplotlib.collections import PathCollection
    from matplotlib.colors import to_rgba
    from matplotlib.transforms import IdentityTransform

    dots = PathCollection(
        [shape_of(mark.marker) for mark in marks],
        [mark.size**2 for mark in marks],
        offsets=[(mark.x, mark.y) for mark in marks],
        offset_transform=axes.transData,
        facecolors=[to_rgba(mark.color, _FILLING if is_filled(mark.marker) else 0.0) for mark in marks],
        edgecolors=[mark.color for mark in marks],
        linewidths=[(MEDIUM if is_filled(mark.marker) else THICK) * scale for mark in marks],
        # A dot at the edge of a chart is whole all the same.
        clip_on=False,
        zorder=zorder,
        gid=name,
    )
    # Sizes are in points, whatever the axes count in.
    dots.set_transform(IdentityTransform())
    axes.add_collection(dots, autolim=False)


def head_path() -> Path:
    """Return the head of an arrow that points upwards, with its tip at the origin and half as deep as a marker."""
    from matplotlib.path import Path

    return Path([(0, 0), (-0.38, -1), (0.38, -1), (0, 0)], closed=True)


class Sheet:
    """A figure with a blank chart, and what is drawn over it.

    Attributes:
        figure: The figure, at 72 pixels per inch, so that a pixel is a point.
        chart: The axes of the chart.
    """

    def __init__(self, layout: Layout, *, background: str | None, scale: float) -> None:
        from matplotlib.figure import Figure

        size = (layout.width / POINTS_PER_INCH, layout.height / POINTS_PER_INCH)
        self.figure = Figure(figsize=size, dpi=POINTS_PER_INCH, facecolor=background or "none")
        frame = layout.frame
        within = (
            frame.x0 / layout.width,
            frame.y0 / layout.height,
            frame.width / layout.width,
            frame.height / layout.height,
        )
        self.chart = self.figure.add_axes(within, facecolor="none")
        self._over = self.figure.add_axes((0, 0, 1, 1), facecolor="none", zorder=_ON_TOP)
        self._over.set_axis_off()
        self._over.set(xlim=(0, layout.width), ylim=(0, layout.height))
        self._background, self._scale = background, scale

    def write(self, line: Line, *, color: str, centred: bool = False, angle: float = 0.0) -> None:
        """Write a line of text; its place is that of its foot."""
        self._over.text(
            line.x,
            line.y,
            line.text,
            color=color,
            fontproperties=line.letters.properties(),
            horizontalalignment="center" if centred else "left",
            verticalalignment="baseline",
            rotation=angle,
            rotation_mode="anchor",
            parse_math=False,
        )

    def write_word(self, word: Lettering, *, letters: Letters, color: str) -> None:
        """Write a word of the chart around its middle, with a halo that parts it from what it lies on."""
        from matplotlib.patheffects import Stroke

        if word.leader is not None:
            (x0, y0), (x1, y1) = word.leader
            self._over.plot([x0, x1], [y0, y1], color=color, linewidth=THIN * self._scale)
        turned = math.radians(word.angle)
        foot = (word.x + math.sin(turned) * letters.rise / 2, word.y - math.cos(turned) * letters.rise / 2)
        for is_halo in (True, False) if self._background is not None else (False,):
            # A halo hides lines, and dots only where its word could not be read otherwise.
            text = (self.chart if is_halo and not word.is_on_dots else self._over).text(
                *foot,
                word.text,
                color=color,
                fontproperties=letters.properties(),
                horizontalalignment="center",
                verticalalignment="baseline",
                rotation=word.angle,
                rotation_mode="anchor",
                parse_math=False,
                transform=self._over.transData,
                zorder=HALO_ORDER,
            )
            if is_halo:
                # A text of its own: one with an effect is drawn as outlines, which nobody can search a PDF for.
                width = _HALO * self._scale
                text.set_path_effects([Stroke(linewidth=width, foreground=self._background, joinstyle="round")])

    def draw_key(self, placed: PlacedKey, *, letters: Letters, color: str) -> None:
        """Draw an entry of the legend: its sign and its text."""
        key = placed.key
        if key.marker is None:
            half = placed.sign_width / 2
            self._over.plot(
                [placed.sign_x - half, placed.sign_x + half],
                [placed.y, placed.y],
                color=key.color,
                linewidth=(MEDIUM if key.dashed else THICK) * self._scale,
                linestyle=DASHES if key.dashed else "-",
            )
        else:
            size = letters.size * 0.8 if key.size is None else key.size
            mark = Mark(x=placed.sign_x, y=placed.y, marker=key.marker, color=key.color, size=size)
            draw_marks(self._over, [mark], scale=self._scale)
        self._over.text(
            placed.text_x,
            placed.y - letters.rise / 2,
            placed.text,
            color=color,
            fontproperties=letters.properties(),
            verticalalignment="baseline",
            parse_math=False,
        )
