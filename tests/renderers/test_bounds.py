"""The signs before numbers of which there may be more, or less."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roofline_report.domain.flop_roofline import Model
from roofline_report.domain.hardware import MemoryLevel
from roofline_report.renderers import bounds, words
from roofline_report.renderers.bounds import ABOUT, AT_LEAST, AT_MOST
from roofline_report.renderers.quantities import NO_BREAK_SPACE
from tests.checklist.reports import TIME, Cells, level, long_table, model, run_of

if TYPE_CHECKING:
    from pathlib import Path

    from roofline_report.report.model import RunReport

SASS = "smsp__sass_thread_inst_executed_op_"
CLOCK: Cells = {"lts__cycles_elapsed.avg.per_second": ("hz", "1,000,000,000")}
WORK: Cells = {
    TIME: ("us", "100.0"),
    **{f"{SASS}{kind}_pred_on.sum": ("inst", "10,000,000") for kind in ("fadd", "fmul", "ffma")},
}
HIDDEN: Cells = {"sm__inst_executed_pipe_tensor.sum": ("inst", "1,000")}
ALL_LOOK_UPS: Cells = {"lts__t_sectors.sum": ("sector", "10,000,000")}
OF_THE_SMS: Cells = {"lts__t_sectors_srcunit_tex.sum": ("sector", "10,000,000")}
OWN_PEAK: Cells = {
    "lts__t_bytes.sum": ("byte", "320,000,000"),
    "lts__t_bytes.sum.peak_sustained": ("byte/cycle", "4,096"),
}


def report(root: Path, cells: Cells, *, capability: str = "8.0") -> RunReport:
    device = {"8.0": "NVIDIA A100-SXM4-40GB", "7.0": "Tesla V100-SXM2-16GB"}[capability]
    text = long_table(WORK | CLOCK | cells, capability=capability)
    return run_of(root, {"a.csv": text}, run_file=f"device: {device}\n")


def signs(root: Path, cells: Cells, *, of: Model, capability: str = "8.0") -> list[str]:
    """Return the signs of L2: before use, intensity, roof there and reached, then that of the headroom."""
    (kernel,) = report(root, cells, capability=capability).kernels
    found, at = model(kernel, of), level(kernel, MemoryLevel.L2, of=of)
    return [
        bounds.use_sign(at),
        bounds.intensity_sign(found, at),
        bounds.roof_sign(found, at),
        bounds.reached_sign(found, at),
        bounds.room_sign(found),
    ]


@pytest.mark.parametrize(
    ("cells", "of", "capability", "expected"),
    [
        # Of L1 and the device memory nothing is known, so that the headroom may be less.
        (OF_THE_SMS, Model.FP32, "8.0", ["", "", "", "", AT_MOST]),
        # Look-ups between the two partitions of L2 are among them, which 7.0 does not have.
        (ALL_LOOK_UPS, Model.FP32, "8.0", [AT_MOST, AT_LEAST, AT_LEAST, AT_MOST, ABOUT]),
        (ALL_LOOK_UPS, Model.FP32, "7.0", ["", "", "", "", AT_MOST]),
        # What was not counted may be slow, and its own flat roof below the slope.
        (OF_THE_SMS | HIDDEN, Model.FLOP, "8.0", ["", AT_LEAST, ABOUT, AT_LEAST, AT_MOST]),
        (ALL_LOOK_UPS | HIDDEN, Model.FLOP, "8.0", [AT_MOST, AT_LEAST, ABOUT, ABOUT, ABOUT]),
        # The share of its own peak is what was counted, whoever asked.
        (OWN_PEAK, Model.FP32, "8.0", ["", "", "", "", AT_MOST]),
    ],
)
def test_signs_follow_from_what_was_not_counted_or_counted_too_much(
    tmp_path: Path, cells: Cells, of: Model, capability: str, expected: list[str]
) -> None:
    assert signs(tmp_path, cells, of=of, capability=capability) == expected


def test_a_verdict_on_what_may_be_counted_too_much_says_or_less(tmp_path: Path) -> None:
    run = report(tmp_path, ALL_LOOK_UPS)
    sentence = words.model_sentence(model(run.kernels[0], Model.FP32), run.device).replace(NO_BREAK_SPACE, " ")
    # 3.2 TB/s of 5,120 B/clk at 1 GHz.
    assert "L2 at 62.5 % or less; headroom about 1.6x" in sentence
    assert "It achieves 400.0 GFLOP/s of about 640.0 GFLOP/s attainable" in sentence


@pytest.mark.parametrize(
    ("cells", "of", "expected"),
    [
        # 40 MFLOP in 2.4 us are 86 % of the peak of FP32, and what the tensor units did may have a far higher one.
        (HIDDEN, Model.FLOP, "at least 16.7 TFLOP/s of about 19.5 TFLOP/s attainable"),
        ({}, Model.FLOP, "at least 16.7 TFLOP/s of about 19.5 TFLOP/s attainable"),
        # Of FP32 alone the peak is known; roofs of memory are not.
        (HIDDEN, Model.FP32, "16.7 TFLOP/s of at most 19.5 TFLOP/s attainable"),
    ],
)
def test_the_peak_of_a_mix_of_which_a_part_is_unknown_is_no_bound(
    tmp_path: Path, cells: Cells, of: Model, expected: str
) -> None:
    run = report(tmp_path, cells | {TIME: ("us", "2.4")})
    sentence = words.model_sentence(model(run.kernels[0], of), run.device).replace(NO_BREAK_SPACE, " ")
    assert f"It achieves {expected}" in sentence
