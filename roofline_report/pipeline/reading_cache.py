"""Files that were read, so that a rebuild reads only what changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pathlib import Path

    from roofline_report.readers.discovery import DataFile
    from roofline_report.readers.limits import Limits
    from roofline_report.readers.reading import FileReading


class _State(NamedTuple):
    """What a reading was made of; where it is another, the file is read again."""

    size_bytes: int
    changed_ns: int
    limits: Limits


class ReadingCache:
    """The latest reading of each path, for as long as size and time of change stay. Not for several threads at once."""

    def __init__(self) -> None:
        self._readings: dict[Path, tuple[_State, FileReading]] = {}

    @property
    def paths(self) -> tuple[Path, ...]:
        """Return every file that was read."""
        return tuple(self._readings)

    def read(self, file: DataFile, *, limits: Limits) -> FileReading:
        """Return what a file holds, from memory if it is the file that was read before."""
        from roofline_report.readers.reading import read_file

        try:
            status = file.path.stat()
        except OSError:
            # It went away since it was found; reading it says what is the matter.
            return read_file(file.path, shown_as=file.shown_as, limits=limits)
        state = _State(status.st_size, status.st_mtime_ns, limits)
        known = self._readings.get(file.path)
        if known is not None and known[0] == state:
            return known[1]
        reading = read_file(file.path, shown_as=file.shown_as, limits=limits)
        self._readings[file.path] = state, reading
        return reading
