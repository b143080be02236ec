from __future__ import annotations

from tests.readers.accounts import values_of
from tests.readers.nsight_compute.shapes import SCALE, TIME, summary
from tests.readers.samples import SUMMARY_HEADER, read, summary_row

ROW = summary_row(SCALE, TIME, "ns", ("90", "110", "100"), count="3")


def test_a_row_that_is_printed_twice_counts_once() -> None:
    reading = read(SUMMARY_HEADER + ROW + ROW)
    assert values_of(reading.tables) == values_of(read(SUMMARY_HEADER + ROW).tables)
    assert (reading.rows.used, reading.rows.dropped) == (1, {"printed twice, word for word": 1})


def test_the_same_row_of_a_second_table_is_further_launches() -> None:
    (kernel, metric), (count, total) = next(iter(values_of(read((SUMMARY_HEADER + ROW) * 2).tables).items()))
    assert (kernel, metric, count) == (SCALE, TIME, 6)
    # Twice three launches of 100 ns.
    assert abs(total - 600e-9) < 1e-18


def test_every_row_is_used_but_one_without_a_number() -> None:
    assert read(summary()).rows.dropped == {"nothing measured, such as n/a": 1}
