from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roofline_report.readers.text.number_format import DecimalMark, NumberFormat, Verdict
from roofline_report.readers.text.printed_number import CellKind

if TYPE_CHECKING:
    from collections.abc import Sequence

POINT, COMMA = DecimalMark.POINT, DecimalMark.COMMA


def read(texts: Sequence[str], mark: DecimalMark = POINT, *, whole: bool = False) -> tuple[NumberFormat, list[float]]:
    numbers = NumberFormat(mark=mark)
    values, _ = numbers.read_column(texts, metric="m", lines=range(1, len(texts) + 1), whole=whole)
    return numbers, values


@pytest.mark.parametrize("text", ["1,234.5", "0.5", "12.25", "1234.567", "1,234,567", "0.125", "1.5e3", "12.3456"])
def test_a_number_that_only_a_decimal_point_explains_is_certain(text: str) -> None:
    assert read([text])[0].verdict is Verdict.FITS
    assert read([text])[0].certain is not None
    assert read([text], COMMA)[0].verdict is Verdict.OTHER


@pytest.mark.parametrize("text", ["1.234,5", "0,5", "12,25", "1234,567", "1.234.567", "0,125", "65,77", "12,3456"])
def test_a_number_that_only_a_decimal_comma_explains_is_foreign_to_a_point(text: str) -> None:
    assert read([text])[0].verdict is Verdict.OTHER
    assert read([text], COMMA)[0].verdict is Verdict.FITS


@pytest.mark.parametrize("text", ["1,234", "117.344", "999,000", "+1.000"])
def test_a_number_that_both_marks_explain_leaves_doubt(text: str) -> None:
    numbers, _ = read([text])
    assert numbers.verdict is Verdict.DOUBT
    assert numbers.doubtful["m"].text == text


@pytest.mark.parametrize("text", ["7", "1234", "n/a", "", "1234567890"])
def test_a_number_without_a_mark_says_nothing(text: str) -> None:
    assert read([text])[0].verdict is Verdict.FITS


@pytest.mark.parametrize(("text", "verdict"), [("8,192", Verdict.FITS), ("8.192", Verdict.OTHER)])
def test_what_counts_whole_things_decides(text: str, verdict: Verdict) -> None:
    assert read([text], whole=True)[0].verdict is verdict


def test_one_certain_number_ends_all_doubt_wherever_it_stands() -> None:
    for texts in (["1,234", "0.5"], ["0.5", "1,234"]):
        numbers, values = read(texts)
        assert numbers.verdict is Verdict.FITS
        assert sorted(values) == [0.5, 1234]


def test_a_column_keeps_numbers_and_what_is_none_in_their_places() -> None:
    numbers = NumberFormat()
    values, others = numbers.read_column(
        ["1.5", "n/a", "-2", "fast", "3"], metric="m", lines=[1, 2, 3, 4, 5], whole=False
    )
    assert [value for value in values if not math.isnan(value)] == [1.5, 3]
    assert {index: cell.kind for index, cell in others.items()} == {
        1: CellKind.MISSING,
        2: CellKind.NUMBER,
        3: CellKind.TEXT,
    }


def printed(value: float, *, decimals: int, mark: DecimalMark, grouped: bool) -> str:
    text = f"{value:,.{decimals}f}" if grouped else f"{value:.{decimals}f}"
    return text if mark is POINT else text.translate(str.maketrans(",.", ".,"))


VALUES = st.lists(
    st.tuples(st.integers(0, 10**12), st.integers(0, 5), st.booleans()).map(
        lambda each: (each[0] / 10 ** each[1], each[1], each[2])
    ),
    min_size=1,
    max_size=20,
)


@given(values=VALUES, mark=st.sampled_from(DecimalMark))
def test_numbers_of_one_locale_are_read_back_or_doubted_and_never_misread(
    values: list[tuple[float, int, bool]], mark: DecimalMark
) -> None:
    texts = [printed(value, decimals=decimals, mark=mark, grouped=grouped) for value, decimals, grouped in values]
    numbers, found = read(texts)
    if numbers.verdict is Verdict.OTHER:
        # It was not the point, so it is the comma.
        assert mark is COMMA
        numbers, found = read(texts, COMMA)
        assert numbers.verdict is Verdict.FITS
    if numbers.verdict is Verdict.FITS:
        assert found == [pytest.approx(value, rel=1e-12, abs=1e-30) for value, _, _ in values]
    else:
        assert any(text.count(".") + text.count(",") == 1 for text in texts)


@given(st.lists(st.text(max_size=12), min_size=1, max_size=5))
def test_no_text_raises_and_none_becomes_a_number_that_is_not_finite(texts: list[str]) -> None:
    for mark in DecimalMark:
        values, others = NumberFormat(mark=mark).read_column(texts, metric="m", lines=range(len(texts)), whole=False)
        assert len(values) == len(texts)
        assert all(math.isfinite(value) for index, value in enumerate(values) if index not in others)
