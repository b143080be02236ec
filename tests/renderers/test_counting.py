"""What stands with the numbers of a model: which operations were counted, and by which conventions."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Final

import pytest

from roofline_report.domain.conventions import AtomicsCount, Conventions, HalfCount
from roofline_report.domain.flop_roofline import Model
from roofline_report.domain.quantity import Quantity
from roofline_report.renderers.counting import conventions_sentence, counted_sentence
from tests.renderers.pages.made_runs import (
    OLD,
    ROUND,
    SOLVE,
    SOLVE_FLOP,
    SOLVE_TRAFFIC,
    captions_in,
    kernel_page,
    made,
    run_of,
    run_page,
)

if TYPE_CHECKING:
    from roofline_report.domain.profile import Kernel

ONCE: Final = "an L2 atomic or reduction once where the metrics allow it."
TWICE: Final = "an L2 atomic or reduction twice, as nvprof counts it."
IDLE: Final = {Quantity.TENSOR_ACTIVITY: 0.0}
ACTIVE: Final = {Quantity.TENSOR_ACTIVITY: 1.0}
HALF: Final = {Quantity.FP16_FLOP: 100.0}


def counting(**counts: float) -> Kernel:
    return made("k", 6, SOLVE_TRAFFIC | {Quantity(name): count for name, count in counts.items()})


@pytest.mark.parametrize(
    ("weight", "atomics", "told"),
    [
        (4.0, AtomicsCount.ONCE, f"A shared-memory wavefront counts as 4 of them at L1, {ONCE}"),
        (1.0, AtomicsCount.TWICE, f"A shared-memory wavefront counts as 1 of them at L1, {TWICE}"),
        (2.5, AtomicsCount.ONCE, f"A shared-memory wavefront counts as 2.5 of them at L1, {ONCE}"),
    ],
)
def test_conventions_of_instructions_are_those_of_transactions(weight: float, atomics: AtomicsCount, told: str) -> None:
    conventions = Conventions(shared_weight=weight, l2_atomics=atomics)
    assert conventions_sentence(conventions, Model.INSTRUCTIONS, kernels=()) == f"A transaction is 32 bytes. {told}"


@pytest.mark.parametrize(
    ("half", "told"),
    [
        (HalfCount.PACKED, "as two operations, because these work on pairs."),
        (HalfCount.SCALAR, "as one operation."),
    ],
)
def test_how_half_is_counted_is_told_where_there_is_any(half: HalfCount, told: str) -> None:
    conventions = Conventions(fp16=half)
    both = counting(fp32_flop=100, fp16_flop=100, fp16_flop_scalar=50)
    kernels = run_of(SOLVE, both).kernels
    for model in Model:
        if model.counts_flop:
            sentence = conventions_sentence(conventions, model, kernels=kernels)
            more = f", a thread instruction of FP16 {told}" if model in (Model.FLOP, Model.FP16) else "."
            assert sentence == f"An FMA counts as two operations{more}"


def test_half_of_which_there_is_none_needs_no_convention() -> None:
    kernels = run_of(counting(fp32_flop=100, fp16_flop=0)).kernels
    assert conventions_sentence(Conventions(), Model.FLOP, kernels=kernels) == "An FMA counts as two operations."


@pytest.mark.parametrize(
    ("kernels", "told"),
    [
        ([SOLVE], "Counted: FP64 and FP32; FP16 and tensor operations were not collected."),
        # A kernel of which nothing was counted is not in the chart.
        ([SOLVE, OLD], "Counted: FP64 and FP32; FP16 and tensor operations were not collected."),
        ([counting(fp32_flop=9)], "Counted: FP32; FP64, FP16 and tensor operations were not collected."),
        (
            [made("k", 6, SOLVE_TRAFFIC | SOLVE_FLOP | HALF | IDLE)],
            "Counted: FP64, FP32 and FP16; the tensor units were idle.",
        ),
        (
            [made("k", 6, SOLVE_TRAFFIC | SOLVE_FLOP | HALF | ACTIVE)],
            "Counted: FP64, FP32 and FP16; tensor units were active, and what they did was not counted.",
        ),
        (
            [SOLVE, made("k", 6, SOLVE_TRAFFIC | SOLVE_FLOP | HALF | ACTIVE)],
            (
                "Counted: FP64 and FP32; of some kernels FP16 too; "
                "tensor units were active in some kernels, and what they did was not counted."
            ),
        ),
        # Of one kernel it is known, of the other it is not.
        (
            [SOLVE, made("k", 6, SOLVE_TRAFFIC | SOLVE_FLOP | IDLE)],
            "Counted: FP64 and FP32; FP16 and tensor operations were not collected.",
        ),
        (
            [counting(fp64_flop=9), counting(fp32_flop=9)],
            ("Counted: FP64 and FP32, each of some kernels only; FP16 and tensor operations were not collected."),
        ),
        (
            [counting(fp64_flop=9, fp32_flop=0, fp16_flop=0, fp16_tensor_flop=9, bf16_tensor_flop=9)],
            "Counted: FP64, FP32, FP16, FP16 tensor and BF16 tensor; other tensor operations were not collected.",
        ),
    ],
)
def test_a_sum_over_all_precisions_says_which_were_counted(kernels: list[Kernel], told: str) -> None:
    named = [dataclasses.replace(kernel, name=f"k{number}") for number, kernel in enumerate(kernels)]
    run = run_of(*named)
    assert counted_sentence(run.kernels, run.device) == told


def test_nothing_is_told_where_no_operation_was_counted() -> None:
    run = run_of(OLD)
    assert counted_sentence(run.kernels, run.device) is None


def test_the_words_are_those_of_the_maker() -> None:
    run = run_of(SOLVE, on=dataclasses.replace(ROUND, vendor="AMD"))
    told = "Counted: FP64 and FP32; FP16 and matrix operations were not collected."
    assert counted_sentence(run.kernels, run.device) == told


def test_a_device_before_tensor_units_lacks_no_operations_of_theirs() -> None:
    run = run_of(SOLVE, on=dataclasses.replace(ROUND, compute_capability="6.1"))
    assert counted_sentence(run.kernels, run.device) == "Counted: FP64 and FP32; FP16 operations were not collected."


def test_charts_of_all_precisions_say_it_and_no_others() -> None:
    run = run_of(SOLVE)
    for captions in (
        captions_in(kernel_page(run).fragments["chart"]),
        captions_in(run_page(run).fragments["chart-roofline"]),
    ):
        assert "Counted: FP64 and FP32; FP16 and tensor operations were not collected." in captions[0]
        assert [caption for caption in captions[1:] if "Counted" in caption or "FP16" in caption] == []
