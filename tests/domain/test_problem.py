from __future__ import annotations

import pytest

from roofline_report.domain.problem import Problem


@pytest.mark.parametrize("mark", ["\n", "\r", "\x1b[31m", "\u202e", "\u2028", "\0", "\ud800"])
def test_a_name_from_a_file_cannot_break_or_colour_a_log(mark: str) -> None:
    problem = Problem(summary="a kernel is odd", file=f"data/a{mark}b.csv", line=3, found=f"kernel a{mark}b")
    line = problem.in_one_line()
    assert line.isprintable()
    assert line.startswith("data/a")
    assert "a kernel is odd" in line


def test_plain_words_of_any_language_stay_as_they_are() -> None:
    problem = Problem(summary="\u00e9t\u00e9 \u4e2d\u6587 \U0001f680", remedy="none")
    assert problem.in_one_line() == "\u00e9t\u00e9 \u4e2d\u6587 \U0001f680; remedy: none"


def test_what_was_found_is_cut_before_it_fills_the_log() -> None:
    assert len(Problem(summary="long", found="x" * 10_000).in_one_line()) < 600
