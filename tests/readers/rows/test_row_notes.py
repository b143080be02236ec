from __future__ import annotations

import pytest

from roofline_report.domain.units import Unit
from roofline_report.readers.rows.launches import MetricLedger
from roofline_report.readers.rows.row_notes import DAMAGED, PrintedValue, RowNotes
from roofline_report.readers.text.csv_table import Row
from roofline_report.readers.text.number_format import NumberFormat

MICROSECONDS = Unit("s", 1e-6)


def notes() -> RowNotes:
    return RowNotes(file="r/x.csv", numbers=NumberFormat())


def row_of(**cells: str) -> Row:
    return Row(cells=tuple(cells.values()), columns={name: place for place, name in enumerate(cells)}, line=7)


def test_every_row_is_used_or_left_out_for_a_reason() -> None:
    taken = notes()
    for reason in (None, "copies", None, "copies", "calls"):
        taken.count_row(reason)
    assert (taken.rows().used, taken.rows().dropped, taken.rows().total) == (2, {"calls": 1, "copies": 2}, 5)


def test_damaged_rows_alone_are_no_other_rows() -> None:
    taken = notes()
    taken.count_row(taken.refuse_row(3, "3 fields"))
    assert not taken.has_other_rows()
    taken.count_row("copies")
    assert taken.has_other_rows()


def test_many_damaged_rows_are_counted_in_one_problem() -> None:
    taken = notes()
    for line in range(1, 9):
        assert taken.refuse_row(line, "3 fields") == DAMAGED
    *told, rest = taken.all_problems()
    assert [problem.line for problem in told] == [1, 2, 3, 4, 5]
    assert rest.summary == "3 more rows are damaged and left out"


@pytest.mark.parametrize(("text", "value"), [("2.5", 2.5e-6), ("2.5ms", 2.5e-3), ("", None), ("-", None)])
def test_a_time_is_in_the_unit_of_its_column_unless_it_has_its_own(text: str, value: float | None) -> None:
    times = notes().read_times(row_of(Duration=text), {"Duration": MICROSECONDS}, metric="Time")
    assert times == {"Duration": None if value is None else pytest.approx(value, rel=1e-12)}


@pytest.mark.parametrize("text", ["2.5GB/s", "-2.5", "soon"])
def test_what_is_no_time_is_told(text: str) -> None:
    taken = notes()
    assert taken.read_times(row_of(Duration=text), {"Duration": MICROSECONDS}, metric="Time") is None
    assert [(problem.line, f'"{text}"' in str(problem.found)) for problem in taken.problems] == [(7, True)]


@pytest.mark.parametrize(
    ("text", "value", "unusable"),
    [("3", 3e9, False), ("4GB/s", 4e9, False), ("n/a", None, False), ("-3", None, True), ("Low (1)", None, True)],
)
def test_a_metric_has_a_value_or_a_reason(text: str, value: float | None, *, unusable: bool) -> None:
    ledger = MetricLedger()
    cell = PrintedValue(text, line=7, unit=Unit("byte/s", 1e9))
    assert notes().read_metric("m", cell, ledger=ledger) == value
    assert ("m" in ledger.unusable) is unusable


def test_a_number_that_is_not_used_may_tell_the_mark() -> None:
    taken = notes()
    ledger = MetricLedger(named={"m"})
    taken.read_metric("m", PrintedValue("1.125", line=7), ledger=ledger)
    taken.refuse_doubtful(ledger)
    assert "m" in ledger.unusable
    decided, ledger = notes(), MetricLedger(named={"m"})
    decided.read_metric("m", PrintedValue("1.125", line=7), ledger=ledger)
    decided.weigh(row_of(Share="97.5"), "Share")
    decided.refuse_doubtful(ledger)
    assert ledger.unusable == {}
