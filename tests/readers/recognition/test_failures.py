from __future__ import annotations

import pytest

from roofline_report.domain.problem import Severity
from roofline_report.readers.limits import Limits
from roofline_report.readers.recognition.failures import FAILURES, Gravity, without_folders
from roofline_report.readers.recognition.recognition import recognise
from roofline_report.readers.recognition.standing import Standing
from tests.readers.samples import LONG_HEADER, long_row, read

CONNECTED = "==PROF== Connected to process 811 (/opt/sim/wave)\n"
PERMISSION = (
    "==ERROR== ERR_NVGPUCTRPERM - The user does not have permission to access NVIDIA GPU Performance Counters on the "
    "target device 0. See https://developer.nvidia.com/ERR_NVGPUCTRPERM\n"
)
NVPROF_TOO_OLD = (
    "======== Warning: Skipping profiling on device 0 since profiling is not supported on devices with compute "
    "capability 7.5 and higher.\n                  Use another tool.\n"
)


@pytest.mark.parametrize(
    ("text", "summary", "remedy"),
    [
        (CONNECTED + PERMISSION, "was not allowed to read the counters", "NVreg_RestrictProfilingToAdminUsers=0"),
        (
            "==52== Warning: The user does not have permission to profile on the target device: see NVSOLN1000\n",
            "was not allowed to read the counters",
            "ERR_NVGPUCTRPERM",
        ),
        (NVPROF_TOO_OLD, "nvprof cannot measure this GPU", "ncu --csv"),
        (
            "======== Warning: nvprof is not supported on devices with compute capability 8.0 and higher.\n",
            "nvprof cannot measure this GPU",
            "ncu --csv",
        ),
        (
            "==ERROR== Profiling is not supported on device 0. To find out supported GPUs refer --list-chips option.\n",
            "this version of Nsight Compute cannot measure the GPU",
            "--list-chips",
        ),
        (
            "==ERROR== Profiling is not supported on device 0 as it uses the Windows Subsystem for Linux (WSL).\n",
            "Windows Subsystem for Linux",
            "WSL 2",
        ),
        ("==ERROR== Cuda driver is not compatible with Nsight Compute.\n", "the driver does not fit", "newer driver"),
        (
            "==ERROR== Profiling failed because a driver resource was unavailable.\n",
            "another tool was reading the counters",
            "dcgmi",
        ),
        ("==ERROR== Failed to find metric regex:^dram__byts$\n", "does not know a metric", "--query-metrics"),
        ("==ERROR== Out of memory while saving the buffers of device 0.\n", "no memory left", "application"),
        ("==ERROR== Failed to prepare kernel for profiling\n", "could not measure a kernel", "without the profiler"),
        ("==93== Error: Internal profiling error 4277:35.\n", "an error of its own", "--unified-memory-profiling off"),
        ("==ERROR== The application returned an error code (9).\n", "program ended with an error", "without the"),
        ("======== Error: Application returned non-zero code 3\n", "program ended with an error", "without the"),
        ("======== Error: Application received signal 11\n", "program ended with an error", "without the"),
        ("==WARNING== No kernels were profiled.\n", "found no kernel to measure", "--target-processes all"),
        ("No kernels were profiled.\n", "found no kernel to measure", "--kernel-name"),
        ("SKIPPED: run.sqlite does not contain CUDA kernel data.\n", "has no kernels", "nsys profile --trace cuda"),
        ("==ERROR== Something new went wrong\n", "the profiler reports an error", "look for the cause"),
    ],
)
def test_a_capture_that_failed_says_why_and_what_to_do(text: str, summary: str, remedy: str) -> None:
    found = recognise(text, limits=Limits())
    assert found.standing is Standing.UNUSABLE
    assert found.summary is not None
    assert summary in found.summary
    assert found.remedy is not None
    assert remedy in found.remedy


def test_the_cause_is_told_and_not_what_follows_from_it() -> None:
    effects = "==ERROR== The application returned an error code (1).\n==WARNING== No kernels were profiled.\n"
    for text in (effects + PERMISSION, PERMISSION + effects):
        found = recognise(CONNECTED + text, limits=Limits())
        assert found.summary is not None
        assert "not allowed" in found.summary
        assert found.found is not None
        assert found.found.startswith('"ERR_NVGPUCTRPERM')
        assert found.line == 2 + text.index("ERR_NVGPUCTRPERM") // len(effects) * 2


@pytest.mark.parametrize(
    "text",
    [
        "==71== Some kernel(s) will be replayed on device 0 in order to collect all events/metrics.\n",
        "==WARNING== Launching the workload is taking more time than expected.\n",
    ],
)
def test_harmless_messages_are_no_failure(text: str) -> None:
    assert recognise(text, limits=Limits()).standing is Standing.OTHER
    assert read(text + LONG_HEADER + long_row(0, "k", "a__b.sum", "inst", "4")).problems == ()


def test_a_log_beside_a_report_names_the_report_without_its_folder() -> None:
    text = CONNECTED + "==PROF== Disconnected from process 811\n==PROF== Report: /srv/ann/data/wave.ncu-rep\n"
    found = recognise(text, limits=Limits())
    assert found.standing is Standing.UNUSABLE
    assert found.found == '"wave.ncu-rep"'
    assert found.remedy == "print the report: `ncu --csv --page raw --import wave.ncu-rep > my-run.csv`"


def test_a_report_of_nvprof_is_printed_by_nvprof_and_a_name_is_not_run() -> None:
    found = recognise("==7== Generated result file: /srv/ann/a$(b).out\n", limits=Limits())
    assert found.remedy == ("print the report: `nvprof --csv --log-file my-run.csv --import-profile my-run.nvprof`")


def test_messages_beside_a_table_are_told_and_the_table_is_read() -> None:
    text = (
        CONNECTED
        + "==ERROR== The application returned an error code (7).\n"
        + "==WARNING== Unable to access the following 2 metrics: pcie__read_bytes.sum, pcie__write_bytes.sum.\n"
        + "==WARNING== Unable to access the following 1 metrics: mcc__cycles_active.avg.\n"
        + "==WARNING== Failed to lock the clocks of device 0.\n"
        + LONG_HEADER
        + long_row(0, "k", "a__b.sum", "inst", "4")
    )
    reading = read(text)
    assert [group.kernel for group in reading.groups] == ["k"]
    told = [(problem.severity, problem.line, problem.summary.split(",")[0]) for problem in reading.problems]
    assert told == [
        (Severity.WARNING, 2, "the profiled program ended with an error"),
        (Severity.NOTE, 3, "metrics that were asked for do not exist on this GPU and are n/a"),
        (Severity.NOTE, 5, "the profiler could not control the clocks of the GPU"),
    ]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("see /scratch/ncu-ann-931f.log", "see ncu-ann-931f.log"),
        ("failed to open '../ann/x.csv'", "failed to open 'x.csv'"),
        (r"failed to open C:\Users\Ann Lee\x.exe", "failed to open x.exe"),
        ("~/ann/x", "x"),
        ("folder /srv/ann/", "folder "),
        ("see https://developer.nvidia.com/ERR_X", "see https://developer.nvidia.com/ERR_X"),
        ("n/a in 1/2 of them", "n/a in 1/2 of them"),
    ],
)
def test_folders_are_not_shown(text: str, shown: str) -> None:
    assert without_folders(text) == shown


def test_every_failure_says_what_to_do() -> None:
    assert len({failure.summary for failure in FAILURES}) == len(FAILURES)
    assert all(failure.remedy for failure in FAILURES)
    assert any(failure.gravity is Gravity.FATAL for failure in FAILURES)
