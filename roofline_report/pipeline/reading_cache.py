"""Files that were read, so that a rebuild reads only what changed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from roofline_report.readers.reading import read_file

if TYPE_CHECKING:
    from roofline_report.readers.discovery import DataFile
    from roofline_report.readers.limits import Limits
    from roofline_report.readers.reading import FileReading


class ReadingCache:
    """Readings by path, size and time of change. Not for several threads at once."""

    def __init__(self) -> None:
        self._readings: dict[tuple[str, int, int, Limits], FileReading] = {}

    @property
    def paths(self) -> tuple[Path, ...]:
        """Return every file that was read."""
        return tuple(dict.fromkeys(Path(path) for path, *_ in self._readings))

    def read(self, file: DataFile, *, limits: Limits) -> FileReading:
        """Return what a file holds, from memory if it is the file that was read before."""
        try:
            status = file.path.stat()
        except OSError:
            # It went away since it was found; reading it says what is the matter.
            return read_file(file.path, shown_as=file.shown_as, limits=limits)
        key = (str(file.path), status.st_size, status.st_mtime_ns, limits)
        if key not in self._readings:
            self._readings[key] = read_file(file.path, shown_as=file.shown_as, limits=limits)
        return self._readings[key]
