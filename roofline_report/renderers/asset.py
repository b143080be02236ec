"""A file that the site serves beside its pages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Asset:
    """One file of the site.

    Attributes:
        path: Where it stands in the site, relative to the asset folder, with forward slashes.
        content: Its bytes, or the installed file that it is a copy of.
    """

    path: str
    content: bytes | Path
