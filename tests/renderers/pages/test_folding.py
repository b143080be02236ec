"""What a kernel page folds away says what and how much is in it, and stands below its heading as it did before."""

from __future__ import annotations

import dataclasses
import re
from typing import Final

import pytest

from roofline_report.domain.profile import ConfigurationCount, LaunchConfiguration
from roofline_report.domain.quantity import Quantity
from tests.renderers.pages.made_runs import MANY, SOLVE, kernel_page, made, measured, plain, run_of, tables_in

PAGE: Final = kernel_page(MANY)


def summaries(html: str) -> list[str]:
    return [plain(each) for each in re.findall(r"<summary>(.*?)</summary>", html)]


@pytest.mark.parametrize(
    ("fragment", "title", "table"),
    [
        ("arithmetic", "The arithmetic: {} formulas with their values", "roofline-arithmetic"),
        ("metrics", "Metrics used: {}", "roofline-metrics"),
    ],
)
def test_a_folded_table_says_how_many_rows_it_has(fragment: str, title: str, table: str) -> None:
    html = PAGE.fragments[fragment]
    rows = tables_in(html)[table].rows
    assert len(rows) > 5
    assert summaries(html) == [title.format(len(rows))]
    assert html.startswith('<details class="roofline-fold"><summary>')
    assert html.endswith("</details>")


def test_folded_remarks_and_sources_say_how_many_there_are() -> None:
    remarks, sources = PAGE.fragments["remarks"], PAGE.fragments["sources"]
    assert summaries(remarks) == [f"Remarks on the numbers: {remarks.count('<li>')}"]
    assert summaries(sources) == [f"Sources of the formulas: {sources.count('<dt>')}"]


def test_one_formula_is_no_plural() -> None:
    # Of the operations alone nothing follows: neither time nor traffic were measured.
    kernel = made("lone", 1, {Quantity.FP64_FLOP: 100})
    lone = dataclasses.replace(kernel, measurements={Quantity.FP64_FLOP: measured(100.0)})
    html = kernel_page(run_of(lone), "lone").fragments["arithmetic"]
    assert summaries(html) == ["The arithmetic: 1 formula with its value"]
    assert len(tables_in(html)["roofline-arithmetic"].rows) == 1


def test_verdict_chart_and_roofs_come_before_what_is_folded_and_where_it_is_from_last() -> None:
    order = re.findall(r'data-roofline-slot="([^"]+)"', PAGE.markdown)
    assert order == [
        *("facts", "chart", "levels", "threads"),
        *("arithmetic", "remarks", "gaps", "metrics", "sources"),
        *("neighbours", "provenance"),
    ]
    assert PAGE.markdown.index("roofline-verdict") < PAGE.markdown.index("roofline-slot")
    headings = re.findall("^## (.*)$", PAGE.markdown, re.MULTILINE)
    assert headings[-4:] == ["How the numbers came about", "Metrics", "In the same run", "Provenance"]


@pytest.mark.parametrize(("count", "folded"), [(1, 0), (11, 0), (12, 2), (40, 30)])
def test_of_many_launch_configurations_those_with_few_launches_are_folded(count: int, folded: int) -> None:
    counts = tuple(
        ConfigurationCount(configuration=LaunchConfiguration(f"({number}, 1, 1)", "(64, 1, 1)"), launches=99 - number)
        for number in range(count)
    )
    html = kernel_page(run_of(dataclasses.replace(SOLVE, configurations=counts))).fragments["configurations"]
    rows = [row[0] for table in tables_in(html).values() for row in table.rows]
    assert rows == [each.configuration.grid for each in counts]
    assert html.partition("<details")[2].count("<tr>") == (folded + 1 if folded else 0)
    assert summaries(html) == ([f"{folded} more launch configurations"] if folded else [])
