"""Lines of a build log are short, and say once what to do."""

from __future__ import annotations

from dataclasses import replace

import pytest

from roofline_report.domain.build_log import log_lines
from roofline_report.domain.collecting import how_to_collect
from roofline_report.domain.errors import ReportError
from roofline_report.domain.problem import Problem, Severity
from roofline_report.domain.profile import Absence

METRICS = tuple(f"unit__metric_number_{number}.sum" for number in range(12))
OPTION = "ncu --csv --metrics {metrics}"


def lacking(*metrics: str, folder: str | None = "data/mill") -> Problem:
    absence = Absence(reason="none", metrics=metrics, options=(OPTION,) * len(metrics), was_collected=False)
    return Problem(summary="traffic is missing", run_folder=folder, file=folder, remedy=how_to_collect([absence]))


def test_a_long_command_is_replaced_by_the_one_that_prints_it() -> None:
    (line,) = log_lines([lacking(*METRICS)])
    assert "; remedy: collect with what `roofline-report inspect data/mill` prints, and keep" in line
    assert len(line) < 150


def test_a_short_command_stays() -> None:
    (line,) = log_lines([lacking("a.sum")])
    assert "remedy: collect with `ncu --csv --metrics a.sum`" in line


def test_a_folder_with_a_blank_can_be_pasted() -> None:
    (line,) = log_lines([lacking(*METRICS, folder="data/my mill")])
    assert "`roofline-report inspect 'data/my mill'`" in line


def test_what_is_no_problem_of_a_run_has_no_folder_to_point_to() -> None:
    (line,) = log_lines([lacking(*METRICS, folder=None)])
    assert METRICS[-1] in line


def test_the_same_remedy_is_said_once_for_a_run_and_every_problem_keeps_its_line() -> None:
    first = Problem(summary="one", file="data/mill/a.csv", line=3, run_folder="data/mill", remedy="grind again")
    second = replace(first, summary="two", line=7)
    elsewhere = replace(first, run_folder="data/kiln", file="data/kiln/a.csv")
    assert log_lines([first, second, elsewhere]) == [
        "data/mill/a.csv:3: one; remedy: grind again",
        "data/mill/a.csv:7: two",
        "data/kiln/a.csv:3: one; remedy: grind again",
    ]


@pytest.mark.parametrize("severity", [Severity.NOTE, Severity.INFO])
def test_a_warning_says_what_to_do_even_where_a_note_has_said_it(severity: Severity) -> None:
    note = Problem(summary="one", run_folder="data/mill", remedy="grind again", severity=severity)
    assert log_lines([note, replace(note, severity=Severity.WARNING)])[1] == "one; remedy: grind again"


def test_settings_say_what_to_do_about_each() -> None:
    one = Problem(summary="unknown key", file="mkdocs.yml", remedy="remove it")
    assert str(ReportError([one, replace(one, line=2)])).count("remove it") == 2


def test_a_build_that_fails_is_as_brief() -> None:
    assert "`roofline-report inspect data/mill`" in str(ReportError([lacking(*METRICS)]))


def test_long_lists_of_what_was_found_are_cut() -> None:
    (line,) = log_lines([Problem(summary="many", found="kernel, " * 1000)])
    assert len(line) < 250
