"""The roofline of a run: every kernel at the chosen memory levels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from roofline_report.renderers.addresses import KERNEL_TABLE_ID
from roofline_report.renderers.model_sections import model_sections, part_id

if TYPE_CHECKING:
    from roofline_report.report.model import RunReport


@dataclass(frozen=True, slots=True)
class RunRoofline:
    """The first chart of a run page."""

    name: str = "roofline"
    heading: str = "Roofline"
    needs_runtime: bool = True

    def draw(self, run: RunReport) -> str | None:
        """Return the charts of all models as HTML, or None where no kernel has a place in any."""
        if not any(report.is_drawn(run.levels) for kernel in run.kernels for report in kernel.models):
            return None
        # The settings ask every chart for its name; a site that draws none need not import all this.
        from roofline_report.renderers.charts.captions import run_caption
        from roofline_report.renderers.charts.controls import controls_html
        from roofline_report.renderers.charts.embed import figure_html
        from roofline_report.renderers.charts.roofline_plot import run_plot

        sections = []
        for position, each in enumerate(run.models):
            figure = figure_html(
                run_plot(run, each.roofs),
                run_caption(run, each),
                figure_id=part_id("roofline-run", position),
                table_id=part_id(KERNEL_TABLE_ID, position),
            )
            sections.append((each.model, figure))
        controls = controls_html([each.model for each in run.models], kernels=len(run.kernels))
        return "\n".join(filter(None, [controls, model_sections(sections)]))
