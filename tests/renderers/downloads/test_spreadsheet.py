"""No text of a download is a formula, and each can be had back."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roofline_report.renderers.downloads.spreadsheet import FORMULA_SIGNS, MARK, safe_cell

QUOTES = "\"'`\u2018\u2019\u201c\u201d\u201e\u201f\u201a\u201b\uff02\uff07"
PARTS = st.sampled_from([*"=+-@;'\" ,()<>a1\t\r\n", "\u00a0", "\u3000", "\uff1d", "\u2212", "::", "cmd|' /C calc'!A0"])
TEXTS = st.lists(PARTS | st.characters(), max_size=12).map("".join)


def cells_of(cell: str) -> list[str]:
    """Return the cells that a spreadsheet may make of one: some countries' begin a new one behind a semicolon."""
    return cell.split(";")


def begins_a_formula(cell: str) -> bool:
    """Tell whether it is a formula for a program that trims spaces and quotes, and folds widths."""
    text = cell if cell.startswith(MARK) else re.sub(rf"^[\s{QUOTES}]+", "", cell)
    return unicodedata.normalize("NFKC", text[:1]) in ("=", "+", "-", "@", "\u2212")


def plain_of(cell: str) -> str:
    """Return the text of a cell, by the rule of the documentation."""
    return re.sub(rf"(?:\A|(?<=;))'(?=[\s{QUOTES}]*[{re.escape(FORMULA_SIGNS)}])", "", cell)


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("=1+1", "'=1+1"),
        ("+1", "'+1"),
        ("-x", "'-x"),
        ("@SUM(A1)", "'@SUM(A1)"),
        (" =1", "' =1"),
        ('"=1', "'\"=1"),
        ("'=1", "''=1"),
        ("\uff1d1", "'\uff1d1"),
        ("\u00a0\u3000\uff20x", "'\u00a0\u3000\uff20x"),
        ("=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"),
        ("f(int); =1", "f(int);' =1"),
        ("f;;=1;-2", "f;;'=1;'-2"),
    ],
)
def test_what_looks_like_a_formula_is_marked(text: str, cell: str) -> None:
    assert safe_cell(text) == cell


@pytest.mark.parametrize(
    "text",
    [
        "",
        "saxpy",
        "void f<int>(int*, int)",
        "a=b",
        "a-b",
        "a@b",
        "f(int) [with T = int; U = float]",
        "(216, 1, 1)",
        "''",
    ],
)
def test_other_text_is_left_as_it_is(text: str) -> None:
    assert safe_cell(text) == text


@given(TEXTS)
def test_no_text_begins_a_formula_whatever_a_program_trims(text: str) -> None:
    assert not any(begins_a_formula(cell) for cell in cells_of(safe_cell(text)))


@given(TEXTS)
def test_every_text_can_be_had_back(text: str) -> None:
    assert plain_of(safe_cell(text)) == text


def test_every_character_that_stands_for_a_sign_counts_as_one() -> None:
    alike = {
        character
        for character in map(chr, range(0x110000))
        if unicodedata.normalize("NFKC", character) in ("=", "+", "-", "@", "\u2212")
    }
    assert set(FORMULA_SIGNS) == alike
