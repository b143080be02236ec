"""Numbers as an engineer writes them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roofline_report.renderers import quantities

NBSP = "\N{NO-BREAK SPACE}"


def plain(text: str) -> str:
    return text.replace(NBSP, " ")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (19.8256, "19.8"),
        (0.774656, "0.775"),
        (0.8, "0.800"),
        (2.24621, "2.25"),
        (329.57, "329.6"),
        (999.96, "1,000"),
        (9.996, "10.0"),
        (12345.0, "12,345"),
        (0.00123456, "0.00123"),
        (1.5e-7, "1.50e-07"),
        (0, "0"),
        (None, "\N{EN DASH}"),
        (float("inf"), "∞"),
        (float("nan"), "\N{EN DASH}"),
    ],
)
def test_three_significant_digits(value: float | None, text: str) -> None:
    assert quantities.number(value) == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (quantities.instruction_rate(19.8256e9), "19.8 warp GIPS"),
        (quantities.bandwidth(329.57e9), "329.6 GB/s"),
        (quantities.bandwidth(3270.7e9), "3.27 TB/s"),
        (quantities.transactions_rate(35.425e9), "35.4 GTXN/s"),
        (quantities.time(26.445e-6), "26.4 µs"),
        (quantities.time(2.670947e-3), "2.67 ms"),
        (quantities.time(0.9999e-6), "1.00 µs"),
        (quantities.time(0.0), "0 ns"),
        (quantities.size(33293452), "33.3 MB"),
        (quantities.percent(0.29072), "29.1 %"),
        (quantities.percent(0.0001), "< 0.1 %"),
        (quantities.percent(0.0), "0 %"),
        (quantities.percent(1.0), "100 %"),
        (quantities.percent(0.9999), "100.0 %"),
        (quantities.size(672), "672 B"),
        (quantities.size(0.5), "0.500 B"),
        (quantities.factor(3.4398), "3.4x"),
        (quantities.factor(1234.5), "1,234x"),
        (quantities.percent(1e90), "1.00e+92 %"),
        (quantities.factor(1e7), "1.00e+07x"),
        (quantities.count(74784015), "74,784,015"),
        (quantities.exact(101.0), "101"),
        (quantities.exact(0.1), "0.1"),
        (quantities.six_digits(25.07831), "25.0783"),
        (quantities.six_digits(2337000.46875), "2,337,000.47"),
    ],
)
def test_units_and_prefixes(text: str, expected: str) -> None:
    assert plain(text) == expected


@pytest.mark.parametrize(
    "function",
    [
        quantities.number,
        quantities.exact,
        quantities.count,
        quantities.bandwidth,
        quantities.instruction_rate,
        quantities.time,
        quantities.percent,
        quantities.factor,
        quantities.six_digits,
    ],
)
def test_a_missing_value_is_never_a_zero(function: object) -> None:
    assert callable(function)
    assert function(None) == quantities.UNKNOWN


@given(st.floats(min_value=1e-4, max_value=9e5))
def test_a_printed_number_is_within_half_a_unit_of_its_third_digit(value: float) -> None:
    printed = float(quantities.number(value).replace(",", ""))
    assert printed == pytest.approx(value, rel=5.1e-3)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1.0, "1"),
        (4.0, "4"),
        (0.5, "1/2"),
        (0.03125, "1/32"),
        (0.1, "1/10"),
        (1 / 3, "1/3"),
        (1 / 1024, "1/1024"),
        (1 / 1025, repr(1 / 1025)),
        (0.333, "0.333"),
        (0.4, "0.4"),
        (0.0, "0"),
    ],
)
def test_a_weight_that_is_one_of_several_parts_is_a_fraction(value: float, text: str) -> None:
    assert quantities.weight(value) == text
