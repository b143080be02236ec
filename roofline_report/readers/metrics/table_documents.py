"""The YAML files in metric_tables/, one or several for each profiler, and the values in them.

They are part of the package: what is wrong with one is a fault of the package, and raises.
"""

from __future__ import annotations

from importlib import resources
from typing import TYPE_CHECKING

import yaml

if TYPE_CHECKING:
    from collections.abc import Iterator

_FOLDER = "metric_tables"
_PART_MARK = "-"
_PARTED = ("quantities", "peaks")
# The one in C, where PyYAML has it, takes a tenth of the time.
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def load_documents(*, only_main: bool = False) -> tuple[dict[str, object], ...]:
    """Return what the files hold, one document for each profiler, in the order of the names of their files.

    Files of one profiler are taken together; no two of them have a quantity or a peak in common.

    Args:
        only_main: Read nothing but the main file of each profiler, without those that are called after it and "-":
            they have quantities and peaks alone, and are most of what there is.
    """
    folder = resources.files("roofline_report.readers.metrics").joinpath(_FOLDER)
    files = sorted((file for file in folder.iterdir() if file.name.endswith(".yaml")), key=lambda file: file.name)
    by_profiler: dict[str, dict[str, object]] = {}
    for file in files:
        if only_main and _PART_MARK in file.name:
            continue
        document = parse_document(file.read_text(encoding="utf-8"))
        whole = by_profiler.setdefault(as_text(document["profiler"]), {})
        for key, value in document.items():
            whole[key] = _merged(whole[key], value) if key in _PARTED and key in whole else value
    return tuple(by_profiler.values())


def _merged(first: object, second: object) -> dict[str, object]:
    """Return two mappings as one, or raise ValueError where both have a key."""
    both = as_mapping(first), as_mapping(second)
    if twice := both[0].keys() & both[1].keys():
        raise ValueError(sorted(twice))
    return {**both[0], **both[1]}


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
