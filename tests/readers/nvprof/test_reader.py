from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roofline_report.domain.problem import Severity
from tests.readers.samples import GPU, NVPROF_EVENTS, NVPROF_METRICS, NVPROF_TIMES, nvprof_row, read, texts

if TYPE_CHECKING:
    from roofline_report.domain.profile import Statistic


SUMMARY = f"""==991== NVPROF is profiling process 991, command: ./build/stencil -n 64 ../in/mesh.dat
iteration 1, residual 0.5
==991== Profiling result:
{NVPROF_TIMES}"GPU activities",60.5,1.500000,12,125.000,110.500,140.250,"stencil<3>(float const *, int)"
"GPU activities",20.0,0.600000,2,300.000,290.000,310.000,"[CUDA memcpy HtoD]"
"GPU activities",10.0,0.010000,1,10.000,10.000,10.000,"[CUDA memset]"
"API calls",50.0,8.000000,12,666.000,600.000,700.000,"cudaLaunchKernel"

==991== Unified Memory profiling result:
"Device","Count","Avg Size","Min Size","Max Size","Total Size","Total Time",""
"{GPU}",158,40.860352KB,4.000000KB,600.000000KB,6.304688MB,0.000000,"Host To Device"
Total CPU Page faults: 49
"""


def test_the_summary_gives_total_times_of_kernels_alone() -> None:
    reading = read(SUMMARY)
    (group,) = reading.groups
    time = group.metrics["Time"]
    assert (group.kernel, group.launches, time.count) == ("stencil<3>(float const *, int)", 12, 12)
    # Each column has its own unit: 1.5 ms in all, 110.5 us and 140.25 us at least and at most.
    assert time.total == pytest.approx(1.5e-3, rel=1e-12)
    assert time.minimum == pytest.approx(110.5e-6, rel=1e-12)
    assert time.maximum == pytest.approx(140.25e-6, rel=1e-12)
    assert reading.problems == ()
    assert reading.source is not None
    assert reading.source.programs == ("stencil",)
    assert reading.source.format == "nvprof summary (CSV)"


def test_the_summary_of_older_versions_has_no_types() -> None:
    text = '"Time(%)","Time","Calls","Avg","Min","Max","Name"\n%,s,,ms,ms,ms,\n75.0,0.25,5,50,40,60,"k(int)"\n'
    (group,) = read(text).groups
    assert (group.launches, group.metrics["Time"].total) == (5, 0.25)


def test_without_units_no_time_is_read() -> None:
    text = '"Type","Time(%)","Time","Calls","Avg","Min","Max","Name"\n"GPU activities",75.0,0.25,5,50,40,60,"k(int)"\n'
    reading = read(text + '"GPU activities",25.0,0.05,5,10,10,10,"m(int)"\n')
    assert reading.groups == ()
    assert ["no units of time" in line for line in texts(reading.problems)] == [True]


@pytest.mark.parametrize(
    ("rows", "severity"),
    [('"API calls",50.0,8.0,12,6.0,6.0,7.0,"cudaMalloc"\n', Severity.INFO), ("", Severity.WARNING)],
)
def test_a_summary_without_kernels_says_so(rows: str, severity: Severity) -> None:
    reading = read(NVPROF_TIMES + rows)
    assert (reading.tables, reading.source) == ((), None)
    assert [problem.severity for problem in reading.problems] == [severity]


def test_metrics_are_averages_times_invocations() -> None:
    (group,) = read(NVPROF_METRICS + nvprof_row("k(int*, int)", "gld_transactions", 10, 30, 20, count=7)).groups
    measured = group.metrics["gld_transactions"]
    assert (measured.count, measured.total, measured.minimum, measured.maximum) == (7, 140.0, 10.0, 30.0)
    assert (group.kernel, group.launches, group.device) == ("k(int*, int)", 7, GPU)


def test_events_have_their_printed_total() -> None:
    (group,) = read(
        NVPROF_EVENTS + nvprof_row("k()", "thread_inst_executed", 10, 40, 23, 70, count=3, events=True)
    ).groups
    assert group.metrics["thread_inst_executed"].total == 70.0


def test_events_and_metrics_in_one_file_are_tables_of_the_same_launches() -> None:
    text = (
        NVPROF_EVENTS
        + nvprof_row("k()", "e", 1, 1, 1, 9, events=True)
        + "\n"
        + NVPROF_METRICS
        + nvprof_row("k()", "m", 1, 1, 1)
    )
    assert [[group.launches for group in table.groups] for table in read(text).tables] == [[9], [9]]


def test_a_device_is_named_without_its_index() -> None:
    assert read(NVPROF_METRICS + nvprof_row("k()", "m", 1, 1, 1)).device_names == ("Tesla V100-SXM2-16GB",)


@pytest.mark.parametrize(
    ("cell", "value", "dimension"), [("157.5GB/s", 157.5e9, "byte/s"), ("98.7%", 98.7, "%"), ("3", 3.0, "1")]
)
def test_cells_with_units_are_read(cell: str, value: float, dimension: str) -> None:
    (table,) = read(NVPROF_METRICS + nvprof_row("k()", "m", cell, cell, cell, count=1)).tables
    assert table.groups[0].metrics["m"].total == pytest.approx(value, rel=1e-12)
    assert table.dimensions["m"] == dimension


def test_a_level_in_words_is_no_number() -> None:
    (table,) = read(NVPROF_METRICS + nvprof_row("k()", "m", "Low (1)", "Low (1)", "Low (1)")).tables
    assert table.groups[0].metrics == {}
    assert table.unusable[0].found == '"Low (1)"'


def test_a_metric_without_value_is_absent() -> None:
    (table,) = read(NVPROF_METRICS + nvprof_row("k()", "m", "n/a", "n/a", "n/a")).tables
    assert table.groups[0].metrics == {}
    assert (table.groups[0].launches, table.named) == (9, frozenset({"m"}))


def test_two_outputs_in_one_file_are_added() -> None:
    part = NVPROF_METRICS + nvprof_row("k()", "m", 1, 1, 1, count=4)
    groups = read(part + "\n" + part).groups
    assert sum(group.launches for group in groups) == 8
    assert sum(group.metrics["m"].total for group in groups) == 8.0


def test_decimal_commas_make_rows_too_long_and_are_not_read() -> None:
    reading = read(NVPROF_METRICS + nvprof_row("k()", "m", "1,5", "2,5", "2,0"))
    assert reading.groups == ()
    assert ["11 fields instead of 8" in line for line in texts(reading.problems)] == [True]


def test_a_quoted_decimal_comma_is_read_as_one() -> None:
    reading = read(NVPROF_METRICS + nvprof_row("k()", "m", 1, 1, 1) + nvprof_row("k()", "n", 1, 1, '"2,5"'))
    (group,) = reading.groups
    assert {name: each.mean for name, each in group.metrics.items()} == {"m": 1, "n": 2.5}


@pytest.mark.parametrize("count", ["0", "n/a", "2.5", "many"])
def test_a_row_without_launches_is_left_out_and_told(count: str) -> None:
    reading = read(NVPROF_METRICS + nvprof_row("k()", "m", 1, 1, 1, count=count))
    assert reading.groups == ()
    assert ["Invocations" in line for line in texts(reading.problems)] == [True]


kernels = st.sampled_from(["k(int)", "void t<a, b>(float*)", "op==(x)"])
rows = st.lists(
    st.tuples(kernels, st.sampled_from(["m", "n", "o"]), st.integers(0, 10**12)),
    min_size=1,
    max_size=12,
    unique_by=lambda row: row[:2],
)


@settings(deadline=None)
@given(table=rows, count=st.integers(1, 1000), windows=st.booleans())
def test_any_metrics_file_adds_up_to_what_was_written(
    *, table: list[tuple[str, str, int]], count: int, windows: bool
) -> None:
    text = NVPROF_METRICS + "".join(
        nvprof_row(kernel, metric, 0, value, value, count=count) for kernel, metric, value in table
    )
    totals: dict[tuple[str, str], float] = defaultdict(float)
    for group in read(text.replace("\n", "\r\n") if windows else text).groups:
        for metric, statistic in group.metrics.items():
            totals[group.kernel, metric] += statistic.total
    assert totals == {(kernel, metric): float(value * count) for kernel, metric, value in table}


SAMPLE = (
    SUMMARY
    + NVPROF_METRICS
    + "".join(nvprof_row("k(a, b)", name, 11, 13, 12) for name in ("m", "n"))
    + "\n"
    + NVPROF_EVENTS
    + nvprof_row("k(a, b)", "e", 1, 10, 123, 1107, events=True)
)


def test_a_file_cut_anywhere_gives_no_other_value() -> None:
    whole = values_of(SAMPLE)
    assert len(whole) == 4
    for length in range(len(SAMPLE)):
        assert values_of(SAMPLE[:length]).items() <= whole.items(), length


def values_of(text: str) -> dict[tuple[str, str], Statistic]:
    return {(group.kernel, name): value for group in read(text).groups for name, value in group.metrics.items()}


@settings(deadline=None)
@given(st.text(max_size=200))
def test_no_text_behind_a_header_raises(text: str) -> None:
    for header in (NVPROF_TIMES, NVPROF_METRICS + f'"{GPU}",', NVPROF_EVENTS + f'"{GPU}","k",'):
        read((header + text).encode("utf-8", "surrogatepass"))


def test_each_row_of_a_summary_is_used_or_left_out_for_a_reason() -> None:
    rows = read(SUMMARY).rows
    assert (rows.used, rows.total) == (1, 5)
    assert rows.dropped == {
        "calls of the API, which are not kernels": 1,
        "copies and memsets, which are not kernels": 2,
        "transfers and faults of unified memory, which are not kernels": 1,
    }


def test_the_calls_of_an_older_summary_are_no_kernels() -> None:
    header = '"Time(%)","Time","Calls","Avg","Min","Max","Name"\n%,ms,,ms,ms,ms,\n'
    text = f'==5== Profiling result:\n{header}75.0,0.25,5,50,40,60,"k(int)"\n==5== API calls:\n{header}'
    reading = read(f'{text}60.5,8.5,7,6,5,9,"cudaMalloc"\n')
    assert [group.kernel for group in reading.groups] == ["k(int)"]
    assert reading.rows.dropped == {"calls of the API, which are not kernels": 1}


def test_lines_of_the_profiler_between_rows_do_not_end_the_table() -> None:
    row = '"GPU activities",{},0.5,2,250,200,300,"{}"\n'
    warning = "==9== Warning: Profiling results might be incorrect with current version of nvcc compiler\n"
    reading = read(NVPROF_TIMES + row.format(60.5, "k()") + warning + "\n" + row.format(39.5, "m()"))
    assert [group.kernel for group in reading.groups] == ["k()", "m()"]
    assert reading.problems == ()


def test_units_that_come_again_hold_from_there_on() -> None:
    row = '"GPU activities",50.0,1.5,2,0.5,0.5,1,"{}"\n'
    first, second = read(NVPROF_TIMES + row.format("k()") + ",%,us,,us,us,us,\n" + row.format("m()")).groups
    assert first.metrics["Time"].total == pytest.approx(1.5e-3, rel=1e-12)
    assert second.metrics["Time"].total == pytest.approx(1.5e-6, rel=1e-12)


def test_a_row_with_output_of_the_program_in_front_of_it_is_told() -> None:
    rows = [nvprof_row("k(int)", metric, 5, 5, 5) for metric in ("l2_read_transactions", "l2_write_transactions")]
    reading = read(NVPROF_METRICS + rows[0] + "step 3: " + rows[1])
    assert (reading.rows.used, reading.rows.dropped) == (1, {"damaged": 1})
    assert [problem.line for problem in reading.problems] == [3]


def test_a_row_that_is_printed_twice_counts_once() -> None:
    row = nvprof_row("k()", "m", 1, 1, 1)
    reading = read(NVPROF_METRICS + row + row)
    assert [group.launches for group in reading.groups] == [9]
    assert reading.rows.dropped == {"printed twice, word for word": 1}


def test_a_time_may_hold_its_own_unit() -> None:
    (group,) = read(f'{NVPROF_TIMES}"GPU activities",9.5,1.5s,3,1,1,1,"k()"\n').groups
    assert group.metrics["Time"].total == 1.5


def test_an_event_without_a_total_is_its_average_times_its_invocations() -> None:
    header = NVPROF_EVENTS.replace(',"Total"', "")
    (group,) = read(header + nvprof_row("k()", "thread_inst_executed", 10, 40, 23, count=3, events=True)).groups
    assert group.metrics["thread_inst_executed"].total == 69.0


def test_an_event_that_lost_its_total_is_not_guessed() -> None:
    reading = read(NVPROF_EVENTS + nvprof_row("k()", "thread_inst_executed", 10, 40, 23, count=3, events=True))
    assert reading.groups == ()
    assert ["7 fields instead of 8" in line for line in texts(reading.problems)] == [True]


def test_a_counter_that_overflowed_has_no_value() -> None:
    (group,) = read(NVPROF_METRICS + nvprof_row("k()", "m", "<OVERFLOW>", "<OVERFLOW>", "<OVERFLOW>")).groups
    assert (group.launches, dict(group.metrics)) == (9, {})


def test_several_devices_are_kept_apart() -> None:
    row = nvprof_row("k()", "m", 1, 1, 2)
    groups = read(NVPROF_METRICS + row + row.replace("(0)", "(1)")).groups
    assert [(group.device, group.metrics["m"].total) for group in groups] == [
        (GPU, 18.0),
        (GPU.replace("(0)", "(1)"), 18.0),
    ]


def test_many_damaged_rows_are_told_in_few_words() -> None:
    reading = read(NVPROF_METRICS + nvprof_row("k()", "m", "1,5", 2, 2) * 8 + nvprof_row("k()", "m", 1, 1, 1))
    assert reading.rows.dropped == {"damaged": 8}
    assert len(reading.problems) == 6
    assert "3 more rows are damaged" in reading.problems[-1].summary


def test_a_summary_per_device_names_the_device_above_its_table() -> None:
    table = f'{NVPROF_TIMES}"GPU activities",100.0,1.5,2,750,700,800,"k()"\n'
    other = GPU.replace("(0)", "(1)")
    reading = read(f'==9== Profiling result:\n==9== Device "{GPU}"\n{table}\n==9== Device "{other}"\n{table}')
    assert [(group.device, group.launches) for group in reading.groups] == [(GPU, 2), (other, 2)]
    assert reading.device_names == ("Tesla V100-SXM2-16GB",)


def test_the_share_of_time_tells_that_a_point_stands_in_front_of_decimals() -> None:
    (group,) = read(f'{NVPROF_TIMES}"GPU activities",97.5,1.125,2,562.500,110.500,140.250,"k()"\n').groups
    assert group.metrics["Time"].total == pytest.approx(1.125e-3, rel=1e-12)
