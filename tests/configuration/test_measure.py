from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roofline_report.configuration.measure import Measure, NotAMeasure, expected_measure, read_measure


@pytest.mark.parametrize(
    ("text", "dimension", "value", "unit", "si_value"),
    [
        ("1134 GB/s", "byte/s", 1134.0, "GB/s", 1.134e12),
        ("1134GB/s", "byte/s", 1134.0, "GB/s", 1.134e12),
        ("  2.9968 TB/s ", "byte/s", 2.9968, "TB/s", 2.9968e12),
        ("35.425 GTXN/s", "transaction/s", 35.425, "GTXN/s", 35.425e9),
        ("35.425 Gsector/s", "sector/s", 35.425, "Gsector/s", 35.425e9),
        ("511.04 warp GIPS", "inst/s", 511.04, "warp GIPS", 511.04e9),
        ("511.04 Ginst/s", "inst/s", 511.04, "Ginst/s", 511.04e9),
        ("1.597 GHz", "hz", 1.597, "GHz", 1.597e9),
        ("128 B/clk", "byte/cycle", 128.0, "B/clk", 128.0),
        ("1024 FLOP/clk", "FLOP/cycle", 1024.0, "FLOP/clk", 1024.0),
        ("4096 bit", "bit", 4096.0, "bit", 4096.0),
        ("8.2e3 GFLOP/s", "FLOP/s", 8200.0, "GFLOP/s", 8.2e12),
        ("4", "1", 4.0, "", 4.0),
        (".5 TB/s", "byte/s", 0.5, "TB/s", 5e11),
    ],
)
def test_a_number_is_read_with_its_unit(text: str, dimension: str, value: float, unit: str, si_value: float) -> None:
    measure = read_measure(text, (dimension,))

    assert isinstance(measure, Measure)
    assert (measure.value, measure.unit, measure.dimension) == (value, unit, dimension)
    assert math.isclose(measure.si_value, si_value, rel_tol=1e-12)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("fast", "is not a number with a unit"),
        ("", "is not a number with a unit"),
        ("1,134 GB/s", "is not a number with a unit"),
        ("1_134 GB/s", "is not a number with a unit"),
        ("1.1.3 GB/s", "is not a number with a unit"),
        ("nan GB/s", "is not a number with a unit"),
        ("inf GB/s", "is not a number with a unit"),
        (".inf", "is not a number with a unit"),
        ("0 GB/s", "is not above zero and finite"),
        ("-3 GB/s", "is not above zero and finite"),
        ("1e308 TB/s", "is not above zero and finite"),
        ("1e999 GB/s", "is not above zero and finite"),
        ("1e-400 GB/s", "is not above zero and finite"),
        ("1134", "has no unit"),
        ("1134 MHz", "has a unit that does not fit"),
        ("1134 GiB/s", "has a unit that is not known"),
        ("1134 furlongs", "has a unit that is not known"),
        ("1134 gb/s", "has a unit that is not known"),
    ],
)
def test_what_is_no_bandwidth_says_why(text: str, reason: str) -> None:
    found = read_measure(text, ("byte/s",))

    assert isinstance(found, NotAMeasure)
    assert found.reason == reason


@pytest.mark.parametrize("text", ["1e31 B/s", "1e300 GB/s", "1e-31 B/s", "1e-320 B/s"])
def test_what_nothing_can_be_is_no_bandwidth(text: str) -> None:
    found = read_measure(text, ("byte/s",))

    assert isinstance(found, NotAMeasure)
    assert found.remedy


def test_powers_of_1024_are_named_as_the_cause() -> None:
    found = read_measure("900 GiB/s", ("byte/s",))

    assert isinstance(found, NotAMeasure)
    assert found.remedy is not None
    assert "1024" in found.remedy


def test_commas_between_digits_are_named_as_the_cause() -> None:
    found = read_measure("1,134 GB/s", ("byte/s",))

    assert isinstance(found, NotAMeasure)
    assert found.remedy == "write it without commas or underscores between the digits"


def test_what_is_expected_shows_an_example_of_each_dimension() -> None:
    assert expected_measure(("byte/s", "transaction/s")) == (
        'a number with a unit, such as "1134 GB/s" or "35.4 GTXN/s"'
    )


@given(text=st.text(max_size=40))
def test_no_text_raises_and_no_value_is_other_than_positive(text: str) -> None:
    found = read_measure(text, ("byte/s", "1"))

    assert isinstance(found, NotAMeasure) or 0 < found.si_value < math.inf


@given(value=st.floats(min_value=1e-3, max_value=1e6), prefix=st.sampled_from(["", "k", "M", "G", "T"]))
def test_a_prefix_is_a_power_of_1000(value: float, prefix: str) -> None:
    measure = read_measure(f"{value!r} {prefix}B/s", ("byte/s",))

    assert isinstance(measure, Measure)
    assert math.isclose(measure.si_value, value * 1000.0 ** ("", "k", "M", "G", "T").index(prefix), rel_tol=1e-12)
