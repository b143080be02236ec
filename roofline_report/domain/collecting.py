"""How to collect what is missing: command lines that can be pasted."""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from roofline_report.domain.problem import COLLECT_WITH

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roofline_report.domain.profile import Absence

_PROGRAM: Final = "my_program"
_FILE: Final = re.compile(r"\{file:(?P<stem>[^}.]+)(?P<suffix>[^}]*)\}")
_BESIDE: Final = " in the same folder"
_INTO: Final = " beside the others"
_HOW: Final = re.compile(
    rf"{COLLECT_WITH}`[^`]+`(?: and `[^`]+`)*, (?:and keep|which puts?) the files?(?:{_BESIDE}|{_INTO})"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where the files of a run are, and what was profiled for them.

    Attributes:
        folder: The folder as whoever runs the command names it, empty for the current one; None where it is not known.
        files: The names of the files in it, which a command must not write over.
        program: The base name of the profiled program, or None where it is not known.
    """

    folder: str | None = None
    files: tuple[str, ...] = ()
    program: str | None = None

    @property
    def run(self) -> str:
        """Return what stands for the program in a command line; its name comes from a file."""
        return shlex.quote(f"./{self.program or _PROGRAM}")

    def new_file(self, stem: str, suffix: str) -> str:
        """Return a file that is not there yet, as a shell takes it."""
        number, name = 1, f"{stem}{suffix}"
        while name in self.files:
            number += 1
            name = f"{stem}-{number}{suffix}"
        return shlex.quote(f"{self.folder}/{name}" if self.folder else name)


SOMEWHERE: Final = Place()
"""The place of a run of which nothing is known."""


def options_for(absences: Iterable[Absence], *, place: Place = SOMEWHERE) -> tuple[str, ...]:
    """Return the command lines that collect what is missing, each metric once.

    Args:
        absences: What is missing.
        place: Where the new files go.
    """
    asked: dict[str, dict[str, None]] = {}
    for absence in absences:
        for metric, option in zip(absence.metrics, absence.options, strict=True):
            asked.setdefault(option, {})[metric] = None
    return tuple(
        _FILE.sub(lambda match: place.new_file(match["stem"], match["suffix"]), option)
        .replace("{metrics}", ",".join(metrics))
        .replace("{program}", place.run)
        for option, metrics in asked.items()
    )


def how_to_collect(absences: Iterable[Absence], *, place: Place = SOMEWHERE) -> str | None:
    """Return what to do about what is missing, the command lines in backticks; None where nothing gives it."""
    options = options_for(absences, place=place)
    if not options:
        return None
    several = len(options) > 1
    files = "the files" if several else "the file"
    keep = (
        f"and keep {files}{_BESIDE}" if place.folder is None else f"which {'put' if several else 'puts'} {files}{_INTO}"
    )
    return f"{COLLECT_WITH}{' and '.join(f'`{option}`' for option in options)}, {keep}"


def is_how_to_collect(remedy: str | None) -> bool:
    """Tell whether a remedy is one of `how_to_collect`."""
    return remedy is not None and _HOW.fullmatch(remedy) is not None
