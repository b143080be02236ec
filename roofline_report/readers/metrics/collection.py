"""What to run to have something to report on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from roofline_report.readers.metrics.table_documents import as_items, as_mapping, as_text, as_texts, load_documents

if TYPE_CHECKING:
    from collections.abc import Mapping

_METRICS = "{metrics}"


@dataclass(frozen=True, slots=True, kw_only=True)
class CollectionStep:
    """One run of a profiler.

    Attributes:
        command: The command line, with {metrics} where their names go.
        option: The command line that adds to a run what it lacks, with {metrics} where their names go, {program} where
            the program stands, and {file:NAME} for its file, which gets another name where the run has that one.
        metrics: The metrics that are named to it.
        gives: What it prints without being told to.
    """

    command: str
    option: str
    metrics: tuple[str, ...] = ()
    gives: tuple[str, ...] = ()

    @property
    def whole(self) -> str:
        """Return the command line for all of its metrics."""
        return self.command.replace(_METRICS, ",".join(self.metrics))


@dataclass(frozen=True, slots=True, kw_only=True)
class Collection:
    """What to run to get everything that a metric table uses.

    Attributes:
        profiler: The profiler.
        devices: What the profiler is for, in words.
        steps: The runs that it takes, for a program called my_program and a run called my-run.
    """

    profiler: str
    devices: str
    steps: tuple[CollectionStep, ...]

    @property
    def commands(self) -> tuple[str, ...]:
        """Return every command line."""
        return tuple(step.whole for step in self.steps)

    @property
    def metrics(self) -> tuple[str, ...]:
        """Return every metric that the commands name."""
        return tuple(metric for step in self.steps for metric in step.metrics)

    def option_of(self, metric: str) -> str:
        """Return the command line that collects a metric, with {metrics} and {program} where these go.

        A metric that none of the commands names can be named to the last one.
        """
        named = (step for step in self.steps if metric in step.metrics or metric in step.gives)
        return next(named, self.steps[-1]).option


def load_collections() -> tuple[Collection, ...]:
    """Return what to run with each profiler."""
    return tuple(collection_of(document) for document in load_documents(only_main=True))


def collection_of(document: Mapping[str, object]) -> Collection:
    """Return what the file of a metric table says of it.

    Raises:
        TypeError: A value is of the wrong kind.
        KeyError: A key is missing.
    """
    collection = as_mapping(document["collect"])
    return Collection(
        profiler=as_text(document["profiler"]),
        devices=as_text(collection["for"]),
        steps=tuple(_step(as_mapping(each)) for each in as_items(collection["commands"])),
    )


def _step(value: Mapping[str, object]) -> CollectionStep:
    command = as_text(value["command"])
    return CollectionStep(
        command=command,
        option=as_text(value.get("option", command)),
        metrics=tuple(as_texts(value.get("metrics", []))),
        gives=tuple(as_texts(value.get("gives", []))),
    )
