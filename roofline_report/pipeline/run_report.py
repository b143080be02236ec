"""The report of one run: its settings, its files, its device."""

from __future__ import annotations

import difflib
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from roofline_report.configuration.document import load_file
from roofline_report.domain.conventions import AtomicsCount, HalfCount
from roofline_report.domain.problem import Problem, Severity
from roofline_report.domain.profile import DeviceAttributes
from roofline_report.domain.quantity import Quantity
from roofline_report.pipeline.collector import uncollected
from roofline_report.pipeline.run_device import ReportedDevice, resolve_device
from roofline_report.pipeline.run_settings import RUN_FILE, RunSettings, read_run_settings
from roofline_report.readers.joining.assembly import assemble
from roofline_report.readers.metrics.metric_table import wanted_metrics
from roofline_report.report.build import build_run
from roofline_report.report.devices import device_slugs
from roofline_report.report.slugs import slugs_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from roofline_report.devices.catalogue import Catalogue
    from roofline_report.pipeline.reading_cache import ReadingCache
    from roofline_report.pipeline.settings import Settings
    from roofline_report.readers.discovery import RunFolder
    from roofline_report.readers.reading import FileReading
    from roofline_report.report.model import RunReport


@dataclass(frozen=True, slots=True, kw_only=True)
class RunReporter:
    """Makes the reports of all runs of a site.

    Attributes:
        catalogue: The devices that are known.
        settings: The settings of the site.
        cache: Files that were read before.
        slugs: Address parts by run id, of all runs.
        device_slugs: Address parts by name, of all devices that are known.
        has_all_runs: The runs are all that there are, so that a baseline has to be one of them.
    """

    catalogue: Catalogue
    settings: Settings
    cache: ReadingCache
    slugs: Mapping[str, str]
    device_slugs: Mapping[str, str]
    has_all_runs: bool = True

    @classmethod
    def of(
        cls, folders: Sequence[RunFolder], *, catalogue: Catalogue, settings: Settings, cache: ReadingCache
    ) -> RunReporter:
        """Return a reporter for these runs."""
        slugs = slugs_of((folder.id, folder.id) for folder in folders)
        return cls(
            catalogue=catalogue,
            settings=settings,
            cache=cache,
            slugs=slugs,
            device_slugs=device_slugs(catalogue.devices),
        )

    def report(self, folder: RunFolder) -> RunReport:
        """Return the report of one run."""
        problems: list[Problem] = []
        run = _run_settings(folder, over=self.settings.runs or RunSettings(), problems=problems)
        if run.has_own_baseline and self.has_all_runs:
            problems += self._baseline_problems(run.options.baseline, folder)
        problems += _unused_formulas(run, folder)
        wanted = wanted_metrics(run.metrics)
        readings = [self.cache.read(file, limits=self.settings.limits, wanted=wanted) for file in folder.files]
        device = resolve_device(
            self.catalogue,
            slugs=self.device_slugs,
            options=run.options,
            reported=_reported_device(readings),
            given_in=folder.run_file.shown_as if folder.run_file else RUN_FILE,
        )
        with uncollected():
            profile = assemble(
                readings,
                compute_capability=device.compute_capability,
                overrides=run.metrics,
                own_overrides=run.own_metrics,
                group_by=run.group_by,
            )
            profile = replace(profile, problems=(*problems, *profile.problems))
            slug = self.slugs[folder.id]
            report = build_run(profile, run_id=folder.id, slug=slug, device=device, options=run.options)
        return replace(report, problems=tuple(_in_place(problem, folder) for problem in report.problems))

    def _baseline_problems(self, baseline: str | None, folder: RunFolder) -> list[Problem]:
        if baseline == folder.id:
            return [
                Problem(
                    summary="a run cannot be its own baseline",
                    file=folder.run_file.shown_as if folder.run_file else None,
                    found=baseline,
                    expected="the id of another run",
                    remedy="correct the id, or remove the key",
                )
            ]
        if baseline is None or baseline in self.slugs:
            return []
        nearest = difflib.get_close_matches(baseline, list(self.slugs), n=1)
        return [
            Problem(
                summary="the baseline is no run of this site",
                file=folder.run_file.shown_as if folder.run_file else None,
                found=baseline,
                expected=f"one of: {', '.join(sorted(self.slugs))}",
                remedy=f'did you mean "{nearest[0]}"?' if nearest else "correct the id, or remove the key",
            )
        ]


def _run_settings(folder: RunFolder, *, over: RunSettings, problems: list[Problem]) -> RunSettings:
    """Return what run.yml says over the defaults of the site; what is wrong in it is left out and told."""
    over = over.for_a_run()
    if folder.run_file is None:
        return over
    fields = load_file(folder.run_file.path, file=folder.run_file.shown_as, problems=problems)
    if fields is None:
        return over
    run = read_run_settings(fields, over=over, given_in=folder.run_file.shown_as)
    fields.finish()
    return run


def _unused_formulas(run: RunSettings, folder: RunFolder) -> list[Problem]:
    """Return a note for each formula of a quantity that the conventions of the run do not use."""
    conventions = run.options.conventions
    twins = {
        HalfCount.PACKED: (Quantity.FP16_FLOP_SCALAR, Quantity.FP16_FLOP, "flop: fp16"),
        HalfCount.SCALAR: (Quantity.FP16_FLOP, Quantity.FP16_FLOP_SCALAR, "flop: fp16"),
        AtomicsCount.ONCE: (Quantity.L2_SECTORS_ATOMICS_TWICE, Quantity.L2_SECTORS, "transactions: l2_atomics"),
    }
    chosen = (conventions.fp16, conventions.l2_atomics)
    return [
        Problem(
            summary=f"the setting metrics has a formula for {unused}, which is not used",
            severity=Severity.NOTE,
            file=folder.run_file.shown_as if folder.run_file and unused in run.own_metrics else None,
            found=f"{key}: {choice}, which counts {used}",
            remedy=f"give the formula for {used}, or choose another value for {key}",
        )
        for choice in chosen
        if choice in twins
        for unused, used, key in [twins[choice]]
        if unused in run.metrics and used not in run.metrics
    ]


def _in_place(problem: Problem, folder: RunFolder) -> Problem:
    """Return a problem of a run, with the run's folder as its place if it is in no file: a log tells of many runs."""
    place = folder.shown_as if problem.file is None else problem.file
    return replace(problem, file=place, run_folder=folder.shown_as or None)


def _reported_device(readings: Sequence[FileReading]) -> ReportedDevice:
    """Return what the files state of their device, sorted: what a file is called must not decide anything."""
    devices = [device for reading in readings for device in reading.devices]
    return ReportedDevice(
        names=tuple(sorted({name for reading in readings for name in reading.device_names})),
        capabilities=tuple(sorted({each for reading in readings for each in reading.compute_capabilities})),
        sm_counts=tuple(sorted({device.sm_count for device in devices if device.sm_count is not None})),
        profilers=tuple(sorted({each.source.profiler for each in readings if each.source is not None})),
        attributes=DeviceAttributes.joined(devices),
    )
