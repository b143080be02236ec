"""What stands below a roofline: what its dots are, which are not there, and how it was counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roofline_report.domain.flop_roofline import Model
from roofline_report.domain.hardware import MemoryLevel
from roofline_report.renderers import words
from roofline_report.renderers.addresses import download_paths
from roofline_report.renderers.charts.embed import Caption
from roofline_report.renderers.charts.kernel_levels import is_near_shared, is_part_of_l1, with_shared
from roofline_report.renderers.counting import conventions_sentence, counted_sentence
from roofline_report.renderers.grammar import joined
from roofline_report.renderers.model_units import ModelUnits
from roofline_report.report.names import level_name

if TYPE_CHECKING:
    from roofline_report.report.model import KernelReport, RunModel, RunReport


def run_caption(run: RunReport, model: RunModel) -> Caption:
    """Return what stands below the chart of a run in one model."""
    title = ModelUnits(model.model, run.device.device).title
    sentences = [
        "The area of a dot is its kernel's share of the GPU time.",
        counted_sentence(run.kernels, run.device) if model.model is Model.FLOP else None,
        words.not_drawn_sentence(run, model.model),
        _shared_sentence(run, model.model),
        words.clocks_sentence(run, model),
    ]
    reports = [report for kernel in run.kernels if (report := kernel.find_model(model.model)) is not None]
    is_wider = model.roofs.frame.widened and run.device.device is not None
    return Caption(
        title=f"{title}: {run.title}.",
        sentences=[sentence for sentence in sentences if sentence is not None],
        downloads=download_paths(run),
        notes=[
            conventions_sentence(run.options.conventions, model.model, kernels=run.kernels),
            *words.level_sentences(reports, run.device.device),
            *(
                ["The axes are wider than the device's own frame, because a dot or a roof lies outside it."]
                if is_wider
                else []
            ),
        ],
    )


def _shared_sentence(run: RunReport, model: Model) -> str | None:
    """Return where the roof of shared memory is drawn that verdicts name; None where it is in this chart or in none."""
    reports = [(kernel, report) for kernel in run.kernels if (report := kernel.find_model(model)) is not None]
    near = [
        kernel.label for kernel, report in reports if is_near_shared(report) and with_shared(run, report) is not run
    ]
    if not near:
        return None
    are, where = ("is", "on its page") if len(near) == 1 else ("are", "on their pages")
    roof = level_name(MemoryLevel.SHARED, run.device.device)
    return f"The roof of {roof}, which {words.named(near)} {are} nearest to, is drawn {where}."


def kernel_caption(run: RunReport, kernel: KernelReport, *, model: Model) -> Caption:
    """Return what stands below the chart of one kernel, level by level.

    Args:
        run: Its run, with the levels that the chart shows.
        kernel: The kernel.
        model: The model, in which it has work.
    """
    report = kernel.find_model(model) or kernel.lead
    device = run.device.device
    counted = counted_sentence([kernel], run.device) if model is Model.FLOP else None
    sentences = [] if counted is None else [counted]
    undrawn = [level_name(level, device) for level in run.levels if not report.level(level).is_drawable]
    if MemoryLevel.SHARED not in run.levels and is_part_of_l1(report):
        name = words.level_title(MemoryLevel.SHARED, device)
        sentences.append(f"{name} has no dot of its own: its traffic is part of L1.")
    if undrawn:
        work = "operations" if model.counts_flop else "instructions"
        sentences.append(f"Not drawn, for want of time, {work} or traffic: {joined(undrawn)}.")
    return Caption(
        title=f"{ModelUnits(model, device).title} of {kernel.label}, level by level.",
        sentences=sentences,
        downloads=download_paths(run),
        notes=[
            conventions_sentence(run.options.conventions, model, kernels=[kernel]),
            *words.level_sentences([report], device),
        ],
    )
