"""Whoever collects what a page or `inspect` asks for is not asked again, and both ask for the same."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING, Final

import pytest

from roofline_report.pipeline.generate import generate
from roofline_report.pipeline.inspection import inspect_path
from tests.pipeline.folders import settings_in, write
from tests.readers.nsight_compute import tensor_chips
from tests.readers.samples import LONG_HEADER, long_row

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from pathlib import Path

TIME, THREADS, WARPS = "gpu__time_duration.sum", "smsp__thread_inst_executed.sum", "smsp__inst_executed.sum"
GLOBAL = tuple(f"l1tex__t_sectors_pipe_lsu_mem_global_op_{op}.sum" for op in ("ld", "st"))
LOCAL = tuple(f"l1tex__t_sectors_pipe_lsu_mem_local_op_{op}.sum" for op in ("ld", "st"))
ATOMICS = tuple(f"l1tex__t_sectors_pipe_lsu_mem_global_op_{op}.sum" for op in ("atom", "red"))
SHARED = tuple(f"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_{op}.sum" for op in ("ld", "st"))
L2, L2_OF_SMS = "lts__t_sectors.sum", "lts__t_sectors_srcunit_tex.sum"
VECTOR = tuple(
    f"sm__sass_thread_inst_executed_op_{kind}{op}_pred_on.sum" for kind in "dfh" for op in ("add", "mul", "fma")
)
IS_ACTIVE = {"sm__inst_executed_pipe_tensor.sum": 64, "sm__pipe_tensor_cycles_active.sum": 64}
BLACKWELL = ("10.0", "10.3", "12.0")

INSTRUCTIONS_ONLY = (TIME, THREADS, WARPS, *GLOBAL, *LOCAL, *ATOMICS, *SHARED, L2_OF_SMS)
INPUTS: Final = {
    "a time alone": (TIME,),
    "counters without a time": (THREADS, *GLOBAL),
    "issued instructions alone": (TIME, WARPS, *GLOBAL, *SHARED),
    "a part of L1": (TIME, THREADS, WARPS, *GLOBAL[:1], *SHARED, L2_OF_SMS),
    "L1 without its parts": (TIME, THREADS, WARPS, *GLOBAL, *SHARED, L2_OF_SMS),
    "atomics without reductions": (TIME, THREADS, WARPS, *GLOBAL, *LOCAL, *SHARED, ATOMICS[0], L2_OF_SMS),
    "all look-ups of L2": (*INSTRUCTIONS_ONLY[:-1], L2),
    "reads of the memory": (*INSTRUCTIONS_ONLY, "dram__sectors_read.sum", "dram__sectors_op_read.sum"),
    "multiply-adds alone": (TIME, VECTOR[2], VECTOR[5], L2_OF_SMS),
    "multiply-adds beside instructions": (*INSTRUCTIONS_ONLY, VECTOR[2], VECTOR[5]),
    "two precisions": (*INSTRUCTIONS_ONLY, *VECTOR[:6]),
    "operations and active tensor units": (*INSTRUCTIONS_ONLY, *VECTOR, *IS_ACTIVE),
    "active tensor units alone": (*INSTRUCTIONS_ONLY, *IS_ACTIVE),
    "bytes alone": (TIME, *VECTOR, "lts__t_bytes.sum", "dram__bytes.sum"),
}
CHIPS: Final = ("7.0", "7.5", "8.0", "8.9", "9.0", "10.0", "12.0", "")


def value_of(metric: str, chip: str) -> str:
    """Return what the profiler prints of a metric on a chip."""
    if metric.startswith(tensor_chips.PREFIX):
        work = dict.fromkeys(tensor_chips.LEAVES.get(chip, ()), 4096)
        names = tensor_chips.values_of(chip, work) if work else {}
        return str({tensor_chips.metric(name): each for name, each in names.items()}.get(metric, "n/a"))
    if metric.startswith("dram__sectors_") and metric.startswith("dram__sectors_op_") is not (chip in BLACKWELL):
        return "n/a"
    if metric == TIME:
        return "1000"
    return str(IS_ACTIVE.get(metric, 3200))


def table(metrics: Iterable[str], chip: str) -> str:
    units = {
        TIME: "us",
        "lts__t_bytes.sum": "byte",
        "dram__bytes.sum": "byte",
        "sm__pipe_tensor_cycles_active.sum": "cycle",
    }
    return LONG_HEADER + "".join(
        long_row(0, "k()", metric, units.get(metric, ""), value_of(metric, chip), capability=chip) for metric in metrics
    )


def asked_by_pages(root: Path) -> tuple[set[frozenset[str]], list[str]]:
    """Return the metrics that each command of any page names, and the files that the commands write."""
    site = generate(settings_in(root))
    texts = [text for page in site.pages for text in page.fragments.values()]
    plain = [html.unescape(re.sub(r"<[^>]+>", "", text)) for text in texts]
    commands = [found for text in plain for found in re.findall(r"--log-file (\S+) .*?--metrics (\S+)", text)]
    return {frozenset(metrics.split(",")) for _, metrics in commands}, [file for file, _ in commands]


def asked_by_inspect(root: Path) -> set[str]:
    (run,) = inspect_path(root / "data" / "demo", settings=settings_in(root)).runs
    return {
        metric
        for option in run.options
        for metrics in re.findall(r"--metrics (\S+)", option)
        for metric in metrics.split(",")
    }


def collected(root: Path, given: Collection[str]) -> set[str]:
    """Return what pages and `inspect` ask for; they ask for the same, once, and for nothing that is there."""
    by_pages, files = asked_by_pages(root)
    by_inspect = asked_by_inspect(root)
    assert by_pages == ({frozenset(by_inspect)} if by_inspect else set())
    assert by_inspect.isdisjoint(given)
    assert all(file.startswith("data/demo/") and not (root / file).exists() for file in files)
    return by_inspect


@pytest.mark.parametrize("chip", CHIPS, ids=lambda chip: str(chip or "unknown"))
@pytest.mark.parametrize("name", INPUTS)
def test_what_is_asked_for_closes_every_gap(name: str, chip: str, tmp_path: Path) -> None:
    given = [metric for metric in INPUTS[name] if value_of(metric, chip) != "n/a"]
    write(tmp_path, {"data/demo/more.csv": table(given, chip)})
    asked = collected(tmp_path, given)
    assert asked
    assert [metric for metric in asked if value_of(metric, chip) == "n/a"] == []
    write(tmp_path, {"data/demo/more-2.csv": table(sorted(asked), chip)})
    assert collected(tmp_path, given) == set()


@pytest.mark.parametrize("chip", tensor_chips.CHIPS)
def test_active_tensor_units_are_asked_for_all_that_their_chip_counts_of_them(chip: str, tmp_path: Path) -> None:
    given = (*INSTRUCTIONS_ONLY, *VECTOR, *IS_ACTIVE)
    write(tmp_path, {"data/demo/more.csv": table(given, chip)})
    asked = {metric for metric in asked_by_inspect(tmp_path) if metric.startswith(tensor_chips.PREFIX)}
    leaves = {
        tensor_chips.metric(leaf)
        for leaf in tensor_chips.LEAVES[chip]
        if tensor_chips.operation_of(leaf, chip) is not None or "int8" in leaf
    }
    assert asked == leaves


def test_a_run_of_instructions_is_not_asked_for_operations(tmp_path: Path) -> None:
    given = (*INSTRUCTIONS_ONLY, "dram__sectors_read.sum", "dram__sectors_write.sum")
    write(tmp_path, {"data/demo/m.csv": table(given, "8.0")})
    assert collected(tmp_path, given) == set()
