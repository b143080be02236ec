"""Roofs of a run and of its kernels: axes that can be compared, and no decade that stays empty."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roofline_report.domain.flop_roofline import Model
from roofline_report.domain.quantity import Quantity
from roofline_report.report.roofs import roofs_of_device, roofs_of_kernel
from tests.renderers.pages.made_runs import COPY, PARTLY, ROUND, SOLVE, SOLVE_TRAFFIC, made, run_of

if TYPE_CHECKING:
    from roofline_report.report.model import RunReport
    from roofline_report.report.rooflines import Frame

GEMM: Final = made("gemm", 2, SOLVE_TRAFFIC | {Quantity.FP32_FLOP: 100, Quantity.FP16_TENSOR_FLOP: 50_000})
HALF: Final = made("half", 2, SOLVE_TRAFFIC | {Quantity.FP16_FLOP: 20_000})
DOUBLE: Final = made("double", 2, SOLVE_TRAFFIC | {Quantity.FP64_FLOP: 1_000})


def frame_of(run: RunReport, model: Model = Model.FLOP) -> Frame:
    (found,) = (each.roofs.frame for each in run.models if each.model is model)
    return found


def test_runs_without_tensor_work_have_one_frame_whatever_else_they_do() -> None:
    frames = {frame_of(run_of(*kernels)) for kernels in ((SOLVE, COPY), (HALF,), (DOUBLE,), (PARTLY,))}
    (frame,) = frames
    # 40 TFLOP/s of FP16 are the highest peak; 2 x 40 FLOP/byte are twice the last ridge, at 1 TB/s.
    assert (frame.x_min, frame.x_max, frame.y_min, frame.y_max) == (0.01, 100, 1e10, 1e14)


def test_tensor_work_adds_the_room_above_and_on_the_right_that_its_roof_needs() -> None:
    with_tensor, without = frame_of(run_of(SOLVE, GEMM)), frame_of(run_of(SOLVE))
    # 100 TFLOP/s would be the upper edge of 10^14.
    assert (with_tensor.x_max, with_tensor.y_max) == (1000, 1e15)
    assert (with_tensor.x_min, with_tensor.y_min) == (without.x_min, without.y_min)
    assert not with_tensor.widened


def test_all_kernels_of_a_run_have_its_frame_those_without_tensor_work_too() -> None:
    run = run_of(SOLVE, GEMM)
    (model,) = (each for each in run.models if each.model is Model.FLOP)
    frames = {
        roofs_of_kernel(model.roofs, kernel, device=run.device, options=run.options).frame for kernel in run.kernels
    }
    assert frames == {model.roofs.frame}


def test_the_frame_of_one_precision_is_that_of_its_own_peak() -> None:
    # 5 TFLOP/s of FP64.
    assert frame_of(run_of(SOLVE, GEMM), Model.FP64).y_max == 1e13
    assert frame_of(run_of(SOLVE, GEMM), Model.TENSOR).y_max == 1e15


def test_the_axes_of_a_device_have_room_for_its_tensor_units() -> None:
    assert roofs_of_device(ROUND, Model.FLOP).frame == frame_of(run_of(GEMM))
