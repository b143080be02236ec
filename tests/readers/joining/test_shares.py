from __future__ import annotations

import pytest

from roofline_report.domain.problem import Severity
from roofline_report.readers.joining.assembly import assemble
from tests.readers.samples import LONG_HEADER, NVPROF_METRICS, long_row, nvprof_row, read

HITS = "lts__t_sector_hit_rate.pct"


def notes_of(text: str) -> list[str | None]:
    problems = [problem for problem in assemble([read(text)]).problems if "above 100 %" in problem.summary]
    assert all(problem.severity is Severity.NOTE for problem in problems)
    return [problem.found for problem in problems]


def test_a_hit_rate_above_the_whole_is_told_and_kept() -> None:
    text = LONG_HEADER + long_row(0, "k()", HITS, "%", "99.5") + long_row(1, "k()", HITS, "%", "100.39")
    assert notes_of(text) == [f"{HITS} of 100.39 %"]
    (group,) = read(text).groups
    assert group.metrics[HITS].maximum == 100.39


@pytest.mark.parametrize("value", ["100.00", "0", "n/a"])
def test_a_hit_rate_up_to_the_whole_is_not_told(value: str) -> None:
    assert notes_of(LONG_HEADER + long_row(0, "k()", HITS, "%", value)) == []


def test_hit_rates_of_nvprof_have_their_unit_in_the_cell() -> None:
    text = NVPROF_METRICS + nvprof_row("k()", "l2_tex_hit_rate", "99.10%", "100.40%", "100.00%")
    assert notes_of(text) == ["l2_tex_hit_rate of 100.4 %"]


def test_many_kernels_with_such_a_rate_are_one_note() -> None:
    text = LONG_HEADER + "".join(long_row(n, f"k{n}()", HITS, "%", "101.5") for n in range(30))
    assert notes_of(text) == [f"{HITS} of 101.5 %, and 29 more like it"]
