"""Each quantity goes by many metric names: which one is taken, with every figure worked out by hand."""

from __future__ import annotations

import pytest

from roofline_report.domain.quantity import Quantity
from tests.readers.joining.samples import OPS, THREADS, TIME, TOTAL, long, notes, of, sectors
from tests.readers.samples import LONG_HEADER, NVPROF_METRICS, long_row, nvprof_row, the_kernel

TEX = "lts__t_sectors_srcunit_tex.sum"


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
    assert notes == ("atomics at L2 were not counted", "reductions at L2 were not counted")


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
