"""The files of an inspection as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roofline_report.readers.text.number_format import DecimalMark
from roofline_report.renderers import words
from roofline_report.renderers.grammar import capitalised, counted, joined
from roofline_report.renderers.inspection.layout import Role
from roofline_report.renderers.inspection.problems import add_problems
from roofline_report.report.inspection import FileStatus

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from roofline_report.readers.reader import RowCounts
    from roofline_report.renderers.inspection.layout import Layout
    from roofline_report.report.inspection import FileInspection, MetricsSeen, TableSeen

STATUSES = {
    FileStatus.KERNELS: "kernel times and counters",
    FileStatus.TIMING: "kernel times",
    FileStatus.COUNTERS: "counters without kernel times",
    FileStatus.NO_ROOFLINE_METRICS: "kernels, but nothing to place on a roofline",
    FileStatus.CEILINGS: "measurements of a benchmark",
    FileStatus.NOT_READ: "not read",
    FileStatus.NOT_FOR_US: "not used",
    FileStatus.RUN_SETTINGS: "settings of the run",
}
NUMBERS = {
    DecimalMark.POINT: "decimals behind a point, as in 1,234.5",
    DecimalMark.COMMA: "decimals behind a comma, as in 1.234,5",
}
_MOST_TABLES = 6
_MOST_NAMES = 12
_FEW_METRICS = 5


def add_files(layout: Layout, files: Sequence[FileInspection], *, tells_commands: bool = False) -> None:
    """Add files: those with something to say one by one, then those that are not for us.

    Args:
        layout: Where to add them.
        files: The files.
        tells_commands: The command lines that collect what is missing are given elsewhere already.
    """
    plain: dict[str, list[str]] = {}
    facts = _Facts(tells_numbers=shared_mark(files) is None)
    for file in files:
        if file.status is FileStatus.NOT_FOR_US and not file.tables and len(file.problems) == 1:
            plain.setdefault(file.problems[0].summary, []).append(file.file)
            continue
        layout.gap()
        layout.paragraph(f"{file.file}: {STATUSES[file.status]}", role=Role.FILE, hanging=1)
        for label, text, is_ours in facts.of(file):
            layout.fact(label, text, is_ours=is_ours)
        add_problems(layout, file.problems, level=1, file=file.file, tells_commands=tells_commands)
    for reason, names in plain.items():
        layout.gap()
        _add_names(layout, names, reason=reason)


def shared_mark(files: Sequence[FileInspection]) -> DecimalMark | None:
    """Return the decimal mark of all of several files, which is told once; None where each tells its own."""
    marks = [file.decimal_mark for file in files if file.source is not None]
    return marks[0] if len(marks) > 1 and len(set(marks)) == 1 else None


def _add_names(layout: Layout, names: Sequence[str], *, reason: str) -> None:
    """Add files that are passed by for one reason."""
    more = len(names) - _MOST_NAMES
    shown = [*names[:_MOST_NAMES], *([f"{more:,} more"] if more > 0 else [])]
    layout.paragraph(joined(shown), role=Role.FILE, hanging=1)
    layout.paragraph(f"{capitalised(reason)}.", level=1)


class _Facts:
    """What is said of files, one after the other; the same form is described once."""

    def __init__(self, *, tells_numbers: bool) -> None:
        self._tells_numbers = tells_numbers
        self._described: dict[tuple[str, str, tuple[str, ...]], str] = {}

    def of(self, file: FileInspection) -> Iterator[tuple[str, str, bool]]:
        """Yield labels, what belongs to them, and whether that is ours and so never cut.

        A label that is empty goes on with the one before.
        """
        yield from ((label, text, False) for label, text in self._of_tables(file))
        if file.source is not None:
            yield from _metric_facts(file.metrics)
        yield from ((label, text, False) for label, text in self._of_source(file))

    def _of_tables(self, file: FileInspection) -> Iterator[tuple[str, str]]:
        for table in file.tables[:_MOST_TABLES]:
            yield from self._of_table(table, file=file.file)
        if len(file.tables) > _MOST_TABLES:
            yield "Format", f"and {counted(len(file.tables) - _MOST_TABLES, 'more table')} of these kinds"
        if file.rows.total:
            yield "Rows", rows_text(file.rows)
        if file.kernels:
            launches = sum(kernel.launches for kernel in file.kernels)
            yield "Kernels", f"{len(file.kernels):,}, with {counted(launches, 'launch', ending='es')}"

    def _of_source(self, file: FileInspection) -> Iterator[tuple[str, str]]:
        if file.source is not None and self._tells_numbers:
            yield "Numbers", NUMBERS[file.decimal_mark]
        for number, text in enumerate(_device_facts(file)):
            yield "" if number else "Device", text
        if file.source is not None and file.source.programs:
            yield "Program", joined(file.source.programs)

    def _of_table(self, table: TableSeen, *, file: str) -> Iterator[tuple[str, str]]:
        form = (table.format, table.made_by, table.columns)
        first = self._described.get(form)
        if first is not None:
            same = "the same once more" if first == file else f"that of {first}"
            yield "Format", f"{same}, with the header in line {table.line}"
            return
        self._described[form] = file
        yield "Format", f"{table.format}, as written by {table.made_by}"
        yield "Known by", f"the header in line {table.line}, with the columns {joined(table.columns)}"


def _device_facts(file: FileInspection) -> Iterator[str]:
    if file.device_names:
        yield joined(file.device_names)
    if file.compute_capabilities:
        yield f"compute capability {joined(file.compute_capabilities)}"
    for device in file.devices:
        known = words.reported_device(device)
        if known is not None:
            yield known


def rows_text(rows: RowCounts) -> str:
    """Return what became of the rows of a file."""
    if rows.used == rows.total:
        return f"{rows.used:,}, all of them used"
    # A reason may have commas of its own.
    reasons = "; ".join(f"{reason} ({count:,})" for reason, count in sorted(rows.dropped.items()))
    return f"{rows.used:,} of {rows.total:,} used; left out: {reasons}"


def _metric_facts(metrics: MetricsSeen) -> Iterator[tuple[str, str, bool]]:
    yield "Metrics", ", ".join(metrics.needed) or "none with a value that a formula uses", True
    if metrics.without_value:
        yield "", f"without any value: {', '.join(metrics.without_value)}", True
    if metrics.others:
        # These names are the file's own.
        names = f": {', '.join(metrics.others)}" if len(metrics.others) <= _FEW_METRICS else ""
        yield "", f"and {counted(len(metrics.others), 'other')} that no formula uses{names}", False
