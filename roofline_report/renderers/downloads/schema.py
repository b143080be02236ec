"""The JSON Schema of the document, made from its fields.

It lies beside the code as a file, so that a change of what is promised is seen as a change of that file: `make schema`
writes it.
"""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias, TypeVar

from roofline_report.renderers.downloads.document import CEILINGS, CHARTS, FILES, KERNELS, LEVELS, MODELS
from roofline_report.renderers.downloads.field import Kind
from roofline_report.renderers.downloads.kernel_fields import CASE_FIELDS, DOT_FIELDS, KERNEL_FIELDS
from roofline_report.renderers.downloads.run_fields import (
    CEILING_FIELDS,
    CHART_FIELDS,
    FILE_FIELDS,
    RUN_FIELDS,
    SCHEMA,
    SCHEMA_VERSION,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from roofline_report.renderers.downloads.field import Field

SCHEMA_FILE: Final = f"roofline-run-{SCHEMA_VERSION}.schema.json"

_Schema: TypeAlias = "dict[str, object]"
_Of = TypeVar("_Of")

_TYPES: Final = {
    Kind.TEXT: "string",
    Kind.WORD: "string",
    Kind.WHOLE: "integer",
    Kind.NUMBER: "number",
    Kind.FLAG: "boolean",
    Kind.LIST: "array",
}


def make_schema() -> str:
    """Return the schema as text."""
    levels = _array(DOT_FIELDS, description="the memory levels, from the core outwards")
    models = _array(CASE_FIELDS, description="the kernel in each model", more={LEVELS: levels})
    ceilings = _array(CEILING_FIELDS, description="the roofs, theoretical and measured")
    document = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The numbers of a run, by roofline_report",
        **_object(
            RUN_FIELDS,
            {
                FILES: _array(FILE_FIELDS, description="the files that were read"),
                CHARTS: _array(CHART_FIELDS, description="the rooflines of the run page", more={CEILINGS: ceilings}),
                KERNELS: _array(KERNEL_FIELDS, description="the kernels, most GPU time first", more={MODELS: models}),
            },
        ),
    }
    return f"{json.dumps(document, indent=2)}\n"


def load_schema() -> str:
    """Return the schema as it is shipped."""
    return (files("roofline_report.renderers.downloads") / SCHEMA_FILE).read_text(encoding="utf-8")


def write_schema() -> None:
    """Write the file that is shipped."""
    Path(__file__).with_name(SCHEMA_FILE).write_text(make_schema(), encoding="utf-8")


def _array(fields: Iterable[Field[_Of]], *, description: str, more: Mapping[str, _Schema] | None = None) -> _Schema:
    return {"type": "array", "description": description, "items": _object(fields, more)}


def _object(fields: Iterable[Field[_Of]], more: Mapping[str, _Schema] | None = None) -> _Schema:
    properties = {field.name: _property(field) for field in fields} | dict(more or {})
    return {"type": "object", "required": list(properties), "properties": properties}


def _property(field: Field[_Of]) -> _Schema:
    """Return what a value may be. Nothing forbids more keys than these: a later release may have them."""
    kind = _TYPES[field.kind]
    found: _Schema = {"type": kind if field.empty is None else [kind, "null"], "description": _description(field)}
    if field.name == SCHEMA.name:
        return {**found, "const": SCHEMA_VERSION}
    if field.kind in (Kind.NUMBER, Kind.WHOLE):
        return {**found, "minimum": 0}
    if field.kind is Kind.LIST:
        return {**found, "items": {"type": "string", **({"enum": list(field.words)} if field.words else {})}}
    if field.words:
        return {**found, "enum": [*field.words, *([None] if field.empty is not None else [])]}
    return found


def _description(field: Field[_Of]) -> str:
    unit = f" [{field.unit}]" if field.unit is not None else ""
    empty = "" if field.empty is None else f"; null where {field.empty}"
    return f"{field.meaning}{unit}{empty}"
