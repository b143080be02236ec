"""The report of a run: utilisations, verdicts and ceilings against published and hand-computed values."""

from __future__ import annotations

import dataclasses

import pytest

from roofline_report.devices.ceilings import with_ceilings
from roofline_report.domain.conventions import AtomicsCount, Conventions
from roofline_report.domain.hardware import BandwidthCeiling, ComputeCeiling, Device, MemoryLevel, Operation, Origin
from roofline_report.domain.problem import Severity
from roofline_report.domain.profile import Kernel, Profile, SourceFile
from roofline_report.domain.quantity import Quantity
from roofline_report.report.build import build_run
from roofline_report.report.model import DeviceOrigin, RunDevice, RunReport
from roofline_report.report.options import KernelOptions, RunOptions
from roofline_report.report.rooflines import Obstacle, Roof, VerdictKind
from tests.domain.kernels import KERNEL_A, KERNEL_B, TRANSPOSE, kernel


def bandwidth(level: MemoryLevel, gb_per_s: float, origin: Origin = Origin.BOOST_CLOCK) -> BandwidthCeiling:
    return BandwidthCeiling(
        level=level, bytes_per_s=gb_per_s * 1e9, origin=origin, source="a test", given_in="test.yaml"
    )


def device(*, peak: float, l1: float, l2: float, dram: float) -> Device:
    return Device(
        name="a device",
        vendor="v",
        architecture="a",
        given_in="test.yaml",
        bandwidth_ceilings=(
            bandwidth(MemoryLevel.L1, l1),
            bandwidth(MemoryLevel.SHARED, l1),
            bandwidth(MemoryLevel.L2, l2),
            bandwidth(MemoryLevel.DRAM, dram),
        ),
        compute_ceilings=(
            ComputeCeiling(
                operation=Operation.WARP_INSTRUCTION,
                operations_per_s=peak,
                origin=Origin.BOOST_CLOCK,
                source="a test",
                given_in="test.yaml",
            ),
        ),
    )


V100S = device(peak=511.04e9, l1=16353.28, l2=3270.656, dram=1133.568)
A100 = device(peak=609.12e9, l1=19491.84, l2=7219.2, dram=1555.2)


def run_of(
    *kernels: Kernel,
    on: Device | None = V100S,
    options: RunOptions | None = None,
    files: tuple[SourceFile, ...] = (),
    capabilities: tuple[str, ...] = (),
) -> RunReport:
    return build_run(
        Profile(kernels=kernels, files=files, compute_capabilities=capabilities),
        run_id="a/run",
        slug="a--run",
        device=RunDevice(
            name=None if on is None else on.name,
            origin=DeviceOrigin.UNKNOWN if on is None else DeviceOrigin.PROFILER,
            device=on,
            listed=on,
        ),
        options=options or RunOptions(),
    )


def percents(run: RunReport, index: int = 0) -> dict[Roof, float]:
    return {use.roof: round(100 * use.utilisation, 2) for use in run.kernels[index].verdict.uses}


def test_published_utilisations_of_the_transpose_on_a_v100s() -> None:
    run = run_of(kernel("transposeNaive", launches=101, quantities=TRANSPOSE))
    assert percents(run) == {Roof.DRAM: 29.07, Roof.L2: 25.04, Roof.L1: 4.85, Roof.ISSUE: 3.88}
    verdict = run.kernels[0].verdict
    assert (verdict.kind, [use.roof for use in verdict.named]) == (VerdictKind.LATENCY, [Roof.DRAM])
    assert verdict.headroom == pytest.approx(100 / 29.07, rel=1e-3)


def test_published_utilisations_of_two_kernels_on_an_a100() -> None:
    run = run_of(
        kernel("kernel_A", launches=100, quantities=KERNEL_A),
        kernel("kernel_B", launches=100, quantities=KERNEL_B),
        on=A100,
    )
    assert [each.kernel.name for each in run.kernels] == ["kernel_B", "kernel_A"]
    assert percents(run, 0) == {Roof.L2: 15.56, Roof.DRAM: 8.88, Roof.ISSUE: 4.12, Roof.L1: 1.83, Roof.SHARED: 1.17}
    assert percents(run, 1) == {Roof.L2: 26.15, Roof.DRAM: 21.96, Roof.L1: 8.42, Roof.ISSUE: 2.87}
    assert {each.verdict.kind for each in run.kernels} == {VerdictKind.LATENCY}


def test_conventions_of_the_chart_change_points_but_not_verdicts() -> None:
    conventions = Conventions(shared_weight=1, l2_atomics=AtomicsCount.TWICE)
    plain = run_of(kernel(quantities=KERNEL_B), on=A100).kernels[0]
    nvprof = run_of(kernel(quantities=KERNEL_B), on=A100, options=RunOptions(conventions=conventions)).kernels[0]
    assert nvprof.lead.level(MemoryLevel.L1).intensity == pytest.approx(4.31694, rel=1e-5)
    assert nvprof.lead.level(MemoryLevel.L2).intensity == pytest.approx(0.390975, rel=1e-5)
    assert plain.verdict == nvprof.verdict


def test_verdicts_rest_on_atomics_once_even_where_twice_cannot_be_counted() -> None:
    once_only = {quantity: value for quantity, value in KERNEL_A.items() if "twice" not in quantity}
    conventions = Conventions(l2_atomics=AtomicsCount.TWICE)
    twice = run_of(kernel("k", quantities=once_only), on=A100, options=RunOptions(conventions=conventions))
    once = run_of(kernel("k", quantities=once_only), on=A100)
    assert twice.kernels[0].verdict == once.kernels[0].verdict
    assert not twice.kernels[0].lead.level(MemoryLevel.L2).is_drawable
    assert any("traffic at L2 cannot be told in transactions" in problem.summary for problem in twice.problems)


def test_shares_of_time_add_up_to_one_and_order_the_kernels() -> None:
    run = run_of(
        kernel("short", launches=2, quantities={Quantity.DURATION: 1e-6}),
        kernel("long", launches=3, quantities={Quantity.DURATION: 2e-6}),
    )
    assert [(each.label, each.time_share) for each in run.kernels] == [("long", 0.75), ("short", 0.25)]
    assert run.gpu_time_s == pytest.approx(8e-6)


def test_a_kernel_without_time_has_neither_share_nor_verdict() -> None:
    untimed: dict[Quantity, float] = {q: v for q, v in TRANSPOSE.items() if q is not Quantity.DURATION}
    only = run_of(kernel(quantities=untimed)).kernels[0]
    assert (only.time_share, only.lead.rate_per_s) == (None, None)
    assert (only.verdict.kind, only.verdict.obstacles) == (VerdictKind.NONE, (Obstacle.NO_TIME,))
    assert only.lead.level(MemoryLevel.DRAM).bytes_per_s is None
    assert only.lead.level(MemoryLevel.DRAM).intensity == pytest.approx(1.92498, rel=1e-5)


def test_an_unknown_device_gives_points_but_no_invented_roof() -> None:
    run = run_of(kernel(quantities=TRANSPOSE), on=None)
    only = run.kernels[0]
    assert only.lead.level(MemoryLevel.L1).is_drawable
    assert only.verdict.obstacles == (Obstacle.NO_DEVICE,)
    assert (run.lead.roofs.bandwidths, run.lead.roofs.peaks) == ((), ())
    assert any("no file says which device" in problem.summary for problem in run.problems)


@pytest.mark.parametrize(("clocks", "asks"), [(None, True), ("not locked", False)])
def test_who_is_asked_for_the_device_is_asked_for_the_clocks_at_once(clocks: str | None, *, asks: bool) -> None:
    run = run_of(kernel(quantities=TRANSPOSE), on=None, options=RunOptions(clocks=clocks), files=(ncu_file(),))
    (told,) = [problem for problem in run.problems if "no file says which device" in problem.summary]
    assert ("`clocks: not locked`" in (told.remedy or "")) is asks


def test_without_a_kernel_nobody_is_asked_for_a_device() -> None:
    assert run_of(on=None).problems == ()


def test_the_issue_roof_takes_issued_instructions_where_they_were_counted() -> None:
    issued = {**TRANSPOSE, Quantity.WARP_INSTRUCTIONS: 2 * 524288.0}
    uses = {use.roof: use for use in run_of(kernel(quantities=issued)).kernels[0].verdict.uses}
    assert uses[Roof.ISSUE].utilisation == pytest.approx(2 * 0.0387946, rel=1e-4)
    assert not uses[Roof.ISSUE].lower_bound
    from_threads = run_of(kernel(quantities=TRANSPOSE)).kernels[0].verdict.uses
    assert [use.lower_bound for use in from_threads if use.roof is Roof.ISSUE] == [True]


def test_a_measured_ceiling_is_drawn_but_decides_nothing() -> None:
    measured = dataclasses.replace(
        V100S,
        bandwidth_ceilings=(*V100S.bandwidth_ceilings, bandwidth(MemoryLevel.DRAM, 100.0, Origin.MEASURED)),
    )
    plain, both = run_of(kernel(quantities=TRANSPOSE)), run_of(kernel(quantities=TRANSPOSE), on=measured)
    assert both.kernels[0].verdict == plain.kernels[0].verdict
    assert [c.origin for c in both.lead.roofs.bandwidths if c.level is MemoryLevel.DRAM] == [
        Origin.BOOST_CLOCK,
        Origin.MEASURED,
    ]
    assert both.lead.roofs.frame == plain.lead.roofs.frame


def test_a_count_that_is_known_to_be_off_is_shown_but_decides_nothing() -> None:
    subject = kernel(quantities={**TRANSPOSE, Quantity.GLOBAL_SECTORS: 1e9})
    off = dataclasses.replace(subject.measurements[Quantity.GLOBAL_SECTORS], decides=False)
    doubtful = dataclasses.replace(subject, measurements={**subject.measurements, Quantity.GLOBAL_SECTORS: off})
    assert run_of(subject).kernels[0].verdict.kind is VerdictKind.DATA_WARNING
    only = run_of(doubtful).kernels[0]
    assert only.lead.level(MemoryLevel.L1).is_drawable
    assert only.lead.level(MemoryLevel.L1).utilisation is not None
    assert Roof.L1 not in [use.roof for use in only.verdict.uses]
    assert [use.roof for use in only.verdict.named] == [Roof.DRAM]


def test_reversed_intensities_are_told_beyond_five_percent() -> None:
    assert run_of(kernel(quantities=TRANSPOSE)).kernels[0].lead.inner_above_outer == ()
    reversed_pair = ((MemoryLevel.L1, MemoryLevel.L2),)
    assert run_of(kernel(quantities=KERNEL_A), on=A100).kernels[0].lead.inner_above_outer == reversed_pair


def test_patterns_choose_name_and_colour_kernels() -> None:
    options = RunOptions(
        kernels=KernelOptions(
            include=("k*",),
            exclude=("*_B",),
            labels=(("kernel_A", "the first"),),
            colors=(("kernel_*", "#123456"),),
            markers=(("kernel_A", "star"),),
        )
    )
    run = run_of(kernel("kernel_A", quantities=KERNEL_A), kernel("kernel_B", quantities=KERNEL_B), options=options)
    assert [(k.label, k.color, k.marker) for k in run.kernels] == [("the first", "#123456", "star")]
    assert run.kernels[0].time_share == 1.0


def test_a_pattern_that_matches_nothing_is_told() -> None:
    options = RunOptions(kernels=KernelOptions(include=("kernel_*", "nothing*")))
    problems = run_of(kernel("kernel_A", quantities=KERNEL_A), options=options).problems
    assert [problem.found for problem in problems if "pattern" in problem.summary] == ["nothing*"]


def ncu_file() -> SourceFile:
    return SourceFile(file="a.csv", size_bytes=1, sha256="0", format="f", profiler="Nsight Compute")


def test_the_base_lock_of_nsight_compute_is_noted_under_boost_ceilings() -> None:
    with_ncu = run_of(kernel(quantities=KERNEL_A), files=(ncu_file(),)).problems
    assert [p.severity for p in with_ncu if "base clock" in p.summary] == [Severity.NOTE]
    assert not [p for p in run_of(kernel(quantities=KERNEL_A)).problems if "base clock" in p.summary]


def test_ceilings_that_the_run_states_are_taken_to_be_at_its_own_clock() -> None:
    peaks = [dataclasses.replace(ceiling, origin=Origin.RUN_FILE) for ceiling in V100S.compute_ceilings]
    of_the_core = [
        dataclasses.replace(ceiling, origin=Origin.RUN_FILE)
        for ceiling in V100S.bandwidth_ceilings
        if ceiling.level is not MemoryLevel.DRAM
    ]
    assert clock_notes(on=with_ceilings(V100S, [*peaks, *of_the_core])) == []
    assert clock_notes(on=with_ceilings(V100S, peaks)) == ["ceilings at boost clock: L1, L2"]
    assert clock_notes() == ["ceilings at boost clock: L1, L2, instruction issue"]


@pytest.mark.parametrize(
    ("name", "share"),
    [("Tesla V100-SXM2-16GB", "17 %"), ("NVIDIA A100-SXM4-80GB", "24 %"), ("NVIDIA B200", None), ("V100S", None)],
)
def test_how_far_the_base_lock_is_below_boost_is_told_of_devices_where_it_was_seen(
    name: str, share: str | None
) -> None:
    problems = run_of(
        kernel(quantities=KERNEL_A), on=dataclasses.replace(V100S, name=name), files=(ncu_file(),)
    ).problems
    (told,) = [problem.summary for problem in problems if "base clock" in problem.summary]
    assert ("%" in told) is (share is not None)
    assert share is None or f"about {share} on this device" in told


def test_where_nothing_is_drawn_nobody_asks_at_which_clock() -> None:
    untimed: dict[Quantity, float] = {q: value for q, value in KERNEL_A.items() if q is not Quantity.DURATION}
    problems = run_of(kernel(quantities=untimed), files=(ncu_file(),)).problems
    assert not [problem for problem in problems if "base clock" in problem.summary]


@pytest.mark.parametrize(
    ("clocks", "told"),
    [
        ("not locked", 0),
        ("Boost, 1410 MHz", 0),
        ("--clock-control none", 0),
        ("locked at 1140 MHz", 1),
        ("base", 1),
        ("base, boost disabled", 1),
        ("locked at 1140 MHz, not at boost", 1),
        ("boost is off", 1),
        (None, 1),
    ],
)
def test_what_the_run_says_of_its_clocks_counts(clocks: str | None, told: int) -> None:
    assert len(clock_notes(options=RunOptions(clocks=clocks))) == told


def clock_notes(*, on: Device = V100S, options: RunOptions | None = None) -> list[str | None]:
    problems = run_of(kernel(quantities=KERNEL_A), on=on, files=(ncu_file(),), options=options).problems
    return [problem.found for problem in problems if "base clock" in problem.summary]


@pytest.mark.parametrize(
    ("origin", "told"),
    [
        (DeviceOrigin.RUN_FILE, "correct `device:` in the run's run.yml"),
        (DeviceOrigin.SETTINGS, "this one stands in the settings of the site"),
        (DeviceOrigin.PROFILER, "name the right device with `device:` in the run's run.yml"),
    ],
)
def test_who_names_a_wrong_device_is_said_where_it_can_be_corrected(origin: DeviceOrigin, told: str) -> None:
    device = dataclasses.replace(V100S, compute_capability="7.0", vendor="AMD")
    run = build_run(
        Profile(kernels=(kernel(quantities=KERNEL_A),), files=(ncu_file(),), compute_capabilities=("8.0",)),
        run_id="r",
        slug="r",
        device=RunDevice(name=device.name, origin=origin, device=device, listed=device),
        options=RunOptions(),
    )
    remedies = [problem.remedy or "" for problem in run.problems if "on another device" in problem.summary]
    remedies += [problem.remedy or "" for problem in run.problems if "not taken on the device" in problem.summary]
    assert [told in remedy for remedy in remedies] == [True, True]


def test_another_compute_capability_than_that_of_the_device_is_a_warning() -> None:
    volta = dataclasses.replace(V100S, compute_capability="7.0")
    problems = run_of(kernel(quantities=KERNEL_A), on=volta, capabilities=("8.0",)).problems
    assert any(p.found == "compute capability 8.0 in the files" for p in problems)


@pytest.mark.parametrize(
    ("vendor", "profiler", "told"),
    [
        ("AMD", "nvprof", 1),
        (" amd", "nvprof", 1),
        ("Nvidia", "nvprof", 0),
        ("NVIDIA", "nvprof", 0),
        ("AMD", "another", 0),
        ("my own", "nvprof", 0),
    ],
)
def test_a_profiler_of_one_maker_does_not_measure_devices_of_another(vendor: str, profiler: str, told: int) -> None:
    file = SourceFile(file="a.csv", size_bytes=1, sha256="0", format="f", profiler=profiler)
    device = dataclasses.replace(V100S, vendor=vendor)
    problems = run_of(kernel(quantities=TRANSPOSE), on=device, files=(file,)).problems
    assert len([p for p in problems if p.summary.startswith("the profiler files were not taken on")]) == told


def test_a_point_above_its_roof_is_a_data_warning_and_a_problem() -> None:
    fast = {**TRANSPOSE, Quantity.DURATION: TRANSPOSE[Quantity.DURATION] / 5}
    run = run_of(kernel("fast", quantities=fast))
    assert run.kernels[0].verdict.kind is VerdictKind.DATA_WARNING
    assert [(p.kernel, p.severity) for p in run.problems if "above the DRAM roof" in p.summary] == [
        ("fast", Severity.WARNING)
    ]


def test_missing_instructions_and_a_missing_level_are_noted() -> None:
    no_work: dict[Quantity, float] = {q: v for q, v in TRANSPOSE.items() if q is not Quantity.THREAD_INSTRUCTIONS}
    no_dram: dict[Quantity, float] = {q: v for q, v in TRANSPOSE.items() if q is not Quantity.DRAM_SECTORS}
    run = run_of(kernel("no_work", quantities=no_work), kernel("no_dram", quantities=no_dram))
    found = {p.kernel: p.severity for p in run.problems}
    assert found == {"no_work": Severity.NOTE, "no_dram": Severity.NOTE}
    by_name = {k.kernel.name: k for k in run.kernels}
    assert by_name["no_dram"].lead.level(MemoryLevel.DRAM).traffic is None
    assert by_name["no_work"].verdict.nearest is not None
    assert not by_name["no_work"].lead.level(MemoryLevel.DRAM).is_drawable


def test_what_a_kernel_without_any_counter_lacks_is_not_told_one_by_one() -> None:
    duration: dict[Quantity, float] = {Quantity.DURATION: TRANSPOSE[Quantity.DURATION]}
    assert run_of(kernel("timed", quantities=duration)).problems == ()


def test_what_there_is_to_win_is_the_share_times_what_the_roof_leaves() -> None:
    only = run_of(kernel(quantities=TRANSPOSE)).kernels[0]
    assert only.savable_share == pytest.approx(1 - 0.2907, abs=1e-4)
