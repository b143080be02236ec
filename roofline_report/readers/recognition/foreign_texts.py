"""Text for people: what profilers print on a console, and what bandwidth benchmarks print."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from roofline_report.readers.recognition.standing import CEILINGS_REMEDY, Recognition, Standing, describe_ceilings
from roofline_report.readers.recognition.stream_benchmark import triad_entry

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True, slots=True, kw_only=True)
class ForeignText:
    """A form of text that is not read.

    Attributes:
        mark: Words that stand in it; to look for them alone is fast.
        pattern: What stands in it, at the beginning of a line.
        standing: Whether it concerns us.
        summary: What it is.
        remedy: What to do.
        find_entry: Returns the entry of `ceilings:` that states what a text measured, or None where that is not sure.
    """

    mark: str
    pattern: str
    standing: Standing
    summary: str
    remedy: str
    find_entry: Callable[[str], str | None] | None = None


def _console(mark: str, pattern: str, *, name: str, options: tuple[str, ...]) -> ForeignText:
    return ForeignText(
        mark=mark,
        pattern=pattern,
        standing=Standing.UNREAD,
        summary=f"this is {name} as text for people, which is not read",
        remedy=f"print it as CSV: {' or '.join(f'`{option}`' for option in options)}",
    )


def _ceilings(
    mark: str, pattern: str, *, name: str, find_entry: Callable[[str], str | None] | None = None
) -> ForeignText:
    return ForeignText(
        mark=mark,
        pattern=pattern,
        standing=Standing.CEILINGS,
        summary=describe_ceilings(name),
        remedy=CEILINGS_REMEDY,
        find_entry=find_entry,
    )


_NCU = (
    "ncu --csv --log-file metrics.csv --metrics ... ./my_program",
    "ncu --csv --page raw --import my-run.ncu-rep > metrics.csv",
)
# A file of several sessions may hold several of these; the first that fits is told.
FOREIGN_TEXTS = (
    _console(
        "Invocations",
        r"[ \t]*Invocations[ \t]+Metric Name[ \t]+Metric Description[ \t]+Min[ \t]+Max[ \t]+Avg",
        name="a table of metrics of nvprof",
        options=("nvprof --csv --log-file metrics.csv --metrics ... ./my_program",),
    ),
    _console(
        "Invocations",
        r"[ \t]*Invocations[ \t]+Event Name[ \t]+Min[ \t]+Max[ \t]+Avg[ \t]+Total",
        name="a table of events of nvprof",
        options=("nvprof --csv --log-file events.csv --events ... ./my_program",),
    ),
    _console(
        "Time(%)",
        r"[ \t]*(?:Type[ \t]+)?Time\(%\)[ \t]+Time[ \t]+Calls[ \t]+Avg[ \t]+Min[ \t]+Max[ \t]+Name",
        name="a summary of nvprof",
        options=("nvprof --csv --log-file timing.csv --print-gpu-summary ./my_program",),
    ),
    _console(
        "Grid Size",
        r"[ \t]*Start[ \t]+Duration[ \t]+Grid Size[ \t]+Block Size",
        name="a trace of nvprof",
        options=("nvprof --csv --log-file timing.csv --print-gpu-summary ./my_program",),
    ),
    _console(
        "Total Time (ns)",
        r"[ \t]*Time \(%\)[ \t]{2,}Total Time \(ns\)[ \t]{2,}Instances[ \t]{2,}Avg",
        name="a table of statistics of Nsight Systems",
        options=("nsys stats --report cuda_gpu_kern_sum --format csv my-run.nsys-rep > timing.csv",),
    ),
    _console(
        "Metric Unit",
        r"[ \t]*Metric Name[ \t]+Metric Unit[ \t]+(?:Metric Value|Minimum)",
        name="a page of Nsight Compute",
        options=_NCU,
    ),
    _console("Section: ", r"[ \t]+Section: [^\n]+\n[ \t]*-{5}", name="a page of Nsight Compute", options=_NCU),
    _console(
        "Avg Size",
        r"[ \t]*Count[ \t]+Avg Size[ \t]+Min Size[ \t]+Max Size[ \t]+Total Size",
        name="the unified memory profile of nvprof, without kernels,",
        options=("nvprof --csv --log-file timing.csv --print-gpu-summary ./my_program",),
    ),
    _ceilings(
        "Bytes/sec", r"Function[ \t]+[MG]i?Bytes/sec[ \t]+Min \(sec\)", name="BabelStream", find_entry=triad_entry
    ),
    ForeignText(
        mark="nvbandwidth",
        pattern=r"nvbandwidth Version",
        standing=Standing.CEILINGS,
        summary="these are bandwidths of copies, between GPUs or with the host, measured by nvbandwidth; they are no "
        "roof of a kernel",
        remedy="nothing has to be done",
    ),
    _ceilings("%occ", r"[ \t]*blockSize[ \t]+threads[ \t]+%occ[ \t]+\|", name="gpu-stream of gpu-benches"),
    _ceilings(
        "Eff. bw", r"[ \t]*data set[ \t]+exec time[ \t]+spread[ \t]+Eff\. bw", name="a cache benchmark of gpu-benches"
    ),
    _ceilings(
        " Fl/B", r"[^\n]{0,80}[ \t][0-9.]+ Fl/B[ \t]+[0-9.]+ GB/s[ \t]+[0-9.]+ GF/s", name="gpu-roofline of gpu-benches"
    ),
    _ceilings(
        " bandwidth = ",
        r"(?:L[12]|HBM) bandwidth =[ \t]*[0-9.]+[ \t]*\((?:byte|GB)",
        name="microbenchmarks like those of Accel-Sim",
    ),
)
_ERT = re.compile(r'\s*\{\s*"empirical"\s*:\s*\{')


def find_console_text(text: str) -> Recognition | None:
    """Return what a text holds that a profiler printed for people."""
    return _find(text, Standing.UNREAD)


def find_measured_ceilings(text: str) -> Recognition | None:
    """Return what a text holds that a benchmark printed."""
    if _ERT.match(text):
        return Recognition(
            standing=Standing.CEILINGS,
            summary=describe_ceilings("the Empirical Roofline Toolkit"),
            remedy=CEILINGS_REMEDY,
        )
    return _find(text, Standing.CEILINGS)


def _remedy(each: ForeignText, text: str) -> str:
    """Return what to do, with the line that states a measured ceiling where the text has one beyond doubt."""
    entry = None if each.find_entry is None else each.find_entry(text)
    if entry is None:
        return each.remedy
    return f"nothing has to be done; until then, state its Triad under `ceilings:` of a run.yml: `- {entry}`"


def _find(text: str, standing: Standing) -> Recognition | None:
    for place, each in enumerate(FOREIGN_TEXTS):
        if each.standing is not standing or each.mark not in text:
            continue
        match = re.search(f"^(?:{each.pattern})", text, re.MULTILINE)
        if match is not None:
            return Recognition(
                standing=standing,
                summary=each.summary,
                remedy=_remedy(each, text),
                line=text.count("\n", 0, match.start()) + 1,
                place=place,
            )
    return None
