"""What a file of a data folder is, from as little of its content as tells it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from roofline_report.domain.problem import Problem
from roofline_report.readers.reading import explain, read_bytes
from roofline_report.readers.recognition.containers import find_container
from roofline_report.readers.recognition.recognition import HEAD_CHARACTERS, recognise
from roofline_report.readers.recognition.standing import Recognition, Standing
from roofline_report.readers.text.csv_table import decode, encoding_of, to_text

if TYPE_CHECKING:
    from pathlib import Path

    from roofline_report.readers.limits import Limits

_SNIFFED_BYTES = 8192
_OTHER = Recognition(standing=Standing.OTHER)
_UNKNOWN = Recognition(standing=Standing.UNUSABLE)
"""A file that cannot be looked at counts as one of a run: reading it tells what is the matter."""


def examine(path: Path, *, limits: Limits) -> Recognition:
    """Return what a file is; one that is too large or cannot be read is unusable."""
    try:
        with path.open("rb") as stream:
            start = stream.read(HEAD_CHARACTERS)
    except OSError:
        return _UNKNOWN
    if b"\0" in start[:_SNIFFED_BYTES] and not encoding_of(start).startswith("utf-16"):
        return _OTHER
    found = recognise(to_text(start, errors="replace"), limits=limits)
    if found.standing.is_of_a_run or len(start) < HEAD_CHARACTERS:
        return found
    content = read_bytes(path, shown_as=path.name, limits=limits)
    if isinstance(content, Problem):
        return _UNKNOWN if path.suffix.lower() == ".csv" else _OTHER
    text = decode(content, shown_as=path.name)
    if isinstance(text, Problem):
        text = to_text(content, errors="replace")
    return recognise(text, limits=limits)


def explain_container(path: Path, *, shown_as: str) -> Problem | None:
    """Return what to say of a profiler's data in a form that is no text, or None where it is none."""
    try:
        with path.open("rb") as stream:
            found = find_container(stream.read(_SNIFFED_BYTES))
    except OSError:
        return None
    return None if found is None else explain(found, shown_as=shown_as)
