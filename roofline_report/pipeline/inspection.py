"""What is found at a path, for hosts that say so: read as a build reads it, and told file by file."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from roofline_report.domain.collecting import how_to_collect, is_how_to_collect
from roofline_report.domain.problem import Severity
from roofline_report.pipeline.reading_cache import ReadingCache
from roofline_report.pipeline.run_report import RunReporter
from roofline_report.pipeline.site_report import load_catalogue
from roofline_report.readers.discovery import DataFile, DataFolder, Discovery, RunFolder, find_runs
from roofline_report.readers.examination import examine
from roofline_report.readers.joining.assembly import assemble
from roofline_report.readers.metrics.metric_table import wanted_metrics
from roofline_report.readers.metrics.rates import is_made
from roofline_report.readers.nsight_compute.tables import LONG
from roofline_report.readers.recognition.standing import Standing
from roofline_report.renderers.inspection.document import inspection_json
from roofline_report.renderers.inspection.layout import Line, Role
from roofline_report.renderers.inspection.text import inspection_lines
from roofline_report.report.inspection import (
    FileInspection,
    FileStatus,
    Inspection,
    MetricsSeen,
    Outcome,
    RunInspection,
    TableSeen,
    status_of,
)
from roofline_report.report.missing import absences_of, find_missing
from roofline_report.report.places import place_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from roofline_report.domain.collecting import Place
    from roofline_report.domain.problem import Problem
    from roofline_report.pipeline.settings import Settings
    from roofline_report.readers.reading import FileReading
    from roofline_report.readers.text.csv_table import Header
    from roofline_report.report.missing import Missing
    from roofline_report.report.model import RunReport

__all__ = ["Inspection", "Line", "Outcome", "Role", "inspect_path", "inspection_json", "inspection_lines"]

_THIS_FOLDER = "."
_DETAILS_COMMAND = "ncu --csv --page details"
_NO_FOLDER = ""
"""How a run is named in its problems: it stands in its heading, and what is in no file needs no place."""


def inspect_path(path: Path, *, settings: Settings) -> Inspection:
    """Return what is found at a path.

    Args:
        path: A file, the folder of a run, or a folder with runs in it; it has to exist.
        settings: What holds for every run, as for a build.
    """
    name = path.name or _THIS_FOLDER
    take = _search if path.is_dir() else _take_file
    found = take(path, name=name, settings=settings)
    inspector = _Inspector(found, settings=settings, path=path)
    folders = {_folder(file.shown_as) for run in found.runs for file in run.files}
    return Inspection(
        name=name,
        runs=tuple(inspector.inspect_run(run) for run in found.runs),
        others=tuple(inspector.inspect_other(file) for file in found.others if _folder(file.shown_as) not in folders),
        problems=(
            *(problem for problem in found.problems if problem.file not in inspector.other_names),
            *inspector.device_problems,
        ),
        more_files=0 if path.is_dir() else _count_beside(path),
    )


def _take_file(path: Path, *, name: str, settings: Settings) -> Discovery:
    """Return a discovery of one file: a run of its own, or none."""
    file = DataFile(path=path, shown_as=name)
    found = examine(path, limits=settings.limits)
    if not found.standing.is_of_a_run:
        problem = None if found.container is None else found.explain(shown_as=name)
        return Discovery(runs=(), problems=() if problem is None else (problem,), others=(file,))
    return Discovery(runs=(RunFolder(id=name, shown_as=_NO_FOLDER, files=(file,)),), problems=())


def _search(path: Path, *, name: str, settings: Settings) -> Discovery:
    """Return the runs below a folder, with every name relative to it."""
    found = find_runs((DataFolder(path=path, shown_as=name),), limits=settings.limits)
    prefix = f"{name}/"
    return Discovery(
        runs=tuple(_relative_run(run, prefix) for run in found.runs),
        # Each file is told by itself. So there is no need for a list of those that are not for us, nor, where there
        # are files, to say of the folder that it has none.
        problems=tuple(
            replace(problem, file=problem.file.removeprefix(prefix))
            for problem in found.problems
            if problem.file is not None and not (found.others and problem.file == name)
        ),
        others=tuple(_relative(file, prefix) for file in found.others),
    )


def _relative_run(run: RunFolder, prefix: str) -> RunFolder:
    return replace(
        run,
        shown_as=_NO_FOLDER,
        files=tuple(_relative(file, prefix) for file in run.files),
        run_file=None if run.run_file is None else _relative(run.run_file, prefix),
    )


def _relative(file: DataFile, prefix: str) -> DataFile:
    return replace(file, shown_as=file.shown_as.removeprefix(prefix))


def _folder(name: str) -> str:
    return name.rpartition("/")[0]


class _Inspector:
    """Looks at runs and files.

    A file that the run has read is read again only where formulas of the user have the run look at other metrics.
    """

    def __init__(self, found: Discovery, *, settings: Settings, path: Path) -> None:
        self._found = found
        self._root = path if path.is_dir() else path.parent
        self._limits = settings.limits
        self._cache = ReadingCache()
        catalogue, self.device_problems = load_catalogue(settings)
        reporter = RunReporter.of(found.runs, catalogue=catalogue, settings=settings, cache=self._cache)
        # The path may be one run of many, and its baseline another one.
        self._reporter = replace(reporter, has_all_runs=False)
        self._needed = wanted_metrics({})
        self.other_names = frozenset(file.shown_as for file in found.others)

    def inspect_run(self, folder: RunFolder) -> RunInspection:
        """Return what a run makes of its files."""
        report = self._reporter.report(folder)
        missing = find_missing(report)
        place = self._place_of(folder, report)
        problems = [_as_inspected(each, missing, place=place) for each in report.problems]
        parent = _folder(folder.files[0].shown_as)
        others = [file for file in self._found.others if _folder(file.shown_as) == parent and file not in folder.files]
        used = {
            term.metric
            for kernel in report.kernels
            for measurement in kernel.kernel.measurements.values()
            for term in measurement.terms
        }
        files = [
            *(self._inspect_file(file, problems, needed=self._needed | used) for file in folder.files),
            *(_inspect_run_file(file, problems) for file in (folder.run_file,) if file is not None),
            *(self.inspect_other(file) for file in others),
        ]
        names = {file.file for file in files}
        return RunInspection(
            report=report,
            files=tuple(sorted(files, key=lambda file: file.file)),
            missing=missing,
            problems=tuple(problem for problem in problems if problem.file not in names),
            place=place,
        )

    def _place_of(self, folder: RunFolder, report: RunReport) -> Place:
        """Return the place of a run as whoever inspects it names it: what is to be pasted has to hold for him.

        A path from the root is one of this machine, and what is told of files is the same on every machine.
        """
        below = (self._root / _folder(folder.files[0].shown_as)).as_posix()
        named = "" if below == _THIS_FOLDER else below
        return replace(
            place_of(report.files),
            folder=None if self._root.is_absolute() else named,
            files=_names_in(folder.files[0].path.parent),
        )

    def _inspect_file(self, file: DataFile, problems: Iterable[Problem], *, needed: frozenset[str]) -> FileInspection:
        reading = self._cache.read(file, limits=self._limits, wanted=needed)
        own = tuple(problem for problem in problems if problem.file == file.shown_as)
        kernels = assemble([reading]).kernels if reading.source is not None else ()
        return FileInspection(
            file=file.shown_as,
            status=_status_without_kernels(own) if reading.source is None else status_of(kernels),
            source=reading.source,
            tables=_tables_of(reading),
            rows=reading.rows,
            kernels=kernels,
            metrics=_metrics_of(reading, needed=needed),
            device_names=reading.device_names,
            compute_capabilities=reading.compute_capabilities,
            devices=reading.devices,
            decimal_mark=reading.decimal_mark,
            problems=own,
        )

    def inspect_other(self, file: DataFile) -> FileInspection:
        """Return a file that no run reads, with the reason."""
        told = tuple(problem for problem in self._found.problems if problem.file == file.shown_as)
        found = self._cache.examine(file.path, limits=self._limits)
        reason = found.explain(shown_as=file.shown_as)
        # Beside files that are read nobody misses what is in it.
        problems = told or (replace(reason, severity=Severity.INFO),)
        is_measured = found.standing is Standing.CEILINGS
        return FileInspection(
            file=file.shown_as,
            status=FileStatus.CEILINGS if is_measured else _status_without_kernels(problems),
            problems=problems,
        )


def _as_inspected(problem: Problem, missing: Iterable[Missing], *, place: Place) -> Problem:
    """Return a problem of a run without a place of its own, and with commands that hold for this place."""
    found = replace(problem, file=problem.file or None)
    if not is_how_to_collect(problem.remedy):
        return found
    return replace(found, remedy=how_to_collect(absences_of(missing), place=place) or problem.remedy)


def _inspect_run_file(file: DataFile, problems: Iterable[Problem]) -> FileInspection:
    own = tuple(problem for problem in problems if problem.file == file.shown_as)
    return FileInspection(file=file.shown_as, status=FileStatus.RUN_SETTINGS, problems=own)


def _status_without_kernels(problems: Sequence[Problem]) -> FileStatus:
    is_told = any(problem.severity is not Severity.INFO for problem in problems)
    return FileStatus.NOT_READ if is_told else FileStatus.NOT_FOR_US


def _tables_of(reading: FileReading) -> tuple[TableSeen, ...]:
    return tuple(
        TableSeen(
            format=header.kind.name,
            made_by=_command_of(header, reading),
            line=header.line,
            columns=tuple(name for name in header.columns if name in header.kind.required),
        )
        for header in reading.headers
    )


def _command_of(header: Header, reading: FileReading) -> str:
    """Return the command that writes a table; the details page has the same columns as a list of metrics."""
    has_labels = any("/" in metric and "__" not in metric for table in reading.tables for metric in table.named)
    return _DETAILS_COMMAND if header.kind == LONG and has_labels else header.kind.made_by


def _count_beside(path: Path) -> int:
    """Return how many files a folder has beside one that is inspected alone."""
    return sum(name != path.name and not name.startswith((".", "_")) for name in _names_in(path.parent))


def _names_in(folder: Path) -> tuple[str, ...]:
    try:
        return tuple(sorted(entry.name for entry in folder.iterdir() if entry.is_file()))
    except OSError:
        return ()


def _metrics_of(reading: FileReading, *, needed: frozenset[str]) -> MetricsSeen:
    named = {metric for table in reading.tables for metric in table.named if not is_made(metric)}
    with_value = {metric for group in reading.groups for metric in group.metrics}
    return MetricsSeen(
        needed=tuple(sorted(named & needed & with_value)),
        without_value=tuple(sorted((named & needed) - with_value)),
        others=tuple(sorted(named - needed)),
    )
