"""A kernel without a dot in a model: a sentence in place of an empty chart, and all that is known of its roofs."""

from __future__ import annotations

import dataclasses
import re
from typing import Final

import pytest

from roofline_report.domain.profile import Absence, Kernel
from roofline_report.domain.quantity import Quantity
from tests.renderers.pages.made_runs import (
    SOLVE,
    SOLVE_FLOP,
    SOLVE_INSTRUCTIONS,
    SOLVE_TRAFFIC,
    charts_in,
    flop,
    kernel_page,
    made,
    models_in,
    plain,
    run_of,
    tables_in,
    traffic,
    whole,
)

ABSENT: Final = {
    quantity: Absence(reason=f"no {metric}", metrics=(metric,), options=("prof --metrics {metrics} {program}",))
    for quantity, metric in (
        (Quantity.DURATION, "times"),
        (Quantity.THREAD_INSTRUCTIONS, "threads"),
        (Quantity.L2_SECTORS, "sectors"),
    )
}
COLLECT: Final = "Collect with prof --metrics {} ./my_program , and keep the file in the same folder."
COPIES: Final = traffic(l1=900, l2=900, dram=850)
BELOW: Final = '"How to fill the gaps" below says how to collect that.'
ELSEWHERE: Final = "The note above says how to collect that."


def lacking(kernel: Kernel, *quantities: Quantity) -> Kernel:
    measurements = {quantity: each for quantity, each in kernel.measurements.items() if quantity not in quantities}
    absences = {quantity: ABSENT[quantity] for quantity in quantities if quantity in ABSENT}
    return dataclasses.replace(kernel, measurements=measurements, absences=absences)


IDLE: Final = lacking(made("idle", 1, COPIES | flop(fp64=0, fp32=0)), Quantity.THREAD_INSTRUCTIONS)
UNCOUNTED: Final = lacking(made("idle", 1, COPIES), Quantity.THREAD_INSTRUCTIONS)
UNTIMED: Final = lacking(made("idle", 1, COPIES | SOLVE_FLOP), Quantity.DURATION)
OPERATIONS: Final = made("idle", 1, SOLVE_FLOP)
NO_FLOP: Final = "the kernel does none of the floating-point operations that were counted"


@pytest.mark.parametrize(
    ("kernel", "told"),
    [
        (IDLE, f"No chart: {NO_FLOP} and its instructions were not counted. {ELSEWHERE}"),
        (UNCOUNTED, f"No chart: its instructions were not counted. {ELSEWHERE}"),
        (UNTIMED, f"No chart: its time was not measured. {BELOW}"),
        (OPERATIONS, "No chart: its traffic was not measured."),
        (made("idle", 1, traffic(l1=0, l2=0, dram=0) | SOLVE_FLOP), "No chart: it moved nothing."),
        (made("idle", 1, SOLVE_TRAFFIC | {Quantity.WARP_INSTRUCTIONS: 0}), "No chart: it executed no instruction."),
    ],
    ids=["no operation", "nothing counted", "no time", "no traffic", "nothing moved", "nothing executed"],
)
def test_in_place_of_an_empty_chart_stands_what_is_missing(kernel: Kernel, told: str) -> None:
    page = kernel_page(run_of(SOLVE, kernel), "idle")
    assert charts_in(page.fragments["chart"]) == []
    assert page.fragments["chart"].count("roofline-page:runs/made/made.csv") == 1
    sentences = re.findall(r'<p class="roofline-undrawn">(.*?)</p>', page.fragments["chart"])
    assert {plain(sentence) for sentence in sentences} == {told}
    assert not page.has_chart


def test_how_to_collect_it_is_told_where_no_note_of_the_page_does() -> None:
    # The note of the run is on two kernels then, and stands on its own page.
    page = kernel_page(run_of(SOLVE, IDLE, dataclasses.replace(IDLE, name="other")), "idle")
    told = f"No chart: {NO_FLOP} and its instructions were not counted. {BELOW}"
    assert plain(page.fragments["chart"]) == f"{told} Numbers of all kernels of the run: CSV , JSON ."
    (folded,) = re.findall(r"<details.*?</details>", page.fragments["gaps"], re.DOTALL)
    assert plain(folded) == f"How to fill the gaps {COLLECT.format('threads')}"
    assert "<code>prof --metrics threads ./my_program</code>" in folded


def test_how_to_collect_it_is_told_once_on_a_page() -> None:
    page = kernel_page(run_of(SOLVE, IDLE), "idle")
    assert whole(page).count("prof --metrics threads") == 1
    assert "prof --metrics threads" in page.fragments["notices"]


def test_what_is_known_of_its_roofs_is_there_all_the_same() -> None:
    page = kernel_page(run_of(SOLVE, IDLE), "idle")
    assert tables_in(page.fragments["levels"])["roofline-levels"].text("HBM9", "Use") == "85.0"
    assert "Limited by HBM9 at 85.0 %" in plain(page.markdown)
    # There is no arithmetic to show, and no table without rows.
    assert page.fragments["arithmetic"] == ""


def test_each_model_without_a_dot_says_so_and_the_others_have_their_charts() -> None:
    # Bytes alone: what moves has no transactions.
    in_bytes = {Quantity.L1_RETURNED_BYTES: 1_000.0}
    run = run_of(SOLVE, made("bytes", 6, in_bytes | SOLVE_FLOP | SOLVE_INSTRUCTIONS))
    page = kernel_page(run, "bytes")
    assert models_in(page.fragments["chart"]) == models_in(page.fragments["levels"])
    assert "instructions" in models_in(page.fragments["chart"])
    assert len(charts_in(page.fragments["chart"])) == 3
    assert "No chart: its traffic was not measured." in plain(page.fragments["chart"])
    assert page.has_chart
