"""A kernel of a run, the same in one model, and at one memory level: what a dot of a chart stands for, drawn or not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from roofline_report.domain.hardware import MemoryLevel
from roofline_report.renderers import bounds, words
from roofline_report.renderers.model_units import ModelUnits
from roofline_report.report.names import roof_name, terms_for
from roofline_report.report.roofs import ceiling_of, rate_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from roofline_report.domain.flop_roofline import Model
    from roofline_report.domain.hardware import BandwidthCeiling
    from roofline_report.domain.profile import LaunchConfiguration
    from roofline_report.domain.traffic import LevelTraffic
    from roofline_report.report.model import KernelReport, RunReport
    from roofline_report.report.rooflines import LevelReport, ModelReport, Peak, RoofUse

_LEVELS: Final = tuple(MemoryLevel)


@dataclass(frozen=True, slots=True, kw_only=True)
class KernelOfRun:
    """A kernel, with its run."""

    run: RunReport
    kernel: KernelReport

    @property
    def configuration(self) -> LaunchConfiguration | None:
        """Return the launch configuration that it stands for, if kernels are told apart by it."""
        return self.kernel.kernel.configuration

    def cases(self) -> Iterator[Case]:
        """Yield the kernel in each model of the run, then in those that only its own page has."""
        charted = [each.model for each in self.run.models]
        own = [report.model for report in self.kernel.models if report.model not in charted]
        for model in (*charted, *own):
            yield Case(of=self, units=_units(self.run, model), report=self.kernel.find_model(model))


def _units(run: RunReport, model: Model) -> ModelUnits:
    return ModelUnits(model, run.device.device)


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A kernel in one model.

    Attributes:
        of: The kernel.
        units: Those of the model.
        report: What is known; None where the kernel has no work in the model.
    """

    of: KernelOfRun
    units: ModelUnits
    report: ModelReport | None

    def dots(self) -> Iterator[Dot]:
        """Yield the kernel at every memory level, from the core outwards."""
        is_charted = any(each.model is self.units.model for each in self.of.run.models)
        drawn = self.of.run.levels if is_charted and self.report is not None else ()
        for level in _LEVELS:
            report = None if self.report is None else self.report.level(level)
            is_drawn = level in drawn and self.report is not None and self.report.is_drawn((level,))
            yield Dot(case=self, level=level, report=report, is_drawn=is_drawn)

    @property
    def work(self) -> float | None:
        """Return the work of one launch: 0 where it is known that there is none of what was counted."""
        if self.report is not None:
            return self.report.work
        return 0.0 if self._does_nothing else None

    @property
    def rate_per_s(self) -> float | None:
        """Return the work per second."""
        if self.report is not None:
            return self.report.rate_per_s
        return 0.0 if self._does_nothing and self.of.kernel.kernel.duration_s else None

    @property
    def work_bound(self) -> str | None:
        """Return how work and performance are to be read."""
        if self.work is None:
            return None
        if self.report is not None:
            return bounds.WORDS[bounds.work_sign(self.report)]
        return bounds.WORDS["" if self.of.kernel.flop.of(self.units.model).is_none else bounds.AT_LEAST]

    @property
    def _does_nothing(self) -> bool:
        return self.units.model.counts_flop and self.of.kernel.flop.of(self.units.model).counted_none

    @property
    def basis(self) -> str | None:
        """Return what its instructions are made from; None where the model counts operations."""
        basis = self.of.kernel.instructions.basis
        return None if self.units.model.counts_flop or basis is None else basis.value

    @property
    def peak(self) -> Peak | None:
        """Return the flat roof."""
        return None if self.report is None else self.report.peak

    @property
    def peak_bound(self) -> str | None:
        """Return how the flat roof is to be read."""
        if self.report is None or self.report.peak is None:
            return None
        return bounds.WORDS[bounds.peak_sign(self.report)]

    @property
    def peak_source(self) -> str | None:
        """Return where the flat roof stands: that of each kind of operations where there are several."""
        if self.peak is None:
            return None
        tensor = terms_for(self.units.device).tensor
        sources = {part.kind.in_words(tensor=tensor): words.source_text(ceiling_of(part)) for part in self.peak.parts}
        if len(sources) == 1:
            return next(iter(sources.values()))
        return "; ".join(f"{kind}: {source}" for kind, source in sources.items())

    @property
    def verdict_text(self) -> str | None:
        """Return the verdict in a few words."""
        return None if self.report is None else words.verdict_label(self.report.verdict, self.of.run.device)

    @property
    def nearest(self) -> RoofUse | None:
        """Return the roof that the kernel uses most of."""
        return None if self.report is None else self.report.verdict.nearest

    @property
    def nearest_name(self) -> str | None:
        """Return what that roof is called."""
        return None if self.nearest is None else roof_name(self.nearest, self.units.device)

    @property
    def headroom(self) -> float | None:
        """Return the factor to that roof."""
        return None if self.report is None else words.headroom(self.report)

    @property
    def headroom_bound(self) -> str | None:
        """Return how the headroom is to be read."""
        if self.report is None or self.headroom is None:
            return None
        return bounds.WORDS[bounds.room_sign(self.report)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Dot:
    """A kernel in one model at one memory level.

    Attributes:
        case: The kernel in the model.
        level: The level.
        report: What is known; None where the kernel has no work in the model.
        is_drawn: The chart of the run page has it.
    """

    case: Case
    level: MemoryLevel
    report: LevelReport | None
    is_drawn: bool

    @property
    def units(self) -> ModelUnits:
        """Return the units of the model."""
        return self.case.units

    @property
    def name(self) -> str:
        """Return what the page calls the level, with the part of its traffic that was measured."""
        if self._moved is None:
            return words.level_title(self.level, self.units.device)
        return words.family_title(self._moved.family, self.units.device)

    @property
    def _moved(self) -> LevelTraffic | None:
        return None if self.report is None else self.report.traffic

    @property
    def family(self) -> str | None:
        """Return the counters of the traffic."""
        return None if self._moved is None else self._moved.family.value

    @property
    def traffic(self) -> float | None:
        """Return what the intensity divides by."""
        if self._moved is None:
            return None
        return self._moved.physical_bytes if self.units.model.counts_flop else self._moved.transactions

    @property
    def physical_bytes(self) -> float | None:
        """Return the bytes that the hardware moves."""
        return None if self._moved is None else self._moved.physical_bytes

    @property
    def traffic_bound(self) -> str | None:
        """Return how traffic, bandwidth and utilisation are to be read."""
        if self.report is None or self._moved is None:
            return None
        return bounds.WORDS[bounds.use_sign(self.report)]

    @property
    def intensity_bound(self) -> str | None:
        """Return how the intensity is to be read."""
        if self.report is None or self.case.report is None or self.report.intensity is None:
            return None
        return bounds.WORDS[bounds.intensity_sign(self.case.report, self.report)]

    @property
    def ceiling(self) -> BandwidthCeiling | None:
        """Return the ceiling that the traffic is held against."""
        return None if self.report is None else self.report.ceiling

    @property
    def ceiling_per_s(self) -> float | None:
        """Return its value in the unit of the chart."""
        return None if self.ceiling is None else rate_in(self.units.model, self.ceiling)

    @property
    def attainable_bound(self) -> str | None:
        """Return how the roof at the intensity is to be read."""
        if self.report is None or self.case.report is None or self.report.attainable_per_s is None:
            return None
        return bounds.WORDS[bounds.roof_sign(self.case.report, self.report)]

    @property
    def share_bound(self) -> str | None:
        """Return how the share of that roof is to be read."""
        if self.report is None or self.case.report is None or self.report.roof_share is None:
            return None
        return bounds.WORDS[bounds.reached_sign(self.case.report, self.report)]
