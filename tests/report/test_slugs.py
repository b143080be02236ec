"""Slugs are safe, short, unique and the same on every machine."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roofline_report.report.slugs import MOST_CHARACTERS, slugs_of


def slug(text: str) -> str:
    return slugs_of([(text, text)])[text]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a100/2026-11-02", "a100--2026-11-02"),
        ("kernel_B", "kernel-b"),
        ("ns::f<int>", "ns-f-int"),
        ("Größe", "groe"),
        ("../../etc/passwd", "etc--passwd"),
        ("index", "index-1bc04b52"),
        ("README", "readme-60c62ab1"),
        ("日本", "k-cbc9cb0f"),
        ("</script>", "script"),
    ],
)
def test_a_slug_is_lower_case_ascii(text: str, expected: str) -> None:
    got = slug(text)
    if re.search(r"-[0-9a-f]{8}$", expected):
        assert re.fullmatch(re.escape(expected[:-8]) + "[0-9a-f]{8}", got)
    else:
        assert got == expected


def test_two_texts_with_one_slug_both_get_a_hash() -> None:
    slugs = slugs_of([("f<int>", "f<int>"), ("f(int)", "f(int)"), ("g", "g")])
    assert slugs["g"] == "g"
    assert slugs["f<int>"] != slugs["f(int)"]
    assert all(re.fullmatch("f-int-[0-9a-f]{8}", slugs[key]) for key in ("f<int>", "f(int)"))


def test_a_slug_does_not_depend_on_the_order_of_the_names() -> None:
    pairs = [("a b", "a b"), ("a-b", "a-b"), ("c", "c")]
    assert slugs_of(pairs) == slugs_of(reversed(pairs))


@given(st.lists(st.text(max_size=200), unique=True, max_size=20))
def test_every_slug_is_an_address_and_none_is_taken_twice(texts: list[str]) -> None:
    slugs = slugs_of((text, text) for text in texts)
    assert len(set(slugs.values())) == len(texts)
    for each in slugs.values():
        assert re.fullmatch(r"[a-z0-9]+(--?[a-z0-9]+)*", each)
        assert len(each) <= MOST_CHARACTERS
        assert each not in {"index", "readme"}
