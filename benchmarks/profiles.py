"""Made-up profiler files of any number of kernels, the same at every call."""

from __future__ import annotations

import csv
import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

DEVICE = "NVIDIA A100-SXM4-40GB"
LAUNCHES_PER_KERNEL = 2

_SEED = 2019
_WARP = 32
_OPERATIONS = ("gemm", "stencil", "reduce", "scan", "transpose", "gather", "softmax", "layer_norm")
_TYPES = ("float", "double", "__half", "int")
_Metrics = tuple[tuple[str, str, float], ...]
# Of an A100: per cycle, and in Hz.
_PEAKS = {"dfma": 3456, "ffma": 6912, "hfma": 13824}
_CLOCKS = {"sm": 1.41e9, "l1tex": 1.41e9, "lts": 1.41e9, "dram": 1.215e9}
_HEADER = (
    '"ID","Process ID","Process Name","Host Name","Kernel Name","Context","Stream","Block Size","Grid Size","Device",'
    '"CC","Section Name","Metric Name","Metric Unit","Metric Value"\n'
)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Launch:
    """What one launch did. Sectors are of 32 bytes; traffic falls from level to level."""

    time_ns: float
    warp_instructions: int
    l1_sectors: int
    l2_sectors: int
    dram_sectors: int

    def metrics(self) -> _Metrics:
        """Return name, unit and value of everything that the first command in the documentation collects."""
        l1, l2, dram = self.l1_sectors, self.l2_sectors, self.dram_sectors
        return (
            ("gpu__time_duration.sum", "nsecond", self.time_ns),
            ("smsp__inst_executed.sum", "inst", self.warp_instructions),
            ("smsp__thread_inst_executed.sum", "inst", self.warp_instructions * (_WARP - 2)),
            ("l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", "sector", l1 * 2 // 3),
            ("l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", "sector", l1 // 3),
            ("l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum", "sector", 0),
            ("l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum", "sector", 0),
            ("l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum", "sector", 0),
            ("l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum", "sector", 0),
            ("l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum", "", l1 // 8),
            ("l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum", "", l1 // 16),
            ("lts__t_sectors.sum", "sector", l2),
            ("lts__t_sectors_srcunit_tex.sum", "sector", l2 * 9 // 10),
            ("lts__t_sectors_op_read.sum", "sector", l2 * 2 // 3),
            ("lts__t_sectors_op_write.sum", "sector", l2 // 3),
            ("lts__t_sectors_op_atom.sum", "sector", 0),
            ("lts__t_sectors_op_red.sum", "sector", 0),
            ("dram__sectors_read.sum", "sector", dram * 2 // 3),
            ("dram__sectors_write.sum", "sector", dram // 3),
        )

    def flop_metrics(self) -> _Metrics:
        """Return the same of what the second command collects: operations, peaks and clocks, accesses of memory."""
        threads = self.warp_instructions * (_WARP - 2)
        sass = "sm__sass_thread_inst_executed_op_{}_pred_on.sum"
        shares = {"dadd": 0.01, "dmul": 0.02, "dfma": 0.03, "fadd": 0.05, "fmul": 0.05, "ffma": 0.1}
        counts = {name: int(threads * share) for name, share in shares.items()} | dict.fromkeys(
            ("hadd", "hmul", "hfma"), 0
        )
        l1, shared = self.l1_sectors, self.l1_sectors // 8
        return (
            ("gpu__time_duration.sum", "nsecond", self.time_ns),
            *((sass.format(name), "inst", count) for name, count in counts.items()),
            *((f"{sass.format(name)}.peak_sustained", "inst/cycle", peak) for name, peak in _PEAKS.items()),
            ("sm__inst_executed_pipe_tensor.sum", "inst", 0),
            ("smsp__inst_executed.sum.peak_sustained", "inst/cycle", 432),
            ("lts__t_bytes.sum", "byte", 32 * self.l2_sectors),
            ("lts__t_bytes.sum.peak_sustained", "byte/cycle", 10240),
            ("lts__lts2xbar_cycles_active.sum", "cycle", self.l2_sectors * 2 // 3),
            ("lts__lts2xbar_cycles_active.sum.peak_sustained", "cycle/cycle", 160),
            ("dram__bytes.sum", "byte", 32 * self.dram_sectors),
            ("dram__bytes.sum.peak_sustained", "byte/cycle", 1280),
            *((f"{unit}__cycles_elapsed.avg.per_second", "hz", hertz) for unit, hertz in _CLOCKS.items()),
            ("l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", "", l1 // 6),
            ("l1tex__t_requests_pipe_lsu_mem_global_op_st.sum", "", l1 // 12),
            ("smsp__inst_executed_op_shared_ld_pred_on_any.sum", "inst", shared),
            ("smsp__inst_executed_op_shared_st_pred_on_any.sum", "inst", shared // 2),
            ("l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum", "", 0),
            ("l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum", "", 0),
            ("smsp__thread_inst_executed_pred_on.sum", "inst", threads * 9 // 10),
        )


def write_run(folder: Path, *, kernels: int) -> None:
    """Write the files of one run: what `ncu --csv` prints for two launches of each kernel, and a run.yml."""
    folder.mkdir(parents=True)
    (folder / "run.yml").write_text(f"title: Synthetic run\ndevice: {DEVICE}\ndate: 2026-11-02\n", encoding="utf-8")
    for name, metrics_of in (("metrics.csv", _Launch.metrics), ("flop.csv", _Launch.flop_metrics)):
        with (folder / name).open("w", encoding="utf-8", newline="") as stream:
            stream.write("==PROF== Connected to process 4711 (/opt/app/solver)\n")
            stream.write(_HEADER)
            csv.writer(stream, quoting=csv.QUOTE_ALL, lineterminator="\n").writerows(_rows(kernels, metrics_of))


def kernel_name(number: int) -> str:
    """Return the name of a kernel as a C++ compiler writes it; each number has another."""
    operation = _OPERATIONS[number % len(_OPERATIONS)]
    value = _TYPES[number // len(_OPERATIONS) % len(_TYPES)]
    return f"void solver::{operation}_kernel_{number}<{value}, {64 + number % 7}>({value} const*, {value}*, int)"


def launch_metrics(numbers: random.Random) -> _Metrics:
    """Return name, unit and value of each metric of a launch that no roof of the device forbids."""
    return _launch(numbers).metrics()


def _rows(kernels: int, metrics_of: Callable[[_Launch], _Metrics]) -> Iterator[tuple[object, ...]]:
    numbers = random.Random(_SEED)  # noqa: S311 - nothing secret: the same numbers at every call
    for number in range(kernels):
        name, grid = kernel_name(number), f"({108 * (1 + number % 5)}, 1, 1)"
        for repetition in range(LAUNCHES_PER_KERNEL):
            launch_id = number * LAUNCHES_PER_KERNEL + repetition
            start = (launch_id, 4711, "solver", "node7", name, 1, 7, "(256, 1, 1)", grid, 0, "8.0")
            for metric, unit, value in metrics_of(_launch(numbers)):
                yield (*start, "Command line profiler metrics", metric, unit, f"{value:,.2f}")


def _launch(numbers: random.Random) -> _Launch:
    """Return a launch that no roof of the device forbids: each level moves what its bandwidth allows, or less."""
    time_ns = 10 ** numbers.uniform(4, 7)
    l1_sectors = int(time_ns * numbers.uniform(30, 400))
    l2_sectors = int(l1_sectors * numbers.uniform(0.05, 0.3))
    return _Launch(
        time_ns=time_ns,
        warp_instructions=int(time_ns * numbers.uniform(20, 500)),
        l1_sectors=l1_sectors,
        l2_sectors=l2_sectors,
        dram_sectors=int(min(l2_sectors * 0.8, time_ns * numbers.uniform(2, 40))),
    )
