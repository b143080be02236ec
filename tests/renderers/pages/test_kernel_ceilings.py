"""The ceilings that a kernel page tells: origin, value and source of each, once, and the clock that they are at."""

from __future__ import annotations

import dataclasses
import re
from typing import TYPE_CHECKING

import pytest

from roofline_report.domain.hardware import (
    BandwidthCeiling,
    Clock,
    ComputeCeiling,
    CycleRate,
    MemoryLevel,
    Operation,
    Origin,
)
from roofline_report.domain.quantity import Quantity
from roofline_report.report.rooflines import OpenPoint, Unknown
from tests.renderers.pages.made_runs import (
    MANY,
    ROUND,
    SOLVE_FLOP,
    SOLVE_TRAFFIC,
    ceiling,
    charts_in,
    facts_in,
    kernel_page,
    made,
    measured,
    plain,
    run_of,
    tables_in,
    whole,
)

if TYPE_CHECKING:
    from roofline_report.renderers.page import Page

NBSP = "\N{NO-BREAK SPACE}"
PAGE = kernel_page(MANY)


def held(page: Page) -> list[str]:
    """Return the names and values of the ceilings that a page says its kernel is held against."""
    (part,) = re.findall(
        r"<summary>Ceilings that this kernel is held against</summary>(.*?)</details>", whole(page), re.DOTALL
    )
    return [plain(text).partition(":")[0] for text in re.findall(r"<dt>(.*?)</dd>", part, re.DOTALL)]


ALL_OF_SOLVE = [
    "L1, datasheet at boost clock 10.0 TB/s",
    "L2, datasheet at boost clock 4.00 TB/s",
    "HBM9, datasheet 1.00 TB/s",
    "Instruction issue, datasheet at boost clock 400.0 warp GIPS",
    "FP64 peak, datasheet at boost clock 5.00 TFLOP/s",
    "FP32 peak, datasheet at boost clock 10.0 TFLOP/s",
]


def test_each_ceiling_that_a_kernel_is_held_against_is_told_once() -> None:
    # It does nothing in FP16 and tensor units, and moves nothing in shared memory.
    assert held(PAGE) == ALL_OF_SOLVE


def test_a_roof_that_is_drawn_at_a_level_without_traffic_is_not_told_as_one_that_holds() -> None:
    bare = {quantity: rate for quantity, rate in SOLVE_TRAFFIC.items() if "l2" not in quantity.value}
    page = kernel_page(run_of(made("solve", 6, bare | SOLVE_FLOP)))
    assert "L2 4.00 TB/s" in [label.replace(NBSP, " ") for label in charts_in(whole(page))[0]["roofs"]["label"]]
    assert held(page) == [name for name in ALL_OF_SOLVE if not name.startswith(("L2", "Instruction"))]


def test_shared_memory_holds_a_kernel_though_it_is_not_drawn() -> None:
    shared = SOLVE_TRAFFIC | {Quantity.SHARED_WAVEFRONTS: 10.0}
    page = kernel_page(run_of(made("solve", 6, shared | SOLVE_FLOP)))
    assert held(page)[1] == "Shared memory, datasheet at boost clock 10.0 TB/s"


def test_measured_ceilings_are_told_beside_what_they_are_measured_of() -> None:
    reached = (
        ceiling(MemoryLevel.DRAM, 800, origin=Origin.MEASURED),
        ceiling(MemoryLevel.SHARED, 9_000, origin=Origin.MEASURED),
        ceiling(Operation.FP64, 4_500, origin=Origin.MEASURED),
        ceiling(Operation.FP16, 30_000, origin=Origin.MEASURED),
    )
    device = dataclasses.replace(
        ROUND,
        bandwidth_ceilings=(
            *(each for each in reached if isinstance(each, BandwidthCeiling)),
            *ROUND.bandwidth_ceilings,
        ),
        compute_ceilings=(*(each for each in reached if isinstance(each, ComputeCeiling)), *ROUND.compute_ceilings),
    )
    told = held(kernel_page(run_of(made("solve", 6, SOLVE_TRAFFIC | SOLVE_FLOP), on=device)))
    assert told[2:] == [
        "HBM9, datasheet 1.00 TB/s",
        "HBM9, measured 800.0 GB/s",
        "FP64 peak, datasheet at boost clock 5.00 TFLOP/s",
        "FP64 peak, measured 4.50 TFLOP/s",
        "FP32 peak, datasheet at boost clock 10.0 TFLOP/s",
    ]


@pytest.mark.parametrize(
    ("origin", "of_memory", "of_peak"),
    [
        (Origin.RUN_FILE, "stated for the run", "stated for the run"),
        (Origin.DEVICE_FILE, "stated in a device file", "stated in a device file"),
        (Origin.BOOST_CLOCK, "datasheet", "datasheet at boost clock"),
        (Origin.MAXIMUM_CLOCK, "device attributes at the highest clock", "device attributes at the highest clock"),
    ],
)
def test_every_ceiling_of_a_kernel_has_its_origin_value_and_source(
    origin: Origin, of_memory: str, of_peak: str
) -> None:
    bare = dataclasses.replace(ROUND, bandwidth_ceilings=(), compute_ceilings=())
    stated = (
        ceiling(MemoryLevel.DRAM, 1_000, origin=origin),
        ceiling(Operation.FP64, 5_000, origin=origin),
        ceiling(Operation.FP32, 10_000, origin=origin),
    )
    device = dataclasses.replace(
        bare,
        bandwidth_ceilings=tuple(each for each in stated if isinstance(each, BandwidthCeiling)),
        compute_ceilings=tuple(each for each in stated if isinstance(each, ComputeCeiling)),
    )
    page = kernel_page(run_of(made("solve", 6, SOLVE_TRAFFIC | SOLVE_FLOP), on=device))
    told = [plain(text) for text in re.findall(r"<dt>(.*?)</dd>", page.fragments["levels"])]
    assert told[:3] == [
        f"HBM9, {of_memory} 1.00 TB/s: a sheet",
        f"FP64 peak, {of_peak} 5.00 TFLOP/s: a sheet",
        f"FP32 peak, {of_peak} 10.0 TFLOP/s: a sheet",
    ]


@pytest.mark.parametrize(
    ("clock", "told"), [({}, None), ({Clock.SM: 1.25e9}, "1.25 GHz")], ids=["stated roofs", "reported"]
)
def test_the_clock_that_roofs_are_at_stands_among_the_figures(clock: dict[Clock, float], told: str | None) -> None:
    rate = CycleRate(
        roof=Operation.FP64, per_cycle=1e4, clock=Clock.SM, arithmetic="a", sources=("s",), given_in="round.yaml"
    )
    stated = dataclasses.replace(ROUND, compute_ceilings=(), bandwidth_ceilings=(), rates=(rate,))
    kernel = dataclasses.replace(made("k", 1, SOLVE_TRAFFIC | {Quantity.FP64_FLOP: 100.0}), clocks=clock)
    assert facts_in(kernel_page(run_of(kernel, on=stated), "k")).get("Clock of the roofs") == told


def test_roofs_at_boost_clock_are_called_so() -> None:
    page = kernel_page(run_of(made("k", 1, SOLVE_TRAFFIC | {Quantity.FP64_FLOP: 100.0})), "k")
    assert facts_in(page)["Clock of the roofs"] == "boost, not reported"


def test_a_clock_that_the_verdict_doubts_stands_among_the_figures_too() -> None:
    run = run_of(made("k", 1, SOLVE_TRAFFIC | {Quantity.FP64_FLOP: 100.0}))
    (kernel,) = run.kernels
    open_points = (OpenPoint(what=Unknown.CLOCK),)
    models = tuple(dataclasses.replace(each, open_points=open_points) for each in kernel.models)
    page = kernel_page(dataclasses.replace(run, kernels=(dataclasses.replace(kernel, models=models),)), "k")
    assert "The clock was not reported" in plain(page.markdown)
    assert facts_in(page)["Clock of the roofs"] == "boost, not reported"


@pytest.mark.parametrize(
    ("cycles", "clock", "told"),
    [
        # In the 6 ms of the kernel.
        (7.5e6, 1.25e9, ["SM clock", "7,500,000 cycles / 6,000 µs", "1,250", "MHz"]),
        # The cycles are of another file, with a time of its own.
        (7.5e6, 1.20e9, ["SM clock", "7,500,000 cycles / their own time", "1,200", "MHz"]),
        (None, 1.25e9, ["SM clock", "as reported", "1,250", "MHz"]),
    ],
)
def test_how_a_clock_came_about_is_told_where_roofs_are_at_it(
    cycles: float | None, clock: float, told: list[str]
) -> None:
    more = {Quantity.FP64_FLOP: measured(1e9)}
    more |= {} if cycles is None else {Quantity.SM_CYCLES: measured(cycles)}
    kernel = dataclasses.replace(made("k", 6, SOLVE_TRAFFIC, more=more), clocks={Clock.SM: clock})
    rate = CycleRate(
        roof=Operation.FP64, per_cycle=1e4, clock=Clock.SM, arithmetic="a", sources=("s",), given_in="round.yaml"
    )
    by_clock = dataclasses.replace(ROUND, rates=(rate,), bandwidth_ceilings=(), compute_ceilings=())
    rows = tables_in(kernel_page(run_of(kernel, on=by_clock), "k").fragments["arithmetic"])["roofline-arithmetic"].rows
    assert rows[-1] == told
    # Stated ceilings are at no clock that is known.
    rows = tables_in(kernel_page(run_of(kernel), "k").fragments["arithmetic"])["roofline-arithmetic"].rows
    assert [row[0] for row in rows if row[0].endswith("clock")] == []
