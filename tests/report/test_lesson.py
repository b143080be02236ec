"""The made-up kernels of the lesson: each has another limit, and its numbers are round."""

from __future__ import annotations

import pytest

from roofline_report.domain.flop_roofline import Model
from roofline_report.domain.hardware import MemoryLevel
from roofline_report.report.lesson import build_lesson, get_kernel
from roofline_report.report.rooflines import Roof, VerdictKind

LESSON = build_lesson()


@pytest.mark.parametrize(
    ("name", "kind", "roof", "use", "share"),
    [
        ("copy", VerdictKind.LIMITED, Roof.DRAM, 22 / 25, 0.4),
        ("stencil", VerdictKind.NEAR, Roof.L2, 72 / 100, 0.3),
        ("hash", VerdictKind.LIMITED, Roof.ISSUE, 420 / 500, 0.2),
        ("scan", VerdictKind.LATENCY, Roof.DRAM, 2 / 25, 0.1),
    ],
)
def test_every_kernel_has_a_limit_of_its_own(
    name: str, kind: VerdictKind, roof: Roof, use: float, share: float
) -> None:
    kernel = get_kernel(LESSON.all_kernels, name)
    assert kernel.verdict.kind is kind
    assert [named.roof for named in kernel.verdict.named] == [roof]
    assert kernel.verdict.nearest is not None
    assert kernel.verdict.nearest.utilisation == pytest.approx(use)
    assert kernel.time_share == pytest.approx(share)


def test_the_dots_of_the_three_pictures() -> None:
    copy = get_kernel(LESSON.one_dot, "copy")
    assert (copy.lead.rate_per_s, copy.lead.level(MemoryLevel.DRAM).intensity) == pytest.approx((10e9, 10 / 22))
    stencil = get_kernel(LESSON.one_kernel, "stencil")
    found = [stencil.lead.level(level).intensity for level in (MemoryLevel.L1, MemoryLevel.L2, MemoryLevel.DRAM)]
    assert found == pytest.approx([90 / 225, 90 / 72, 90 / 9])
    assert len(LESSON.all_kernels.kernels) == 4
    assert [len(run.kernels) for run in (LESSON.one_dot, LESSON.one_kernel)] == [1, 1]


@pytest.mark.parametrize(
    ("name", "roofs", "use"),
    [
        ("axpy", [Roof.DRAM], 22.5 / 25),
        ("matmul", [Roof.COMPUTE], 14 / 16),
        ("mixed", [Roof.L2], 45 / 100),
    ],
)
def test_every_kernel_with_operations_has_a_limit_of_its_own(name: str, roofs: list[Roof], use: float) -> None:
    kernel = get_kernel(LESSON.operations, name)
    assert kernel.lead.model is Model.FLOP
    assert [named.roof for named in kernel.verdict.named] == roofs
    assert kernel.verdict.nearest is not None
    assert kernel.verdict.nearest.utilisation == pytest.approx(use)


def test_the_peak_of_a_mix_lies_between_those_of_its_kinds() -> None:
    peak = get_kernel(LESSON.operations, "mixed").lead.peak
    assert peak is not None
    assert peak.per_s == pytest.approx(4000e9 / (1500 / 8000 + 2500 / 16000))
    assert 8e12 < peak.per_s < 16e12


def test_the_pictures_share_their_axes() -> None:
    frames = {run.lead.roofs.frame for run in (LESSON.one_dot, LESSON.one_kernel, LESSON.all_kernels)}
    assert len(frames) == 1
    assert not frames.pop().widened
