"""Roofs of a run and of its kernels: axes that can be compared, and no decade that stays empty."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Final

import pytest

from roofline_report.domain.flop_roofline import Model
from roofline_report.domain.hardware import BandwidthCeiling, Clock, CycleRate, MemoryLevel, Origin
from roofline_report.domain.quantity import Quantity
from roofline_report.renderers.charts.roof_lines import last_ridge
from roofline_report.report.common_axes import with_common_axes
from roofline_report.report.roofs import roofs_of_device, roofs_of_kernel
from tests.renderers.pages.made_runs import COPY, PARTLY, ROUND, SOLVE, SOLVE_TRAFFIC, ceiling, made, run_of

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


def on(slug: str | None, run: RunReport) -> RunReport:
    return dataclasses.replace(run, device=dataclasses.replace(run.device, slug=slug))


def test_runs_on_one_device_have_the_axes_that_any_of_them_needs() -> None:
    far = made("far", 2, SOLVE_TRAFFIC | {Quantity.FP32_FLOP: 1})
    runs = [on("round", run_of(*kernels)) for kernels in ((SOLVE, GEMM), (SOLVE,), (far,))]
    with_tensor, without, wide = with_common_axes([*runs, on("another", run_of(SOLVE))])[:3]
    assert frame_of(without) == frame_of(with_tensor) == frame_of(runs[0])
    assert frame_of(wide).widened
    assert frame_of(wide).y_min < frame_of(without).y_min
    assert frame_of(wide).y_max == frame_of(with_tensor).y_max


@pytest.mark.parametrize("slug", ["another", None])
def test_a_run_on_another_device_or_on_none_that_is_known_keeps_its_axes(slug: str | None) -> None:
    runs = (on("round", run_of(SOLVE, GEMM)), on(slug, run_of(SOLVE)), on(slug, run_of(SOLVE)))
    assert with_common_axes(runs) == runs


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


@pytest.mark.parametrize(
    ("gigahertz", "drawn"),
    [
        # 4000 B/clk at the clock of the kernel are 3.2 TB/s, and a benchmark at another clock reached 3.5 TB/s.
        (0.8, [3.2e12]),
        (1.0, [4.0e12, 3.5e12]),
        # At boost clock, as no clock was reported.
        (None, [4.4e12, 3.5e12]),
    ],
)
def test_what_a_benchmark_reached_at_a_higher_clock_is_no_roof(gigahertz: float | None, drawn: list[float]) -> None:
    stated = [each for each in ROUND.bandwidth_ceilings if each.level is not MemoryLevel.L2]
    of_l2 = [ceiling(MemoryLevel.L2, 4_400), ceiling(MemoryLevel.L2, 3_500, origin=Origin.MEASURED)]
    device = dataclasses.replace(
        ROUND,
        bandwidth_ceilings=(*stated, *(each for each in of_l2 if isinstance(each, BandwidthCeiling))),
        rates=(
            CycleRate(
                roof=MemoryLevel.L2,
                per_cycle=4000,
                clock=Clock.L2,
                arithmetic="a",
                sources=("s",),
                given_in="round.yaml",
            ),
        ),
    )
    clocks = {} if gigahertz is None else {Clock.L2: gigahertz * 1e9}
    run = run_of(dataclasses.replace(SOLVE, clocks=clocks), on=device)
    roofs = run.lead.roofs
    assert [each.bytes_per_s for each in roofs.bandwidths if each.level is MemoryLevel.L2] == pytest.approx(drawn)
    of_kernel = roofs_of_kernel(roofs, run.kernels[0], device=run.device, options=run.options)
    assert [each for each in of_kernel.bandwidths if each.level is MemoryLevel.L2] == [
        each for each in roofs.bandwidths if each.level is MemoryLevel.L2
    ]


def test_sides_are_shaded_where_there_is_one_flat_roof() -> None:
    run = run_of(SOLVE)
    roofs = {each.model: each.roofs for each in run.models}
    # 5 TFLOP/s over 1 TB/s.
    assert last_ridge(roofs[Model.FP64]) == pytest.approx(5)
    # Right of the ridge of FP64 is left of that of FP32.
    assert last_ridge(roofs[Model.FLOP]) is None
    of_kernel = roofs_of_kernel(roofs[Model.FLOP], run.kernels[0], device=run.device, options=run.options)
    assert last_ridge(of_kernel) == pytest.approx(20 / 3)
