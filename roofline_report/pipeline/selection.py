"""A run and a kernel by what people call them."""

from __future__ import annotations

from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING, Final

from roofline_report.configuration.wording import nearest, one_of, shorten
from roofline_report.domain.errors import UnknownNameError
from roofline_report.domain.problem import Problem, Severity
from roofline_report.readers.discovery import DataFolder, find_runs

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from roofline_report.pipeline.settings import Settings
    from roofline_report.readers.discovery import Discovery, RunFolder
    from roofline_report.report.model import KernelReport, RunReport

_MOST_LISTED: Final = 20
_THIS_FOLDER: Final = "."


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundRun:
    """A run that was asked for.

    Attributes:
        folder: The run.
        siblings: All runs of its data folders, itself among them.
        is_of_site: It is in a data folder of the settings, so that its siblings are all runs that there are.
        problems: What is wrong with the data folders.
    """

    folder: RunFolder
    siblings: tuple[RunFolder, ...]
    is_of_site: bool
    problems: tuple[Problem, ...]


def find_run(name: str, *, settings: Settings) -> FoundRun:
    """Return a run by its id, or by the path of its folder.

    Args:
        name: The id, as pages show it; else a path, relative to the current folder.
        settings: Where the data folders are.

    Raises:
        UnknownNameError: There is no such run, or the folder holds several.
    """
    found = find_runs(settings.data_folders(), limits=settings.limits)
    path = _folder_at(name)
    run = next((run for run in found.runs if run.id == name.strip("/")), None)
    if run is None and path is not None:
        run = next((run for run in found.runs if _place(run) == path), None)
    if run is not None:
        warnings = tuple(problem for problem in found.problems if problem.severity is Severity.WARNING)
        return FoundRun(folder=run, siblings=found.runs, is_of_site=True, problems=warnings)
    if path is not None:
        return _run_of(path, name=Path(name).name or path.name or _THIS_FOLDER, settings=settings)
    raise UnknownNameError(_unknown_run(name, found))


def _folder_at(name: str) -> Path | None:
    try:
        path = Path(name)
        return path.resolve() if path.is_dir() else None
    except (OSError, ValueError):
        # A name that no file system takes is none of a folder.
        return None


def _place(run: RunFolder) -> Path:
    return run.files[0].path.parent.resolve()


def _run_of(path: Path, *, name: str, settings: Settings) -> FoundRun:
    """Return the run that a folder anywhere is."""
    found = find_runs((DataFolder(path=path, shown_as=name),), limits=settings.limits)
    run = next((run for run in found.runs if _place(run) == path), None)
    if run is not None:
        return FoundRun(folder=run, siblings=(run,), is_of_site=False, problems=())
    if found.runs:
        problem = Problem(
            summary="the folder is no run, it has runs in it",
            file=name,
            expected=one_of(_some(run.shown_as for run in found.runs)),
            remedy="name one of these",
        )
        raise UnknownNameError([problem])
    serious = [problem for problem in found.problems if problem.severity is Severity.WARNING]
    raise UnknownNameError(serious or found.problems)


def _unknown_run(name: str, found: Discovery) -> list[Problem]:
    ids = [run.id for run in found.runs]
    if not ids:
        summary = f'there is no run "{shorten(name)}", and no folder of that name'
        missing = [problem for problem in found.problems if problem.severity is Severity.WARNING]
        return [Problem(summary=summary), *missing]
    is_file = _is_file(name)
    summary = f'"{shorten(name)}" is a file' if is_file else f'there is no run "{shorten(name)}"'
    remedy = "name its folder: a run is all files of one" if is_file else nearest(name, ids)
    return [
        Problem(
            summary=summary,
            expected=f"{one_of(_some(ids))}, or the path of a folder with files of a profiler",
            remedy=remedy,
        )
    ]


def _is_file(name: str) -> bool:
    try:
        return Path(name).is_file()
    except (OSError, ValueError):
        return False


def _some(names: Iterable[str]) -> list[str]:
    listed = list(names)
    more = len(listed) - _MOST_LISTED
    return [*listed[:_MOST_LISTED], *([f"{more:,} more"] if more > 0 else [])]


def find_kernel(name: str, run: RunReport) -> KernelReport:
    """Return a kernel of a run by its label, its address, its full name, or a pattern that fits one of these.

    Args:
        name: A name, or a shell glob, * and ? and [...].
        run: The run.

    Raises:
        UnknownNameError: There is no such kernel, or there are several.
    """
    ways = (
        lambda kernel: name in (kernel.slug, kernel.key),
        lambda kernel: kernel.label == name,
        lambda kernel: kernel.kernel.name == name,
        lambda kernel: any(fnmatchcase(each, name) for each in (kernel.label, kernel.kernel.name, kernel.slug)),
    )
    found: Sequence[KernelReport] = next(
        filter(None, ([kernel for kernel in run.kernels if fits(kernel)] for fits in ways)), []
    )
    if len(found) == 1:
        return found[0]
    slugs = [kernel.slug for kernel in found or run.kernels]
    if found:
        problem = Problem(
            summary=f'"{shorten(name)}" is the name of {len(found)} kernels of this run',
            expected=one_of(_some(slugs)),
            remedy="name one of these",
        )
    else:
        known = [*(kernel.label for kernel in run.kernels), *slugs]
        problem = Problem(
            summary=f'this run has no kernel "{shorten(name)}"',
            expected=one_of(_some(slugs)) if slugs else None,
            remedy=nearest(name, known),
        )
    raise UnknownNameError([problem])
