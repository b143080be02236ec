"""Where the numbers of a run come from. Host names, users and folders are never among it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roofline_report.renderers import quantities, words
from roofline_report.renderers.cells import Cell, Column, Row, Table, number_cell
from roofline_report.renderers.grammar import joined
from roofline_report.renderers.model_sections import model_sections, part_id
from roofline_report.renderers.pages.ceilings import ceiling_sources, ceiling_table
from roofline_report.renderers.tables import table_html
from roofline_report.renderers.templating import render_html
from roofline_report.report.told_ceilings import drawn_ceilings

if TYPE_CHECKING:
    from roofline_report.domain.profile import SourceFile
    from roofline_report.report.model import RunReport

_HASH_CHARACTERS = 12


def provenance_html(run: RunReport) -> str:
    """Return device, clocks, software, ceilings and files of a run."""
    parts = [render_html("listing", entries=_facts(run))]
    sections = [
        (each.model, table_html(ceiling_table(each.roofs, table_id=part_id("roofline-ceilings", position))))
        for position, each in enumerate(run.models)
        if each.roofs.bandwidths or each.roofs.peaks
    ]
    if sections:
        sources = ceiling_sources(drawn_ceilings(each.roofs for each in run.models), run.device.device)
        parts += [model_sections(sections), render_html("sources", title="Sources of the ceilings", sources=sources)]
    if run.files:
        parts.append(table_html(_file_table(run)))
    return "\n".join(parts)


def _facts(run: RunReport) -> list[tuple[str, str]]:
    options = run.options
    programs = dict.fromkeys(program for file in run.files for program in file.programs)
    facts = [
        ("Device", words.device_sentence(run.device)),
        ("Compute capability", run.device.compute_capability),
        *(("Device as the profiler reports it", words.reported_device(device)) for device in run.reported),
        ("Profiler", _profilers(run)),
        ("Clocks", options.clocks or "not stated"),
        ("Driver", options.driver),
        ("Date", options.date),
        ("Commit", options.commit),
        ("Program", joined(list(programs)) or None),
        ("Command", options.command),
    ]
    return [(name, value) for name, value in facts if value is not None]


def _profilers(run: RunReport) -> str | None:
    names = dict.fromkeys(
        file.profiler if file.profiler_version is None else f"{file.profiler} {file.profiler_version}"
        for file in run.files
    )
    return joined(list(names)) or None


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
