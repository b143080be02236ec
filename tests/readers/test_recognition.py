from __future__ import annotations

import pytest

from roofline_report.domain.problem import Severity
from roofline_report.readers.limits import Limits
from roofline_report.readers.reading import explain
from roofline_report.readers.recognition import Standing, recognise
from roofline_report.readers.registry import READERS, find_reader, list_formats
from tests.readers.samples import LONG_HEADER, NVPROF_EVENTS, NVPROF_METRICS, NVPROF_TIMES, SUMMARY_HEADER, long_row


@pytest.mark.parametrize(
    ("header", "profiler"),
    [
        (LONG_HEADER, "Nsight Compute"),
        (SUMMARY_HEADER, "Nsight Compute"),
        (NVPROF_TIMES, "nvprof"),
        (NVPROF_METRICS, "nvprof"),
        (NVPROF_EVENTS, "nvprof"),
    ],
)
def test_a_table_is_known_by_its_header_wherever_it_stands(header: str, profiler: str) -> None:
    found = recognise(f"output, of, the program\n\n==1== banner\n{header}", limits=Limits())
    assert found.standing is Standing.READ
    assert found.reader is not None
    assert found.reader.profiler == profiler


@pytest.mark.parametrize(
    ("text", "words", "line"),
    [
        ('==PROF== x\n"ID","Process ID","Kernel Name","gpu__time_duration.sum"\n', "raw page", 2),
        (LONG_HEADER.replace(",", ";"), "semicolons", 1),
        (LONG_HEADER.replace(",", "\t"), "tabs", 1),
        ('"Start","Duration","Grid X","Name"\n', "trace of nvprof", 1),
        ("Time (%),Total Time (ns),Instances,Avg (ns),Name\n", "Nsight Systems", 1),
        ('"Kernel_Name","Counter_Name","Counter_Value"\n', "AMD", 1),
        ("==PROF== Connected to process 1\n==ERROR== no\n", "no table of metrics", None),
        (long_row(0, "k", "a__b.sum", "", "1"), "no header", None),
    ],
)
def test_output_of_a_profiler_that_is_not_read_says_what_it_is(text: str, words: str, line: int | None) -> None:
    found = recognise(text, limits=Limits())
    assert found.standing is Standing.NOT_READ
    problem = explain(found, shown_as="x")
    assert problem.severity is Severity.WARNING
    assert problem.line == line
    assert words in problem.summary
    assert problem.remedy


@pytest.mark.parametrize(
    "text",
    [
        "",
        "notes about the run\n",
        "==== start ====\n",
        "kernel,speedup\na,2\n",
        "==12== NVPROF is profiling process 12, command: ./a\n==12== Profiling result:\n   Start  Duration  Name\n",
        "Time (%)  Total Time (ns)  Instances  Name\n",
    ],
)
def test_everything_else_is_left_alone(text: str) -> None:
    found = recognise(text, limits=Limits())
    assert found.standing is Standing.OTHER
    assert explain(found, shown_as="x").severity is Severity.INFO


def test_every_table_has_one_reader_and_is_listed() -> None:
    kinds = [kind for reader in READERS for kind in reader.kinds]
    assert len({kind.name for kind in kinds}) == len(kinds) == len(list_formats())
    for reader in READERS:
        assert all(find_reader(kind) is reader for kind in reader.kinds)
