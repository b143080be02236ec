"""What a file is, from its content alone.

A table that a reader takes comes first, wherever it stands. Then, in this order:

1. a message that no kernel can have been measured, such as a missing permission: the file is unusable;
2. a table or text of a known tool that is not read: its numbers are whole, so it is told with a note how to print them;
3. any other message of a failure, a report named instead of numbers, a banner and nothing after it: unusable;
4. what is left is not for us.

So text with numbers passes a strict build, and a log that holds a profiler's banner and no numbers fails it: only the
second has to be measured again.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from roofline_report.readers.recognition.failures import find_failure, read_log, recognition_of
from roofline_report.readers.recognition.foreign_tables import find_amd_counters, find_foreign_table
from roofline_report.readers.recognition.foreign_texts import find_console_text, find_measured_ceilings
from roofline_report.readers.recognition.spoiled_tables import find_spoiled_table
from roofline_report.readers.recognition.standing import NOT_USED, Recognition, Standing
from roofline_report.readers.registry import READERS, find_reader
from roofline_report.readers.text.csv_table import Header
from roofline_report.readers.text.scanning import scan
from roofline_report.readers.text.source import with_end

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from roofline_report.readers.limits import Limits
    from roofline_report.readers.text.source import Source


@dataclass(frozen=True, slots=True)
class _Candidate:
    """What a block may be, and how far up the list above: the smallest rank is told."""

    rank: tuple[int, int]
    recognition: Recognition


def recognise(text: str, *, limits: Limits) -> Recognition:
    """Return what a text is."""
    return recognise_blocks((text,), limits=limits)


def recognise_source(source: Source, *, limits: Limits) -> Recognition:
    """Return what a file is, however large.

    Raises:
        OSError: The file cannot be read.
    """
    return recognise_blocks(source.blocks(), limits=limits)


def recognise_blocks(blocks: Iterable[str], *, limits: Limits) -> Recognition:
    """Return what a text is that comes in blocks of whole lines; where it is divided does not matter."""
    best: _Candidate | None = None
    lines = 0
    for block, is_last in with_end(blocks):
        header = _find_table(block, limits)
        if header is not None and header.kind.not_read is None:
            return _later(
                find_amd_counters(block) or Recognition(standing=Standing.READ, reader=find_reader(header.kind)), lines
            )
        found = _find_candidate(block, header, is_last=is_last)
        if found is not None and (best is None or found.rank < best.rank):
            best = _Candidate(found.rank, _later(found.recognition, lines))
        lines += block.count("\n")
    return Recognition(standing=Standing.OTHER) if best is None else best.recognition


def _find_candidate(block: str, header: Header | None, *, is_last: bool) -> _Candidate | None:
    """Return the first of what a block may be, in the order that the module states."""
    log = read_log(block)
    in_order: tuple[Callable[[], Recognition | None], ...] = (
        lambda: recognition_of(log.message) if log.message is not None and log.is_fatal else None,
        lambda: find_spoiled_table(block),
        lambda: find_foreign_table(block, is_last=is_last),
        lambda: find_console_text(block),
        lambda: find_measured_ceilings(block),
        lambda: None if header is None else _not_for_us(header),
        lambda: None if log.cpu_line is None else _of_the_cpu(log.cpu_line),
        lambda: find_failure(block, log),
    )
    for rank, find in enumerate(in_order):
        recognition = find()
        if recognition is not None:
            return _Candidate((rank, recognition.place), recognition)
    return None


def _later(recognition: Recognition, lines: int) -> Recognition:
    """Return the same with its line counted from the start of the text."""
    if recognition.line is None or not lines:
        return recognition
    return replace(recognition, line=recognition.line + lines)


def _find_table(text: str, limits: Limits) -> Header | None:
    """Return the first header of a table that is read, else the first of one that is known and not read."""
    # A long log of another program need not be looked at line by line.
    kinds = tuple(kind for reader in READERS for kind in reader.kinds if kind.may_be_in(text))
    if not kinds:
        return None
    first: Header | None = None
    for event in scan(text, kinds, limits=limits):
        if not isinstance(event, Header):
            continue
        if event.kind.not_read is None:
            return event
        first = first or event
    return first


def _not_for_us(header: Header) -> Recognition:
    return Recognition(
        standing=Standing.OTHER,
        summary=f"{NOT_USED}: {header.kind.name} has {header.kind.not_read}",
        line=header.line,
    )


def _of_the_cpu(line: int) -> Recognition:
    return Recognition(
        standing=Standing.OTHER, summary=f"{NOT_USED}: it holds a profile of the CPU by nvprof", line=line
    )
