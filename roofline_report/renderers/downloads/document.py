"""The numbers of a run as JSON: those of the CSV, each once, with their files and what the charts draw behind them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final, TypeAlias, TypeVar

from roofline_report.renderers.downloads.field import names_of, values_of
from roofline_report.renderers.downloads.kernel_fields import CASE_FIELDS, DOT_FIELDS, KERNEL_FIELDS
from roofline_report.renderers.downloads.run_fields import (
    CEILING_FIELDS,
    CHART_FIELDS,
    FILE_FIELDS,
    RUN_FIELDS,
    Chart,
    DrawnCeiling,
)
from roofline_report.renderers.model_units import ModelUnits

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from roofline_report.domain.hardware import BandwidthCeiling, ComputeCeiling
    from roofline_report.renderers.downloads.field import Field, Value
    from roofline_report.renderers.downloads.numbers import CaseNumbers, KernelNumbers
    from roofline_report.report.model import RunModel, RunReport

FILES: Final = "files"
CHARTS: Final = "charts"
CEILINGS: Final = "ceilings"
KERNELS: Final = "kernels"
MODELS: Final = "models"
LEVELS: Final = "levels"

_Json: TypeAlias = "Value | Sequence[_Json] | Mapping[str, _Json]"
_Of = TypeVar("_Of")

_KERNEL_NAMES: Final = names_of(KERNEL_FIELDS)
_CASE_NAMES: Final = names_of(CASE_FIELDS)
_DOT_NAMES: Final = names_of(DOT_FIELDS)
_ENCODE: Final = json.JSONEncoder(allow_nan=False, separators=(",", ":")).encode


def json_bytes(run: RunReport, kernels: Iterable[KernelNumbers]) -> bytes:
    """Return the document in ASCII, each fact on a line of its own and each kernel on one.

    Args:
        run: The run.
        kernels: What `kernel_numbers` gives of it.
    """
    facts = _object(RUN_FIELDS, run)
    facts[FILES] = [_object(FILE_FIELDS, file) for file in run.files]
    facts[CHARTS] = [_chart(each, run) for each in run.models]
    lines = [f"{_ENCODE(name)}:{_ENCODE(value)}," for name, value in facts.items()]
    # So long a text is written faster, and read more easily, kernel by kernel.
    listed = ",\n".join([_ENCODE(_kernel(kernel)) for kernel in kernels])
    return "\n".join(["{", *lines, f"{_ENCODE(KERNELS)}:[", *([listed] if listed else []), "]}\n"]).encode("ascii")


def _object(fields: Iterable[Field[_Of]], of: _Of) -> dict[str, _Json]:
    listed = tuple(fields)
    return dict(zip(names_of(listed), values_of(listed, of), strict=True))


def _chart(drawn: RunModel, run: RunReport) -> _Json:
    units = ModelUnits(drawn.model, run.device.device)
    ceilings: tuple[BandwidthCeiling | ComputeCeiling, ...] = (*drawn.roofs.bandwidths, *drawn.roofs.peaks)
    return {
        **_object(CHART_FIELDS, Chart(drawn=drawn, units=units)),
        CEILINGS: [_object(CEILING_FIELDS, DrawnCeiling(ceiling=ceiling, units=units)) for ceiling in ceilings],
    }


def _kernel(kernel: KernelNumbers) -> _Json:
    return {
        **dict(zip(_KERNEL_NAMES, kernel.values, strict=True)),
        MODELS: [_case(case) for case in kernel.cases],
    }


def _case(case: CaseNumbers) -> _Json:
    return {
        **dict(zip(_CASE_NAMES, case.values, strict=True)),
        LEVELS: [dict(zip(_DOT_NAMES, values, strict=True)) for values in case.dots],
    }
