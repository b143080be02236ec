"""Compute capabilities of NVIDIA, such as "8.0": what formulas and names depend on."""

from __future__ import annotations

import re
from typing import Final

_FIRST_WITH_TENSOR_UNITS: Final = 7
"""Volta is 7.0."""
_FIRST_WITH_SPARSITY: Final = 8
"""Ampere is 8.0."""

_CAPABILITY: Final = re.compile(r"(?P<major>[0-9]{1,3})\.(?P<minor>[0-9]{1,3})")


def normal_capability(text: str) -> str | None:
    """Return a compute capability as NVIDIA writes it: "8.0" of "8.00" and of "08.0"; None where it is none."""
    match = _CAPABILITY.fullmatch(text.strip())
    return None if match is None else f"{int(match['major'])}.{int(match['minor'])}"


def major_capability(capability: str | None) -> int | None:
    """Return the generation of a compute capability: 8 of "8.6"; None where it is not known."""
    return None if capability is None else int(capability.partition(".")[0] or 0)


def may_have_tensor_units(capability: str | None) -> bool:
    """Tell whether a chip may have units that multiply matrices; one that is not known may."""
    generation = major_capability(capability)
    return generation is None or generation >= _FIRST_WITH_TENSOR_UNITS


def may_have_sparsity(capability: str | None) -> bool:
    """Tell whether its tensor units may do operations with 2:4 sparsity."""
    generation = major_capability(capability)
    return generation is None or generation >= _FIRST_WITH_SPARSITY
