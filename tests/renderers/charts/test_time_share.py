"""Bars of time shares, with what has no bar of its own summed up in the last one."""

from __future__ import annotations

import re

import pytest

from roofline_report.domain.quantity import Quantity
from roofline_report.renderers.charts.time_share import MOST_BARS, TimeShare
from tests.domain.kernels import kernel
from tests.report.test_build import run_of


def bars(html: str) -> list[float]:
    return [float(width) for width in re.findall(r'<rect width="([\d.]+)%"', html)]


def test_every_kernel_has_a_bar_of_its_share() -> None:
    run = run_of(
        kernel("a", launches=3, quantities={Quantity.DURATION: 1e-6}),
        kernel("b", launches=1, quantities={Quantity.DURATION: 1e-6}),
    )
    html = TimeShare().draw(run)
    assert bars(html) == [75.0, 25.0]
    assert "4.00\N{NO-BREAK SPACE}µs of GPU time in 4 launches." in html


def test_the_last_bar_holds_all_that_have_none() -> None:
    run = run_of(*(kernel(f"k{n}", quantities={Quantity.DURATION: 1e-6}) for n in range(MOST_BARS + 8)))
    html = TimeShare().draw(run)
    assert len(bars(html)) == MOST_BARS + 1
    assert sum(bars(html)) == pytest.approx(100, abs=0.01)
    assert "8 other kernels" in html


def test_untimed_kernels_are_counted_not_drawn() -> None:
    run = run_of(kernel("a", quantities={Quantity.DURATION: 1e-6}), kernel("b", quantities={}))
    html = TimeShare().draw(run)
    assert bars(html) == [100.0]
    assert "1 of 2 kernels was not timed." in html


def test_without_any_time_there_is_a_sentence_and_no_bar() -> None:
    html = TimeShare().draw(run_of(kernel("a", quantities={})))
    assert bars(html) == []
    assert "No kernel of this run was timed." in html
