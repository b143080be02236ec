"""Whatever happens to a profiler's file, nothing raises, no number is made up and every row is accounted for."""

from __future__ import annotations

import json
import math
import tempfile
from functools import partialmethod
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roofline_report.pipeline.generate import generate
from roofline_report.pipeline.inspection import inspect_path, inspection_json
from roofline_report.readers.joining.assembly import assemble
from roofline_report.readers.limits import Limits
from roofline_report.readers.metrics.metric_table import wanted_metrics
from roofline_report.readers.reading import read_content
from roofline_report.readers.text import scanning
from roofline_report.readers.text.source import Source
from tests.pipeline.folders import settings_in, write
from tests.readers import mutations
from tests.readers.accounts import check, values_of
from tests.readers.nsight_compute import shapes as nsight_compute
from tests.readers.nsight_systems import samples as nsight_systems
from tests.readers.nvprof import samples as nvprof
from tests.readers.samples import read

if TYPE_CHECKING:
    from roofline_report.domain.profile import Profile
    from roofline_report.readers.reading import FileReading

SHAPES = {
    f"{profiler}, {name}": text
    for profiler, texts in (
        ("nsight compute", nsight_compute.SHAPES),
        ("nsight systems", nsight_systems.SHAPES),
        ("nvprof", nvprof.SHAPES),
    )
    for name, text in texts.items()
}
NAMES = sorted(SHAPES)
TEXTS = [SHAPES[name] for name in NAMES]
EXAMPLES = 5 * settings().max_examples
"""500 with `make test`, 5,000 with `make fuzz`."""
shapes = st.sampled_from(NAMES)


def read_in_parts(content: bytes, *, block: int, chunk: int) -> FileReading:
    """Read a file in blocks and batches of other sizes, so that small ones have many."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Source, "blocks", partialmethod(Source.blocks, size=block))
        patch.setattr(scanning, "_CHUNK", chunk)
        return read_content(content, shown_as="run/file.csv", limits=Limits())


@pytest.mark.parametrize("shape", NAMES)
def test_every_row_of_a_whole_file_is_used_or_left_out_for_a_reason(shape: str) -> None:
    reading = read(SHAPES[shape])
    check(reading, SHAPES[shape].encode())
    assert reading.rows.used > 0
    assert "damaged" not in reading.rows.dropped
    assert all(problem.severity.name != "WARNING" for problem in reading.problems)


@settings(max_examples=EXAMPLES)
@given(
    file=mutations.damaged_files(TEXTS),
    block=st.integers(40, 4000),
    chunk=st.integers(1, 2000),
    build=st.integers(0, 9),
)
def test_no_file_breaks_anything(file: tuple[int, bytes], block: int, chunk: int, build: int) -> None:
    _, content = file
    reading = read(content)
    check(reading, content)
    in_parts = read_in_parts(content, block=block, chunk=chunk)
    if reading.headers:
        assert in_parts == reading
    wanted = read_content(content, shown_as="run/file.csv", limits=Limits(), wanted=wanted_metrics({}))
    check(wanted, content)
    profile = assemble([wanted])
    check_profile(profile)
    if build == 0:
        check_build(content)


@settings(max_examples=EXAMPLES // 5)
@given(shape=shapes, data=st.data())
def test_a_file_that_is_cut_has_no_other_values(shape: str, data: st.DataObject) -> None:
    content = SHAPES[shape].encode()
    cut = content[: data.draw(st.integers(0, len(content)))]
    assert_no_more_than(read(cut), content)


@settings(max_examples=EXAMPLES // 5)
@given(shape=shapes, data=st.data())
def test_rows_that_are_gone_change_no_other_values(shape: str, data: st.DataObject) -> None:
    lines = SHAPES[shape].splitlines(keepends=True)
    rows = [number for number, line in enumerate(lines) if line[:1].isdigit() or line.startswith(('"0', '"1', '"2'))]
    gone = data.draw(st.sets(st.sampled_from(rows), max_size=3)) if rows else set()
    left = "".join(line for number, line in enumerate(lines) if number not in gone)
    assert_no_more_than(read(left), SHAPES[shape].encode())


@settings(max_examples=EXAMPLES // 5)
@given(shape=shapes, data=st.data())
def test_a_line_that_is_printed_twice_changes_nothing(shape: str, data: st.DataObject) -> None:
    lines = SHAPES[shape].splitlines(keepends=True)
    number = data.draw(st.integers(0, len(lines) - 1))
    twice = "".join([*lines[: number + 1], *lines[number:]])
    assert values_of(read(twice).tables) == values_of(read(SHAPES[shape]).tables)


@settings(max_examples=EXAMPLES // 5)
@given(shape=shapes, data=st.data())
def test_output_of_the_program_between_lines_changes_nothing(shape: str, data: st.DataObject) -> None:
    lines = SHAPES[shape].splitlines(keepends=True)
    number = data.draw(st.integers(0, len(lines)))
    output = data.draw(
        st.sampled_from(["step 3, 4, 5\n", "result: 12,5 s\n", "==PROF== Profiling\n", "\n", "caf\u00e9\n"])
    )
    written = "".join([*lines[:number], output, *lines[number:]])
    assert values_of(read(written).tables) == values_of(read(SHAPES[shape]).tables)


@given(shape=shapes, encoding=st.sampled_from(mutations.ENCODINGS), end=st.sampled_from(mutations.LINE_ENDS))
def test_the_encoding_of_a_file_changes_nothing(shape: str, encoding: str, end: str) -> None:
    reading = read(SHAPES[shape].replace("\n", end).encode(encoding))
    assert (reading.tables, reading.rows) == (read(SHAPES[shape]).tables, read(SHAPES[shape]).rows)


def assert_no_more_than(reading: FileReading, content: bytes) -> None:
    whole = values_of(read(content).tables)
    for key, (count, total) in values_of(reading.tables).items():
        assert count <= whole[key][0]
        assert total <= whole[key][1] * (1 + 1e-12)


def check_profile(profile: Profile) -> None:
    for kernel in profile.kernels:
        assert kernel.launches >= 1
        for measurement in kernel.measurements.values():
            assert math.isfinite(measurement.per_launch)
            assert measurement.per_launch >= 0


def check_build(content: bytes) -> None:
    """Build a site with the file and inspect it; no number in what is made is none."""
    with tempfile.TemporaryDirectory() as folder:
        root = write(Path(folder), {"data/run/file.csv": content})
        settings_of_site = settings_in(root)
        json.loads(inspection_json(inspect_path(root / "data", settings=settings_of_site)), parse_constant=refuse)
        inspect_path(root / "data/run/file.csv", settings=settings_of_site)
        site = generate(settings_of_site)
        for asset in site.assets:
            if asset.path.endswith(".json") and isinstance(asset.content, bytes):
                json.loads(asset.content, parse_constant=refuse)
        assert folder not in repr(site.pages)


def refuse(constant: str) -> None:
    raise AssertionError(constant)
