"""The sample run of operators: its verdicts, worked out here from the numbers of its files alone."""

from __future__ import annotations

import csv
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import pytest

from roofline_report.domain.flop_roofline import Model
from roofline_report.domain.hardware import MemoryLevel
from roofline_report.pipeline.reading_cache import ReadingCache
from roofline_report.pipeline.site_report import build_site_report
from roofline_report.readers.discovery import DataFolder, find_runs
from roofline_report.renderers import words
from roofline_report.renderers.charts.captions import run_caption
from roofline_report.renderers.pages.levels import level_table
from roofline_report.report.rooflines import Roof
from tests.pipeline.folders import PROJECT, settings_in

if TYPE_CHECKING:
    from collections.abc import Mapping

    from roofline_report.report.model import KernelReport, RunReport

FOLDER: Final = PROJECT / "data" / "a100-operators"
# The A100 whitepaper: per cycle of one of 108 multiprocessors, and of L2; the memory has a clock of its own.
MULTIPROCESSORS: Final = 108
FP64_PER_CYCLE: Final = 64
FP32_PER_CYCLE: Final = 128
SHARED_BYTES_PER_CYCLE: Final = 128
L2_BYTES_PER_CYCLE: Final = 5120
HBM_BYTES_PER_S: Final = 2 * 1593e6 * 5120 / 8
BOOST_HZ: Final = 1410e6
# The datasheet rounds the peaks at boost clock.
FP64_AT_BOOST: Final = 9.7e12
FP32_AT_BOOST: Final = 19.5e12
NEAR, LIMITED, NAMED_TOO = 0.6, 0.8, 0.9
KINDS: Final = {"d": "FP64", "f": "FP32", "h": "FP16"}


@dataclass(frozen=True)
class Counted:
    """One launch, as its file has it."""

    cells: Mapping[str, float]

    @property
    def seconds(self) -> float:
        if "gpu__time_duration.sum" in self.cells:
            return self.cells["gpu__time_duration.sum"] / 1e6
        return self.cells["sm__cycles_elapsed.avg"] / self.cells["sm__cycles_elapsed.avg.per_second"]

    @property
    def clock(self) -> float | None:
        return self.cells.get("sm__cycles_elapsed.avg.per_second")

    def operations(self, letter: str) -> float:
        add, mul, fma = (
            self.cells[f"sm__sass_thread_inst_executed_op_{letter}{kind}_pred_on.sum"] for kind in ("add", "mul", "fma")
        )
        return (2 if letter == "h" else 1) * (add + mul + 2 * fma)

    @property
    def total(self) -> float:
        return sum(self.operations(letter) for letter in KINDS)

    def peaks(self) -> dict[str, float]:
        if self.clock is None:
            return {"d": FP64_AT_BOOST, "f": FP32_AT_BOOST}
        per_cycle = {"d": FP64_PER_CYCLE, "f": FP32_PER_CYCLE}
        return {letter: each * MULTIPROCESSORS * self.clock for letter, each in per_cycle.items()}

    def uses(self) -> dict[str, float]:
        """Return the share of each roof, by its name, the memory first."""
        clock = self.clock or BOOST_HZ
        wavefronts = self.cells.get("l1tex__data_pipe_lsu_wavefronts_mem_shared.sum", 0.0)
        shared_roof = SHARED_BYTES_PER_CYCLE * MULTIPROCESSORS * clock
        shares = {
            "HBM2e": self.cells["dram__bytes.sum"] / self.seconds / HBM_BYTES_PER_S,
            "L2": self.cells["lts__t_bytes.sum"] / self.seconds / (L2_BYTES_PER_CYCLE * clock),
            "shared memory": 128 * wavefronts / self.seconds / shared_roof,
        }
        done = [letter for letter in ("d", "f") if self.operations(letter)]
        if done:
            least_s = sum(self.operations(letter) / self.peaks()[letter] for letter in done)
            name = f"{KINDS[done[0]]} peak" if len(done) == 1 else "peak of its mix"
            shares[name] = least_s / self.seconds
        return {name: share for name, share in shares.items() if share > 0}

    def label(self) -> str:
        highest = max(self.uses().values())
        if highest < NEAR:
            first, *others = sorted(self.uses(), key=lambda name: -self.uses()[name])
            # A third of what was counted at L2 may be look-ups between its partitions.
            least = highest / 1.5 if first == "L2" else highest
            nearest = " or ".join([first, *(name for name in others if self.uses()[name] > least)])
            return f"latency or occupancy; nearest {nearest}"
        named = [name for name, share in self.uses().items() if share >= NAMED_TOO * highest]
        return f"{'limited by' if highest >= LIMITED else 'near'} {' and '.join(named)}"


def _read() -> dict[str, Counted]:
    found = {}
    for path in sorted(FOLDER.glob("*.csv")):
        with path.open(encoding="utf-8", newline="") as file:
            _, *rows = csv.DictReader(file)  # the first row has the units
        for row in rows:
            cells = {name: float(text) for name, text in row.items() if "__" in name}
            found[row["Kernel Name"]] = Counted(cells)
    return found


COUNTED: Final = _read()


@pytest.fixture(scope="module")
def run() -> RunReport:
    settings = settings_in(PROJECT)
    cache = ReadingCache()
    folder = DataFolder(path=FOLDER.parent, shown_as="data")
    report = build_site_report(
        find_runs((folder,), limits=settings.limits, examine=cache.examine), settings, cache=cache
    )
    return next(each for each in report.runs if each.id == "a100-operators")


def named(run: RunReport, part: str) -> KernelReport:
    (kernel,) = (each for each in run.kernels if part in each.kernel.name)
    return kernel


def counted(part: str) -> Counted:
    (found,) = (each for name, each in COUNTED.items() if part in name)
    return found


EXPECTED = [
    ("conv2d_grouped", "latency or occupancy; nearest L2 or HBM2e", 34.0),
    ("cross_entropy_forward_large", "near HBM2e", 71.6),
    ("linear_forward", "near FP32 peak", 77.3),
    ("interpolate_forward", "latency or occupancy; nearest L2 or HBM2e", 4.9),
    ("relu_forward_large", "limited by HBM2e", 83.3),
    ("dropout_forward_large", "near HBM2e and L2", 62.5),
    ("dropout_forward_small", "near L2", 62.6),
    ("fmha_fwd", "latency or occupancy; nearest shared memory", 17.8),
    ("cross_entropy_forward_small", "latency or occupancy; nearest FP64 peak", 23.5),
    ("relu_forward_tiny", "latency or occupancy; nearest L2", 1.0),
]
"""Most GPU time first. Percent of the nearest roof, rounded to a decimal."""


@pytest.mark.parametrize(("part", "label", "percent"), EXPECTED)
def test_verdicts_follow_from_the_numbers_of_the_files(run: RunReport, part: str, label: str, percent: float) -> None:
    by_hand = counted(part)
    assert (by_hand.label(), round(100 * max(by_hand.uses().values()), 1)) == (label, percent)
    kernel = named(run, part)
    assert words.verdict_label(kernel.verdict, run.device) == label
    assert kernel.verdict.nearest is not None
    assert round(100 * kernel.verdict.nearest.utilisation, 1) == percent


@pytest.mark.parametrize("name", list(COUNTED))
def test_every_use_of_a_roof_is_that_of_the_files(run: RunReport, name: str) -> None:
    kernel = named(run, name)
    names = {Roof.DRAM: "HBM2e", Roof.L2: "L2", Roof.SHARED: "shared memory"}
    uses = {names.get(use.roof, "peak"): use.utilisation for use in kernel.verdict.uses}
    by_hand = {"peak" if "peak" in roof else roof: share for roof, share in COUNTED[name].uses().items()}
    assert uses == pytest.approx(by_hand, rel=1e-4)  # the files have times of six digits or so


@pytest.mark.parametrize("name", list(COUNTED))
def test_operations_and_intensities_are_those_of_the_files(run: RunReport, name: str) -> None:
    kernel, by_hand = named(run, name), COUNTED[name]
    assert kernel.flop.total == by_hand.total
    report = kernel.find_model(Model.FLOP)
    if not by_hand.total:
        assert report is None
        return
    assert report is not None
    intensities = {level.level.value: level.intensity for level in report.levels if level.intensity is not None}
    wavefronts = by_hand.cells.get("l1tex__data_pipe_lsu_wavefronts_mem_shared.sum")
    assert intensities == pytest.approx(
        {
            "l1": by_hand.total / by_hand.cells["l1tex__t_bytes.sum"],
            "l2": by_hand.total / by_hand.cells["lts__t_bytes.sum"],
            "dram": by_hand.total / by_hand.cells["dram__bytes.sum"],
            **({} if wavefronts is None else {"shared": by_hand.total / (128 * wavefronts)}),
        }
    )
    assert report.rate_per_s == pytest.approx(by_hand.total / by_hand.seconds)


def test_most_gpu_time_comes_first(run: RunReport) -> None:
    assert [part for part, _, _ in EXPECTED] == [
        next(part for part, _, _ in EXPECTED if part in kernel.kernel.name) for kernel in run.kernels
    ]
    assert run.gpu_time_s == pytest.approx(sum(each.seconds for each in COUNTED.values()))


def test_both_roofs_of_a_large_dropout_are_told_with_their_uses(run: RunReport) -> None:
    sentence = words.verdict_sentence(named(run, "dropout_forward_large"), run.device)
    assert sentence.replace("\N{NO-BREAK SPACE}", " ").startswith(
        "Near HBM2e at 62.5 % and L2 at 62.0 % or less; headroom at most 1.6x"
    )


def test_operations_of_the_tensor_units_are_unknown_and_not_none(run: RunReport) -> None:
    kernel = named(run, "fmha_fwd")
    assert counted("fmha_fwd").cells["sm__inst_executed_pipe_tensor.sum"] == 32768
    assert kernel.flop.hidden_tensor
    assert kernel.find_model(Model.TENSOR) is None
    assert kernel.lead.lower_bound
    # 65536 multiplications in FP64; in FP32 2097152 + 524288 + 2 x 1114112; in 12.704002 microseconds.
    assert kernel.lead.rate_per_s == pytest.approx(4915200 / 12.704002e-6)
    assert "It achieves at least 386.9" in words.verdict_sentence(kernel, run.device)
    assert {each.label for each in run.kernels if each.lead.lower_bound} == {kernel.label}


def test_kernels_without_operations_are_counted_as_such(run: RunReport) -> None:
    idle = {each.kernel.name for each in run.kernels if words.no_work_text(each, Model.FLOP)}
    assert idle == {"relu_forward_large", "relu_forward_tiny"}


def test_a_run_of_operations_has_no_roofline_of_instructions(run: RunReport) -> None:
    assert [each.model for each in run.models] == [Model.FLOP, Model.FP64, Model.FP32]


def test_the_chart_of_the_run_says_where_the_roof_is_that_it_does_not_draw(run: RunReport) -> None:
    model = run.models[0]
    kernel = named(run, "fmha_fwd")
    assert {use.roof for use in kernel.lead.verdict.named} == {Roof.SHARED}
    assert not any(ceiling.level is MemoryLevel.SHARED for ceiling in model.roofs.bandwidths)
    told = "The roof of shared memory, which fmha_fwd_loop_kernel is nearest to, is drawn on its page."
    assert told in run_caption(run, model).sentences
    with_all = replace(run, levels=tuple(MemoryLevel))
    assert told not in run_caption(with_all, model).sentences


def test_a_table_has_no_columns_of_work_that_is_not_known(run: RunReport) -> None:
    tables = {
        kernel.label: level_table(run, kernel.lead, table_id="levels")
        for kernel in run.kernels
        if kernel.label.startswith("relu")
    }
    assert len(tables) == 2
    for table in tables.values():
        assert [column.title for column in table.columns] == ["Roof", "Use", "Traffic", "Bandwidth"]
        assert "flat roof" not in table.caption
    assert len(level_table(run, named(run, "linear").lead, table_id="levels").columns) == 7
