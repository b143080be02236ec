"""Text for people: what profilers print on a console, and what bandwidth benchmarks print."""

from __future__ import annotations

import re
from dataclasses import dataclass

from roofline_report.readers.recognition.standing import Recognition, Standing

_LATER = "nothing is to be done; state measured ceilings under `ceilings:` of the run's run.yml until then"


@dataclass(frozen=True, slots=True, kw_only=True)
class ForeignText:
    """A form of text that is not read.

    Attributes:
        pattern: What stands in it, at the beginning of a line.
        standing: Whether it concerns us.
        summary: What it is.
        remedy: What to do.
    """

    pattern: str
    standing: Standing
    summary: str
    remedy: str


def _console(pattern: str, *, name: str, option: str) -> ForeignText:
    return ForeignText(
        pattern=pattern,
        standing=Standing.UNREAD,
        summary=f"this is {name} as text for people, which is not read",
        remedy=f"print it as CSV: {option}",
    )


def _ceilings(pattern: str, *, name: str) -> ForeignText:
    return ForeignText(
        pattern=pattern,
        standing=Standing.CEILINGS,
        summary=f"these are ceilings measured by {name}; measured ceilings are read in a later version",
        remedy=_LATER,
    )


# A file of several sessions may hold several of these; the first that fits is told.
FOREIGN_TEXTS = (
    _console(
        r"[ \t]*Invocations[ \t]+Metric Name[ \t]+Metric Description[ \t]+Min[ \t]+Max[ \t]+Avg",
        name="a table of metrics of nvprof",
        option="nvprof --csv --log-file metrics.csv --metrics ...",
    ),
    _console(
        r"[ \t]*Invocations[ \t]+Event Name[ \t]+Min[ \t]+Max[ \t]+Avg[ \t]+Total",
        name="a table of events of nvprof",
        option="nvprof --csv --log-file events.csv --events ...",
    ),
    _console(
        r"[ \t]*(?:Type[ \t]+)?Time\(%\)[ \t]+Time[ \t]+Calls[ \t]+Avg[ \t]+Min[ \t]+Max[ \t]+Name",
        name="a summary of nvprof",
        option="nvprof --csv --log-file timing.csv --print-gpu-summary",
    ),
    _console(
        r"[ \t]*Start[ \t]+Duration[ \t]+Grid Size[ \t]+Block Size",
        name="a trace of nvprof",
        option="nvprof --csv --log-file timing.csv --print-gpu-summary",
    ),
    _console(
        r"[ \t]*Time \(%\)[ \t]{2,}Total Time \(ns\)[ \t]{2,}Instances[ \t]{2,}Avg",
        name="a table of statistics of Nsight Systems",
        option="nsys stats --report cuda_gpu_kern_sum --format csv my-run.nsys-rep",
    ),
    _console(
        r"[ \t]*Metric Name[ \t]{2,}Metric Unit[ \t]+(?:Metric Value|Minimum)|[ \t]+Section: [A-Z]",
        name="a page of Nsight Compute",
        option="ncu --csv --metrics ..., or ncu --csv --page raw --import my-run.ncu-rep",
    ),
    _console(
        r"[ \t]*Count[ \t]+Avg Size[ \t]+Min Size[ \t]+Max Size[ \t]+Total Size",
        name="the unified memory profile of nvprof, without kernels,",
        option="nvprof --csv --log-file timing.csv --print-gpu-summary",
    ),
    _ceilings(r"Function[ \t]+[MG]i?Bytes/sec[ \t]+Min \(sec\)", name="BabelStream"),
    _ceilings(r"nvbandwidth Version", name="nvbandwidth"),
    _ceilings(r"[ \t]*blockSize[ \t]+threads[ \t]+%occ[ \t]+\|", name="gpu-benches"),
    _ceilings(r"[ \t]*data set[ \t]+exec time[ \t]+spread[ \t]+Eff\. bw", name="gpu-benches"),
    _ceilings(r"[^\n]{0,80}[ \t][0-9.]+ Fl/B[ \t]+[0-9.]+ GB/s[ \t]+[0-9.]+ GF/s", name="gpu-benches"),
    _ceilings(r"(?:L[12]|HBM|Mem) (?:bandwidth|BW)[ \t]*=[ \t]*[0-9.]+[ \t]*\((?:byte|GB)", name="a benchmark"),
)
_ERT = re.compile(r'\s*\{\s*"empirical"\s*:\s*\{')
_CALLS = re.compile(r"^={2,8}(?:\d+==)? ?(?:CPU profiling|OpenACC|OpenMP)[^\n]* result", re.MULTILINE)
_NOTHING = re.compile(r"^No kernels were profiled", re.MULTILINE)


def find_console_text(text: str) -> Recognition | None:
    """Return what a text holds that a profiler printed for people."""
    return _find(text, Standing.UNREAD)


def find_measured_ceilings(text: str) -> Recognition | None:
    """Return what a text holds that a benchmark printed."""
    if _ERT.match(text):
        return Recognition(
            standing=Standing.CEILINGS,
            summary="these are ceilings measured by the Empirical Roofline Toolkit; "
            "measured ceilings are read in a later version",
            remedy=_LATER,
        )
    return _find(text, Standing.CEILINGS)


def find_other(text: str) -> Recognition | None:
    """Return what a profiler printed of everything but kernels."""
    match = _CALLS.search(text)
    if match is None:
        return None
    return Recognition(
        standing=Standing.OTHER,
        summary="the file is not for us: it holds a profile of the CPU by nvprof",
        line=text.count("\n", 0, match.start()) + 1,
    )


def _find(text: str, standing: Standing) -> Recognition | None:
    for each in FOREIGN_TEXTS:
        if each.standing is not standing:
            continue
        match = re.search(f"^(?:{each.pattern})", text, re.MULTILINE)
        if match is not None:
            return Recognition(
                standing=standing,
                summary=each.summary,
                remedy=each.remedy,
                line=text.count("\n", 0, match.start()) + 1,
                found="no kernels were profiled" if standing is Standing.UNREAD and _NOTHING.search(text) else None,
            )
    return None
