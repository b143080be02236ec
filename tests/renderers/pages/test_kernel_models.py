"""A kernel page with several models: its own roofs in each, the peak of its mix, names of what was counted."""

from __future__ import annotations

import dataclasses
import re
from typing import TYPE_CHECKING

import pytest

from roofline_report.domain.hardware import (
    BandwidthCeiling,
    MemoryLevel,
)
from roofline_report.domain.quantity import Quantity
from roofline_report.report.options import RunOptions
from tests.renderers.pages.made_runs import (
    COPY,
    MANY,
    OLD,
    PARTLY,
    ROUND,
    SOLVE,
    SOLVE_FLOP,
    SOLVE_TRAFFIC,
    captions_in,
    ceiling,
    charts_in,
    facts_in,
    flop,
    kernel_page,
    made,
    measured,
    models_in,
    plain,
    run_of,
    tables_in,
    whole,
)

if TYPE_CHECKING:
    from roofline_report.renderers.page import Page

NBSP = "\N{NO-BREAK SPACE}"
NONE = "\N{EN DASH}"
PAGE = kernel_page(MANY)
HBM9_NEAREST = "Limited by latency or occupancy: the nearest roof is HBM9 at 50.0 %; headroom 2.0x."


@pytest.mark.parametrize("part", ["chart", "levels"])
def test_chart_and_roofs_are_there_once_for_each_model(part: str) -> None:
    assert models_in(PAGE.fragments[part]) == ["instructions", "flop", "fp64", "fp32"]


def test_each_chart_belongs_to_the_table_of_its_own_model() -> None:
    linked = re.findall(r'id="(roofline-kernel[-\d]*)".*?data-roofline-table="([^"]+)"', PAGE.fragments["chart"])
    assert linked == [(f"roofline-kernel{end}", f"roofline-levels{end}") for end in ("", "-2", "-3", "-4")]
    tables = tables_in(PAGE.fragments["levels"])
    assert list(tables) == [table for _, table in linked]
    for chart, section in zip(
        charts_in(PAGE.fragments["chart"]), PAGE.fragments["levels"].split('class="roofline-model"')[1:], strict=True
    ):
        # Shared memory has a row and no dot.
        rows = dict(re.findall(r'<tr data-level="(\w+)">.*?</span>(\w+)', section))
        names = {key: name for key, name, _ in (chart["levels"][at] for at in chart["points"]["level"])}
        assert rows == names == {"l1": "L1", "l2": "L2", "dram": "HBM9"}


def test_ids_are_unique_on_the_page() -> None:
    ids = re.findall(r' id="([^"]+)"', whole(PAGE))
    assert len(ids) > 12
    assert len(set(ids)) == len(ids)


def test_the_verdict_above_is_that_of_the_leading_model_and_the_others_have_theirs() -> None:
    assert f"{HBM9_NEAREST} It achieves 64.0 warp GIPS of 128.0 warp GIPS attainable and takes 60.0 %" in plain(
        PAGE.markdown
    )
    told = [
        plain(text) for text in re.findall(r'<p class="roofline-model-verdict">(.*?)</p>', PAGE.fragments["levels"])
    ]
    assert told == [
        f"{HBM9_NEAREST} It achieves 2.00 TFLOP/s of 4.00 TFLOP/s attainable.",
        f"{HBM9_NEAREST} It achieves 1.00 TFLOP/s of 2.00 TFLOP/s attainable.",
        f"{HBM9_NEAREST} It achieves 1.00 TFLOP/s of 2.00 TFLOP/s attainable.",
    ]


def test_roofs_are_worked_out_in_the_units_of_the_model() -> None:
    tables = tables_in(PAGE.fragments["levels"])
    assert tables["roofline-levels"].columns[4:6] == ["Intensity inst/transaction", "Roof there warp GIPS"]
    # 64 warp GIPS over 62.5, 31.25 and 15.625 GTXN/s; issued are 80 of 400 warp GIPS.
    assert tables["roofline-levels"].rows == [
        # Local and atomic sectors were not collected, so there may be more traffic.
        ["L1", "≥ 20.0", "≥ 12.0 GB", "≥ 2.00 TB/s", "≤ 1.02", "≤ 320.0", "≥ 20.0"],
        ["Shared memory", NONE, "no traffic", "0 B/s", NONE, NONE, NONE],
        ["L2", "25.0", "6.00 GB", "1.00 TB/s", "2.05", "256.0", "25.0"],
        ["HBM9 nearest", "50.0", "3.00 GB", "500.0 GB/s", "4.10", "128.0", "50.0"],
        ["Instruction issue", "20.0", "", "", "", "320.0", "20.0"],
    ]
    assert tables["roofline-levels-2"].columns[4:6] == ["Intensity FLOP/byte", "Roof there GFLOP/s"]
    # 2000 GFLOP/s of 20000 / 3 at L1 and L2, where the flat roof comes first.
    assert tables["roofline-levels-2"].rows == [
        ["L1", "≥ 20.0", "≥ 12.0 GB", "≥ 2.00 TB/s", "≤ 1.00", "≤ 6,667", "≥ 30.0"],
        ["Shared memory", NONE, "no traffic", "0 B/s", NONE, NONE, NONE],
        ["L2", "25.0", "6.00 GB", "1.00 TB/s", "2.00", "6,667", "30.0"],
        ["HBM9 nearest", "50.0", "3.00 GB", "500.0 GB/s", "4.00", "4,000", "50.0"],
        ["Peak of its mix", "30.0", "", "", "", "6,667", "30.0"],
    ]
    assert tables["roofline-levels-3"].rows[-1] == ["FP64 peak", "20.0", "", "", "", "5,000", "20.0"]


def test_where_the_flat_roof_is_below_that_of_a_level_the_cell_says_so_on_hover() -> None:
    rows = re.findall(r"<tr.*?</tr>", PAGE.fragments["levels"], re.DOTALL)
    # 20000 / 3 GFLOP/s at L1, L2 and as a row of its own.
    mixed = [row for row in rows if "6,667" in row]
    assert ["flat roof, which is below" in row for row in mixed] == [True, True, False]


def test_a_mix_has_one_flat_line_of_its_own() -> None:
    _, mixed, fp64, fp32 = charts_in(PAGE.fragments["chart"])
    flat = [
        [
            label.replace(NBSP, " ")
            for label, level in zip(roofs["label"], roofs["level"], strict=True)
            if level == "compute"
        ]
        for roofs in (mixed["roofs"], fp64["roofs"], fp32["roofs"])
    ]
    assert flat == [["Peak of its mix 6.67 TFLOP/s"], ["FP64 peak 5.00 TFLOP/s"], ["FP32 peak 10.0 TFLOP/s"]]
    assert mixed["roofs"]["hover"][-1].replace(NBSP, " ") == (
        "Peak of its mix 6.67 TFLOP/s: its operations, over the time that each kind of them takes at its own peak"
    )
    # From where the 10 TB/s of L1 reach it; the 1 TB/s of HBM9 do so at 6.67 FLOP/byte.
    assert (mixed["roofs"]["x0"][-1], mixed["roofs"]["y0"][-1]) == (0.666667, 6666.67)
    assert mixed["ridge"] == [6.66667, 6666.67]
    assert mixed["roofs"]["x1"][2] == 6.66667


def test_all_charts_of_a_kernel_have_the_axes_of_its_run() -> None:
    run = charts_in(kernel_page(MANY).fragments["chart"])
    assert [(chart["x"][1:], chart["y"][1:]) for chart in run[:2]] == [
        ([0.01, 100], [1, 1000]),
        ([0.01, 100], [10, 100000]),
    ]


def test_a_kernel_without_work_in_the_leading_model_starts_with_its_own() -> None:
    only_flop = made("solve", 60, SOLVE_TRAFFIC | SOLVE_FLOP)
    run = run_of(only_flop, COPY, OLD)
    assert run.lead.model.value == "flop"
    for name in ("copy", "old"):
        page = kernel_page(run, name)
        assert "roofline-model" not in whole(page)
        (chart,) = charts_in(page.fragments["chart"])
        assert chart["y"][0] == "Performance [warp GIPS]"
        assert len(chart["points"]["x"]) == 3
    facts = facts_in(kernel_page(run, "copy"))
    assert list(facts.items())[:3] == [
        ("Operations", "0 FLOP counted"),
        ("Issued", "10.0 warp GIPS"),
        ("Achieved", "10.0 warp GIPS"),
    ]
    assert "Operations" not in facts_in(kernel_page(run, "old"))


OPEN = "Not all of its operations were counted: another roof may be nearer."


def test_operations_of_which_there_may_be_more_are_at_least_so_many() -> None:
    page = kernel_page(run_of(PARTLY), "partly")
    nearest = HBM9_NEAREST.replace("headroom", "headroom at most")
    assert f"{nearest} {OPEN} It achieves at least 2.00 TFLOP/s of about 4.00 TFLOP/s attainable" in plain(
        page.markdown
    )
    assert facts_in(page)["Achieved"] == "≥ 2.00 TFLOP/s"
    # The sign stands beside the number and not beside the unit.
    assert re.search(r"<dd>≥\s2\.00<span", page.fragments["facts"])
    levels = tables_in(page.fragments["levels"])
    # At L1 and L2 the flat roof comes first; at HBM9 more work would be under a higher roof, or under a flat one below.
    assert levels["roofline-levels"].rows == [
        ["L1", "≥ 20.0", "≥ 12.0 GB", "≥ 2.00 TB/s", "≈ 1.00", "≈ 6,667", "≥ 30.0"],
        ["Shared memory", NONE, "no traffic", "0 B/s", NONE, NONE, NONE],
        ["L2", "25.0", "6.00 GB", "1.00 TB/s", "≥ 2.00", "≈ 6,667", "≥ 30.0"],
        ["HBM9 nearest", "50.0", "3.00 GB", "500.0 GB/s", "≥ 4.00", "≈ 4,000", "≥ 50.0"],
        ["Peak of its mix", "≥ 30.0", "", "", "", "≈ 6,667", "≥ 30.0"],
    ]
    assert levels["roofline-levels-3"].rows[-1] == ["FP64 peak", "20.0", "", "", "", "5,000", "20.0"]
    assert (
        "The tensor units were active, but their operations were not counted: they are unknown, so the operations "
        "shown are a lower bound."
    ) in plain(page.fragments["remarks"])


def test_dots_and_arithmetic_of_what_may_be_more_say_so_too() -> None:
    page = kernel_page(run_of(PARTLY), "partly")
    mixed, _, fp64, _ = charts_in(page.fragments["chart"])
    shown = [
        [text.replace(NBSP, " ") for text in chart["points"][name]]
        for chart in (mixed, fp64)
        for name in ("intensity", "attainable", "share")
    ]
    assert shown == [
        ["≈ 1.00 FLOP/byte", "≥ 2.00 FLOP/byte", "≥ 4.00 FLOP/byte"],
        ["≈ 6.67 TFLOP/s", "≈ 6.67 TFLOP/s", "≈ 4.00 TFLOP/s"],
        ["≥ 30.0 %", "≥ 30.0 %", "≥ 50.0 %"],
        # All of FP64 was counted.
        ["≤ 0.500 FLOP/byte", "1.00 FLOP/byte", "2.00 FLOP/byte"],
        ["≤ 5.00 TFLOP/s", "4.00 TFLOP/s", "2.00 TFLOP/s"],
        ["≥ 20.0 %", "25.0 %", "50.0 %"],
    ]
    rows = tables_in(page.fragments["arithmetic"])["roofline-arithmetic"].rows
    assert [(row[0], row[2]) for row in rows[:8]] == [
        ("FP64 operations", "6,000,000,000"),
        ("FP32 operations", "6,000,000,000"),
        ("All operations", "≥ 12,000,000,000"),
        ("Performance", "≥ 2,000"),
        ("Peak of its mix", "≈ 6,666.67"),
        ("Intensity at L1", "≈ 1"),
        ("Intensity at L2", "≥ 2"),
        ("Intensity at HBM9", "≥ 4"),
    ]


def test_headroom_to_a_peak_of_what_may_be_more_is_at_most_so_much() -> None:
    gemm = made("gemm", 6, SOLVE_TRAFFIC | flop(fp64=0, fp32=7_000), more={Quantity.TENSOR_ACTIVITY: measured(1e6)})
    page = kernel_page(run_of(gemm), "gemm")
    assert (
        "Near FP32 peak at 70.0 % or more; headroom at most 1.4x to the FP32 peak roof. "
        "It achieves at least 7.00 TFLOP/s of about 10.0 TFLOP/s attainable"
    ) in plain(page.markdown)
    assert facts_in(page)["Headroom"] == "≤ 1.4x"
    assert re.search(r"<dd>≤\s1\.4x</dd>", page.fragments["facts"])


BYTES = {
    Quantity.L1_TAG_BYTES: 2_000.0,
    Quantity.L1_RETURNED_BYTES: 1_500.0,
    Quantity.L2_RETURNED_BYTES: 800.0,
    Quantity.DRAM_SECTORS: 500 / 32,
}


@pytest.mark.parametrize(
    ("left_out", "name", "sentence"),
    [
        (
            (),
            "L1 (tag stage)",
            "L1 (tag stage): global, local and texture memory as the tag stage looks it up, no shared memory.",
        ),
        (
            (Quantity.L1_TAG_BYTES,),
            "L1 (returned data)",
            "L1 (returned data): data that L1 returns to the multiprocessor, without stores.",
        ),
    ],
)
def test_a_level_is_called_after_what_of_it_was_counted(
    left_out: tuple[Quantity, ...], name: str, sentence: str
) -> None:
    rates = {quantity: rate for quantity, rate in BYTES.items() if quantity not in left_out}
    page = kernel_page(run_of(made("solve", 6, rates | SOLVE_FLOP)))
    table = tables_in(page.fragments["levels"])["roofline-levels"]
    assert [row[0] for row in table.rows] == [name, "Shared memory", "L2 (reads)", "HBM9 nearest", "Peak of its mix"]
    caption = captions_in(page.fragments["chart"])[0]
    assert sentence in caption
    assert "L2 (reads): data that L2 sends to the multiprocessors, without stores." in caption
    chart = charts_in(page.fragments["chart"])[0]
    assert [level[1] for level in chart["levels"]] == [name, "L2 (reads)", "HBM9"]
    arithmetic = [row[0] for row in tables_in(page.fragments["arithmetic"])["roofline-arithmetic"].rows]
    assert arithmetic[-3:] == [f"Intensity at {name}", "Intensity at L2 (reads)", "Intensity at HBM9"]


def test_roofs_of_a_kernel_are_those_at_its_own_levels() -> None:
    run = run_of(SOLVE, options=RunOptions(title="A made run", levels=(MemoryLevel.DRAM,)))
    chart = charts_in(kernel_page(run).fragments["chart"])[0]
    assert [label.replace(NBSP, " ") for label in chart["roofs"]["label"]] == [
        "HBM9 1.00 TB/s",
        "Peak of its mix 6.67 TFLOP/s",
    ]
    assert len(chart["points"]["x"]) == 1


def levels_drawn(page: Page) -> list[str]:
    (chart,) = charts_in(page.fragments["chart"])
    return [str(chart["levels"][position][0]) for position in chart["points"]["level"]]


@pytest.mark.parametrize(
    ("moved", "expected"),
    [
        # A part of L1, and far from its own roof.
        ({Quantity.SHARED_WAVEFRONTS: 40e9 * 1e-3 / 128}, ["l1", "l2", "dram"]),
        # Nearest of all.
        ({Quantity.SHARED_WAVEFRONTS: 4_000e9 * 1e-3 / 128}, ["l1", "shared", "l2", "dram"]),
    ],
)
def test_shared_memory_is_drawn_where_a_kernel_is_near_it(moved: dict[Quantity, float], expected: list[str]) -> None:
    stated = ceiling(MemoryLevel.SHARED, 5_000)
    assert isinstance(stated, BandwidthCeiling)
    others = [each for each in ROUND.bandwidth_ceilings if each.level is not MemoryLevel.SHARED]
    device = dataclasses.replace(ROUND, bandwidth_ceilings=(*others, stated))
    kernel = made("k", 1, SOLVE_TRAFFIC | {Quantity.FP64_FLOP: 100.0}, more={q: measured(v) for q, v in moved.items()})
    page = kernel_page(run_of(kernel, on=device), "k")
    assert levels_drawn(page) == expected
    assert ("Shared memory has no dot of its own" in captions_in(page.fragments["chart"])[0]) is (
        "shared" not in expected
    )


def test_a_precision_that_is_all_there_is_has_no_roofline_of_its_own() -> None:
    alone = made("k", 1, SOLVE_TRAFFIC | flop(fp64=100, fp32=0))
    both = made("k", 1, SOLVE_TRAFFIC | flop(fp64=100, fp32=1))
    assert [len(charts_in(kernel_page(run_of(each), "k").fragments["chart"])) for each in (alone, both)] == [1, 3]
