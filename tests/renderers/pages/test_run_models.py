"""A run page with several models: a chart, a table and ceilings of each, and which comes first."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from roofline_report.domain.conventions import AtomicsCount, Conventions, HalfCount
from roofline_report.domain.quantity import Quantity
from roofline_report.report.options import RunOptions
from tests.renderers.pages.made_runs import (
    COPY,
    MANY,
    OLD,
    SOLVE,
    SOLVE_FLOP,
    SOLVE_INSTRUCTIONS,
    SOLVE_TRAFFIC,
    captions_in,
    charts_in,
    flop,
    instructions,
    made,
    measured,
    models_in,
    plain,
    run_of,
    run_page,
    tables_in,
    traffic,
    whole,
)

if TYPE_CHECKING:
    from roofline_report.domain.profile import Kernel

NBSP = "\N{NO-BREAK SPACE}"
ORDER = ["instructions", "flop", "fp64", "fp32"]
TITLES = ["Instructions", "FLOP in all precisions", "FP64", "FP32"]
PARTS = ("chart-roofline", "kernels", "provenance")
PAGE = run_page(MANY)


@pytest.mark.parametrize("part", PARTS)
def test_every_part_is_there_once_for_each_model_with_its_title(part: str) -> None:
    assert models_in(PAGE.fragments[part]) == ORDER
    titles = re.findall(r'<p class="roofline-model-title">([^<]+)</p>', PAGE.fragments[part])
    assert titles == TITLES


def test_the_switch_offers_every_model_and_is_hidden_until_it_works() -> None:
    html = PAGE.fragments["chart-roofline"]
    assert re.findall(r'<button type="button" data-roofline-model="(\w+)" aria-pressed="(\w+)">([^<]+)<', html) == [
        (model, "false" if position else "true", title)
        for position, (model, title) in enumerate(zip(ORDER, TITLES, strict=True))
    ]
    assert '<div class="roofline-controls" hidden>' in html
    assert "roofline-find" not in html  # three kernels are seen at a glance
    assert "roofline-controls" not in PAGE.fragments["kernels"]


def test_each_chart_belongs_to_the_table_of_its_own_model() -> None:
    linked = re.findall(r'id="(roofline-run[-\d]*)".*?data-roofline-table="([^"]+)"', PAGE.fragments["chart-roofline"])
    assert linked == [
        ("roofline-run", "roofline-kernels"),
        ("roofline-run-2", "roofline-kernels-2"),
        ("roofline-run-3", "roofline-kernels-3"),
        ("roofline-run-4", "roofline-kernels-4"),
    ]
    assert list(tables_in(PAGE.fragments["kernels"])) == [table for _, table in linked]


def test_ids_are_unique_on_the_page() -> None:
    ids = re.findall(r' id="([^"]+)"', whole(PAGE))
    assert len(ids) > 12
    assert len(set(ids)) == len(ids)


def test_dots_are_linked_to_the_rows_of_their_kernels() -> None:
    sections = re.split(r'<div class="roofline-model"', PAGE.fragments["kernels"])[1:]
    for chart, section in zip(charts_in(PAGE.fragments["chart-roofline"]), sections, strict=True):
        rows = dict(re.findall(r'<tr data-kernel="(\w+)".*?<code>([^<]+)</code>', section))
        assert rows == {"solve": "solve", "copy": "copy", "old": "old"}
        kernels = chart["kernels"]
        assert kernels["slug"]
        assert all(rows[slug] == name for slug, name in zip(kernels["slug"], kernels["name"], strict=True))


@pytest.mark.parametrize("operations", [{}, flop(fp64=0, fp32=0)], ids=["not counted", "none"])
def test_one_model_alone_has_no_frame(operations: dict[Quantity, float]) -> None:
    page = run_page(run_of(made("solve", 6, SOLVE_TRAFFIC | operations | SOLVE_INSTRUCTIONS)))
    assert "roofline-model" not in whole(page)
    assert list(tables_in(page.fragments["kernels"])) == ["roofline-kernels"]


SHORT_OLD = made("old", 5.9, traffic(l1=400, l2=200, dram=100) | instructions(threads=20, issued=25))
LONG_OLD = made("old", 6.1, traffic(l1=400, l2=200, dram=100) | instructions(threads=20, issued=25))
ONLY_FLOP = made("solve", 6, SOLVE_TRAFFIC | SOLVE_FLOP)


@pytest.mark.parametrize(
    ("kernels", "first"),
    [
        ((SOLVE,), "flop"),  # both cover all of it: a tie
        ((ONLY_FLOP, SHORT_OLD), "flop"),
        ((ONLY_FLOP, LONG_OLD), "instructions"),
        ((SOLVE, OLD), "instructions"),  # 7 ms to 6
    ],
    ids=["tie", "more time in operations", "more time in instructions", "all in instructions"],
)
def test_a_run_starts_with_the_model_that_covers_most_gpu_time(kernels: tuple[Kernel, ...], first: str) -> None:
    page = run_page(run_of(*kernels))
    for part in PARTS:
        assert models_in(page.fragments[part])[0] == first
    others = models_in(page.fragments["kernels"])[1:]
    assert others == [model for model in ("flop", "instructions", "fp64", "fp32") if model != first]


def test_units_stand_in_headings_and_on_axes() -> None:
    headings = {
        model: (table.columns[4], chart["x"][0], chart["y"][0])
        for model, table, chart in zip(
            ORDER,
            tables_in(PAGE.fragments["kernels"]).values(),
            charts_in(PAGE.fragments["chart-roofline"]),
            strict=True,
        )
    }
    assert headings == {
        "instructions": (
            "Achieved warp GIPS",
            "Instruction intensity [warp instructions / 32-byte transaction]",
            "Performance [warp GIPS]",
        ),
        "flop": ("Achieved GFLOP/s", "Arithmetic intensity [FLOP/byte]", "Performance [GFLOP/s]"),
        "fp64": ("Achieved GFLOP/s", "Arithmetic intensity [FP64 FLOP/byte]", "Performance [FP64 GFLOP/s]"),
        "fp32": ("Achieved GFLOP/s", "Arithmetic intensity [FP32 FLOP/byte]", "Performance [FP32 GFLOP/s]"),
    }


def test_dots_stand_and_tell_in_the_units_of_their_model() -> None:
    instruction, operation = charts_in(PAGE.fragments["chart-roofline"])[:2]
    of_solve = {"intensity": 2, "achieved": 2, "attainable": 2, "share": 2}
    assert {key: instruction["points"][key][at].replace(NBSP, " ") for key, at in of_solve.items()} == {
        "intensity": "4.10 warp instructions/transaction",  # 64 / (500 / 32)
        "achieved": "64.0 warp GIPS",
        "attainable": "128.0 warp GIPS",
        "share": "50.0 %",
    }
    assert {key: operation["points"][key][at].replace(NBSP, " ") for key, at in of_solve.items()} == {
        "intensity": "4.00 FLOP/byte",
        "achieved": "2.00 TFLOP/s",
        "attainable": "4.00 TFLOP/s",
        "share": "50.0 %",
    }
    assert (operation["points"]["x"], operation["points"]["y"]) == ([1, 2, 4], [2000, 2000, 2000])


def test_roofs_are_named_in_the_units_of_their_model() -> None:
    instruction, operation, fp64, _ = charts_in(PAGE.fragments["chart-roofline"])
    labels = [
        [label.replace(NBSP, " ") for label in chart["roofs"]["label"]] for chart in (instruction, operation, fp64)
    ]
    assert labels == [
        ["L1 312.5 GTXN/s", "L2 125.0 GTXN/s", "HBM9 31.2 GTXN/s", "Instruction issue 400.0 warp GIPS"],
        ["L1 10.0 TB/s", "L2 4.00 TB/s", "HBM9 1.00 TB/s", "FP64 peak 5.00 TFLOP/s", "FP32 peak 10.0 TFLOP/s"],
        ["L1 10.0 TB/s", "L2 4.00 TB/s", "HBM9 1.00 TB/s", "FP64 peak 5.00 TFLOP/s"],
    ]
    hovers = [hover.replace(NBSP, " ") for hover in operation["roofs"]["hover"]]
    assert hovers[2:4] == [
        "HBM9 1.00 TB/s, datasheet: a sheet",
        "FP64 peak 5.00 TFLOP/s, datasheet at boost clock: a sheet",
    ]


def test_flat_roofs_begin_where_the_fastest_memory_reaches_them() -> None:
    roofs = charts_in(PAGE.fragments["chart-roofline"])[1]["roofs"]
    # 5000 and 10000 GFLOP/s over the 10 TB/s of L1.
    assert (roofs["x0"][3:], roofs["y0"][3:]) == ([0.5, 1], [5000, 10000])
    # Memory goes on to the highest of them: 10000 GFLOP/s over 10, 4 and 1 TB/s.
    assert (roofs["x1"][:3], roofs["y1"][:3]) == ([1, 2.5, 10], [10000, 10000, 10000])


def test_a_kernel_without_operations_is_named_below_the_charts_of_operations() -> None:
    captions = captions_in(PAGE.fragments["chart-roofline"])
    rest = " but under Instructions; 1 kernel is not drawn, for want of time, counted operations or traffic."
    assert [name in caption for caption, name in zip(captions, ["copy"] * 4, strict=True)] == [False, True, True, True]
    assert f"copy does no floating-point operation and cannot be drawn here{rest}" in captions[1]
    assert f"copy does no FP64 operation and cannot be drawn here{rest}" in captions[2]
    assert f"copy does no FP32 operation and cannot be drawn here{rest}" in captions[3]


def test_many_kernels_without_operations_are_named_in_part() -> None:
    nothing = flop(fp64=0, fp32=0) | {Quantity.FP16_FLOP: 0.0, Quantity.TENSOR_ACTIVITY: 0.0}
    idle = [made(f"idle_{n}", 1, traffic(l1=9, l2=9, dram=9) | nothing) for n in range(7)]
    (caption, *_) = captions_in(run_page(run_of(SOLVE, *idle)).fragments["chart-roofline"])
    assert (
        "idle_0, idle_1, idle_2, idle_3, idle_4 and 2 more do no floating-point operation and cannot be drawn here."
    ) in caption


def test_a_kernel_without_operations_keeps_its_verdict_on_memory() -> None:
    by_instructions, by_operations, *_ = tables_in(PAGE.fragments["kernels"]).values()
    assert by_instructions.rows == [
        ["solve", "60.0", "50.0", "Latency or occupancy nearest HBM9", "64.0", "128.0 2.0x", "6.00 x 1"],
        ["copy", "30.0", "85.0", "Limited by HBM9", "10.0", "11.8 1.2x", "3.00 x 1"],
        ["old", "10.0", "10.0", "Latency or occupancy nearest HBM9", "20.0", "200.0 10.0x", "1.00 x 1"],
    ]
    assert by_operations.rows == [
        ["solve", "60.0", "50.0", "Latency or occupancy nearest HBM9", "2,000", "4,000 2.0x", "6.00 x 1"],
        ["copy", "30.0", "85.0", "Limited by HBM9", "0 0 FLOP", "\N{EN DASH} 1.2x", "3.00 x 1"],
        [
            "old",
            "10.0",
            "10.0",
            "Latency or occupancy nearest HBM9",
            "\N{EN DASH} not counted",
            "\N{EN DASH} 10.0x",
            "1.00 x 1",
        ],
    ]
    # Sorted by what is achieved, a kernel that does nothing is the last of those that were counted.
    assert [by_operations.values[row][4] for row in range(3)] == ["2000", "0", ""]


def test_operations_that_nobody_counted_are_not_called_none() -> None:
    tensor = made(
        "gemm",
        1,
        traffic(l1=400, l2=200, dram=100) | flop(fp64=0, fp32=0),
        more={Quantity.TENSOR_ACTIVITY: measured(1e6)},
    )
    page = run_page(run_of(SOLVE, tensor))
    (caption, *_) = captions_in(page.fragments["chart-roofline"])
    assert "gemm" not in caption
    assert "1 kernel is not drawn, for want of time, counted operations or traffic." in caption
    all_kinds, _, of_fp64, _ = tables_in(page.fragments["kernels"]).values()
    assert all_kinds.text("gemm", "Achieved") == "\N{EN DASH} not counted"
    assert all_kinds.text("gemm", "Limit") == "Latency or occupancy nearest HBM9"
    # That it does none in FP64 is known, and no roof of FP64 holds it.
    assert (of_fp64.text("gemm", "Use"), of_fp64.text("gemm", "Achieved")) == ("\N{EN DASH}", "0 0 FLOP")


def test_what_may_be_more_is_called_at_least() -> None:
    partly = made("partly", 6, SOLVE_TRAFFIC | SOLVE_FLOP, more={Quantity.TENSOR_ACTIVITY: measured(1e6)})
    page = run_page(run_of(partly))
    table = tables_in(page.fragments["kernels"])["roofline-kernels"]
    assert table.text("partly", "Achieved") == "≥ 2,000"
    # Twice as fast at HBM9, unless what was not counted is slow.
    assert table.text("partly", "Attainable") == "≈ 4,000 ≤ 2.0x"
    assert table.text("partly", "Use") == "50.0"
    chart = charts_in(page.fragments["chart-roofline"])[0]
    assert {text.replace(NBSP, " ") for text in chart["points"]["achieved"]} == {"≥ 2.00 TFLOP/s"}
    # FP64 operations are all counted.
    assert tables_in(page.fragments["kernels"])["roofline-kernels-2"].text("partly", "Achieved") == "1,000"


def test_headroom_to_a_peak_of_operations_that_may_be_more_is_at_most() -> None:
    # 7 of 10 TFLOP/s, and HBM9 at 50 %.
    partly = made("gemm", 6, SOLVE_TRAFFIC | flop(fp64=0, fp32=7_000), more={Quantity.TENSOR_ACTIVITY: measured(1e6)})
    table = tables_in(run_page(run_of(partly)).fragments["kernels"])["roofline-kernels"]
    assert table.rows == [
        ["gemm", "100", "≥ 70.0", "Near FP32 peak", "≥ 7,000", "≈ 10,000 ≤ 1.4x", "6.00 x 1"],
    ]


def test_every_ceiling_is_listed_with_unit_ridge_and_origin() -> None:
    tables = tables_in(PAGE.fragments["provenance"])
    assert list(tables)[:4] == [f"roofline-ceilings{end}" for end in ("", "-2", "-3", "-4")]
    assert tables["roofline-ceilings"].columns[2:4] == ["In the chart of instructions", "Ridge inst/transaction"]
    # In bytes they are in the chart what they are.
    assert tables["roofline-ceilings-2"].columns[1:3] == ["Value", "Ridge FLOP/byte"]
    assert "a ridge is that with the highest peak" in plain(PAGE.fragments["provenance"])
    assert tables["roofline-ceilings"].rows == [
        ["L1", "10.0 TB/s", "312.5 GTXN/s", "1.28", "datasheet at boost clock", "round.yaml"],
        ["L2", "4.00 TB/s", "125.0 GTXN/s", "3.20", "datasheet at boost clock", "round.yaml"],
        ["HBM9", "1.00 TB/s", "31.2 GTXN/s", "12.8", "datasheet", "round.yaml"],
        ["Instruction issue", "400.0 warp GIPS", "400.0 warp GIPS", "", "datasheet at boost clock", "round.yaml"],
    ]
    assert tables["roofline-ceilings-2"].rows == [
        ["L1", "10.0 TB/s", "1.00", "datasheet at boost clock", "round.yaml"],
        ["L2", "4.00 TB/s", "2.50", "datasheet at boost clock", "round.yaml"],
        ["HBM9", "1.00 TB/s", "10.0", "datasheet", "round.yaml"],
        ["FP64 peak", "5.00 TFLOP/s", "", "datasheet at boost clock", "round.yaml"],
        ["FP32 peak", "10.0 TFLOP/s", "", "datasheet at boost clock", "round.yaml"],
    ]


PACKED = "An FMA counts as two operations, a thread instruction of FP16 as two operations, because these work on pairs."
SCALAR = "An FMA counts as two operations, a thread instruction of FP16 as one operation."
ONCE = (
    "A transaction is 32 bytes. A shared-memory wavefront counts as 4 of them at L1, an L2 atomic or reduction once "
    "where the metrics allow it."
)
TWICE = (
    "A transaction is 32 bytes. A shared-memory wavefront counts as 1 of them at L1, an L2 atomic or reduction twice, "
    "as nvprof counts it."
)


@pytest.mark.parametrize(
    ("conventions", "told", "not_told"),
    [
        (Conventions(), (ONCE, PACKED), (TWICE, SCALAR)),
        (
            Conventions(shared_weight=1.0, l2_atomics=AtomicsCount.TWICE, fp16=HalfCount.SCALAR),
            (TWICE, SCALAR),
            (ONCE, PACKED),
        ),
    ],
)
def test_conventions_stand_below_the_charts_that_they_concern(
    conventions: Conventions, told: tuple[str, str], not_told: tuple[str, str]
) -> None:
    half = made("half", 1, SOLVE_TRAFFIC | {Quantity.FP16_FLOP: 100, Quantity.FP16_FLOP_SCALAR: 50})
    run = run_of(SOLVE, COPY, OLD, half, options=RunOptions(title="A made run", conventions=conventions))
    of_instructions, *of_operations = captions_in(run_page(run).fragments["chart-roofline"])
    assert told[0] in of_instructions
    assert told[1] not in of_instructions
    # FLOP, FP64, FP32, FP16: what is said of FP16 is said where there is any.
    assert [told[1] in caption for caption in of_operations] == [True, False, False, True]
    assert all("An FMA counts as two operations" in caption for caption in of_operations)
    assert not any(told[0] in caption for caption in of_operations)
    assert not any(sentence in caption for caption in (of_instructions, *of_operations) for sentence in not_told)


def test_the_source_of_each_ceiling_is_told_once_for_all_models() -> None:
    provenance = PAGE.fragments["provenance"]
    assert len(tables_in(provenance)) == 4
    (sources,) = re.findall(r'<details class="roofline-sources">(.*?)</details>', provenance, re.DOTALL)
    names = [plain(text) for text in re.findall(r"<dt>(.*?)</dt>", sources)]
    assert names == [
        "L1, datasheet at boost clock",
        "L2, datasheet at boost clock",
        "HBM9, datasheet",
        "Instruction issue, datasheet at boost clock",
        "FP64 peak, datasheet at boost clock",
        "FP32 peak, datasheet at boost clock",
    ]


def test_a_table_names_its_model_where_there_are_several() -> None:
    captions = re.findall(r"<caption.*?</caption>", PAGE.fragments["kernels"])
    assert [plain(caption).strip() for caption in captions] == [
        f"{name}: kernels , most GPU time first" for name in TITLES
    ]
    alone = run_page(run_of(OLD)).fragments["kernels"]
    assert "Kernels , most GPU time first" in plain(alone)


def test_wider_axes_are_told_with_what_was_counted() -> None:
    far = made("far", 6, traffic(l1=1e-6, l2=1e-6, dram=1e-6) | flop(fp64=1_000, fp32=0))
    (caption, *_) = captions_in(run_page(run_of(far)).fragments["chart-roofline"])
    shown, folded, notes = caption.partition("How this was counted")
    assert folded
    assert "The axes are wider than the device's own frame" in notes
    assert "The axes" not in shown
