from __future__ import annotations

import pytest

from roofline_report.domain.problem import Severity
from roofline_report.readers.limits import Limits
from roofline_report.readers.reading import explain
from roofline_report.readers.recognition.recognition import recognise
from roofline_report.readers.recognition.standing import Standing

NVPROF = "==31== NVPROF is profiling process 31, command: ./wave -n 4\n==31== Profiling result:\n"
SUMMARY = "            Type  Time(%)      Time     Calls       Avg       Min       Max  Name\n"
OLD_SUMMARY = "Time(%)      Time     Calls       Avg       Min       Max  Name\n 60.0%  3.0ms  3  1ms  1ms  1ms  step\n"
METRICS = "Invocations          Metric Name      Metric Description         Min         Max         Avg\n"
EVENTS = "Invocations          Event Name         Min         Max         Avg       Total\n"
TRACE = "   Start  Duration            Grid Size      Block Size     Regs*  Name\n"
MANAGED = "   Count  Avg Size  Min Size  Max Size  Total Size  Total Time  Name\n"
NSYS = " Time (%)  Total Time (ns)  Instances    Avg (ns)      Med (ns)   Name\n"
NCU = (
    "==PROF== Connected to process 5 (/opt/wave)\n[5] wave@node\n  step(int) (8, 1, 1)x(64, 1, 1), Device 0, CC 8.6\n"
    "    Section: GPU Speed Of Light Throughput\n"
    "    ----------- ----------- ------------\n    Metric Name Metric Unit Metric Value\n    Duration    us    4.5\n"
)
OLD_NCU = (
    "  step(int), Context 1, Stream 7\n    Section: Launch Statistics\n    ---------- -------- -----\n    Grid  9\n"
)
NCU_SUMMARY = "    Metric Name          Metric Unit      Minimum      Maximum      Average\n"


@pytest.mark.parametrize(
    ("text", "option"),
    [
        (NVPROF + SUMMARY, "nvprof --csv --log-file timing.csv --print-gpu-summary"),
        (NVPROF + OLD_SUMMARY, "--print-gpu-summary"),
        (NVPROF + METRICS, "nvprof --csv --log-file metrics.csv --metrics"),
        (NVPROF + EVENTS, "nvprof --csv --log-file events.csv --events"),
        (NVPROF + TRACE, "--print-gpu-summary"),
        (NVPROF + MANAGED, "--print-gpu-summary"),
        (NSYS, "nsys stats --report cuda_gpu_kern_sum --format csv"),
        (NCU, "ncu --csv --page raw --import"),
        (OLD_NCU, "ncu --csv --page raw --import"),
        (NCU_SUMMARY, "ncu --csv --log-file metrics.csv --metrics"),
        (SUMMARY.replace("\n", "\r\n"), "--print-gpu-summary"),
    ],
)
def test_text_for_people_passes_with_a_note_that_says_how_to_print_it(text: str, option: str) -> None:
    problem = explain(found := recognise(text, limits=Limits()), shown_as="x")
    assert found.standing is Standing.UNREAD
    assert problem.severity is Severity.NOTE
    assert problem.remedy is not None
    assert option in problem.remedy
    assert problem.line is not None


def test_text_without_kernels_says_so_and_passes_all_the_same() -> None:
    found = recognise(f"{NVPROF}No kernels were profiled.\n\n{MANAGED}", limits=Limits())
    assert found.standing is Standing.UNREAD
    assert found.summary is not None
    assert "without kernels" in found.summary


def test_text_of_a_profiler_that_could_not_measure_kernels_fails() -> None:
    refused = "======== Warning: Skipping profiling on device 0 since profiling is not supported on devices with "
    found = recognise(f"{refused}compute capability 7.5 and higher.\n{SUMMARY}", limits=Limits())
    assert found.standing is Standing.UNUSABLE


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("BabelStream\nFunction    MBytes/sec  Min (sec)   Max         Average\nCopy  9.0  1  1  1\n", "BabelStream"),
        ("blockSize   threads       %occ  |      init  read\n  32  64  3 %  |  GB/s:  2  1\n", "gpu-benches"),
        ("     data set   exec time     spread        Eff. bw\n  2 kB  5ms  1 %  8.0 GB/s\n", "gpu-benches"),
        ("\n0 64 blocks     0 its      0.250 Fl/B       12 GB/s     3 GF/s   900 Mhz\n", "gpu-benches"),
        ("L1 bandwidth = 12.5 (byte/clk/SM)\nTotal Clk number = 3\n", "Accel-Sim"),
        ('{\n  "empirical": {\n "gbytes": {"data": [["L1", 9.5]]}}}\n', "Empirical Roofline Toolkit"),
    ],
)
def test_measured_ceilings_are_known_and_told_in_the_log(text: str, name: str) -> None:
    problem = explain(found := recognise(text, limits=Limits()), shown_as="x")
    assert found.standing is Standing.CEILINGS
    assert problem.severity is Severity.INFO
    assert name in problem.summary
    assert problem.summary.endswith("measured ceilings are read in a later version")


def test_copies_between_gpus_are_no_ceiling() -> None:
    problem = explain(recognise("nvbandwidth Version: v9\nBuilt from Git version: v9\n", limits=Limits()), shown_as="x")
    assert problem.severity is Severity.INFO
    assert problem.summary.endswith("no roof of a kernel")
    assert "ceilings:" not in (problem.remedy or "")


def test_a_word_of_a_page_in_notes_is_no_page() -> None:
    assert recognise("notes\n  Section: Results\nall well\n", limits=Limits()).standing is Standing.OTHER


@pytest.mark.parametrize(
    "title", ["======== CPU profiling result (bottom up):", "==4== OpenACC (excl) profiling result:"]
)
def test_a_profile_of_the_cpu_is_left_alone(title: str) -> None:
    found = recognise(f"\n{title}\nTime(%)      Time  Name\n 80.0%  8.5s  main\n", limits=Limits())
    assert found.standing is Standing.OTHER
    assert found.line == 2
    assert found.summary is not None
    assert "CPU" in found.summary
