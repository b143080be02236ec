"""The roofline of a run: every kernel at the chosen memory levels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from roofline_report.domain.flop_roofline import Model
from roofline_report.renderers import words
from roofline_report.renderers.addresses import KERNEL_TABLE_ID, download_paths
from roofline_report.renderers.counting import conventions_sentence, counted_sentence
from roofline_report.renderers.model_sections import model_sections, part_id
from roofline_report.renderers.model_units import ModelUnits

if TYPE_CHECKING:
    from roofline_report.report.model import RunModel, RunReport


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
        from roofline_report.renderers.charts.controls import controls_html
        from roofline_report.renderers.charts.embed import Caption, figure_html
        from roofline_report.renderers.charts.roofline_plot import run_plot

        sections = []
        for position, each in enumerate(run.models):
            title = ModelUnits(each.model, run.device.device).title
            figure = figure_html(
                run_plot(run, each.roofs),
                Caption(
                    title=f"{title}: {run.title}.",
                    sentences=_sentences(run, each),
                    downloads=download_paths(run),
                    notes=_notes(run, each),
                ),
                figure_id=part_id("roofline-run", position),
                table_id=part_id(KERNEL_TABLE_ID, position),
            )
            sections.append((each.model, figure))
        controls = controls_html([each.model for each in run.models], kernels=len(run.kernels))
        return "\n".join(filter(None, [controls, model_sections(sections)]))


def _sentences(run: RunReport, model: RunModel) -> list[str]:
    """Return what a reader of the chart has to know: what its dots are, and which are not there."""
    sentences = [
        "The area of a dot is its kernel's share of the GPU time.",
        counted_sentence(run.kernels, run.device) if model.model is Model.FLOP else None,
        words.not_drawn_sentence(run, model.model),
        words.clocks_sentence(run, model),
    ]
    return [sentence for sentence in sentences if sentence is not None]


def _notes(run: RunReport, model: RunModel) -> list[str]:
    """Return how its numbers were counted, and where its axes end."""
    reports = [report for kernel in run.kernels if (report := kernel.find_model(model.model)) is not None]
    is_wider = model.roofs.frame.widened and run.device.device is not None
    return [
        conventions_sentence(run.options.conventions, model.model, kernels=run.kernels),
        *words.level_sentences(reports, run.device.device),
        *(["The axes are wider than the device's own frame, because a point lies outside it."] if is_wider else []),
    ]
