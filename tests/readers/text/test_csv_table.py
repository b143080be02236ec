from __future__ import annotations

import csv
import dataclasses
import io
import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roofline_report.readers.limits import Limits
from roofline_report.readers.registry import READERS
from roofline_report.readers.text.csv_table import Banner, DamagedRow, Header, Row, RowBatch, TableKind
from roofline_report.readers.text.scanning import scan, scan_blocks
from roofline_report.readers.text.source import Source

KIND = TableKind(
    name="a table",
    made_by="a program",
    required=frozenset({"Number", "Name", "Value"}),
    row_start=re.compile(r'"?\d+"?,'),
    value_column="Value",
    whole_if_closed=True,
)
HEADER = '"Number","Name","Value"\n'


def rows_of(text: str, *, limits: Limits | None = None) -> list[tuple[str, ...]]:
    return [event.cells for event in scan(text, [KIND], limits=limits or Limits()) if isinstance(event, Row)]


def damages_of(text: str) -> list[DamagedRow]:
    return [event for event in scan(text, [KIND], limits=Limits()) if isinstance(event, DamagedRow)]


def test_program_output_and_banners_around_the_table_are_passed_by() -> None:
    text = f'hello, world, 3\n==PROF== Connected\n\n{HEADER}"1","a","2"\nprogress 5, 6, 7\n"2","b","3"\n"done"\n'
    assert rows_of(text) == [("1", "a", "2"), ("2", "b", "3")]
    events = list(scan(text, [KIND], limits=Limits()))
    assert [event.line for event in events] == [2, 4, 5, 7]
    assert [type(event) for event in events] == [Banner, Header, Row, Row]


def test_names_with_commas_quotes_and_line_breaks_stay_whole() -> None:
    name = 'f<a, b>(int)\n  operator"" _x == 3'
    stream = io.StringIO()
    csv.writer(stream, quoting=csv.QUOTE_ALL, lineterminator="\r\n").writerows([["1", name, "2"], ["2", "g", "3"]])
    assert rows_of(HEADER + stream.getvalue()) == [("1", name, "2"), ("2", "g", "3")]


def test_a_name_with_two_equal_signs_is_no_banner() -> None:
    assert rows_of(f'{HEADER}"1","a == b","2"\n') == [("1", "a == b", "2")]


def test_a_header_that_comes_again_is_told_and_is_no_row() -> None:
    events = list(scan(f'{HEADER}"1","a","2"\n{HEADER}"1","a","2"\n', [KIND], limits=Limits()))
    assert [type(event) for event in events] == [Header, Row, Header, Row]


def test_columns_may_stand_in_any_order_among_others() -> None:
    (header, row) = scan('"Value","x","Name","Number"\n9,8,"a",7\n', [KIND], limits=Limits())
    assert isinstance(header, Header)
    assert isinstance(row, Row)
    assert (row["Number"], row["Name"], row["Value"], row.get("x"), row.get("y")) == ("7", "a", "9", "8", None)


@pytest.mark.parametrize("row", ['"1","a"', '"1","a","2","3"', '"1","a,"2"', "1,12,5,3"])
def test_what_begins_like_a_row_but_is_none_is_damage(row: str) -> None:
    (damage,) = damages_of(f'{HEADER}{row}\n"2","b","3"\n')
    assert (damage.line, damage.at_end) == (2, False)
    assert rows_of(f'{HEADER}{row}\n"2","b","3"\n') == [("2", "b", "3")]


def test_a_comma_at_the_end_of_a_row_is_an_empty_cell() -> None:
    assert rows_of(f'{HEADER}"1","a","2",\n') == [("1", "a", "2", "")]


@pytest.mark.parametrize("end", ['"', '"1', '"1"', '"1",', '"1","na', '"1","na","12'])
def test_a_row_that_is_cut_off_is_no_row_and_is_told(end: str) -> None:
    text = f'{HEADER}"7","x","9"\n{end}'
    assert rows_of(text) == [("7", "x", "9")]
    assert [(damage.line, damage.at_end) for damage in damages_of(text)] == [(3, True)]


@pytest.mark.parametrize("end", ["", "the program is done", '"done"\n', "7 lines of output"])
def test_other_words_at_the_end_are_no_cut_off_row(end: str) -> None:
    assert damages_of(f'{HEADER}"7","x","9"\n{end}') == []


def test_the_row_that_is_cut_off_is_told_with_its_line() -> None:
    (damage,) = damages_of(f'{HEADER}"7","x","9"\n"8","y","1')
    assert (damage.line, damage.at_end) == (3, True)


def test_a_closed_last_cell_is_whole_without_line_end() -> None:
    assert rows_of(f'{HEADER}"1","a","12"') == [("1", "a", "12")]


def test_an_open_last_number_of_a_quoted_table_is_dropped() -> None:
    assert rows_of(f'{HEADER}"1","a",12') == []


def test_an_open_last_number_of_a_table_saved_again_is_kept_and_marked() -> None:
    events = list(scan("Number,Name,Value\n1,a,12", [KIND], limits=Limits()))
    assert isinstance(events[1], Row)
    assert events[1].last_number_may_be_cut


def test_a_field_beyond_the_limit_is_damage_and_one_below_is_not() -> None:
    limits = Limits(field_characters=1000)
    text = f'{HEADER}"1","{"x" * 1001}","2"\n"2","{"y" * 1000}","3"\n'
    (row,) = rows_of(text, limits=limits)
    assert row[0] == "2"


def test_the_limit_may_be_set_beyond_that_of_the_csv_module() -> None:
    before = csv.field_size_limit()
    name = "x" * (before + 10) + ', "quoted"'
    cell = name.replace('"', '""')
    text = f'{HEADER}"1","{cell}","2"\n'
    assert rows_of(text, limits=Limits(field_characters=2 * before)) == [("1", name, "2")]
    assert rows_of(text) == []
    assert csv.field_size_limit() == before


def test_an_open_quote_does_not_swallow_the_rest_of_the_file() -> None:
    rows = "".join(f'"{number}","n","1"\n' for number in range(2, 200))
    assert len(rows_of(f'{HEADER}"1","broken\n{rows}')) == 198


def test_rows_with_bytes_that_are_no_utf8_are_damage_and_other_lines_with_them_are_passed_by() -> None:
    content = f'Gr\u00f6\u00dfe 3\n{HEADER}"1","a","2"\n"2","\u00e9","3"\n'.encode("latin-1")
    (text,) = Source.of_bytes(content).blocks()
    assert rows_of(text) == [("1", "a", "2")]
    assert [(damage.line, damage.at_end) for damage in damages_of(text)] == [(4, False)]


def test_program_output_without_a_line_end_does_not_hide_the_header() -> None:
    assert rows_of(f'result = 5{HEADER}"1","a","2"\n') == [("1", "a", "2")]


@settings(deadline=None)
@given(st.text())
def test_no_text_raises(text: str) -> None:
    kinds = [KIND, *(kind for reader in READERS for kind in reader.kinds)]
    for event in scan(f"{HEADER}{text}", kinds, limits=Limits()):
        assert event.line >= 1


@settings(deadline=None)
@given(content=st.binary(), size=st.integers(1, 9))
def test_no_bytes_raise(content: bytes, size: int) -> None:
    for event in scan_blocks(Source.of_bytes(content).blocks(size=size), [KIND], limits=Limits()):
        assert event.line >= 1


names = st.text(st.characters(codec="utf-8", exclude_characters="\r"), max_size=30)


TABLES = st.lists(st.tuples(st.integers(0, 99).map(str), names, st.integers(0, 99).map(str)), max_size=8)


@settings(deadline=None)
@given(table=TABLES, windows=st.booleans())
def test_any_table_is_read_as_it_was_written(*, table: list[tuple[str, str, str]], windows: bool) -> None:
    stream = io.StringIO()
    end = "\r\n" if windows else "\n"
    csv.writer(stream, quoting=csv.QUOTE_ALL, lineterminator=end).writerows([["Number", "Name", "Value"], *table])
    written = [row for row in table if not any(line.startswith("==") for line in row[1].split("\n")[1:])]
    if len(written) == len(table):
        assert rows_of(stream.getvalue()) == table


BATCHED = dataclasses.replace(
    KIND, regular_row=lambda _header, _wanted: re.compile(r'^"([0-9]+)","([^"]*+)","([^"]*+)",?\n', re.MULTILINE)
)
LINES = st.lists(
    st.sampled_from(
        [
            '"1","a","2"',
            '"2","b, c","3"',
            '"3","d","4",',
            '"4","a ""b""","5"',
            '"5","two\nlines","6"',
            '"6","open',
            "7,plain,8",
            '"8","x"',
            "==PROF== banner",
            "",
            "output, 1, 2",
            HEADER.rstrip(),
            'said "9","y","1"',
        ]
    ),
    max_size=40,
)


@settings(deadline=None)
@given(lines=LINES, size=st.integers(1, 200), ended=st.booleans())
def test_rows_are_the_same_one_by_one_in_batches_and_in_blocks_of_any_size(
    lines: list[str], size: int, *, ended: bool
) -> None:
    text = HEADER + "\n".join(lines) + ("\n" if ended else "")
    alone = list(scan(text, [KIND], limits=Limits()))
    blocks = Source.of_bytes(text.encode()).blocks(size=size)
    together = []
    for event in scan_blocks(blocks, [BATCHED], limits=Limits()):
        match event:
            case RowBatch():
                together += list(enumerate(event.rows, event.line))
            case Row():
                together.append((event.line, event.cells[:3]))
            case _:
                pass
    assert together == [(event.line, event.cells[:3]) for event in alone if isinstance(event, Row)]


def test_many_regular_rows_come_as_one_batch() -> None:
    rows = [(str(number), "n", "1") for number in range(100)]
    text = "".join(f'"{number}","{name}","{value}"\n' for number, name, value in rows)
    header, batch = scan(HEADER + text, [BATCHED], limits=Limits())
    assert isinstance(header, Header)
    assert isinstance(batch, RowBatch)
    assert (batch.rows, batch.line) == (rows, 2)


def test_a_header_may_be_known_by_how_its_line_begins() -> None:
    kind = replace(KIND, required=frozenset({"Name", "Value"}), header_form=re.compile(r"Number \((?:n|m)\),"))
    head = "Number (m),Name,Value\n"
    assert [event.line for event in scan(f"Number,Name,Value\n{head}1,a,2\n", [kind], limits=Limits())] == [2, 3]


def test_the_header_of_an_unknown_table_ends_the_one_before() -> None:
    kind = replace(KIND, ends_at=re.compile("Calls,"))
    text = f'{HEADER}"1","a","2"\noutput, of, the program\n"2","b","3"\nCalls,x,y\n"3","c","4"\n'
    rows = [event.cells[0] for event in scan(text, [kind], limits=Limits()) if isinstance(event, Row)]
    assert rows == ["1", "2"]


def test_a_header_that_ends_the_file_is_no_row_of_the_table_before() -> None:
    events = list(scan(HEADER + '"1","a","2"\n' + HEADER.rstrip(), [KIND], limits=Limits()))
    assert [type(event) for event in events] == [Header, Row, Header]
