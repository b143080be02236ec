"""What happens to files: they are cut, shuffled, edited by hand, saved in other encodings, written into."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hypothesis import strategies as st

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Lines = list[str]
    """Lines without their ends."""
    Draw = Callable[[st.SearchStrategy[int]], int]

ODD_CELLS = (
    *("n/a", "nan", "inf", "-inf", "(!) n/a", "1e400", "-1", "", "0", "-0", "1e-400", "1e30", "9" * 70, "1.234.567,8"),
    *(
        "1,234,56",
        "12,5",
        "1'234",
        "0x1F",
        "\u0661\u0662",
        "1_000",
        "12 %",
        "7 GB/s",
        "Low (1)",
        '"',
        "a,b",
        "\0",
        "1.5.2",
    ),
)
OUTPUT = (
    *("", " ", "step 3, 4, 5", "result: 12,5 s", '"done"', "==PROF== Disconnected from process 9", "==ERROR== Failed"),
    *("==88== Profiling result:", "==88== API calls:", '==88== Device "Tesla P4 (0)"', "Processing [x] with [y]..."),
    *('"4711","4711"', '"0","4711","solver","node7","k', "0,1,2", ",,,", '"ID"', "\ufeff", "x" * 3000, '"', '"" ""'),
)
ENCODINGS = ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32")
LINE_ENDS = ("\n", "\r\n", "\r")
_NUMBER = re.compile(r"[0-9][0-9.,]*")


@st.composite
def damaged_files(draw: st.DrawFn, texts: Sequence[str]) -> tuple[int, bytes]:
    """Return the number of a text and the bytes of a file that it became."""
    number = draw(st.integers(0, len(texts) - 1))
    lines = texts[number].splitlines()
    others = texts[draw(st.integers(0, len(texts) - 1))].splitlines()
    for _ in range(draw(st.integers(0, 3))):
        change = draw(st.sampled_from(LINE_CHANGES))
        lines = change(lines, others, draw)
    end = draw(st.sampled_from(LINE_ENDS))
    text = end.join(lines) + (end if draw(st.booleans()) else "")
    content = text.encode(draw(st.sampled_from(ENCODINGS)), "surrogatepass")
    for _ in range(draw(st.integers(0, 2))):
        content = draw(st.sampled_from(BYTE_CHANGES))(content, draw)
    return number, content


def _place(sequence: Sequence[object], draw: st.DrawFn) -> int:
    return draw(st.integers(0, max(0, len(sequence) - 1)))


def shuffle(lines: Lines, others: Lines, draw: st.DrawFn) -> Lines:
    return draw(st.permutations(lines))


def duplicate(lines: Lines, others: Lines, draw: st.DrawFn) -> Lines:
    place = _place(lines, draw)
    count = draw(st.integers(1, 3))
    return [*lines[: place + count], *lines[place:]]


def delete(lines: Lines, others: Lines, draw: st.DrawFn) -> Lines:
    place = _place(lines, draw)
    return lines[:place] + lines[place + draw(st.integers(1, 3)) :]


def insert_output(lines: Lines, others: Lines, draw: st.DrawFn) -> Lines:
    place = _place(lines, draw)
    return [*lines[:place], draw(st.sampled_from(OUTPUT)), *lines[place:]]


def insert_from_another(lines: Lines, others: Lines, draw: st.DrawFn) -> Lines:
    place, start = _place(lines, draw), _place(others, draw)
    return [*lines[:place], *others[start : start + draw(st.integers(1, 6))], *lines[place:]]


def glue(lines: Lines, others: Lines, draw: st.DrawFn) -> Lines:
    place = _place(lines, draw)
    return [*lines[:place], "".join(lines[place : place + 2]), *lines[place + 2 :]]


def cut_line(lines: Lines, others: Lines, draw: st.DrawFn) -> Lines:
    place = _place(lines, draw)
    line = lines[place] if lines else ""
    end = draw(st.integers(0, len(line)))
    return [
        *lines[:place],
        *draw(st.sampled_from(([line[:end]], [line[end:]], [line[:end], line[end:]]))),
        *lines[place + 1 :],
    ]


def swap_cells(lines: Lines, others: Lines, draw: st.DrawFn) -> Lines:
    place = _place(lines, draw)
    cells = lines[place].split(",") if lines else []
    first, second = _place(cells, draw), _place(cells, draw)
    if cells:
        cells[first], cells[second] = cells[second], cells[first]
    return [*lines[:place], ",".join(cells), *lines[place + 1 :]]


def replace_number(lines: Lines, others: Lines, draw: st.DrawFn) -> Lines:
    place = _place(lines, draw)
    line = lines[place] if lines else ""
    numbers = list(_NUMBER.finditer(line))
    if not numbers:
        return lines
    found = numbers[_place(numbers, draw)]
    odd = draw(st.sampled_from(ODD_CELLS))
    return [*lines[:place], line[: found.start()] + odd + line[found.end() :], *lines[place + 1 :]]


def replace_cell(lines: Lines, others: Lines, draw: st.DrawFn) -> Lines:
    place = _place(lines, draw)
    cells = (lines[place] if lines else "").split('","')
    cells[_place(cells, draw)] = draw(st.sampled_from(ODD_CELLS))
    return [*lines[:place], '","'.join(cells), *lines[place + 1 :]]


LINE_CHANGES = (
    *(shuffle, duplicate, delete, insert_output, insert_from_another, glue, cut_line),
    *(swap_cells, replace_number, replace_number, replace_cell),
)


def cut(content: bytes, draw: st.DrawFn) -> bytes:
    return content[: _place(content, draw)]


def cut_out(content: bytes, draw: st.DrawFn) -> bytes:
    start = _place(content, draw)
    return content[:start] + content[start + draw(st.integers(1, 300)) :]


def corrupt(content: bytes, draw: st.DrawFn) -> bytes:
    start = _place(content, draw)
    new = draw(st.binary(min_size=1, max_size=4))
    return content[:start] + new + content[start + len(new) :]


def insert(content: bytes, draw: st.DrawFn) -> bytes:
    start = _place(content, draw)
    return content[:start] + draw(st.binary(min_size=1, max_size=8)) + content[start:]


BYTE_CHANGES = (cut, cut_out, corrupt, insert)
