"""Text from profiler files is shown as text: no markup of any kind comes out of it."""

from __future__ import annotations

import html
import re

import markdown
import pytest
from hypothesis import given
from hypothesis import strategies as st

from roofline_report.renderers.escaping import html_prose, html_text, markdown_text, visible

HOSTILE = [
    "foo<bar>(int&)",
    "a|b`c`*d*_e_",
    "</script><script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "[x](javascript:alert(1))",
    '" onmouseover="alert(1)',
    "# heading",
    "- item",
    "1. item",
    "{{ config }} {% raw %}",
    "http://example.org <me@example.org>",
    "&lt;already&gt; &amp;",
    "a\\*b",
    "==marked== ~~gone~~ ^up^ :smile: $x$ [^1] --8<-- ",
]


def shown(rendered: str) -> str:
    return html.unescape(re.sub(r"<[^>]*>", "", rendered)).strip()


@pytest.mark.parametrize("text", HOSTILE)
def test_markdown_shows_hostile_text_as_it_is(text: str) -> None:
    rendered = markdown.markdown(f"# {markdown_text(text)}\n\n{markdown_text(text)}")
    assert re.findall(r"<(\w+)", rendered) == ["h1", "p"]
    assert shown(rendered).splitlines() == [text.strip(), text.strip()]


@pytest.mark.parametrize("text", HOSTILE)
def test_html_shows_hostile_text_as_it_is(text: str) -> None:
    assert "<" not in html_text(text)
    assert '"' not in html_text(text)
    assert html.unescape(html_text(text)) == text


@pytest.mark.parametrize("character", ["\u202e", "\u200b", "\u2066", "\x00", "\x1b", "\ud800", "\ue000"])
def test_characters_that_nobody_sees_are_written_out(character: str) -> None:
    assert visible(f"a{character}b") == f"a⟨U+{ord(character):04X}⟩b"


def test_line_breaks_become_blanks() -> None:
    assert visible("a\nb\tc") == "a b c"


def test_code_in_our_own_sentences_is_set_as_code() -> None:
    assert html_prose("add `device:` <now>") == "add <code>device:</code> &lt;now&gt;"


@given(st.text(max_size=60))
def test_no_text_makes_an_element_or_leaves_its_paragraph(text: str) -> None:
    rendered = markdown.markdown(f"x{markdown_text(text)}y")
    assert re.findall(r"<(\w+)", rendered) == ["p"]
    assert shown(rendered) == re.sub(" +", " ", f"x{visible(text)}y") or shown(rendered) == f"x{visible(text)}y"
