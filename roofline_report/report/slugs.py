"""Parts of addresses: lower-case ASCII, short, unique, the same on every machine."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

MOST_CHARACTERS = 80
_HASH_CHARACTERS = 8
# Names that hosts give a meaning of their own, and device names of Windows, where sites are built too.
_RESERVED = frozenset(
    {
        "index",
        "readme",
        "404",
        "con",
        "prn",
        "aux",
        "nul",
        *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10)),
    }
)


def slugs_of(names: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return a slug for every key of (key, text) pairs; the text is what the slug is made of.

    A short hash of the key is added where the text does not give a slug of its own: on a collision, a reserved
    word, a text without ASCII letters, or one that is too long.
    """
    pairs = list(names)
    plain = {key: slug_text(text) for key, text in pairs}
    taken = Counter(plain.values())
    return {key: _final(plain[key], key=key, alone=taken[plain[key]] == 1) for key, _ in pairs}


def slug_text(text: str) -> str:
    """Return a text as lower-case ASCII words joined by "-", with "/" as "--"."""
    ascii_text = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode("ascii").lower()
    parts = (re.sub(r"[^a-z0-9]+", "-", part).strip("-") for part in ascii_text.split("/"))
    return "--".join(part for part in parts if part)


def _final(slug: str, *, key: str, alone: bool) -> str:
    if slug and alone and slug not in _RESERVED and len(slug) <= MOST_CHARACTERS:
        return slug
    digest = hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()[:_HASH_CHARACTERS]
    kept = slug[: MOST_CHARACTERS - _HASH_CHARACTERS - 1].strip("-")
    return f"{kept}-{digest}" if kept else f"k-{digest}"
