"""The benchmark's own measures, on small pages that were written by hand."""

from __future__ import annotations

import gzip
import json
from typing import TYPE_CHECKING

import pytest

from benchmarks.captures import write_long_table, write_raw_page
from benchmarks.handwritten import page_as_markdown
from benchmarks.rows import Row, as_markdown
from benchmarks.weights import chart_data_row, count_points, picture_row, script_rows, search_row
from roofline_report.readers.metrics.metric_table import wanted_metrics
from roofline_report.readers.reading import read_file
from roofline_report.renderers.charts.pictures.picture import draw_picture
from tests.pipeline.folders import write
from tests.renderers.charts.plots import make_run

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(("value", "verdict"), [(1.2, "ok"), (1.2001, "over")])
def test_a_row_is_over_only_above_its_limit(value: float, verdict: str) -> None:
    row = Row(key="a", what="one : other", value=value, limit=1.2, unit="x", parts="1 s : 1 s")
    assert as_markdown([row]).splitlines()[-1] == f"| a | one : other | {value:.3f}x | 1.200x | {verdict} | 1 s : 1 s |"


def test_a_page_by_hand_has_the_headings_and_the_visible_text() -> None:
    page = (
        "<nav>menu</nav><article><h1>Title<a class='headerlink'>#</a></h1><p>Some <b>words</b>.</p>"
        "<script>code()</script><table><tr><th>L1</th><td>4 * 2</td></tr></table>"
        "<details><summary>Sources</summary><p>folded</p></details><h2>Next</h2></article><footer>foot</footer>"
    )
    assert page_as_markdown(page) == "# Title\n\nSome words.\n\nL1 4 \\* 2\n\nSources\n\n## Next\n"


def test_a_page_by_hand_has_the_tables_and_lists_that_are_folded_and_nothing_else_of_it() -> None:
    folded = "<p>before</p><table><tr><td>a<svg>no</svg></td></tr></table><ul><li>b</li></ul><dl><dt>no</dt></dl>"
    page = f"<article><details><summary>Two</summary>{folded}</details><p>After</p><ul><li>c</li></ul></article>"
    assert page_as_markdown(page) == "Two\n\na\n\nb\n\nAfter\n\nc\n"


@pytest.mark.parametrize(("more", "limit"), [("", 5), ('<script src="assets/roofline/more.js"></script>', 0)])
def test_a_second_script_on_a_page_without_a_chart_is_over(tmp_path: Path, more: str, limit: float) -> None:
    loader = '<script src="assets/roofline/roofline.js"></script>'
    chart = '<script src="../assets/roofline/roofline.js"></script>'
    files = {"assets/roofline/roofline.js": "a" * 50, "assets/roofline/more.js": "b" * 50}
    ours = write(
        tmp_path / "ours", {**files, "index.html": f"<script src='t.js'></script>{loader}{more}", "c/i.html": chart}
    )
    theirs = write(tmp_path / "theirs", {"index.html": "<script src='t.js'></script>", "c/i.html": ""})
    with_chart, without = script_rows(ours, theirs, chart_page="c/i.html")
    assert (without.limit, without.is_within) == (limit, limit > 0)
    size = len(gzip.compress(b"a" * 50, 9, mtime=0)) + len(gzip.compress(b"b" * 50, 9, mtime=0))
    assert with_chart.value == pytest.approx(size / 1000)


def test_the_heaviest_picture_of_a_page_is_weighed(tmp_path: Path) -> None:
    runs = [make_run(kernels) for kernels in (1, 6)]
    pictures = [draw_picture(run, description="A run.", element_id="p").svg for run in runs]
    page = write(tmp_path, {"p.html": f"<div>{pictures[0]}</div><svg></svg><div>{pictures[1]}</div>"}) / "p.html"
    row = picture_row(page, key="d")
    assert row.what == "picture of a chart with 12 dots, gzip"
    assert row.value == pytest.approx(len(gzip.compress(pictures[1].encode(), 9, mtime=0)) / 1000)
    assert row.parts.endswith("one of 2")


def test_chart_data_are_counted_per_sixty_dots(tmp_path: Path) -> None:
    data = json.dumps({"points": {"x": [1, 2, 3]}})
    page = write(tmp_path, {"p.html": f"<div data-roofline='{data}'></div>"}) / "p.html"
    assert count_points(page) == 3
    row = chart_data_row(page, points=3, key="d")
    assert row.value == pytest.approx(len(gzip.compress(data.encode(), 9, mtime=0)) * 20 / 1000)


def test_names_of_kernels_do_not_count_as_search_text(tmp_path: Path) -> None:
    name = "k" * 2000
    entry = {"location": "performance/runs/r/k/", "title": name, "text": f"{name} is slow"}
    write(
        tmp_path,
        {"search/search_index.json": json.dumps({"docs": [entry, {"location": "", "title": "x", "text": "y"}]})},
    )
    row = search_row(tmp_path, section="performance")
    assert row.is_within
    assert 0 < row.value < 0.2


def test_the_large_files_are_read_whole(tmp_path: Path) -> None:
    raw, table = tmp_path / "raw.csv", tmp_path / "long.csv"
    write_raw_page(raw, launches=90)
    write_long_table(table, rows=1800)
    assert {line.count('","') for line in raw.read_text(encoding="utf-8").splitlines()} == {199}
    of_raw, of_table = (read_file(path, shown_as=path.name, wanted=wanted_metrics({})) for path in (raw, table))
    for reading in (of_raw, of_table):
        assert sum(group.launches for group in reading.groups) == 90
        assert reading.problems == ()
    # The same launches in two layouts.
    assert [group.metrics for group in of_raw.groups] == [group.metrics for group in of_table.groups]
    assert (of_raw.rows.used, of_table.rows.used, of_table.rows.total) == (90, 1710, 1800)
