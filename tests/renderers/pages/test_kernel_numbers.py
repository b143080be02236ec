"""How the numbers of a kernel came about: arithmetic of operations, and only those metrics that went into anything."""

from __future__ import annotations

import dataclasses
import re
from typing import TYPE_CHECKING

import pytest

from roofline_report.domain.conventions import Conventions, HalfCount
from roofline_report.domain.hardware import Clock, ComputeCeiling, CycleRate, Operation, Origin
from roofline_report.domain.profile import Absence, DeviceAttributes, MeasuredTerm, Measurement, Statistic
from roofline_report.domain.quantity import Quantity
from roofline_report.report.options import RunOptions
from tests.renderers.pages.made_runs import (
    OF_VECTORS,
    ROUND,
    SOLVE_INSTRUCTIONS,
    SOLVE_TRAFFIC,
    ceiling,
    kernel_page,
    made,
    measured,
    plain,
    run_of,
    tables_in,
)

if TYPE_CHECKING:
    from roofline_report.domain.hardware import Device
    from roofline_report.domain.profile import Kernel

FLOP_TERMS = {"add": 1.0, "mul": 1.0, "fma": 2.0}


def operations(add: float, mul: float, fma: float, *, of: str) -> Measurement:
    """Return operations made of three counts, of which an FMA is two."""
    counts = {"add": add, "mul": mul, "fma": fma}
    return Measurement(
        per_launch=sum(weight * counts[name] for name, weight in FLOP_TERMS.items()),
        terms=tuple(
            MeasuredTerm(
                metric=f"{of}_{name}", weight=weight, statistic=Statistic.of([counts[name]]), file="run/flop.csv"
            )
            for name, weight in FLOP_TERMS.items()
        ),
        source=f"a source of {of}",
    )


# In one millisecond 0.8 x 10^9 operations of FP64 and 0.2 x 10^9 of FP32: 1 TFLOP/s.
MIXED = made(
    "mixed",
    1,
    SOLVE_TRAFFIC,
    more={
        Quantity.FP64_FLOP: operations(100e6, 50e6, 325e6, of="d"),
        Quantity.FP32_FLOP: operations(0.0, 0.0, 100e6, of="f"),
    },
)
PAGE = kernel_page(run_of(MIXED, on=OF_VECTORS), "mixed")


def test_arithmetic_goes_from_weighted_counts_to_performance_peak_and_intensities() -> None:
    assert tables_in(PAGE.fragments["arithmetic"])["roofline-arithmetic"].rows == [
        ["FP64 operations", "100,000,000 + 50,000,000 + 2 x 325,000,000", "800,000,000", "FLOP"],
        ["FP32 operations", "0 + 0 + 2 x 100,000,000", "200,000,000", "FLOP"],
        ["All operations", "800,000,000 + 200,000,000", "1,000,000,000", "FLOP"],
        ["Performance", "1,000,000,000 / 1,000 µs", "1,000", "GFLOP/s"],
        # 10^9 operations in 0.16 + 0.02 ms.
        [
            "Peak of its mix",
            "1,000,000,000 / (800,000,000 / 5.00 TFLOP/s + 200,000,000 / 10.0 TFLOP/s)",
            "5,555.56",
            "GFLOP/s",
        ],
        ["Intensity at L1", "1,000,000,000 / 2,000,000,000 bytes", "≤ 0.5", "FLOP/byte"],
        ["Intensity at L2", "1,000,000,000 / 1,000,000,000 bytes", "1", "FLOP/byte"],
        ["Intensity at HBM9", "1,000,000,000 / 500,000,000 bytes", "2", "FLOP/byte"],
    ]


def test_operations_of_one_kind_need_neither_sum_nor_mix() -> None:
    alone = made("alone", 1, SOLVE_TRAFFIC, more={Quantity.FP32_FLOP: operations(10e6, 0.0, 20e6, of="f")})
    page = kernel_page(run_of(alone), "alone")
    rows = tables_in(page.fragments["arithmetic"])["roofline-arithmetic"].rows
    assert [row[0] for row in rows] == [
        "FP32 operations",
        "Performance",
        "Intensity at L1",
        "Intensity at L2",
        "Intensity at HBM9",
    ]
    assert rows[0] == ["FP32 operations", "10,000,000 + 0 + 2 x 20,000,000", "50,000,000", "FLOP"]
    assert rows[1] == ["Performance", "50,000,000 / 1,000 µs", "≥ 50", "GFLOP/s"]


def test_sparse_operations_are_told_apart_and_held_against_twice_the_peak() -> None:
    # 100 TFLOP/s dense, so 200 with sparsity: 3 x 10^9 operations in 10 + 10 microseconds.
    sparse = made(
        "sparse", 1, SOLVE_TRAFFIC | {Quantity.FP16_TENSOR_FLOP: 1_000, Quantity.FP16_SPARSE_TENSOR_FLOP: 2_000}
    )
    page = kernel_page(run_of(sparse), "sparse")
    rows = {row[0]: row for row in tables_in(page.fragments["arithmetic"])["roofline-arithmetic"].rows}
    assert rows["FP16 tensor operations"][2] == "1,000,000,000"
    assert rows["FP16 tensor operations with 2:4 sparsity"][2] == "2,000,000,000"
    assert rows["Peak of its mix"][1:3] == [
        "3,000,000,000 / (1,000,000,000 / 100.0 TFLOP/s + 2,000,000,000 / 200.0 TFLOP/s)",
        # Other kinds of tensor operations were not counted.
        "≈ 150,000",
    ]


def test_both_models_have_their_arithmetic() -> None:
    both = made("both", 1, SOLVE_TRAFFIC | SOLVE_INSTRUCTIONS | {Quantity.FP64_FLOP: 1_000})
    rows = tables_in(kernel_page(run_of(both), "both").fragments["arithmetic"])["roofline-arithmetic"].rows
    assert [row[3] for row in rows if row[0].startswith("Performance")] == ["GFLOP/s", "warp GIPS"]
    assert rows[5:] == [
        ["Warp instructions", "2,048,000,000 thread instructions / 32", "64,000,000", "warp instructions"],
        ["Issued warp instructions", "as counted", "80,000,000", "warp instructions"],
        ["Performance", "64,000,000 / 1,000 µs", "64", "warp GIPS"],
        ["Issue rate", "80,000,000 / 1,000 µs", "80", "warp GIPS"],
        ["Intensity at L1", "64,000,000 / 62,500,000 transactions", "≤ 1.024", "warp instructions/transaction"],
        ["Intensity at L2", "64,000,000 / 31,250,000 transactions", "2.048", "warp instructions/transaction"],
        ["Intensity at HBM9", "64,000,000 / 15,625,000 transactions", "4.096", "warp instructions/transaction"],
    ]


def test_every_metric_is_listed_with_its_weight_and_file() -> None:
    rows = tables_in(PAGE.fragments["metrics"])["roofline-metrics"].rows
    assert [row for row in rows if row[0].startswith("FP")] == [
        ["FP64 operations", "d_add flop.csv", "1", "100,000,000"],
        ["FP64 operations", "d_mul flop.csv", "1", "50,000,000"],
        ["FP64 operations", "d_fma flop.csv", "2", "325,000,000"],
        ["FP32 operations", "f_add flop.csv", "1", "0"],
        ["FP32 operations", "f_mul flop.csv", "1", "0"],
        ["FP32 operations", "f_fma flop.csv", "2", "100,000,000"],
    ]
    assert "FP64 operations a source of d" in plain(PAGE.fragments["sources"])


IN_THREE_LAUNCHES = Measurement(
    per_launch=2e9,
    terms=(MeasuredTerm(metric="d", weight=1.0, statistic=Statistic.of([1e9, 2e9, 3e9]), file="a.csv"),),
    source="a test",
)


def test_of_several_launches_mean_and_extremes_are_listed() -> None:
    kernel = dataclasses.replace(made("k", 1, SOLVE_TRAFFIC, more={Quantity.FP64_FLOP: IN_THREE_LAUNCHES}), launches=3)
    page = kernel_page(run_of(kernel), "k")
    table = tables_in(page.fragments["metrics"])["roofline-metrics"]
    assert table.columns == ["Quantity", "Metric", "Weight", "Mean", "Minimum", "Maximum", "Launches"]
    assert table.rows[-1] == ["FP64 operations", "d", "1", "2,000,000,000", "1,000,000,000", "3,000,000,000", "3"]
    assert "Metrics as the profiler named them in a.csv, and their values per launch" in plain(
        page.fragments["metrics"]
    )


def test_launches_that_all_metrics_have_in_common_are_told_once() -> None:
    kernel = made("k", 1, {}, more={Quantity.FP64_FLOP: IN_THREE_LAUNCHES, Quantity.DURATION: IN_THREE_LAUNCHES})
    page = kernel_page(run_of(dataclasses.replace(kernel, launches=3)), "k")
    table = tables_in(page.fragments["metrics"])["roofline-metrics"]
    assert table.columns == ["Quantity", "Metric", "Weight", "Mean", "Minimum", "Maximum"]
    assert table.rows[-1] == ["FP64 operations", "d", "1", "2,000,000,000", "1,000,000,000", "3,000,000,000"]
    assert "in a.csv, and their values per launch, over its 3 launches" in plain(page.fragments["metrics"])


def test_what_all_metrics_have_in_common_is_told_once() -> None:
    kernel = made("k", 1, SOLVE_TRAFFIC | {Quantity.FP64_FLOP: 1_000})
    page = kernel_page(run_of(kernel), "k")
    table = tables_in(page.fragments["metrics"])["roofline-metrics"]
    assert table.columns == ["Quantity", "Metric", "Weight", "Value"]
    assert table.rows[-1] == ["FP64 operations", "fp64_flop", "1", "1,000,000,000"]
    caption = "Metrics as the profiler named them in a.csv, and their values in its one launch"
    assert caption in plain(page.fragments["metrics"])
    # Some metrics were counted in one launch of several: how many is told.
    several = kernel_page(run_of(dataclasses.replace(kernel, launches=2)), "k")
    assert "Launches" in tables_in(several.fragments["metrics"])["roofline-metrics"].columns


USED = {"Time", "Global sectors (L1)", "Shared wavefronts", "L2 sectors", "DRAM sectors", "FP64 operations"}


def listed(more: dict[Quantity, float], *, half: HalfCount = HalfCount.PACKED, clocked: bool = False) -> set[str]:
    """Return the quantities of the metric table, which are those of the sources too."""
    rate = CycleRate(
        roof=Operation.FP64, per_cycle=1e4, clock=Clock.SM, arithmetic="a", sources=("s",), given_in="round.yaml"
    )
    device = dataclasses.replace(ROUND, rates=(rate,)) if clocked else ROUND
    options = RunOptions(title="A made run", conventions=Conventions(fp16=half))
    kernel = made("k", 1, SOLVE_TRAFFIC | {Quantity.FP64_FLOP: 100} | more)
    kernel = dataclasses.replace(kernel, clocks={Clock.SM: 1e9} if clocked else {})
    page = kernel_page(run_of(kernel, on=device, options=options), "k")
    names = {row[0] for row in tables_in(page.fragments["metrics"])["roofline-metrics"].rows}
    assert all(f"{name} a test" in plain(page.fragments["sources"]) for name in names)
    return names


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ({}, set()),
        ({Quantity.L2_SECTORS_ATOMICS_TWICE: 9, Quantity.L2_LOOKUP_BYTES: 9}, set()),
        ({Quantity.L1_RETURNED_BYTES: 9, Quantity.L1_TAG_BYTES: 9}, set()),
        ({Quantity.SM_CYCLES: 1, Quantity.DRAM_CYCLES: 1}, set()),
        ({Quantity.LAUNCH_MULTIPROCESSORS: 1}, set()),
        ({Quantity.GLOBAL_LOAD_SECTORS: 4, Quantity.SHARED_LOAD_CONFLICTS: 4}, set()),
        (
            {Quantity.GLOBAL_LOAD_SECTORS: 4, Quantity.GLOBAL_LOAD_REQUESTS: 1},
            {"Global load sectors", "Global loads"},
        ),
        (
            {
                Quantity.SHARED_LOAD_WAVEFRONTS: 4,
                Quantity.SHARED_LOAD_REQUESTS: 1,
                Quantity.SHARED_LOAD_CONFLICTS: 3,
            },
            {"Shared load wavefronts", "Shared loads", "Shared load conflicts"},
        ),
        ({Quantity.FP16_FLOP: 4, Quantity.FP16_FLOP_SCALAR: 2}, {"FP16 operations"}),
        ({Quantity.INTEGER_INSTRUCTIONS: 3}, {"Integer instructions"}),
        ({Quantity.TENSOR_ACTIVITY: 0}, {"Tensor activity"}),
        (
            {Quantity.THREAD_INSTRUCTIONS: 32, Quantity.WARP_INSTRUCTIONS: 1},
            {"Thread instructions", "Issued warp instructions"},
        ),
    ],
)
def test_only_what_went_into_anything_is_listed(more: dict[Quantity, float], expected: set[str]) -> None:
    assert listed(more) == USED | expected


def test_of_fp16_that_count_is_listed_which_the_convention_takes() -> None:
    both: dict[Quantity, float] = {Quantity.FP16_FLOP: 4, Quantity.FP16_FLOP_SCALAR: 2}
    assert listed(both, half=HalfCount.SCALAR) == USED | {"FP16 operations, scalar"}


def test_a_clock_is_listed_where_a_ceiling_is_made_of_it() -> None:
    assert listed({Quantity.SM_CYCLES: 1}, clocked=True) == USED | {"SM cycles"}


@pytest.mark.parametrize(
    ("attributes", "is_known", "expected"),
    [
        (None, False, True),
        (DeviceAttributes(sm_clock_hz=2e9), False, True),
        # The report has those of the device too, or the run states the roof: the launch's are not what it is made of.
        (DeviceAttributes(sm_count=10), False, False),
        (None, True, False),
    ],
)
def test_multiprocessors_of_the_launch_are_listed_where_the_roof_of_issue_is_made_of_them(
    attributes: DeviceAttributes | None,
    is_known: bool,  # noqa: FBT001
    expected: bool,  # noqa: FBT001
) -> None:
    stated = ceiling(Operation.WARP_INSTRUCTION, 400, origin=Origin.RUN_FILE)
    peaks = (stated,) if is_known and isinstance(stated, ComputeCeiling) else ()
    more = {Quantity.LAUNCH_MULTIPROCESSORS: measured(10, metric="sms")}
    kernel = made("k", 1, SOLVE_TRAFFIC | SOLVE_INSTRUCTIONS, more=more)
    report = run_of(
        dataclasses.replace(kernel, clocks={Clock.SM: 1e9}),
        on=dataclasses.replace(ROUND, compute_ceilings=peaks),
        attributes=attributes,
    )
    rows = tables_in(kernel_page(report, "k").fragments["metrics"])["roofline-metrics"].rows
    assert (["Multiprocessors of the launch", "sms", "1", "10"] in rows) is expected


def test_what_is_missing_is_collected_by_one_command() -> None:
    absences = {
        quantity: Absence(reason=f"no {metric}", metrics=(metric,), options=("prof --metrics {metrics} {program}",))
        for quantity, metric in ((Quantity.THREAD_INSTRUCTIONS, "threads"), (Quantity.WARP_INSTRUCTIONS, "warps"))
    }
    kernel = dataclasses.replace(made("k", 1, SOLVE_TRAFFIC), absences=absences)
    remarks = kernel_page(run_of(kernel), "k").fragments["remarks"]
    told = [plain(each) for each in re.findall(r"<li>(.*?)</li>", remarks)]
    start = next(at for at, each in enumerate(told) if "not known" in each)
    assert told[start : start + 2] == [
        "Issued warp instructions: not known (the files have no warps).",
        "Thread instructions: not known (the files have no threads).",
    ]
    command = "Collect with prof --metrics threads, warps ./my_program , and keep the file in the same folder."
    page = kernel_page(run_of(kernel, dataclasses.replace(kernel, name="other")), "k")
    assert plain(page.fragments["gaps"]) == f"How to fill the gaps {command}"


def test_operations_that_were_not_collected_are_told() -> None:
    remarks = plain(kernel_page(run_of(MIXED), "mixed").fragments["remarks"])
    said = "Operations of FP16 and the tensor units were not collected, so the operations shown are a lower bound."
    assert said in remarks
    assert "not collected, so the operations" not in remarks_on(WHOLE)


IDLE = measured(0.0)
VECTORS = (Quantity.FP64_FLOP, Quantity.FP32_FLOP, Quantity.FP16_FLOP)
WHOLE = made("k", 1, SOLVE_TRAFFIC, more={**dict.fromkeys(VECTORS, measured(1e6)), Quantity.TENSOR_ACTIVITY: IDLE})


def remarks_on(kernel: Kernel, *, on: Device = ROUND) -> str:
    return plain(kernel_page(run_of(kernel, on=on), "k").fragments["remarks"])


def test_a_chip_without_tensor_units_lacks_none_of_their_operations() -> None:
    kernel = made("k", 1, SOLVE_TRAFFIC, more=dict.fromkeys(VECTORS, measured(1e6)))
    assert "Operations of the tensor units were not collected" in remarks_on(kernel)
    pascal = dataclasses.replace(ROUND, compute_capability="6.0")
    assert "were not collected, so the operations" not in remarks_on(kernel, on=pascal)


def test_operations_that_were_lost_are_told_apart_from_those_that_nobody_asked_for() -> None:
    absences = {Quantity.FP16_FLOP: Absence(reason="lost", was_collected=True)}
    kernel = made("k", 1, SOLVE_TRAFFIC, more={Quantity.FP64_FLOP: measured(1e6), Quantity.TENSOR_ACTIVITY: IDLE})
    remarks = remarks_on(dataclasses.replace(kernel, absences=absences))
    assert (
        "Operations of FP16 were collected and are missing for this kernel, so the operations shown are a lower bound."
    ) in remarks
    assert "Operations of FP32 were not collected, so the operations shown are a lower bound." in remarks


def test_operations_that_were_collected_in_part_say_what_is_missing() -> None:
    absences = {Quantity.FP16_FLOP: Absence(reason="part", was_collected=True, never_collected=("mul", "fma"))}
    kernel = made("k", 1, SOLVE_TRAFFIC, more={Quantity.FP64_FLOP: measured(1e6), Quantity.TENSOR_ACTIVITY: IDLE})
    remarks = remarks_on(dataclasses.replace(kernel, absences=absences))
    assert (
        "Operations of FP16 were collected in part, without mul and fma, so the operations shown are a lower bound."
    ) in remarks
    assert "missing for this kernel" not in remarks


TOGETHER = dataclasses.replace(measured(1e6), holds=(Quantity.FP16_SPARSE_TENSOR_FLOP,))


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({}, True),
        ({Quantity.FP16_SPARSE_TENSOR_FLOP: measured(0.0)}, False),
        (
            {Quantity.FP16_TENSOR_FLOP: dataclasses.replace(measured(1e6), holds=(Quantity.FP16_SPARSE_TENSOR_FLOP,))},
            False,
        ),
    ],
)
def test_sparse_operations_that_were_not_collected_are_told(more: dict[Quantity, Measurement], *, told: bool) -> None:
    kernel = made("k", 1, SOLVE_TRAFFIC, more={Quantity.FP16_TENSOR_FLOP: measured(1e6)} | more)
    said = "FP16 tensor with 2:4 sparsity"
    assert (said in remarks_on(kernel)) is told
    volta = dataclasses.replace(ROUND, compute_capability="7.0")
    assert said not in remarks_on(kernel, on=volta)


@pytest.mark.parametrize(
    ("half", "told"),
    [
        (HalfCount.PACKED, "a thread instruction of FP16 as two operations, because these work on pairs."),
        (HalfCount.SCALAR, "a thread instruction of FP16 as one operation."),
    ],
)
def test_the_convention_of_half_is_told_and_its_peak_is_that_of_what_is_counted(half: HalfCount, told: str) -> None:
    # 20 TFLOP/s in packed instructions of 40, or 10 in single ones of 20.
    kernel = made("half", 1, SOLVE_TRAFFIC | {Quantity.FP16_FLOP: 20_000, Quantity.FP16_FLOP_SCALAR: 10_000})
    page = kernel_page(run_of(kernel, options=RunOptions(title="A run", conventions=Conventions(fp16=half))), "half")
    assert told in plain(page.fragments["remarks"])
    row = tables_in(page.fragments["levels"])["roofline-levels"].rows[-1]
    assert row[0] == "FP16 peak"
    # Of all other precisions nothing is known.
    assert (row[1], row[5]) == ("≥ 50.0", "≈ 40,000" if half is HalfCount.PACKED else "≈ 20,000")


def test_doubts_come_before_what_explains_the_numbers() -> None:
    lost = {Quantity.FP16_FLOP: Absence(reason="lost", was_collected=True)}
    noted = dataclasses.replace(measured(1e9), notes=("a note",))
    kernel = made("k", 1, SOLVE_TRAFFIC, more={Quantity.FP64_FLOP: measured(1e6), Quantity.THREAD_INSTRUCTIONS: noted})
    remarks = remarks_on(dataclasses.replace(kernel, absences=lost))
    order = (
        "were collected and are missing",
        "Thread instructions: a note",
        "An FMA counts",
        "A transaction is 32 bytes",
    )
    places = [remarks.index(text) for text in order]
    assert places == sorted(places)
