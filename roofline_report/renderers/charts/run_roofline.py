"""The roofline of a run: every kernel at the chosen memory levels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from roofline_report.renderers import words
from roofline_report.renderers.addresses import KERNEL_TABLE_ID

if TYPE_CHECKING:
    from roofline_report.report.model import RunReport


@dataclass(frozen=True, slots=True)
class RunRoofline:
    """The first chart of a run page."""

    name: str = "roofline"
    heading: str = "Roofline"
    needs_runtime: bool = True

    def draw(self, run: RunReport, *, rows: int) -> str | None:
        """Return the chart as HTML, or None where no kernel has a place in it."""
        if not any(kernel.level(level).is_drawable for kernel in run.kernels for level in run.levels):
            return None
        # The settings ask every chart for its name; a site that draws none need not import all this.
        from roofline_report.renderers.charts.embed import Caption, figure_html
        from roofline_report.renderers.charts.roofline_plot import run_plot

        caption = Caption(title=f"Instruction roofline: {run.title}.", sentences=_sentences(run))
        return figure_html(run_plot(run, rows=rows), caption, figure_id="roofline-run", table_id=KERNEL_TABLE_ID)


def _sentences(run: RunReport) -> list[str]:
    sentences = ["The area of a dot is its kernel's share of the GPU time.", words.rules_sentence(run.options.rules)]
    sentences += words.level_sentences(run.kernels, run)
    not_drawn = words.not_drawn_sentence(run)
    if not_drawn is not None:
        sentences.append(not_drawn)
    if run.roofs.frame.widened and run.device.device is not None:
        sentences.append("The axes are wider than the device's own frame, because a point lies outside it.")
    return sentences
