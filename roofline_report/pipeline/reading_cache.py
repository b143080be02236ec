"""Files that were read, so that a rebuild reads only what changed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

    from roofline_report.readers.discovery import DataFile
    from roofline_report.readers.examination import Examination
    from roofline_report.readers.limits import Limits
    from roofline_report.readers.reading import FileReading


class _State(NamedTuple):
    """What is known of a file was made of this; where it is another, the file is read again."""

    size_bytes: int
    changed_ns: int
    limits: Limits


@dataclass(slots=True)
class _Known:
    """What is known of a file in one state; readings by the metrics that were wanted."""

    state: _State
    examination: Examination | None = None
    readings: dict[tuple[str, frozenset[str] | None], FileReading] = field(default_factory=dict)


class ReadingCache:
    """What is known of each path, for as long as size and time of change stay. Not for several threads at once."""

    def __init__(self) -> None:
        self._known: dict[Path, _Known] = {}

    @property
    def paths(self) -> tuple[Path, ...]:
        """Return every file that was looked at."""
        return tuple(self._known)

    def examine(self, path: Path, *, limits: Limits) -> Examination:
        """Return what a file is, from memory if it is the file that was looked at before."""
        from roofline_report.readers.examination import examine

        known = self._find(path, limits)
        if known is None:
            return examine(path, limits=limits)
        if known.examination is None:
            known.examination = examine(path, limits=limits)
        return known.examination

    def read(self, file: DataFile, *, limits: Limits, wanted: Collection[str] | None = None) -> FileReading:
        """Return what a file holds, from memory if it is the file that was read before for the same metrics."""
        from roofline_report.readers.reading import read_file

        known = self._find(file.path, limits)
        if known is None:
            return read_file(file.path, shown_as=file.shown_as, limits=limits, wanted=wanted)
        key = (file.shown_as, None if wanted is None else frozenset(wanted))
        reading = known.readings.get(key)
        if reading is None:
            reading = read_file(file.path, shown_as=file.shown_as, limits=limits, wanted=wanted)
            # Only the latest: what was wanted before the settings changed is not wanted again.
            known.readings = {key: reading}
        return reading

    def _find(self, path: Path, limits: Limits) -> _Known | None:
        """Return what is known of a file as it is now; None where it went away since it was found."""
        try:
            status = path.stat()
        except OSError:
            return None
        state = _State(status.st_size, status.st_mtime_ns, limits)
        known = self._known.get(path)
        if known is None or known.state != state:
            known = self._known[path] = _Known(state)
        return known
