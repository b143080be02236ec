"""The YAML files in metric_tables/, one for each profiler, and the values in them.

They are part of the package: what is wrong with one is a fault of the package, and raises.
"""

from __future__ import annotations

from importlib import resources
from typing import TYPE_CHECKING

import yaml

if TYPE_CHECKING:
    from collections.abc import Iterator

_FOLDER = "metric_tables"
# The one in C, where PyYAML has it, takes a tenth of the time.
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def load_documents() -> Iterator[dict[str, object]]:
    """Return what the files hold, in the order of their names."""
    folder = resources.files("roofline_report.readers.metrics").joinpath(_FOLDER)
    files = sorted((file for file in folder.iterdir() if file.name.endswith(".yaml")), key=lambda file: file.name)
    return (parse_document(file.read_text(encoding="utf-8")) for file in files)


def parse_document(text: str) -> dict[str, object]:
    """Return what a text holds.

    Raises:
        TypeError: It does not hold keys and values.
    """
    return as_mapping(yaml.load(text, Loader=_LOADER))  # noqa: S506 - a safe loader, whichever it is


def as_mapping(value: object) -> dict[str, object]:
    """Return a value that has to be a mapping, or raise TypeError."""
    if not isinstance(value, dict):
        raise TypeError(value)
    return {as_text(key): item for key, item in value.items()}


def as_items(value: object) -> list[object]:
    """Return a value that has to be a list, or raise TypeError."""
    if not isinstance(value, list):
        raise TypeError(value)
    return value


def as_texts(value: object) -> Iterator[str]:
    """Return a value that has to be a list of texts, or raise TypeError."""
    return (as_text(item) for item in as_items(value))


def as_text(value: object) -> str:
    """Return a value that has to be a text, or raise TypeError."""
    if not isinstance(value, str):
        raise TypeError(value)
    return value
