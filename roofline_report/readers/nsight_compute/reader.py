"""Nsight Compute's CSV, whichever of its tables a file holds."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from roofline_report.domain.problem import Problem, Severity
from roofline_report.readers.nsight_compute.capture import Capture
from roofline_report.readers.nsight_compute.long_table import LongTable
from roofline_report.readers.nsight_compute.made_metrics import make_of_averages, make_of_launches
from roofline_report.readers.nsight_compute.raw_page import RawPage
from roofline_report.readers.nsight_compute.summary import SummaryTable
from roofline_report.readers.nsight_compute.tables import LONG, NVTX_COLUMN, RAW, SUMMARY
from roofline_report.readers.reader import TableReading
from roofline_report.readers.rows.file_problems import SEE_ERROR, left_out_launch, no_rows
from roofline_report.readers.rows.row_notes import RowNotes
from roofline_report.readers.text.csv_table import Banner, DamagedRow, Header, Row, RowBatch
from roofline_report.readers.text.number_format import DecimalMark
from roofline_report.readers.text.program_name import find_program

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from roofline_report.readers.reader import LaunchTable
    from roofline_report.readers.text.csv_table import Event, TableKind
    from roofline_report.readers.text.number_format import NumberFormat

RANGES = "in a file with a summary per NVTX range"


class NsightComputeReader:
    """Reads what `ncu --csv` prints."""

    profiler = "Nsight Compute"
    kinds: tuple[TableKind, ...] = (LONG, RAW, SUMMARY)

    def read(
        self,
        events: Iterable[Event],
        *,
        shown_as: str,
        numbers: NumberFormat,
        wanted: Collection[str] | None = None,
    ) -> TableReading:
        """Return the launches of one file; see `Reader.read`."""
        session = _Session(Capture(notes=RowNotes(file=shown_as, numbers=numbers), wanted=wanted))
        for event in events:
            session.take(event)
            # With the other mark it is read once more; after that, every row is at least counted.
            if numbers.foreign is not None and numbers.mark is DecimalMark.POINT:
                break
        return session.result()


@dataclass(slots=True)
class _Session:
    """What is known while the rows of one file pass."""

    capture: Capture
    header: Header | None = None
    kinds: dict[str, None] = field(default_factory=dict)
    long: LongTable = field(init=False)
    raw: RawPage = field(init=False)
    summary: SummaryTable = field(init=False)

    def __post_init__(self) -> None:
        self.long, self.raw = LongTable(self.capture), RawPage(self.capture)
        self.summary = SummaryTable(self.capture)

    def take(self, event: Event) -> None:
        """Read one event."""
        match event:
            case Banner():
                program = find_program(event.text)
                self.capture.programs.update(() if program is None else (program,))
            case Header():
                self._begin(event)
            case DamagedRow():
                self._take_damage(event)
            case RowBatch() if self.header is not None:
                table = self.raw if self.header.kind is RAW else self.long
                table.take_batch(event)
            case Row() if self.header is not None:
                self.capture.notes.tell_end(event)
                self._table(self.header).take(event)

    def result(self) -> TableReading:
        """Return what was read."""
        capture, name = self.capture, " and ".join(self.kinds)
        self.long.finish()
        self.raw.finish()
        if capture.refusal is not None:
            rows = capture.notes.rows().left_out(RANGES)
            return TableReading(format=name, rows=rows, problems=(capture.refusal,))
        for columns in (self.long.launch_columns, self.raw.launch_columns):
            if columns.first_repeated is not None:
                first, line = columns.first_repeated
                capture.notes.problems.append(
                    _repeated(
                        capture.file,
                        line,
                        found=first if columns.repeated == 1 else f"{first} and {columns.repeated - 1} more",
                    )
                )
        logs = (self.long.log, self.raw.log, self.summary.log)
        for log in logs:
            capture.notes.refuse_doubtful(log.ledger)
        make_of_launches(self.long.log, capture.wanted)
        make_of_launches(self.raw.log, capture.wanted)
        make_of_averages(self.summary.log, capture.wanted)
        tables: tuple[LaunchTable, ...] = tuple(table for table in (log.table() for log in logs) if table.groups)
        if not tables and not capture.notes.problems:
            capture.notes.problems.append(no_rows(capture.file, remedy=SEE_ERROR))
        devices = capture.attributes.devices()
        # The column CC says it of every launch; files that were cut may have the attributes alone.
        stated = {device.compute_capability for device in devices if device.compute_capability is not None}
        return TableReading(
            format=name,
            tables=tables,
            rows=capture.notes.rows(),
            device_names=tuple(sorted({device.name for device in devices if device.name})),
            compute_capabilities=tuple(sorted(capture.capabilities or stated)),
            devices=devices,
            programs=tuple(sorted(capture.programs)),
            problems=capture.notes.all_problems(),
        )

    def _table(self, header: Header) -> LongTable | RawPage | SummaryTable:
        if header.kind is SUMMARY:
            return self.summary
        return self.raw if header.kind is RAW else self.long

    def _begin(self, header: Header) -> None:
        if header.kind is SUMMARY and any(NVTX_COLUMN.search(name) for name in header.columns):
            self.capture.refusal = _ranges(self.capture.file, header.line)
        self.header = header
        self.kinds.setdefault(header.kind.name)
        self._table(header).begin(header)

    def _take_damage(self, row: DamagedRow) -> None:
        notes = self.capture.notes
        notes.count_row(notes.tell_damage(row))
        if self.header is None or self.header.kind is not LONG or not row.at_end:
            return
        self.long.finish()
        kernel = self.long.log.drop_unfinished()
        if kernel is not None:
            notes.problems.append(left_out_launch(kernel, file=self.capture.file, line=row.line))


def _ranges(file: str, line: int) -> Problem:
    return Problem(
        summary="this is a summary per NVTX range of Nsight Compute, which may count a launch twice;"
        " it is not read yet",
        file=file,
        line=line,
        remedy="print it with --print-summary per-kernel, without --nvtx",
    )


def _repeated(file: str, line: int, *, found: str) -> Problem:
    return Problem(
        summary="a second table of the file has launches with the numbers and the process of the first; each counts "
        "as a launch of its own",
        severity=Severity.NOTE,
        file=file,
        line=line,
        found=found,
        remedy="if it is the same table, written twice, remove one of them; if it is another print of one report, put "
        "it into a file of its own",
    )
