from __future__ import annotations

import math

import pytest

from roofline_report.domain.problem import Severity
from roofline_report.domain.profile import LaunchConfiguration, Statistic
from roofline_report.domain.quantity import Quantity
from roofline_report.readers.joining.assembly import assemble
from tests.readers.nsight_systems.samples import (
    CALLS,
    CONFIGURATIONS,
    COPIES,
    EXECUTION_TRACE,
    EXECUTIONS,
    GPU,
    RANGES,
    SUMMARY,
    SUMMARY_HEADER,
    TRACE,
    TRACE_HEADER,
    WITH_COPIES,
)
from tests.readers.samples import LONG_HEADER, long_row, read, texts, the_kernel

SCALE = "scale(float *, int)"
WIDE, TALL = LaunchConfiguration("(148, 1, 1)", "(256, 1, 1)"), LaunchConfiguration("(16, 16, 1)", "(32, 8, 1)")


def time_of(text: str) -> Statistic:
    (group,) = read(text).groups
    return group.metrics["Kernel Time"]


def test_a_summary_gives_the_total_time_of_each_kernel() -> None:
    reading = read(SUMMARY)
    scale, reduce = reading.groups
    time = scale.metrics["Kernel Time"]
    assert (scale.kernel, scale.launches) == ("void scale<float, (int)2>(float *, int)", 3)
    assert time.total == pytest.approx(9e-6, rel=1e-12)
    assert time.minimum == pytest.approx(2.6e-6, rel=1e-12)
    assert time.maximum == pytest.approx(3.5e-6, rel=1e-12)
    # 2.6, 2.9 and 3.5 us have a sample deviation of 458.258 ns; their squares are 6.76, 8.41 and 12.25.
    assert time.sum_of_squares == pytest.approx(27.42e-12, rel=1e-5)
    assert reduce.kernel == "reduce_kernel"
    assert reduce.metrics["Kernel Time"].sum_of_squares == pytest.approx(9e-12, rel=1e-12)
    assert reading.problems == ()
    assert reading.source is not None
    assert (reading.source.profiler, reading.source.format) == ("Nsight Systems", "Nsight Systems kernel summary (CSV)")


@pytest.mark.parametrize(
    "header",
    [
        "Time(%),Total Time (ns),Instances,Average,Minimum,Maximum,Name\n",
        "Time(%),Total Time (ns),Instances,Average (ns),Minimum (ns),Maximum (ns),Name\n",
        '"Time(%)","Total Time (ns)","Instances","Avg (ns)","Min (ns)","Max (ns)","Name"\n',
    ],
)
def test_older_headings_are_known(header: str) -> None:
    time = time_of(f'{header}75.0,9000,3,3000.0,2600,3500,"k()"\n')
    assert (time.count, time.sum_of_squares) == (3, None)
    assert [time.total, time.minimum, time.maximum] == pytest.approx([9e-6, 2.6e-6, 3.5e-6], rel=1e-12)


def test_an_older_deviation_is_in_the_unit_of_the_total() -> None:
    header = "Time(%),Total Time (ns),Instances,Average,Minimum,Maximum,StdDev,Name\n"
    # 1 us and 3 us: squares of 1 and 9, a sample deviation of the root of 2.
    time = time_of(f"{header}75.0,4000,2,2000.0,1000,3000,1414.2136,k\n")
    assert time.sum_of_squares == pytest.approx(10e-12, rel=1e-6)


def test_an_older_trace_has_its_units_without_a_space() -> None:
    header = TRACE_HEADER.replace("Start (ns),Duration (ns)", "Start(nsec),Duration(nsec)")
    assert time_of(f"{header}1000,2500,11,4,1,1,64,1,1,36,0,0,,,,,{GPU},1,,7,k\n").total == pytest.approx(2.5e-6)


@pytest.mark.parametrize(("unit", "factor"), [("us", 1e-6), ("ms", 1e-3), ("s", 1.0)])
def test_the_unit_of_the_heading_counts(unit: str, factor: float) -> None:
    time = time_of(SUMMARY_HEADER.replace("(ns)", f"({unit})") + "9.5,90.5,2,45.25,45.25,40.5,50.0,6.7,k\n")
    assert [time.total, time.minimum, time.maximum] == pytest.approx(
        [90.5 * factor, 40.5 * factor, 50.0 * factor], rel=1e-12
    )


def test_shares_and_starts_tell_that_a_point_stands_in_front_of_decimals() -> None:
    # "58.672" alone may be read in two ways, the share of "97.5" or the start of "0.512" in one.
    row = "97.5,117.344,2,58.672,58.672,58.672,58.672,1.111,k\n"
    assert time_of(SUMMARY_HEADER.replace("(ns)", "(us)") + row).total == pytest.approx(117.344e-6, rel=1e-12)
    trace = TRACE_HEADER.replace("(ns)", "(us)") + f"0.512,58.672,11,4,1,1,64,1,1,36,0,0,,,,,{GPU},1,,7,k\n"
    assert time_of(trace).total == pytest.approx(58.672e-6, rel=1e-12)


def test_without_a_unit_no_time_is_read() -> None:
    reading = read("Time (%),Total Time,Instances,Avg,Name\n9.5,90,2,45,k\n9.5,90,2,45,m\n")
    assert reading.groups == ()
    assert dict(reading.rows.dropped) == {"in a table without units": 2}
    assert ["no column Total Time with a unit" in line for line in texts(reading.problems)] == [True]


def test_reports_behind_one_another_are_told_apart() -> None:
    reading = read(CALLS + SUMMARY + RANGES + COPIES)
    assert [group.kernel for group in reading.groups] == ["void scale<float, (int)2>(float *, int)", "reduce_kernel"]
    assert reading.rows.used == 2
    assert reading.rows.dropped == {
        "calls of the API, which are not kernels": 2,
        "copies and memsets, which are not kernels": 1,
    }


@pytest.mark.parametrize("text", [CALLS, COPIES, RANGES, CALLS + COPIES])
def test_reports_without_kernels_are_not_for_us(text: str) -> None:
    reading = read(text)
    assert (reading.groups, reading.source) == ((), None)
    assert [problem.severity for problem in reading.problems] == [Severity.INFO]


def test_events_of_mpi_are_no_kernels() -> None:
    header = SUMMARY_HEADER.replace(",Name", ",Source,Name")
    assert read(f"{header}9.5,90,2,45,45,40,50,7,mpi,MPI_Bcast\n").groups == ()


def test_a_summary_per_configuration_keeps_them_apart() -> None:
    groups = read(CONFIGURATIONS).groups
    assert [(group.configuration, group.launches) for group in groups] == [(WIDE, 2), (TALL, 1)]
    kernel = the_kernel(assemble([read(CONFIGURATIONS)]))
    assert kernel.launches == 3
    assert kernel.total_duration_s == pytest.approx(10e-6, rel=1e-12)


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_two_reports_of_one_recording_are_not_counted_twice(order: tuple[int, int]) -> None:
    summary = f'{SUMMARY_HEADER}100.0,10000,3,3333.3,3500.0,2500,4000,763.8,"{SCALE}"\n'
    reports = (summary, CONFIGURATIONS)
    kernel = the_kernel(assemble([read("".join(reports[place] for place in order))]))
    assert kernel.launches == 3
    assert kernel.total_duration_s == pytest.approx(10e-6, rel=1e-12)


def test_copies_in_a_summary_of_the_gpu_are_left_out() -> None:
    reading = read(WITH_COPIES)
    assert [group.kernel for group in reading.groups] == [SCALE]
    assert reading.rows.dropped == {"copies and memsets, which are not kernels": 1}


def test_a_summary_of_executions_gives_the_time_on_the_gpu() -> None:
    (group,) = read(EXECUTIONS).groups
    time = group.metrics["Kernel Time"]
    assert (group.device, group.process, time.count) == ("0", "88", 4)
    assert [time.total, time.minimum, time.maximum] == pytest.approx([12e-6, 2.5e-6, 3.5e-6], rel=1e-12)
    assert time.sum_of_squares == pytest.approx(3 * 408.2e-9**2 + 36e-12, rel=1e-12)


def test_a_trace_gives_each_launch_with_grid_and_block() -> None:
    reading = read(TRACE)
    scale, reduce = reading.groups
    time = scale.metrics["Kernel Time"]
    assert (scale.configuration, scale.device, scale.context, scale.launches) == (WIDE, GPU, "1", 2)
    assert time.total == pytest.approx(6e-6, rel=1e-12)
    assert time.sum_of_squares == pytest.approx(18.5e-12, rel=1e-12)
    assert (reduce.kernel, reduce.configuration) == ("reduce_kernel", TALL)
    assert reading.device_names == ("NVIDIA A100-SXM4-40GB",)
    assert reading.rows.dropped == {"copies and memsets, which are not kernels": 1}


def test_the_launches_of_a_graph_share_their_number_and_are_all_counted() -> None:
    row = f"{{}},2500,11,148,1,1,256,1,1,36,0,0,,,,,{GPU},1,,7,k\n"
    (group,) = read(TRACE_HEADER + row.format(1000) + row.format(4000) + row.format(4000)).groups
    assert group.launches == 2


def test_a_trace_of_executions_gives_each_launch() -> None:
    (group,) = read(EXECUTION_TRACE).groups
    assert (group.configuration, group.device, group.process, group.launches) == (WIDE, "0", "88", 2)
    assert group.metrics["Kernel Time"].total == pytest.approx(6e-6, rel=1e-12)


def test_a_name_that_may_be_cut_is_no_kernel() -> None:
    reading = read(SUMMARY.removesuffix("_kernel\n"))
    assert [group.launches for group in reading.groups] == [3]
    assert ["cut off in its last row" in line for line in texts(reading.problems)] == [True]
    closed = read(f'{SUMMARY_HEADER}25.0,3000,1,3000.0,3000.0,3000,3000,0.0,"k(int)"')
    assert [group.kernel for group in closed.groups] == ["k(int)"]


@pytest.mark.parametrize("launches", ["0", "", "2.5", "n/a"])
def test_a_row_without_launches_is_left_out_and_told(launches: str) -> None:
    reading = read(f"{SUMMARY_HEADER}25.0,3000,{launches},3000.0,3000.0,3000,3000,0.0,k\n")
    assert reading.groups == ()
    assert ["Instances" in line for line in texts(reading.problems)] == [True]


def test_a_row_that_is_printed_twice_counts_once() -> None:
    row = "25.0,3000,1,3000.0,3000.0,3000,3000,0.0,k\n"
    reading = read(SUMMARY_HEADER + row + row)
    assert [group.launches for group in reading.groups] == [1]
    assert reading.rows.dropped == {"printed twice, word for word": 1}


def test_a_table_without_rows_says_so() -> None:
    reading = read(SUMMARY_HEADER)
    assert ["no kernel was measured" in line for line in texts(reading.problems)] == [True]
    assert [problem.severity for problem in reading.problems] == [Severity.WARNING]


def test_the_times_join_counters_of_nsight_compute() -> None:
    counters = LONG_HEADER + "".join(
        long_row(launch, SCALE, "smsp__inst_executed.sum", "inst", "4096") for launch in range(2)
    )
    times = TRACE.replace("reduce_kernel", "[CUDA memset]")
    kernel = the_kernel(assemble([read(times, name="r/times.csv"), read(counters, name="r/counters.csv")]))
    assert kernel.launches == 2
    assert kernel.duration_s == pytest.approx(3e-6, rel=1e-12)
    assert kernel.per_launch(Quantity.WARP_INSTRUCTIONS) == 4096.0


def test_a_time_of_nsight_compute_belongs_to_its_counters_and_is_used_instead() -> None:
    counters = LONG_HEADER + long_row(0, SCALE, "gpu__time_duration.sum", "us", "5.5")
    times = TRACE.replace("reduce_kernel", "[CUDA memset]")
    kernel = the_kernel(assemble([read(times, name="r/a.csv"), read(counters, name="r/b.csv")]))
    assert kernel.duration_s == pytest.approx(5.5e-6, rel=1e-12)


def test_summary_and_trace_of_the_same_launches_are_not_counted_twice() -> None:
    summary = f'{SUMMARY_HEADER}60.0,6000,2,3000.0,3000.0,2500,3500,707.1,"{SCALE}"\n'
    trace = TRACE.replace("reduce_kernel", "[CUDA memset]")
    kernel = the_kernel(assemble([read(summary, name="r/a.csv"), read(trace, name="r/b.csv")]))
    assert kernel.launches == 2
    assert kernel.total_duration_s is not None
    assert math.isclose(kernel.total_duration_s, 6e-6, rel_tol=1e-12)


def test_a_kernel_with_times_alone_says_how_to_count() -> None:
    problems = texts(assemble([read(SUMMARY)]).problems)
    assert [
        "collect with `ncu --csv --log-file more.csv --clock-control none --metrics smsp__inst_executed.sum" in line
        for line in problems
    ] == [True]
