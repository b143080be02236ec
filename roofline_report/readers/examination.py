"""What a file of a data folder is, from as little of its content as tells it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roofline_report.readers.reading import explain
from roofline_report.readers.recognition.containers import find_container
from roofline_report.readers.recognition.recognition import recognise_source
from roofline_report.readers.recognition.standing import Recognition, Standing
from roofline_report.readers.text.encoding import encoding_of
from roofline_report.readers.text.source import Source

if TYPE_CHECKING:
    from pathlib import Path

    from roofline_report.domain.problem import Problem
    from roofline_report.readers.limits import Limits

_SNIFFED_BYTES = 8192
_OTHER = Recognition(standing=Standing.OTHER)
_UNKNOWN = Recognition(standing=Standing.UNUSABLE)
"""A file that cannot be looked at counts as one of a run: reading it tells what is the matter."""


def examine(path: Path, *, limits: Limits) -> Recognition:
    """Return what a file is; one that is too large or cannot be read is unusable."""
    try:
        with path.open("rb") as stream:
            start = stream.read(_SNIFFED_BYTES)
        if b"\0" in start and not encoding_of(start).startswith("utf-16"):
            return _OTHER
        if path.stat().st_size > limits.file_bytes:
            return _UNKNOWN if path.suffix.lower() == ".csv" else _OTHER
        return recognise_source(Source.of_file(path), limits=limits)
    except OSError:
        return _UNKNOWN


def explain_container(path: Path, *, shown_as: str) -> Problem | None:
    """Return what to say of a profiler's data in a form that is no text, or None where it is none."""
    try:
        with path.open("rb") as stream:
            found = find_container(stream.read(_SNIFFED_BYTES))
    except OSError:
        return None
    return None if found is None else explain(found, shown_as=shown_as)
