"""Where the numbers of a run and of its kernels come from. Host names, users and folders are never among it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roofline_report.renderers import quantities, words
from roofline_report.renderers.addresses import device_path, run_path
from roofline_report.renderers.cells import Cell, Column, Row, Table, number_cell
from roofline_report.renderers.grammar import joined
from roofline_report.renderers.model_sections import model_sections, part_id
from roofline_report.renderers.pages.ceilings import ceiling_sources, ceiling_table
from roofline_report.renderers.pages.metrics import base_name, used_measurements
from roofline_report.renderers.pages.parts import Fact
from roofline_report.renderers.tables import table_html
from roofline_report.renderers.templating import render_html
from roofline_report.report.told_ceilings import drawn_ceilings

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roofline_report.domain.profile import SourceFile
    from roofline_report.report.model import KernelReport, RunReport

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
        *_circumstances(run, run.files),
        ("Program", joined(list(programs)) or None),
        ("Command", options.command),
    ]
    return [(name, value) for name, value in facts if value is not None]


def _circumstances(run: RunReport, files: Iterable[SourceFile]) -> list[tuple[str, str | None]]:
    """Return with what and when some files were made; None is what nobody says."""
    options = run.options
    return [
        ("Profiler", _profilers(files)),
        ("Clocks", options.clocks or "not stated"),
        ("Driver", options.driver),
        ("Date", options.date),
        ("Commit", options.commit),
    ]


def _profilers(files: Iterable[SourceFile]) -> str | None:
    names = dict.fromkeys(
        file.profiler if file.profiler_version is None else f"{file.profiler} {file.profiler_version}" for file in files
    )
    return joined(list(names)) or None


def kernel_provenance_html(run: RunReport, kernel: KernelReport) -> str:
    """Return where the numbers of one kernel come from; those of the whole run stand on its page."""
    used = {term.file for each in used_measurements(run, kernel).values() for term in each.terms}
    files = [file for file in run.files if file.file in used]
    link = None if run.device.slug is None else device_path(run.device.slug)
    entries = [
        Fact(name="Run", text=run.title, link=run_path(run)),
        Fact(name="Device", text=words.device_sentence(run.device), link=link),
        *(Fact(name=name, text=text) for name, text in _circumstances(run, files) if text is not None),
    ]
    return render_html(
        "provenance",
        entries=entries,
        files=[(base_name(file.file), _short_hash(file)) for file in files],
        run_path=run_path(run),
    )


def _short_hash(file: SourceFile) -> str:
    return f"{file.sha256[:_HASH_CHARACTERS]}…"


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
            Cell(text=_short_hash(file), hover=file.sha256, code=True),
        )
    )
