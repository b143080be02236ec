"""What a file of a data folder is, from as little of its content as tells it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from roofline_report.readers.reading import explain
from roofline_report.readers.recognition.containers import find_container
from roofline_report.readers.recognition.recognition import recognise, recognise_source
from roofline_report.readers.recognition.standing import Recognition, Standing
from roofline_report.readers.text.encoding import encoding_of, to_text
from roofline_report.readers.text.source import Source

if TYPE_CHECKING:
    from pathlib import Path

    from roofline_report.domain.problem import Problem
    from roofline_report.readers.limits import Limits

_SNIFFED_BYTES = 8192
_FEWEST_BYTES_FOR_A_ZERO = 20
_OTHER = Recognition(standing=Standing.OTHER)
_UNKNOWN = Recognition(standing=Standing.UNUSABLE)
"""A file that cannot be looked at counts as one of a run: reading it tells what is the matter."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Examination:
    """What a file was found to be.

    Attributes:
        recognition: What its text is.
        container: What a profiler's data is that is no text, or None where it is none.
    """

    recognition: Recognition
    container: Recognition | None = None

    @property
    def standing(self) -> Standing:
        """Return whether the file concerns us."""
        return self.recognition.standing

    def explain(self, *, shown_as: str) -> Problem:
        """Return the problem of a file that is not read."""
        return explain(self.container or self.recognition, shown_as=shown_as)


def examine(path: Path, *, limits: Limits) -> Examination:
    """Return what a file is; one that is too large or cannot be read is unusable."""
    try:
        with path.open("rb") as stream:
            start = stream.read(_SNIFFED_BYTES)
        container = find_container(start)
        if container is not None or _is_binary(start, limits):
            return Examination(recognition=_OTHER, container=container)
        if path.stat().st_size > limits.file_bytes:
            return Examination(recognition=_UNKNOWN if path.suffix.lower() == ".csv" else _OTHER)
        return Examination(recognition=recognise_source(Source.of_file(path), limits=limits))
    except OSError:
        return Examination(recognition=_UNKNOWN)


def _is_binary(start: bytes, limits: Limits) -> bool:
    """Tell whether a file is none with text: a few zero bytes in a profiler's table do not make it one."""
    # Zeros at the end are what a full disk or a crash leaves.
    start = start.rstrip(b"\0") or start
    zeros = start.count(0)
    if not zeros or encoding_of(start) != "utf-8-sig":
        return False
    is_mostly_text = zeros * _FEWEST_BYTES_FOR_A_ZERO <= len(start)
    return not is_mostly_text or recognise(to_text(start), limits=limits).standing is Standing.OTHER
