"""A file that a reader saves, beside the page that it belongs to."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Download:
    """One file.

    Attributes:
        path: Where it stands below the section's own address, such as "runs/demo/demo.csv".
        content: Its bytes.
    """

    path: str
    content: bytes
