"""`roofline-report figure`: which settings hold for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.hosts.cli.figure_runs import SITE, drawn, figure
from tests.pipeline.folders import nvprof_run

if TYPE_CHECKING:
    from pathlib import Path


def test_config_option(tmp_path: Path) -> None:
    site = {
        "site/mkdocs.yml": "site_name: s\nplugins:\n  - search\n  - roofline-report:\n      data_dir: results\n",
        **{f"site/results/x/{name}": text for name, text in nvprof_run("k()").items()},
    }
    assert drawn(tmp_path, "x", "--config", "site/mkdocs.yml", files=site).shapes("dots")
    assert figure(tmp_path, "x", "-o", "x.svg", files=site).exit_code == 2
    assert figure(tmp_path, "x", "--config", "nosuch.yml", "-o", "x.svg", files=site).exit_code == 2


@pytest.mark.parametrize(
    "files",
    [
        {"mkdocs.yml": "plugins: [{roofline-report: {data_dir: results}}]"},
        {"mkdocs.yaml": "plugins: {search: {}, roofline-report: {data_dir: results}}"},
        {"roofline.yml": "data_dir: results"},
        {"roofline.yml": "data_dir: results", "mkdocs.yml": "site_name: s\nplugins: [search, roofline-report]"},
        {"roofline.yml": "data_dir: x", "mkdocs.yml": "plugins: [{roofline-report: {data_dir: results}}]"},
        {"base.yml": "plugins: [{roofline-report: {data_dir: results}}]", "mkdocs.yml": "INHERIT: base.yml"},
        {"mkdocs.yml": "plugins: [{roofline-report: {data_dir: !ENV [NO_SUCH_VARIABLE, results]}}]"},
        {
            "mkdocs.yml": "markdown_extensions:\n  - x: {y: !!python/name:os.system , z: !relative $docs_dir}\n"
            "plugins: [{roofline-report: {data_dir: results}}]"
        },
    ],
    ids=range(8),
)
def test_settings_of_the_site_hold(files: dict[str, str], tmp_path: Path) -> None:
    runs = {f"results/x/{name}": text for name, text in nvprof_run("k()").items()}
    assert drawn(tmp_path, "x", files={**files, **runs}).shapes("dots")


@pytest.mark.parametrize(
    ("files", "told"),
    [
        ({"mkdocs.yml": "plugins: [{roofline-report: {data-dir: x}}]"}, 'did you mean "data_dir"?'),
        ({"mkdocs.yml": "a: [1"}, "mkdocs.yml cannot be understood"),
        ({"mkdocs.yml": "INHERIT: none.yml"}, "mkdocs.yml cannot be understood"),
        ({"mkdocs.yml": b"\xff\xfe\x00"}, "mkdocs.yml cannot be understood"),
        ({"roofline.yml": "tite: x"}, "invalid roofline_report settings"),
    ],
    ids=range(5),
)
def test_settings_that_cannot_be_understood_are_told(files: dict[str, str | bytes], told: str, tmp_path: Path) -> None:
    result = figure(tmp_path, "a/first", "-o", "x.svg", files={**SITE, **files})
    assert result.exit_code == 2
    assert told in result.stderr
    assert not isinstance(result.exception, Exception)


@pytest.mark.parametrize("content", ["", "plugins:", "plugins: 7", "- a", "site_name: s", "plugins: [search, 7, null]"])
def test_a_site_file_without_the_plugin_sets_nothing(content: str, tmp_path: Path) -> None:
    assert drawn(tmp_path, "a/first", files={**SITE, "mkdocs.yml": content}).shapes("dots")


def test_the_settings_of_a_run_are_those_of_the_site_and_of_its_run_file(tmp_path: Path) -> None:
    files = {**SITE, "roofline.yml": "levels: [l2]\nkernels: {exclude: ['sweep*']}\n"}
    assert len(drawn(tmp_path, "a/first", files=files).shapes("dots")) == 2


def test_a_device_of_the_settings_that_is_wrong_is_told(tmp_path: Path) -> None:
    files = {**SITE, "mine/x.yaml": "nome: x\n", "roofline.yml": "devices_dir: mine\n"}
    result = figure(tmp_path, "a/first", "-o", "x.svg", files=files)
    assert result.exit_code == 0
    assert "mine/x.yaml" in result.stderr
