"""The axis frame is whole decades, the same for every run on one device."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roofline_report.domain.flop_roofline import Model
from roofline_report.report.frame import frame_of, widened

if TYPE_CHECKING:
    from roofline_report.report.rooflines import Frame

WITHOUT_DEVICE = frame_of(Model.INSTRUCTIONS, bandwidths=[], peaks=[])

positive = st.floats(min_value=1e-8, max_value=1e14)


def frame_on_v100s(*points: tuple[float, float]) -> Frame:
    of_device = frame_of(Model.INSTRUCTIONS, bandwidths=[511.04e9, 102.21e9, 35.425e9], peaks=[511.04e9])
    return widened(of_device, points)


def test_the_frame_of_a_v100s() -> None:
    frame = frame_on_v100s((0.8, 19.8e9))
    assert (frame.x_min, frame.x_max, frame.y_min, frame.y_max) == (0.01, 100.0, 1e9, 1e12)
    assert not frame.widened


def test_the_flat_roof_has_room_right_of_the_last_ridge() -> None:
    # 1045.44 warp GIPS over 104.76 GTXN/s: the ridge is at 9.98.
    frame = frame_of(Model.INSTRUCTIONS, bandwidths=[1045.44e9, 104.76e9], peaks=[1045.44e9])
    assert frame.x_max == 100.0


@pytest.mark.parametrize(
    ("peak", "highest"), [(7.83e12, 1e13), (8e12, 1e13), (8.01e12, 1e14), (9.7e12, 1e14), (1e13, 1e14)]
)
def test_a_flat_roof_does_not_lie_on_the_upper_edge(peak: float, highest: float) -> None:
    frame = frame_of(Model.FP64, bandwidths=[900e9], peaks=[peak])
    # The room is added above: four decades below the one that the peak is in are there all the same.
    assert (frame.y_min, frame.y_max) == (1e9, highest)


def test_two_runs_on_one_device_have_the_same_frame() -> None:
    first, second = frame_on_v100s((0.8, 19.8e9)), frame_on_v100s((50.0, 400e9), (0.02, 2e9))
    assert first == second


def test_a_point_outside_widens_the_frame_by_whole_decades_and_says_so() -> None:
    frame = frame_on_v100s((250.0, 0.3e9))
    assert (frame.x_max, frame.y_min, frame.widened) == (1000.0, 1e8, True)


def test_without_a_device_there_is_a_frame_all_the_same() -> None:
    frame = frame_of(Model.INSTRUCTIONS, bandwidths=[], peaks=[])
    assert (frame.x_min, frame.x_max, frame.y_min, frame.y_max) == (0.01, 100.0, 1e9, 1e12)


@given(st.lists(st.tuples(positive, positive), max_size=5), st.booleans())
def test_every_point_lies_in_a_frame_of_whole_decades(points: list[tuple[float, float]], with_device: bool) -> None:  # noqa: FBT001
    frame = frame_on_v100s(*points) if with_device else widened(WITHOUT_DEVICE, points)
    for edge in (frame.x_min, frame.x_max, frame.y_min, frame.y_max):
        assert math.log10(edge) == round(math.log10(edge))
    for x, y in points:
        assert frame.x_min <= x * (1 + 1e-8)
        assert x <= frame.x_max * (1 + 1e-8)
        assert frame.y_min <= y * (1 + 1e-8)
        assert y <= frame.y_max * (1 + 1e-8)


@pytest.mark.parametrize(("intensity", "is_wider"), [(99.0, True), (80.0, False), (0.0101, True), (0.02, False)])
def test_a_dot_near_the_edge_is_not_cut_in_half(intensity: float, *, is_wider: bool) -> None:
    # Without ceilings the axis is from 0.01 to 100.
    assert widened(WITHOUT_DEVICE, [(intensity, 5e10)]).widened is is_wider


def test_a_roof_outside_widens_the_frame_until_there_is_room_above_it() -> None:
    frame = frame_on_v100s()
    assert widened(frame, [], flat=[0.8e12]) == frame
    assert (widened(frame, [], flat=[0.81e12]).y_max, widened(frame, [], flat=[0.81e12]).widened) == (1e13, True)
    assert widened(frame, [], flat=[0.9e9]).y_min == 1e8
