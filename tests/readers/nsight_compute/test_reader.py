from __future__ import annotations

from collections import defaultdict

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roofline_report.domain.problem import Severity
from roofline_report.domain.profile import LaunchConfiguration
from roofline_report.readers.nsight_compute.summary import SHOWN_AGAIN
from roofline_report.readers.nsight_compute.values import NOT_MEASURED
from roofline_report.readers.rows.row_notes import DAMAGED
from tests.readers.samples import LONG_HEADER, METRICS, SUMMARY_HEADER, long_row, quoted, read, summary_row, texts

TIME = "gpu__time_duration.sum"
SECTORS = "lts__t_sectors.sum"
K = "axpy<float, 4>(const float *, float *, int)"


def test_launches_of_the_long_table_are_added_up() -> None:
    text = (
        LONG_HEADER
        + long_row(0, K, TIME, "us", "2.50")
        + long_row(1, K, TIME, "ns", "1,500")
        + long_row(2, "g()", TIME, "ns", "7")
    )
    groups = {group.kernel: group for group in read(text).groups}
    measured = groups[K].metrics[TIME]
    # 2.5 us + 1500 ns
    assert measured.total == pytest.approx(4.0e-6, rel=1e-12)
    assert measured.count == 2
    assert measured.minimum == pytest.approx(1.5e-6)
    assert measured.maximum == pytest.approx(2.5e-6)
    assert measured.sum_of_squares == pytest.approx(2.5e-6**2 + 1.5e-6**2)
    assert groups[K].configuration == LaunchConfiguration("(40, 1, 1)", "(96, 1, 1)")
    assert groups["g()"].launches == 1


def test_provenance_holds_no_host_user_or_folder() -> None:
    text = (
        "==PROF== Connected to process 4711 (C:\\Users\\anna\\my project\\solver.exe)\r\n"
        + LONG_HEADER
        + long_row(0, K, TIME, "ns", "7")
    )
    reading = read(text)
    assert reading.source is not None
    assert reading.source.programs == ("solver", "solver.exe")
    assert reading.compute_capabilities == ("8.6",)
    assert "node7" not in repr(reading)
    assert "anna" not in repr(reading)


def test_program_output_before_between_and_after_is_passed_by() -> None:
    rows = [long_row(number, K, TIME, "ns", "7") for number in range(3)]
    before = "size, 4, 5\n==PROF== Profiling\n==== start ====\n"
    text = f'{before}{LONG_HEADER}{rows[0]}step 1, 2\n{rows[1]}\n{rows[2]}Total: 12,5 s\n"done"\n'
    reading = read(text)
    assert reading.groups[0].launches == 3
    assert reading.problems == ()


def test_the_same_metric_of_a_launch_counts_once() -> None:
    row = long_row(0, K, SECTORS, "sector", "64")
    (group,) = read(LONG_HEADER + row + row).groups
    assert (group.launches, group.metrics[SECTORS].total) == (1, 64.0)


def test_two_values_for_one_launch_are_none() -> None:
    (table,) = read(
        LONG_HEADER + long_row(0, K, SECTORS, "sector", "64") + long_row(0, K, SECTORS, "sector", "65")
    ).tables
    assert table.groups[0].metrics == {}
    assert table.unusable[0].line == 3


def test_a_header_that_comes_again_begins_other_launches() -> None:
    part = LONG_HEADER + long_row(0, K, SECTORS, "sector", "64")
    reading = read(part + part)
    (group,) = reading.groups
    assert (group.launches, group.metrics[SECTORS].total) == (2, 128.0)
    # It may be the same capture twice, or two programs that were given one number by the system.
    (note,) = reading.problems
    assert (note.severity, note.line, note.found) == (Severity.NOTE, 3, "launch 0 of process 4711")


def test_a_header_that_comes_again_for_another_process_is_no_news() -> None:
    tables = (LONG_HEADER + long_row(0, K, SECTORS, "sector", "64", process=process) for process in (1, 2))
    assert read("".join(tables)).problems == ()


def test_processes_have_launches_of_their_own() -> None:
    text = LONG_HEADER + long_row(0, K, SECTORS, "sector", "1") + long_row(0, K, SECTORS, "sector", "2", process=9)
    assert [(group.process, group.launches) for group in read(text).groups] == [("4711", 1), ("9", 1)]


def test_devices_have_launches_of_their_own() -> None:
    rows = [long_row(0, K, SECTORS, "sector", "6", device=device) for device in ("0", "1")]
    groups = read(LONG_HEADER + "".join(rows)).groups
    assert [(group.device, group.launches) for group in groups] == [("0", 1), ("1", 1)]


@pytest.mark.parametrize("quote", ['"', ""])
def test_a_row_that_ends_before_the_column_of_sections_is_read(quote: str) -> None:
    names = ["ID", "Process ID", "Kernel Name", "Metric Name", "Metric Unit", "Metric Value", "Section Name"]
    row = ["0", "4711", "axpy", TIME, "ns", "640"]
    lines = (",".join(f"{quote}{cell}{quote}" for cell in cells) for cells in (names, row))
    (group,) = read("\n".join(lines) + "\n").groups
    assert group.metrics[TIME].total == pytest.approx(640e-9, rel=1e-12)


@pytest.mark.parametrize("value", ["n/a", "nan", "", "(!) n/a", "inf"])
def test_a_launch_without_value_counts_as_launch_alone(value: str) -> None:
    text = LONG_HEADER + long_row(0, K, SECTORS, "sector", "64") + long_row(1, K, SECTORS, "", value)
    (group,) = read(text).groups
    assert (group.launches, group.metrics[SECTORS].count, group.metrics[SECTORS].total) == (2, 1, 64.0)


def test_the_layout_of_2020_is_read() -> None:
    header = "\ufeffID,Process ID,Process Name,Host Name,Kernel Name,Kernel Time,Context,Stream,Section Name,"
    header += "Metric Name,Metric Unit,Metric Value\r\n"
    text = header + f"0,77,sim,node7,push,2020-Oct-25 19:59:36,1,16,{METRICS},{TIME},nsecond,4010.5\r\n"
    reading = read(text)
    (group,) = reading.groups
    assert group.metrics[TIME].total == pytest.approx(4.0105e-6)
    assert (group.configuration, group.device, reading.compute_capabilities) == (None, None, ())


def test_a_last_number_without_line_end_in_a_file_saved_again_is_doubted() -> None:
    header = LONG_HEADER.replace('"', "")
    row = f'0,1,p,h,push,1,7,"(1, 1, 1)","(1, 1, 1)",0,8.6,{METRICS},{TIME},ns,401'
    reading = read(header + row)
    assert reading.groups[0].metrics[TIME].total == pytest.approx(401e-9)
    assert ["digits of its number may be missing" in line for line in texts(reading.problems)] == [True]


def test_columns_of_nvtx_ranges_do_not_matter() -> None:
    header = LONG_HEADER.replace('"Kernel Name"', '"thread Domain:Push/Pop_Range:PL_Type","Kernel Name"')
    row = quoted([0, 1, "p", "h", '<default>:"a, b"', K, 1, 7, "b", "g", 0, "8.6", METRICS, TIME, "ns", "401"])
    (group,) = read(header + row).groups
    assert (group.kernel, group.metrics[TIME].count) == (K, 1)


def test_the_summary_is_averages_times_invocations() -> None:
    text = SUMMARY_HEADER + summary_row(K, SECTORS, "sector", ["10.00", "1,030.00", "520.40"], count="1,000")
    (group,) = read(text).groups
    measured = group.metrics[SECTORS]
    assert (measured.count, measured.minimum, measured.maximum) == (1000, 10.0, 1030.0)
    assert measured.total == pytest.approx(520_400.0, rel=1e-12)
    assert measured.sum_of_squares is None


@pytest.mark.parametrize(
    ("other", "unit", "value", "dropped"),
    [
        (TIME, "us", "2.0", {SHOWN_AGAIN: 1}),
        ("Throughput", "%", "5", {SHOWN_AGAIN: 1}),
        ("Throughput", "Gbyte/s", "n/a", {NOT_MEASURED: 1}),
    ],
)
def test_a_metric_that_two_sections_show_is_no_further_launch(
    other: str, unit: str, value: str, dropped: dict[str, int]
) -> None:
    rows = [(TIME, "us", "2"), ("Throughput", "Gbyte/s", "7"), (SECTORS, "sector", "30"), (other, unit, value)]
    reading = read(SUMMARY_HEADER + "".join(summary_row(K, name, of, [number] * 3) for name, of, number in rows))
    (group,) = reading.groups
    assert (group.launches, group.metrics[SECTORS].count, group.metrics[TIME].count) == (5, 5, 5)
    assert reading.rows.dropped == dropped


def test_a_summary_that_comes_again_has_further_launches() -> None:
    text = SUMMARY_HEADER + summary_row(K, SECTORS, "sector", ["1", "1", "1"])
    assert sum(group.launches for group in read(text + text).groups) == 10


def test_a_row_of_the_summary_with_output_in_front_of_it_is_damage() -> None:
    row = summary_row(K, SECTORS, "sector", ["1", "1", "1"])
    reading = read(f"{SUMMARY_HEADER}{row}50 % done{row}")
    assert (reading.rows.used, reading.rows.dropped) == (1, {DAMAGED: 1})
    assert [problem.found for problem in reading.problems] == ["something in front of a row"]


def test_launch_configurations_of_the_summary_stay_apart() -> None:
    text = SUMMARY_HEADER + "".join(
        summary_row(K, SECTORS, "sector", ["1", "1", "1"], grid=grid, count=count)
        for grid, count in (("(1, 1, 1)", "3"), ("(2, 1, 1)", "4"))
    )
    assert [group.launches for group in read(text).groups] == [3, 4]


def test_a_summary_per_range_is_not_added_up() -> None:
    text = SUMMARY_HEADER.replace('"Device"', '"NVTX Range","Device"')
    reading = read(text)
    assert reading.tables == ()
    assert ["NVTX range" in line for line in texts(reading.problems)] == [True]


def test_every_row_of_a_file_that_is_refused_is_counted() -> None:
    rows = [long_row(0, K, TIME, "us", number) for number in ("1,234.5", "12,3", "7.25")]
    assert read(LONG_HEADER + "".join(rows)).rows.dropped == {"in a file whose numbers cannot be trusted": 3}
    ranges = SUMMARY_HEADER.replace('"Device"', '"NVTX Range","Device"')
    row = summary_row(K, SECTORS, "sector", ["1", "1", "1"]).replace('"8.6"', '"7","8.6"')
    assert read(ranges + row + row).rows.dropped == {"in a file with a summary per NVTX range": 2}


def test_an_unknown_unit_makes_the_metric_unusable_and_no_problem_yet() -> None:
    reading = read(LONG_HEADER + long_row(0, K, TIME, "fortnight", "7") + long_row(0, K, SECTORS, "sector", "7"))
    (table,) = reading.tables
    assert set(table.groups[0].metrics) == {SECTORS}
    assert [(each.metric, each.line, each.found) for each in table.unusable] == [(TIME, 2, 'the unit "fortnight"')]
    assert reading.problems == ()


def test_units_of_different_kinds_make_the_metric_unusable() -> None:
    (table,) = read(
        LONG_HEADER + long_row(0, K, "a__b.sum", "byte", "7") + long_row(1, K, "a__b.sum", "byte/s", "7")
    ).tables
    assert table.groups[0].metrics == {}
    assert table.unusable[0].found == "a unit of byte/s"


def test_a_label_beside_metric_names_is_kept_under_its_section() -> None:
    text = (
        LONG_HEADER
        + long_row(0, K, TIME, "ns", "7")
        + long_row(0, K, "Memory Throughput", "%", "7", section="Speed")
        + long_row(0, K, "Memory Throughput", "Gbyte/s", "5", section="Workload")
    )
    (group,) = read(text).groups
    assert set(group.metrics) == {TIME, "Speed/Memory Throughput", "Workload/Memory Throughput"}


def test_a_details_page_is_read_with_section_and_label_as_the_metric() -> None:
    section = "GPU Speed Of Light Throughput"
    rows = long_row(0, K, "Duration", "us", "7.5", section=section) + long_row(
        0, K, "Duration", "%", "9", section="Else"
    )
    (group,) = read(LONG_HEADER + rows).groups
    assert {name: each.total for name, each in group.metrics.items()} == {
        f"{section}/Duration": pytest.approx(7.5e-6),
        "Else/Duration": 9,
    }


def test_rows_of_rules_are_no_metrics() -> None:
    header = LONG_HEADER.strip() + ',"Rule Name","Rule Type"\n'
    rule = quoted(
        [0, 4711, "p", "h", K, 1, 7, "(96, 1, 1)", "(40, 1, 1)", 0, "8.6", "Speed", "", "", "", "Bound", "OPT"]
    )
    text = header + long_row(0, K, TIME, "ns", "7").strip() + ",\n" + rule
    (group,) = read(text).groups
    assert (group.launches, set(group.metrics)) == (1, {TIME})


def test_a_table_without_rows_says_that_nothing_was_profiled() -> None:
    assert ["no kernel was measured" in line for line in texts(read(LONG_HEADER).problems)] == [True]


def test_the_unfinished_last_launch_of_a_cut_file_is_left_out() -> None:
    rows = [long_row(launch, K, metric, "sector", "64") for launch in (0, 1) for metric in (SECTORS, "a__b.sum")]
    reading = read(LONG_HEADER + "".join(rows)[:-4])
    (group,) = reading.groups
    assert (group.launches, group.metrics[SECTORS].count) == (1, 1)
    assert [problem.line for problem in reading.problems] == [5, 5]


def test_the_only_launch_of_a_cut_file_keeps_what_it_has() -> None:
    reading = read(LONG_HEADER + long_row(0, K, SECTORS, "sector", "64") + long_row(0, K, TIME, "ns", "12345")[:-4])
    (group,) = reading.groups
    assert set(group.metrics) == {SECTORS}


SAMPLE = (
    "out, 1\n"
    + LONG_HEADER
    + "".join(
        long_row(launch, kernel, metric, unit, value)
        for launch, kernel in enumerate((K, "g()", K))
        for metric, unit, value in ((TIME, "ns", "12,345"), (SECTORS, "sector", "678"))
    )
)


def test_a_file_cut_anywhere_gives_no_other_value_per_launch() -> None:
    expected = {TIME: pytest.approx(12345e-9), SECTORS: 678.0}
    seen = set()
    for length in range(len(SAMPLE)):
        for group in read(SAMPLE[:length]).groups:
            assert group.kernel in (K, "g()")
            for metric, statistic in group.metrics.items():
                seen.add(metric)
                assert statistic.minimum == statistic.maximum == statistic.mean == expected[metric], length
    assert seen == set(expected)


launches = st.lists(
    st.tuples(
        st.sampled_from([K, "g()", 'h "x"']),
        st.lists(st.one_of(st.none(), st.integers(0, 10**12)), min_size=2, max_size=2),
    ),
    min_size=1,
    max_size=10,
)


@settings(deadline=None)
@given(table=launches, windows=st.booleans())
def test_any_long_table_adds_up_to_what_was_written(
    *, table: list[tuple[str, list[int | None]]], windows: bool
) -> None:
    text, counts, totals = LONG_HEADER, defaultdict[str, int](int), defaultdict[tuple[str, str], int](int)
    for number, (kernel, values) in enumerate(table):
        counts[kernel] += 1
        for metric, value in zip((SECTORS, "a__b.sum"), values, strict=True):
            text += long_row(number, kernel, metric, "sector", "n/a" if value is None else f"{value:,}")
            if value is not None:
                totals[kernel, metric] += value
    groups = read(text.replace("\n", "\r\n") if windows else text).groups
    assert {group.kernel: group.launches for group in groups} == counts
    assert {(group.kernel, metric): each.total for group in groups for metric, each in group.metrics.items()} == totals


@settings(deadline=None)
@given(st.text(max_size=200))
def test_no_text_behind_a_header_raises(text: str) -> None:
    for header in (LONG_HEADER + '"0","1",', SUMMARY_HEADER + '"1",', LONG_HEADER + SAMPLE):
        read((header + text).encode("utf-8", "surrogatepass"))
