"""A hook of this site: puts tables into its pages that are made from the code, so that they cannot drift from it.

A line `<!-- table: NAME -->` of a page becomes the table of that name. No key, default, figure or name of such a table
stands in a page. A name that is not known here fails the build.
"""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

import yaml
from click import Option
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File

from roofline_report.devices.catalogue import load_packaged
from roofline_report.devices.derivation import FIGURE_KINDS
from roofline_report.domain.hardware import MemoryLevel, Operation, terms_of
from roofline_report.domain.quantity_texts import TEXTS
from roofline_report.hosts.cli.figure_command import figure_command
from roofline_report.pipeline.run_settings import list_run_keys
from roofline_report.pipeline.settings import list_site_keys
from roofline_report.readers.metrics.metric_table import load_tables
from roofline_report.readers.metrics.rates import TIME, factors_of, rates_of
from roofline_report.readers.registry import list_formats
from roofline_report.renderers import quantities, words
from roofline_report.renderers.addresses import device_path
from roofline_report.renderers.charts.registry import RUN_CHARTS
from roofline_report.renderers.downloads.kernel_fields import CASE_FIELDS, DOT_FIELDS, KERNEL_FIELDS
from roofline_report.renderers.downloads.run_fields import CEILING_FIELDS, CHART_FIELDS, FILE_FIELDS, RUN_FIELDS
from roofline_report.renderers.downloads.schema import SCHEMA_FILE, load_schema
from roofline_report.renderers.escaping import markdown_text
from roofline_report.report.ceilings import Ceilings
from roofline_report.report.devices import device_slugs
from roofline_report.report.verdicts import HIGHEST_CREDIBLE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from click import Command
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

    from roofline_report.configuration.keys import AskedKey
    from roofline_report.domain.hardware import Device
    from roofline_report.domain.quantity import Quantity
    from roofline_report.readers.metrics.formula import Formula, Term
    from roofline_report.readers.metrics.metric_table import MetricTable
    from roofline_report.renderers.downloads.field import Field

_Of = TypeVar("_Of")

_MARKER: Final = re.compile(r"^<!-- table: (.*?) -->$", re.MULTILINE)


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    """Serve the schema of the downloads beside the page that explains it."""
    files.append(File.generated(config, f"downloads/{SCHEMA_FILE}", content=load_schema()))
    return files


def on_page_markdown(markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:  # noqa: ARG001 - a hook
    """Put the tables into a page that was written by hand; generated pages hold text of profilers."""
    if page.file.generated_by is not None:
        return markdown
    return _MARKER.sub(lambda marker: _table(marker[1], of=page.file.src_uri), markdown)


def list_tables() -> dict[str, Callable[[], str]]:
    """Return what makes each table, by its name."""
    of_site, of_runs = list_site_keys(), list_run_keys()
    return {
        "keys of the site": partial(_keys, of_site),
        "keys of a run": partial(_keys, of_runs),
        **{f"keys of {key.name}": partial(_keys, key.parts) for key in (*of_site, *of_runs) if key.parts},
        "formats": _formats,
        "devices": _devices,
        "figures of a device": _figures,
        "charts": _charts,
        "origins": _origins,
        "results": _results,
        "numbers of a run": partial(_fields, RUN_FIELDS),
        "numbers of a file": partial(_fields, FILE_FIELDS),
        "numbers of a chart": partial(_fields, CHART_FIELDS),
        "numbers of a ceiling": partial(_fields, CEILING_FIELDS),
        "numbers of a kernel": partial(_fields, KERNEL_FIELDS),
        "numbers of a kernel in a model": partial(_fields, CASE_FIELDS),
        "numbers of a level": partial(_fields, DOT_FIELDS),
        "options of figure": partial(_options, figure_command),
        **{f"formulas of {table.profiler}": partial(_formulas, table) for table in load_tables()},
        **{f"peaks of {table.profiler}": partial(_peaks, table) for table in load_tables() if table.peaks},
    }


def _table(name: str, *, of: str) -> str:
    tables = list_tables()
    if name not in tables:
        msg = f"{of}: no table is called {name!r}; docs/reference.py knows {', '.join(sorted(tables))}"
        raise PluginError(msg)
    return tables[name]()


def _rows(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = (head, ["---"] * len(head), *rows)
    return "\n".join(f"| {' | '.join(cell.replace('|', '&#124;') for cell in line)} |" for line in lines)


def _code(text: str) -> str:
    """Return a word as code that may go over several lines, but between its parts only."""
    return f"<code>{markdown_text(text).replace('&#95;', '&#95;<wbr>')}</code>"


def _keys(keys: Iterable[AskedKey]) -> str:
    head = ("Key", "Default", "Meaning, and what may stand there")
    # Three columns, so that a phone shows the meaning without scrolling.
    return _rows(head, ((f"**{key.name}**", _default(key), f"{key.meaning}<br>({_kind(key)})") for key in keys))


def _default(key: AskedKey) -> str:
    if key.is_required:
        return "required"
    if key.default is None:
        return "none"
    if isinstance(key.default, bool):
        return _code("true" if key.default else "false")
    if isinstance(key.default, float):
        return _code(quantities.exact(key.default))
    if isinstance(key.default, tuple):
        return _code(f"[{', '.join(key.default)}]" if len(key.default) > 1 else key.default[0])
    return _code(str(key.default))


def _kind(key: AskedKey) -> str:
    if key.parts:
        return f"{key.kind}, [see below](#{key.name})"
    return f"{key.kind}: {', '.join(map(_code, key.words))}" if key.words else key.kind


def _options(command: Command) -> str:
    """Return the options of a command."""
    options = [option for option in command.params if isinstance(option, Option)]
    rows = (
        (
            f"{_code(', '.join(option.opts))} {option.metavar or ''}".rstrip(),
            _code(str(option.default)) if option.show_default else "",
            option.help or "",
        )
        for option in options
    )
    return _rows(("Option", "Default", "Meaning"), rows)


def _formats() -> str:
    rows = ((profiler, kind.name, _code(kind.made_by)) for profiler, kind in list_formats())
    return _rows(("Profiler", "File", "How it is made"), rows)


def _devices() -> str:
    levels = {MemoryLevel.L1: "L1", MemoryLevel.L2: "L2", MemoryLevel.DRAM: "Memory"}
    head = ("Device", "Architecture", "Instruction issue", *levels.values())
    devices = load_packaged().devices
    pages = {name: f"performance/{device_path(slug)}" for name, slug in device_slugs(devices).items()}
    return _rows(head, (_device_row(device, tuple(levels), page=pages[device.name]) for device in devices))


def _device_row(device: Device, levels: Sequence[MemoryLevel], *, page: str) -> tuple[str, ...]:
    ceilings = Ceilings.of(device)
    peak = ceilings.deciding_peak(Operation.WARP_INSTRUCTION)
    bandwidths = (ceilings.deciding_bandwidth(level) for level in levels)
    return (
        f"[{device.name}]({page})",
        f"{device.vendor} {device.architecture}",
        quantities.instruction_rate(None if peak is None else peak.operations_per_s, warp=device.terms.warp),
        *(quantities.bandwidth(None if ceiling is None else ceiling.bytes_per_s) for ceiling in bandwidths),
    )


def _figures() -> str:
    of_nvidia, of_amd = terms_of("NVIDIA"), terms_of("AMD")
    rows = ((f"**{kind.key}**", kind.name_in(of_nvidia), kind.name_in(of_amd)) for kind in FIGURE_KINDS)
    return _rows(("Key", "What it is", "In AMD's words"), rows)


def _charts() -> str:
    return _rows(("Name", "Heading on the page"), ((_code(chart.name), chart.heading) for chart in RUN_CHARTS))


def _origins() -> str:
    rows = (
        (words.ORIGINS[origin], quantities.whole_percent(HIGHEST_CREDIBLE[origin] - 1) if origin.is_physical else "any")
        for origin in words.ORIGINS
    )
    return _rows(("Origin", "A point may exceed it by"), rows)


def load_results() -> list[dict[str, str]]:
    """Return what pages show: name, formula, unit and source of each number."""
    text = Path(__file__).with_name("results.yaml").read_text(encoding="utf-8")
    return list(yaml.safe_load(text))


def _results() -> str:
    rows = (
        (each["name"], _code(each["formula"].replace("*", "x")), each["unit"], each["source"])
        for each in load_results()
    )
    return _rows(("Number", "Formula", "Unit", "Source"), rows)


def _fields(fields: Iterable[Field[_Of]]) -> str:
    head = ("Name", "Meaning, and what it is", "Empty where")
    return _rows(
        head,
        ((f"**{field.name}**", f"{field.meaning}<br>({_kind_of(field)})", field.empty or "never") for field in fields),
    )


def _kind_of(field: Field[_Of]) -> str:
    unit = "" if field.unit is None else " without a unit" if field.unit == "1" else f" in {field.unit}"
    words = f": {', '.join(map(_code, field.words))}" if field.words else ""
    return f"{field.kind}{unit}{words}"


def _formulas(table: MetricTable) -> str:
    rows = (
        (_quantity(quantity), _first_of(entry.formulas)) for quantity, entry in table.entries.items() if entry.formulas
    )
    return _rows(("Quantity", _of_formulas("Sum of")), rows)


def _of_formulas(heading: str) -> str:
    """Return the heading of a column of formulas, by which the style sheet knows their tables."""
    return f'<span class="site-formulas">{heading}</span>'


def _quantity(quantity: Quantity) -> str:
    """Return a quantity with its unit, and what it is."""
    text = TEXTS[quantity]
    return f"**{text.title}** [{text.unit}]<br>{_code(quantity)}<br>{text.meaning}"


def _first_of(formulas: Sequence[Formula]) -> str:
    """Return the formula that is tried first, and the others folded: there may be twenty of one quantity."""
    first, *others = map(_formula, formulas)
    if not others:
        return first
    items = "".join(f"<li>{each}</li>" for each in others)
    counted = "1 more, tried after it" if len(others) == 1 else f"{len(others)} more, tried in this order"
    return f"{first}<details><summary>{counted}</summary><ol>{items}</ol></details>"


def _formula(formula: Formula) -> str:
    """Return a formula with where it holds and where it stands."""
    return f"{_sum(formula)}<br><small>{_holds_for(formula)}Source: {formula.source}</small>"


def _peaks(table: MetricTable) -> str:
    rows = ((_code(key), _first_of(formulas)) for key, formulas in table.peaks.items() if formulas)
    return _rows(("Roof", _of_formulas("Per cycle")), rows)


def _sum(formula: Formula) -> str:
    if formula.has_signs:
        signs = "<br>or ".join(_sign(term) for term in formula.terms)
        return f"above 0 where any that was collected is:<br>{signs}"
    return "<br>+ ".join(_term(term) for term in formula.terms)


def _sign(term: Term) -> str:
    names = " or ".join(_name(term, metric) for metric in term.metrics)
    return f"{names}{' (0 where it is)' if term.denies else ''}"


def _term(term: Term) -> str:
    by_rate = {rate for metric in term.metrics for rate in rates_of(metric)}
    names = dict.fromkeys(_name(term, metric) for metric in term.metrics if metric not in by_rate)
    rates = " or its rate" if by_rate.intersection(term.metrics) else ""
    return f"{' or '.join(names)}{rates}{' (where it was collected)' if term.optional else ''}"


def _name(term: Term, metric: str) -> str:
    """Return a name with its weight; what is multiplied with cycles or with the time says so once."""
    weight = term.weight_of(metric)
    first, *others = factors_of(metric)
    times = "" if not others else " x time" if others == [TIME] else " x cycles"
    return f"{'' if weight == 1 else f'{quantities.weight(weight)} x '}{_code(first)}{times}"


def _holds_for(formula: Formula) -> str:
    """Return the compute capabilities that a formula is for; nothing where it is for all."""
    known = ", ".join(f"{text}x" if text.endswith(".") else text for text in formula.compute_capability)
    return f"Compute capability {known}. " if known else ""
