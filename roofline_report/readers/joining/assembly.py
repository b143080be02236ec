"""From the files of a run to its kernels: metrics become quantities, and what does not fit together is told."""

from __future__ import annotations

import re
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from roofline_report.domain.problem import Problem, Severity, sort_key
from roofline_report.domain.profile import Absence, ConfigurationCount, GroupBy, Kernel, Measurement, Profile
from roofline_report.domain.quantity import Quantity
from roofline_report.readers.joining.coherence import find_incoherences
from roofline_report.readers.joining.configurations import find_configuration_problems
from roofline_report.readers.joining.evidence import Evidence, gather
from roofline_report.readers.joining.held import Held
from roofline_report.readers.joining.kernel_names import NameTable, ResolvedNames, resolve_names
from roofline_report.readers.joining.measuring import MeasuringRules
from roofline_report.readers.joining.other_times import find_other_times
from roofline_report.readers.joining.shares import find_impossible_shares
from roofline_report.readers.joining.uncounted import Uncounted
from roofline_report.readers.metrics.metric_table import load_tables

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from roofline_report.domain.profile import DeviceAttributes, SourceFile
    from roofline_report.readers.metrics.metric_table import MetricOverrides, MetricTable
    from roofline_report.readers.reader import LaunchTable
    from roofline_report.readers.reading import FileReading

NO_OVERRIDES: MetricOverrides = MappingProxyType({})
EVERY_QUANTITY = frozenset(Quantity)

_MOST_NAMES = 5
_ONE_FOLDER_PER_DEVICE = "one folder is one run on one device: give each device a folder of its own"
# "0" of Nsight Compute, "Tesla V100-SXM2-16GB (0)" of nvprof: the same numbers, those of CUDA.
_ORDINAL = re.compile(r"(?P<name>.*\()?(?P<ordinal>[0-9]{1,6})(?(name)\))", flags=re.DOTALL)


def assemble(
    readings: Sequence[FileReading],
    *,
    compute_capability: str | None = None,
    overrides: MetricOverrides = NO_OVERRIDES,
    own_overrides: frozenset[Quantity] = EVERY_QUANTITY,
    group_by: GroupBy = GroupBy.NAME,
) -> Profile:
    """Join the files of one run.

    Args:
        readings: What was read, one for each file.
        compute_capability: That of the run's device, for files that do not state it, such as nvprof's.
        overrides: Formulas of the user.
        own_overrides: Those that are stated for this run alone, so that its files must have their metrics.
        group_by: What makes two launches launches of one kernel.

    Returns:
        The kernels with their quantities per launch, and every problem of the files and of their joining.
    """
    names = resolve_names(_name_tables(readings))
    problems = _problems_of_files(readings, names)
    stated = _every(readings, lambda reading: reading.compute_capabilities)
    capability = stated[0] if len(stated) == 1 else compute_capability
    rules = MeasuringRules(
        tables=_in_order(readings),
        overrides=overrides,
        checked=own_overrides,
        capability=capability,
        profilers=_profilers(readings),
        problems=problems,
    )
    evidence = gather(readings, group_by=group_by, needed=rules.needed, problems=problems, names=names.shown)
    built = [_build_kernel(each, rules) for each in evidence]
    problems.extend(find_other_times(zip(built, evidence, strict=True), tables=rules.tables))
    kernels = sorted(built, key=_kernel_order)
    device_names = _every(readings, lambda reading: reading.device_names)
    problems.extend([*rules.find_unusable(readings), *rules.find_unknown_overrides(readings)])
    problems.extend(_find_discords(kernels, evidence, tables=rules.tables, group_by=group_by))
    problems.extend(_find_mixture(device_names, stated) or _find_several_ordinals(readings))
    return Profile(
        kernels=tuple(kernels),
        files=_sources(readings),
        device_names=tuple(device_names),
        compute_capabilities=tuple(stated),
        devices=_devices(readings),
        problems=tuple(sorted(dict.fromkeys(problems), key=sort_key)),
    )


def _find_discords(
    kernels: Sequence[Kernel], evidence: Sequence[Evidence], *, tables: Sequence[MetricTable], group_by: GroupBy
) -> list[Problem]:
    """Return what does not fit together within kernels; of many alike the first few are named."""
    return [
        *find_incoherences(kernels, evidence),
        *find_impossible_shares(evidence, tables=tables),
        *find_configuration_problems(kernels, evidence, group_by=group_by),
    ]


def _every(readings: Sequence[FileReading], texts_of: Callable[[FileReading], Iterable[str]]) -> list[str]:
    """Return what any of the files states, each text once, sorted."""
    return sorted({text for reading in readings for text in texts_of(reading)})


def _sources(readings: Sequence[FileReading]) -> tuple[SourceFile, ...]:
    """Return the files that were read, by name."""
    sources = (reading.source for reading in readings if reading.source is not None)
    return tuple(sorted(sources, key=lambda source: source.file))


def _devices(readings: Sequence[FileReading]) -> tuple[DeviceAttributes, ...]:
    return tuple(dict.fromkeys(device for reading in readings for device in reading.devices))


def _name_tables(readings: Sequence[FileReading]) -> list[NameTable]:
    return [
        NameTable(file=reading.file, names=frozenset(group.kernel for group in table.groups))
        for reading in sorted(readings, key=lambda reading: reading.file)
        for table in reading.tables
    ]


def _problems_of_files(readings: Sequence[FileReading], names: ResolvedNames) -> list[Problem]:
    """Return what was found in the files and in their names, on the page of its kernel whatever a file calls it."""
    found = [problem for reading in readings for problem in reading.problems]
    return [
        *(
            problem
            if problem.kernel is None
            else replace(problem, kernel=names.shown.get(problem.kernel, problem.kernel))
            for problem in found
        ),
        *names.problems,
    ]


def _in_order(readings: Sequence[FileReading]) -> tuple[MetricTable, ...]:
    present = _profilers(readings)
    return tuple(sorted(load_tables(), key=lambda table: table.profiler not in present))


def _profilers(readings: Sequence[FileReading]) -> frozenset[str]:
    return frozenset(reading.source.profiler for reading in readings if reading.source is not None)


def _build_kernel(evidence: Evidence, rules: MeasuringRules) -> Kernel:
    measurements: dict[Quantity, Measurement] = {}
    absences: dict[Quantity, Absence] = {}
    for quantity in Quantity:
        measurement = rules.find_measurement(quantity, evidence)
        if measurement is None:
            absences[quantity] = rules.explain_absence(quantity, evidence)
        else:
            measurements[quantity] = measurement
    held = Held(kernel=evidence.key.name, measurements=measurements, absences=absences, problems=rules.problems)
    held.settle()
    Uncounted(
        evidence=evidence, rules=rules, measurements=measurements, absences=absences, contradicted=held.contradicted
    ).settle()
    if evidence.cut:
        rules.problems.append(_lost(list(evidence.cut), kernel=evidence.key.name))
    return Kernel(
        name=evidence.key.name,
        launches=_count_launches(measurements, evidence),
        measurements=measurements,
        absences=absences,
        peaks=rules.find_peaks(evidence),
        clocks=rules.find_clocks(measurements, evidence),
        configurations=_find_configurations(measurements, evidence),
        configuration=evidence.key.configuration,
    )


def _lost(metrics: Sequence[str], *, kernel: str) -> Problem:
    more = len(metrics) - _MOST_NAMES
    return Problem(
        summary="metrics that other kernels of the run have are missing for this one, so their sum is left out",
        kernel=kernel,
        found=f"no value of {', '.join(metrics[:_MOST_NAMES])}{f' and {more} more' if more > 0 else ''}",
        remedy="collect them again; the file may have been cut off",
    )


def _count_launches(measurements: Mapping[Quantity, Measurement], evidence: Evidence) -> int:
    duration = measurements.get(Quantity.DURATION)
    if duration is not None:
        return duration.terms[0].statistic.count
    counts = [term.statistic.count for each in measurements.values() for term in each.terms]
    return max(counts, default=evidence.most_launches)


def _find_configurations(
    measurements: Mapping[Quantity, Measurement], evidence: Evidence
) -> tuple[ConfigurationCount, ...]:
    """Return the launch configurations from one table: the timed one if it has them, else that with most launches."""
    duration = measurements.get(Quantity.DURATION)
    timed = None if duration is None else duration.terms[0].file
    shares = sorted(evidence.shares, key=lambda share: (share.file != timed, -share.launches))
    return next((counts for share in shares if (counts := share.configurations())), ())


def _kernel_order(kernel: Kernel) -> tuple[bool, float, str, str]:
    total = kernel.total_duration_s
    configuration = kernel.configuration
    return (
        total is None,
        -(total or 0.0),
        kernel.name,
        "" if configuration is None else f"{configuration.grid} {configuration.block}",
    )


def _find_several_ordinals(readings: Sequence[FileReading]) -> list[Problem]:
    """Return a note where kernels ran on several devices of one name; nothing keeps their launches apart."""
    per_table = [_ordinals(table) for reading in readings for table in reading.tables]
    ordinals = frozenset[int]().union(*per_table)
    if len(ordinals) < 2:
        return []
    # The groups of one table are added; of two tables one is taken for each metric.
    are_added = any(len(each) > 1 for each in per_table)
    return [
        Problem(
            summary=f"launches on several devices are {'added up' if are_added else 'joined'}",
            severity=Severity.NOTE,
            found=f"kernels on the devices {', '.join(map(str, sorted(ordinals)))}",
            expected="one device",
            remedy=_ONE_FOLDER_PER_DEVICE,
        )
    ]


def _ordinals(table: LaunchTable) -> frozenset[int]:
    printed = {group.device for group in table.groups if group.device is not None}
    return frozenset(int(match["ordinal"]) for text in printed if (match := _ORDINAL.fullmatch(text)))


def _find_mixture(devices: list[str], stated: list[str]) -> list[Problem]:
    """Return a problem for each sign that the files are not of one device."""
    problems = []
    remedy = _ONE_FOLDER_PER_DEVICE
    if len(devices) > 1:
        problems.append(Problem(summary="the files name several devices", found=", ".join(devices), remedy=remedy))
    if len(stated) > 1:
        found = ", ".join(stated)
        problems.append(Problem(summary="the files name several compute capabilities", found=found, remedy=remedy))
    return problems
