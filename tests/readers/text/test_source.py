from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roofline_report.readers.text.encoding import is_damaged
from roofline_report.readers.text.source import Source

if TYPE_CHECKING:
    from pathlib import Path


def text_of(content: bytes, *, size: int = 5) -> str:
    return "".join(Source.of_bytes(content).blocks(size=size))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_marks_of_the_encoding_are_no_part_of_the_text(encoding: str) -> None:
    assert text_of("\u00b5s,1\n".encode(encoding)) == "\u00b5s,1\n"


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_a_missing_mark_of_utf_16_does_not_matter(encoding: str) -> None:
    assert text_of("us,\u00b5\n".encode(encoding)) == "us,\u00b5\n"


def test_lines_may_end_with_a_carriage_return_alone() -> None:
    assert text_of(b"a,b\rc,d\r") == "a,b\nc,d\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_it_does_not_matter_how_late_the_first_line_ends(encoding: str) -> None:
    lines = "a,b,c,d,e,f,g,h\r1,2\r"
    assert text_of(lines.encode(encoding)) == lines.replace("\r", "\n")
    assert text_of(lines.replace("\r", "\r\n").encode(encoding)) == lines.replace("\r", "\n")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_windows_line_ends_become_plain_ones_wherever_a_block_ends(encoding: str) -> None:
    content = "one\r\ntwo\r\n\r\nthree".encode(encoding)
    assert {text_of(content, size=size) for size in range(12, len(content) + 1)} == {"one\ntwo\n\nthree"}


def test_bytes_that_are_no_utf8_are_known_by_their_line() -> None:
    lines = text_of(b"one\nth\xe9ree\nfour \xc2\xb5\n").split("\n")
    assert [is_damaged(line) for line in lines] == [False, True, False, False]


@settings(deadline=None)
@given(text=st.text(st.characters(codec="utf-8", exclude_characters="\r\ufeff")), size=st.integers(1, 50))
def test_any_text_comes_back_in_blocks_that_end_with_lines(text: str, size: int) -> None:
    blocks = list(Source.of_bytes(text.encode()).blocks(size=size))
    if not text.encode()[:4].count(0):
        assert "".join(blocks) == text
    assert all(block.endswith("\n") for block in blocks[:-1])


def test_every_byte_is_seen_once_in_every_pass(tmp_path: Path) -> None:
    path = tmp_path / "file.csv"
    path.write_bytes(b"a\r\nb\n" * 1000)
    source = Source.of_file(path)
    for _ in range(2):
        seen = hashlib.sha256()
        list(source.blocks(seen=seen.update, size=7))
        assert seen.hexdigest() == hashlib.sha256(path.read_bytes()).hexdigest()
