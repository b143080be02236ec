"""Where the numbers of a run come from. Host names, users and folders are never among it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roofline_report.devices.catalogue import PACKAGED_FOLDER
from roofline_report.renderers import quantities, words
from roofline_report.renderers.cells import Cell, Column, Row, Table, number_cell
from roofline_report.renderers.templating import render_html
from roofline_report.report.names import level_name

if TYPE_CHECKING:
    from roofline_report.domain.hardware import BandwidthCeiling, Ceiling, ComputeCeiling
    from roofline_report.domain.profile import SourceFile
    from roofline_report.report.model import RunReport

_HASH_CHARACTERS = 12
_ISSUE = "Instruction issue"


def provenance_html(run: RunReport) -> str:
    """Return device, clocks, software, ceilings and files of a run."""
    parts = [render_html("listing", entries=_facts(run))]
    if run.bandwidths or run.peaks:
        parts.append(render_html("table", table=_ceiling_table(run)))
        parts.append(render_html("sources", title="Sources of the ceilings", sources=_sources(run)))
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
            Column(title="Value", numeric=True),
            Column(title="In the chart", numeric=True),
            Column(title="Origin"),
            Column(title="Given in"),
        ),
        rows=(
            *(_bandwidth_row(run, ceiling) for ceiling in run.bandwidths),
            *(_peak_row(ceiling) for ceiling in run.peaks),
        ),
        sortable=False,
    )


def _bandwidth_row(run: RunReport, ceiling: BandwidthCeiling) -> Row:
    return Row(
        cells=(
            Cell(text=level_name(ceiling.level, run.device), color=ceiling.level.value),
            number_cell(ceiling.bytes_per_s, quantities.bandwidth(ceiling.bytes_per_s)),
            number_cell(ceiling.transactions_per_s, quantities.transactions_rate(ceiling.transactions_per_s)),
            Cell(text=words.ORIGINS[ceiling.origin]),
            Cell(text=_given_in(ceiling)),
        )
    )


def _peak_row(ceiling: ComputeCeiling) -> Row:
    rate = number_cell(ceiling.operations_per_s, quantities.instruction_rate(ceiling.operations_per_s))
    return Row(
        cells=(
            Cell(text=_ISSUE, color="compute"),
            rate,
            rate,
            Cell(text=words.ORIGINS[ceiling.origin]),
            Cell(text=_given_in(ceiling)),
        )
    )


def _given_in(ceiling: Ceiling) -> str:
    """Return which file states a ceiling; a file of the package is the datasheet of the device."""
    packaged = ceiling.given_in.startswith(PACKAGED_FOLDER)
    return "datasheet" if packaged else ceiling.given_in


def _sources(run: RunReport) -> list[tuple[str, str]]:
    named = [
        *((level_name(ceiling.level, run.device), ceiling) for ceiling in run.bandwidths),
        *((_ISSUE, ceiling) for ceiling in run.peaks),
    ]
    return [(f"{name}, {words.ORIGINS[ceiling.origin]}", _source(ceiling)) for name, ceiling in named]


def _source(ceiling: Ceiling) -> str:
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
