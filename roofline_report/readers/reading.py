"""One file, read: the way in for everyone who is no reader."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from roofline_report.domain.problem import Problem
from roofline_report.domain.profile import LaunchGroup, SourceFile
from roofline_report.readers.limits import Limits
from roofline_report.readers.reader import RowCounts
from roofline_report.readers.recognition.failures import MessageWatch
from roofline_report.readers.recognition.recognition import recognise_source
from roofline_report.readers.recognition.standing import NOT_USED, Standing
from roofline_report.readers.rows.file_problems import decimal_comma, two_number_formats
from roofline_report.readers.rows.row_notes import untrusted
from roofline_report.readers.text.csv_table import Header
from roofline_report.readers.text.number_format import DecimalMark, NumberFormat, Verdict
from roofline_report.readers.text.scanning import scan_blocks
from roofline_report.readers.text.source import Source

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator
    from pathlib import Path

    from roofline_report.domain.profile import DeviceAttributes
    from roofline_report.readers.reader import LaunchTable, Reader, TableReading
    from roofline_report.readers.recognition.standing import Recognition
    from roofline_report.readers.text.csv_table import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class FileReading:
    """What one file says. It can be kept as long as bytes, name, limits and wanted metrics are the same.

    Attributes:
        file: The file, as `Problem.file` names it.
        headers: The headers of tables that were found in it, also where no launch could be taken from them.
        tables: Its tables of launches.
        rows: What became of the rows of its tables.
        decimal_mark: What stands in front of the decimals of its numbers.
        source: The file for provenance, or None where nothing was read from it.
        device_names: The device names that it states.
        compute_capabilities: The compute capabilities that it states.
        devices: What it says of the devices besides.
        problems: What was found while reading it.
    """

    file: str
    headers: tuple[Header, ...] = ()
    tables: tuple[LaunchTable, ...] = ()
    rows: RowCounts = field(default_factory=RowCounts)
    decimal_mark: DecimalMark = DecimalMark.POINT
    source: SourceFile | None = None
    device_names: tuple[str, ...] = ()
    compute_capabilities: tuple[str, ...] = ()
    devices: tuple[DeviceAttributes, ...] = ()
    problems: tuple[Problem, ...] = ()

    @property
    def groups(self) -> tuple[LaunchGroup, ...]:
        """Return the launch groups of all tables."""
        return tuple(group for table in self.tables for group in table.groups)


def read_file(
    path: Path, *, shown_as: str, limits: Limits | None = None, wanted: Collection[str] | None = None
) -> FileReading:
    """Read a file; it is opened for reading only, and whatever is wrong with it is a problem of the result.

    Args:
        path: The file.
        shown_as: How problems name it: relative to the folder of the settings file, with forward slashes.
        limits: What is too large.
        wanted: The metrics that anything needs, or None for all.
    """
    limits = limits or Limits()
    try:
        size = path.stat().st_size
        if size > limits.file_bytes:
            return FileReading(file=shown_as, problems=(_too_large(shown_as, limits),))
        return _read(Source.of_file(path), shown_as=shown_as, limits=limits, wanted=wanted)
    except OSError as error:
        problem = Problem(
            summary="the file cannot be read",
            file=shown_as,
            found=error.strerror or type(error).__name__,
            remedy="check its permissions",
        )
        return FileReading(file=shown_as, problems=(problem,))


def read_content(
    content: bytes, *, shown_as: str, limits: Limits, wanted: Collection[str] | None = None
) -> FileReading:
    """Read the bytes of a file; see `read_file`."""
    return _read(Source.of_bytes(content), shown_as=shown_as, limits=limits, wanted=wanted)


def _too_large(shown_as: str, limits: Limits) -> Problem:
    return Problem(
        summary="the file is too large and is skipped",
        file=shown_as,
        expected=f"at most {limits.file_bytes} bytes",
        remedy="collect fewer kernels or metrics, or print a summary per kernel",
    )


def _read(source: Source, *, shown_as: str, limits: Limits, wanted: Collection[str] | None) -> FileReading:
    recognition = recognise_source(source, limits=limits)
    reader = recognition.reader
    if reader is None:
        return FileReading(file=shown_as, problems=(explain(recognition, shown_as=shown_as),))
    numbers = NumberFormat()
    single = _Pass(source, reader, limits=limits, wanted=wanted)
    reading = single.read(numbers, shown_as=shown_as)
    notes: tuple[Problem, ...] = ()
    if numbers.verdict is Verdict.OTHER:
        swapped = NumberFormat(mark=DecimalMark.COMMA)
        single = _Pass(source, reader, limits=limits, wanted=wanted)
        reading = single.read(swapped, shown_as=shown_as)
        notes = (decimal_comma(numbers, file=shown_as),)
        if swapped.verdict is Verdict.OTHER:
            reading = replace(reading, tables=(), rows=untrusted(reading.rows), problems=())
            notes = (two_number_formats(numbers, swapped, file=shown_as),)
        numbers = swapped
    return FileReading(
        file=shown_as,
        headers=tuple(single.headers),
        tables=reading.tables,
        rows=reading.rows,
        decimal_mark=numbers.mark,
        source=single.provenance(reading, file=shown_as) if reading.tables else None,
        device_names=reading.device_names,
        compute_capabilities=reading.compute_capabilities,
        devices=reading.devices,
        problems=(*single.watch.problems(file=shown_as), *notes, *reading.problems),
    )


class _Pass:
    """Goes once through a file: what it says comes from the same bytes as its hash."""

    def __init__(self, source: Source, reader: Reader, *, limits: Limits, wanted: Collection[str] | None) -> None:
        self._reader = reader
        self._wanted = wanted
        self._size = 0
        self._hash = hashlib.sha256()
        self.headers: list[Header] = []
        self.watch = MessageWatch()
        blocks = source.blocks(seen=self._take)
        self._events = self._noted(self.watch.over(scan_blocks(blocks, reader.kinds, limits=limits, wanted=wanted)))

    def read(self, numbers: NumberFormat, *, shown_as: str) -> TableReading:
        """Return what the reader finds."""
        return self._reader.read(self._events, shown_as=shown_as, numbers=numbers, wanted=self._wanted)

    def provenance(self, reading: TableReading, *, file: str) -> SourceFile:
        """Return the file, once it has been read to its end."""
        return SourceFile(
            file=file,
            size_bytes=self._size,
            sha256=self._hash.hexdigest(),
            format=reading.format,
            profiler=self._reader.profiler,
            programs=reading.programs,
        )

    def _take(self, content: bytes) -> None:
        self._size += len(content)
        self._hash.update(content)

    def _noted(self, events: Iterable[Event]) -> Iterator[Event]:
        """Pass events on, and keep the headers among them."""
        for event in events:
            if isinstance(event, Header):
                self.headers.append(event)
            yield event


def explain(recognition: Recognition, *, shown_as: str) -> Problem:
    """Return the problem of a file that is not read."""
    return Problem(
        summary=recognition.summary or f"{NOT_USED}: no profiler's table was found in it",
        severity=recognition.standing.severity,
        file=shown_as,
        line=recognition.line,
        found=recognition.found,
        remedy=recognition.remedy,
        is_cause=recognition.standing is Standing.UNUSABLE,
    )
