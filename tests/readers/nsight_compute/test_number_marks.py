"""Tables whose numbers have a decimal comma, a decimal point, or either."""

from __future__ import annotations

import pytest

from roofline_report.domain.problem import Severity
from roofline_report.readers.text.number_format import DecimalMark
from tests.readers.samples import LONG_HEADER, SUMMARY_HEADER, long_row, read, summary_row

TIME = "gpu__time_duration.sum"
SECTORS = "lts__t_sectors.sum"
PERCENT = "sm__throughput.avg.pct"
K = "axpy<float, 4>(const float *, float *, int)"


def test_launches_are_counted_with_the_mark_of_the_file() -> None:
    text = SUMMARY_HEADER + summary_row(K, TIME, "us", ["1,25", "1,75", "1,50"], count="2.000")
    (group,) = read(text).groups
    assert group.launches == 2000
    assert group.metrics[TIME].total == pytest.approx(3e-3, rel=1e-12)


@pytest.mark.parametrize(("printed", "value"), [("12,3", 12.3), ("27.595.520", 27595520), ("1.234,5", 1234.5)])
@pytest.mark.parametrize("before", [True, False])
def test_one_number_with_a_decimal_comma_decides_for_all_of_the_file(
    printed: str, value: float, *, before: bool
) -> None:
    rows = [long_row(0, K, "gpu__time_active.sum", "us", "117.344"), long_row(0, K, PERCENT, "%", printed)]
    reading = read(LONG_HEADER + "".join(reversed(rows) if before else rows))
    (group,) = reading.groups
    assert reading.decimal_mark is DecimalMark.COMMA
    assert group.metrics[PERCENT].total == value
    assert group.metrics["gpu__time_active.sum"].total == pytest.approx(0.117344, rel=1e-12)
    (note,) = reading.problems
    assert (note.severity, note.found) == (Severity.NOTE, f'"{printed}"')


def test_a_number_that_begins_with_a_zero_has_decimals_behind_its_mark() -> None:
    rows = long_row(0, K, TIME, "ms", "0,125") + long_row(0, K, SECTORS, "sector", "77")
    reading = read(LONG_HEADER + rows)
    assert reading.decimal_mark is DecimalMark.COMMA
    assert reading.groups[0].metrics[TIME].total == pytest.approx(125e-6, rel=1e-12)


@pytest.mark.parametrize("before", [True, False])
def test_a_file_with_decimal_points_and_decimal_commas_is_refused(*, before: bool) -> None:
    rows = [long_row(0, K, TIME, "us", "1,234.5"), long_row(0, K, PERCENT, "%", "12,3")]
    reading = read(LONG_HEADER + "".join(reversed(rows) if before else rows))
    assert (reading.tables, reading.source) == ((), None)
    (problem,) = reading.problems
    assert problem.severity is Severity.WARNING
    assert problem.found is not None
    assert ('"12,3"' in problem.found, '"1,234.5"' in problem.found) == (True, True)


def test_nanoseconds_and_counts_of_a_launch_are_whole_so_that_one_number_can_decide() -> None:
    (group,) = read(LONG_HEADER + long_row(0, K, TIME, "ns", "117.344")).groups
    assert group.metrics[TIME].total == pytest.approx(117344e-9, rel=1e-12)
    (group,) = read(LONG_HEADER + long_row(0, K, TIME, "ns", "117,344")).groups
    assert group.metrics[TIME].total == pytest.approx(117344e-9, rel=1e-12)
    (group,) = read(
        LONG_HEADER + long_row(0, K, SECTORS, "sector", "8,192") + long_row(0, K, TIME, "us", "5,120")
    ).groups
    assert group.metrics[SECTORS].total == 8192
    assert group.metrics[TIME].total == pytest.approx(5120e-6, rel=1e-12)


def test_a_number_that_nothing_decides_is_not_used_and_told() -> None:
    rows = long_row(0, K, TIME, "us", "5,120") + long_row(0, K, SECTORS, "sector", "700")
    (table,) = read(LONG_HEADER + rows).tables
    assert set(table.groups[0].metrics) == {SECTORS}
    assert [(each.metric, each.line) for each in table.unusable] == [(TIME, 2)]
    assert "5,120" in table.unusable[0].found


def test_counts_that_decide_for_both_marks_leave_doubt() -> None:
    rows = long_row(0, K, SECTORS, "sector", "8,192") + long_row(0, K, "smsp__inst_executed.sum", "inst", "8.192")
    (table,) = read(LONG_HEADER + rows).tables
    assert table.groups[0].metrics == {}


@pytest.mark.parametrize("printed", ["1 234 567,5", "1\u202f234\u202f567,5", "1'234'567.5", "1\u2019234\u2019567.5"])
def test_blanks_and_apostrophes_between_thousands_are_read(printed: str) -> None:
    (group,) = read(LONG_HEADER + long_row(0, K, TIME, "ns", printed)).groups
    assert group.metrics[TIME].total == pytest.approx(1234567.5e-9, rel=1e-12)


COUNTED = [
    *("inst", "cycle", "sector", "byte", "request", "transaction", "warp", "thread", "block"),
    *("branch", "cluster", "pass", "register", "FLOP"),
]


@pytest.mark.parametrize("unit", COUNTED)
def test_a_sum_of_whatever_is_counted_is_whole_so_that_it_can_decide(unit: str) -> None:
    counter = "lts__lts2xbar_cycles_active.sum"
    rows = long_row(0, K, counter, unit, "8,192") + long_row(0, K, TIME, "us", "5,120")
    (group,) = read(LONG_HEADER + rows).groups
    assert group.metrics[counter].total == 8192
    assert group.metrics[TIME].total == pytest.approx(5120e-6, rel=1e-12)


@pytest.mark.parametrize(("metric", "unit"), [("lts__cycles_elapsed.avg", "cycle"), ("lts__t_bytes.sum", "Kcycle")])
def test_a_mean_of_cycles_or_thousands_of_them_may_have_decimals(metric: str, unit: str) -> None:
    (group,) = read(LONG_HEADER + long_row(0, K, metric, unit, "1,234.5")).groups
    assert group.metrics[metric].total == pytest.approx(1234.5 * (1000 if unit == "Kcycle" else 1))
