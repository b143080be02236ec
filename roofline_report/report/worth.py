"""Where work is worth it: the kernels whose nearest roof would save most of the GPU time of their run."""

from __future__ import annotations

import heapq
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

from roofline_report.report.identity import device_identity, names_across_runs

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence

    from roofline_report.report.model import KernelReport, RunReport

MOST_CANDIDATES: Final = 10
LEAST_SHARE: Final = 0.01
"""A kernel that would save less than this share of its run is not worth a row."""

_Key: TypeAlias = "tuple[Hashable, ...]"


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A kernel that there is something to win at.

    Attributes:
        run: Its run.
        kernel: The kernel.
        share: The share of the run's GPU time that its nearest roof would save, 0 to 1.
        seconds: The same as a time of the whole run; shares of a short run and of a long one are not alike.
    """

    run: RunReport
    kernel: KernelReport
    share: float
    seconds: float | None

    @property
    def rank(self) -> tuple[str, float]:
        """Return what one of several runs with the kernel is chosen by: the newest, or that with most to win of it."""
        return (self.run.options.date or "", self.share)


@dataclass(frozen=True, slots=True, kw_only=True)
class Worth:
    """What is worth working on.

    Attributes:
        candidates: The kernels with most to win, most first, of runs whose numbers are not in doubt. A kernel that
            several runs on one device have is there once, as its newest run has it.
        left_out: Runs whose numbers are in doubt: nobody is sent to work by these.
        has_verdicts: Of some kernel it is known how much there is to win, be it next to nothing.
        has_older_runs: Some kernel is in several runs on one device.
    """

    candidates: tuple[Candidate, ...] = ()
    left_out: tuple[RunReport, ...] = ()
    has_verdicts: bool = False
    has_older_runs: bool = False


def find_worth(runs: Sequence[RunReport]) -> Worth:
    """Return the kernels of all runs that are worth work, and the runs that are not asked."""
    newest: dict[_Key, Candidate] = {}
    doubtful = []
    count = 0
    for run in runs:
        if run.is_in_doubt:
            doubtful.append(run)
            continue
        for key, candidate in _candidates(run):
            count += 1
            known = newest.get(key)
            if known is None or candidate.rank > known.rank:
                newest[key] = candidate
    worth = (each for each in newest.values() if each.share >= LEAST_SHARE)
    return Worth(
        candidates=tuple(heapq.nlargest(MOST_CANDIDATES, worth, key=lambda each: each.share)),
        left_out=tuple(run for run in doubtful if run.kernels),
        has_verdicts=bool(newest),
        has_older_runs=count > len(newest),
    )


def _candidates(run: RunReport) -> Iterator[tuple[_Key, Candidate]]:
    """Yield the kernels of a run of which it is known what there is to win, with what tells them from others."""
    # Of two runs without a device nobody knows that it is the same one.
    device = device_identity(run.device) or run.id
    for name, kernel in zip(names_across_runs(run.kernels), run.kernels, strict=True):
        share = kernel.savable_share
        if share is not None:
            seconds = None if run.gpu_time_s is None else share * run.gpu_time_s
            key = (name, kernel.kernel.configuration, device)
            yield key, Candidate(run=run, kernel=kernel, share=share, seconds=seconds)
