"""How much of a file is read before it is refused."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The sizes beyond which a file or a row is not read.

    Attributes:
        file_bytes: Largest file.
        field_characters: Longest field of a table; the csv module of Python stops at the same length by default.
        row_lines: Most lines that one row may span, where a quoted name holds line breaks.
    """

    file_bytes: int = 1024 * 1024 * 1024
    field_characters: int = 128 * 1024
    row_lines: int = 50
