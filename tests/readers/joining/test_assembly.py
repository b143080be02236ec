"""Joining the files of a run, with every figure worked out by hand."""

from __future__ import annotations

import pytest

from roofline_report.domain.problem import Severity
from roofline_report.domain.profile import GroupBy, Profile, Quantity
from roofline_report.readers.joining.assembly import assemble
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
    texts,
    the_kernel,
)

TIME = "gpu__time_duration.sum"
THREADS = "smsp__thread_inst_executed.sum"
TOTAL, TEX = "lts__t_sectors.sum", "lts__t_sectors_srcunit_tex.sum"
OPS = tuple(f"lts__t_sectors_op_{name}.sum" for name in ("read", "write", "atom", "red"))


def long(*rows: tuple[str, str, str], capability: str = "8.6", kernel: str = "k()") -> str:
    return LONG_HEADER + "".join(long_row(0, kernel, *row, capability=capability) for row in rows)


def sectors(values: dict[str, int]) -> list[tuple[str, str, str]]:
    return [(metric, "sector", f"{value:,}") for metric, value in values.items()]


def of(text: str, **options: str | None) -> Profile:
    return assemble([read(text)], compute_capability=options.get("capability"))


def warnings(profile: Profile) -> list[str]:
    return texts(problem for problem in profile.problems if problem.severity is Severity.WARNING)


def notes(profile: Profile) -> list[str]:
    return texts(problem for problem in profile.problems if problem.severity is Severity.NOTE)


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
        Quantity.SHARED_WAVEFRONTS: 10.0,
        # 70 + 30 - 12 / 2
        Quantity.L2_SECTORS: 94.0,
        Quantity.L2_SECTORS_ATOMICS_TWICE: 100.0,
        Quantity.DRAM_SECTORS: 85.0,
    }
    assert kernel.absences[Quantity.LOCAL_SECTORS].metrics == ("local_load_transactions", "local_store_transactions")
    assert not any(measurement.notes for measurement in kernel.measurements.values())
    assert [source.file for source in profile.files] == ["e.csv", "m.csv", "t.csv"]
    assert profile.problems == ()


def test_without_atomics_nvprofs_l2_says_that_they_count_twice() -> None:
    text = (
        NVPROF_METRICS
        + nvprof_row("k()", "l2_read_transactions", 0, 7, 7)
        + nvprof_row("k()", "l2_write_transactions", 0, 3, 3)
    )
    measurement = the_kernel(of(text)).measurements[Quantity.L2_SECTORS]
    assert measurement.per_launch == 10.0
    assert "both as a read and as a write" in measurement.notes[0]


@pytest.mark.parametrize(
    ("capability", "words"),
    [("7.0", None), ("7.2", None), ("6.1", "before compute capability 7.0"), (None, "is not known")],
)
def test_global_loads_of_old_chips_carry_a_note(capability: str | None, words: str | None) -> None:
    text = (
        NVPROF_METRICS + nvprof_row("k()", "gld_transactions", 0, 7, 7) + nvprof_row("k()", "gst_transactions", 0, 3, 3)
    )
    notes = the_kernel(of(text, capability=capability)).measurements[Quantity.GLOBAL_SECTORS].notes
    assert [words in note for note in notes] == [True] if words else notes == ()


ALL = {
    TOTAL: 1000,
    TEX: 700,
    "lts__t_sectors_srcunit_tex_op_read.sum": 300,
    "lts__t_sectors_srcunit_tex_op_write.sum": 50,
    "lts__t_sectors_srcunit_tex_op_atom.sum": 4,
    "lts__t_sectors_srcunit_tex_op_red.sum": 6,
    OPS[0]: 500,
    OPS[1]: 90,
    OPS[2]: 7,
    OPS[3]: 11,
}
NO_TEX = {metric: value for metric, value in ALL.items() if metric != TEX}
NO_TEX_AT_ALL = {metric: value for metric, value in ALL.items() if "srcunit" not in metric}
ONLY_OPS = {metric: value for metric, value in ALL.items() if metric in OPS}


@pytest.mark.parametrize(
    ("capability", "collected", "once", "twice", "labelled"),
    [
        ("8.0", ALL, 700, 710, False),
        ("9.0", NO_TEX, 360, 370, False),
        ("10.3", NO_TEX_AT_ALL, 1000, 1018, True),
        ("8.0", ONLY_OPS, 608, 626, True),
        ("8.6", ALL, 1000, 1018, False),
        ("12.0", ONLY_OPS, 608, 626, False),
    ],
)
def test_l2_is_the_first_complete_formula_of_the_chip(
    capability: str, collected: dict[str, int], once: int, twice: int, *, labelled: bool
) -> None:
    kernel = the_kernel(of(long(*sectors(collected), capability=capability)))
    measured = kernel.measurements[Quantity.L2_SECTORS]
    assert (measured.per_launch, kernel.per_launch(Quantity.L2_SECTORS_ATOMICS_TWICE)) == (once, twice)
    assert any("up to 1.5x" in note for note in measured.notes) is labelled


def test_what_l2_misses_is_said() -> None:
    kernel = the_kernel(of(long(*sectors({OPS[0]: 5, OPS[1]: 1}))))
    assert kernel.per_launch(Quantity.L2_SECTORS) == 6.0
    notes = kernel.measurements[Quantity.L2_SECTORS].notes
    assert notes == ("atomics at L2 were not collected", "reductions at L2 were not collected")


@pytest.mark.parametrize(
    "rows",
    [
        [("dram__sectors_read.sum", "sector", "30"), ("dram__sectors_write.sum", "sector", "10")],
        [("dram__sectors_op_read.sum", "sector", "30"), ("dram__sectors_op_write.sum", "sector", "10")],
        [("dram__bytes.sum", "Kbyte", "1.28")],
        [("dram__bytes_read.sum", "byte", "960"), ("dram__bytes_write.sum", "byte", "320")],
        [("dram__bytes_op_read.sum", "byte", "960"), ("dram__bytes_op_write.sum", "byte", "320")],
    ],
)
def test_dram_traffic_goes_by_many_names(rows: list[tuple[str, str, str]]) -> None:
    # 1280 bytes are 40 sectors of 32 bytes.
    assert the_kernel(of(long(*rows))).per_launch(Quantity.DRAM_SECTORS) == pytest.approx(40.0, rel=1e-12)


@pytest.mark.parametrize("metric", [TIME, "gpu__time_active.avg", "time"])
def test_the_time_goes_by_many_names(metric: str) -> None:
    assert the_kernel(of(long((metric, "us", "2.5")))).duration_s == pytest.approx(2.5e-6, rel=1e-12)


def test_without_a_time_the_cycles_of_each_launch_by_their_rate_are_one() -> None:
    # 1000 / 1e9 + 1000 / 5e8 seconds; the quotient of the means would be 2000 / 1.5e9.
    rows = [
        long_row(launch, "k()", metric, unit, value)
        for launch, rate in enumerate(("1", "0.5"))
        for metric, unit, value in (
            ("sm__cycles_elapsed.avg", "cycle", "1,000"),
            ("sm__cycles_elapsed.avg.per_second", "Ghz", rate),
        )
    ]
    kernel = the_kernel(of(LONG_HEADER + "".join(rows)))
    assert kernel.total_duration_s == pytest.approx(3e-6, rel=1e-12)
    assert "cycles" in kernel.measurements[Quantity.DURATION].notes[0]


def test_cycles_or_rates_that_contradict_themselves_give_no_time() -> None:
    cycles, rate = ("sm__cycles_elapsed.avg", "cycle", "9"), ("sm__cycles_elapsed.avg.per_second", "Mhz", "9")
    for again in ((*cycles[:2], "7"), (*rate[:2], "7")):
        assert the_kernel(of(long(cycles, rate, again))).duration_s is None


def test_a_rate_of_zero_gives_no_time() -> None:
    kernel = the_kernel(
        of(long(("sm__cycles_elapsed.avg", "cycle", "9"), ("sm__cycles_elapsed.avg.per_second", "hz", "0")))
    )
    assert kernel.duration_s is None
    assert kernel.absences[Quantity.DURATION].metrics == (TIME,)


def test_a_metric_that_is_missing_in_some_launches_is_absent_and_told() -> None:
    rows = [long_row(launch, "k()", THREADS, "inst", "n/a" if launch in (1, 3) else "64") for launch in range(5)]
    profile = of(LONG_HEADER + "".join(rows))
    kernel = the_kernel(profile)
    assert (kernel.launches, kernel.measurements) == (5, {})
    assert "n/a in 2 of 5 launches" in kernel.absences[Quantity.THREAD_INSTRUCTIONS].reason
    assert any("n/a in 2 of 5 launches" in line for line in notes(profile))


def test_a_name_that_the_chip_does_not_have_is_no_problem_where_another_has_the_value() -> None:
    profile = of(
        long(
            (TIME, "ns", "5"),
            ("dram__bytes.sum", "", "n/a"),
            ("dram__bytes_op_read.sum", "byte", "64"),
            ("dram__bytes_op_write.sum", "byte", "0"),
        )
    )
    assert the_kernel(profile).per_launch(Quantity.DRAM_SECTORS) == 2.0
    assert profile.problems == ()


def test_a_quantity_whose_only_name_has_no_value_is_a_problem() -> None:
    profile = of(long((TIME, "ns", "5"), ("dram__bytes.sum", "", "n/a"), (THREADS, "inst", "9")))
    assert the_kernel(profile).per_launch(Quantity.DRAM_SECTORS) is None
    assert [line for line in notes(profile) if "dram__bytes.sum" in line]


@pytest.mark.parametrize(("value", "severity"), [("103", Severity.WARNING), ("101", Severity.NOTE)])
def test_the_same_metric_in_two_files_is_taken_from_the_one_with_most_launches(value: str, severity: Severity) -> None:
    many = LONG_HEADER + "".join(long_row(launch, "k()", TIME, "ns", "100") for launch in range(3))
    few = long((TIME, "ns", value))
    profile = assemble([read(few, name="a.csv"), read(many, name="b.csv")])
    kernel = the_kernel(profile)
    assert kernel.launches == 3
    assert kernel.duration_s == pytest.approx(100e-9)
    (double,) = [problem for problem in profile.problems if "more than once" in problem.summary]
    assert double.severity is severity
    assert "a.csv" in double.summary
    assert "b.csv" in double.summary


def test_of_equal_files_the_first_by_name_is_taken_whatever_the_order() -> None:
    readings = [read(long((TIME, "ns", value)), name=name) for name, value in (("b.csv", "200"), ("a.csv", "100"))]
    profile = assemble(readings)
    assert the_kernel(profile).duration_s == pytest.approx(100e-9)
    assert profile == assemble(readings[::-1])


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
