"""Errors that are easily made in verdicts: each has a test that says it is not made."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roofline_report.domain.hardware import MemoryLevel
from roofline_report.report.rooflines import Roof, VerdictKind
from tests.checklist.reports import (
    GLOBAL_LOADS,
    GLOBAL_STORES,
    SHARED_LOADS,
    SHARED_STORES,
    TIME,
    Cells,
    counts,
    instructions,
    kernel_of,
    level,
    long_table,
    page_of,
    run_of,
    told,
    uses,
    warnings,
)

if TYPE_CHECKING:
    from pathlib import Path

    from roofline_report.report.model import KernelReport
    from roofline_report.report.rooflines import Verdict

# 10 GB/s of each level and 1 G warp instructions per second: a use is bytes / 100 in 100 ns.
ROOFS = "device: A card of ours\nceilings:\n" + "".join(
    f"  - {{roof: {roof}, value: {value}, source: a test}}\n"
    for roof, value in {
        "dram": "10 GB/s",
        "l2": "10 GB/s",
        "shared": "10 GB/s",
        "l1": "10 GB/s",
        "warp_instruction": "1 warp GIPS",
    }.items()
)
NANOSECONDS: Cells = {TIME: ("ns", "100.0")}
WARPS, THREADS = "smsp__inst_executed.sum", "smsp__thread_inst_executed.sum"
L2, DRAM = "lts__t_sectors.sum", "dram__sectors_read.sum"


def text_of(*, dram: float | None = None, shared: float = 0, **values: float) -> str:
    """Return a file of one launch; dram, l2 and l1 in sectors, shared in wavefronts."""
    names = {"l2": L2, "l1": GLOBAL_LOADS, "warps": WARPS, "threads": THREADS}
    found: dict[str, float] = {names[name]: number for name, number in values.items()}
    if dram is not None:
        found |= {DRAM: dram, "dram__sectors_write.sum": 0}
    if "l1" in values or shared:
        found |= {GLOBAL_STORES: 0, SHARED_LOADS: shared, SHARED_STORES: 0}
        found.setdefault(GLOBAL_LOADS, 0)
    return long_table(NANOSECONDS | counts(found))


def kernel_with(root: Path, *, run_file: str = ROOFS, **values: float) -> KernelReport:
    return kernel_of(root, text_of(**values), run_file=run_file)


def named(verdict: Verdict) -> list[Roof]:
    return [use.roof for use in verdict.named]


def test_the_use_of_the_issue_roof_from_thread_instructions_is_a_lower_bound(tmp_path: Path) -> None:
    threads = kernel_with(tmp_path / "threads", threads=1600)
    use = uses(instructions(threads))["issue"]
    # 50 warps of 32 active lanes at least; of lanes that were not active nothing is known.
    assert use.utilisation == pytest.approx(0.5, rel=1e-12)
    assert use.lower_bound
    assert "or more" in page_of(tmp_path / "page", text_of(threads=1600), run_file=ROOFS)
    both = uses(instructions(kernel_with(tmp_path / "both", threads=1600, warps=90)))["issue"]
    assert both.utilisation == pytest.approx(0.9, rel=1e-12)
    assert not both.lower_bound


def test_the_bound_is_the_roof_that_is_used_most_and_not_the_side_of_a_ridge(tmp_path: Path) -> None:
    # 0.4 instructions per DRAM transaction, far left of the ridge at 3.2; L2 is nearer all the same.
    kernel = kernel_with(tmp_path, dram=16, l2=28, warps=6)
    assert level(kernel, MemoryLevel.DRAM).intensity == pytest.approx(6 / 16, rel=1e-12)
    assert {name: round(use.utilisation, 3) for name, use in uses(instructions(kernel)).items()} == {
        "dram": 0.512,
        "l2": 0.896,
        "issue": 0.06,
    }
    assert (kernel.verdict.kind, named(kernel.verdict)) == (VerdictKind.LIMITED, [Roof.L2])
    assert kernel.verdict.headroom == pytest.approx(1 / 0.896, rel=1e-12)


def test_a_kernel_near_to_several_roofs_has_one_label_with_all_of_them(tmp_path: Path) -> None:
    kernel = kernel_with(tmp_path, l1=25, l2=27, dram=26, warps=85)
    assert kernel.verdict.kind is VerdictKind.LIMITED
    # L2 86.4 %, issue 85, DRAM 83.2, L1 80: all within a tenth, in a fixed order.
    assert named(kernel.verdict) == [Roof.DRAM, Roof.L2, Roof.L1, Roof.ISSUE]
    assert [use.roof for use in kernel.verdict.uses] == [Roof.L2, Roof.ISSUE, Roof.DRAM, Roof.L1]


@pytest.mark.parametrize("wavefronts", [4, 5, 7, 20])
def test_roofs_that_are_used_equally_are_named_in_a_fixed_order(tmp_path: Path, wavefronts: int) -> None:
    verdict = kernel_with(tmp_path, shared=wavefronts).verdict
    kinds = {4: VerdictKind.LATENCY, 5: VerdictKind.NEAR, 7: VerdictKind.LIMITED, 20: VerdictKind.DATA_WARNING}
    assert verdict.kind is kinds[wavefronts]
    # Traffic to shared memory alone uses L1 as much.
    assert [use.roof for use in verdict.uses] == [Roof.SHARED, Roof.L1]
    assert verdict.uses[0].utilisation == verdict.uses[1].utilisation
    assert named(verdict) == ([Roof.SHARED] if wavefronts == 4 else [Roof.SHARED, Roof.L1])


def test_a_roof_without_traffic_takes_no_part(tmp_path: Path) -> None:
    kernel = kernel_with(tmp_path, l1=25, dram=0, warps=10)
    assert set(uses(instructions(kernel))) == {"l1", "issue"}
    # There is nothing to place on a logarithmic axis, and nothing that was not measured is zero.
    assert level(kernel, MemoryLevel.DRAM).intensity is None
    assert level(kernel, MemoryLevel.L2).traffic is None


def test_a_roof_without_a_ceiling_takes_no_part(tmp_path: Path) -> None:
    without = "".join(line for line in ROOFS.splitlines(keepends=True) if "roof: l2" not in line)
    kernel = kernel_with(tmp_path, run_file=without, l2=31, dram=10, warps=10)
    assert set(uses(instructions(kernel))) == {"dram", "issue"}
    assert (kernel.verdict.kind, named(kernel.verdict)) == (VerdictKind.LATENCY, [Roof.DRAM])
    assert level(kernel, MemoryLevel.L2).is_drawable


def test_intensities_in_reverse_order_are_explained_and_no_error(tmp_path: Path) -> None:
    # As in kernel_A of the A100: L2 moves 1.15 times as many sectors as L1.
    run = run_of(tmp_path, {"a.csv": text_of(l1=20, l2=23, dram=5, warps=40)}, run_file=ROOFS)
    (kernel,) = run.kernels
    assert instructions(kernel).inner_above_outer == ((MemoryLevel.L1, MemoryLevel.L2),)
    assert kernel.verdict.kind is VerdictKind.NEAR
    assert "intensit" not in told(run)
    assert warnings(run) == ""


def test_intensities_that_differ_by_less_than_5_percent_need_no_explanation(tmp_path: Path) -> None:
    # As in the transpose of the V100S, with 3.3 %.
    kernel = kernel_with(tmp_path, l1=1000, l2=1033, dram=5, warps=40)
    assert instructions(kernel).inner_above_outer == ()
