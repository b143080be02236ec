"""Parts of pages: notices fold up, facts part a number from its unit."""

from __future__ import annotations

import re

import pytest

from roofline_report.domain.problem import Problem, Severity
from roofline_report.renderers.pages.notices import OPEN_NOTICES, notices_html
from roofline_report.renderers.pages.parts import Fact, facts_html

NBSP = "\N{NO-BREAK SPACE}"


def problems(count: int, severity: Severity = Severity.WARNING) -> list[Problem]:
    return [
        Problem(summary=f"<i>number {number}</i>", remedy=f"look at `file {number}`", severity=severity)
        for number in range(count)
    ]


def test_a_notice_is_markup_around_text() -> None:
    html = notices_html(problems(1))
    assert html.count('<div class="roofline-notice roofline-notice-warning" role="note">') == 1
    assert "&lt;i&gt;number 0&lt;/i&gt;" in html
    assert "<dd>Look at <code>file 0</code>.</dd>" in html
    assert "&lt;div" not in html


@pytest.mark.parametrize(("count", "title"), [(OPEN_NOTICES + 1, None), (OPEN_NOTICES + 2, "2 more warnings")])
def test_many_notices_leave_room_for_the_chart(count: int, title: str | None) -> None:
    html = notices_html(problems(count))
    assert html.count('role="note"') == count
    assert re.findall("<summary>(.*?)</summary>", html) == ([] if title is None else [title])
    before_fold = html.partition("<details")[0]
    assert before_fold.count('role="note"') == (count if title is None else OPEN_NOTICES)


def test_what_is_folded_up_is_called_a_note_where_it_is_no_warning() -> None:
    html = notices_html([*problems(2), *problems(2, Severity.NOTE)])
    assert "<summary>2 more notes</summary>" in html


@pytest.mark.parametrize(
    ("value", "markup"),
    [
        (f"19.8{NBSP}warp{NBSP}GIPS", '<dd>19.8<span class="roofline-fact-unit">&nbsp;warp GIPS</span></dd>'),
        (f"29.1{NBSP}%", f"<dd>29.1{NBSP}%</dd>"),
        ("NVIDIA A100", "<dd>NVIDIA A100</dd>"),
    ],
)
def test_a_unit_stands_smaller_beside_its_number(value: str, markup: str) -> None:
    assert markup in facts_html([Fact(name="Achieved", text=value)])
