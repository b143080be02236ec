"""A run as a card: what it is, what it comes to, and whether its numbers can be trusted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from roofline_report.renderers import quantities, words
from roofline_report.renderers.addresses import device_path, run_path
from roofline_report.renderers.charts.pictures.picture import preview_svg
from roofline_report.renderers.charts.roofline_plot import run_plot
from roofline_report.renderers.grammar import counted
from roofline_report.renderers.pages.parts import Fact, facts_html
from roofline_report.renderers.templating import finished, render_html

if TYPE_CHECKING:
    from collections.abc import Iterable

    from markupsafe import Markup

    from roofline_report.report.model import RunReport


@dataclass(frozen=True, slots=True, kw_only=True)
class _Card:
    """A card as text.

    Attributes:
        title: The title of the run.
        path: The path of its page.
        device: The name of its device.
        device_path: The path of the page of that; None where it has none.
        date: When it was taken; None where nobody says it.
        facts: Its time and its kernels, as HTML.
        sentence: What it comes to.
        doubt: How many warnings it has, and what follows; None where it has none.
        preview: A small picture of its chart, as HTML.
    """

    title: str
    path: str
    device: str
    device_path: str | None
    date: str | None
    facts: Markup
    sentence: str
    doubt: str | None
    preview: Markup


def run_cards_html(runs: Iterable[RunReport]) -> str:
    """Return a card for each run, in their order."""
    return render_html("run_cards", cards=[_card(run) for run in runs])


def _card(run: RunReport) -> _Card:
    facts = [
        Fact(name="GPU time", text=quantities.time(run.gpu_time_s)),
        Fact(name="Kernels", text=quantities.count(len(run.kernels))),
    ]
    return _Card(
        title=run.title,
        path=run_path(run),
        device=device_text(run),
        device_path=None if run.device.slug is None else device_path(run.device.slug),
        date=run.options.date,
        facts=finished(facts_html(facts)),
        sentence=words.card_sentence(run),
        doubt=doubt_text(run),
        preview=finished(_preview_html(run)),
    )


def _preview_html(run: RunReport) -> str:
    """Return a small picture of the first chart of a run; nothing for a run without a dot in it."""
    if not any(report.is_drawn(run.levels) for kernel in run.kernels for report in kernel.models):
        return ""
    plot = run_plot(run, run.lead.roofs)
    return preview_svg(plot) if plot.drawn_points else ""


def device_text(run: RunReport) -> str:
    """Return the name of the device of a run, or that it has none."""
    return run.device.name or ("several devices named" if run.device.several_names else "device not named")


def doubt_text(run: RunReport) -> str | None:
    """Return why nobody should work by the numbers of a run; None where nothing is wrong with them."""
    if not run.is_in_doubt:
        return None
    return counted(run.warnings, "warning") if run.warnings else "data in doubt"
