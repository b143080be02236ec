"""The page "The numbers": what it says is what the code computes."""

from __future__ import annotations

import ast
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from roofline_report.domain.conventions import Conventions
from roofline_report.domain.flop_roofline import Model, mixed_peak
from roofline_report.domain.hardware import Clock, MemoryLevel, Operation, Origin
from roofline_report.domain.memory_access import memory_access
from roofline_report.domain.profile import Kernel, MeasuredTerm, Measurement, Profile, Statistic
from roofline_report.domain.quantity import Quantity
from roofline_report.domain.quantity_texts import TEXTS
from roofline_report.readers.metrics.metric_table import load_tables
from roofline_report.report.build import build_run
from roofline_report.report.lesson import build_lesson
from roofline_report.report.options import RunOptions
from tests.readers.nsight_compute.measured import kernel_of, long_table

if TYPE_CHECKING:
    from roofline_report.domain.traffic import LevelTraffic
    from roofline_report.report.model import KernelReport
    from roofline_report.report.rooflines import ModelReport

PROJECT = Path(__file__).parents[2]
sys.path.insert(0, str(PROJECT / "docs"))

from reference import list_tables, load_results  # noqa: E402 - a hook is no package

# Odd numbers, so that no two products of them are equal.
COUNTS = {
    Quantity.DURATION: 3.7e-4,
    Quantity.THREAD_INSTRUCTIONS: 7.1e8,
    Quantity.PREDICATED_THREAD_INSTRUCTIONS: 6.3e8,
    Quantity.WARP_INSTRUCTIONS: 2.9e7,
    Quantity.GLOBAL_SECTORS: 1.3e7,
    Quantity.LOCAL_SECTORS: 1.1e5,
    Quantity.GLOBAL_ATOMIC_SECTORS: 1.7e5,
    Quantity.SHARED_WAVEFRONTS: 1.9e6,
    Quantity.L2_SECTORS: 5.3e6,
    Quantity.DRAM_SECTORS: 2.3e6,
    Quantity.FP64_FLOP: 3.1e7,
    Quantity.FP32_FLOP: 4.3e8,
    Quantity.SM_CYCLES: 4.7e5,
    Quantity.GLOBAL_LOAD_REQUESTS: 1.3e6,
    Quantity.GLOBAL_LOAD_SECTORS: 9.7e6,
}


def measured(value: float) -> Measurement:
    term = MeasuredTerm(metric="m", weight=1, statistic=Statistic(count=2, total=2 * value), file="f")
    return Measurement(per_launch=value, terms=(term,), source="s")


def report(shared_weight: float = 4.0) -> KernelReport:
    """Return a kernel of which all of the counts were measured, on the GPU of the lesson."""
    kernel = Kernel(name="k", launches=2, measurements={name: measured(value) for name, value in COUNTS.items()})
    run = build_run(
        Profile(kernels=(kernel,)),
        run_id="r",
        slug="r",
        device=build_lesson().all_kernels.device,
        options=RunOptions(conventions=Conventions(shared_weight=shared_weight)),
    )
    return run.kernels[0]


def clock_of_a_file() -> float:
    """Return the clock of a kernel of which a file has the cycles and the time."""
    seconds, cycles = COUNTS[Quantity.DURATION], COUNTS[Quantity.SM_CYCLES]
    columns = {
        "gpu__time_duration.sum": ("second", repr(seconds)),
        "sm__cycles_elapsed.avg": ("cycle", repr(cycles)),
    }
    return kernel_of(long_table(columns)).clocks[Clock.SM]


def traffic_at(report: ModelReport, level: MemoryLevel) -> LevelTraffic:
    traffic = report.level(level).traffic
    assert traffic is not None
    return traffic


def shown() -> dict[str, tuple[dict[str, float], float | None]]:
    """Return for each number of the page what goes into its formula, and what the code makes of that."""
    kernel = report(shared_weight=3.0)
    flop, instructions = kernel.find_model(Model.FLOP), kernel.find_model(Model.INSTRUCTIONS)
    assert flop is not None
    assert instructions is not None
    counts = {quantity.value: value for quantity, value in COUNTS.items()}
    time = COUNTS[Quantity.DURATION]
    l1, shared, l2, dram = (traffic_at(flop, level) for level in MemoryLevel)
    drawn = instructions.level(MemoryLevel.L2)
    assert drawn.traffic is not None
    assert drawn.ceiling is not None
    assert instructions.peak is not None
    assert flop.peak is not None
    (pattern,) = kernel.access.patterns
    access = memory_access(kernel.kernel)
    walls = {"transactions": pattern.transactions, "requests": pattern.requests}
    first, second = flop.peak.parts
    nearest = flop.verdict.nearest
    assert nearest is not None
    total = COUNTS[Quantity.FP64_FLOP] + COUNTS[Quantity.FP32_FLOP]
    return {
        "Performance": ({"work": total, "time": time}, flop.rate_per_s),
        "Arithmetic intensity": (
            {"flop": total, "bytes": l2.physical_bytes},
            flop.level(MemoryLevel.L2).intensity,
        ),
        "Warp instructions": (counts, kernel.instructions.from_threads),
        "Instruction intensity": ({**counts, "transactions": drawn.traffic.transactions or 0.0}, drawn.intensity),
        "Issue rate": ({**counts, "time": time}, kernel.issue_rate_per_s),
        "Active lanes": (counts, access.lane_efficiency),
        "Predicated on": (counts, access.predicated_share),
        "Bytes at L1": (counts, l1.physical_bytes),
        "Transactions at L1": ({**counts, "shared_weight": 3.0}, l1.transactions),
        "Bytes of shared memory": (counts, shared.physical_bytes),
        "Bytes at L2": (counts, l2.physical_bytes),
        "Bytes of the device memory": (counts, dram.physical_bytes),
        "Sectors or wavefronts per instruction": (walls, pattern.per_request),
        "Intensity between the walls": (walls, pattern.intensity),
        "Clock": ({"cycles": COUNTS[Quantity.SM_CYCLES], "time": time}, clock_of_a_file()),
        "Peak of a mix of two kinds of operations": (
            {"a": first.work, "b": second.work, "peak_a": first.peak_per_s, "peak_b": second.peak_per_s},
            flop.peak.per_s,
        ),
        "Roof at an intensity": (
            {
                "flat_roof": instructions.peak.per_s,
                "intensity": drawn.intensity or 0.0,
                "bandwidth": drawn.ceiling.transactions_per_s,
            },
            drawn.attainable_per_s,
        ),
        "Use of a roof": ({"rate": drawn.bytes_per_s or 0.0, "roof": drawn.ceiling.bytes_per_s}, drawn.utilisation),
        "Headroom": ({"highest_use": nearest.utilisation}, flop.verdict.headroom),
        "Share of GPU time": ({"time": time, "launches": 2, "gpu_time": 2 * time}, kernel.time_share),
        "What there is to win": ({"time_share": 1.0, "highest_use": nearest.utilisation}, kernel.savable_share),
    }


# What a run does not show as a number of its own: these have tests with the ceilings that they make.
OF_CEILINGS = {"Ceiling from the report", "Issue roof", "Roof of the device memory", "Peak with 2:4 sparsity"}


def compute(formula: str, names: dict[str, float]) -> float:
    """Return the value of a formula of the page."""
    tree = ast.parse(formula, mode="eval")
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    assert used <= {*names, "min"}, formula
    return float(eval(compile(tree, "formula", "eval"), {"__builtins__": {}, "min": min}, dict(names)))  # noqa: S307


@pytest.mark.parametrize(
    "result", [each for each in load_results() if each["name"] not in OF_CEILINGS], ids=lambda result: result["name"]
)
def test_a_formula_of_the_page_gives_what_the_code_gives(result: dict[str, str]) -> None:
    names, value = shown()[result["name"]]
    assert value is not None
    assert compute(result["formula"], names) == pytest.approx(value, rel=1e-12)


def test_every_number_is_held_against_the_code() -> None:
    assert {result["name"] for result in load_results()} == {*shown(), *OF_CEILINGS}


def test_a_mix_of_one_kind_has_its_peak() -> None:
    assert mixed_peak([(5.0, 7.0)]) == pytest.approx(7.0)
    assert mixed_peak([]) is None


@pytest.mark.parametrize("profiler", ["Nsight Compute", "nvprof"])
def test_the_page_has_every_quantity_of_a_profiler_with_its_unit(profiler: str) -> None:
    table = list_tables()[f"formulas of {profiler}"]()
    of_profiler = [quantity for quantity in Quantity if f"**{TEXTS[quantity].title}**" in table]
    assert len(of_profiler) > 25
    assert all(f"**{TEXTS[quantity].title}** [{TEXTS[quantity].unit}]" in table for quantity in of_profiler)


def test_the_page_says_that_signs_are_no_sum() -> None:
    (row,) = (
        line for line in list_tables()["formulas of Nsight Compute"]().splitlines() if "**Tensor activity**" in line
    )
    assert "above 0 where any that was collected is:" in row
    assert "<br>or " in row
    assert "<br>+ " not in row


def test_every_quantity_has_a_title_of_its_own() -> None:
    assert set(TEXTS) == set(Quantity)
    assert len({text.title for text in TEXTS.values()}) == len(Quantity)


def test_operations_and_origins_have_words() -> None:
    assert {operation.in_words(tensor="tensor") for operation in Operation if operation.is_tensor} >= {"FP64 tensor"}
    assert [origin for origin in Origin if origin.is_at_own_clock] == [
        Origin.REPORT,
        Origin.ATTRIBUTES,
        Origin.REPORTED_CLOCK,
    ]


def test_the_formulas_that_are_tried_later_are_folded_in_their_order() -> None:
    table = next(each for each in load_tables() if each.profiler == "Nsight Compute")
    several = next(entry for entry in table.entries.values() if len(entry.formulas) > 2)
    sources = [formula.source for formula in several.formulas]
    row = next(
        line
        for line in list_tables()["formulas of Nsight Compute"]().splitlines()
        if f"{len(sources) - 1} more, tried in this order" in line and sources[0] in line
    )
    first, folded, rest = row.partition("<details>")
    assert folded
    assert first.count("Source: ") == 1
    assert [each.partition("</small>")[0] for each in rest.split("Source: ")[1:]] == sources[1:]
