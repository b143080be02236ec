from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import pytest

from roofline_report.readers.limits import Limits
from roofline_report.readers.nsight_compute.tables import LONG
from roofline_report.readers.reading import read_file
from tests.readers.samples import LONG_HEADER, long_row, read, sample, texts

if TYPE_CHECKING:
    from pathlib import Path

TEXT = LONG_HEADER + long_row(0, "k()", "gpu__time_duration.sum", "ns", "7")


def test_the_hash_is_that_of_the_bytes_that_were_read_and_the_file_stays_as_it_was(tmp_path: Path) -> None:
    path = sample(tmp_path / "m.csv", TEXT)
    path.chmod(0o444)
    before = path.stat()
    reading = read_file(path, shown_as="data/r/m.csv")
    assert reading.source is not None
    assert reading.source.sha256 == hashlib.sha256(TEXT.encode()).hexdigest()
    assert (reading.source.file, reading.source.size_bytes) == ("data/r/m.csv", len(TEXT))
    assert path.read_bytes() == TEXT.encode()
    assert path.stat().st_mtime_ns == before.st_mtime_ns
    assert [entry.name for entry in tmp_path.iterdir()] == ["m.csv"]


def test_no_folder_of_this_machine_is_in_a_reading(tmp_path: Path) -> None:
    assert str(tmp_path) not in repr(read_file(sample(tmp_path / "m.csv", TEXT), shown_as="m.csv"))


def test_the_headers_of_tables_are_kept_with_their_lines_also_where_no_row_follows() -> None:
    reading = read("made by hand\n" + TEXT + LONG_HEADER)
    assert [(header.kind, header.line) for header in reading.headers] == [(LONG, 2), (LONG, 4)]
    assert [header.line for header in read(LONG_HEADER).headers] == [1]


def test_a_file_that_is_too_large_is_skipped(tmp_path: Path) -> None:
    path = sample(tmp_path / "m.csv", TEXT)
    at_limit = read_file(path, shown_as="m.csv", limits=Limits(file_bytes=len(TEXT)))
    beyond = read_file(path, shown_as="m.csv", limits=Limits(file_bytes=len(TEXT) - 1))
    assert at_limit.groups
    assert beyond.groups == ()
    assert ["too large" in line for line in texts(beyond.problems)] == [True]


def test_a_limit_beyond_all_memory_does_no_harm(tmp_path: Path) -> None:
    path = sample(tmp_path / "m.csv", TEXT)
    assert read_file(path, shown_as="m.csv", limits=Limits(file_bytes=10**30)).groups


def test_a_file_that_is_gone_is_a_problem(tmp_path: Path) -> None:
    reading = read_file(tmp_path / "gone.csv", shown_as="gone.csv")
    assert ["cannot be read" in line for line in texts(reading.problems)] == [True]


def test_output_of_the_program_in_another_encoding_does_no_harm() -> None:
    assert read(b"caf\xe9\n" + TEXT.encode()).groups == read(TEXT).groups


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_encodings_of_windows_are_read(encoding: str) -> None:
    assert read(TEXT.replace("\n", "\r\n").encode(encoding)).groups == read(TEXT).groups
