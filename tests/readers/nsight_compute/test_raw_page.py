from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roofline_report.domain.problem import Severity
from roofline_report.domain.profile import DeviceAttributes, LaunchConfiguration
from roofline_report.readers.limits import Limits
from roofline_report.readers.reading import FileReading, read_content
from roofline_report.readers.text.number_format import DecimalMark
from tests.readers.nsight_compute.samples import IDENTITY, raw_head, raw_row
from tests.readers.samples import LONG_HEADER, long_row, quoted, read, texts

K = "axpy<float, 4>(const float *, float *, int)"
TIME, SECTORS, OTHER = "gpu__time_duration.sum", "lts__t_sectors.sum", "sm__throughput.avg.pct"
UNITS = {TIME: "us", SECTORS: "sector", OTHER: "%"}


def read_wanted(text: str, *wanted: str) -> FileReading:
    return read_content(text.encode(), shown_as="x", limits=Limits(), wanted=wanted)


def test_each_column_is_a_metric_in_the_unit_of_the_second_row() -> None:
    text = raw_head(UNITS) + raw_row(0, K, ["2.5", "1,200", "30"]) + raw_row(1, K, ["3.5", "1,300", "40"])
    (group,) = read("==PROF== Connected to process 1 (/srv/anna/bin/solver)\nready\n" + text).groups
    assert (group.kernel, group.launches, group.configuration) == (
        K,
        2,
        LaunchConfiguration("(40, 1, 1)", "(96, 1, 1)"),
    )
    assert group.metrics[TIME].total == pytest.approx(6e-6, rel=1e-12)
    assert (group.metrics[SECTORS].minimum, group.metrics[SECTORS].maximum) == (1200, 1300)


def test_only_wanted_columns_are_read_and_all_are_named() -> None:
    reading = read_wanted(raw_head(UNITS) + raw_row(0, K, ["2.5", "1,200", "fast"]), SECTORS)
    (table,) = reading.tables
    assert set(table.groups[0].metrics) == {SECTORS}
    assert table.named == set(UNITS)
    assert (reading.rows.used, reading.rows.dropped) == (1, {})


@pytest.mark.parametrize("missing", ["n/a", "nan", "", "(!) n/a", "inf"])
def test_a_cell_without_a_value_is_absent_and_the_launch_counts(missing: str) -> None:
    (group,) = read(raw_head(UNITS) + raw_row(0, K, ["2.5", missing, "1"]) + raw_row(1, K, ["2.5", "7", "1"])).groups
    assert (group.launches, group.metrics[SECTORS].count, group.metrics[SECTORS].total) == (2, 1, 7)


def test_a_launch_before_the_units_is_left_out_and_told() -> None:
    head = raw_head(UNITS).splitlines(keepends=True)
    reading = read(head[0] + raw_row(0, K, ["2.5", "1", "1"]) + head[1] + raw_row(1, K, ["3.5", "2", "1"]))
    (group,) = reading.groups
    assert (group.launches, group.metrics[SECTORS].total) == (1, 2)
    assert (reading.rows.used, reading.rows.total) == (1, 2)
    assert ["row of units" in line for line in texts(reading.problems)] == [True]


def test_a_page_that_comes_again_has_further_launches() -> None:
    page = raw_head(UNITS) + raw_row(0, K, ["2.5", "1", "1"])
    (group,) = read(page + page).groups
    assert (group.launches, group.metrics[SECTORS].total) == (2, 2)


def test_launches_of_several_devices_and_processes_are_groups_of_their_own() -> None:
    rows = [
        raw_row(0, K, ["1", "1", "1"]),
        raw_row(0, K, ["1", "2", "1"], process=5),
        raw_row(1, K, ["1", "4", "1"], device=1),
    ]
    groups = read(raw_head(UNITS) + "".join(rows)).groups
    assert {(group.process, group.device): group.metrics[SECTORS].total for group in groups} == {
        ("4711", "0"): 1,
        ("5", "0"): 2,
        ("4711", "1"): 4,
    }


def test_a_row_that_is_cut_off_is_left_out() -> None:
    text = raw_head(UNITS) + raw_row(0, K, ["2.5", "1", "1"]) + raw_row(1, K, ["3.5", "2", "1"])
    reading = read(text[:-4])
    (group,) = reading.groups
    assert (group.launches, reading.rows.total) == (1, 2)


def test_a_decimal_comma_in_one_column_holds_for_the_page() -> None:
    reading = read(raw_head(UNITS) + raw_row(0, K, ["117.344", "1", "65,77"]))
    (group,) = reading.groups
    assert reading.decimal_mark is DecimalMark.COMMA
    assert group.metrics[TIME].total == pytest.approx(0.117344, rel=1e-12)
    assert [problem.severity for problem in reading.problems] == [Severity.NOTE]


ATTRIBUTES = {
    "device__attribute_display_name": "NVIDIA Made Up 9",
    "device__attribute_compute_capability_major": "8",
    "device__attribute_compute_capability_minor": "6",
    "device__attribute_multiprocessor_count": "42",
    "device__attribute_clock_rate": "1,500,000",
    "device__attribute_max_gpu_frequency_khz": "1,650,000",
    "device__attribute_max_mem_frequency_khz": "5,000,000",
    "device__attribute_global_memory_bus_width": "256",
    "device__attribute_pci_bus_id": "24",
}
MADE_UP = DeviceAttributes(
    name="NVIDIA Made Up 9",
    compute_capability="8.6",
    sm_count=42,
    sm_clock_hz=1.65e9,
    memory_clock_hz=5e9,
    memory_bus_bits=256,
)


def test_attributes_of_the_device_are_read_and_are_no_metrics() -> None:
    units = {SECTORS: "sector", **dict.fromkeys(ATTRIBUTES, "")}
    reading = read_wanted(raw_head(units) + raw_row(0, K, ["7", *ATTRIBUTES.values()]), SECTORS)
    assert reading.devices == (MADE_UP,)
    assert reading.device_names == ("NVIDIA Made Up 9",)
    assert set(reading.groups[0].metrics) == {SECTORS}


def test_attributes_of_the_device_are_read_with_the_decimal_mark_of_the_file() -> None:
    swapped = {name: text.replace(",", ".") for name, text in ATTRIBUTES.items()}
    units = {OTHER: "%", **dict.fromkeys(ATTRIBUTES, "")}
    assert read(raw_head(units) + raw_row(0, K, ["65,77", *swapped.values()])).devices == (MADE_UP,)
    rows = [long_row(0, K, name, "", text) for name, text in {OTHER: "65,77", **swapped}.items()]
    assert read(LONG_HEADER + "".join(rows)).devices == (MADE_UP,)


@pytest.mark.parametrize(("width", "time"), [("5,120", 117.344e-6), ("5.120", 117344e-6)])
def test_attributes_of_the_device_are_whole_so_that_one_can_decide_the_mark(width: str, time: float) -> None:
    units = {TIME: "us", "device__attribute_fb_bus_width": ""}
    reading = read_wanted(raw_head(units) + raw_row(0, K, ["117.344", width]), TIME)
    assert reading.devices == (DeviceAttributes(memory_bus_bits=5120),)
    assert reading.groups[0].metrics[TIME].total == pytest.approx(time, rel=1e-12)


@pytest.mark.parametrize("missing", ["n/a", "(!) n/a", ""])
def test_an_attribute_without_a_value_is_not_known(missing: str) -> None:
    name = "device__attribute_display_name"
    reading = read_wanted(raw_head({SECTORS: "sector", name: ""}) + raw_row(0, K, ["7", missing]), SECTORS)
    assert (reading.device_names, reading.devices) == ((), ())


def test_attributes_of_a_second_device_far_down_the_page_are_read() -> None:
    units = {SECTORS: "sector", **dict.fromkeys(ATTRIBUTES, "")}
    other = {**ATTRIBUTES, "device__attribute_display_name": "NVIDIA Made Up 10"}
    rows = [raw_row(launch, K, ["7", *ATTRIBUTES.values()]) for launch in range(2000)]
    rows.append(raw_row(2000, K, ["7", *other.values()], device=1))
    assert read_wanted(raw_head(units) + "".join(rows), SECTORS).device_names == (
        "NVIDIA Made Up 10",
        "NVIDIA Made Up 9",
    )


VALUES = st.one_of(st.integers(0, 10**12).map("{:,}".format), st.just("n/a"))
ROWS = st.lists(st.tuples(st.sampled_from([K, "g()", 'h ""x""']), VALUES, VALUES), min_size=1, max_size=12)


@settings(deadline=None)
@given(rows=ROWS, repeat=st.sampled_from([1, 300]))
def test_any_page_adds_up_to_what_was_written(rows: list[tuple[str, str, str]], repeat: int) -> None:
    rows = rows * repeat
    text = raw_head({SECTORS: "sector", "a__b.sum": "inst"})
    text += "".join(raw_row(number, kernel, values) for number, (kernel, *values) in enumerate(rows))
    reading = read(text)
    for group in reading.groups:
        own = [row for row in rows if row[0] == group.kernel]
        assert group.launches == len(own)
        for column, metric in ((1, SECTORS), (2, "a__b.sum")):
            printed = [int(row[column].replace(",", "")) for row in own if row[column] != "n/a"]
            statistic = group.metrics.get(metric)
            assert (0, 0) if statistic is None else (statistic.count, statistic.total) == (len(printed), sum(printed))
    assert (reading.rows.used, reading.rows.total) == (len(rows), len(rows))


def test_a_page_that_a_spreadsheet_saved_again_is_read() -> None:
    text = ",".join([*IDENTITY, *UNITS]) + "\n" + "," * len(IDENTITY) + ",".join(UNITS.values()) + "\n"
    text += '0,4711,solver,node7,k(),1,7,"(96, 1, 1)","(40, 1, 1)",0,8.6,2.5,1200,30\n'
    (group,) = read(text).groups
    assert (group.launches, group.metrics[SECTORS].total) == (1, 1200)


def test_columns_of_ranges_are_no_metrics() -> None:
    names = [*IDENTITY[:4], "thread Domain:Push/Pop_Range:PL_Type:PL_Value", *IDENTITY[4:], TIME]
    text = quoted(names) + quoted([*([""] * (len(names) - 1)), "us"])
    text += quoted([0, 1, "p", "h", '"step","a"', K, 1, 7, "(96, 1, 1)", "(40, 1, 1)", 0, "8.6", "2.5"])
    (table,) = read(text).tables
    assert table.named == {TIME}
    assert table.groups[0].metrics[TIME].total == pytest.approx(2.5e-6, rel=1e-12)
