"""The tables of the documentation are made from the code, and say what the code does.

Keys, words and defaults are held against what the settings themselves say when they are given something wrong.
"""

from __future__ import annotations

import importlib.util
import re
from typing import TYPE_CHECKING

import pytest
import yaml
from mkdocs.exceptions import Abort

from roofline_report.devices.catalogue import load_packaged
from roofline_report.domain.errors import SettingsError
from roofline_report.pipeline.settings import Settings
from roofline_report.readers.metrics.metric_table import load_tables
from roofline_report.readers.metrics.rates import is_product, plain_of
from roofline_report.readers.registry import list_formats
from roofline_report.renderers.charts.registry import RUN_CHARTS
from tests.hosts.page_reading import read_tables_below, read_text
from tests.hosts.sites import build_site
from tests.pipeline.folders import PROJECT, nvprof_run, settings_in

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from roofline_report.domain.problem import Problem
    from tests.hosts.sites import BuiltSite

HOOK = PROJECT / "docs" / "reference.py"
PAGES = {path: path.read_text(encoding="utf-8") for path in sorted((PROJECT / "docs").rglob("*.md"))}
WRONG = "no-such-word"
WITHOUT_DEFAULT = ("none", "required")
NESTED = ("limits", "kernels", "ceilings", "transactions", "flop", "metrics")
SITE, RUN = "keys-of-the-site", "runyml"


def rows_of(site: BuiltSite, section: str) -> dict[str, list[str]]:
    """Return the cells of the table below a heading, by key."""
    page = "settings" if section in (SITE, "limits") else "data-folder"
    table = read_tables_below(site.read(f"{page}/index.html"))[section]
    return {cells[0]: cells[1:] for cells in table.rows}


def known_keys(section: str) -> set[str]:
    """Return the keys that the settings know, from what they say of one that they do not."""
    nested: dict[str, object] = {key: {WRONG: 1} for key in NESTED}
    nested["ceilings"] = [{WRONG: 1}]
    options = {WRONG: 1} if section in (SITE, RUN) else {section: nested[section]}
    with pytest.raises(SettingsError) as caught:
        settings_in(PROJECT / "docs", **options)
    told = [problem for problem in caught.value.problems if problem.summary.startswith(f'"{WRONG}"')]
    assert len(told) == 1
    return words_in(told[0])


def words_in(problem: Problem) -> set[str]:
    return set((problem.expected or "").removeprefix("one of: ").split(", "))


def written_defaults(site: BuiltSite, section: str) -> dict[str, object]:
    rows = rows_of(site, section)
    return {key: yaml.safe_load(cells[0]) for key, cells in rows.items() if cells[0] not in WITHOUT_DEFAULT}


def test_every_key_is_on_the_built_page_and_no_other(own_site: BuiltSite) -> None:
    of_site, of_runs = set(rows_of(own_site, SITE)), set(rows_of(own_site, RUN))
    assert of_site | of_runs == known_keys(SITE)
    assert not of_site & of_runs


@pytest.mark.parametrize("section", NESTED)
def test_every_nested_key_is_on_the_built_page_and_no_other(own_site: BuiltSite, section: str) -> None:
    assert set(rows_of(own_site, section)) == known_keys(section)


@pytest.mark.parametrize("section", [SITE, RUN, *NESTED])
def test_every_key_has_a_default_a_kind_and_a_meaning(own_site: BuiltSite, section: str) -> None:
    for key, cells in rows_of(own_site, section).items():
        default, words = cells
        assert default, key
        assert re.fullmatch(r"\S.*\((a|true or) .+\)", words), key


def test_settings_made_of_the_defaults_of_the_page_are_the_defaults(own_site: BuiltSite, tmp_path: Path) -> None:
    options = written_defaults(own_site, SITE) | written_defaults(own_site, RUN)
    sections = ("limits", "kernels", "transactions", "flop")
    options |= {section: written_defaults(own_site, section) for section in sections}
    assert len(options) > 10
    assert settings_in(tmp_path, **options) == Settings(root=tmp_path)


@pytest.mark.parametrize(
    ("section", "key", "default"),
    [
        (SITE, "enabled", "true"),
        (SITE, "data_dir", "data"),
        (SITE, "devices_dir", "none"),
        (SITE, "nav_runs", "20"),
        ("limits", "file_size", "1073741824 B"),
        (RUN, "levels", "[l1, l2, dram]"),
        (RUN, "title", "none"),
        ("transactions", "shared_weight", "4"),
        ("flop", "fp16", "packed"),
        ("ceilings", "roof", "required"),
        ("ceilings", "origin", "theoretical"),
    ],
)
def test_a_default_is_written_as_a_user_would_write_it(
    own_site: BuiltSite, section: str, key: str, default: str
) -> None:
    assert rows_of(own_site, section)[key][0] == default


def test_only_what_a_ceiling_must_have_is_called_required(own_site: BuiltSite) -> None:
    with pytest.raises(SettingsError) as caught:
        settings_in(PROJECT / "docs", ceilings=[{}])
    missing = {problem.summary.split('"')[1] for problem in caught.value.problems}
    assert missing == {key for key, cells in rows_of(own_site, "ceilings").items() if cells[0] == "required"}


@pytest.mark.parametrize(
    ("section", "key", "options"),
    [
        (SITE, "on_problem", {"on_problem": WRONG}),
        (SITE, "charts", {"charts": [WRONG]}),
        (RUN, "group_by", {"group_by": WRONG}),
        (RUN, "levels", {"levels": [WRONG]}),
        ("kernels", "markers", {"kernels": {"markers": {"*": WRONG}}}),
        ("ceilings", "roof", {"ceilings": [{"roof": WRONG, "value": "1 GB/s", "source": "s"}]}),
        ("ceilings", "origin", {"ceilings": [{"roof": "l2", "value": "1 GB/s", "source": "s", "origin": WRONG}]}),
        ("transactions", "l2_atomics", {"transactions": {"l2_atomics": WRONG}}),
        ("flop", "fp16", {"flop": {"fp16": WRONG}}),
    ],
)
def test_every_word_that_a_key_knows_is_named(
    own_site: BuiltSite, section: str, key: str, options: dict[str, object]
) -> None:
    with pytest.raises(SettingsError) as caught:
        settings_in(PROJECT / "docs", **options)
    (problem,) = caught.value.problems
    row = " ".join(rows_of(own_site, section)[key])
    assert words_in(problem) <= set(re.findall(r"[a-z0-9_]+", row))


def test_the_formats_are_those_of_the_registry(own_site: BuiltSite) -> None:
    table = read_tables_below(own_site.read("data-folder/index.html"))["what-is-read"]
    assert table.rows == [[profiler, kind.name, kind.made_by] for profiler, kind in list_formats()]


def test_the_charts_are_those_of_the_registry(own_site: BuiltSite) -> None:
    table = read_tables_below(own_site.read("settings/index.html"))["charts"]
    assert table.rows == [[chart.name, chart.heading] for chart in RUN_CHARTS]


def test_every_device_of_the_package_is_on_the_devices_page(own_site: BuiltSite) -> None:
    table = read_tables_below(own_site.read("devices/index.html"))["supported-devices"]
    assert [cells[0] for cells in table.rows] == [device.name for device in load_packaged().devices]
    # 80 SM x 4 x 1.597 GHz; 80 x 128 B x 1.597 GHz; 2048 B x 1.597 GHz; 1107 MHz x 2 x 4096 bit / 8.
    assert next(cells for cells in table.rows if cells[0] == "Tesla V100S-PCIE-32GB") == [
        "Tesla V100S-PCIE-32GB",
        "NVIDIA Volta",
        "511.0 warp GIPS",
        "16.4 TB/s",
        "3.27 TB/s",
        "1.13 TB/s",
    ]


def test_every_formula_is_on_the_page_of_numbers(own_site: BuiltSite) -> None:
    text = read_text(own_site.read("numbers/index.html"))
    for table in load_tables():
        peaks = (formula for formulas in table.peaks.values() for formula in formulas)
        for formula in (*table.formulas, *peaks):
            assert " ".join(formula.source.split()) in text
            for metric in formula.metrics:
                # A rate stands for its sum, which the page names.
                assert (plain_of(metric) if is_product(metric) else metric) in text


def load_list_tables() -> Callable[[], dict[str, object]]:
    spec = importlib.util.spec_from_file_location("reference", HOOK)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    found: Callable[[], dict[str, object]] = module.list_tables
    return found


def test_every_table_that_can_be_made_is_on_a_page() -> None:
    markers = {name for text in PAGES.values() for name in re.findall("^<!-- table: (.*) -->$", text, re.MULTILINE)}
    assert markers == set(load_list_tables()())


def test_no_page_has_a_row_of_such_a_table_written_by_hand() -> None:
    keys = {key for section in (SITE, *NESTED) for key in known_keys(section)}
    names = {device.name for device in load_packaged().devices} | {kind.name for _, kind in list_formats()}
    for path, text in PAGES.items():
        for row in re.findall(r"^\| (.*) \|$", text, re.MULTILINE):
            cells = {cell.strip("*` ") for cell in row.split("|")}
            # A key is one word, and such words stand in other tables too: a key and a default of it do not.
            assert not (names & cells), (path, row)
            assert not (cells & keys and cells & {"none", "required", "warn", "true"}), (path, row)


def test_a_table_that_nobody_can_make_fails_the_build(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    files = {"docs/page.md": "# Page\n\n<!-- table: of contents -->\n"}
    with pytest.raises(Abort):
        build_site(tmp_path, files, config={"hooks": [str(HOOK)]})
    assert re.search(r"page\.md: no table is called 'of contents'.* keys of the site", caplog.text)


def test_a_marker_in_a_generated_page_is_left_alone(tmp_path: Path) -> None:
    description = 'description: "before\\n\\n<!-- table: devices -->\\n\\nafter"\n'
    files = {f"data/demo/{name}": content for name, content in nvprof_run("k").items()}
    site = build_site(tmp_path, {**files, "data/demo/run.yml": description}, config={"hooks": [str(HOOK)]})
    page = site.read("performance/runs/demo/index.html")
    assert "after" in page
    assert "Tesla V100-SXM2-16GB" not in page
