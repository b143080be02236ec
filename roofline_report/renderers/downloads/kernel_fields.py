"""The fields of a kernel, of a kernel in one model, and of it at one memory level."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from roofline_report.domain.instruction_roofline import InstructionBasis
from roofline_report.renderers import bounds, words
from roofline_report.renderers.downloads.field import Field, Kind
from roofline_report.renderers.downloads.run_fields import (
    FAMILY_WORDS,
    LEVEL_WORDS,
    MODEL,
    PHYSICAL_ORIGIN_WORDS,
    TRAFFIC_UNIT,
    WORK_UNIT,
)
from roofline_report.report.rooflines import Roof, VerdictKind

if TYPE_CHECKING:
    from roofline_report.renderers.downloads.dots import Case, Dot, KernelOfRun

_BOUND_WORDS: Final = tuple(bounds.WORDS.values())
_NO_CONFIGURATION: Final = "the run does not tell launch configurations apart"
_NOT_TIMED: Final = "the kernel was not timed"
_NO_WORK: Final = "the kernel has no work in the model"
_NO_VERDICT: Final = "there is no verdict"
_NO_TRAFFIC: Final = f"it was not measured, or {_NO_WORK}"
_NO_CEILING: Final = "no ceiling of that traffic is known"
_NO_ROOF: Final = f"the intensity is empty, or {_NO_CEILING}"

KERNEL_FIELDS: Final[tuple[Field[KernelOfRun], ...]] = (
    Field(
        name="kernel",
        kind=Kind.TEXT,
        meaning="the full name of the kernel",
        read=lambda of: of.kernel.kernel.name,
    ),
    Field(
        name="label",
        kind=Kind.TEXT,
        meaning="its short name, which no other kernel of the run has",
        read=lambda of: of.kernel.label,
    ),
    Field(
        name="grid",
        kind=Kind.TEXT,
        meaning="the grid of its launches, as printed",
        read=lambda of: None if of.configuration is None else of.configuration.grid,
        empty=_NO_CONFIGURATION,
    ),
    Field(
        name="block",
        kind=Kind.TEXT,
        meaning="the block of its launches, as printed",
        read=lambda of: None if of.configuration is None else of.configuration.block,
        empty=_NO_CONFIGURATION,
    ),
    Field(
        name="launches",
        kind=Kind.WHOLE,
        meaning="how many launches there were",
        read=lambda of: of.kernel.kernel.launches,
    ),
    Field(
        name="duration_s",
        kind=Kind.NUMBER,
        unit="s",
        meaning="the mean time of one launch",
        read=lambda of: of.kernel.kernel.duration_s,
        empty=_NOT_TIMED,
    ),
    Field(
        name="total_duration_s",
        kind=Kind.NUMBER,
        unit="s",
        meaning="the time of all its launches",
        read=lambda of: of.kernel.kernel.total_duration_s,
        empty=_NOT_TIMED,
    ),
    Field(
        name="time_share",
        kind=Kind.NUMBER,
        unit="1",
        meaning="its share of the GPU time of the run, from 0 to 1",
        read=lambda of: of.kernel.time_share,
        empty=_NOT_TIMED,
    ),
)
"""What holds for a kernel in all models."""

CASE_FIELDS: Final[tuple[Field[Case], ...]] = (
    MODEL,
    Field(
        name="work_per_launch",
        kind=Kind.NUMBER,
        unit=WORK_UNIT.name,
        meaning="the work of one launch",
        read=lambda case: case.work,
        empty="it was not counted",
    ),
    WORK_UNIT,
    Field(
        name="work_bound",
        kind=Kind.WORD,
        meaning="how work_per_launch and performance_per_s are to be read",
        read=lambda case: case.work_bound,
        empty="work_per_launch is empty",
        words=_BOUND_WORDS,
    ),
    Field(
        name="work_basis",
        kind=Kind.WORD,
        meaning="what warp instructions are made from: thread instructions / 32, or the issued ones",
        read=lambda case: case.basis,
        empty="the model counts operations, or no instructions were counted",
        words=tuple(basis.value for basis in InstructionBasis),
    ),
    Field(
        name="performance_per_s",
        kind=Kind.NUMBER,
        unit=f"{WORK_UNIT.name}/s",
        meaning="work_per_launch / duration_s: the height of the dots",
        read=lambda case: case.rate_per_s,
        empty="work or time is not known",
    ),
    Field(
        name="peak_per_s",
        kind=Kind.NUMBER,
        unit=f"{WORK_UNIT.name}/s",
        meaning="the flat roof of the kernel; that of its mix where it does several kinds of operations",
        read=lambda case: None if case.peak is None else case.peak.per_s,
        empty=f"it is not known, or {_NO_WORK}",
    ),
    Field(
        name="peak_bound",
        kind=Kind.WORD,
        meaning="how peak_per_s is to be read",
        read=lambda case: case.peak_bound,
        empty="peak_per_s is empty",
        words=_BOUND_WORDS,
    ),
    Field(
        name="peak_origin",
        kind=Kind.WORD,
        meaning="how peak_per_s is known",
        read=lambda case: None if case.peak is None else case.peak.origin.value,
        empty="peak_per_s is empty",
        words=PHYSICAL_ORIGIN_WORDS,
    ),
    Field(
        name="peak_source",
        kind=Kind.TEXT,
        meaning="where peak_per_s stands",
        read=lambda case: case.peak_source,
        empty="peak_per_s is empty",
    ),
    Field(
        name="verdict",
        kind=Kind.WORD,
        meaning="the verdict in the model",
        read=lambda case: None if case.report is None else case.report.verdict.kind.value,
        empty=_NO_WORK,
        words=tuple(kind.value for kind in VerdictKind),
    ),
    Field(
        name="verdict_text",
        kind=Kind.TEXT,
        meaning="the same in the words of the page",
        read=lambda case: case.verdict_text,
        empty=_NO_WORK,
    ),
    Field(
        name="nearest_roof",
        kind=Kind.WORD,
        meaning="the roof that the kernel uses most of",
        read=lambda case: None if case.nearest is None else case.nearest.roof.value,
        empty=_NO_VERDICT,
        words=tuple(roof.value for roof in Roof),
    ),
    Field(
        name="nearest_roof_name",
        kind=Kind.TEXT,
        meaning="what the page calls it",
        read=lambda case: case.nearest_name,
        empty=_NO_VERDICT,
    ),
    Field(
        name="nearest_utilisation",
        kind=Kind.NUMBER,
        unit="1",
        meaning="the use of that roof; 1 is all of it",
        read=lambda case: None if case.nearest is None else case.nearest.utilisation,
        empty=_NO_VERDICT,
    ),
    Field(
        name="nearest_utilisation_bound",
        kind=Kind.WORD,
        meaning="how nearest_utilisation is to be read",
        read=lambda case: None if case.nearest is None else bounds.WORDS[bounds.use_sign(case.nearest)],
        empty=_NO_VERDICT,
        words=_BOUND_WORDS,
    ),
    Field(
        name="headroom",
        kind=Kind.NUMBER,
        unit="1",
        meaning="the factor to that roof: 1 / nearest_utilisation",
        read=lambda case: case.headroom,
        empty=f"{_NO_VERDICT}, or it is a data warning",
    ),
    Field(
        name="headroom_bound",
        kind=Kind.WORD,
        meaning="how headroom is to be read",
        read=lambda case: case.headroom_bound,
        empty="headroom is empty",
        words=_BOUND_WORDS,
    ),
)
"""What holds for a kernel in one model, at all levels."""

DOT_FIELDS: Final[tuple[Field[Dot], ...]] = (
    Field(
        name="level",
        kind=Kind.WORD,
        meaning="the memory level",
        read=lambda dot: dot.level.value,
        words=LEVEL_WORDS,
    ),
    Field(
        name="level_name",
        kind=Kind.TEXT,
        meaning="what the page calls it, with the part of its traffic that was measured where that is not all",
        read=lambda dot: dot.name,
    ),
    Field(
        name="is_drawn",
        kind=Kind.FLAG,
        meaning="whether the roofline of the run has a dot for it",
        read=lambda dot: dot.is_drawn,
    ),
    Field(
        name="traffic_family",
        kind=Kind.WORD,
        meaning="the counters that its traffic was measured by",
        read=lambda dot: dot.family,
        empty=_NO_TRAFFIC,
        words=FAMILY_WORDS,
    ),
    Field(
        name="traffic_per_launch",
        kind=Kind.NUMBER,
        unit=TRAFFIC_UNIT.name,
        meaning="the traffic of one launch, as the intensity divides by it",
        read=lambda dot: dot.traffic,
        empty=f"it was not measured so that it could be counted in traffic_unit, or {_NO_WORK}",
    ),
    TRAFFIC_UNIT,
    Field(
        name="bytes_per_launch",
        kind=Kind.NUMBER,
        unit="byte",
        meaning="the bytes that the hardware moves in one launch, however transactions are counted",
        read=lambda dot: dot.physical_bytes,
        empty=_NO_TRAFFIC,
    ),
    Field(
        name="bytes_per_s",
        kind=Kind.NUMBER,
        unit="byte/s",
        meaning="bytes_per_launch / duration_s",
        read=lambda dot: None if dot.report is None else dot.report.bytes_per_s,
        empty=f"{_NO_TRAFFIC}, or {_NOT_TIMED}",
    ),
    Field(
        name="traffic_bound",
        kind=Kind.WORD,
        meaning="how traffic_per_launch, bytes_per_launch, bytes_per_s and utilisation are to be read",
        read=lambda dot: dot.traffic_bound,
        empty=_NO_TRAFFIC,
        words=_BOUND_WORDS,
    ),
    Field(
        name="intensity",
        kind=Kind.NUMBER,
        unit=f"{WORK_UNIT.name}/{TRAFFIC_UNIT.name}",
        meaning="work_per_launch / traffic_per_launch: how far to the right the dot is",
        read=lambda dot: None if dot.report is None else dot.report.intensity,
        empty="work or traffic is not known, or the traffic is 0",
    ),
    Field(
        name="intensity_bound",
        kind=Kind.WORD,
        meaning="how intensity is to be read",
        read=lambda dot: dot.intensity_bound,
        empty="intensity is empty",
        words=_BOUND_WORDS,
    ),
    Field(
        name="attainable_per_s",
        kind=Kind.NUMBER,
        unit=f"{WORK_UNIT.name}/s",
        meaning="the roof at that intensity: the smaller of intensity x ceiling_per_s and peak_per_s",
        read=lambda dot: None if dot.report is None else dot.report.attainable_per_s,
        empty=_NO_ROOF,
    ),
    Field(
        name="attainable_bound",
        kind=Kind.WORD,
        meaning="how attainable_per_s is to be read",
        read=lambda dot: dot.attainable_bound,
        empty="attainable_per_s is empty",
        words=_BOUND_WORDS,
    ),
    Field(
        name="roof_share",
        kind=Kind.NUMBER,
        unit="1",
        meaning="performance_per_s / attainable_per_s",
        read=lambda dot: None if dot.report is None else dot.report.roof_share,
        empty="one of the two is empty, or the roof is 0",
    ),
    Field(
        name="roof_share_bound",
        kind=Kind.WORD,
        meaning="how roof_share is to be read",
        read=lambda dot: dot.share_bound,
        empty="roof_share is empty",
        words=_BOUND_WORDS,
    ),
    Field(
        name="ceiling_per_s",
        kind=Kind.NUMBER,
        unit="ceiling_unit",
        meaning="the ceiling of that traffic, at the clock of the kernel where it is known",
        read=lambda dot: dot.ceiling_per_s,
        empty=f"{_NO_TRAFFIC}, or {_NO_CEILING}",
    ),
    Field(
        name="ceiling_unit",
        kind=Kind.WORD,
        meaning="the unit of ceiling_per_s",
        read=lambda dot: None if dot.ceiling is None else f"{dot.units.traffic_unit}/s",
        empty="ceiling_per_s is empty",
        words=tuple(f"{unit}/s" for unit in TRAFFIC_UNIT.words),
    ),
    Field(
        name="ceiling_origin",
        kind=Kind.WORD,
        meaning="how ceiling_per_s is known",
        read=lambda dot: None if dot.ceiling is None else dot.ceiling.origin.value,
        empty="ceiling_per_s is empty",
        words=PHYSICAL_ORIGIN_WORDS,
    ),
    Field(
        name="ceiling_source",
        kind=Kind.TEXT,
        meaning="where ceiling_per_s stands",
        read=lambda dot: None if dot.ceiling is None else words.source_text(dot.ceiling),
        empty="ceiling_per_s is empty",
    ),
    Field(
        name="utilisation",
        kind=Kind.NUMBER,
        unit="1",
        meaning="the use of that ceiling: bytes_per_s over the ceiling in bytes/s; a transaction is 32 bytes",
        read=lambda dot: None if dot.report is None else dot.report.utilisation,
        empty="bytes_per_s or ceiling_per_s is empty, or the traffic is 0",
    ),
)
"""What holds for one dot."""
