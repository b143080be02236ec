from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from roofline_report.readers.metrics.collection import collection_of, load_collections
from roofline_report.readers.metrics.metric_table import load_tables, parse_table
from roofline_report.readers.metrics.table_documents import load_documents

if TYPE_CHECKING:
    from roofline_report.readers.metrics.metric_table import MetricTable

NVPROF, NSIGHT_COMPUTE = (
    next(each for each in load_collections() if each.profiler == profiler) for profiler in ("nvprof", "Nsight Compute")
)


@pytest.mark.parametrize(
    ("metric", "option"),
    [
        ("Time", "nvprof --csv --log-file {file:more-times.csv} --print-gpu-summary {program}"),
        ("thread_inst_executed", "nvprof --csv --log-file {file:more-events.csv} --events {metrics} {program}"),
        ("dram_read_transactions", "nvprof --csv --log-file {file:more-metrics.csv} --metrics {metrics} {program}"),
    ],
)
def test_each_metric_has_the_option_of_the_command_that_gives_it(metric: str, option: str) -> None:
    assert NVPROF.option_of(metric) == option


def test_a_metric_that_no_command_names_is_named_to_the_last_one() -> None:
    assert (
        NVPROF.option_of("dram_read_bytes")
        == "nvprof --csv --log-file {file:more-metrics.csv} --metrics {metrics} {program}"
    )
    assert (
        NSIGHT_COMPUTE.option_of("a__b.sum")
        == "ncu --csv --log-file {file:more.csv} --clock-control none --metrics {metrics} {program}"
    )


def test_a_command_without_an_option_of_its_own_is_given_whole() -> None:
    table = parse_table(
        "profiler: p\nquantities: {}\ncollect: {for: all, commands: [{command: 'p -m {metrics} x', metrics: [a]}]}\n"
    )
    assert table.collection.commands == ("p -m a x",)
    assert table.collection.option_of("b") == "p -m {metrics} x"


@pytest.mark.parametrize("table", load_tables(), ids=lambda table: str(table.profiler))
def test_every_option_can_be_run_as_it_stands_and_replaces_no_file(table: MetricTable) -> None:
    for step in table.collection.steps:
        if not (step.metrics or step.gives):
            continue
        words = step.option.split()
        assert "{program}" in words
        assert [word for word in words if word.startswith("{file:more")]
        assert "data/my-run" not in step.option
        same = [word for word in words if "more" not in word and word not in ("{program}", "&&")]
        commands = " ".join(each.command for each in table.collection.steps).split()
        assert [word for word in same if word not in commands] == []


def test_the_commands_are_in_the_main_file_of_each_profiler() -> None:
    assert load_collections() == tuple(collection_of(document) for document in load_documents())
