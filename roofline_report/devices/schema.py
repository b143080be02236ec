"""One device file -> one `Device`, with every problem of the file.

A device file states figures of the datasheet, from which the theoretical ceilings follow, or ceilings, or both. Each
number has its unit and its source. What has a problem is left out; the rest of the file still counts.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from roofline_report.configuration.document import load_text
from roofline_report.devices.ceilings import NOT_STATED, read_ceilings, with_ceilings
from roofline_report.devices.derivation import FIGURE_KINDS, FigureKind, KnownFigure, derive
from roofline_report.domain.capability import normal_capability
from roofline_report.domain.hardware import Device, Figure, HardwareTerms, MemoryLevel, Origin, terms_of
from roofline_report.domain.problem import Problem, sort_key

if TYPE_CHECKING:
    from roofline_report.configuration.fields import Fields

# Major version in decimal, then one hexadecimal digit each for minor version and stepping (LLVM, AMDGPU usage guide).
_LLVM_TARGET: Final = re.compile(r"gfx\d{1,2}[0-9a-f]{2}")


def read_device(text: str, *, given_in: str, is_packaged: bool = False) -> tuple[Device | None, tuple[Problem, ...]]:
    """Return the device that a YAML text states, and all that is wrong with the text.

    Args:
        text: The content of a device file.
        given_in: How the file is named, in problems and on pages.
        is_packaged: Whether it is a file of the package, as in `load_text`.

    Returns:
        The device, or None where the text is not YAML, has no name or gives no ceiling; and the problems by line.
    """
    problems: list[Problem] = []
    fields = load_text(text, file=given_in, problems=problems, is_packaged=is_packaged)
    device = None if fields is None else device_of(fields, given_in=given_in, is_packaged=is_packaged)
    return device, tuple(sorted(problems, key=sort_key))


def device_of(fields: Fields, *, given_in: str, is_packaged: bool = False) -> Device | None:
    """Return the device of a loaded file, or None where it has no name or gives no ceiling.

    What a file of the package states is from a datasheet; what a maintainer states goes before all that is derived.
    """
    before = len(fields.problems)
    vendor = fields.text("vendor", default=NOT_STATED)
    terms = terms_of(vendor)
    known = _read_figures(fields.fields("figures"), terms)
    theoretical = Origin.BOOST_CLOCK if is_packaged else Origin.DEVICE_FILE
    stated = read_ceilings(fields.items("ceilings"), given_in, theoretical=theoretical)
    derived = derive(known, given_in)
    count = known.get("multiprocessors")
    name = fields.text("name") if fields.require("name", expected="what the profiler prints for it") else None
    device = Device(
        name=name or NOT_STATED,
        vendor=vendor,
        architecture=fields.text("architecture", default=NOT_STATED),
        given_in=given_in,
        compute_capability=_read_capability(fields),
        llvm_target=_read_matching(
            fields, "llvm_target", pattern=_LLVM_TARGET, expected="gfx and the version, such as gfx90a"
        ),
        reported_names=_read_reported_names(fields, name),
        level_names={**terms.level_names, **_read_level_names(fields.fields("level_names"))},
        rates=derived.rates,
        multiprocessors=None if count is None else round(count.si_value),
        figures=tuple(figure.figure for figure in known.values()),
        notes=fields.text_list("notes") or (),
    )
    fields.finish()
    # A stated ceiling wins over one that is derived: its author saw the figures.
    device = with_ceilings(with_ceilings(device, derived.ceilings), stated)
    if not device.bandwidth_ceilings and not device.compute_ceilings:
        # Where entries were left out, their own problems say enough.
        if len(fields.problems) == before:
            fields.problem("ceilings", "cannot be made from this file", remedy="add figures or ceilings, with sources")
        return None
    return None if name is None else device


def _read_figures(fields: Fields | None, terms: HardwareTerms) -> dict[str, KnownFigure]:
    if fields is None:
        return {}
    found = {kind.key: _read_figure(fields.fields(kind.key), kind=kind, terms=terms) for kind in FIGURE_KINDS}
    return {key: figure for key, figure in found.items() if figure is not None}


def _read_figure(fields: Fields | None, *, kind: FigureKind, terms: HardwareTerms) -> KnownFigure | None:
    if fields is None:
        return None
    measure = None
    if fields.require("value", expected="the number with its unit"):
        measure = fields.value_with_unit("value", kind.dimensions)
    source = fields.text("source") if fields.require("source", expected="where the number stands") else None
    note = fields.text("note")
    if measure is None or source is None:
        return None
    if measure.dimension in ("SM", "CU", "1") and not measure.value.is_integer():
        fields.problem("value", "is not a whole number")
        return None
    unit = measure.unit or kind.unit_in(terms)
    figure = Figure(name=kind.name_in(terms), value=measure.value, unit=unit, source=source, note=note)
    return KnownFigure(figure=figure, si_value=measure.si_value, counted=kind.counted_in(terms))


def _read_capability(fields: Fields) -> str | None:
    text = fields.text("compute_capability")
    capability = None if text is None else normal_capability(text)
    if text is not None and capability is None:
        fields.problem("compute_capability", "is no compute capability", expected="two numbers, such as 8.0")
    return capability


def _read_matching(fields: Fields, key: str, *, pattern: re.Pattern[str], expected: str) -> str | None:
    """Return a text that has the form of a pattern; another form is a problem."""
    text = fields.text(key)
    if text is not None and pattern.fullmatch(text) is None:
        fields.problem(key, f"is no {key.replace('_', ' ')}", expected=expected)
        return None
    return text


def _read_reported_names(fields: Fields, name: str | None) -> tuple[str, ...]:
    """Return the further names, each once."""
    names = dict.fromkeys(fields.text_list("reported_names") or ())
    return tuple(reported for reported in names if reported != name)


def _read_level_names(fields: Fields | None) -> dict[MemoryLevel, str]:
    if fields is None:
        return {}
    found = {level: fields.text(level) for level in MemoryLevel}
    return {level: name for level, name in found.items() if name is not None}
