"""Parts of addresses: lower-case ASCII, short, unique, the same on every machine."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections import Counter
from typing import TYPE_CHECKING

from roofline_report.domain.naming.signature import parse_signature
from roofline_report.report.labels import address_text
from roofline_report.report.model import kernel_key

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roofline_report.domain.profile import Kernel

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

    A short hash is added where the text does not give a slug of its own: of the key where several texts have one slug,
    of the text where that is a reserved word, has no ASCII letters, or is too long.
    """
    pairs = list(names)
    plain = {key: slug_text(text) for key, text in pairs}
    taken = Counter(plain.values())
    return {
        key: _final(plain[key], hashed=text if taken[plain[key]] == 1 else key, alone=taken[plain[key]] == 1)
        for key, text in pairs
    }


def kernel_slugs(kernels: Iterable[Kernel]) -> dict[str, str]:
    """Return a slug for every kernel of a run, by what tells it from the others.

    It is made of what every profiler prints, so that a kernel has one address in all runs, and in none of them depends
    on labels or on other kernels unless these have the same name and template arguments.
    """
    named = [(kernel_key(kernel), _identity(kernel), _address(kernel)) for kernel in kernels]
    shared = Counter(identity for _, identity, _ in named)
    # Two that are printed apart in one file may have one normal form.
    by_key = {key: key if shared[identity] > 1 else identity for key, identity, _ in named}
    slugs = slugs_of((by_key[key], text) for key, _, text in named)
    return {key: slugs[by_key[key]] for key in by_key}


def _identity(kernel: Kernel) -> str:
    return f"{parse_signature(kernel.name).normal}{_configured(kernel)}"


def _address(kernel: Kernel) -> str:
    return f"{address_text(kernel.name)}{_configured(kernel)}"


def _configured(kernel: Kernel) -> str:
    configuration = kernel.configuration
    return "" if configuration is None else f" {configuration.grid} x {configuration.block}"


def slug_text(text: str) -> str:
    """Return a text as lower-case ASCII words joined by "-", with "/" as "--"."""
    ascii_text = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode("ascii").lower()
    parts = (re.sub(r"[^a-z0-9]+", "-", part).strip("-") for part in ascii_text.split("/"))
    return "--".join(part for part in parts if part)


def _final(slug: str, *, hashed: str, alone: bool) -> str:
    if slug and alone and slug not in _RESERVED and len(slug) <= MOST_CHARACTERS:
        return slug
    digest = hashlib.sha256(hashed.encode("utf-8", "surrogatepass")).hexdigest()[:_HASH_CHARACTERS]
    kept = slug[: MOST_CHARACTERS - _HASH_CHARACTERS - 1].strip("-")
    return f"{kept}-{digest}" if kept else f"k-{digest}"
