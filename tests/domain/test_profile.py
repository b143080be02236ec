"""Statistics add up as sums, whatever order and grouping they come in."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roofline_report.domain.profile import Kernel, Statistic
from roofline_report.domain.quantity import Quantity
from tests.domain.kernels import kernel

values = st.lists(st.integers(min_value=0, max_value=10**9).map(float), min_size=1, max_size=20)


@given(values, values)
def test_adding_two_statistics_is_the_statistic_of_all_launches(first: list[float], second: list[float]) -> None:
    added = Statistic.of(first) + Statistic.of(second)
    together = Statistic.of(first + second)
    assert (added.count, added.minimum, added.maximum) == (together.count, together.minimum, together.maximum)
    assert added.total == together.total
    assert added.sum_of_squares == pytest.approx(together.sum_of_squares, rel=1e-12)


def test_what_one_side_does_not_know_the_sum_does_not_know() -> None:
    added = Statistic.of([1.0, 2.0]) + Statistic(count=1, total=5.0, minimum=5.0, maximum=5.0)
    assert added.sum_of_squares is None
    assert (added.minimum, added.maximum, added.mean) == (1.0, 5.0, 8.0 / 3)


def test_nothing_measured_is_no_statistic() -> None:
    with pytest.raises(ValueError, match="at least one value"):
        Statistic.of([])


def test_the_time_of_all_launches_is_the_mean_times_their_number() -> None:
    timed = kernel(launches=101, quantities={Quantity.DURATION: 2e-6})
    assert timed.total_duration_s == pytest.approx(202e-6)
    untimed = Kernel(name="k", launches=3, measurements={})
    assert untimed.total_duration_s is None
