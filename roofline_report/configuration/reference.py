"""Which keys a reader of a mapping knows, found out by having it read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roofline_report.configuration.fields import Fields
from roofline_report.configuration.keys import A_LIST_OF_MAPPINGS, A_MAPPING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from roofline_report.configuration.keys import AskedKey


def list_keys(read: Callable[[Fields], object]) -> tuple[AskedKey, ...]:
    """Return every key that a function asks for, those of mappings within included.

    Args:
        read: Reads a mapping. It is handed one that holds nothing, then one with empty mappings where it asked for
            mappings, and so on, until it asks for no more.
    """
    sample: dict[object, object] = {}
    while True:
        fields = Fields.of_mapping(sample, file=None, problems=[])
        read(fields)
        deeper = _sample(fields.asked)
        if deeper == sample:
            return fields.asked
        sample = deeper


def _sample(keys: Iterable[AskedKey]) -> dict[object, object]:
    return {key.name: _value(key) for key in keys if key.kind in (A_MAPPING, A_LIST_OF_MAPPINGS)}


def _value(key: AskedKey) -> object:
    return _sample(key.parts) if key.kind == A_MAPPING else [_sample(key.parts)]
