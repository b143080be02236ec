from __future__ import annotations

import pytest

from roofline_report.readers.limits import Limits
from roofline_report.readers.recognition.recognition import recognise
from roofline_report.readers.recognition.stream_benchmark import triad_entry
from tests.readers.samples import STREAM


@pytest.mark.parametrize(
    ("unit", "value"),
    [("MB", "698.8 GB/s"), ("MiB", "732.7 GB/s"), ("GB", "6.988e+05 GB/s"), ("GiB", "7.503e+05 GB/s")],
)
def test_triad_is_the_bandwidth_that_is_stated(unit: str, value: str) -> None:
    # 698765.432 MB/s are 698.765 GB/s; a MiB is 1.048576 MB.
    entry = triad_entry(STREAM.replace("MBytes/sec", f"{unit}ytes/sec"))
    assert entry == f"{{roof: dram, value: {value}, origin: measured, source: BabelStream 9.1}}"


@pytest.mark.parametrize(
    "text",
    [
        STREAM.replace("512.0 MB", "8.0 MB"),
        STREAM.replace("Array size", "Size"),
        STREAM.replace("Triad ", "Dot   "),
        STREAM.replace("698765.432", "0.000"),
        STREAM + STREAM,
    ],
)
def test_what_is_not_sure_is_not_stated(text: str) -> None:
    assert triad_entry(text) is None


def test_a_file_without_a_version_has_the_name_alone() -> None:
    entry = triad_entry(STREAM.replace("Version: 9.1\n", ""))
    assert entry is not None
    assert entry.endswith("source: BabelStream}")


def test_the_entry_is_told_as_a_line_of_a_run_file() -> None:
    remedy = recognise(STREAM, limits=Limits()).remedy
    assert remedy is not None
    assert remedy.endswith(f"state its Triad under `ceilings:` of a run.yml: `- {triad_entry(STREAM)}`")
