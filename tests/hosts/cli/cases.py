"""Small files and folders of every kind, and what is printed of each.

The texts stand in golden/, one file per case, and one in docs/inspect.md. When they are meant to change, write
them with

    python -m tests.hosts.cli.cases

and look at every difference before it is committed.
"""

from __future__ import annotations

import gzip
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from click.testing import CliRunner

from roofline_report.hosts.cli import main
from tests.hosts.test_getting_started_docs import FILES
from tests.pipeline.folders import PROJECT, events, metrics, nvprof_run, timing, write
from tests.readers.samples import LONG_HEADER, NVPROF_TIMES, STREAM, SUMMARY_HEADER, long_row, quoted, summary_row

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from click.testing import Result

GOLDEN = Path(__file__).parent / "golden"
PAGE = PROJECT / "docs" / "inspect.md"
HOSTILE = "evil\x1b[31m\u202e\ttab(int)"

_COUNTERS = {
    "gpu__time_duration.sum": ("us", "12.5"),
    "smsp__thread_inst_executed.sum": ("inst", "3,200,000"),
    "smsp__inst_executed.sum": ("inst", "110,000"),
    "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum": ("sector", "400,000"),
    "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum": ("sector", "200,000"),
    "l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum": ("sector", "0"),
    "l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum": ("sector", "0"),
    "l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum": ("sector", "0"),
    "l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum": ("sector", "0"),
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum": ("", "0"),
    "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum": ("", "0"),
    "lts__t_sectors.sum": ("sector", "500,000"),
    "dram__sectors_read.sum": ("sector", "100,000"),
    "dram__sectors_write.sum": ("sector", "50,000"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """What is laid out, and the path that is inspected.

    Attributes:
        files: The files by their names.
        path: The path, relative to where the files are.
        exit_code: What the program returns.
    """

    files: Mapping[str, str | bytes]
    path: str
    exit_code: int


def launch(number: int, kernel: str, *, leave_out: Sequence[str] = (), grid: str = "(40, 1, 1)") -> str:
    """Return the rows of one launch with every metric that a roofline needs."""
    return "".join(
        long_row(number, kernel, metric, unit, value, grid=grid)
        for metric, (unit, value) in _COUNTERS.items()
        if metric not in leave_out
    )


_BANNER = "==PROF== Connected to process 4711 (/srv/anna/bin/solver)\n"
_LONG = LONG_HEADER + launch(0, "stencil(float *, int)") + launch(1, "stencil(float *, int)", grid="(80, 1, 1)")


def _raw_page() -> str:
    """Return a page with a column for each metric, and with what it says of the device."""
    identity = {
        "ID": ("", "0"),
        "Process ID": ("", "4711"),
        "Process Name": ("", "/srv/anna/bin/solver"),
        "Host Name": ("", "node7"),
        "Kernel Name": ("", "stencil(float *, int)"),
        "Context": ("", "1"),
        "Stream": ("", "7"),
        "Block Size": ("", "(96, 1, 1)"),
        "Grid Size": ("", "(40, 1, 1)"),
        "Device": ("", "0"),
        "CC": ("", "8.6"),
    }
    device = {
        "device__attribute_display_name": ("", "NVIDIA RTX A6000"),
        "device__attribute_multiprocessor_count": ("", "84"),
        "device__attribute_clock_rate": ("", "1,800,000"),
        "device__attribute_memory_clock_rate": ("", "8,001,000"),
        "device__attribute_global_memory_bus_width": ("", "384"),
    }
    columns = {**identity, **device, **_COUNTERS, "sm__warps_active.avg": ("warp", "3")}
    return "".join(quoted(cells) for cells in (columns, *zip(*columns.values(), strict=True)))


def _with_decimal_comma(text: str) -> str:
    """Return a table as it is printed where a comma stands in front of decimals."""
    for _, value in _COUNTERS.values():
        text = text.replace(f'"{value}"', f'"{value.translate(str.maketrans(",.", ".,"))}"')
    return text


_SYSTEMS = (
    "Time (%),Total Time (ns),Instances,Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Name\n"
    '75.0,360000,3,120000.0,120000.0,110000,130000,10000.0,"stencil(float *, int)"\n'
    '25.0,120000,1,120000.0,120000.0,120000,120000,0.0,"copy(int)"\n'
)
_TRACE_COLUMNS = (
    '"Start","Duration","Grid X","Grid Y","Grid Z","Block X","Block Y","Block Z","Registers Per Thread","Static SMem",'
    '"Dynamic SMem","Size","Throughput","SrcMemType","DstMemType","Device","Context","Stream","Name"\n'
    "ms,us,,,,,,,,B,B,MB,GB/s,,,,,,\n"
)
_TRACE = (
    f"==42== NVPROF is profiling process 42, command: /srv/anna/bin/solver 9\n{_TRACE_COLUMNS}"
    '1.5,4.25,,,,,,,,,,0.5,9.1,"Pageable","Device","Quadro GV100 (0)","1","7","[CUDA memcpy HtoD]"\n'
    '2.5,8.5,40,1,1,96,1,1,20,0,0,,,,,"Quadro GV100 (0)","1","7","copy(int) [101]"\n'
    '3.5,9.5,40,1,1,96,1,1,20,0,0,,,,,"Quadro GV100 (0)","1","7","copy(int) [104]"\n'
)
_RUN = {
    **{f"data/first/{name}": text for name, text in nvprof_run("copy(int)", "void scale<float>(float*)").items()},
    "data/first/notes.txt": "remember to write this up\n",
    "data/first/run.yml": "title: The first run\nclocks: not locked\n",
}
_MANY = [f"kernel_{number:02}(int)" for number in range(23)]

CASES = {
    "one_file": Case(files={"stencil.csv": "starting\n" + _BANNER + _LONG}, path="stencil.csv", exit_code=0),
    "run_folder": Case(files=_RUN, path="data/first", exit_code=0),
    "data_folder": Case(
        files={
            **_RUN,
            "data/a100/2026-03-14/metrics.csv": _LONG,
            "data/a100/2026-03-14/run.yml": "device: NVIDIA A100-SXM4-40GB\nbaseline: a100/2026-03-13\n",
            "data/broken/metrics.csv": LONG_HEADER,
            "data/README.md": "what this is\n",
        },
        path="data",
        exit_code=1,
    ),
    "timing": Case(files={"times.csv": timing("copy(int)", "scale(int)")}, path="times.csv", exit_code=0),
    "details_page": Case(
        files={
            "detail.csv": LONG_HEADER
            + long_row(0, "k()", "Duration", "us", "4.5", section="GPU Speed Of Light Throughput")
            + long_row(0, "k()", "L2 Hit Rate", "%", "41", section="Memory Workload Analysis"),
            "other.csv": "",
            "_old.csv": "",
        },
        path="detail.csv",
        exit_code=0,
    ),
    "same_form": Case(
        files={
            "run/1.csv": LONG_HEADER
            + launch(0, "stencil(float *, int)")
            + _BANNER
            + LONG_HEADER
            + launch(1, "copy(int)"),
            "run/2.csv": _BANNER + LONG_HEADER + launch(0, "scale(int)"),
            "run/run.yml": "device: NVIDIA RTX A6000\nclocks: not locked\n",
        },
        path="run",
        exit_code=0,
    ),
    "counters": Case(
        files={"run/m.csv": metrics("copy(int)"), "run/e.csv": events("copy(int)")}, path="run", exit_code=0
    ),
    "two_profilers": Case(
        files={
            "run/counters.csv": LONG_HEADER
            + launch(0, "stencil(float *, int)", leave_out=["gpu__time_duration.sum"])
            + launch(1, "copy(int)", leave_out=["gpu__time_duration.sum", "dram__sectors_read.sum"]),
            "run/times.csv": "Processing [run.sqlite]...\n" + _SYSTEMS,
            "run/run.yml": "device: NVIDIA RTX A6000\nclocks: not locked\n",
        },
        path="run",
        exit_code=1,
    ),
    "trace": Case(files={"trace.csv": _TRACE}, path="trace.csv", exit_code=0),
    "raw_page": Case(files={"raw.csv": _BANNER + _raw_page()}, path="raw.csv", exit_code=0),
    "decimal_comma": Case(files={"m.csv": _with_decimal_comma(_LONG)}, path="m.csv", exit_code=0),
    "no_roofline_metrics": Case(
        files={"m.csv": SUMMARY_HEADER + summary_row("k()", "sm__warps_active.avg", "warp", ["1", "3", "2"])},
        path="m.csv",
        exit_code=2,
    ),
    "no_value": Case(
        files={"m.csv": LONG_HEADER + long_row(0, "k()", "gpu__time_duration.sum", "ns", "n/a")},
        path="m.csv",
        exit_code=2,
    ),
    "nothing_profiled": Case(files={"run/m.csv": LONG_HEADER}, path="run", exit_code=2),
    "failed": Case(files={"m.csv": _BANNER + "==PROF== Disconnected from process 4711\n"}, path="m.csv", exit_code=2),
    "copies": Case(
        files={"m.csv": NVPROF_TIMES + '"GPU activities",9.0,1.0,3,2.0,1.0,3.0,"[CUDA memcpy HtoD]"\n'},
        path="m.csv",
        exit_code=2,
    ),
    "not_for_us": Case(files={"notes.txt": "nothing of ours\n"}, path="notes.txt", exit_code=2),
    "empty_folder": Case(files={"run/.keep": ""}, path="run", exit_code=2),
    "not_read_yet": Case(
        files={
            "run/counters.csv": '"Agent_Id","Kernel_Name","Counter_Name","Counter_Value"\n2,"step","SQ_WAVES",9\n',
            "run/stream.txt": STREAM,
            "run/copies.txt": "nvbandwidth Version: v9\nBuilt from Git version: v9\n",
            **{f"run/picture_{number:02}.png": b"\x89PNG\0" for number in range(15)},
        },
        path="run",
        exit_code=2,
    ),
    "packed": Case(files={"m.csv.gz": gzip.compress(_LONG.encode(), mtime=0)}, path="m.csv.gz", exit_code=2),
    "damaged": Case(
        files={"run/m.csv": _LONG.replace('"1","4711"', '"1","4711","more","and more","still"', 1)[:-40]},
        path="run",
        exit_code=1,
    ),
    "cut_off": Case(files={"m.csv": _LONG[:-40]}, path="m.csv", exit_code=0),
    "settings": Case(
        files={
            "run/m.csv": LONG_HEADER
            + "".join(launch(n, "stencil(float *, int)", grid=f"({n}, 1, 1)") for n in range(5)),
            "run/run.yml": "devcie: Tesla T4\n",
            "roofline.yml": "device: NVIDIA RTX A6000\n",
        },
        path="run",
        exit_code=1,
    ),
    "many_kernels": Case(
        files={f"run/{name}": text for name, text in nvprof_run(*_MANY).items()}, path="run", exit_code=0
    ),
    "hostile": Case(
        files={"run/\x1b[2J\u202em.csv": LONG_HEADER + launch(0, HOSTILE) + launch(1, "k" * 10_000)},
        path="run",
        exit_code=0,
    ),
}

OF_THE_PAGE = Case(files=FILES, path="data/saxpy-v100s", exit_code=0)
"""The files that the page about getting started has; the page about inspecting shows what is printed of them."""


def inspect(case: Case, folder: Path, *options: str) -> Result:
    """Return what is printed of a case that is laid out in a folder."""
    write(folder, case.files)
    before = Path.cwd()
    os.chdir(folder)
    try:
        return CliRunner().invoke(main, ["inspect", case.path, *options])
    finally:
        os.chdir(before)


def renew() -> None:
    """Write the golden files, and the output that docs/inspect.md shows."""
    for name, case in CASES.items():
        with tempfile.TemporaryDirectory() as temporary:
            (GOLDEN / f"{name}.txt").write_bytes(inspect(case, Path(temporary)).stdout_bytes)
    with tempfile.TemporaryDirectory() as temporary:
        shown = inspect(OF_THE_PAGE, Path(temporary)).stdout
    before, opening, rest = PAGE.read_text(encoding="utf-8").partition("```text\n")
    _, closing, after = rest.partition("```\n")
    PAGE.write_text(f"{before}{opening}{shown}{closing}{after}", encoding="utf-8")


if __name__ == "__main__":
    renew()
