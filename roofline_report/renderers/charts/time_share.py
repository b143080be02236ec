"""Where the time went: the kernels of a run by their share of its GPU time.

Plain HTML: a bar needs no library, and it is there without JavaScript, in print and for a screen reader.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from roofline_report.renderers import quantities
from roofline_report.renderers.addresses import kernel_path
from roofline_report.renderers.grammar import counted
from roofline_report.renderers.templating import render_html

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roofline_report.report.model import KernelReport, RunReport

MOST_BARS = 12
"""Kernels with a bar of their own; all others share the last one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShareBar:
    """One bar: a kernel, or all that have none of their own."""

    label: str
    share: float
    text: str
    time: str
    full_name: str | None = None
    link: str | None = None


@dataclass(frozen=True, slots=True)
class TimeShare:
    """The chart of time shares."""

    name: str = "time_share"
    heading: str = "Where the time went"
    needs_runtime: bool = False

    def draw(self, run: RunReport) -> str:
        """Return the chart as HTML."""
        timed = [kernel for kernel in run.kernels if kernel.time_share is not None]
        return render_html("time_share", bars=_bars(run, timed), sentence=_sentence(run, timed))


def _sentence(run: RunReport, timed: Sequence[KernelReport]) -> str:
    if not timed:
        return "No kernel of this run was timed."
    launches = sum(kernel.kernel.launches for kernel in timed)
    untimed = len(run.kernels) - len(timed)
    were = "was" if untimed == 1 else "were"
    rest = f" {untimed} of {len(run.kernels)} kernels {were} not timed." if untimed else ""
    return f"{quantities.time(run.gpu_time_s)} of GPU time in {counted(launches, 'launch', ending='es')}.{rest}"


def _bars(run: RunReport, timed: Sequence[KernelReport]) -> list[ShareBar]:
    bars = [
        ShareBar(
            label=kernel.label,
            share=kernel.time_share or 0.0,
            text=quantities.percent(kernel.time_share),
            time=quantities.time(kernel.kernel.total_duration_s),
            full_name=kernel.kernel.name,
            link=kernel_path(run, kernel),
        )
        for kernel in timed[:MOST_BARS]
    ]
    others = timed[MOST_BARS:]
    if others:
        share = sum(kernel.time_share or 0.0 for kernel in others)
        seconds = sum(kernel.kernel.total_duration_s or 0.0 for kernel in others)
        label = counted(len(others), "other kernel")
        bars.append(ShareBar(label=label, share=share, text=quantities.percent(share), time=quantities.time(seconds)))
    return bars
