"""The CSV as a file: names of any kind, one line for a row, the same bytes each time; what is not known stays empty."""

from __future__ import annotations

import csv
import dataclasses
import io
import unicodedata
from typing import TYPE_CHECKING

import pandas as pd
import pytest

from roofline_report.domain.hardware import MemoryLevel
from roofline_report.domain.profile import Kernel
from roofline_report.domain.quantity import Quantity
from roofline_report.renderers.downloads.files import run_downloads
from roofline_report.renderers.downloads.spreadsheet import safe_cell
from roofline_report.renderers.downloads.table import COLUMNS
from roofline_report.renderers.escaping import visible
from roofline_report.report.options import KernelOptions, RunOptions
from tests.renderers.charts.plots import HOSTILE
from tests.renderers.downloads.runs import (
    MADE_RUNS,
    UNTIMED,
    all_runs,
    csv_text,
    document_of,
    in_configurations,
    number,
    rows_of,
    sample_runs,
)
from tests.renderers.pages.made_runs import COPY, OLD, PARTLY, ROUND, SOLVE, measured, run_of

if TYPE_CHECKING:
    from roofline_report.report.model import RunReport
    from tests.renderers.downloads.runs import Row

NAMES = (
    *HOSTILE,
    "=cmd|' /C calc'!A0",
    '=HYPERLINK("https://example.org";"x")',
    "-2+3+cmd|' /C calc'!A0",
    "@SUM(1+1)*cmd|' /C calc'!A0",
    "\t=1+1",
    "\r=1+1",
    "\n=1+1",
    '"=1+1',
    "'=1+1",
    " \u00a0=1+1",
    "\uff1d1+1",
    "\ufeff=1+1",
    "name;=1+1",
    "two\nlines\r\nof a name",
    "quoted \"name\", with 'commas'",
    "lone \ud800 surrogate",
    "nul \x00 byte",
    "\u200f\u202eright to left",
    "\u03b1\u03b2 greek \u5b57",
    "NA",
    "-1.5",
    "",
)


def named(*names: str) -> RunReport:
    kernels = [dataclasses.replace(SOLVE, name=name) for name in names]
    options = RunOptions(title=names[0], kernels=KernelOptions(labels=(("*", names[0]),)))
    device = dataclasses.replace(ROUND, name=names[0], level_names={MemoryLevel.DRAM: names[0]})
    return run_of(*kernels, on=device, options=options)


def has_no_dangerous_cell(text: str) -> bool:
    """Tell whether all cells that begin like a formula are numbers, as product and spreadsheets understand it."""
    for row in csv.reader(io.StringIO(text, newline=""), strict=True):
        for cell in row:
            for part in cell.split(";"):
                if part.lstrip()[:1] in tuple("=+-@"):
                    float(part)
    return True


@pytest.mark.parametrize("name", NAMES)
def test_any_name_is_text_on_one_line_and_read_back(name: str) -> None:
    run = named(name)
    text = csv_text(run)
    assert has_no_dangerous_cell(text)
    rows = rows_of(run)
    assert {row["kernel"] for row in rows} == {safe_cell(visible(name))}
    assert {row["device"] for row in rows} == {safe_cell(visible(name))}
    assert len(text.splitlines()) == text.count("\n") == 1 + len(rows)
    assert not [mark for mark in text if unicodedata.category(mark) in ("Cc", "Cf", "Cs") and mark != "\n"]
    assert {kernel["kernel"] for kernel in document_of(run)["kernels"]} == {visible(name)}
    table = pd.read_csv(io.StringIO(text), keep_default_na=False, na_values=[""], dtype={"kernel": str})
    assert len(table) == len(rows)
    assert set(table.kernel.fillna("")) == {safe_cell(visible(name))}


def test_names_of_all_kinds_in_one_run_stay_apart() -> None:
    rows = rows_of(named(*NAMES))
    assert len({row["label"] for row in rows}) == len(NAMES)
    assert len(rows) == len(NAMES) * len({(row["model"], row["level"]) for row in rows})


def test_a_long_name_is_there_in_full() -> None:
    rows = rows_of(named("n" * 10_000))
    assert {len(row["kernel"]) for row in rows} == {10_000}


def test_the_file_has_no_mark_of_byte_order_and_one_kind_of_line_end() -> None:
    for run in sample_runs().values():
        content = run_downloads(run)[0].content
        assert content.startswith(b"schema_version,run_id,device,kernel,")
        assert b"\r" not in content
        assert content.endswith(b"\n")


def test_the_same_run_gives_the_same_bytes() -> None:
    for run in all_runs().values():
        assert run_downloads(run) == run_downloads(run)


def test_a_run_without_a_kernel_has_a_header_and_no_row() -> None:
    assert csv_text(MADE_RUNS["no kernel"]) == ",".join(COLUMNS) + "\n"
    assert document_of(MADE_RUNS["no kernel"])["kernels"] == []


def of(rows: list[Row], **wanted: str) -> Row:
    (row,) = (row for row in rows if all(row[name] == value for name, value in wanted.items()))
    return row


def test_numbers_that_are_worked_out_by_hand() -> None:
    """SOLVE: 6 ms; 2000, 1000 and 500 GB/s; 10^12 FLOP/s of FP64 and of FP32; 64 * 10^9 warp instructions a second."""
    row = of(rows_of(run_of(SOLVE)), model="flop", level="l2")
    assert number(row, "work_per_launch") == pytest.approx(2e12 * 6e-3)
    assert number(row, "performance_per_s") == pytest.approx(2e12)
    assert number(row, "traffic_per_launch") == number(row, "bytes_per_launch") == pytest.approx(1e12 * 6e-3)
    assert number(row, "intensity") == pytest.approx(2)
    assert number(row, "ceiling_per_s") == pytest.approx(4e12)
    # Half of the operations at 5000, half at 10000.
    assert number(row, "peak_per_s") == pytest.approx(2 / (1 / 5e12 + 1 / 10e12))
    assert number(row, "attainable_per_s") == pytest.approx(2 / (1 / 5e12 + 1 / 10e12))
    assert number(row, "utilisation") == pytest.approx(0.25)
    assert number(row, "headroom") == pytest.approx(2)
    assert (row["nearest_roof"], row["nearest_roof_name"]) == ("dram", "HBM9")
    row = of(rows_of(run_of(SOLVE)), model="instructions", level="dram")
    assert number(row, "work_per_launch") == pytest.approx(64e9 * 6e-3)
    assert number(row, "traffic_per_launch") == pytest.approx(500e9 / 32 * 6e-3)
    assert number(row, "ceiling_per_s") == pytest.approx(1e12 / 32)
    assert (row["work_unit"], row["traffic_unit"]) == ("warp instructions", "transactions")
    assert (row["ceiling_unit"], row["work_basis"], row["level_name"]) == ("transactions/s", "threads", "HBM9")


def test_a_kernel_without_a_time_has_its_traffic_and_no_rate() -> None:
    rows = rows_of(run_of(UNTIMED, SOLVE))
    row = of(rows, kernel="untimed", model="flop", level="l2")
    unknown = ("duration_s", "total_duration_s", "time_share", "performance_per_s", "bytes_per_s", "utilisation")
    assert [row[name] for name in (*unknown, "roof_share", "headroom", "nearest_roof")] == [""] * 9
    assert row["intensity"] == of(rows, kernel="solve", model="flop", level="l2")["intensity"]
    assert (row["is_drawn"], row["verdict"]) == ("false", "none")


def test_without_a_device_there_is_no_roof_and_no_name() -> None:
    for row in rows_of(MADE_RUNS["no device"]):
        empty = ("device", "peak_per_s", "ceiling_per_s", "attainable_per_s", "roof_share", "utilisation", "headroom")
        assert [row[name] for name in empty] == [""] * len(empty)
        assert row["verdict"] in ("", "none")


def test_a_kernel_that_does_no_operation_has_a_zero_and_one_that_was_not_counted_has_none() -> None:
    rows = rows_of(run_of(SOLVE, COPY, OLD))
    idle, unknown = (of(rows, kernel=name, model="flop", level="dram") for name in ("copy", "old"))
    assert [idle[name] for name in ("work_per_launch", "performance_per_s", "work_bound")] == ["0.0", "0.0", "at_least"]
    assert [unknown[name] for name in ("work_per_launch", "performance_per_s", "work_bound")] == ["", "", ""]
    for row in (idle, unknown):
        assert (row["is_drawn"], row["intensity"], row["verdict"]) == ("false", "", "")
    assert of(rows, kernel="copy", model="instructions", level="dram")["verdict"] == "limited"


def test_work_that_was_not_all_counted_is_a_lower_bound() -> None:
    row = of(rows_of(run_of(PARTLY)), model="flop", level="l2")
    assert (row["work_bound"], row["intensity_bound"], row["traffic_bound"]) == ("at_least", "at_least", "exact")


def test_what_was_not_counted_in_a_launch_is_empty_and_no_zero() -> None:
    kernel = dataclasses.replace(
        SOLVE,
        measurements={key: each for key, each in SOLVE.measurements.items() if key is not Quantity.DRAM_SECTORS},
    )
    row = of(rows_of(run_of(kernel)), model="flop", level="dram")
    numbers = ("traffic_per_launch", "bytes_per_launch", "bytes_per_s", "intensity", "ceiling_per_s", "utilisation")
    assert [row[name] for name in numbers] == [""] * 6
    zero = dataclasses.replace(SOLVE, measurements={**SOLVE.measurements, Quantity.DRAM_SECTORS: measured(0.0)})
    row = of(rows_of(run_of(zero)), model="flop", level="dram")
    assert [row[name] for name in ("traffic_per_launch", "bytes_per_s", "intensity")] == ["0.0", "0.0", ""]


def test_kernels_of_one_name_are_told_apart_by_their_configuration() -> None:
    rows = rows_of(run_of(*in_configurations(SOLVE, "(1, 1, 1)", "(2, 1, 1)")))
    assert {(row["kernel"], row["grid"], row["block"]) for row in rows} == {
        ("solve", "(1, 1, 1)", "(256, 1, 1)"),
        ("solve", "(2, 1, 1)", "(256, 1, 1)"),
    }
    assert {row["grid"] for row in rows_of(run_of(SOLVE))} == {""}


def test_a_number_that_is_not_finite_is_no_number() -> None:
    kernel = Kernel(name="k", launches=1, measurements={Quantity.DURATION: measured(1e-3)})
    run = run_of(kernel)
    endless = dataclasses.replace(run, gpu_time_s=float("inf"))
    assert document_of(endless)["gpu_time_s"] is None
