"""Numbers to text: the only place that formats. Three significant digits, as an engineer writes them."""

from __future__ import annotations

import math

from roofline_report.report.verdicts import HIGHEST_CREDIBLE, LIMITED_FROM, NEAR_FROM

UNKNOWN = "\N{EN DASH}"
"""What stands where a value is missing; never a zero."""

_THRESHOLDS_PERCENT = tuple(round(share * 100, 1) for share in (NEAR_FROM, LIMITED_FROM, *HIGHEST_CREDIBLE.values()))
_PREFIXES = ((1e15, "P"), (1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"))
_TIMES = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns"))
PREFIXES = (*_PREFIXES, (1e-3, "m"), (1e-6, "µ"), (1e-9, "n"))
"""Decimal prefixes with their factors, the largest first."""
PREFIXED_UNITS = frozenset({"s", "B"})
"""Units of which a column may have one prefix for all: rates keep those that datasheets and texts give them."""
_LONGEST = 1e6
"""From here on a percentage or a factor is written with an exponent."""
_MOST_PARTS = 1024
NO_BREAK_SPACE = "\N{NO-BREAK SPACE}"


def number(value: float | None, *, digits: int = 3) -> str:
    """Return a number with so many significant digits, at least one decimal below 1000: 0.775, 2.25, 19.8, 329.6."""
    if value is None:
        return UNKNOWN
    if value == 0:
        return "0"
    if not math.isfinite(value):
        return "∞" if value > 0 else UNKNOWN
    rounded = float(f"{value:.{digits}g}") if abs(value) < 100 else round(value, 1)
    magnitude = math.floor(math.log10(abs(rounded)))
    if magnitude >= 6 or magnitude < -4:
        return f"{value:.{digits - 1}e}"
    if magnitude >= 3:
        return f"{value:,.0f}"
    return f"{value:.{max(1, digits - 1 - magnitude)}f}"


def exact(value: float | None) -> str:
    """Return a number in full, as it is computed with."""
    if value is None:
        return UNKNOWN
    return str(int(value)) if float(value).is_integer() and abs(value) < 1e15 else repr(value)


def weight(value: float) -> str:
    """Return a factor of a sum in full: 1, 4, 0.4; 1/32 where it is one part of a whole number of parts."""
    parts = round(1 / value) if 1 / _MOST_PARTS <= value < 1 else 0
    return f"1/{parts}" if parts and math.isclose(value * parts, 1, rel_tol=1e-12) else exact(value)


def six_digits(value: float | None) -> str:
    """Return a number with six significant digits or more, for tables that show how a result came about."""
    if value is None:
        return UNKNOWN
    if 1e3 <= abs(value) < 1e15:
        return f"{value:,.2f}".removesuffix(".00")
    return f"{value:.6g}"


def count(value: float | None) -> str:
    """Return a whole number with thousands separators."""
    return UNKNOWN if value is None else f"{value:,.0f}"


def scaled(value: float | None, unit: str) -> str:
    """Return a value in SI units with the decimal prefix that suits it."""
    if value is None:
        return UNKNOWN
    for factor, prefix in _PREFIXES:
        if abs(value) >= factor * 0.9995:
            return f"{number(value / factor)}{NO_BREAK_SPACE}{prefix}{unit}"
    return f"{number(value)}{NO_BREAK_SPACE}{unit}"


def bandwidth(bytes_per_s: float | None) -> str:
    """Return a transfer rate: 329.6 GB/s."""
    return scaled(bytes_per_s, "B/s")


def size(value_bytes: float | None) -> str:
    """Return an amount of data in decimal units: 26.5 MB; a few bytes are counted: 672 B."""
    if value_bytes is not None and abs(value_bytes) < 999.5 and float(value_bytes).is_integer():
        return f"{value_bytes:.0f}{NO_BREAK_SPACE}B"
    return scaled(value_bytes, "B")


def transactions_rate(per_s: float | None) -> str:
    """Return a rate of 32-byte transactions: 35.4 GTXN/s."""
    return scaled(per_s, "TXN/s")


def instruction_rate(per_s: float | None, *, warp: str = "warp") -> str:
    """Return instructions of a warp, or of what a device has in its place, per second: 19.8 warp GIPS."""
    return UNKNOWN if per_s is None else f"{number(per_s / 1e9)}{NO_BREAK_SPACE}{warp}{NO_BREAK_SPACE}GIPS"


def flop_rate(per_s: float | None) -> str:
    """Return floating-point operations per second: 8.20 TFLOP/s."""
    return scaled(per_s, "FLOP/s")


def instruction_intensity(value: float | None) -> str:
    """Return warp instructions per 32-byte transaction."""
    return UNKNOWN if value is None else f"{number(value)}{NO_BREAK_SPACE}warp instructions/transaction"


def arithmetic_intensity(value: float | None) -> str:
    """Return floating-point operations per byte."""
    return UNKNOWN if value is None else f"{number(value)}{NO_BREAK_SPACE}FLOP/byte"


def time(seconds: float | None) -> str:
    """Return a duration: 26.4 µs."""
    if seconds is None:
        return UNKNOWN
    for factor, unit in _TIMES:
        if seconds >= factor * 0.9995:
            return f"{number(seconds / factor)}{NO_BREAK_SPACE}{unit}"
    return f"{number(seconds / 1e-9)}{NO_BREAK_SPACE}ns"


def percent(share: float | None) -> str:
    """Return a share as a percentage: 29.1 %; all of it is 100 %, nearly all of it 100.0 %."""
    if share is None:
        return UNKNOWN
    value = share * 100
    if value in (0, 100):
        return f"{value:.0f}{NO_BREAK_SPACE}%"
    if abs(value) < 0.05:
        return f"<{NO_BREAK_SPACE}0.1{NO_BREAK_SPACE}%"
    return f"{value:.1f}{NO_BREAK_SPACE}%" if abs(value) < _LONGEST else f"{number(value)}{NO_BREAK_SPACE}%"


def whole_percent(share: float) -> str:
    """Return a threshold as a percentage: 80 %."""
    return f"{share * 100:.0f}{NO_BREAK_SPACE}%"


def share_of_roof(share: float) -> str:
    """Return a use of a roof, with a second decimal where the first would put it on a threshold that it is not at."""
    value = share * 100
    on_threshold = round(value, 1) in _THRESHOLDS_PERCENT and round(value, 1) != value
    return f"{value:.2f}{NO_BREAK_SPACE}%" if on_threshold else percent(share)


def factor(value: float | None) -> str:
    """Return a factor: 3.4x."""
    if value is None:
        return UNKNOWN
    if value >= _LONGEST:
        return f"{number(value)}x"
    return f"{value:.1f}x" if value < 99.5 else f"{value:,.0f}x"
