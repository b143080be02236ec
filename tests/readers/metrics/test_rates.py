from __future__ import annotations

import pytest

from roofline_report.readers.metrics.metric_table import load_tables, peak_of
from roofline_report.readers.metrics.rates import (
    contradicts_its_name,
    factors_of,
    is_made,
    is_product,
    is_rate,
    made_of,
    parts_of,
    plain_of,
    rates_of,
)

DERIVED = "derived__smsp__sass_thread_inst_executed_op_dfma_pred_on_x2"


def test_a_sum_is_its_rate_per_second_by_the_time_or_per_cycle_by_the_cycles_of_its_unit() -> None:
    assert rates_of("lts__t_bytes.sum") == (
        "lts__t_bytes.sum.per_second x time",
        "lts__t_bytes.sum.per_cycle_elapsed x lts__cycles_elapsed.avg",
        "lts__t_bytes.sum.per_cycle_elapsed x lts__cycles_elapsed.avg.per_second x time",
    )


@pytest.mark.parametrize(("unit", "clocks"), [("smsp", ["smsp", "sm"]), ("sm", ["sm", "smsp"]), ("dram", ["dram"])])
def test_the_cycles_are_those_of_the_unit_first_and_parts_of_a_multiprocessor_have_its_clock(
    unit: str, clocks: list[str]
) -> None:
    per_cycle = [name for name in rates_of(f"{unit}__x.sum") if "per_cycle" in name]
    assert [factors_of(name)[1].partition("__")[0] for name in per_cycle] == clocks * 2


def test_the_unit_of_a_metric_of_sections_is_the_one_it_was_derived_from() -> None:
    assert rates_of("derived__lts__lts2xbar_bytes.sum")[1].endswith(" x lts__cycles_elapsed.avg")
    assert [factors_of(name)[1:] for name in rates_of(DERIVED)] == [
        ("smsp__cycles_elapsed.avg",),
        ("sm__cycles_elapsed.avg",),
        ("smsp__cycles_elapsed.avg.per_second", "time"),
        ("sm__cycles_elapsed.avg.per_second", "time"),
    ]


@pytest.mark.parametrize(
    "metric",
    [
        "gld_transactions",
        "sm__cycles_elapsed.avg",
        "sass__inst_executed_global_loads",
        "lts__t_bytes.sum.peak_sustained",
        "GPU Speed Of Light/Duration",
        "dram__bytes",
    ],
)
def test_what_is_no_sum_has_no_rates(metric: str) -> None:
    assert rates_of(metric) == ()


def test_a_metric_of_sections_without_a_suffix_is_a_rate() -> None:
    assert is_rate(DERIVED)
    assert not is_rate("derived__lts__lts2xbar_bytes.sum")
    assert not is_rate("smsp__inst_executed.sum")


def test_a_made_metric_says_what_it_is_made_of_and_what_it_stands_for() -> None:
    made = made_of("dram__bytes.sum.per_second", "time")
    assert (factors_of(made), plain_of(made)) == (("dram__bytes.sum.per_second", "time"), "dram__bytes.sum")
    assert plain_of("lts__t_bytes.sum.per_cycle_elapsed x lts__cycles_elapsed.avg") == "lts__t_bytes.sum"
    assert is_product(made)
    assert is_made(made)
    quotient = "sm__cycles_elapsed.avg / sm__cycles_elapsed.avg.per_second"
    assert is_made(quotient)
    assert not is_product(quotient)
    assert not is_made("dram__bytes.sum")


def test_what_is_made_of_a_rate_is_tried_after_its_sum_and_has_the_same_weight() -> None:
    pairs = [
        (term, name, plain_of(name))
        for table in load_tables()
        for formula in table.formulas
        for term in formula.terms
        for name in term.metrics
        if is_product(name) and plain_of(name).endswith(".sum") and plain_of(name) in term.metrics
    ]
    assert len(pairs) > 500
    for term, made, plain in pairs:
        assert term.metrics.index(plain) < term.metrics.index(made)
        assert term.weight_of(plain) == term.weight_of(made)


@pytest.mark.parametrize(
    "metric",
    [
        "lts__t_bytes.sum",
        "lts__t_bytes.sum.per_second x time",
        "lts__t_bytes.sum.per_cycle_elapsed x lts__cycles_elapsed.avg",
    ],
)
def test_a_sum_and_what_is_made_of_its_rates_have_one_peak(metric: str) -> None:
    assert peak_of(metric) == "lts__t_bytes.sum.peak_sustained"


@pytest.mark.parametrize(
    ("rate", "dimension", "contradicts"),
    [
        ("lts__t_bytes.sum.per_second", "byte/s", False),
        ("lts__t_bytes.sum.per_second", "byte", False),
        ("lts__t_sectors.sum.per_second", "hz", False),
        ("lts__t_bytes.sum.per_second", "byte/cycle", True),
        ("lts__t_bytes.sum.per_cycle_elapsed", "byte/cycle", False),
        ("lts__t_bytes.sum.per_cycle_elapsed", "1", False),
        ("lts__t_bytes.sum.per_cycle_elapsed", "byte/s", True),
        ("lts__t_sectors.sum.per_cycle_elapsed", "hz", True),
        (DERIVED, "inst", False),
        (DERIVED, "inst/s", True),
        ("GPU Speed Of Light/SM Frequency", "hz", False),
    ],
)
def test_the_unit_of_a_rate_says_the_same_as_its_name_or_nothing(
    rate: str, dimension: str, *, contradicts: bool
) -> None:
    assert contradicts_its_name(rate, dimension) is contradicts


@pytest.mark.parametrize(
    ("metric", "parts"),
    [
        ("a.sum.per_second x time", ("a.sum.per_second", "time")),
        ("a.avg / a.avg.per_second", ("a.avg", "a.avg.per_second")),
        ("a.sum", ("a.sum",)),
    ],
)
def test_the_parts_of_a_metric_are_those_that_a_file_names(metric: str, parts: tuple[str, ...]) -> None:
    assert parts_of(metric) == parts
