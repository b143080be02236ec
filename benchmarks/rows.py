"""The table that the benchmark prints."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One thing that was measured.

    Attributes:
        key: The letter that the documentation explains it under.
        what: What was held against what.
        value: The outcome, in `unit`.
        limit: What it must not exceed.
        unit: "x" for a ratio, "KB" for 1,000 bytes, "MB" for 1,000,000.
        parts: The measurements that the value was made of, in words.
    """

    key: str
    what: str
    value: float
    limit: float
    unit: str
    parts: str

    @property
    def is_within(self) -> bool:
        """Tell whether the value keeps to its limit."""
        return self.value <= self.limit


def as_markdown(rows: Sequence[Row]) -> str:
    """Return the rows as a Markdown table."""
    lines = ["| | what | value | limit | | made of |", "|---|---|---|---|---|---|"]
    lines += [
        f"| {row.key} | {row.what} | {_number(row.value, row.unit)} | {_number(row.limit, row.unit)} "
        f"| {'ok' if row.is_within else 'over'} | {row.parts} |"
        for row in rows
    ]
    return "\n".join(lines)


def _number(value: float, unit: str) -> str:
    return f"{value:.3f}{unit}" if unit == "x" else f"{value:.1f} {unit}"
