from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from roofline_report.domain.problem import Severity
from roofline_report.readers.limits import Limits
from roofline_report.readers.reading import explain
from roofline_report.readers.recognition.containers import find_container
from roofline_report.readers.recognition.failures import FAILURES
from roofline_report.readers.recognition.foreign_tables import FOREIGN_TABLES
from roofline_report.readers.recognition.recognition import recognise, recognise_blocks
from roofline_report.readers.recognition.spoiled_tables import SPOILED_TABLES
from roofline_report.readers.recognition.standing import Recognition, Standing
from roofline_report.readers.registry import READERS, find_reader, list_formats
from roofline_report.readers.text.encoding import to_text
from tests.readers.samples import LONG_HEADER, NVPROF_EVENTS, NVPROF_METRICS, NVPROF_TIMES, SUMMARY_HEADER, long_row


def known(text: str) -> Recognition:
    return recognise(text, limits=Limits())


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
    found = known(f"output, of, the program\n\n==1== banner\n{header}")
    assert found.standing is Standing.READ
    assert found.reader is not None
    assert found.reader.profiler == profiler


@pytest.mark.parametrize(
    ("text", "words", "line"),
    [
        (LONG_HEADER.replace(",", ";"), "semicolons", 1),
        (LONG_HEADER.replace(",", "\t"), "tabs", 1),
        (long_row(0, "k", "a__b.sum", "", "1"), "no header", None),
        ("==PROF== Connected to process 1\n", "no table of metrics", None),
        ("==77== NVPROF is profiling process 77, command: ./a\n", "no table of metrics", None),
    ],
)
def test_a_file_that_has_to_be_collected_again_fails_a_strict_build(text: str, words: str, line: int | None) -> None:
    found = known(text)
    assert found.standing is Standing.UNUSABLE
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
        "== results ==\nkernels: 3\n",
        "the profiler said ==ERROR== once\n",
        '{"empirical": 3}\n',
    ],
)
def test_everything_else_is_left_alone(text: str) -> None:
    found = known(text)
    assert found.standing is Standing.OTHER
    assert explain(found, shown_as="x").severity is Severity.INFO


def test_only_files_of_a_run_are_told_on_its_page() -> None:
    weights = {each: (each.is_of_a_run, each.severity) for each in Standing}
    assert weights[Standing.UNUSABLE] == (True, Severity.WARNING)
    assert weights[Standing.UNREAD] == (True, Severity.NOTE)
    assert weights[Standing.CEILINGS] == weights[Standing.OTHER] == (False, Severity.INFO)


def test_every_table_has_one_reader_and_is_listed() -> None:
    kinds = [kind for reader in READERS for kind in reader.kinds]
    assert len({kind.name for kind in kinds}) == len(kinds)
    assert [kind for kind in kinds if kind.not_read is None] == [kind for _, kind in list_formats()]
    for reader in READERS:
        assert all(find_reader(kind) is reader for kind in reader.kinds)


PIECES = [
    *(table.mark for table in FOREIGN_TABLES),
    *(word for table in SPOILED_TABLES for word in table.words),
    *(failure.words for failure in FAILURES),
    *LONG_HEADER.split(","),
    *(
        '"',
        "\n",
        "\r\n",
        ",",
        "==PROF== ",
        "==ERROR== ",
        "==1== Warning: ",
        "======== Error: ",
        "\0",
        " ",
        "Kernel_Name",
    ),
    *(
        "No kernels were profiled",
        "Name",
        "Calls",
        "AverageNs",
        "hipMemcpy,",
        "grid_size",
        "Section: A",
        '{"empirical":{',
    ),
]


@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=5), max_size=30).map("".join))
def test_whatever_stands_in_a_text_it_is_something(text: str) -> None:
    found = known(text)
    assert (found.reader is not None) is (found.standing is Standing.READ)
    problem = explain(found, shown_as="x")
    assert problem.line is None or 1 <= problem.line <= text.count("\n") + 1


WHOLE_LINES = st.lists(
    st.sampled_from(
        [
            *("a line of output\n", "\n", "==== title ====\n", "==PROF== Connected to process 4 (/a/b)\n"),
            *(
                "==PROF== Report: /a/b.ncu-rep\n",
                "==WARNING== No kernels were profiled.\n",
                "No kernels were profiled.\n",
            ),
            *("==ERROR== ERR_NVGPUCTRPERM\n", "==ERROR== Failed to find metric x\n", "======== Error: other\n"),
            *("Kernel Name;Metric Name\n", "Time(%)      Time     Calls       Avg       Min       Max  Name\n"),
            *(
                "nvbandwidth Version: 1\n",
                "== CPU\n",
                "======== CPU profiling result:\n",
                long_row(0, "k", "m", "", "1"),
            ),
            *("HBMBw,L2Bw\n1,2\n", '"Kernel_Name","Counter_Name","Counter_Value"\n"k","c",1\n', LONG_HEADER),
        ]
    ),
    max_size=6,
)


@given(st.lists(WHOLE_LINES, min_size=1, max_size=4))
def test_where_a_large_file_is_divided_into_blocks_does_not_matter(parts: list[list[str]]) -> None:
    blocks = ["".join(part) for part in parts if part]
    assert recognise_blocks(blocks, limits=Limits()) == known("".join(blocks))


def test_a_header_at_the_end_of_a_block_has_the_rows_of_the_next() -> None:
    header, row = '"Kernel_Name","Counter_Name","Counter_Value"\n', '"k","c",1\n'
    assert recognise_blocks([header, row], limits=Limits()).standing is Standing.UNREAD
    assert recognise_blocks(["\n", header], limits=Limits()).standing is Standing.UNUSABLE


@given(st.binary(max_size=300) | st.sampled_from([b"\x1f\x8b", b"SQLite format 3\0", b"NVR\0", b"\xff\xfe"]))
def test_whatever_bytes_a_file_has_it_is_something(content: bytes) -> None:
    assert known(to_text(content)).standing is not None
    found = find_container(content)
    assert found is None or found.standing is Standing.UNUSABLE
