"""Units as profilers and datasheets spell them.

Prefixes are powers of 1000, also in "Kbyte" (Nsight Compute prints 8192 B as 8.19 Kbyte); "Mi" and its kin, which
no profiler prints, are not accepted.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

_PREFIXES = {"": 1.0, "k": 1e3, "K": 1e3, "M": 1e6, "G": 1e9, "T": 1e12, "P": 1e15}

_SECONDS = {
    spelling: factor
    for factor, spellings in (
        (1.0, ("s", "sec", "second", "seconds")),
        (1e-3, ("ms", "msec", "msecond", "mseconds")),
        (1e-6, ("us", "\N{MICRO SIGN}s", "\N{GREEK SMALL LETTER MU}s", "usec", "usecond", "useconds")),
        (1e-9, ("ns", "nsec", "nsecond", "nseconds")),
    )
    for spelling in spellings
}

# What a word counts; the words of one line mean the same.
_COUNTED_BY_WORD = {
    word: dimension
    for dimension, words in (
        ("byte", ("byte", "bytes", "B")),
        ("cycle", ("cycle", "cycles", "clk")),
        ("sector", ("sector", "sectors")),
        ("transaction", ("transaction", "transactions", "TXN")),
        ("inst", ("inst", "instruction", "instructions")),
        ("FLOP", ("FLOP", "flop")),
        ("request", ("request", "requests")),
        ("warp", ("warp", "warps")),
        ("thread", ("thread", "threads")),
        ("block", ("block", "blocks")),
        ("register", ("register", "registers")),
        ("SM", ("SM", "SMs")),
        ("cluster", ("cluster", "clusters")),
        ("branch", ("branch", "branches")),
        ("pass", ("pass", "passes")),
    )
    for word in words
}
COUNTED: Final = frozenset(_COUNTED_BY_WORD.values())
"""The dimensions of what is counted one by one, so that a number of them is whole."""
_HERTZ = ("hz", "Hz")
# One instruction is issued for a warp on NVIDIA, for a wavefront on AMD: pages say either before a rate.
_GROUPS_OF_THREADS = ("warp ", "wavefront ")
# Rates with a name of their own.
_NAMED_RATES = {"IPS": "inst/s", "FLOPS": "FLOP/s"}


@dataclass(frozen=True, slots=True)
class Unit:
    """What a unit measures and how many SI units it is.

    Attributes:
        dimension: "s", "hz", "byte", "byte/s", "inst", "1", "%" and so on; equal for all spellings of one thing.
        factor: What a number in this unit is multiplied with to be in SI units.
    """

    dimension: str
    factor: float


def find_unit(text: str) -> Unit | None:
    """Return the unit that a text spells, or None where no unit is known by it."""
    text = text.strip()
    if text in ("", "1"):
        return Unit("1", 1.0)
    if text == "%":
        return Unit("%", 1.0)
    top, slash, bottom = text.partition("/")
    numerator = Unit("1", 1.0) if top.strip() == "1" else _find_simple(top.strip())
    if not slash or numerator is None:
        return numerator
    denominator = _find_simple(bottom.strip())
    if denominator is None:
        return None
    factor = numerator.factor / denominator.factor
    if numerator.dimension in ("1", "cycle") and denominator.dimension == "s":
        return Unit("hz", factor)
    return Unit(f"{numerator.dimension}/{denominator.dimension}", factor)


def _find_simple(text: str) -> Unit | None:
    """Return the unit of a text without a slash."""
    if text in _SECONDS:
        return Unit("s", _SECONDS[text])
    for word in (text, *(text.removeprefix(group) for group in _GROUPS_OF_THREADS)):
        for length in (0, 1):
            prefix, base = word[:length], word[length:]
            factor = _PREFIXES.get(prefix)
            if factor is None:
                continue
            if base in _HERTZ:
                return Unit("hz", factor)
            dimension = _COUNTED_BY_WORD.get(base) or _NAMED_RATES.get(base)
            if dimension is not None:
                return Unit(dimension, factor)
    return None
