"""Numbers with a unit as people write them: "1134 GB/s", "1597 MHz", "4096 bit"."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from roofline_report.configuration.tree import is_credible
from roofline_report.domain.units import Unit, find_unit

if TYPE_CHECKING:
    from collections.abc import Sequence

_MEASURE = re.compile(
    r"\s*(?P<number>[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)(?P<unit>(?:\s|[^\d.,_\s]).*)?", re.DOTALL
)

# Datasheets print the width of a memory bus in bits, and AMD's count compute units. No profiler prints these units:
# domain.units does not know them.
_DATASHEET_UNITS = {
    "bit": Unit("bit", 1.0),
    "bits": Unit("bit", 1.0),
    "CU": Unit("CU", 1.0),
    "CUs": Unit("CU", 1.0),
}

# How a unit of each dimension is usually written, for messages.
_EXAMPLES = {
    "1": "80",
    "SM": "80 SM",
    "CU": "304 CU",
    "bit": "4096 bit",
    "hz": "1597 MHz",
    "byte/s": "1134 GB/s",
    "transaction/s": "35.4 GTXN/s",
    "sector/s": "35.4 Gsector/s",
    "inst/s": "511.04 warp GIPS",
    "FLOP/s": "8.2 TFLOP/s",
    "byte/cycle": "128 B/clk",
    "FLOP/cycle": "128 FLOP/clk",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """A number with its unit.

    Attributes:
        value: The number as written.
        unit: The unit as written; empty for a bare number.
        dimension: What the unit measures, as in `domain.units`.
        si_value: The number in SI units.
    """

    value: float
    unit: str
    dimension: str
    si_value: float


@dataclass(frozen=True, slots=True, kw_only=True)
class NotAMeasure:
    """Why a text is no number with a unit that fits.

    Attributes:
        reason: What is the matter, to be put after the name of the key.
        remedy: What to do about it.
    """

    reason: str
    remedy: str | None = None


def read_measure(text: str, dimensions: Sequence[str]) -> Measure | NotAMeasure:
    """Return the number and unit that a text spells; it must be finite, above zero, and of one of the dimensions."""
    match = _MEASURE.fullmatch(text)
    if match is None:
        return NotAMeasure(reason="is not a number with a unit", remedy=_remedy_for_commas(text))
    value = float(match["number"])
    unit_text = (match["unit"] or "").strip()
    unit = _DATASHEET_UNITS.get(unit_text) or find_unit(unit_text)
    if unit is None:
        return NotAMeasure(reason="has a unit that is not known", remedy=_remedy_for_unit(unit_text))
    if unit.dimension not in dimensions:
        reason = "has no unit" if not unit_text else "has a unit that does not fit"
        return NotAMeasure(reason=reason)
    si_value = value * unit.factor
    if not math.isfinite(si_value) or si_value <= 0:
        return NotAMeasure(reason="is not above zero and finite", remedy="leave out what is not known")
    if not is_credible(si_value):
        return NotAMeasure(reason="is beyond everything that can be measured", remedy="check its exponent and unit")
    return Measure(value=value, unit=unit_text, dimension=unit.dimension, si_value=si_value)


def expected_measure(dimensions: Sequence[str]) -> str:
    """Return what should stand there, in words."""
    examples = " or ".join(f'"{_EXAMPLES[dimension]}"' for dimension in dimensions if dimension in _EXAMPLES)
    return f"a number with a unit, such as {examples}" if examples else "a number with a unit"


def _remedy_for_commas(text: str) -> str | None:
    return "write it without commas or underscores between the digits" if re.search(r"\d[,_]\d", text) else None


def _remedy_for_unit(unit: str) -> str:
    if "i" in unit[:3] and "B" in unit:
        return f'"{unit[:30]}" counts in powers of 1024: convert it to powers of 1000, such as GB/s'
    return "spell it as in GB/s, GTXN/s, warp GIPS, TFLOP/s, MHz or B/clk; upper and lower case matter"
