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

from typing import TYPE_CHECKING

from roofline_report.readers.recognition.failures import find_failure, read_log, recognition_of
from roofline_report.readers.recognition.foreign_tables import find_amd_counters, find_foreign_table
from roofline_report.readers.recognition.foreign_texts import find_console_text, find_measured_ceilings
from roofline_report.readers.recognition.spoiled_tables import find_spoiled_table
from roofline_report.readers.recognition.standing import Recognition, Standing
from roofline_report.readers.registry import READERS, find_reader
from roofline_report.readers.text.csv_table import Header
from roofline_report.readers.text.scanning import scan

if TYPE_CHECKING:
    from roofline_report.readers.limits import Limits
    from roofline_report.readers.text.source import Source

HEAD_CHARACTERS = 1024 * 1024
"""How much of a text is looked at before all of it is."""


def recognise(text: str, *, limits: Limits) -> Recognition:
    """Return what a text is."""
    # Nearly always the header stands near the start, so the rest need not be looked at.
    head = text[:HEAD_CHARACTERS]
    header = _find_table(head, limits)
    if header is None or header.kind.not_read is not None:
        header = _find_table(text, limits)
    if header is not None and header.kind.not_read is None:
        return find_amd_counters(head) or Recognition(standing=Standing.READ, reader=find_reader(header.kind))
    log = read_log(text)
    return (
        (recognition_of(log.message) if log.message is not None and log.is_fatal else None)
        or find_spoiled_table(text)
        or find_foreign_table(text)
        or find_console_text(text)
        or find_measured_ceilings(text)
        or (None if header is None else _not_for_us(header))
        or (None if log.cpu_line is None else _of_the_cpu(log.cpu_line))
        or find_failure(text, log)
        or Recognition(standing=Standing.OTHER)
    )


def recognise_source(source: Source, *, limits: Limits) -> Recognition:
    """Return what a file is, however large: the first of its blocks that tells decides, and a table that is read first.

    Raises:
        OSError: The file cannot be read.
    """
    found: Recognition | None = None
    for block in source.blocks():
        recognition = recognise(block, limits=limits)
        if recognition.standing is Standing.READ:
            return recognition
        if found is None or found.standing is Standing.OTHER:
            found = recognition
    return found or Recognition(standing=Standing.OTHER)


def _find_table(text: str, limits: Limits) -> Header | None:
    """Return the first header of a table that is read, else the first of one that is known and not read."""
    kinds = tuple(kind for reader in READERS for kind in reader.kinds)
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
        summary=f"the file is not for us: {header.kind.name} has {header.kind.not_read}",
        line=header.line,
    )


def _of_the_cpu(line: int) -> Recognition:
    return Recognition(
        standing=Standing.OTHER, summary="the file is not for us: it holds a profile of the CPU by nvprof", line=line
    )
