"""One line of a CSV table to its fields."""

from __future__ import annotations

import csv
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

SEPARATOR = '","'
"""What stands between two fields in quotes."""

_FIELD_WITHOUT_QUOTE = '[^"]*+'
# A field and what ends it; possessive, so that an open quote fails at once.
_FIELD = re.compile(r'(?:"((?:[^"]++|"")*+)"|([^,]*+))(,|$)')


def inner_fields(count: int, *, first: Sequence[str] = ()) -> str:
    """Return the pattern of fields in quotes, without the first and the last quote.

    Args:
        count: How many fields.
        first: Patterns of the first of them; the others may be anything without a quote.
    """
    return SEPARATOR.join([*first[:count], *[_FIELD_WITHOUT_QUOTE] * (count - len(first))])


def split_line(line: str) -> list[str] | None:
    """Return the fields of a line, or None where it is no proper CSV."""
    # Nsight Compute quotes every field. If no quote is left over, this is what the csv module would find.
    fields = line[1:-1].split(SEPARATOR)
    if line.count('"') == 2 * len(fields) and line.startswith('"') and line.endswith('"'):
        return fields
    # The csv module refuses fields beyond a length that is set for the whole process, so it is left as it is.
    if len(line) > csv.field_size_limit():
        return _split_long(line)
    try:
        return next(csv.reader((line,), strict=True), [])
    except csv.Error:
        return None


def _split_long(line: str) -> list[str] | None:
    """Return the fields of a line of any length, or None where it is no proper CSV."""
    fields: list[str] = []
    position = 0
    while (match := _FIELD.match(line, position)) is not None:
        quoted, plain, end = match.groups()
        fields.append(plain if quoted is None else quoted.replace('""', '"'))
        position = match.end()
        if not end:
            return fields
    return None
