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
_NUMBERS = {
    DecimalMark.POINT: "decimals behind a point, as in 1,234.5",
    DecimalMark.COMMA: "decimals behind a comma, as in 1.234,5",
}
_MOST_TABLES = 6
_MOST_NAMES = 12


def add_files(layout: Layout, files: Sequence[FileInspection], *, tells_commands: bool = False) -> None:
    """Add files: those with something to say one by one, then those that are not for us.

    Args:
        layout: Where to add them.
        files: The files.
        tells_commands: The command lines that collect what is missing are given elsewhere already.
    """
    plain: dict[str, list[str]] = {}
    for file in files:
        if file.status is FileStatus.NOT_FOR_US and not file.tables and len(file.problems) == 1:
            plain.setdefault(file.problems[0].summary, []).append(file.file)
        else:
            _add_file(layout, file, tells_commands=tells_commands)
    for reason, names in plain.items():
        layout.gap()
        _add_names(layout, names, reason=reason)


def _add_names(layout: Layout, names: Sequence[str], *, reason: str) -> None:
    """Add files that are passed by for one reason."""
    more = len(names) - _MOST_NAMES
    shown = [*names[:_MOST_NAMES], *([f"{more:,} more"] if more > 0 else [])]
    layout.paragraph(joined(shown), role=Role.FILE, hanging=1)
    layout.paragraph(f"{capitalised(reason)}.", level=1)


def _add_file(layout: Layout, file: FileInspection, *, tells_commands: bool) -> None:
    layout.gap()
    layout.paragraph(f"{file.file}: {STATUSES[file.status]}", role=Role.FILE, hanging=1)
    for label, text in _facts(file):
        layout.fact(label, text)
    add_problems(layout, file.problems, level=1, file=file.file, tells_commands=tells_commands)


def _facts(file: FileInspection) -> Iterator[tuple[str, str]]:
    for table in file.tables[:_MOST_TABLES]:
        yield "Format", f"{table.format}, as written by {table.made_by}"
        yield "Known by", _known_by(table)
    if len(file.tables) > _MOST_TABLES:
        yield "Format", f"and {counted(len(file.tables) - _MOST_TABLES, 'more table')} of these kinds"
    if file.rows.total:
        yield "Rows", rows_text(file.rows)
    if file.kernels:
        launches = sum(kernel.launches for kernel in file.kernels)
        yield "Kernels", f"{len(file.kernels):,}, with {counted(launches, 'launch', ending='es')}"
    if file.source is not None:
        yield from _metric_facts(file.metrics)
        yield "Numbers", _NUMBERS[file.decimal_mark]
    for number, text in enumerate(_device_facts(file)):
        yield "" if number else "Device", text
    if file.source is not None and file.source.programs:
        yield "Program", joined(file.source.programs)


def _device_facts(file: FileInspection) -> Iterator[str]:
    if file.device_names:
        yield joined(file.device_names)
    if file.compute_capabilities:
        yield f"compute capability {joined(file.compute_capabilities)}"
    for device in file.devices:
        known = words.reported_device(device)
        if known is not None:
            yield known


def _known_by(table: TableSeen) -> str:
    return f"the header in line {table.line}, with the columns {joined(table.columns)}"


def rows_text(rows: RowCounts) -> str:
    """Return what became of the rows of a file."""
    if rows.used == rows.total:
        return f"{rows.used:,}, all of them used"
    # A reason may have commas of its own.
    reasons = "; ".join(f"{reason} ({count:,})" for reason, count in sorted(rows.dropped.items()))
    return f"{rows.used:,} of {rows.total:,} used; left out: {reasons}"


def _metric_facts(metrics: MetricsSeen) -> Iterator[tuple[str, str]]:
    others = f"{counted(len(metrics.others), 'other')} that no formula uses"
    yield "Metrics", ", ".join(metrics.needed) or "none with a value that a formula uses"
    if metrics.without_value:
        yield "", f"without any value: {', '.join(metrics.without_value)}"
    if metrics.others:
        yield "", f"and {others}"
