from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from roofline_report.readers.recognition.banners import banner_lines, find_line

LINES = st.lists(st.sampled_from(["", "a", "==", "== b", "====", " ==", "=", "c=="]), max_size=8)


@given(lines=LINES, windows=st.booleans())
def test_every_line_that_begins_with_two_equals_signs_is_found(*, lines: list[str], windows: bool) -> None:
    text = ("\r\n" if windows else "\n").join(lines)
    expected = [(line, number) for number, line in enumerate(lines, start=1) if line.startswith("==")]
    assert list(banner_lines(text)) == expected


@given(LINES)
def test_the_first_line_that_begins_with_words_is_found(lines: list[str]) -> None:
    numbers = [number for number, line in enumerate(lines, start=1) if line.startswith("== b")]
    assert find_line("\n".join(lines), "== b") == (numbers[0] if numbers else None)
