"""Joining the files of a run, with every figure worked out by hand."""

from __future__ import annotations

import pytest

from roofline_report.domain.problem import Severity
from roofline_report.domain.profile import GroupBy, Profile
from roofline_report.domain.quantity import Quantity
from roofline_report.readers.joining.assembly import assemble
from tests.readers.joining.samples import THREADS, TIME, TOTAL, long, notes, of, sectors, warnings
from tests.readers.samples import (
    LONG_HEADER,
    NVPROF_EVENTS,
    NVPROF_METRICS,
    NVPROF_TIMES,
    SUMMARY_HEADER,
    long_row,
    nvprof_row,
    read,
    summary_row,
    the_kernel,
)

NVPROF_COUNTS = {
    "gld_transactions": 100,
    "gst_transactions": 20,
    "shared_load_transactions": 8,
    "shared_store_transactions": 2,
    "l2_read_transactions": 70,
    "l2_write_transactions": 30,
    "l2_atomic_transactions": 12,
    "dram_read_transactions": 60,
    "dram_write_transactions": 25,
    "inst_executed": 640,
}


def test_the_files_of_nvprof_join_by_name() -> None:
    times = NVPROF_TIMES + '"GPU activities",90.0,0.500000,4,125.0,120.0,130.0,"k(int*)"\n'
    counted = NVPROF_METRICS + "".join(
        nvprof_row("k(int*)", name, 0, value, value, count=4) for name, value in NVPROF_COUNTS.items()
    )
    events = NVPROF_EVENTS + nvprof_row("k(int*)", "thread_inst_executed", 0, 0, 9000, 36004, count=4, events=True)
    profile = assemble(
        [read(times, name="t.csv"), read(counted, name="m.csv"), read(events, name="e.csv")], compute_capability="7.0"
    )
    kernel = the_kernel(profile)
    assert kernel.launches == 4
    assert kernel.duration_s == pytest.approx(125e-6, rel=1e-12)
    assert {
        quantity: kernel.per_launch(quantity) for quantity in kernel.measurements if quantity is not Quantity.DURATION
    } == {
        Quantity.WARP_INSTRUCTIONS: 640.0,
        # The printed total, not the rounded average: 36004 / 4.
        Quantity.THREAD_INSTRUCTIONS: 9001.0,
        Quantity.GLOBAL_SECTORS: 120.0,
        Quantity.GLOBAL_LOAD_SECTORS: 100.0,
        Quantity.GLOBAL_STORE_SECTORS: 20.0,
        Quantity.SHARED_WAVEFRONTS: 10.0,
        Quantity.SHARED_LOAD_WAVEFRONTS: 8.0,
        Quantity.SHARED_STORE_WAVEFRONTS: 2.0,
        # 70 + 30 - 12 / 2
        Quantity.L2_SECTORS: 94.0,
        Quantity.L2_SECTORS_ATOMICS_TWICE: 100.0,
        Quantity.DRAM_SECTORS: 85.0,
    }
    assert kernel.absences[Quantity.LOCAL_SECTORS].metrics == ("local_load_transactions", "local_store_transactions")
    assert not any(measurement.notes for measurement in kernel.measurements.values())
    assert [source.file for source in profile.files] == ["e.csv", "m.csv", "t.csv"]
    assert profile.problems == ()


def test_a_metric_that_is_missing_in_some_launches_is_absent_and_told() -> None:
    rows = [long_row(launch, "k()", THREADS, "inst", "n/a" if launch in (1, 3) else "64") for launch in range(5)]
    profile = of(LONG_HEADER + "".join(rows))
    kernel = the_kernel(profile)
    assert (kernel.launches, kernel.measurements) == (5, {})
    assert "n/a in 2 of 5 launches" in kernel.absences[Quantity.THREAD_INSTRUCTIONS].reason
    assert any("n/a in 2 of 5 launches" in line for line in notes(profile))


@pytest.mark.parametrize("printed", ["n/a", "NaN", "1e400", "inf"])
def test_what_stands_in_place_of_a_number_is_told_as_it_is_printed(printed: str) -> None:
    profile = of(long((THREADS, "inst", printed), (TIME, "ns", "5")))
    (problem,) = (each for each in profile.problems if "was measured in no launch" in each.summary)
    assert problem.found == printed
    assert f"is {printed} in every launch" in the_kernel(profile).absences[Quantity.THREAD_INSTRUCTIONS].reason


def test_an_overflow_of_nvprof_is_told_as_it_is_printed() -> None:
    profile = of(NVPROF_METRICS + nvprof_row("k()", "flop_count_sp", "0", "9", "<OVERFLOW>", count=2))
    assert [each.found for each in profile.problems if "flop_count_sp" in each.summary] == ["<OVERFLOW>"]


@pytest.mark.parametrize("printed", [("n/a", "NaN"), ("", "")])
def test_where_it_is_not_one_text_that_stands_for_a_number_there_is_none(printed: tuple[str, str]) -> None:
    rows = (long_row(number, "k()", THREADS, "inst", value) for number, value in enumerate((*printed, "64")))
    profile = of(LONG_HEADER + "".join(rows))
    assert "has no number in 2 of 3 launches" in the_kernel(profile).absences[Quantity.THREAD_INSTRUCTIONS].reason
    assert any("found: no number in 2 of 3 launches" in line for line in notes(profile))


def test_launches_that_a_summary_does_not_name_have_no_number() -> None:
    text = (
        SUMMARY_HEADER
        + summary_row("k()", TIME, "ns", ["1", "1", "10"], count="5")
        + summary_row("k()", THREADS, "inst", ["1", "1", "30"], count="3")
    )
    assert any("found: no number in 2 of 5 launches" in line for line in notes(of(text)))


def test_a_single_launch_is_called_so() -> None:
    profile = of(long((TIME, "ns", "0"), ("sm__cycles_elapsed.avg.per_second", "hz", "0")))
    assert any("found: 0 s in its only launch" in line for line in warnings(profile))
    assert not any("1 launches" in line for line in (*notes(profile), *warnings(profile)))


def test_the_same_metric_in_two_files_is_taken_from_the_one_with_most_launches() -> None:
    many = LONG_HEADER + "".join(long_row(launch, "k()", TIME, "ns", "100") for launch in range(3))
    few = long((TIME, "ns", "103"))
    profile = assemble([read(few, name="a.csv"), read(many, name="b.csv")])
    kernel = the_kernel(profile)
    assert kernel.launches == 3
    assert kernel.duration_s == pytest.approx(100e-9)
    (double,) = [problem for problem in profile.problems if "more than once" in problem.summary]
    assert double.severity is Severity.WARNING
    assert "folders of their own; if one adds to the other" in (double.remedy or "")
    assert "a.csv" in double.summary
    assert double.summary.endswith("b.csv, which has the most launches, is used")


def test_files_that_agree_on_what_both_have_are_no_problem() -> None:
    counters = long((TIME, "ns", "100"), ("smsp__inst_executed.sum", "inst", "64"))
    operations = long((TIME, "ns", "101"), ("smsp__inst_executed.sum", "inst", "90"))
    assert not assemble([read(long((TIME, "ns", "101"))), read(counters, name="b.csv")]).problems
    (double,) = assemble([read(operations, name="a.csv"), read(counters, name="b.csv")]).problems
    assert double.found == "smsp__inst_executed.sum: the means differ by more than 2 %"


def test_of_equal_files_the_first_by_name_is_taken_whatever_the_order() -> None:
    readings = [read(long((TIME, "ns", value)), name=name) for name, value in (("b.csv", "200"), ("a.csv", "100"))]
    profile = assemble(readings)
    assert the_kernel(profile).duration_s == pytest.approx(100e-9)
    assert profile == assemble(readings[::-1])
    (double,) = [problem for problem in profile.problems if "more than once" in problem.summary]
    assert double.summary.endswith("a.csv, which has as many launches and comes first by name, is used")


def test_different_numbers_of_launches_are_told_and_means_are_used() -> None:
    times = NVPROF_TIMES + '"GPU activities",90.0,1.010000,101,10.0,10.0,10.0,"k()"\n'
    events = NVPROF_EVENTS + nvprof_row("k()", "thread_inst_executed", 5, 5, 5, 500, count=100, events=True)
    profile = assemble([read(times, name="t.csv"), read(events, name="e.csv")])
    kernel = the_kernel(profile)
    assert (kernel.launches, kernel.per_launch(Quantity.THREAD_INSTRUCTIONS)) == (101, 5.0)
    assert ["100 launches in e.csv, 101 in t.csv" in line for line in warnings(profile)] == [True]


def test_a_unit_that_does_not_fit_makes_the_quantity_absent_once_for_all_kernels() -> None:
    text = LONG_HEADER + "".join(long_row(number, f"k{number}", TOTAL, "byte/s", "5") for number in range(3))
    profile = of(text)
    assert all(Quantity.L2_SECTORS not in kernel.measurements for kernel in profile.kernels)
    assert len([line for line in warnings(profile) if "does not fit" in line]) == 1


@pytest.mark.parametrize(("metric", "told"), [(TIME, True), ("sm__unused.avg", False)])
def test_an_unknown_unit_is_a_problem_where_the_metric_is_needed(metric: str, *, told: bool) -> None:
    profile = of(long((metric, "fortnight", "5"), (THREADS, "inst", "5")))
    assert any("fortnight" in line for line in warnings(profile)) is told


def test_what_cannot_be_is_left_out() -> None:
    text = NVPROF_METRICS + "".join(
        nvprof_row("k()", f"l2_{name}_transactions", 0, value, value)
        for name, value in (("read", 1), ("write", 1), ("atomic", 8))
    )
    profile = of(text)
    assert Quantity.L2_SECTORS not in the_kernel(profile).measurements
    assert any("negative" in line for line in warnings(profile))


def test_kernels_stand_by_total_time_and_those_without_time_last() -> None:
    text = LONG_HEADER + "".join(
        long_row(number, kernel, metric, unit, value)
        for number, (kernel, metric, unit, value) in enumerate(
            [
                ("z()", TIME, "ns", "5"),
                ("b()", TIME, "ns", "9"),
                ("c()", THREADS, "inst", "9"),
                ("a()", TIME, "ns", "5"),
                ("a()", TIME, "ns", "5"),
            ]
        )
    )
    assert [kernel.name for kernel in of(text).kernels] == ["a()", "b()", "z()", "c()"]


def test_kernels_may_be_told_apart_by_launch_configuration() -> None:
    rows = [("(1, 1, 1)", "10"), ("(2, 1, 1)", "30"), ("(2, 1, 1)", "50")]
    text = LONG_HEADER + "".join(
        long_row(number, "k()", TIME, "ns", value, grid=grid) for number, (grid, value) in enumerate(rows)
    )
    together = the_kernel(of(text))
    assert together.launches == 3
    assert together.duration_s == pytest.approx(30e-9)
    assert [(each.configuration.grid, each.launches) for each in together.configurations] == [
        ("(2, 1, 1)", 2),
        ("(1, 1, 1)", 1),
    ]
    apart = assemble([read(text)], group_by=GroupBy.LAUNCH_CONFIGURATION).kernels
    assert [(kernel.configuration and kernel.configuration.grid, kernel.launches) for kernel in apart] == [
        ("(2, 1, 1)", 2),
        ("(1, 1, 1)", 1),
    ]
    assert [kernel.duration_s for kernel in apart] == [pytest.approx(40e-9), pytest.approx(10e-9)]


def test_configurations_of_one_file_are_weighted_by_their_launches() -> None:
    text = (
        SUMMARY_HEADER
        + summary_row("k()", TIME, "ns", ["1", "1", "10"], count="3")
        + summary_row("k()", TIME, "ns", ["1", "1", "30"], count="1", grid="(9, 1, 1)")
    )
    # (3 x 10 + 1 x 30) / 4, not (10 + 30) / 2
    assert the_kernel(of(text)).duration_s == pytest.approx(15e-9, rel=1e-12)


def test_formulas_of_the_user_stand_before_all_others() -> None:
    text = long((TIME, "ns", "5"), *sectors({TOTAL: 1000, "lts__mine.sum": 10, "lts__yours.sum": 3}))
    profile = assemble([read(text)], overrides={Quantity.L2_SECTORS: (("lts__mine.sum", 2.0), ("lts__yours.sum", 1.0))})
    measured = the_kernel(profile).measurements[Quantity.L2_SECTORS]
    assert (measured.per_launch, measured.source) == (23.0, "run.yml")


def test_a_metric_of_the_user_that_no_file_has_is_told() -> None:
    profile = assemble(
        [read(long((TIME, "ns", "5"), (TOTAL, "sector", "7")))],
        overrides={Quantity.L2_SECTORS: (("lts__mine.sum", 1.0),)},
    )
    assert the_kernel(profile).per_launch(Quantity.L2_SECTORS) == 7.0
    assert ["lts__mine.sum" in line for line in warnings(profile)] == [True]


def test_a_time_of_the_user_has_to_be_a_time() -> None:
    profile = assemble([read(long(("a__b.sum", "sector", "7")))], overrides={Quantity.DURATION: (("a__b.sum", 1.0),)})
    assert the_kernel(profile).duration_s is None


def test_several_devices_or_capabilities_in_one_run_are_told() -> None:
    text = (
        LONG_HEADER
        + long_row(0, "k()", TIME, "ns", "5", capability="8.0")
        + long_row(1, "k()", TIME, "ns", "5", capability="8.6")
    )
    assert any("8.0, 8.6" in line for line in warnings(of(text)))
    row = nvprof_row("k()", "m", 1, 1, 1)
    other = row.replace("V100-SXM2-16GB", "V100-PCIE-32GB")
    assert any(
        "Tesla V100-PCIE-32GB, Tesla V100-SXM2-16GB" in line for line in warnings(of(NVPROF_METRICS + row + other))
    )


NCU_ON = {name: LONG_HEADER + long_row(0, "k()", TIME, "ns", "5", device=name) for name in ("0", "1")}
NVPROF_ON = {
    name: NVPROF_METRICS + nvprof_row("k()", "m", 1, 1, 1).replace("16GB (0)", f"16GB ({name})") for name in ("0", "1")
}


@pytest.mark.parametrize(
    ("files", "told"),
    [
        ([NCU_ON["0"] + NCU_ON["1"]], "added up"),
        ([NVPROF_ON["0"] + NVPROF_ON["1"]], "added up"),
        ([NCU_ON["0"], NCU_ON["1"]], "joined"),
        ([NVPROF_ON["0"], NVPROF_ON["1"]], "joined"),
        ([NCU_ON["1"], NVPROF_ON["1"]], None),
        ([NCU_ON["0"], NCU_ON["0"]], None),
        ([NVPROF_ON["0"].replace(" (0)", ""), NVPROF_ON["0"]], None),
    ],
)
def test_launches_on_several_devices_of_one_name_are_noted(files: list[str], told: str | None) -> None:
    profile = assemble([read(text, name=f"{number}.csv") for number, text in enumerate(files)])
    notes = [problem for problem in profile.problems if "several devices" in problem.summary]
    assert [(note.summary.endswith(str(told)), note.severity) for note in notes] == [(True, Severity.NOTE)] * bool(told)
    assert [note.found for note in notes] == ["kernels on the devices 0, 1"] * bool(told)


def test_devices_of_several_names_are_told_once() -> None:
    other = NVPROF_ON["1"].replace("V100-SXM2-16GB", "V100-PCIE-32GB")
    profile = of(NVPROF_ON["0"] + other)
    assert len([problem for problem in profile.problems if "several devices" in problem.summary]) == 1


def test_no_files_are_an_empty_profile() -> None:
    assert assemble([]) == Profile()
