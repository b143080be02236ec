"""What a verdict says of all that is not known beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roofline_report.domain.flop_roofline import Model
from roofline_report.renderers import words
from roofline_report.renderers.caveats import caveats
from tests.checklist.reports import (
    GLOBAL_LOADS,
    GLOBAL_STORES,
    SHARED_LOADS,
    SHARED_STORES,
    TIME,
    Cells,
    long_table,
    model,
    run_of,
)

if TYPE_CHECKING:
    from pathlib import Path

SASS = "smsp__sass_thread_inst_executed_op_"
NEARER = ": another roof may be nearer."
AT_BOOST = "The clock was not reported: below boost clock, roofs are nearer."
A100 = "device: NVIDIA A100-SXM4-40GB\n"
DRAM_ALONE = "ceilings:\n  - {roof: dram, value: 1000 GB/s, source: a test}\n"
FP32_TOO = f"{DRAM_ALONE}  - {{roof: fp32, value: 10 TFLOP/s, source: a test}}\n"
WORK: Cells = {
    TIME: ("us", "100.0"),
    **{f"{SASS}{kind}_pred_on.sum": ("inst", "10,000,000") for kind in ("fadd", "fmul", "ffma")},
}
DRAM: Cells = {"dram__bytes.sum": ("byte", "50,000,000")}
L1: Cells = dict.fromkeys((GLOBAL_LOADS, GLOBAL_STORES, SHARED_LOADS, SHARED_STORES), ("", "1,000"))
L2: Cells = {"lts__t_sectors_srcunit_tex.sum": ("sector", "1,000")}
LOADS_OF_L2: Cells = {
    "lts__cycles_elapsed.avg.per_second": ("hz", "1,000,000,000"),
    "lts__lts2xbar_cycles_active.sum": ("cycle", "1,000"),
    "lts__lts2xbar_cycles_active.sum.peak_sustained": ("cycle", "160"),
}
HIDDEN: Cells = {"sm__inst_executed_pipe_tensor.sum": ("inst", "1,000")}


def said(root: Path, cells: Cells, run_file: str, *, of: Model = Model.FP32) -> list[str]:
    run = run_of(root, {"a.csv": long_table(WORK | cells, capability="8.0")}, run_file=run_file)
    told = caveats(model(run.kernels[0], of), run.device.device)
    return [each for each in told if each != AT_BOOST]


@pytest.mark.parametrize(
    ("cells", "run_file", "expected"),
    [
        (DRAM, A100, "Traffic at L1 and L2 is not known"),
        (DRAM | L1 | L2, A100, None),
        (DRAM | L1 | L2, FP32_TOO, "No ceiling is known for L1 and L2"),
        (DRAM | L1, FP32_TOO, "Traffic at L2 is not known and no ceiling is known for L1"),
        (DRAM | L1 | L2, DRAM_ALONE, "No ceiling is known for L1 and L2 and the peak of its operations is not known"),
        (DRAM | L1 | LOADS_OF_L2, f"{A100}", "Only loads at L2 are held against a roof"),
        (DRAM | L1 | LOADS_OF_L2 | L2, f"{A100}", None),
    ],
)
def test_what_is_not_known_beside_the_nearest_roof_is_told(
    tmp_path: Path, cells: Cells, run_file: str, expected: str | None
) -> None:
    assert said(tmp_path, cells, run_file) == ([] if expected is None else [expected + NEARER])


def test_operations_that_were_not_counted_are_told_where_memory_is_nearest(tmp_path: Path) -> None:
    told = said(tmp_path / "flop", DRAM | L1 | L2 | HIDDEN, A100, of=Model.FLOP)
    assert told == ["Not all of its operations were counted" + NEARER]
    assert said(tmp_path / "fp32", DRAM | L1 | L2 | HIDDEN, A100) == []


def test_without_a_verdict_there_is_nothing_to_doubt(tmp_path: Path) -> None:
    assert said(tmp_path, DRAM, "") == []


def test_a_level_that_moves_nothing_needs_no_ceiling(tmp_path: Path) -> None:
    idle = dict.fromkeys((*L1, *L2), ("", "0"))
    assert said(tmp_path, DRAM | idle, FP32_TOO) == []


def test_loads_that_moved_nothing_say_nothing_of_stores(tmp_path: Path) -> None:
    none = {name: (unit, "0" if name.endswith("active.sum") else value) for name, (unit, value) in LOADS_OF_L2.items()}
    assert said(tmp_path, DRAM | L1 | none, A100) == ["Only loads at L2 are held against a roof" + NEARER]


def test_the_tag_stage_is_not_all_of_l1(tmp_path: Path) -> None:
    tags: Cells = {
        "l1tex__cycles_elapsed.avg.per_second": ("hz", "1,000,000,000"),
        "l1tex__t_bytes.sum": ("byte", "1,000"),
        "l1tex__t_bytes.sum.peak_sustained": ("byte/cycle", "55,296"),
    }
    assert said(tmp_path, DRAM | L2 | tags, A100) == ["Of L1 only the tag stage is held against a roof" + NEARER]


@pytest.mark.parametrize(("sectors", "told"), [("30,000,000", True), ("3,000,000", False)])
def test_a_lower_bound_near_the_nearest_roof_is_told(tmp_path: Path, sectors: str, *, told: bool) -> None:
    # 100 MB in 100 us are 64 % of HBM2; 30 million sectors are 49 % of L1, 3 million 5 %.
    loads = L1 | {GLOBAL_LOADS: ("", sectors)}
    more = DRAM | {"dram__bytes.sum": ("byte", "100,000,000")}
    found = said(tmp_path, more | L2 | loads, A100)
    assert found == (["The use of L1 is a lower bound" + NEARER] if told else [])


def test_threads_alone_leave_the_issue_roof_open(tmp_path: Path) -> None:
    threads: Cells = {"smsp__thread_inst_executed.sum": ("inst", "1,000,000")}
    told = said(tmp_path, DRAM | L1 | L2 | threads, A100, of=Model.INSTRUCTIONS)
    assert told == ["The use of instruction issue is a lower bound" + NEARER]


def sentence(root: Path, cells: Cells) -> str:
    run = run_of(root, {"a.csv": long_table(WORK | L1 | cells, capability="8.0")}, run_file=A100)
    return words.model_sentence(model(run.kernels[0], Model.FP32), run.device).replace("\N{NO-BREAK SPACE}", " ")


# Of 7.2 TB/s 216.6 MB in 100 us are 30 %, and the multiprocessors may have asked for no more than 20 %: a third of the
# look-ups may be between the partitions.
@pytest.mark.parametrize(("dram", "told"), [("34,210,000", ", or else HBM2 at 22.0 %;"), ("27,990,000", ";")])
def test_a_roof_that_is_nearer_if_the_nearest_was_counted_too_high_is_named(
    tmp_path: Path, dram: str, told: str
) -> None:
    cells: Cells = {"lts__t_sectors.sum": ("sector", "6,768,000"), "dram__bytes.sum": ("byte", dram)}
    assert f"the nearest roof is L2 at 30.0 % or less{told}" in sentence(tmp_path, cells)
    exact: Cells = {"lts__t_sectors_srcunit_tex.sum": ("sector", "6,768,000"), "dram__bytes.sum": ("byte", dram)}
    assert "the nearest roof is L2 at 30.0 %;" in sentence(tmp_path / "exact", exact)


def test_near_a_roof_that_was_counted_too_high_another_may_be_nearer(tmp_path: Path) -> None:
    cells: Cells = {"lts__t_sectors.sum": ("sector", "15,792,000"), "dram__bytes.sum": ("byte", "77,750,000")}
    told = sentence(tmp_path, cells)
    assert told.startswith("Near L2 at 70.0 % or less;")
    assert "The use of L2 may be lower: HBM2 at 50.0 % may be nearer." in told
