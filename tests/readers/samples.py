"""Small profiler files, written by the rules of the formats."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from roofline_report.readers.limits import Limits
from roofline_report.readers.reading import FileReading, read_content

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from roofline_report.domain.problem import Problem
    from roofline_report.domain.profile import Kernel, Profile

METRICS = "Command line profiler metrics"
STREAM = (
    "BabelStream\nVersion: 9.1\nArray size: 512.0 MB (=0.5 GB)\nUsing CUDA device Some GPU\n"
    "Function    MBytes/sec  Min (sec)   Max         Average     \n"
    "Copy        701000.250  0.00146     0.00150     0.00147     \n"
    "Triad       698765.432  0.00220     0.00223     0.00221     \n"
)
LONG_HEADER = (
    '"ID","Process ID","Process Name","Host Name","Kernel Name","Context","Stream","Block Size","Grid Size","Device",'
    '"CC","Section Name","Metric Name","Metric Unit","Metric Value"\n'
)
SUMMARY_HEADER = (
    '"Process ID","Process Name","Host Name","Kernel Name","Block Size","Grid Size","Device","CC","Invocations",'
    '"Section Name","Metric Name","Metric Unit","Minimum","Maximum","Average"\n'
)
NVPROF_TIMES = '"Type","Time(%)","Time","Calls","Avg","Min","Max","Name"\n,%,ms,,us,us,us,\n'
NVPROF_METRICS = '"Device","Kernel","Invocations","Metric Name","Metric Description","Min","Max","Avg"\n'
NVPROF_EVENTS = '"Device","Kernel","Invocations","Event Name","Min","Max","Avg","Total"\n'
GPU = "Tesla V100-SXM2-16GB (0)"


def quoted(cells: Iterable[object]) -> str:
    """Return a row as Nsight Compute prints it: every cell quoted."""
    stream = io.StringIO()
    csv.writer(stream, quoting=csv.QUOTE_ALL, lineterminator="\n").writerow(list(cells))
    return stream.getvalue()


def long_row(
    launch: int,
    kernel: str,
    metric: str,
    unit: str,
    value: str,
    *,
    process: int = 4711,
    grid: str = "(40, 1, 1)",
    section: str = METRICS,
    capability: str = "8.6",
    device: str = "0",
) -> str:
    """Return one row of the long table."""
    return quoted(
        [
            launch,
            process,
            "solver",
            "node7",
            kernel,
            1,
            7,
            "(96, 1, 1)",
            grid,
            device,
            capability,
            section,
            metric,
            unit,
            value,
        ]
    )


def summary_row(
    kernel: str, metric: str, unit: str, values: Sequence[str], *, count: str = "5", grid: str = "(40, 1, 1)"
) -> str:
    """Return one row of the summary per kernel; values are minimum, maximum, average."""
    return quoted(
        [
            4711,
            "/srv/anna/bin/solver",
            "node7",
            kernel,
            "(96, 1, 1)",
            grid,
            0,
            "8.6",
            count,
            METRICS,
            metric,
            unit,
            *values,
        ]
    )


def nvprof_row(kernel: str, metric: str, *numbers: object, count: object = 9, events: bool = False) -> str:
    """Return one row of nvprof's metrics (minimum, maximum, average) or events (and total)."""
    description = [] if events else ['"a description, with a comma"']
    return ",".join([f'"{GPU}"', f'"{kernel}"', str(count), f'"{metric}"', *description, *map(str, numbers)]) + "\n"


def read(text: str | bytes, *, name: str = "run/file.csv", limits: Limits | None = None) -> FileReading:
    """Return the reading of a text."""
    content = text if isinstance(text, bytes) else text.encode()
    return read_content(content, shown_as=name, limits=limits or Limits())


def the_kernel(profile: Profile) -> Kernel:
    """Return the only kernel."""
    (kernel,) = profile.kernels
    return kernel


def texts(problems: Iterable[Problem]) -> list[str]:
    """Return problems as lines."""
    return [problem.in_one_line() for problem in problems]


def sample(path: Path, text: str) -> Path:
    """Write a file, with its folders, and return it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode())
    return path
