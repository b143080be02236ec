"""What the downloads say of a run: facts, files, and what its charts draw behind the dots."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol

from roofline_report.domain.conventions import AtomicsCount, HalfCount
from roofline_report.domain.flop_roofline import Model
from roofline_report.domain.hardware import DATA_PATH, BandwidthCeiling, MemoryLevel, Operation, Origin, TrafficFamily
from roofline_report.renderers import words
from roofline_report.renderers.downloads.field import Field, Kind
from roofline_report.renderers.grammar import capitalised
from roofline_report.report.model import DeviceOrigin
from roofline_report.report.names import flat_name
from roofline_report.report.roofs import rate_in

if TYPE_CHECKING:
    from roofline_report.domain.hardware import ComputeCeiling
    from roofline_report.domain.profile import SourceFile
    from roofline_report.renderers.model_units import ModelUnits
    from roofline_report.report.model import RunModel, RunReport

SCHEMA_VERSION: Final = 1
"""Raised where a name goes, or means something else than before."""

ORIGIN_WORDS: Final = tuple(origin.value for origin in Origin)
PHYSICAL_ORIGIN_WORDS: Final = tuple(origin.value for origin in Origin if origin.is_physical)
FAMILY_WORDS: Final = tuple(family.value for family in TrafficFamily)
LEVEL_WORDS: Final = tuple(level.value for level in MemoryLevel)

_NOT_STATED: Final = "run.yml does not say it"


class InModel(Protocol):
    """Whatever belongs to one model, and has its units."""

    @property
    def units(self) -> ModelUnits:
        """Return the units of the model."""


MODEL: Final[Field[InModel]] = Field(
    name="model",
    kind=Kind.WORD,
    meaning="the model: operations of all precisions, instructions, or operations of one kind",
    read=lambda of: of.units.model.value,
    words=tuple(model.value for model in Model),
)
WORK_UNIT: Final[Field[InModel]] = Field(
    name="work_unit",
    kind=Kind.TEXT,
    meaning="what the model counts as work: FLOP, warp instructions, or wavefront instructions",
    read=lambda of: of.units.work_unit,
)
TRAFFIC_UNIT: Final[Field[InModel]] = Field(
    name="traffic_unit",
    kind=Kind.WORD,
    meaning="what the intensity of the model divides by: bytes, or transactions of 32 bytes",
    read=lambda of: of.units.traffic_unit,
    words=("bytes", "transactions"),
)


SCHEMA: Final[Field[RunReport]] = Field(
    name="schema_version",
    kind=Kind.WHOLE,
    meaning="the version of these names and meanings",
    read=lambda _: SCHEMA_VERSION,
)
RUN_ID: Final[Field[RunReport]] = Field(
    name="run_id",
    kind=Kind.TEXT,
    meaning="the path of the run in the data folder",
    read=lambda run: run.id,
)
DEVICE: Final[Field[RunReport]] = Field(
    name="device",
    kind=Kind.TEXT,
    meaning="the device, as given or as printed",
    read=lambda run: run.device.name,
    empty="nobody names it, or the files name several",
)

RUN_FIELDS: Final[tuple[Field[RunReport], ...]] = (
    SCHEMA,
    RUN_ID,
    Field(name="title", kind=Kind.TEXT, meaning="the title of the run", read=lambda run: run.title),
    DEVICE,
    Field(
        name="device_origin",
        kind=Kind.WORD,
        meaning="who names the device",
        read=lambda run: run.device.origin.value,
        words=tuple(origin.value for origin in DeviceOrigin),
    ),
    Field(
        name="compute_capability",
        kind=Kind.TEXT,
        meaning="the compute capability, as reported, else as the device file has it",
        read=lambda run: run.device.compute_capability,
        empty="it is not known, or the device has none",
    ),
    Field(
        name="clocks",
        kind=Kind.TEXT,
        meaning="what run.yml says of the clocks",
        read=lambda run: run.options.clocks,
        empty=_NOT_STATED,
    ),
    Field(
        name="driver",
        kind=Kind.TEXT,
        meaning="the version of the driver",
        read=lambda run: run.options.driver,
        empty=_NOT_STATED,
    ),
    Field(
        name="date",
        kind=Kind.TEXT,
        meaning="when the run was taken, as written",
        read=lambda run: run.options.date,
        empty=_NOT_STATED,
    ),
    Field(
        name="commit",
        kind=Kind.TEXT,
        meaning="the commit of the profiled code",
        read=lambda run: run.options.commit,
        empty=_NOT_STATED,
    ),
    Field(
        name="command",
        kind=Kind.TEXT,
        meaning="the command, which only run.yml can give",
        read=lambda run: run.options.command,
        empty=_NOT_STATED,
    ),
    Field(
        name="gpu_time_s",
        kind=Kind.NUMBER,
        unit="s",
        meaning="the time of all launches of all kernels",
        read=lambda run: run.gpu_time_s,
        empty="no kernel was timed",
    ),
    Field(
        name="drawn_levels",
        kind=Kind.LIST,
        meaning="the memory levels that the charts of the run page show",
        read=lambda run: tuple(level.value for level in run.levels),
        words=LEVEL_WORDS,
    ),
    Field(
        name="shared_weight",
        kind=Kind.NUMBER,
        unit="transactions",
        meaning="the transactions that a wavefront of shared memory counts as",
        read=lambda run: run.options.conventions.shared_weight,
    ),
    Field(
        name="l2_atomics",
        kind=Kind.WORD,
        meaning="how often an atomic at L2 counts, where the metrics allow it",
        read=lambda run: run.options.conventions.l2_atomics.value,
        words=tuple(count.value for count in AtomicsCount),
    ),
    Field(
        name="fp16",
        kind=Kind.WORD,
        meaning="whether a thread instruction of FP16 counts as two operations (packed) or as one (scalar)",
        read=lambda run: run.options.conventions.fp16.value,
        words=tuple(count.value for count in HalfCount),
    ),
)
"""The facts of a run, as its page has them."""

FILE_FIELDS: Final[tuple[Field[SourceFile], ...]] = (
    Field(name="file", kind=Kind.TEXT, meaning="a file that was read, as pages name it", read=lambda file: file.file),
    Field(name="format", kind=Kind.TEXT, meaning="its format, in words", read=lambda file: file.format),
    Field(name="size_bytes", kind=Kind.WHOLE, unit="byte", meaning="its size", read=lambda file: file.size_bytes),
    Field(name="sha256", kind=Kind.TEXT, meaning="its hash", read=lambda file: file.sha256),
    Field(name="profiler", kind=Kind.TEXT, meaning="who wrote it", read=lambda file: file.profiler),
    Field(
        name="profiler_version",
        kind=Kind.TEXT,
        meaning="in which version",
        read=lambda file: file.profiler_version,
        empty="the file does not say it",
    ),
    Field(
        name="programs",
        kind=Kind.LIST,
        meaning="the profiled programs, by their base names",
        read=lambda file: file.programs,
    ),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """One roofline of a run page."""

    drawn: RunModel
    units: ModelUnits


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnCeiling:
    """One roof of a chart."""

    ceiling: BandwidthCeiling | ComputeCeiling
    units: ModelUnits

    @property
    def roof(self) -> str:
        """Return the key of the level or of the operation that it bounds."""
        ceiling = self.ceiling
        return ceiling.level.value if isinstance(ceiling, BandwidthCeiling) else ceiling.operation.value

    @property
    def name(self) -> str:
        """Return what stands on the line."""
        if isinstance(self.ceiling, BandwidthCeiling):
            return words.family_title(self.ceiling.family or DATA_PATH[self.ceiling.level], self.units.device)
        return capitalised(flat_name(self.ceiling, self.units.device))

    @property
    def family(self) -> str | None:
        """Return what the traffic below it is; None for a flat roof."""
        if isinstance(self.ceiling, BandwidthCeiling):
            return (self.ceiling.family or DATA_PATH[self.ceiling.level]).value
        return None

    @property
    def per_s(self) -> float:
        """Return its value as the chart has it."""
        if isinstance(self.ceiling, BandwidthCeiling):
            return rate_in(self.units.model, self.ceiling)
        return self.ceiling.operations_per_s

    @property
    def unit(self) -> str:
        """Return the unit of its value."""
        is_memory = isinstance(self.ceiling, BandwidthCeiling)
        return f"{self.units.traffic_unit if is_memory else self.units.work_unit}/s"


CHART_FIELDS: Final[tuple[Field[Chart], ...]] = (
    MODEL,
    Field(name="title", kind=Kind.TEXT, meaning="what the chart is called", read=lambda chart: chart.units.title),
    WORK_UNIT,
    TRAFFIC_UNIT,
    Field(
        name="time_share",
        kind=Kind.NUMBER,
        unit="1",
        meaning="the share of the GPU time that the kernels in the chart take",
        read=lambda chart: chart.drawn.time_share,
        empty="the chart has no dot",
    ),
    Field(
        name="intensity_min",
        kind=Kind.NUMBER,
        meaning="where the axis of intensities begins; in work_unit per traffic_unit",
        read=lambda chart: chart.drawn.roofs.frame.x_min,
    ),
    Field(
        name="intensity_max",
        kind=Kind.NUMBER,
        meaning="where it ends",
        read=lambda chart: chart.drawn.roofs.frame.x_max,
    ),
    Field(
        name="performance_min_per_s",
        kind=Kind.NUMBER,
        meaning="where the axis of performance begins; in work_unit per second",
        read=lambda chart: chart.drawn.roofs.frame.y_min,
    ),
    Field(
        name="performance_max_per_s",
        kind=Kind.NUMBER,
        meaning="where it ends",
        read=lambda chart: chart.drawn.roofs.frame.y_max,
    ),
    Field(
        name="is_widened",
        kind=Kind.FLAG,
        meaning="whether a point outside the frame of the device made the axes wider",
        read=lambda chart: chart.drawn.roofs.frame.widened,
    ),
)
CEILING_FIELDS: Final[tuple[Field[DrawnCeiling], ...]] = (
    Field(
        name="roof",
        kind=Kind.WORD,
        meaning="what it bounds: a memory level, or a kind of operations",
        read=lambda drawn: drawn.roof,
        words=(*LEVEL_WORDS, *(operation.value for operation in Operation)),
    ),
    Field(name="name", kind=Kind.TEXT, meaning="what stands on the line", read=lambda drawn: drawn.name),
    Field(
        name="traffic_family",
        kind=Kind.WORD,
        meaning="the counters whose traffic it bounds",
        read=lambda drawn: drawn.family,
        empty="the roof is flat",
        words=FAMILY_WORDS,
    ),
    Field(name="per_s", kind=Kind.NUMBER, meaning="its value, as the chart draws it", read=lambda drawn: drawn.per_s),
    Field(name="unit", kind=Kind.TEXT, meaning="the unit of per_s", read=lambda drawn: drawn.unit),
    Field(
        name="is_measured",
        kind=Kind.FLAG,
        meaning="whether a benchmark reached it: then it is drawn dashed, and no verdict rests on it",
        read=lambda drawn: not drawn.ceiling.origin.is_physical,
    ),
    Field(
        name="origin",
        kind=Kind.WORD,
        meaning="how it is known",
        read=lambda drawn: drawn.ceiling.origin.value,
        words=ORIGIN_WORDS,
    ),
    Field(
        name="source",
        kind=Kind.TEXT,
        meaning="where the value stands, with what to know about it",
        read=lambda drawn: words.source_text(drawn.ceiling),
    ),
)
