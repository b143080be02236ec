"""Sentences and units of the models: clocks, origins, names of what was counted."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import pytest

from roofline_report.domain.flop_roofline import Model
from roofline_report.domain.hardware import (
    Clock,
    CycleRate,
    MemoryLevel,
    Operation,
    Origin,
    TrafficFamily,
)
from roofline_report.domain.problem import Problem
from roofline_report.domain.profile import Absence
from roofline_report.domain.quantity import Quantity
from roofline_report.renderers import bounds, words
from roofline_report.renderers.model_units import ModelUnits
from roofline_report.renderers.quantities import NO_BREAK_SPACE
from roofline_report.report.names import family_name
from tests.renderers.pages.made_runs import (
    OF_VECTORS,
    ROUND,
    SOLVE_FLOP,
    SOLVE_TRAFFIC,
    captions_in,
    ceiling,
    kernel_page,
    made,
    measured,
    plain,
    run_of,
    run_page,
    traffic,
)

if TYPE_CHECKING:
    from roofline_report.domain.profile import Kernel

NBSP = "\N{NO-BREAK SPACE}"
AMD = dataclasses.replace(ROUND, vendor="AMD")


@pytest.mark.parametrize(
    ("model", "x", "y"),
    [
        (Model.FLOP, "FLOP/byte", "GFLOP/s"),
        (Model.FP64, "FP64 FLOP/byte", "FP64 GFLOP/s"),
        (Model.FP32, "FP32 FLOP/byte", "FP32 GFLOP/s"),
        (Model.FP16, "FP16 FLOP/byte", "FP16 GFLOP/s"),
        (Model.TENSOR, "tensor FLOP/byte", "tensor GFLOP/s"),
    ],
)
def test_axes_of_operations_say_which_ones(model: Model, x: str, y: str) -> None:
    units = ModelUnits(model, ROUND)
    assert (units.x_label, units.y_label) == (f"Arithmetic intensity [{x}]", f"Performance [{y}]")
    assert (units.rate_unit, units.intensity_unit) == ("GFLOP/s", "FLOP/byte")
    assert (units.work_unit, units.traffic_unit) == ("FLOP", "bytes")


def test_axes_speak_the_words_of_the_maker() -> None:
    assert ModelUnits(Model.TENSOR, AMD).y_label == "Performance [matrix GFLOP/s]"
    units = ModelUnits(Model.INSTRUCTIONS, AMD)
    assert units.x_label == "Instruction intensity [wavefront instructions / 32-byte transaction]"
    assert (units.y_label, units.rate_unit) == ("Performance [wavefront GIPS]", "wavefront GIPS")
    assert ModelUnits(Model.INSTRUCTIONS, None).y_label == "Performance [warp GIPS]"


@pytest.mark.parametrize(
    ("model", "rate", "bandwidth"),
    [(Model.FP64, "19.8 GFLOP/s", "1.00 TB/s"), (Model.INSTRUCTIONS, "19.8 warp GIPS", "31.2 GTXN/s")],
)
def test_numbers_have_the_unit_of_their_model(model: Model, rate: str, bandwidth: str) -> None:
    units = ModelUnits(model, ROUND)
    assert units.rate(19.8e9).replace(NBSP, " ") == rate
    assert units.bandwidth(ROUND.bandwidth_ceilings[-1]).replace(NBSP, " ") == bandwidth


@pytest.mark.parametrize(
    ("family", "name"),
    [
        (TrafficFamily.L1_DATA_PATH, "L1"),
        (TrafficFamily.L1_TAG_STAGE, "L1 (tag stage)"),
        (TrafficFamily.L1_RETURN_PATH, "L1 (returned data)"),
        (TrafficFamily.SHARED_WAVEFRONTS, "shared memory"),
        (TrafficFamily.L2_SECTORS, "L2"),
        (TrafficFamily.L2_LOOKUPS, "L2"),
        (TrafficFamily.L2_RETURN_PATH, "L2 (reads)"),
        (TrafficFamily.DRAM, "HBM9"),
    ],
)
def test_counters_of_a_part_of_a_level_say_which_part(family: TrafficFamily, name: str) -> None:
    assert family_name(family, ROUND) == name


@pytest.mark.parametrize(
    ("origin", "of_peak", "of_memory"),
    [
        (Origin.RUN_FILE, "stated for the run", "stated for the run"),
        (Origin.DEVICE_FILE, "stated in a device file", "stated in a device file"),
        (Origin.REPORT, "from the report", "from the report"),
        (
            Origin.ATTRIBUTES,
            "device attributes at the reported clock",
            "device attributes at the reported clock",
        ),
        (Origin.REPORTED_CLOCK, "datasheet at the reported clock", "datasheet at the reported clock"),
        (Origin.MAXIMUM_CLOCK, "device attributes at the highest clock", "device attributes at the highest clock"),
        (Origin.BOOST_CLOCK, "datasheet at boost clock", "datasheet"),
        (Origin.MEASURED, "measured", "measured"),
    ],
)
def test_every_origin_of_a_ceiling_has_its_words(origin: Origin, of_peak: str, of_memory: str) -> None:
    assert words.origin_text(ceiling(Operation.FP64, 1, origin=origin)) == of_peak
    assert words.origin_text(ceiling(MemoryLevel.L2, 1, origin=origin)) == of_peak
    assert words.origin_text(ceiling(MemoryLevel.DRAM, 1, origin=origin)) == of_memory


# Of FP64 1000 operations in a cycle, so that a clock of 1.4 GHz makes 1.4 TFLOP/s.
CLOCKED = dataclasses.replace(
    ROUND,
    rates=tuple(
        CycleRate(
            roof=operation,
            per_cycle=per_cycle,
            clock=Clock.SM,
            arithmetic=f"{per_cycle:,} FLOP",
            sources=("a sheet",),
            given_in="round.yaml",
        )
        for operation, per_cycle in ((Operation.FP64, 1_000), (Operation.FP32, 2_000))
    ),
)


def at_clock(name: str, ghz: float | None, milliseconds: float = 1.0) -> Kernel:
    kernel = made(name, milliseconds, SOLVE_TRAFFIC | {Quantity.FP64_FLOP: 700.0})
    return kernel if ghz is None else dataclasses.replace(kernel, clocks={Clock.SM: ghz * 1e9})


OWN = "Each verdict rests on the kernel's own clock"
HIGHEST = f"Roofs are drawn at the highest clock of a kernel. {OWN}"


@pytest.mark.parametrize(
    ("clocks", "told"),
    [
        ((1.0, 1.4), f"{HIGHEST}, which the profiler reports as 1.00 GHz to 1.40 GHz."),
        (
            (1.0, None),
            (
                f"Roofs are drawn at boost clock. {OWN}, which the profiler reports as 1.00 GHz, or that of the "
                "datasheet where none was reported."
            ),
        ),
        ((1.39, 1.4), None),  # within 2 %
        ((1.4, 1.4), None),
        ((None, None), None),
    ],
)
def test_a_run_at_several_clocks_says_at_which_its_roofs_are_drawn(
    clocks: tuple[float | None, float | None], told: str | None
) -> None:
    run = run_of(*(at_clock(f"k{n}", clock) for n, clock in enumerate(clocks)), on=CLOCKED)
    sentence = words.clocks_sentence(run, run.lead)
    assert (None if sentence is None else sentence.replace(NBSP, " ")) == told
    caption = captions_in(run_page(run).fragments["chart-roofline"])[0]
    assert (OWN in caption) is (told is not None)


def test_each_kernel_is_held_against_the_peak_at_its_own_clock() -> None:
    run = run_of(at_clock("slow", 1.0), at_clock("fast", 1.4), on=CLOCKED)
    # 700 of 1000 and of 1400 GFLOP/s.
    assert "Near FP64 peak at 70.0 %" in plain(kernel_page(run, "slow").markdown)
    assert "HBM9 at 50.0 %" in plain(kernel_page(run, "fast").markdown)
    told = plain(kernel_page(run, "slow").fragments["levels"])
    assert (
        "FP64 peak, datasheet at the reported clock 1.00 TFLOP/s: 1,000 FLOP x 1,000 MHz, the SM clock that the "
        "profiler reports; a sheet"
    ) in told
    assert "FP64 peak 1.40 TFLOP/s datasheet at the reported clock" in plain(run_page(run).fragments["provenance"])


def test_operations_that_were_all_counted_have_no_sign_of_a_bound() -> None:
    run = run_of(made("solve", 6, SOLVE_TRAFFIC | SOLVE_FLOP), on=OF_VECTORS)
    lead = run.kernels[0].lead
    assert (bounds.work_sign(lead), bounds.attainable_sign(lead), bounds.room_sign(lead)) == ("", "", "")


VECTORS: dict[Quantity, float] = dict.fromkeys((Quantity.FP64_FLOP, Quantity.FP32_FLOP, Quantity.FP16_FLOP), 0.0)
LOST = Absence(reason="lost", was_collected=True)


@pytest.mark.parametrize(
    ("rates", "tensor_activity", "expected"),
    [
        (VECTORS, 0.0, "0 FLOP"),
        (VECTORS, None, "0 FLOP counted"),
        ({Quantity.FP64_FLOP: 0.0}, 0.0, "0 FLOP counted"),
        (VECTORS, 1.0, None),
        (VECTORS | {Quantity.FP64_FLOP: 1.0}, 0.0, None),
        ({}, 0.0, None),
    ],
    ids=[
        "all counted",
        "tensor units unknown",
        "one precision",
        "tensor units did what was not counted",
        "some",
        "none",
    ],
)
def test_a_kernel_does_none_only_where_all_was_counted(
    rates: dict[Quantity, float], tensor_activity: float | None, *, expected: str | None
) -> None:
    more = {} if tensor_activity is None else {Quantity.TENSOR_ACTIVITY: measured(tensor_activity)}
    kernel = run_of(made("k", 1, SOLVE_TRAFFIC | rates, more=more)).kernels[0]
    assert words.no_work_text(kernel, Model.FLOP) == (expected and expected.replace(" ", NO_BREAK_SPACE, 1))
    assert words.no_work_text(kernel, Model.INSTRUCTIONS) is None


def test_operations_that_were_lost_are_neither_none_nor_all() -> None:
    kernel = made("k", 1, SOLVE_TRAFFIC | {Quantity.FP32_FLOP: 0.0})
    lost = run_of(dataclasses.replace(kernel, absences={Quantity.FP64_FLOP: LOST})).kernels[0]
    assert words.no_work_text(lost, Model.FLOP) is None
    some = made("k", 1, SOLVE_TRAFFIC | {Quantity.FP32_FLOP: 100.0})
    run = run_of(dataclasses.replace(some, absences={Quantity.FP64_FLOP: LOST}))
    lead = run.kernels[0].lead
    assert (lead.lower_bound, bounds.work_sign(lead)) == (True, bounds.AT_LEAST)
    fp32 = run.kernels[0].find_model(Model.FP32)
    assert fp32 is not None
    assert not fp32.lower_bound


def test_the_largest_gain_is_at_most_what_its_roof_leaves() -> None:
    solve, other = made("solve", 6, SOLVE_TRAFFIC | SOLVE_FLOP), made("other", 4, SOLVE_TRAFFIC | SOLVE_FLOP)
    told = words.run_sentence(run_of(solve, other)).replace(NO_BREAK_SPACE, " ")
    assert told.endswith(" The largest gain is there too: at most 30.0 % of the run's GPU time.")


def test_the_largest_gain_may_be_at_a_kernel_that_takes_less_time() -> None:
    copy, solve = (
        made("copy", 6, traffic(l1=900, l2=900, dram=900) | SOLVE_FLOP),
        made("solve", 4, SOLVE_TRAFFIC | SOLVE_FLOP),
    )
    told = words.run_sentence(run_of(copy, solve)).replace(NO_BREAK_SPACE, " ")
    assert told.endswith(" The largest gain is at solve: at most 20.0 % of the run's GPU time.")


def test_no_gain_is_told_of_a_run_whose_numbers_are_in_doubt() -> None:
    solve, other = made("solve", 6, SOLVE_TRAFFIC | SOLVE_FLOP), made("other", 4, SOLVE_TRAFFIC | SOLVE_FLOP)
    doubtful = dataclasses.replace(run_of(solve, other), problems=(Problem(summary="a fault"),))
    assert doubtful.is_in_doubt
    assert "gain" not in words.run_sentence(doubtful)


def test_a_card_does_not_say_again_what_stands_beside_its_sentence() -> None:
    run = run_of(made("solve", 6, SOLVE_TRAFFIC | SOLVE_FLOP))
    whole, card = (sentence(run).replace(NO_BREAK_SPACE, " ") for sentence in (words.run_sentence, words.card_sentence))
    assert whole.startswith("1 kernel in 6.00 ms of GPU time. solve takes all of it and")
    assert card == whole.removeprefix("1 kernel in 6.00 ms of GPU time. ").replace("all of it", "all of the GPU time")
    untimed = dataclasses.replace(run, gpu_time_s=None)
    assert words.card_sentence(untimed) == words.run_sentence(untimed)


def test_a_gain_to_a_roof_of_which_less_may_be_used_may_be_more() -> None:
    # 500 GB/s of HBM9, of which too much may have been counted.
    counted = dataclasses.replace(measured(500 / 32 * 1e9 * 6e-3), overcount=2.0)
    solve = made("solve", 6, SOLVE_TRAFFIC | SOLVE_FLOP, more={Quantity.DRAM_SECTORS: counted})
    other = made("other", 4, SOLVE_TRAFFIC | SOLVE_FLOP)
    told = words.run_sentence(run_of(solve, other)).replace(NO_BREAK_SPACE, " ")
    assert told.endswith(" The largest gain is there too: about 30.0 % of the run's GPU time.")
