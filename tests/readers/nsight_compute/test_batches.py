"""Files that are read in several batches say the same as in one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roofline_report.readers.limits import Limits
from roofline_report.readers.metrics.metric_table import wanted_metrics, with_parts
from roofline_report.readers.metrics.rates import CYCLES, CYCLES_BY_RATE, RATE
from roofline_report.readers.nsight_compute import long_table as long_tables
from roofline_report.readers.nsight_compute import raw_page as raw_pages
from roofline_report.readers.reading import FileReading, read_content
from roofline_report.readers.rows import launches
from roofline_report.readers.text import scanning
from tests.readers.nsight_compute.measured import OF_SEVERAL, Launch

if TYPE_CHECKING:
    from collections.abc import Collection

TIME, BYTES = "gpu__time_duration.sum", "dram__bytes.sum.per_second"
FLOP = "smsp__sass_thread_inst_executed_op_dfma_pred_on.sum.per_cycle_elapsed"
COUNT = 1500


def launch(number: int) -> Launch:
    """Return a launch like no other; every tenth lacks its time, every eleventh has one of 0."""
    time = "n/a" if number % 10 == 3 else "0" if number % 11 == 3 else f"{1000 + number:,}"
    return {
        TIME: ("nsecond", time),
        CYCLES: ("cycle", f"{2000 + 3 * number:,}"),
        RATE: ("Ghz", f"1.{number % 97:02}"),
        BYTES: ("Gbyte/second", f"{number % 89}.5"),
        FLOP: ("inst/cycle", f"{number % 83}"),
        "sm__throughput.avg.pct": ("%", "12.5"),
        "lts__t_sectors.sum": ("sector", f"{number:,}"),
    }


WANTED = {
    "all": None,
    "what formulas use": wanted_metrics({}),
    # A metric alone that is made of others, which have to be read for it.
    "a time of cycles": with_parts(frozenset({CYCLES_BY_RATE})),
    "a product": with_parts(frozenset({f"{FLOP} x {RATE} x time"})) | {TIME},
}


def read_it(text: str, wanted: Collection[str] | None) -> FileReading:
    return read_content(text.encode(), shown_as="x", limits=Limits(), wanted=wanted)


@pytest.mark.parametrize("shape", OF_SEVERAL)
@pytest.mark.parametrize("wanted", WANTED)
def test_a_file_with_rates_and_times_says_the_same_in_one_batch_and_in_many(
    wanted: str, shape: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = OF_SEVERAL[shape](*(launch(number) for number in range(COUNT)))
    once = read_it(text, WANTED[wanted])
    (table,) = once.tables
    made = CYCLES_BY_RATE if wanted == "a time of cycles" else f"{FLOP} x {RATE} x time"
    statistic = table.groups[0].metrics[made]
    # Launches without a time, or with one of 0, have cycles by their rate for it, unless these are not wanted.
    timed = sum(number % 10 != 3 and number % 11 != 3 for number in range(COUNT))
    assert statistic.count == (timed if wanted == "a product" else COUNT)
    monkeypatch.setattr(scanning, "_CHUNK", 4096)
    monkeypatch.setattr(raw_pages, "_MOST_CELLS", 70)
    monkeypatch.setattr(long_tables, "_MOST_WAITING", 50)
    monkeypatch.setattr(long_tables, "_MOST_FRAMES", 2)
    monkeypatch.setattr(launches, "_MOST_ROWS_AT_ONCE", 100)
    assert read_it(text, WANTED[wanted]) == once
