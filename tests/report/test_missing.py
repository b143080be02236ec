from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from roofline_report.domain.conventions import AtomicsCount, Conventions
from roofline_report.domain.quantity import Quantity
from roofline_report.readers.joining.assembly import assemble
from roofline_report.report.gaps import Need
from roofline_report.report.missing import find_missing
from roofline_report.report.options import RunOptions
from tests.readers.samples import LONG_HEADER, NVPROF_EVENTS, NVPROF_METRICS, long_row, nvprof_row, read
from tests.report.test_build import run_of

if TYPE_CHECKING:
    from roofline_report.report.model import RunReport


def report(*texts: str, options: RunOptions | None = None) -> RunReport:
    profile = assemble([read(text, name=f"{number}.csv") for number, text in enumerate(texts)])
    return run_of(*profile.kernels, options=options, files=profile.files)


NVPROF = (
    NVPROF_EVENTS + nvprof_row("k()", "thread_inst_executed", 1, 3, 2, 18, events=True),
    NVPROF_METRICS
    + nvprof_row("k()", "dram_read_transactions", 1, 3, 2)
    + nvprof_row("k()", "dram_write_transactions", 1, 3, 2)
    + nvprof_row("k()", "gld_transactions", 1, 3, 2)
    + nvprof_row("k()", "gst_transactions", 1, 3, 2),
)


def test_what_is_missing_is_told_with_its_metrics_and_the_options_of_the_profiler() -> None:
    missing = {each.need: each for each in find_missing(report(*NVPROF))}
    assert list(missing) == [Need.TIME, Need.ISSUED, Need.L1, Need.L2]
    assert missing[Need.TIME].options == ("nvprof --csv --log-file more-times.csv --print-gpu-summary ./my_program",)
    assert missing[Need.ISSUED].options == (
        "nvprof --csv --log-file more-metrics.csv --metrics inst_executed ./my_program",
    )
    assert missing[Need.L1].metrics == (
        "shared_load_transactions",
        "shared_store_transactions",
        "local_load_transactions",
        "local_store_transactions",
    )
    assert missing[Need.L1].reasons[0] == "no transactions of shared loads and stores"


def test_kernels_that_lack_something_are_counted() -> None:
    text = (
        LONG_HEADER
        + long_row(0, "a()", "gpu__time_duration.sum", "ns", "7")
        + long_row(1, "b()", "gpu__time_duration.sum", "ns", "7")
        + long_row(1, "b()", "smsp__thread_inst_executed.sum", "inst", "64")
    )
    missing = {each.need: each for each in find_missing(report(text))}
    assert Need.TIME not in missing
    assert (missing[Need.INSTRUCTIONS].kernels, missing[Need.ISSUED].kernels, missing[Need.DRAM].kernels) == (1, 1, 2)


def test_the_convention_of_counting_decides_which_metrics_of_l2_are_missing() -> None:
    options = RunOptions(conventions=Conventions(l2_atomics=AtomicsCount.TWICE))
    by_rule = {
        rule: next(each for each in find_missing(report(*NVPROF, options=choice)) if each.need is Need.L2).metrics
        for rule, choice in (("once", RunOptions()), ("twice", options))
    }
    assert by_rule["once"] == ("l2_read_transactions", "l2_write_transactions", "l2_atomic_transactions")
    assert by_rule["twice"] == ("l2_read_transactions", "l2_write_transactions")


def test_what_no_metric_would_give_is_not_missing() -> None:
    run = report(*NVPROF)
    kernels = tuple(
        replace(
            kernel,
            kernel=replace(
                kernel.kernel,
                absences={
                    quantity: replace(absence, metrics=() if quantity is Quantity.DURATION else absence.metrics)
                    for quantity, absence in kernel.kernel.absences.items()
                },
            ),
        )
        for kernel in run.kernels
    )
    assert Need.TIME not in {each.need for each in find_missing(replace(run, kernels=kernels))}
    assert find_missing(report()) == ()
