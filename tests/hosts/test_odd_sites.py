"""Real MkDocs builds of projects that nobody would make on purpose."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

import pytest
from mkdocs.config import load_config
from mkdocs.exceptions import Abort
from mkdocs.structure.files import Files

from roofline_report.hosts.mkdocs_plugin.files import add_pages
from roofline_report.pipeline.generate import generate
from tests.hosts.sites import BuiltSite, build_site
from tests.pipeline.folders import nvprof_run, settings_in, write

if TYPE_CHECKING:
    from pathlib import Path


def run_of(*names: str, folder: str = "data/demo") -> dict[str, str]:
    return {f"{folder}/{name}": content for name, content in nvprof_run(*names).items()}


RUN = run_of("alpha(int)", "beta(int)")


def invisible_in(text: str) -> set[str]:
    return {hex(ord(mark)) for mark in text if unicodedata.category(mark) in ("Cf", "Cc", "Co") and mark not in "\n\t"}


def pages(site: BuiltSite) -> dict[str, str]:
    found = site.folder.rglob("performance/**/*.html")
    return {str(path.relative_to(site.folder)): path.read_text(encoding="utf-8") for path in found}


@pytest.mark.parametrize("theme", ["mkdocs", "material"])
def test_no_mark_that_is_not_seen_reaches_a_page(tmp_path: Path, theme: str) -> None:
    names = ("a\u202eb\u200dc(int)", "\x7fdel(int)", "\x1b[31mred(int)", "\x02wzxhzdk:0\x03(int)")
    files = {**run_of(*names), "data/demo/run.yml": 'title: "left \\u202e right"\n'}
    site = build_site(tmp_path, files, config={"theme": {"name": theme}, "plugins": ["search", "roofline-report"]})
    found = pages(site)
    assert len([path for path in found if "runs/demo" in path]) == 5
    assert {path: invisible_in(text) for path, text in found.items() if invisible_in(text)} == {}
    assert "\u27e8U+202E\u27e9" in found["performance/runs/demo/index.html"]


def test_pages_that_another_plugin_takes_away_are_gone_and_the_others_stay(tmp_path: Path) -> None:
    hook = (
        "def on_files(files, config):\n"
        "    for file in list(files):\n"
        "        if file.src_uri in ('performance/index.md', 'performance/runs/demo/alpha.md'):\n"
        "            files.remove(file)\n"
        "    return files\n"
    )
    site = build_site(tmp_path, {**RUN, "hook.py": hook}, config={"hooks": ["hook.py"]})
    assert not site.has("performance/index.html")
    assert site.has("performance/runs/demo/beta/index.html")


def test_a_file_of_the_user_s_is_not_replaced_by_a_script_or_a_style(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(Abort):
        build_site(tmp_path, {**RUN, "docs/assets/roofline/roofline.css": "/* mine */"})
    assert "assets/roofline/roofline.css" in caplog.text
    assert "rename your file" in caplog.text


def test_two_reports_on_one_site_share_their_scripts(tmp_path: Path) -> None:
    plugins = ["roofline-report", {"roofline-report": {"path": "other", "data_dir": "more"}}]
    site = build_site(tmp_path, {**RUN, **run_of("gamma", folder="more/third")}, config={"plugins": plugins})
    assert site.has("performance/runs/demo/alpha/index.html")
    assert site.has("other/runs/third/gamma/index.html")
    home = site.read("index.html")
    assert home.count("assets/roofline/roofline.js") == home.count("assets/roofline/roofline.css") == 1


def test_profiler_files_that_mkdocs_would_publish_are_told(tmp_path: Path) -> None:
    files = run_of("alpha(int)", folder="docs/data/demo")
    site = build_site(tmp_path, files, options={"data_dir": "docs/data"})
    (warning,) = site.warnings
    assert "data/demo/events.csv and 2 more" in warning
    assert "exclude_docs" in warning


def test_profiler_files_that_are_kept_out_of_the_site_are_no_problem(tmp_path: Path) -> None:
    files = run_of("alpha(int)", folder="docs/data/demo")
    site = build_site(tmp_path, files, options={"data_dir": "docs/data"}, config={"exclude_docs": "/data/\n"})
    assert site.warnings == []
    assert site.has("performance/runs/demo/alpha/index.html")
    assert not site.has("data/demo/events.csv")


@pytest.mark.parametrize("place", ["absolute", "above"])
def test_no_page_says_where_on_this_machine_the_data_lie(tmp_path: Path, place: str) -> None:
    outside = tmp_path / "anna" / "secret" / "results"
    for name, content in nvprof_run("alpha(int)").items():
        path = outside / "demo" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
    data_dir = str(outside) if place == "absolute" else "../anna/secret/results"
    devices = str(outside / "devices")
    site = build_site(tmp_path / "project", {}, options={"data_dir": data_dir, "devices_dir": devices})
    text = "".join(pages(site).values())
    assert "results/demo/timing.csv" in text
    for word in ("anna", "secret", str(tmp_path)):
        assert word not in text


@pytest.mark.parametrize("option", ["data_dir", "devices_dir"])
def test_a_folder_with_an_impossible_name_is_told(tmp_path: Path, option: str) -> None:
    site = build_site(tmp_path, RUN, options={option: "x" * 300})
    assert len(site.warnings) == 1
    assert site.has("performance/index.html")


def test_no_name_reaches_the_source_of_a_page_as_a_template(tmp_path: Path) -> None:
    files = {f"data/demo/{file}": text for file, text in nvprof_run("{{ 7 * 7 }}{% set x = 1 %}(int)").items()}
    settings = settings_in(write(tmp_path, {**files, "mkdocs.yml": "site_name: s\n", "docs/index.md": ""}))
    config = load_config(str(tmp_path / "mkdocs.yml"))
    config.plugins._current_plugin = "roofline-report"  # what MkDocs sets around a hook
    added = add_pages(generate(settings), files=Files([]), config=config)
    sources = [file.content_string for file in added.values() if file.is_documentation_page()]
    assert len(sources) == 6
    assert not [source for source in sources if "{" in source or "}" in source]


def test_published_profiler_files_fail_a_build_that_is_to_fail_on_problems(tmp_path: Path) -> None:
    files = run_of("alpha(int)", folder="docs/data/demo")
    with pytest.raises(Abort):
        build_site(tmp_path, files, options={"data_dir": "docs/data", "on_problem": "fail"})
