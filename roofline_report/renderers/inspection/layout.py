"""Lines of plain text of a given width. Whatever stands in a file cannot break, colour or move them."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from roofline_report.renderers.escaping import shortened, visible
from roofline_report.renderers.quantities import NO_BREAK_SPACE

if TYPE_CHECKING:
    from collections.abc import Sequence

NARROWEST = 40
"""A narrower terminal gets lines of this width."""

_INDENT = 2
_LABEL = 10
_MOST_CHARACTERS = 600
_SPACE = " "


class Role(StrEnum):
    """What a line is, for a terminal with colours; it is readable without."""

    PLAIN = "plain"
    HEADING = "heading"
    FILE = "file"
    WARNING = "warning"
    NOTE = "note"
    COMMAND = "command"


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line of text, without its end."""

    text: str
    role: Role = Role.PLAIN


class Layout:
    """Collects the lines of a text."""

    def __init__(self, width: int) -> None:
        self._width = max(NARROWEST, width)
        self._lines: list[Line] = []

    @property
    def lines(self) -> tuple[Line, ...]:
        """Return what was collected, without a gap at the end."""
        return tuple(self._lines if self._lines and self._lines[-1].text else self._lines[:-1])

    def gap(self) -> None:
        """Add an empty line, unless there is one."""
        if self._lines and self._lines[-1].text:
            self._lines.append(Line(text=""))

    def names(self, text: str, names: Sequence[str], *, level: int) -> None:
        """Add a text and names that we know, such as those of metrics: all of them, and each of them whole."""
        first = _SPACE * (_INDENT * level)
        self._wrap(f"{text}: {', '.join(names)}", first=first, rest=first + _SPACE * _INDENT, is_ours=True)

    def paragraph(self, text: str, *, role: Role = Role.PLAIN, level: int = 0, hanging: int = 0) -> None:
        """Add a text that goes over as many lines as it needs.

        Args:
            text: The text.
            role: What its first line is; the others are plain.
            level: How far it is moved in.
            hanging: How much further its other lines are.
        """
        first = _SPACE * (_INDENT * level)
        self._wrap(text, first=first, rest=first + _SPACE * (_INDENT * hanging), role=role)

    def fact(self, label: str, text: str, *, level: int = 1, is_ours: bool = False) -> None:
        """Add a label and what belongs to it, which stays in a column of its own; what is ours is never cut."""
        margin = _SPACE * (_INDENT * level)
        first = f"{margin}{visible(label):<{_LABEL}}{_SPACE}"
        self._wrap(text, first=first, rest=margin + _SPACE * (_LABEL + 1), is_ours=is_ours)

    def command(self, text: str, *, level: int = 2) -> None:
        """Add a command line; it stays on one line, so that it can be copied whole."""
        self._lines.append(Line(text=_SPACE * (_INDENT * level) + visible(text), role=Role.COMMAND))

    def _wrap(self, text: str, *, first: str, rest: str, role: Role = Role.PLAIN, is_ours: bool = False) -> None:
        wrapped = textwrap.wrap(
            visible(text) if is_ours else shortened(visible(text), _MOST_CHARACTERS),
            width=self._width,
            initial_indent=first,
            subsequent_indent=rest,
            break_on_hyphens=False,
            break_long_words=False,
        )
        for number, line in enumerate(wrapped):
            # What must not be torn apart has been kept together; a terminal and grep want plain spaces.
            plain = line.replace(NO_BREAK_SPACE, _SPACE)
            self._lines.append(Line(text=plain, role=Role.PLAIN if number else role))
