"""Tables of NVIDIA's profilers that cannot be read as they are: saved again by another program, or not read yet."""

from __future__ import annotations

from dataclasses import dataclass

from roofline_report.readers.recognition.standing import Recognition, Standing


@dataclass(frozen=True, slots=True, kw_only=True)
class SpoiledTable:
    """A table that is known by words that stand together in its header.

    Attributes:
        words: The words, of which the first is the rarest.
        standing: Whether it concerns us.
        summary: What it is.
        remedy: What to do.
    """

    words: tuple[str, ...]
    standing: Standing
    summary: str
    remedy: str


SPOILED_TABLES = (
    SpoiledTable(
        words=("Metric Name", "Kernel Name", ";"),
        standing=Standing.UNUSABLE,
        summary="the columns are separated by semicolons",
        remedy="do not save the profiler's file with a spreadsheet program; take the file as the profiler wrote it",
    ),
    SpoiledTable(
        words=("Metric Name", "Kernel Name", "\t"),
        standing=Standing.UNUSABLE,
        summary="the columns are separated by tabs",
        remedy="take the file as the profiler wrote it, separated by commas",
    ),
)


def find_spoiled_table(text: str) -> Recognition | None:
    """Return the table whose header stands in the text."""
    signs = [sign for sign in SPOILED_TABLES if all(word in text for word in sign.words)]
    if not signs:
        return None
    for number, line in enumerate(text.split("\n"), start=1):
        for sign in signs:
            if all(word in line for word in sign.words):
                return Recognition(standing=sign.standing, summary=sign.summary, remedy=sign.remedy, line=number)
    return None
