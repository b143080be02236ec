"""Ridge, roof and share of a roof, on numbers that a head can check."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roofline_report.domain import roofline

positive = st.floats(min_value=1e-6, max_value=1e15)


def test_intensity_is_work_per_traffic() -> None:
    assert roofline.intensity(6.0, 4.0) == 1.5


def test_no_traffic_gives_no_intensity() -> None:
    assert roofline.intensity(6.0, 0.0) is None


def test_the_ridge_of_the_v100s_dram_roof() -> None:
    assert roofline.ridge_point(511.04e9, 35.425e9) == pytest.approx(14.4260, rel=1e-5)


def test_without_a_peak_the_diagonal_bounds_alone() -> None:
    assert roofline.attainable(100.0, bandwidth=2.0, peak=None) == 200.0


@given(positive, positive, positive)
def test_the_roof_is_the_lower_of_its_two_parts(at: float, bandwidth: float, peak: float) -> None:
    roof = roofline.attainable(at, bandwidth=bandwidth, peak=peak)
    left_of_ridge = at < roofline.ridge_point(peak, bandwidth)
    expected = at * bandwidth if left_of_ridge else peak
    assert roof == pytest.approx(expected, rel=1e-9)
