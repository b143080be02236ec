"""The page of a device: its roofs, where each number comes from, and its runs."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from roofline_report.domain.hardware import MemoryLevel, Operation
from roofline_report.domain.roofline import ridge_point
from roofline_report.renderers import quantities, words
from roofline_report.renderers.addresses import DEVICES_PATH, OVERVIEW_PATH, device_path, run_path
from roofline_report.renderers.cells import Cell, Column, Row, Table, number_cell
from roofline_report.renderers.charts.embed import Caption, figure_html
from roofline_report.renderers.charts.roofline_plot import roofs_plot
from roofline_report.renderers.grammar import capitalised, joined
from roofline_report.renderers.model_sections import model_sections
from roofline_report.renderers.page import Page
from roofline_report.renderers.pages.ceilings import ceiling_sources, ceiling_table
from roofline_report.renderers.pages.devices import DEVICES_TITLE
from roofline_report.renderers.pages.parts import Fact, facts_html
from roofline_report.renderers.tables import table_html
from roofline_report.renderers.templating import render_html, render_markdown
from roofline_report.report.ceilings import Ceilings
from roofline_report.report.names import flat_name, level_name, terms_for
from roofline_report.report.told_ceilings import drawn_ceilings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from roofline_report.domain.hardware import BandwidthCeiling, ComputeCeiling, Device
    from roofline_report.renderers.pages.parts import PageOptions
    from roofline_report.report.model import DeviceReport, RunReport
    from roofline_report.report.rooflines import Roofs

_FLAT: Final = "Instruction issue"


def render_device(report: DeviceReport, options: PageOptions, *, in_navigation: bool) -> Page:
    """Return the page of one device."""
    device, drawn = report.device, drawn_roofs(report.roofs)
    runs = report.runs[: options.table_rows]
    fragments = _fragments(report, drawn, runs=runs)
    sentence = best_sentence(report)
    return Page(
        path=device_path(report.slug),
        title=device.name,
        description=f"{device.name}: {sentence}",
        markdown=render_markdown(
            "device",
            name=device.name,
            sentence=sentence,
            has_chart="chart" in fragments,
            has_two_charts="chart" in fragments and report.flop_roofs is not None,
            has_ceilings="ceilings" in fragments,
            lines=_lines(report.roofs),
            has_peaks="peaks" in fragments,
            tensor=terms_for(device).tensor,
            memory=None if _memory(device) is None else level_name(MemoryLevel.DRAM, device),
            has_figures="figures" in fragments,
            has_runs="runs" in fragments,
            more_runs=len(report.runs) - len(runs),
            overview=f"../{OVERVIEW_PATH}",
            notes=device.notes,
            names=(device.name, *device.reported_names),
        ),
        fragments=fragments,
        parent=DEVICES_PATH,
        in_navigation=in_navigation,
        group=DEVICES_TITLE,
        has_chart="chart" in fragments,
    )


def _fragments(report: DeviceReport, drawn: Roofs, *, runs: Sequence[RunReport]) -> dict[str, str]:
    """Return what fills the slots of the page; there is none for what is not known."""
    device = report.device
    peaks = [ceiling for ceiling in device.compute_ceilings if ceiling.operation is not Operation.WARP_INSTRUCTION]
    fragments = {"facts": facts_html(_facts(report))}
    if drawn.bandwidths or drawn.peaks:
        charts = [(drawn.model, _chart(report, drawn))]
        if report.flop_roofs is not None:
            charts.append((report.flop_roofs.model, _flop_chart(report, report.flop_roofs)))
        fragments["chart"] = model_sections(charts)
        fragments["ceilings"] = table_html(ceiling_table(report.roofs))
        fragments["ceiling-sources"] = render_html(
            "listing", entries=ceiling_sources(drawn_ceilings([report.roofs]), device)
        )
    if peaks:
        fragments["peaks"] = table_html(_peak_table(peaks, device))
    if device.figures:
        fragments["figures"] = table_html(_figure_table(report))
    if runs:
        fragments["runs"] = table_html(_runs_table(runs))
    return fragments


def drawn_roofs(roofs: Roofs) -> Roofs:
    """Return the roofs of a device's chart: one that is the line of another before it is left out.

    Of levels the one nearer to the core is drawn.
    """
    lines: dict[float, BandwidthCeiling] = {}
    flat: dict[float, ComputeCeiling] = {}
    for ceiling in roofs.bandwidths:
        if ceiling.origin.is_physical:
            lines.setdefault(ceiling.bytes_per_s, ceiling)
    for peak in roofs.peaks:
        if peak.origin.is_physical:
            flat.setdefault(peak.operations_per_s, peak)
    return replace(
        roofs,
        bandwidths=tuple(each for each in roofs.bandwidths if not each.origin.is_physical or each in lines.values()),
        peaks=tuple(each for each in roofs.peaks if not each.origin.is_physical or each in flat.values()),
    )


def best_sentence(report: DeviceReport) -> str:
    """Return what a device does at best: the flat roof and the slowest memory."""
    ceilings = Ceilings.of(report.device)
    peak = ceilings.deciding_peak(Operation.WARP_INSTRUCTION)
    memory = ceilings.deciding_bandwidth(MemoryLevel.DRAM)
    parts = []
    if peak is not None:
        terms = report.device.terms
        kind = f" of {terms.issued_instructions}" if terms.issued_kind else ""
        parts.append(quantities.instruction_rate(peak.operations_per_s, warp=terms.warp) + kind)
    if memory is not None:
        name = level_name(MemoryLevel.DRAM, report.device)
        parts.append(f"{quantities.bandwidth(memory.bytes_per_s)} between {name} and L2")
    if not parts:
        return "Neither its issue rate nor its memory bandwidth is known."
    return f"At most {joined(parts)}, by theory."


def _facts(report: DeviceReport) -> list[Fact]:
    device = report.device
    clock = next((figure.as_printed for figure in device.figures if figure.name == "Boost clock"), None)
    facts = [
        ("Vendor", device.vendor),
        ("Architecture", device.architecture),
        ("Compute capability", device.compute_capability),
        ("LLVM target", device.llvm_target),
        (
            capitalised(f"{device.terms.multiprocessor}s"),
            None if device.multiprocessors is None else quantities.count(device.multiprocessors),
        ),
        ("Boost clock", clock),
        ("Runs", quantities.count(len(report.runs)) if report.runs else None),
    ]
    return [Fact(name=name, text=value) for name, value in facts if value is not None]


def _chart(report: DeviceReport, drawn: Roofs) -> str:
    sentences = ["Runs on this device have these roofs, or state their own, and these axes, unless a dot lies outside."]
    if not drawn.peaks:
        sentences.append("How many instructions the device issues is not known, so there is no flat roof.")
    for ceiling in report.roofs.bandwidths:
        if ceiling not in drawn.bandwidths:
            same = next(each for each in drawn.bandwidths if each.bytes_per_s == ceiling.bytes_per_s)
            hidden, shown = (words.level_title(each.level, report.device) for each in (ceiling, same))
            sentences.append(f"{hidden} has the roof of {shown}, so the two are one line.")
    return figure_html(
        roofs_plot(drawn),
        Caption(title=f"Instruction roofline of {report.device.name}.", sentences=sentences),
        figure_id="roofline-device",
    )


def _flop_chart(report: DeviceReport, roofs: Roofs) -> str:
    drawn = drawn_roofs(roofs)
    sentences = ["A run shows the peaks of the operations that its kernels do, at the clock that they ran at."]
    if any(peak.operation.is_tensor for peak in roofs.peaks):
        tensor = terms_for(report.device).tensor
        sentences.append(f"These are the axes of a run with {tensor} operations; without them they end lower.")
    for peak in roofs.peaks:
        if peak not in drawn.peaks:
            same = next(each for each in drawn.peaks if each.operations_per_s == peak.operations_per_s)
            hidden, shown = (flat_name(each, report.device) for each in (peak, same))
            sentences.append(f"The {hidden} is as high as the {shown}, so the two are one line.")
    return figure_html(
        roofs_plot(drawn),
        Caption(title=f"FLOP roofline of {report.device.name}.", sentences=sentences),
        figure_id="roofline-device-2",
    )


def _lines(roofs: Roofs) -> list[tuple[str, str]]:
    """Return what each line of the chart means for a kernel, the flat one first."""
    ceilings = Ceilings(bandwidths=roofs.bandwidths, computes=roofs.peaks)
    peak = ceilings.deciding_peak(Operation.WARP_INSTRUCTION)
    lines = []
    if peak is not None:
        terms = terms_for(roofs.device)
        rate = quantities.instruction_rate(peak.operations_per_s, warp=terms.warp)
        text = f"the most {terms.issued_instructions} in a second, whatever a kernel loads."
        lines.append((f"{_FLAT}, {rate}", text))
    levels = dict.fromkeys(ceiling.level for ceiling in roofs.bandwidths)
    return lines + [_line(level, roofs, peak=peak) for level in levels]


def _line(level: MemoryLevel, roofs: Roofs, *, peak: ComputeCeiling | None) -> tuple[str, str]:
    """Return the roof of a level and what it means for a kernel."""
    of_level = [ceiling for ceiling in roofs.bandwidths if ceiling.level is level]
    theory = next((ceiling for ceiling in of_level if ceiling.origin.is_physical), None)
    sentences = []
    if theory is not None:
        sentences.append(f"{quantities.bandwidth(theory.bytes_per_s)} in transactions of 32 bytes.")
        if peak is not None:
            ridge = quantities.number(ridge_point(peak.operations_per_s, theory.transactions_per_s))
            issued = terms_for(roofs.device).issued_instructions
            sentences.append(
                f"A kernel with fewer than {ridge} {issued} for each transaction can't reach the flat line."
            )
    sentences += [_reached(ceiling, theory) for ceiling in of_level if not ceiling.origin.is_physical]
    rate = quantities.transactions_rate((theory or of_level[0]).transactions_per_s)
    return f"{words.level_title(level, roofs.device)}, {rate}", " ".join(sentences)


def _reached(measured: BandwidthCeiling, theory: BandwidthCeiling | None) -> str:
    """Return what a benchmark reached; its share of the theory only where nothing has to be known about it."""
    reached = f"A benchmark reached {quantities.bandwidth(measured.bytes_per_s)}"
    if measured.note is not None:
        return f"{reached}. {measured.note.rstrip('.')}."
    if theory is None:
        return f"{reached}; no theoretical rate is known."
    return f"{reached}, {quantities.percent(measured.bytes_per_s / theory.bytes_per_s)} of it."


def _memory(device: Device) -> BandwidthCeiling | None:
    return Ceilings.of(device).deciding_bandwidth(MemoryLevel.DRAM)


def _peak_table(peaks: Sequence[ComputeCeiling], device: Device) -> Table:
    memory = _memory(device)
    ridge = Column(title="Ridge", unit=f"FLOP/byte at {level_name(MemoryLevel.DRAM, device)}", numeric=True)
    return Table(
        id="roofline-peaks",
        caption="Peaks of floating-point operations",
        columns=(
            Column(title="Operation"),
            Column(title="Peak", numeric=True),
            *([] if memory is None else [ridge]),
            Column(title="Origin and source"),
        ),
        rows=tuple(
            Row(
                cells=(
                    Cell(text=peak.operation.in_words(tensor=device.terms.tensor), nowrap=True),
                    number_cell(peak.operations_per_s, quantities.flop_rate(peak.operations_per_s)),
                    *([] if memory is None else [_peak_ridge(peak, memory)]),
                    Cell(text=capitalised(words.origin_text(peak)), detail=words.source_text(peak)),
                )
            )
            for peak in peaks
        ),
        sortable=False,
    )


def _peak_ridge(peak: ComputeCeiling, memory: BandwidthCeiling) -> Cell:
    ridge = ridge_point(peak.operations_per_s, memory.bytes_per_s)
    return number_cell(ridge, quantities.number(ridge))


def _figure_table(report: DeviceReport) -> Table:
    return Table(
        id="roofline-figures",
        caption="Figures as their sources print them",
        columns=(Column(title="Figure"), Column(title="Value", numeric=True), Column(title="Source")),
        rows=tuple(
            Row(
                cells=(
                    Cell(text=figure.name),
                    number_cell(figure.value, figure.as_printed),
                    Cell(text=figure.source, detail=figure.note),
                )
            )
            for figure in report.device.figures
        ),
        sortable=False,
    )


def _runs_table(runs: Sequence[RunReport]) -> Table:
    return Table(
        id="roofline-runs",
        caption="Runs on this device",
        columns=(
            Column(title="Run"),
            Column(title="GPU time", numeric=True),
            Column(title="Kernels", numeric=True),
            Column(title="Date"),
        ),
        rows=tuple(
            Row(
                cells=(
                    Cell(text=run.title, link=run_path(run)),
                    number_cell(run.gpu_time_s, quantities.time(run.gpu_time_s)),
                    number_cell(float(len(run.kernels)), quantities.count(len(run.kernels))),
                    Cell(text=run.options.date or quantities.UNKNOWN, nowrap=True),
                )
            )
            for run in runs
        ),
    )
