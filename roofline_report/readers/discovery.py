"""Data folders and the runs in them.

A run is a folder that directly holds a file of a profiler; its id is its path below the data folder. What a file is is
found from its content, never from its name.
"""

from __future__ import annotations

import stat
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from roofline_report.domain.problem import Problem, Severity, sort_key
from roofline_report.readers.limits import Limits

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path
    from typing import Protocol

    from roofline_report.readers.examination import Examination

    class Examine(Protocol):
        """Says what a file is."""

        def __call__(self, path: Path, *, limits: Limits) -> Examination:
            """Return what a file is."""


RUN_FILE_NAMES = ("run.yml", "run.yaml")
"""What the settings of a run may be called; the first wins."""

_UNNAMED = "data"
_HIDDEN = (".", "_")
_MOST_LISTED = 20
_MOST_LEVELS = 32
_WHAT_TO_PUT = (
    "put the CSV files of one run into a folder of their own in it, such as {folder}/my-run/metrics.csv; "
    "nvprof --csv and ncu --csv write such files"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class DataFolder:
    """A folder that is searched for runs.

    Attributes:
        path: Where it is.
        shown_as: How problems name it: relative to the folder of the settings file, with forward slashes.
    """

    path: Path
    shown_as: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DataFile:
    """A file of a run.

    Attributes:
        path: Where it is.
        shown_as: How problems name it.
    """

    path: Path
    shown_as: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RunFolder:
    """A folder with files of one run.

    Attributes:
        id: Its path below the data folder, with forward slashes. If it is that itself: the name of the data folder as
            written in the settings, "data" where that is none, such as "."; so it is the same on every machine.
        shown_as: How problems name it.
        files: The profiler's files directly in it, by name.
        run_file: Its run.yml, if it has one.
    """

    id: str
    shown_as: str
    files: tuple[DataFile, ...]
    run_file: DataFile | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Discovery:
    """The runs of all data folders, by id, and what was found beside them.

    Attributes:
        runs: The runs.
        problems: What is to be told of the folders.
        others: The files that are not for us, by name; they are in no run.
    """

    runs: tuple[RunFolder, ...]
    problems: tuple[Problem, ...]
    others: tuple[DataFile, ...] = ()


def find_runs(
    data_folders: Sequence[DataFolder], *, limits: Limits | None = None, examine: Examine | None = None
) -> Discovery:
    """Return the runs of data folders.

    A folder that is missing or empty, an id that occurs twice (the first folder's run is kept) and a run.yml without
    profiler files are problems; files that are not for us are listed once.

    Args:
        data_folders: Where to look, in order.
        limits: What is too large to be looked at.
        examine: What says what a file is, if not `examination.examine`: something that remembers what it has said.
    """
    limits = limits or Limits()
    problems: list[Problem] = []
    others: list[DataFile] = []
    measured: list[DataFile] = []
    runs: dict[str, RunFolder] = {}
    for folder in data_folders:
        search = _Search(
            folder=folder, limits=limits, problems=problems, others=others, measured=measured, given=examine
        )
        for run in search.find():
            if run.id in runs:
                problems.append(_same_id(runs[run.id], run))
            else:
                runs[run.id] = run
    if others:
        problems.append(_not_for_us(sorted(file.shown_as for file in others)))
    return Discovery(
        runs=tuple(runs[run_id] for run_id in sorted(runs)),
        problems=tuple(sorted(problems, key=sort_key)),
        others=tuple(sorted((*others, *measured), key=lambda file: file.shown_as)),
    )


@dataclass(slots=True, kw_only=True)
class _Search:
    """Goes through one data folder."""

    folder: DataFolder
    limits: Limits
    problems: list[Problem]
    others: list[DataFile]
    measured: list[DataFile]
    given: Examine | None
    _root: Path = field(init=False)

    def find(self) -> list[RunFolder]:
        """Return the runs of the data folder."""
        shown = self.folder.shown_as
        try:
            mode = self.folder.path.stat().st_mode
        except (FileNotFoundError, ValueError):
            self.problems.append(_nothing_there("there is no such data folder", shown, remedy="create it and "))
            return []
        except OSError as error:
            self.problems.append(_unreadable(shown, error))
            return []
        if not stat.S_ISDIR(mode):
            self.problems.append(_nothing_there("the data folder is a file", shown, remedy="make it a folder and "))
            return []
        self._root = self.folder.path.resolve()
        count = len(self.problems)
        runs = self._find_below(self.folder.path, parts=(), seen=frozenset())
        if not runs and all(problem.severity is Severity.INFO for problem in self.problems[count:]):
            self.problems.append(_nothing_there("the data folder holds no file of a profiler", shown, remedy=""))
        return runs

    def _find_below(self, path: Path, *, parts: tuple[str, ...], seen: frozenset[Path]) -> list[RunFolder]:
        # A link to a folder above would be searched for ever.
        real = path.resolve()
        if real in seen:
            return []
        if len(parts) > _MOST_LEVELS:
            self.problems.append(_too_deep(self._show(parts[:2])))
            return []
        files: list[DataFile] = []
        folders: list[Path] = []
        for entry in self._list(path, parts):
            mode = self._mode(entry, parts)
            if stat.S_ISDIR(mode):
                folders.append(entry)
            elif stat.S_ISREG(mode):
                files.append(DataFile(path=entry, shown_as=self._show((*parts, entry.name))))
        found = [run] if (run := self._find_run(parts, files)) is not None else []
        for folder in folders:
            found += self._find_below(folder, parts=(*parts, folder.name), seen=seen | {real})
        return found

    def _mode(self, entry: Path, parts: tuple[str, ...]) -> int:
        """Return what an entry is; 0, which is nothing, after telling that it cannot be known."""
        try:
            return entry.stat().st_mode
        except OSError as error:
            self.problems.append(_unreadable(self._show((*parts, entry.name)), error))
            return 0

    def _list(self, path: Path, parts: tuple[str, ...]) -> list[Path]:
        """Return the entries of a folder by name, without hidden ones and links that leave the data folder."""
        try:
            entries = sorted(path.iterdir(), key=lambda entry: entry.name)
        except OSError as error:
            self.problems.append(_unreadable(self._show(parts), error))
            return []
        return [
            entry for entry in entries if not entry.name.startswith(_HIDDEN) and self._stays_inside(entry, parts=parts)
        ]

    def _stays_inside(self, entry: Path, *, parts: tuple[str, ...]) -> bool:
        if not entry.is_symlink():
            return True
        try:
            target = entry.resolve(strict=True)
        except (OSError, RuntimeError):
            found = "it leads nowhere"
        else:
            if target.is_relative_to(self._root):
                return True
            found = "it leaves the data folder"
        self.problems.append(_not_followed(self._show((*parts, entry.name)), found))
        return False

    def _find_run(self, parts: tuple[str, ...], files: list[DataFile]) -> RunFolder | None:
        if not files:
            return None
        run_file: DataFile | None = None
        profiled: list[DataFile] = []
        for file in files:
            if file.path.name in RUN_FILE_NAMES:
                if run_file is None or file.path.name == RUN_FILE_NAMES[0]:
                    run_file = file
            elif self._is_of_a_run(file):
                profiled.append(file)
        if not profiled:
            found = ((file, self._examine(file)) for file in files)
            self.problems.extend(
                each.explain(shown_as=file.shown_as) for file, each in found if each.container is not None
            )
        if profiled:
            name = _printable("/".join(parts) or PurePosixPath(self.folder.shown_as).name or _UNNAMED)
            return RunFolder(id=name, shown_as=self._show(parts), files=tuple(profiled), run_file=run_file)
        if run_file is not None:
            self.problems.append(
                Problem(
                    summary="the folder has settings of a run but no file of a profiler",
                    file=run_file.shown_as,
                    remedy="put the profiler's CSV files beside it, or remove it",
                )
            )
        return None

    def _is_of_a_run(self, file: DataFile) -> bool:
        """Tell whether a file belongs to a run; all others are listed, and measured ceilings are told of."""
        from roofline_report.readers.recognition.standing import Standing

        found = self._examine(file)
        if found.standing.is_of_a_run:
            return True
        if found.standing is Standing.CEILINGS:
            self.measured.append(file)
            self.problems.append(found.explain(shown_as=file.shown_as))
        else:
            self.others.append(file)
        return False

    def _examine(self, file: DataFile) -> Examination:
        # A site without a file to look at need not import the readers.
        from roofline_report.readers.examination import examine

        return (self.given or examine)(file.path, limits=self.limits)

    def _show(self, parts: tuple[str, ...]) -> str:
        shown = (_printable(part) for part in parts)
        return "/".join((self.folder.shown_as.rstrip("/"), *shown)) if parts else self.folder.shown_as


def _not_followed(shown_as: str, found: str) -> Problem:
    return Problem(
        summary="a link is not followed",
        severity=Severity.INFO,
        file=shown_as,
        found=found,
        remedy="copy the files into the data folder",
    )


def _too_deep(shown_as: str) -> Problem:
    return Problem(
        summary="folders that are nested too deep are not searched",
        file=shown_as,
        expected=f"at most {_MOST_LEVELS} levels",
        remedy="move the runs up, or give the folder a name that starts with _",
    )


def _unreadable(shown_as: str, error: OSError) -> Problem:
    return Problem(
        summary="it cannot be read",
        file=shown_as,
        found=error.strerror or type(error).__name__,
        remedy="check its permissions",
    )


def _printable(name: str) -> str:
    """Return a file name as text; bytes that are no UTF-8 become a replacement mark."""
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def _nothing_there(summary: str, folder: str, *, remedy: str) -> Problem:
    return Problem(summary=summary, file=folder, remedy=remedy + _WHAT_TO_PUT.format(folder=folder.rstrip("/")))


def _same_id(first: RunFolder, second: RunFolder) -> Problem:
    return Problem(
        summary=f'two folders are the run "{first.id}"; the second is left out',
        file=second.shown_as,
        found=f"{first.shown_as} and {second.shown_as}",
        expected="an id of its own for each run",
        remedy="rename one of the folders",
    )


def _not_for_us(files: list[str]) -> Problem:
    listed = ", ".join(files[:_MOST_LISTED])
    more = len(files) - _MOST_LISTED
    return Problem(
        summary=f"{len(files)} file{'s' if len(files) > 1 else ''} in the data folders hold nothing that is read here",
        severity=Severity.INFO,
        found=listed if more <= 0 else f"{listed} and {more} more",
    )
