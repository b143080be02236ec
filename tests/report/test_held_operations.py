"""Operations that may be of a kind with a higher peak: their use of the roof may be lower, and no reason to doubt."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roofline_report.domain.flop_roofline import Model
from roofline_report.renderers import words
from roofline_report.renderers.quantities import NO_BREAK_SPACE
from roofline_report.report.rooflines import Roof, VerdictKind
from tests.checklist.reports import TIME, Cells, long_table, model, run_of

if TYPE_CHECKING:
    from pathlib import Path

    from roofline_report.report.model import RunReport
    from roofline_report.report.rooflines import RoofUse

OPS = "sm__ops_path_tensor_src_"
H200 = ("9.0", "device: NVIDIA H200\n")
RTX_3090 = ("8.6", "device: NVIDIA GeForce RTX 3090\n")
AT_A_GIGAHERTZ: Cells = {TIME: ("us", "10.0"), "sm__cycles_elapsed.avg.per_second": ("hz", "1,000,000,000")}


def report(root: Path, counted: dict[str, int], chip: tuple[str, str]) -> RunReport:
    cells: Cells = {f"{OPS}{name}.sum": ("", f"{value:,}") for name, value in counted.items()}
    capability, run_file = chip
    return run_of(root, {"a.csv": long_table(AT_A_GIGAHERTZ | cells, capability=capability)}, run_file=run_file)


def use_of(run: RunReport) -> RoofUse:
    verdict = model(run.kernels[0], Model.FLOP).verdict
    return next(use for use in verdict.uses if use.roof is Roof.COMPUTE)


# 132 SM x 2,048 FLOP x 1 GHz are 270.336 TFLOP/s of TF32, twice that with sparsity: 2,703,360,000 in 10 us.
SUM, DENSE, SPARSE = "tf32_dst_fp32", "tf32_dst_fp32_sparsity_off", "tf32_dst_fp32_sparsity_on"


@pytest.mark.parametrize(
    ("counted", "share", "at_least", "kind"),
    [
        ({SUM: 4_000_000_000}, 1.4796, 0.7398, VerdictKind.LIMITED),
        ({SUM: 6_000_000_000}, 2.2195, 1.1097, VerdictKind.DATA_WARNING),
        ({DENSE: 4_000_000_000}, 1.4796, None, VerdictKind.DATA_WARNING),
        # 1e9 of them take 0.37 of the time, and 3e9 sparse ones 0.555 of it.
        ({SUM: 4_000_000_000, SPARSE: 3_000_000_000}, 0.9248, None, VerdictKind.LIMITED),
        ({SUM: 4_000_000_000, SPARSE: 4_000_000_000}, 0.7398, None, VerdictKind.NEAR),
    ],
)
def test_operations_some_of_which_may_be_sparse_are_in_doubt_above_the_sparse_peak_alone(
    tmp_path: Path, counted: dict[str, int], share: float, at_least: float | None, kind: VerdictKind
) -> None:
    run = report(tmp_path, counted, H200)
    use = use_of(run)
    assert use.utilisation == pytest.approx(share, rel=1e-4)
    assert use.at_least == (None if at_least is None else pytest.approx(at_least, rel=1e-4))
    assert use.upper_bound is (at_least is not None)
    assert model(run.kernels[0], Model.FLOP).verdict.kind is kind
    assert any("more than its ceiling allows" in each.summary for each in run.problems) is (
        kind is VerdictKind.DATA_WARNING
    )


def test_a_share_that_may_be_lower_says_so(tmp_path: Path) -> None:
    run = report(tmp_path, {SUM: 4_000_000_000}, H200)
    sentence = words.model_sentence(model(run.kernels[0], Model.FLOP), run.device).replace(NO_BREAK_SPACE, " ")
    # Of all other kinds nothing is known, so that it may be more too.
    assert "TF32 tensor peak at about 148.0 %" in sentence
    assert "Above 100 %, not all that was counted can be under this roof." in sentence
    assert "at least 400.0 TFLOP/s of about 270.3 TFLOP/s attainable" in sentence


def test_sums_in_fp16_may_be_among_others_where_they_are_faster(tmp_path: Path) -> None:
    # 82 SM x 512 FLOP x 1 GHz are 41.984 TFLOP/s with sums in FP32, up to four times that with sparse sums in FP16.
    use = use_of(report(tmp_path, {"fp16": 419_840_000}, RTX_3090))
    assert use.utilisation == pytest.approx(1.0, rel=1e-3)
    assert use.at_least == pytest.approx(0.25, rel=1e-3)


def test_what_holds_nothing_else_is_as_it_is_counted(tmp_path: Path) -> None:
    use = use_of(report(tmp_path, {"fp64": 1_000_000}, H200))
    assert (use.upper_bound, use.at_least, use.certain) == (False, None, use.utilisation)
