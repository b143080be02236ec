from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roofline_report.readers.metrics.collection import load_collections
from roofline_report.readers.metrics.metric_table import load_tables, parse_table

if TYPE_CHECKING:
    from roofline_report.readers.metrics.metric_table import MetricTable

NVPROF, NSIGHT_COMPUTE = (
    next(each for each in load_collections() if each.profiler == profiler) for profiler in ("nvprof", "Nsight Compute")
)


def test_metrics_of_several_runs_of_the_profiler_have_one_option_each() -> None:
    wanted = ["dram_read_transactions", "Time", "thread_inst_executed", "dram_write_transactions"]
    assert NVPROF.options_for(wanted) == (
        "nvprof --csv --print-gpu-summary",
        "nvprof --csv --events thread_inst_executed",
        "nvprof --csv --metrics dram_read_transactions,dram_write_transactions",
    )


def test_a_metric_that_no_command_names_is_named_to_the_last_one() -> None:
    assert NVPROF.options_for(["dram_read_bytes"]) == ("nvprof --csv --metrics dram_read_bytes",)
    assert NSIGHT_COMPUTE.options_for(["a__b.sum"] * 2) == ("ncu --csv --metrics a__b.sum",)
    assert NSIGHT_COMPUTE.options_for([]) == ()


def test_a_command_without_an_option_of_its_own_is_given_whole() -> None:
    table = parse_table(
        "profiler: p\nquantities: {}\ncollect: {for: all, commands: [{command: 'p -m {metrics} x', metrics: [a]}]}\n"
    )
    assert table.collection.commands == ("p -m a x",)
    assert table.collection.options_for(["b"]) == ("p -m b x",)


@pytest.mark.parametrize("table", load_tables(), ids=lambda table: str(table.profiler))
def test_every_option_is_a_part_of_its_command(table: MetricTable) -> None:
    for step in table.collection.steps:
        words = step.command.split()
        assert [word for word in step.option.split() if word not in words] == []
