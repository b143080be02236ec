"""Ceilings as people state them, in a device file or in a run.yml, and how they replace those of a device."""

from __future__ import annotations

import dataclasses
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from roofline_report.configuration.keys import Key
from roofline_report.domain.hardware import (
    SECTOR_BYTES,
    BandwidthCeiling,
    ComputeCeiling,
    Device,
    MemoryLevel,
    Operation,
    Origin,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from roofline_report.configuration.fields import Fields
    from roofline_report.configuration.measure import Measure

AnyCeiling = BandwidthCeiling | ComputeCeiling
Roof = MemoryLevel | Operation

ROOFS: Final[tuple[Roof, ...]] = (*MemoryLevel, *Operation)
"""What a ceiling can bound, in the order in which ceilings are listed."""

NOT_STATED: Final = "not stated"
"""Stands where a device file, or a run without one, does not say who makes the device or of which family it is."""


class StatedAs(StrEnum):
    """What a person says of a ceiling; where it stands is known besides."""

    THEORETICAL = "theoretical"
    MEASURED = "measured"


_ROOF: Final = Key("roof", "what is bounded: a memory level, `warp_instruction`, or an operation in a precision")
_VALUE: Final = Key(
    "value",
    "for a level `1300 GB/s` or `40.6 GTXN/s`, for `warp_instruction` `480 warp GIPS`, for others `9.7 TFLOP/s`",
)
_ORIGIN: Final = Key("origin", "`theoretical`: verdicts rest on it; `measured`: it is drawn dashed and decides nothing")
_SOURCE: Final = Key("source", "where the number stands; it is printed on the page")
_NOTE: Final = Key("note", "what else to know about it")
_BANDWIDTHS: Final = ("byte/s", "transaction/s", "sector/s")
# 32-byte transactions are sectors under another name (Ding & Williams 2019: GTXN/s = GB/s / 32).
_BYTES_PER: Final = {"byte/s": 1, "transaction/s": SECTOR_BYTES, "sector/s": SECTOR_BYTES}


def read_ceilings(items: tuple[Fields, ...], given_in: str, *, theoretical: Origin) -> tuple[AnyCeiling, ...]:
    """Return the ceilings of a `ceilings:` list. An entry with a problem is left out.

    Unknown keys are reported by the `finish` of the mapping that the list was read from.

    Args:
        items: One view per entry: `roof`, `value` with its unit, `source`, `origin` (theoretical if absent), `note`.
        given_in: The file that states them, for `Ceiling.given_in`.
        theoretical: The origin of those that are stated as theoretical.
    """
    ceilings: dict[tuple[Roof, bool], AnyCeiling] = {}
    for fields in items:
        ceiling = _read_ceiling(fields, given_in=given_in, theoretical=theoretical)
        if ceiling is None:
            continue
        key = (roof_of(ceiling), ceiling.origin.is_physical)
        if key in ceilings:
            fields.problem(
                _ROOF,
                f"is given twice as {StatedAs.THEORETICAL if ceiling.origin.is_physical else StatedAs.MEASURED}",
                remedy="keep one of the two; the first counts",
            )
        else:
            ceilings[key] = ceiling
    return tuple(ceilings.values())


def roof_of(ceiling: AnyCeiling) -> Roof:
    """Return what a ceiling bounds."""
    return ceiling.level if isinstance(ceiling, BandwidthCeiling) else ceiling.operation


def with_ceilings(device: Device, overrides: Iterable[AnyCeiling]) -> Device:
    """Return the device with further ceilings.

    Each replaces those of the same roof and of the same class: a physical one replaces what is physical, a measured
    one what is measured.
    """
    stated = tuple(overrides)
    replaced = {(roof_of(ceiling), ceiling.origin.is_physical) for ceiling in stated}
    known: tuple[AnyCeiling, ...] = (*device.bandwidth_ceilings, *device.compute_ceilings)
    kept = tuple(ceiling for ceiling in known if (roof_of(ceiling), ceiling.origin.is_physical) not in replaced)
    ceilings = sorted((*kept, *stated), key=_order)
    return dataclasses.replace(
        device,
        bandwidth_ceilings=tuple(ceiling for ceiling in ceilings if isinstance(ceiling, BandwidthCeiling)),
        compute_ceilings=tuple(ceiling for ceiling in ceilings if isinstance(ceiling, ComputeCeiling)),
    )


def blank_device(name: str, *, given_in: str, ceilings: Iterable[AnyCeiling] = ()) -> Device:
    """Return a device of which nothing is known but its name and the ceilings that a run states for it."""
    device = Device(name=name, vendor=NOT_STATED, architecture=NOT_STATED, given_in=given_in)
    return with_ceilings(device, ceilings)


def _order(ceiling: AnyCeiling) -> tuple[int, bool]:
    return (ROOFS.index(roof_of(ceiling)), not ceiling.origin.is_physical)


def _read_ceiling(fields: Fields, *, given_in: str, theoretical: Origin) -> AnyCeiling | None:
    before = len(fields.problems)
    fields.require(_ROOF, expected=f"one of {', '.join(ROOFS)}")
    roof = fields.choice(_ROOF, ROOFS)
    measure = _read_value(fields, roof)
    stated = fields.choice(_ORIGIN, tuple(StatedAs), default=StatedAs.THEORETICAL)
    origin = theoretical if stated is StatedAs.THEORETICAL else Origin.MEASURED
    fields.require(_SOURCE, expected="where the number stands")
    source = fields.text(_SOURCE)
    note = fields.text(_NOTE)
    if roof is None or measure is None or source is None or len(fields.problems) > before:
        return None
    if isinstance(roof, MemoryLevel):
        return BandwidthCeiling(
            level=roof,
            bytes_per_s=measure.si_value * _BYTES_PER[measure.dimension],
            origin=origin,
            source=source,
            given_in=given_in,
            note=note,
        )
    return ComputeCeiling(
        operation=roof, operations_per_s=measure.si_value, origin=origin, source=source, given_in=given_in, note=note
    )


def _read_value(fields: Fields, roof: Roof | None) -> Measure | None:
    """Return the value in a unit that fits the roof; an unknown roof is problem enough."""
    expected = 'a number with a unit, such as "1134 GB/s"'
    if not fields.require(_VALUE, expected=expected) or roof is None:
        return None
    return fields.value_with_unit(_VALUE, _dimensions(roof))


def _dimensions(roof: Roof) -> tuple[str, ...]:
    if isinstance(roof, MemoryLevel):
        return _BANDWIDTHS
    return ("inst/s",) if roof is Operation.WARP_INSTRUCTION else ("FLOP/s",)
