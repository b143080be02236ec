"""What identifies a kernel at a glance: what it achieves, how far it may go, how long it takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roofline_report.domain.flop_roofline import Model
from roofline_report.renderers import bounds, quantities, words
from roofline_report.renderers.model_units import ModelUnits
from roofline_report.renderers.pages.access import is_share
from roofline_report.renderers.pages.parts import Fact

if TYPE_CHECKING:
    from roofline_report.report.model import KernelReport, RunReport


def kernel_facts(run: RunReport, kernel: KernelReport) -> list[Fact]:
    """Return the numbers that stand below the verdict of a kernel."""
    lead = kernel.lead
    units = ModelUnits(lead.model, run.device.device)
    facts = [
        Fact(name="Achieved", text=f"{bounds.work_sign(lead)}{units.rate(lead.rate_per_s)}"),
        Fact(name="Headroom", text=words.headroom_text(lead)),
        Fact(name="Share of GPU time", text=quantities.percent(kernel.time_share)),
        Fact(name="Time per launch", text=quantities.time(kernel.kernel.duration_s)),
        Fact(name="Launches", text=quantities.count(kernel.kernel.launches)),
    ]
    clock = words.clock_of_roofs(kernel)
    if clock is not None:
        facts.append(Fact(name="Clock of the roofs", text=clock))
    none = words.no_work_text(kernel, Model.FLOP)
    if none is not None:
        facts.insert(0, Fact(name="Operations", text=none))
    if kernel.issue_rate_per_s is not None and not lead.model.counts_flop:
        facts.insert(1, Fact(name="Issued", text=quantities.instruction_rate(kernel.issue_rate_per_s)))
    lanes = kernel.access.lane_efficiency
    if lanes is not None and is_share(lanes):
        facts.append(Fact(name="Active lanes", text=quantities.percent(min(lanes, 1.0))))
    return facts
