"""Verdicts in words, for every kind of verdict."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roofline_report.domain.profile import Profile
from roofline_report.domain.quantity import Quantity
from roofline_report.renderers import words
from roofline_report.report.build import build_run
from roofline_report.report.model import DeviceOrigin, RunDevice
from roofline_report.report.options import RunOptions
from tests.domain.kernels import kernel
from tests.report.test_build import V100S, run_of

if TYPE_CHECKING:
    from roofline_report.domain.hardware import Device
    from roofline_report.report.model import RunReport

NBSP = "\N{NO-BREAK SPACE}"


def run_at(share_of_dram: float, *, on: Device | None = V100S) -> RunReport:
    """Return a run of one kernel that takes 1 ms and moves a share of 1133.568 GB/s, and little else."""
    sectors = share_of_dram * 1133.568e9 * 1e-3 / 32
    return run_of(
        kernel(
            "k",
            launches=1,
            quantities={Quantity.DURATION: 1e-3, Quantity.THREAD_INSTRUCTIONS: 32e6, Quantity.DRAM_SECTORS: sectors},
        ),
        on=on,
    )


@pytest.mark.parametrize(
    ("share", "lines", "sentence", "end"),
    [
        (
            0.9,
            ("Limited by DRAM", None),
            "Limited by DRAM at 90.0 %; headroom at most 1.1x",
            "and is limited by DRAM at 90.0 %",
        ),
        (0.7, ("Near DRAM", None), "Near DRAM at 70.0 %; headroom at most 1.4x", "and is near DRAM at 70.0 %"),
        (
            0.4,
            ("Latency or occupancy", "nearest DRAM"),
            "Limited by latency or occupancy: the nearest roof is DRAM at 40.0 %; headroom at most 2.5x",
            "and is limited by latency or occupancy: the nearest roof is DRAM at 40.0 %",
        ),
        (
            1.4,
            ("Data warning", "above DRAM"),
            "Data warning instead of a verdict: DRAM at 140.0 %",
            "no verdict, because its data are in doubt: DRAM at 140.0 %",
        ),
    ],
)
def test_a_verdict_reads_the_same_in_table_and_text(
    share: float, lines: tuple[str, str | None], sentence: str, end: str
) -> None:
    run = run_at(share)
    assert words.verdict_lines(run.kernels[0].verdict, run.device) == lines
    assert sentence in words.verdict_sentence(run.kernels[0], run.device).replace(NBSP, " ")
    told = words.run_sentence(run).replace(NBSP, " ")
    assert told.startswith("1 kernel in 1.00 ms of GPU time. k takes all of it")
    assert end in told


NAMED = RunDevice(name="Some GPU", origin=DeviceOrigin.PROFILER, device=None)
UNNAMED = RunDevice(name=None, origin=DeviceOrigin.UNKNOWN, device=None)
TIME, WORK, TRAFFIC = Quantity.DURATION, Quantity.THREAD_INSTRUCTIONS, Quantity.DRAM_SECTORS


@pytest.mark.parametrize(
    ("device", "measured", "reasons"),
    [
        (UNNAMED, (TIME, WORK, TRAFFIC), "no file names the device"),
        (NAMED, (TIME, WORK, TRAFFIC), "no ceiling is known for this device"),
        (UNNAMED, (TIME, TRAFFIC), "no file names the device and no instructions were counted"),
        (UNNAMED, (TIME, WORK), "no file names the device and no traffic was measured"),
        (NAMED, (TIME,), "no ceiling is known for this device and neither instructions nor traffic were measured"),
    ],
)
def test_every_reason_for_want_of_a_verdict_is_told(
    device: RunDevice, measured: tuple[Quantity, ...], reasons: str
) -> None:
    profile = Profile(kernels=(kernel("k", quantities=dict.fromkeys(measured, 1e-3)),))
    run = build_run(profile, run_id="r", slug="r", device=device, options=RunOptions())
    assert words.run_sentence(run).endswith(f"; no verdict, because {reasons}.")
    assert words.verdict_sentence(run.kernels[0], run.device).startswith(f"No verdict: {reasons}.")


@pytest.mark.parametrize(
    ("measured", "reasons"),
    [
        ([()], "no file names the device and neither time nor instructions nor traffic were measured"),
        ([(WORK, TRAFFIC)], "no file names the device and no time was measured"),
        ([(WORK,), (TRAFFIC,)], "no file names the device and no time was measured"),
        ([(), (TRAFFIC,)], "no file names the device and no time was measured"),
    ],
)
def test_a_run_without_time_says_what_all_its_kernels_lack(measured: list[tuple[Quantity, ...]], reasons: str) -> None:
    kernels = tuple(kernel(f"k{n}", quantities=dict.fromkeys(each, 1e-3)) for n, each in enumerate(measured))
    run = build_run(Profile(kernels=kernels), run_id="r", slug="r", device=UNNAMED, options=RunOptions())
    number = "1 kernel" if len(kernels) == 1 else f"{len(kernels)} kernels"
    assert words.run_sentence(run) == f"{number}; no verdict, because {reasons}."


def test_a_roof_without_a_partner_is_told_where_nothing_else_is_missing() -> None:
    nothing_moves = kernel("k", quantities={TIME: 1e-3, WORK: 0.0, TRAFFIC: 0.0})
    assert "no roof has both traffic and a ceiling" in words.verdict_sentence(
        run_of(nothing_moves).kernels[0], run_of(nothing_moves).device
    )


def test_there_is_no_headroom_above_a_roof_that_cannot_be_exceeded() -> None:
    doubtful = run_at(1.4).kernels[0]
    assert doubtful.verdict.headroom == pytest.approx(1 / 1.4)
    assert (words.headroom(doubtful.lead), words.attainable_per_s(doubtful.lead)) == (None, None)
    sound = run_at(0.4).kernels[0]
    assert words.headroom(sound.lead) == pytest.approx(2.5)
    assert words.attainable_per_s(sound.lead) == pytest.approx(2.5e9)
