"""What went wrong, or should be known, in words that a maintainer can act on."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

COLLECT_WITH = "collect with "
"""How every remedy begins that says how to collect what is missing."""

_LONGEST_FOUND = 500


class Severity(StrEnum):
    """How much a problem weighs."""

    WARNING = "warning"
    """Something is wrong: a notice on the page, a warning of the build, a failure of a strict build."""
    NOTE = "note"
    """Something is missing, or has to be known when reading the numbers: shown on the page, no warning of the build."""
    INFO = "info"
    """For the build log alone, such as a file that is not for us."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One thing that a maintainer or a reader has to know.

    Attributes:
        summary: One sentence that says what is the matter.
        severity: How much it weighs.
        file: The file, relative to the folder of the settings file, with forward slashes.
        line: The line in that file, counted from 1.
        found: What stands there.
        expected: What should stand there.
        remedy: What to do about it.
        kernel: The full name of the kernel that it concerns, if it concerns one alone.
        is_cause: A profiler says itself what went wrong. That explains what is missing, so it is told before it.
        run_folder: The folder of the run that it concerns, if it concerns one alone, as `file` is written.
    """

    summary: str
    severity: Severity = Severity.WARNING
    file: str | None = None
    line: int | None = None
    found: str | None = None
    expected: str | None = None
    remedy: str | None = None
    kernel: str | None = None
    is_cause: bool = False
    run_folder: str | None = None

    @property
    def place(self) -> str | None:
        """Return "file:line", "file", or None where the problem is in no file."""
        if self.file is None or self.line is None:
            return self.file
        return f"{self.file}:{self.line}"

    def in_one_line(self) -> str:
        """Return the whole problem as one line for a build log; names from files cannot break or colour it."""
        parts = [self.summary.rstrip(".")]
        if self.found is not None:
            found = self.found if len(self.found) <= _LONGEST_FOUND else f"{self.found[:_LONGEST_FOUND]}..."
            parts.append(f"found: {found}")
        if self.expected is not None:
            parts.append(f"expected: {self.expected}")
        if self.remedy is not None:
            parts.append(f"remedy: {self.remedy}")
        text = "; ".join(parts)
        return _on_one_line(f"{self.place}: {text}" if self.place else text)


def _on_one_line(text: str) -> str:
    if text.isprintable():
        return text
    return "".join(
        character if character.isprintable() else " " if character.isspace() else f"<U+{ord(character):04X}>"
        for character in text
    )


def sort_key(problem: Problem) -> tuple[str, int, str, str]:
    """Return the key by which problems are put in order: by file, by line, by text."""
    return (problem.file or "", problem.line or 0, problem.kernel or "", problem.in_one_line())
