"""A roofline as a figure of matplotlib, in the order in which one thing lies on another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from roofline_report.renderers.colors import read_scheme
from roofline_report.renderers.figures.dots import dots_of
from roofline_report.renderers.figures.joining import gap_of, joins_of
from roofline_report.renderers.figures.keys import keys_of
from roofline_report.renderers.figures.layout import lay_out, scale_of
from roofline_report.renderers.figures.lettering import letter
from roofline_report.renderers.figures.sheet import DASHES, MEDIUM, THICK, THIN, Mark, Sheet, draw_marks, head_path

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from roofline_report.renderers.charts.plot import PlotKernel, RooflinePlot
    from roofline_report.renderers.figures.lettering import Words
    from roofline_report.renderers.figures.look import Heading, Look

_WIDE_MM: Final = 120.0
_POINTS_PER_PX: Final = (0.36, 0.55)
"""In a picture of one column, and in a wider one."""
_SHADE, _RIDGE, _ROOF, _JOIN, _GAP, _DOT = (1.0, 1.2, 2.0, 2.5, 2.6, 3.0)
_HEAD: Final = 4.0


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnFigure:
    """A figure, and what it has of words.

    Attributes:
        figure: The figure, at 72 pixels per inch.
        words: The words in the chart.
        named: The kernels that should have their name beside a dot.
    """

    figure: Figure
    words: Words
    named: tuple[PlotKernel, ...]


def draw_figure(plot: RooflinePlot, look: Look, *, heading: Heading | None) -> DrawnFigure:
    """Return a plot as a figure.

    Args:
        plot: What to show.
        look: How it looks.
        heading: What stands above it, if anything does.
    """
    drawing = _Drawing(plot, look, heading=heading)
    drawing.draw_axes()
    drawing.draw_regions()
    drawing.draw_roofs()
    drawing.draw_joins()
    drawing.draw_gap()
    drawing.draw_dots()
    return drawing.finish()


class _Drawing:
    """A figure that is being drawn."""

    def __init__(self, plot: RooflinePlot, look: Look, *, heading: Heading | None) -> None:
        self._plot, self._scale, self._scheme = plot, scale_of(look), read_scheme(dark=look.dark)
        per_px = _POINTS_PER_PX[0 if look.width_mm < _WIDE_MM else 1] * self._scale
        self._dots = dots_of(plot, scheme=self._scheme, points_per_px=per_px)
        keys = keys_of(plot, self._dots, scheme=self._scheme, points_per_px=per_px)
        self._layout = lay_out(plot, keys, look=look, heading=heading)
        # The one kernel of a chart is named above it.
        self._named = () if plot.connect else plot.drawn_kernels[: look.labels]
        background = None if look.transparent else self._color("background")
        self._sheet = Sheet(self._layout, background=background, scale=self._scale)
        self._chart = self._sheet.chart
        self._chart.set(xscale="log", yscale="log")
        self._chart.set(xlim=(plot.frame.x_min, plot.frame.x_max), ylim=(plot.frame.y_min, plot.frame.y_max))

    def _color(self, name: str) -> str:
        return self._scheme.color(name)

    def _place(self, x: float, y: float) -> tuple[float, float]:
        """Return where coordinates of the plot are, in points."""
        across, up = self._chart.transData.transform((x, y))
        return float(across), float(up)

    def draw_axes(self) -> None:
        """Draw the axes, with a decade at each tick."""
        from matplotlib.ticker import FixedFormatter, FixedLocator, LogLocator, NullFormatter

        for side, spine in self._chart.spines.items():
            spine.set(visible=side in ("left", "bottom"), color=self._color("line"), linewidth=MEDIUM * self._scale)
        layout = self._layout
        for axis, ticks in ((self._chart.xaxis, layout.x_ticks), (self._chart.yaxis, layout.y_ticks)):
            axis.set_major_locator(FixedLocator(list(ticks.values)))
            axis.set_major_formatter(FixedFormatter(list(ticks.texts)))
            axis.set_minor_locator(LogLocator(subs=range(2, 10), numticks=len(ticks.values) + 2))
            axis.set_minor_formatter(NullFormatter())
        self._chart.tick_params(
            which="both",
            color=self._color("line"),
            labelcolor=self._color("text"),
            labelsize=layout.normal.size,
            width=THIN * self._scale,
            pad=2 * self._scale,
        )
        self._chart.tick_params(which="major", length=3 * self._scale)
        self._chart.tick_params(which="minor", length=1.6 * self._scale)
        self._chart.grid(which="major", color=self._color("grid"), linewidth=THIN * self._scale)
        self._chart.set_axisbelow(True)

    def draw_regions(self) -> None:
        """Draw the shading under the roofs, left and right of the ridge, and the line between."""
        flats = [roof.y_end for roof in self._plot.ceilings if roof.level == "compute"]
        x = self._plot.ridge_x
        if x is None or not flats:
            return
        y, low, right = max(flats), self._plot.frame.y_min, self._plot.frame.x_max
        slopes = [roof.y_end / roof.x_end for roof in self._plot.ceilings if roof.level != "compute"]
        corner = min(x, y / max([y / x, *slopes]))  # where the fastest memory meets the flat roof
        regions = {
            "memory": [(corner * low / y, low), (corner, y), (x, y), (x, low)],
            "compute": [(x, low), (x, y), (right, y), (right, low)],
        }
        for name, corners in regions.items():
            xs, ys = zip(*corners, strict=True)
            self._chart.fill(xs, ys, color=self._color(f"shade-{name}"), linewidth=0, zorder=_SHADE, gid=name)
        self._chart.plot(
            [x, x],
            [low, y],
            color=self._color("line"),
            linewidth=MEDIUM * self._scale,
            linestyle=(0, (1, 2)),
            zorder=_RIDGE,
            gid="ridge",
        )

    def draw_roofs(self) -> None:
        """Draw every roof as a line, dashed where it was measured."""
        for roof in self._plot.ceilings:
            self._chart.plot(
                [roof.x_start, roof.x_end],
                [roof.y_start, roof.y_end],
                color=self._color(roof.level),
                linewidth=(MEDIUM if roof.measured else THICK) * self._scale,
                linestyle=DASHES if roof.measured else "-",
                zorder=_ROOF,
                gid=f"roof-{roof.key}",
            )

    def draw_joins(self) -> None:
        """Draw the lines between the dots of a kernel."""
        for one, two in joins_of(self._plot, self._named):
            self._chart.plot(
                [one.x, two.x],
                [one.y, two.y],
                color=self._color("muted"),
                linewidth=THIN * self._scale,
                zorder=_JOIN,
                gid=f"join-{one.kernel.slug}-{one.level}",
            )

    def draw_gap(self) -> None:
        """Draw the way from the one kernel to its nearest roof."""
        found = gap_of(self._plot)
        if found is None:
            return
        x, gap = found
        length = self._place(x, gap.y_end)[1] - self._place(x, gap.y_start)[1]
        head = min(_HEAD * self._scale, length)
        # The line ends within the head, whose tip is narrower.
        y_line = gap.y_start * (gap.y_end / gap.y_start) ** (1 - head / 2 / length)
        color, width = self._color("text"), MEDIUM * self._scale
        self._chart.plot([x, x], [gap.y_start, y_line], color=color, linewidth=width, zorder=_GAP, gid="gap")
        self._chart.plot(
            [x],
            [gap.y_end],
            color=color,
            linestyle="none",
            marker=head_path(),
            markersize=2 * head,
            markeredgewidth=0,
            zorder=_GAP,
            gid="gap-head",
        )

    def draw_dots(self) -> None:
        """Draw all dots, small ones on large ones."""
        marks = [
            Mark(x=dot.point.x, y=dot.point.y, marker=dot.marker, color=dot.color, size=dot.size) for dot in self._dots
        ]
        if marks:
            draw_marks(self._chart, marks, scale=self._scale, zorder=_DOT, name="dots")

    def finish(self) -> DrawnFigure:
        """Return the figure, with its words on top."""
        layout, text = self._layout, self._color("text")
        for number, line in enumerate(layout.heading):
            self._sheet.write(line, color=text if line.letters.bold or number == 0 else self._color("muted"))
        for line in layout.x_label:
            self._sheet.write(line, color=text, centred=True)
        for line in layout.y_label:
            self._sheet.write(line, color=text, centred=True, angle=90)
        for placed in layout.keys:
            self._sheet.draw_key(placed, letters=layout.normal, color=text)
        words = letter(self._plot, self._dots, layout=layout, places=self._place, named=self._named)
        for word in words.placed:
            self._sheet.write_word(word, letters=layout.small, color=self._color(word.color))
        return DrawnFigure(figure=self._sheet.figure, words=words, named=self._named)
