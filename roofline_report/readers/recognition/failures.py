"""What profilers say of captures that failed, and what to do about each.

The messages are those of Nsight Compute ("==ERROR== ...", "==WARNING== ...") and of nvprof ("======== Error: ...",
"==4711== Warning: ..."). Only lines that begin like that count: a program may print the same words.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from enum import IntEnum
from typing import TYPE_CHECKING, NamedTuple

from roofline_report.domain.problem import Problem, Severity
from roofline_report.readers.recognition.banners import banner_lines, find_line
from roofline_report.readers.recognition.standing import Recognition, Standing
from roofline_report.readers.rows.file_problems import quote
from roofline_report.readers.text.csv_table import Banner

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from roofline_report.readers.text.csv_table import Event

# A line of dashes or a title of the program, such as "==== start ====", begins like this too, but says no level.
_MESSAGE = re.compile(
    r"(?:==(?P<level>ERROR|WARNING)==[ \t]*|==(?:\d+|====)== (?P<word>Error|Warning):)(?P<text>.*)", re.DOTALL
)
_NOTHING = "No kernels were profiled"
_RAN = re.compile(r"==PROF== |==(?:\d+|====)== (?:NVPROF is profiling|Profiling (?:application|result))")
_REPORT = re.compile(r"==(?:PROF|\d+)== (?:Report|(?P<by_nvprof>Generated result file)): (?P<path>.+)")
_OF_THE_CPU = re.compile(r"==(?:\d+|====)== (?:CPU profiling|OpenACC|OpenMP).* result")
# A folder in a message names a user or a machine; an address on the web does not.
_FOLDERS_OF_PATH = re.compile(r"[A-Za-z]:\\.*\\|(?<![\w:/.~])(?:~|\.{1,2})?[/\\](?:[^\s/\\\"'()]+[/\\])*")
_NO_KERNEL_DATA = "does not contain CUDA kernel data"
_LOST_HEADER = '"Command line profiler metrics",'


class Gravity(IntEnum):
    """What a message means for the numbers of its file, the gravest first."""

    FATAL = 0
    """No kernel can have been measured, whatever else the file holds."""
    ERROR = 1
    """Something was not measured."""
    HINT = 2
    """Something to know of numbers that were measured."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """A message of a profiler.

    Attributes:
        words: What the message has in it, in upper or lower case.
        summary: What it means.
        remedy: What to do.
        gravity: What it means for the numbers.
    """

    words: str
    summary: str
    remedy: str
    gravity: Gravity = Gravity.ERROR

    @property
    def pattern(self) -> re.Pattern[str]:
        """Return the words as a pattern; the re module keeps compiled ones."""
        return re.compile(self.words, re.IGNORECASE)


class Message(NamedTuple):
    """A message as it stands in a file."""

    failure: Failure
    text: str
    line: int


# Causes stand before their effects: of the messages of a file that weigh the same, the first of this list is told.
FAILURES = (
    Failure(
        words=r"ERR_NVGPUCTRPERM|NVSOLN1000|does not have permission to (?:access NVIDIA GPU|profile)",
        summary="the profiler was not allowed to read the counters of the GPU",
        remedy="let an administrator open the counters to all users, on Linux with the option "
        "`NVreg_RestrictProfilingToAdminUsers=0` of the kernel module nvidia, or run the profiler as root, in a "
        "container with `--cap-add=SYS_ADMIN` (https://developer.nvidia.com/ERR_NVGPUCTRPERM describes both)",
        gravity=Gravity.FATAL,
    ),
    Failure(
        words=r"as it uses the Windows Subsystem for Linux",
        summary="the profiler cannot measure under this version of the Windows Subsystem for Linux",
        remedy="use WSL 2 with a newer driver, or profile on Windows or Linux itself",
        gravity=Gravity.FATAL,
    ),
    Failure(
        words=r"profiling is not supported on devices with compute capability|nvprof is not supported on devices",
        summary="nvprof cannot measure this GPU: it supports compute capabilities below 7.5",
        remedy="collect with Nsight Compute: `ncu --csv --log-file metrics.csv --metrics ... ./my_program`",
        gravity=Gravity.FATAL,
    ),
    Failure(
        words=r"Profiling is not supported on (?:this )?(?:device|GPU|system)",
        summary="this version of Nsight Compute cannot measure the GPU",
        remedy="`ncu --list-chips` names the chips that it knows: take a newer version for a newer GPU, nvprof for one "
        "before Volta",
        gravity=Gravity.FATAL,
    ),
    Failure(
        words=r"driver is not compatible|driver version is insufficient|Failed to load Nsight Compute CUDA modules",
        summary="the driver does not fit this version of Nsight Compute",
        remedy="install a newer driver, or take the Nsight Compute that came with the installed CUDA version",
        gravity=Gravity.FATAL,
    ),
    Failure(
        words=r"resource was unavailable",
        summary="another tool was reading the counters of the GPU",
        remedy="stop it while profiling, such as DCGM with `dcgmi profiling --pause`, and collect again",
    ),
    Failure(
        words=r"Failed to find (?:metric|section|rule)|Invalid (?:metric|event)|(?:metric|event) .*not found",
        summary="the profiler does not know a metric or section that it was asked for",
        remedy="`--query-metrics` lists the names for the GPU, with ncu as with nvprof; correct the name",
    ),
    Failure(
        words=r"out of memory|Failed to (?:allocate|save|restore|back ?up)\b.*\bmemory",
        summary="the GPU had no memory left to run a kernel again for each group of counters",
        remedy="collect with `--replay-mode application`, or let the program use less memory",
    ),
    Failure(
        words=r"Failed to prepare kernel|Failed to profile|LaunchFailed|Unknown error on device|while trying to profile"
        r"|was reported by the (?:driver|counter)",
        summary="the profiler could not measure a kernel",
        remedy="see that the program works without the profiler, take the profiler of the CUDA version that the "
        "program was built with, and collect again",
    ),
    Failure(
        words=r"Internal profiling error|memory profiling failed",
        summary="nvprof stopped with an error of its own",
        remedy="collect again with `--unified-memory-profiling off` and fewer metrics at once",
    ),
    Failure(
        words=r"returned an error code|returned non-zero|received signal",
        summary="the profiled program ended with an error",
        remedy="run it without the profiler first; what it did not reach was not measured",
    ),
    Failure(
        words=r"invalid timestamps|invalid records|records? (?:were|was) dropped",
        summary="the profiler lost records of launches",
        remedy="collect again with a larger `--device-buffer-size`",
    ),
    Failure(
        words=r"extrapolated from limited profile data",
        summary="the profiler extrapolated some counters from part of the hardware, so they may be inaccurate",
        remedy="let the kernel run long enough to fill the GPU, or collect fewer events at once",
        gravity=Gravity.HINT,
    ),
    Failure(
        words=r"Unable to access the following|could not be queried|not available on this",
        summary="metrics that were asked for do not exist on this GPU and are n/a",
        remedy="`ncu --query-metrics` lists those that exist",
        gravity=Gravity.HINT,
    ),
    Failure(
        words=r"(?:failed|unable|could not)\b.*\bclocks?\b|\bclocks?\b.*\b(?:could not|cannot|failed)",
        summary="the profiler could not control the clocks of the GPU, so its times vary with them",
        remedy="lock the clocks with `nvidia-smi --lock-gpu-clocks`, and collect with `--clock-control none`",
        gravity=Gravity.HINT,
    ),
)
_UNKNOWN_ERROR = Failure(
    words="",
    summary="the profiler reports an error",
    remedy="look for the cause in its message, and collect the file again",
)
NOTHING_PROFILED = Failure(
    words=_NOTHING,
    summary="the profiler found no kernel to measure",
    remedy="see that the program launches kernels on the GPU; see that no filter of the profiler (--kernel-name, "
    "--launch-skip, --kernels) leaves all of them out; where another process that the program starts launches them, "
    "give `--target-processes all` to ncu",
)
_RANK = {failure.summary: place for place, failure in enumerate((*FAILURES, _UNKNOWN_ERROR, NOTHING_PROFILED))}
_LAST_PLACE = len(Gravity) * len(_RANK)


def read_message(line: str, *, number: int) -> Message | None:
    """Return the message in a line. An error that is not known is one; a warning that is not known is none."""
    match = _MESSAGE.match(line)
    said = line if match is None else match["text"].strip()
    if _NOTHING in said:
        return Message(NOTHING_PROFILED, _NOTHING, number)
    if match is None:
        return None
    failure = next((each for each in FAILURES if each.pattern.search(said)), None)
    if failure is None and (match["level"] or match["word"]).upper() == "ERROR":
        failure = _UNKNOWN_ERROR
    return None if failure is None else Message(failure, said, number)


_WITHOUT_HEADER = Recognition(
    standing=Standing.UNUSABLE,
    summary="the rows of Nsight Compute have no header, so it is not known what their columns are",
    remedy='keep the line that begins with "ID","Process ID", or collect it again',
)
_WITHOUT_KERNELS = Recognition(
    standing=Standing.UNUSABLE,
    summary="the recording of Nsight Systems has no kernels",
    remedy="record again with `nsys profile --trace cuda`, and see that the program uses the GPU",
)
_REPORTED = Recognition(
    standing=Standing.UNUSABLE,
    summary="the profiler wrote its numbers into a report, and this file has none of them",
)
# What a shell takes as it stands.
_PLAIN_NAME = re.compile(r"\w[\w.+@%-]*")
_WITHOUT_TABLE = Recognition(
    standing=Standing.UNUSABLE,
    summary="the profiler ran, but there is no table of metrics in this file",
    remedy=f"collect it again with `--csv`; {NOTHING_PROFILED.remedy}",
)


@dataclass(slots=True)
class CaptureLog:
    """What a profiler says in a text.

    Attributes:
        message: The message that explains most: the gravest, and of these the cause of the others.
        report: The name of the report that it wrote.
        is_of_nvprof: That is one of nvprof.
        has_run: It ran.
        cpu_line: Where a profile of the CPU begins.
    """

    message: Message | None = None
    report: str | None = None
    is_of_nvprof: bool = False
    has_run: bool = False
    cpu_line: int | None = None

    @property
    def is_fatal(self) -> bool:
        """Tell whether no kernel can have been measured."""
        return self.message is not None and self.message.failure.gravity is Gravity.FATAL


def read_log(text: str) -> CaptureLog:
    """Return what a profiler says in a text."""
    log = CaptureLog()
    messages: list[Message] = []
    for line, number in banner_lines(text):
        message = read_message(line, number=number)
        if message is not None:
            messages.append(message)
        elif (report := _REPORT.match(line)) is not None:
            if log.report is None:
                log.report, log.is_of_nvprof = report["path"], report["by_nvprof"] is not None
        elif _OF_THE_CPU.match(line) is not None:
            log.cpu_line = log.cpu_line or number
        log.has_run = log.has_run or _RAN.match(line) is not None
    bare = find_line(text, _NOTHING)
    if bare is not None:
        messages.append(Message(NOTHING_PROFILED, _NOTHING, bare))
    log.message = min(messages, key=lambda each: (_place(each), each.line), default=None)
    return log


def _place(message: Message) -> int:
    """Return how much a message explains: the gravest comes first, and of these the cause of the others."""
    return message.failure.gravity * len(_RANK) + _RANK[message.failure.summary]


def find_failure(text: str, log: CaptureLog) -> Recognition | None:
    """Return why there are no numbers in the text of a profiler, or None where no profiler wrote it."""
    if log.message is not None:
        return recognition_of(log.message)
    in_order = (
        (_LOST_HEADER in text, _WITHOUT_HEADER),
        (_NO_KERNEL_DATA in text, _WITHOUT_KERNELS),
        (log.report is not None, _reported(log)),
        (log.has_run, _WITHOUT_TABLE),
    )
    found = (replace(what, place=place) for place, (holds, what) in enumerate(in_order, start=_LAST_PLACE) if holds)
    return next(found, None)


def _reported(log: CaptureLog) -> Recognition:
    """Return what to do about a report: print it with the profiler that wrote it."""
    report = without_folders(log.report or "")
    if log.is_of_nvprof:
        command = f"nvprof --csv --log-file my-run.csv --import-profile {_plain(report) or 'my-run.nvprof'}"
    else:
        command = f"ncu --csv --page raw --import {_plain(report) or 'my-run.ncu-rep'} > my-run.csv"
    return replace(_REPORTED, found=quote(report), remedy=f"print the report: `{command}`")


def _plain(name: str) -> str | None:
    """Return a name if it can be put into a command line as it stands."""
    return name if _PLAIN_NAME.fullmatch(name) else None


def recognition_of(message: Message) -> Recognition:
    """Return what a file is that holds a message and no table."""
    return Recognition(
        standing=Standing.UNUSABLE,
        summary=f"{message.failure.summary}, so there are no numbers in this file",
        remedy=message.failure.remedy,
        line=message.line,
        found=quote(without_folders(message.text)),
        place=_place(message),
    )


@dataclass(slots=True)
class MessageWatch:
    """Looks for messages beside a table that is read."""

    messages: dict[str, Message] = field(default_factory=dict)

    def over(self, events: Iterable[Event]) -> Iterator[Event]:
        """Pass events on, and keep the first message of each kind among their banners."""
        for event in events:
            if isinstance(event, Banner):
                message = read_message(event.text, number=event.line)
                if message is not None:
                    self.messages.setdefault(message.failure.summary, message)
            yield event

    def problems(self, *, file: str) -> tuple[Problem, ...]:
        """Return what the messages mean for the numbers of the table: a hint is a note, anything else a warning."""
        return tuple(
            Problem(
                summary=message.failure.summary,
                severity=Severity.NOTE if message.failure.gravity is Gravity.HINT else Severity.WARNING,
                file=file,
                line=message.line,
                found=quote(without_folders(message.text)),
                remedy=message.failure.remedy,
                is_cause=True,
            )
            for message in self.messages.values()
        )


def without_folders(text: str) -> str:
    """Return a text with the last part of each path in it: folders name users and machines."""
    return _FOLDERS_OF_PATH.sub("", text)
