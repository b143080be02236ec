"""One file, read: the way in for everyone who is no reader."""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from roofline_report.domain.problem import Problem
from roofline_report.domain.profile import LaunchGroup, SourceFile
from roofline_report.readers.limits import Limits
from roofline_report.readers.reader import RowCounts
from roofline_report.readers.recognition.failures import MessageWatch
from roofline_report.readers.recognition.recognition import recognise
from roofline_report.readers.text.csv_table import Header, decode, scan

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from roofline_report.readers.reader import LaunchTable
    from roofline_report.readers.recognition.standing import Recognition
    from roofline_report.readers.text.csv_table import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class FileReading:
    """What one file says. It depends on nothing but the file's bytes, so it can be kept as long as they are the same.

    Attributes:
        file: The file, as `Problem.file` names it.
        headers: The headers of tables that were found in it, also where no launch could be taken from them.
        tables: Its tables of launches.
        rows: What became of the rows of its tables.
        source: The file for provenance, or None where nothing was read from it.
        device_names: The device names that it states.
        compute_capabilities: The compute capabilities that it states.
        problems: What was found while reading it.
    """

    file: str
    headers: tuple[Header, ...] = ()
    tables: tuple[LaunchTable, ...] = ()
    rows: RowCounts = field(default_factory=RowCounts)
    source: SourceFile | None = None
    device_names: tuple[str, ...] = ()
    compute_capabilities: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()

    @property
    def groups(self) -> tuple[LaunchGroup, ...]:
        """Return the launch groups of all tables."""
        return tuple(group for table in self.tables for group in table.groups)


def read_file(path: Path, *, shown_as: str, limits: Limits | None = None) -> FileReading:
    """Read a file; it is opened for reading only, and whatever is wrong with it is a problem of the result.

    Args:
        path: The file.
        shown_as: How problems name it: relative to the folder of the settings file, with forward slashes.
        limits: What is too large.
    """
    limits = limits or Limits()
    content = read_bytes(path, shown_as=shown_as, limits=limits)
    if isinstance(content, Problem):
        return FileReading(file=shown_as, problems=(content,))
    return read_content(content, shown_as=shown_as, limits=limits)


def read_bytes(path: Path, *, shown_as: str, limits: Limits) -> bytes | Problem:
    """Return the bytes of a file, or a problem that says why it is skipped."""
    try:
        with path.open("rb") as stream:
            # Python sets aside as much memory as it is asked to read, so it is not asked for the limit.
            is_small = os.fstat(stream.fileno()).st_size <= limits.file_bytes
            content = stream.read() if is_small else b""
    except OSError as error:
        return Problem(
            summary="the file cannot be read",
            file=shown_as,
            found=error.strerror or type(error).__name__,
            remedy="check its permissions",
        )
    if not is_small or len(content) > limits.file_bytes:
        return Problem(
            summary="the file is too large and is skipped",
            file=shown_as,
            expected=f"at most {limits.file_bytes} bytes",
            remedy="collect fewer kernels or metrics, or print a summary per kernel",
        )
    return content


def read_content(content: bytes, *, shown_as: str, limits: Limits) -> FileReading:
    """Read the bytes of a file; see `read_file`."""
    text = decode(content, shown_as=shown_as)
    if isinstance(text, Problem):
        return FileReading(file=shown_as, problems=(text,))
    recognition = recognise(text, limits=limits)
    reader = recognition.reader
    if reader is None:
        return FileReading(file=shown_as, problems=(explain(recognition, shown_as=shown_as),))
    headers: list[Header] = []
    watch = MessageWatch()
    reading = reader.read(_noted(watch.over(scan(text, reader.kinds, limits=limits)), headers), shown_as=shown_as)
    source = SourceFile(
        file=shown_as,
        size_bytes=len(content),
        sha256=hashlib.sha256(content).hexdigest(),
        format=reading.format,
        profiler=reader.profiler,
        programs=reading.programs,
    )
    return FileReading(
        file=shown_as,
        headers=tuple(headers),
        tables=reading.tables,
        rows=reading.rows,
        source=source if reading.tables else None,
        device_names=reading.device_names,
        compute_capabilities=reading.compute_capabilities,
        problems=(*watch.problems(file=shown_as), *reading.problems),
    )


def _noted(events: Iterable[Event], headers: list[Header]) -> Iterator[Event]:
    """Pass events on, and keep the headers among them."""
    for event in events:
        if isinstance(event, Header):
            headers.append(event)
        yield event


def explain(recognition: Recognition, *, shown_as: str) -> Problem:
    """Return the problem of a file that is not read."""
    return Problem(
        summary=recognition.summary or "the file is not for us: no profiler's table was found in it",
        severity=recognition.standing.severity,
        file=shown_as,
        line=recognition.line,
        found=recognition.found,
        remedy=recognition.remedy,
    )
