from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roofline_report.readers.text.printed_number import CellKind, read_count, read_number, read_quantity

if TYPE_CHECKING:
    from decimal import Decimal


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("74,784,015.00", 74784015.0),
        ("1,000", 1000.0),
        ("117.344", 117.344),
        ("1e+06", 1e6),
        ("2.5E-3", 0.0025),
        ("-3", -3.0),
        ("0", 0.0),
        ("12.", 12.0),
        (".5", 0.5),
        (" 42 ", 42.0),
        ("1234567.5", 1234567.5),
    ],
)
def test_numbers_with_commas_for_thousands_are_read(text: str, value: float) -> None:
    cell = read_number(text)
    assert cell.kind is CellKind.NUMBER
    assert cell.value == value


@pytest.mark.parametrize("text", ["", "n/a", "N/A", "(!) n/a", "(!)  nan", "nan", "-nan", "inf", "-inf", "1e999", "  "])
def test_nothing_measured_is_missing_and_not_zero(text: str) -> None:
    cell = read_number(text)
    assert cell.kind is CellKind.MISSING
    assert math.isnan(cell.value)


@pytest.mark.parametrize(
    "text",
    [
        "12,3",
        "1.234,5",
        "27.595.520",
        "1,2,3",
        "1,23,456",
        "1 234",
        "1\u00a0234",
        "1\u202f234,5",
        "1'234",
        "65,77",
        "65,77 %",
        "1234,567",
        "0,125",
        "0 125",
    ],
)
def test_numbers_of_another_locale_are_told_apart(text: str) -> None:
    assert read_number(text).kind is CellKind.FOREIGN


@pytest.mark.parametrize(
    "text",
    ["Low (1)", "abc", "0x1F", "(128, 1, 1)", "1e", "--1", "\u0663", "1_000", "12three", "1e31", "-2e300", "1e-31"],
)
def test_text_is_no_number(text: str) -> None:
    assert read_number(text).kind is CellKind.TEXT


@pytest.mark.parametrize("text", ["1e-400", "-2.5E-999", "0.0001e-350"])
def test_what_is_too_small_for_a_float_does_not_become_a_zero(text: str) -> None:
    assert read_number(text).kind is CellKind.TEXT


@pytest.mark.parametrize("text", ["0", "0.000", "-0", "0e5", "0.0E-12"])
def test_a_printed_zero_is_a_zero(text: str) -> None:
    cell = read_number(text)
    assert cell.kind is CellKind.NUMBER
    assert cell.value == 0


@pytest.mark.parametrize(
    ("text", "value", "dimension"),
    [
        ("157.16GB/s", 157.16e9, "byte/s"),
        ("98.7%", 98.7, "%"),
        ("1344", 1344.0, "1"),
        ("2.5ms", 0.0025, "s"),
        ("40.860352KB", 40860.352, "byte"),
    ],
)
def test_a_cell_of_nvprof_may_hold_its_unit(text: str, value: float, dimension: str) -> None:
    cell = read_quantity(text)
    assert cell.kind is CellKind.NUMBER
    assert cell.value == pytest.approx(value, rel=1e-12)
    assert cell.unit is not None
    assert cell.unit.dimension == dimension


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Low (1)", CellKind.TEXT),
        ("3 parsecs", CellKind.TEXT),
        ("n/a", CellKind.MISSING),
        ("157,16GB/s", CellKind.FOREIGN),
        ("98,7%", CellKind.FOREIGN),
    ],
)
def test_a_cell_of_nvprof_that_is_no_number(text: str, kind: CellKind) -> None:
    assert read_quantity(text).kind is kind


@pytest.mark.parametrize(
    ("text", "count"), [("1", 1), ("1,200", 1200), ("0", None), ("2.5", None), ("n/a", None), ("-4", None)]
)
def test_launches_are_counted_in_whole_numbers_from_one(text: str, count: int | None) -> None:
    assert read_count(text) == count


@pytest.mark.parametrize("long", ["1." * 50_000, "1," * 50_000 + "!", "7" * 100_000, "1.234,5" + "0" * 58])
def test_a_cell_that_is_longer_than_any_number_is_text(long: str) -> None:
    assert read_number(long).kind is CellKind.TEXT
    assert read_quantity(long).kind is CellKind.TEXT
    assert read_count(long) is None


def test_a_number_may_be_as_long_as_numbers_get() -> None:
    longest = "0." + "3" * 62
    assert read_number(longest).kind is read_quantity(longest).kind is CellKind.NUMBER
    assert read_number(" " * 100_000 + "12").value == 12
    assert read_number("1." * 32).kind is CellKind.FOREIGN


@settings(deadline=None)
@given(st.text(max_size=40))
def test_no_text_raises(text: str) -> None:
    assert isinstance(read_number(text).kind, CellKind)
    assert isinstance(read_quantity(text).kind, CellKind)
    read_count(text)


@settings(deadline=None)
@given(number=st.decimals(min_value=-(10**15), max_value=10**15, places=2), separated=st.booleans())
def test_what_is_printed_is_read_back(*, number: Decimal, separated: bool) -> None:
    text = f"{number:,}" if separated else str(number)
    assert read_number(text).value == float(number)


@settings(deadline=None)
@given(st.integers(min_value=1000, max_value=10**12), st.integers(min_value=0, max_value=99))
def test_the_other_locale_is_never_read_as_a_number(whole: int, fraction: int) -> None:
    swapped = f"{whole:,}".replace(",", ".") + f",{fraction:02}"
    assert read_number(swapped).kind is CellKind.FOREIGN


def test_minus_zero_is_zero() -> None:
    assert math.copysign(1, read_number("-0").value) == 1
