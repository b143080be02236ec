"""Text from profiler files is shown as text: no markup of any kind comes out of it."""

from __future__ import annotations

import html
import re

import markdown
import pytest
from hypothesis import given
from hypothesis import strategies as st

from roofline_report.renderers.escaping import (
    html_breakable,
    html_prose,
    html_sentence,
    html_text,
    markdown_text,
    visible,
)

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


@pytest.mark.parametrize(
    "character",
    ["\u202e", "\u200b", "\u2066", "\x00", "\x1b", "\ud800", "\ue000", "\ufffe", "\uffff", "\U0001fffe", "\ufdd0"],
)
def test_characters_that_nobody_sees_are_written_out(character: str) -> None:
    assert visible(f"a{character}b") == f"a⟨U+{ord(character):04X}⟩b"


def test_line_breaks_become_blanks() -> None:
    assert visible("a\nb\tc") == "a b c"


def test_code_in_our_own_sentences_is_set_as_code() -> None:
    assert html_prose("add `device:` <now>") == "add <code>device:</code> &lt;now&gt;"


def test_a_list_of_metrics_may_be_broken_after_its_commas() -> None:
    assert html_prose("a,b: `ncu --metrics a,b`, c") == "a,b: <code>ncu --metrics a,<wbr>b</code>, c"


@given(st.text(max_size=60))
def test_no_text_makes_an_element_or_leaves_its_paragraph(text: str) -> None:
    rendered = markdown.markdown(f"x{markdown_text(text)}y")
    assert re.findall(r"<(\w+)", rendered) == ["p"]
    assert shown(rendered) == re.sub(" +", " ", f"x{visible(text)}y") or shown(rendered) == f"x{visible(text)}y"


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("kernel_B", ["kernel_B"]),
        ("thrust::core::_kernel_agent<T, 4>", ["thrust::", "core::", "_kernel_", "agent<", "T,", " 4>"]),
        ("DeviceReduceSingleTileKernel", ["Device", "Reduce", "Single", "Tile", "Kernel"]),
        ("l1tex__t_sectors_pipe_lsu_mem.sum", ["l1tex__t_", "sectors_", "pipe_", "lsu_", "mem.sum"]),
    ],
)
def test_a_long_name_breaks_between_its_parts(name: str, parts: list[str]) -> None:
    assert html_breakable(name).split("<wbr>") == [html_text(part) for part in parts]


@given(st.text())
def test_breaking_a_name_changes_nothing_but_where_it_breaks(name: str) -> None:
    assert html_breakable(name).replace("<wbr>", "") == html_text(name)


def test_a_remedy_becomes_a_sentence() -> None:
    assert html_sentence("use `a <b>`, or stop") == "Use <code>a &lt;b&gt;</code>, or stop."
    assert html_sentence("`levels:` is a list.") == "<code>levels:</code> is a list."
