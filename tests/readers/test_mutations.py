"""Whatever happens to a profiler's file, nothing raises, no number is made up and every row is accounted for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roofline_report.readers.nsight_systems.reader import NsightSystemsReader
from roofline_report.readers.nvprof.reader import NvprofReader
from tests.readers.accounts import read_with, values_of
from tests.readers.nsight_systems import samples as nsight_systems
from tests.readers.nvprof import samples as nvprof

if TYPE_CHECKING:
    from roofline_report.readers.reader import Reader

READERS: tuple[tuple[Reader, dict[str, str]], ...] = (
    (NvprofReader(), nvprof.SHAPES),
    (NsightSystemsReader(), nsight_systems.SHAPES),
)
SHAPES = {f"{reader.profiler}, {name}": (reader, text) for reader, texts in READERS for name, text in texts.items()}
shapes = st.sampled_from(sorted(SHAPES))


@pytest.mark.parametrize("shape", sorted(SHAPES))
def test_every_row_of_a_whole_file_is_used_or_left_out_for_a_reason(shape: str) -> None:
    reading = read_with(*SHAPES[shape])
    assert reading.rows.used > 0
    assert "damaged" not in reading.rows.dropped
    assert reading.problems == ()


@settings(deadline=None)
@given(shape=shapes, data=st.data())
def test_a_file_that_is_cut_has_no_other_values(shape: str, data: st.DataObject) -> None:
    reader, text = SHAPES[shape]
    cut = values_of(read_with(reader, text[: data.draw(st.integers(0, len(text)))]))
    whole = values_of(read_with(reader, text))
    for key, (count, total) in cut.items():
        assert count <= whole[key][0]
        assert total <= whole[key][1] * (1 + 1e-12)


@settings(deadline=None)
@given(shape=shapes, data=st.data())
def test_a_line_that_is_printed_twice_changes_nothing(shape: str, data: st.DataObject) -> None:
    reader, text = SHAPES[shape]
    lines = text.splitlines(keepends=True)
    number = data.draw(st.integers(0, len(lines) - 1))
    twice = "".join([*lines[: number + 1], *lines[number:]])
    assert values_of(read_with(reader, twice)) == values_of(read_with(reader, text))


@settings(deadline=None)
@given(shape=shapes, data=st.data(), inserted=st.text(max_size=40))
def test_a_file_with_anything_in_it_does_no_harm(shape: str, data: st.DataObject, inserted: str) -> None:
    reader, text = SHAPES[shape]
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 40)))
    read_with(reader, text[:start] + inserted + text[end:])


@settings(deadline=None)
@given(shape=shapes, data=st.data())
def test_lines_in_any_order_do_no_harm(shape: str, data: st.DataObject) -> None:
    reader, text = SHAPES[shape]
    read_with(reader, "".join(data.draw(st.permutations(text.splitlines(keepends=True)))))
