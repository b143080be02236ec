"""What to run to have something to report on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from roofline_report.readers.metrics.table_documents import as_items, as_mapping, as_text, as_texts, load_documents

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True, kw_only=True)
class Collection:
    """What to run to get everything that a metric table uses.

    Attributes:
        profiler: The profiler.
        devices: What the profiler is for, in words.
        commands: Command lines for a program called my_program and a run called my-run.
        metrics: Every metric that they name.
    """

    profiler: str
    devices: str
    commands: tuple[str, ...]
    metrics: tuple[str, ...]


def load_collections() -> tuple[Collection, ...]:
    """Return what to run with each profiler."""
    return tuple(collection_of(document) for document in load_documents())


def collection_of(document: Mapping[str, object]) -> Collection:
    """Return what the file of a metric table says of it.

    Raises:
        TypeError: A value is of the wrong kind.
        KeyError: A key is missing.
    """
    collection = as_mapping(document["collect"])
    commands = [as_mapping(each) for each in as_items(collection["commands"])]
    return Collection(
        profiler=as_text(document["profiler"]),
        devices=as_text(collection["for"]),
        commands=tuple(
            as_text(each["command"]).replace("{metrics}", ",".join(as_texts(each.get("metrics", []))))
            for each in commands
        ),
        metrics=tuple(metric for each in commands for metric in as_texts(each.get("metrics", []))),
    )
