"""How long large files take to be read, and how much memory: against pandas, which reads the same file whole."""

from __future__ import annotations

import statistics
import subprocess
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

from benchmarks.captures import write_long_table, write_raw_page
from benchmarks.rows import Row

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

_MEGABYTE = 1e6
# Each in a process of its own. What is imported is not measured, but it is in the memory.
_MEASURE = """
import resource, sys, time
from pathlib import Path
{imports}
path = Path(sys.argv[1])
start = time.process_time()
{reading}
seconds = time.process_time() - start
unit = 1 if sys.platform == "darwin" else 1024
print(seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit)
"""
_OURS = _MEASURE.format(
    imports="""
import pandas
from roofline_report.readers.metrics.metric_table import wanted_metrics
from roofline_report.readers.reading import read_file
""",
    reading="""
reading = read_file(path, shown_as="file.csv", wanted=wanted_metrics({}))
assert reading.groups and not reading.problems, reading.problems
""",
)
_THEIRS = _MEASURE.format(
    imports="""
import warnings
import pandas
warnings.simplefilter("ignore")
""",
    reading="pandas.read_csv(path, skiprows=0)",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class LargeFile:
    """A file to be read.

    Attributes:
        key: The letter of its rows.
        what: What it is, in words.
        write: Writes so many launches or rows to a path.
        full: How many, and in a quick measurement.
        quick: How many in a quick measurement.
        time_limit: Most of the time that pandas takes.
        memory_limit_mb: Most memory.
    """

    key: str
    what: str
    write: Callable[[Path, int], None]
    full: int
    quick: int
    time_limit: float
    memory_limit_mb: float


def _write_raw_page(path: Path, count: int) -> None:
    write_raw_page(path, launches=count)


def _write_long_table(path: Path, count: int) -> None:
    write_long_table(path, rows=count)


LARGE_FILES = (
    LargeFile(
        key="g",
        what="a raw page",
        write=_write_raw_page,
        full=50_000,
        quick=5_000,
        time_limit=1.0,
        memory_limit_mb=200,
    ),
    LargeFile(
        key="h",
        what="a long table",
        write=_write_long_table,
        full=2_000_000,
        quick=200_000,
        time_limit=1.25,
        memory_limit_mb=300,
    ),
)


def reading_rows(root: Path, *, rounds: int, is_quick: bool) -> Iterator[Row]:
    """Yield time and memory of each large file; it is written, measured and removed."""
    for file in LARGE_FILES:
        path = root / f"{file.key}.csv"
        file.write(path, file.quick if is_quick else file.full)
        yield from _rows(file, path, rounds=rounds)
        path.unlink()


def _rows(file: LargeFile, path: Path, *, rounds: int) -> Iterator[Row]:
    pairs = [(_measure(_OURS, path), _measure(_THEIRS, path)) for _ in range(rounds)]
    ours, theirs = (statistics.median(each[side][0] for each in pairs) for side in (0, 1))
    memory, their_memory = (max(each[side][1] for each in pairs) / _MEGABYTE for side in (0, 1))
    size = f"{path.stat().st_size / _MEGABYTE:.0f} MB"
    yield Row(
        key=f"{file.key}1",
        what=f"reading {file.what} of {size} : pandas.read_csv of the same file",
        value=statistics.median(one[0] / other[0] for one, other in pairs),
        limit=file.time_limit,
        unit="x",
        parts=f"{rounds} pairs, {ours:.2f} s : {theirs:.2f} s",
    )
    yield Row(
        key=f"{file.key}2",
        what=f"most memory while reading {file.what} of {size}",
        value=memory,
        limit=file.memory_limit_mb,
        unit="MB",
        parts=f"pandas.read_csv {their_memory:.0f} MB",
    )


def _measure(code: str, path: Path) -> tuple[float, float]:
    """Return seconds of the processor and bytes of memory."""
    result = subprocess.run(  # noqa: S603 - our own code
        [sys.executable, "-c", code, str(path)], check=True, capture_output=True, text=True
    )
    seconds, memory = result.stdout.split()
    return float(seconds), float(memory)
