from __future__ import annotations

import csv

import pytest

from tests.readers.accounts import values_of
from tests.readers.nsight_compute.shapes import LAUNCHES, PLAIN, RAW_PAGES, SECTORS, SUM, VALUES
from tests.readers.samples import quoted, read, texts

HEADER, UNITS, *ROWS = PLAIN.raw().splitlines(keepends=True)
# Sectors by the thousand, as a run with other options might print them.
OTHER_UNITS = UNITS.replace('"sector"', '"Ksector"')


@pytest.mark.parametrize("shape", sorted(RAW_PAGES))
def test_every_version_says_the_same_of_the_same_launches(shape: str) -> None:
    values = values_of(read(RAW_PAGES[shape]).tables)
    assert {key: values[key][0] for key in VALUES} == {key: count for key, (count, _) in VALUES.items()}
    for key, (_, total) in VALUES.items():
        assert values[key][1] == pytest.approx(total, rel=1e-12)


def test_units_that_come_again_hold_from_there_on() -> None:
    text = "".join((HEADER, UNITS, ROWS[1], OTHER_UNITS, ROWS[3]))
    # 517 sectors, then 519 thousands of them.
    assert values_of(read(text).tables)[SUM, SECTORS] == (2, 519517.0)


def test_launches_without_units_are_left_out_and_told() -> None:
    reading = read(HEADER + "".join(ROWS))
    assert reading.groups == ()
    assert reading.rows.dropped == {"damaged": len(LAUNCHES)}
    assert ["without a row of units" in line for line in texts(reading.problems)] == [True] * len(LAUNCHES)


def test_a_metric_with_two_columns_is_not_used() -> None:
    header = HEADER.replace(f'"{SECTORS}"', f'"{SECTORS}","{SECTORS}"')
    row = ROWS[0].replace('"1,234"', '"1,234","9,999"')
    (table,) = read(header + UNITS.replace('"sector"', '"sector","sector"') + row).tables
    assert [each.metric for each in table.unusable] == [SECTORS]
    assert SECTORS not in table.groups[0].metrics


def test_a_launch_with_another_number_of_cells_is_left_out() -> None:
    short = quoted([*PLAIN.cells(LAUNCHES[3]), "7"])
    reading = read(HEADER + UNITS + ROWS[0] + short)
    assert (reading.rows.used, reading.rows.dropped) == (1, {"damaged": 1})


def test_columns_in_another_order_say_the_same() -> None:
    lines = (next(csv.reader([line])) for line in (HEADER, UNITS, *ROWS))
    turned = "".join(quoted(reversed(cells)) for cells in lines)
    # A row is known by the number and the process at its start.
    moved = "".join(quoted([*cells[-2:][::-1], *cells[:-2]]) for cells in csv.reader(turned.splitlines()))
    assert values_of(read(moved).tables) == values_of(read(PLAIN.raw()).tables)


def test_the_reason_that_stands_first_is_the_one_that_is_told() -> None:
    (table,) = read(HEADER + UNITS + ROWS[0].replace('"1,234"', '"many"') + ROWS[1].replace('"517"', '"few"')).tables
    assert [(each.line, each.found) for each in table.unusable] == [(3, '"many"')]


def test_a_row_without_a_number_is_told_whatever_the_columns_are() -> None:
    row = ROWS[0].replace('"0"', '"solver"', 1)
    # A column that is not known, among those that say which launch it is.
    unknown = HEADER.replace('"Process Name"', '"Name"')
    for header in (HEADER, unknown):
        assert read(header + UNITS + row + ROWS[1]).rows.dropped == {"damaged": 1}


def test_the_number_that_stands_first_is_told_as_the_one_that_decided() -> None:
    # Columns are read one by one, and the first of them has such a number in the next line only.
    text = RAW_PAGES["raw page, with decimal commas"].replace('"26,45"', '"26"')
    (note,) = (problem for problem in read(text).problems if "comma in front" in problem.summary)
    assert (note.line, note.found) == (3, '"9.007.199"')
