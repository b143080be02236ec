"""Where work is worth it: the one kernel with most to win as a sentence, and the best ones as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roofline_report.renderers import bounds, quantities, words
from roofline_report.renderers.addresses import kernel_path, run_path
from roofline_report.renderers.cells import Cell, Column, Row, Table, number_cell
from roofline_report.renderers.pages.parts import verdict_cell
from roofline_report.renderers.templating import render_html
from roofline_report.report.worth import LEAST_SHARE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roofline_report.report.worth import Candidate, Worth

_ALL_IN_DOUBT: Final = (
    "No kernel is recommended: every run has warnings, which put its numbers in doubt. Mend what they say first."
)
_NO_VERDICT: Final = (
    "No kernel has a verdict, so nothing says where work is worth it. The page of each run says what is missing."
)
_NOTHING_TO_WIN: Final = (
    f"There is little to win: at its nearest roof no kernel would save {quantities.whole_percent(LEAST_SHARE)} or more "
    "of its run's GPU time."
)


def headline_html(worth: Worth) -> str:
    """Return the sentence that names the kernel with most to win, or says why none is named."""
    if not worth.candidates:
        return render_html("headline", best=None, sentence=_why_none(worth))
    best = worth.candidates[0]
    seconds = "" if best.seconds is None else f" ({quantities.time(best.seconds)})"
    return render_html(
        "headline",
        best=best.kernel.label,
        path=kernel_path(best.run, best.kernel),
        run=best.run.title,
        run_path=run_path(best.run),
        gain=f"{words.gain_text(best.kernel)} of the GPU time of its run{seconds}",
        sentence=words.limits_sentence(best.kernel.lead, best.run.device),
    )


def _why_none(worth: Worth) -> str:
    if worth.has_verdicts:
        return _NOTHING_TO_WIN
    return _ALL_IN_DOUBT if worth.left_out else _NO_VERDICT


def worth_table(candidates: Sequence[Candidate], *, of_several_runs: bool) -> Table:
    """Return the kernels with most to win; a phone shows the columns as far as the limit."""
    return Table(
        id="roofline-worth",
        caption="Kernels",
        order="largest share of the GPU time of their run to win first",
        columns=(
            Column(title="Kernel", unit="and its run" if of_several_runs else None),
            Column(title="To win", unit="of its run", numeric=True, order="descending"),
            Column(title="Limit"),
            Column(title="Headroom", numeric=True),
            Column(title="Time", unit="to win", numeric=True),
            Column(title="Share", unit="of GPU time", numeric=True),
        ),
        rows=tuple(_row(candidate, names_run=of_several_runs) for candidate in candidates),
    )


def _row(candidate: Candidate, *, names_run: bool) -> Row:
    run, kernel = candidate.run, candidate.kernel
    sign = bounds.gain_sign(kernel.lead)
    return Row(
        cells=(
            Cell(
                text=kernel.label,
                detail=run.title if names_run else None,
                link=kernel_path(run, kernel),
                hover=kernel.kernel.name,
                code=True,
            ),
            number_cell(candidate.share, f"{sign}{quantities.percent(candidate.share)}", share=candidate.share),
            verdict_cell(kernel.verdict, run.device),
            number_cell(words.headroom(kernel.lead), words.headroom_text(kernel.lead)),
            number_cell(candidate.seconds, f"{sign}{quantities.time(candidate.seconds)}"),
            number_cell(kernel.time_share, quantities.percent(kernel.time_share)),
        )
    )
