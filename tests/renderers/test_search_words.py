"""A kernel is found by every part of its full name."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roofline_report.renderers.search_words import MOST_CHARACTERS, search_words


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("kernel_A", "kernel_A"),
        ("void axpy<float, 4>(float const*, float*)", "void axpy float 4 const"),
        ("at::native::(anonymous namespace)::f()", "at native anonymous namespace f"),
        ("</script><b>x</b>", "script b x"),
        ("naïve größe(int)", "naïve größe int"),
    ],
)
def test_each_word_of_a_name_is_told_once(name: str, words: str) -> None:
    assert search_words(name) == words


@given(st.text(max_size=3000))
def test_words_are_short_and_free_of_markup(name: str) -> None:
    words = search_words(name)
    assert len(words) <= MOST_CHARACTERS
    assert not set(words) & set("<>&\"'{}`*")
