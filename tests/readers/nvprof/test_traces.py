from __future__ import annotations

import pytest

from roofline_report.domain.problem import Severity
from roofline_report.domain.profile import LaunchConfiguration
from roofline_report.readers.joining.assembly import assemble
from tests.readers.nvprof.samples import API_TRACE, METRIC_TRACE, METRIC_TRACE_HEADER, SUMMARY, TRACE, TRACE_HEADER
from tests.readers.samples import GPU, NVPROF_TIMES, read, texts, the_kernel

SCALE = "scale(float*, int)"


def test_a_trace_gives_the_time_of_each_launch_with_grid_and_block() -> None:
    reading = read(TRACE)
    scale, total = reading.groups
    time = scale.metrics["Time"]
    assert (scale.kernel, scale.launches) == (SCALE, 2)
    assert scale.configuration == LaunchConfiguration("(40, 2, 1)", "(96, 1, 1)")
    assert (scale.device, scale.context, scale.process) == (GPU, "1", "88")
    # 2.25 us and 2.75 us: 5 us in all, and squares of 5.0625 and 7.5625.
    assert time.total == pytest.approx(5e-6, rel=1e-12)
    assert time.minimum == pytest.approx(2.25e-6, rel=1e-12)
    assert time.maximum == pytest.approx(2.75e-6, rel=1e-12)
    assert time.sum_of_squares == pytest.approx(12.625e-12, rel=1e-12)
    assert total.kernel == "void sum<float, 4>(float*)"
    assert total.metrics["Time"].total == pytest.approx(3.5e-6, rel=1e-12)
    assert reading.device_names == ("Tesla V100-SXM2-16GB",)
    assert reading.problems == ()


def test_rows_of_a_trace_that_are_no_kernels_are_left_out_for_their_reason() -> None:
    rows = read(TRACE + '11.5,4.5,,,,,,,,,,,,,,,,,"cudaFree",105\n').rows
    assert rows.used == 3
    assert rows.dropped == {
        "calls of the API, which are not kernels": 1,
        "copies and memsets, which are not kernels": 1,
        "transfers and faults of unified memory, which are not kernels": 1,
    }


def test_a_row_that_is_printed_twice_is_one_launch() -> None:
    row = f'10.5,2.25,40,2,1,96,1,1,18,0,0.5,,,,,"{GPU}","1","7","{SCALE}",101\n'
    (group,) = read(TRACE_HEADER + row + row).groups
    assert group.launches == 1
    assert group.metrics["Time"].total == pytest.approx(2.25e-6, rel=1e-12)


def test_the_launches_of_a_graph_share_their_number_and_are_all_counted() -> None:
    row = '{},2.25,40,2,1,96,1,1,18,0,0.5,,,,,"' + GPU + '","1","7","' + SCALE + '",101\n'
    (group,) = read(TRACE_HEADER + row.format("10.5") + row.format("10.9")).groups
    assert group.launches == 2


def test_an_older_trace_has_the_number_behind_the_name() -> None:
    header = TRACE_HEADER.replace(',"Correlation_ID"', "").replace(",,,,,,,\n", ",,,,,,\n")
    row = f'10.5,2.25,40,2,1,96,1,1,18,0,0.5,,,,,"{GPU}","1","7","{SCALE} [101]"\n'
    (group,) = read(header + row + row.replace("[101]", "[102]")).groups
    assert (group.kernel, group.launches) == (SCALE, 2)


def test_a_launch_without_time_is_a_launch_without_value() -> None:
    row = f'10.5,-,40,2,1,96,1,1,18,0,0.5,,,,,"{GPU}","1","7","{SCALE}",101\n'
    (group,) = read(TRACE_HEADER + row).groups
    assert (group.launches, dict(group.metrics)) == (1, {})


def test_without_a_unit_no_time_is_read() -> None:
    header, _ = TRACE_HEADER.split("\n", 1)
    reading = read(f'{header}\n10.5,2.25,40,2,1,96,1,1,18,0,0.5,,,,,"{GPU}","1","7","{SCALE}",101\n')
    assert reading.groups == ()
    assert dict(reading.rows.dropped) == {"in a table without units": 1}
    assert ["no unit of time" in line for line in texts(reading.problems)] == [True]


def test_a_time_that_is_no_time_leaves_its_row_out() -> None:
    reading = read(TRACE.replace("10.8,2.75", "10.8,2.75GB/s"))
    assert [group.launches for group in reading.groups] == [1, 1]
    assert reading.rows.dropped["damaged"] == 1
    assert ['Duration: "2.75GB/s"' in line for line in texts(reading.problems)] == [True]


def test_metrics_of_each_launch_are_added_up_exactly() -> None:
    scale, total = read(METRIC_TRACE).groups
    measured = scale.metrics["gld_transactions"]
    assert (measured.count, measured.total, measured.minimum, measured.maximum) == (2, 9216.0, 4096.0, 5120.0)
    assert total.metrics["gld_transactions"].total == 96.0


def test_a_level_in_words_is_no_number() -> None:
    (table,) = read(METRIC_TRACE).tables
    assert [unusable.metric for unusable in table.unusable] == ["l2_utilization"]


def test_the_units_of_a_metric_may_stand_below_its_name_or_in_its_cells() -> None:
    header = METRIC_TRACE_HEADER.replace("l2_utilization", "dram_read_throughput")
    below = read(f'{header},,,,,,GB/s\n"{GPU}","1","7","k()",9,4,2.5\n').groups[0]
    inside = read(f'{header}"{GPU}","1","7","k()",9,4,2.5GB/s\n').groups[0]
    assert below.metrics["dram_read_throughput"].total == inside.metrics["dram_read_throughput"].total == 2.5e9


def test_values_of_single_instances_are_not_taken_for_the_whole() -> None:
    header = METRIC_TRACE_HEADER.replace("gld_transactions", "local_load (0)").replace(
        "l2_utilization", "local_load (1)"
    )
    reading = read(f'{header}"{GPU}","1","7","k()",9,4,5\n')
    (table,) = reading.tables
    assert (table.groups[0].launches, dict(table.groups[0].metrics)) == (1, {})
    assert table.named == {"local_load"}
    assert "--aggregate-mode off" in table.unusable[0].expected


def test_a_trace_of_calls_is_not_for_us() -> None:
    reading = read(API_TRACE)
    assert (reading.groups, reading.source) == ((), None)
    (problem,) = reading.problems
    assert problem.severity is Severity.INFO
    assert "an API trace of nvprof" in problem.summary


def test_trace_and_summary_of_the_same_launches_are_not_counted_twice() -> None:
    times = f'{NVPROF_TIMES}"GPU activities",60.5,0.005,2,2.5,2.25,2.75,"{SCALE}"\n'
    trace = "".join(line for line in TRACE.splitlines(keepends=True) if "sum<" not in line)
    together = assemble([read(times, name="r/a.csv"), read(trace, name="r/b.csv")])
    kernel = the_kernel(together)
    assert kernel.launches == 2
    assert kernel.duration_s == pytest.approx(2.5e-6, rel=1e-12)
    assert [count.launches for count in kernel.configurations] == [2]
    in_one_file = the_kernel(assemble([read(times + trace)]))
    assert in_one_file.launches == 2
    assert in_one_file.total_duration_s == pytest.approx(5e-6, rel=1e-12)


def test_metrics_of_each_launch_join_a_summary_by_the_name() -> None:
    profile = assemble([read(SUMMARY, name="r/a.csv"), read(TRACE, name="r/b.csv"), read(METRIC_TRACE, name="r/c.csv")])
    assert {kernel.name: kernel.launches for kernel in profile.kernels} == {
        "stencil<3>(float const *, int)": 12,
        SCALE: 2,
        "void sum<float, 4>(float*)": 1,
    }


def test_a_metric_with_two_columns_is_not_used() -> None:
    twice = METRIC_TRACE_HEADER.replace('"gld_transactions",', '"gld_transactions","gld_transactions",')
    (table,) = read(f'==88== Metric result:\n{twice}"{GPU}","1","7","k()",101,4096,5120,Low (2)\n').tables
    assert "gld_transactions" in [each.metric for each in table.unusable]
    assert "gld_transactions" not in table.groups[0].metrics
