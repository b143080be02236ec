"""What can be said of a file before it is read."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from roofline_report.domain.problem import Severity

if TYPE_CHECKING:
    from roofline_report.readers.reader import Reader


class Standing(Enum):
    """Whether a file concerns us, and how much it weighs if it is not read.

    The rule: a file fails a strict build if its measurement has to be repeated, or if somebody changed it. It passes
    with a note if its numbers are whole and only their form is not read: they can be printed again in another one.
    """

    READ = "read"
    """It holds a table that is read."""
    UNUSABLE = "unusable"
    """A profiler wrote it, and there are no numbers of kernels in it, or none that can be trusted."""
    UNREAD = "unread"
    """A profiler wrote it, with numbers, in a form that is not read."""
    CEILINGS = "ceilings"
    """It holds measured bandwidths or peaks, which are not read yet."""
    OTHER = "other"
    """It is not for us."""

    @property
    def is_of_a_run(self) -> bool:
        """Tell whether the file belongs to a run, so that its page says what is the matter with it."""
        return self in (Standing.READ, Standing.UNUSABLE, Standing.UNREAD)

    @property
    def severity(self) -> Severity:
        """Return how much it weighs that the file is not read."""
        if self is Standing.UNUSABLE:
            return Severity.WARNING
        return Severity.NOTE if self is Standing.UNREAD else Severity.INFO


@dataclass(frozen=True, slots=True, kw_only=True)
class Recognition:
    """What a text is.

    Attributes:
        standing: Whether it concerns us.
        reader: Who reads it, if anyone.
        summary: Why it is not read, in words.
        remedy: What to do about that.
        line: Where the reason stands.
        found: What stands there.
        place: How far down it stands in the list of its kind; of two of a kind the first is told.
    """

    standing: Standing
    reader: Reader | None = None
    summary: str | None = None
    remedy: str | None = None
    line: int | None = None
    found: str | None = None
    place: int = 0


NOT_USED = "not used"
"""How it begins what is said of a file that is not for us."""

CEILINGS_REMEDY = (
    "nothing has to be done; until then, state what it measured under `ceilings:` of a run.yml, with `origin: measured`"
)


def describe_ceilings(tool: str) -> str:
    """Return what to say of a file in which a tool states the bandwidths or peaks that it measured."""
    return f"these are ceilings measured by {tool}; measured ceilings are read in a later version"
