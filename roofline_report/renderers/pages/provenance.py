"""Where the numbers of a run come from. Host names, users and folders are never among it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roofline_report.renderers import quantities, words
from roofline_report.renderers.cells import Cell, Column, Row, Table, number_cell
from roofline_report.renderers.pages.parts import facts_html
from roofline_report.renderers.templating import render_html

if TYPE_CHECKING:
    from roofline_report.domain.hardware import BandwidthCeiling, ComputeCeiling
    from roofline_report.domain.profile import SourceFile
    from roofline_report.report.model import RunReport

_HASH_CHARACTERS = 12


def provenance_html(run: RunReport) -> str:
    """Return device, clocks, software, ceilings and files of a run."""
    parts = [facts_html(_facts(run))]
    if run.bandwidths or run.peaks:
        parts.append(render_html("table", table=_ceiling_table(run)))
    if run.files:
        parts.append(render_html("table", table=_file_table(run)))
    return "\n".join(parts)


def _facts(run: RunReport) -> list[tuple[str, str]]:
    options = run.options
    programs = dict.fromkeys(program for file in run.files for program in file.programs)
    facts = [
        ("Device", words.device_sentence(run.device)),
        ("Compute capability", run.device.compute_capability),
        ("Profiler", _profilers(run)),
        ("Clocks", options.clocks or "not stated"),
        ("Driver", options.driver),
        ("Date", options.date),
        ("Commit", options.commit),
        ("Program", words.joined(list(programs)) or None),
        ("Command", options.command),
        ("Conventions", words.rules_sentence(options.rules)),
    ]
    return [(name, value) for name, value in facts if value is not None]


def _profilers(run: RunReport) -> str | None:
    names = dict.fromkeys(
        file.profiler if file.profiler_version is None else f"{file.profiler} {file.profiler_version}"
        for file in run.files
    )
    return words.joined(list(names)) or None


def _ceiling_table(run: RunReport) -> Table:
    return Table(
        id="roofline-ceilings",
        caption="Ceilings: theoretical ones decide, measured ones are drawn dashed",
        columns=(
            Column(title="Roof"),
            Column(title="Value"),
            Column(title="In the chart"),
            Column(title="Origin"),
            Column(title="Source"),
        ),
        rows=(*(_bandwidth_row(run, ceiling) for ceiling in run.bandwidths), *map(_peak_row, run.peaks)),
        sortable=False,
    )


def _bandwidth_row(run: RunReport, ceiling: BandwidthCeiling) -> Row:
    return Row(
        cells=(
            Cell(text=words.level_name(ceiling.level, run.device), color=ceiling.level.value),
            Cell(text=quantities.bandwidth(ceiling.bytes_per_s), hover=quantities.exact(ceiling.bytes_per_s)),
            Cell(text=quantities.transactions_rate(ceiling.transactions_per_s)),
            Cell(text=_origin(ceiling)),
            Cell(text=_source(ceiling)),
        )
    )


def _peak_row(ceiling: ComputeCeiling) -> Row:
    rate = quantities.instruction_rate(ceiling.operations_per_s)
    return Row(
        cells=(
            Cell(text="Instruction issue", color="compute"),
            Cell(text=rate, hover=quantities.exact(ceiling.operations_per_s)),
            Cell(text=rate),
            Cell(text=_origin(ceiling)),
            Cell(text=_source(ceiling)),
        )
    )


def _origin(ceiling: BandwidthCeiling | ComputeCeiling) -> str:
    return f"{words.ORIGINS[ceiling.origin]}, {ceiling.given_in}"


def _source(ceiling: BandwidthCeiling | ComputeCeiling) -> str:
    return ceiling.source if ceiling.note is None else f"{ceiling.source}. {ceiling.note}"


def _file_table(run: RunReport) -> Table:
    return Table(
        id="roofline-files",
        caption="Files that were read",
        columns=(
            Column(title="File"),
            Column(title="Format"),
            Column(title="Size", numeric=True),
            Column(title="SHA-256"),
        ),
        rows=tuple(_file_row(file) for file in run.files),
        sortable=False,
    )


def _file_row(file: SourceFile) -> Row:
    return Row(
        cells=(
            Cell(text=file.file, code=True),
            Cell(text=file.format),
            number_cell(float(file.size_bytes), quantities.size(file.size_bytes)),
            Cell(text=f"{file.sha256[:_HASH_CHARACTERS]}…", hover=file.sha256, code=True),
        )
    )
