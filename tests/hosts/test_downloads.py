"""The numbers of a run in real MkDocs builds: addresses, links, conflicts."""

from __future__ import annotations

import csv
import json
import re
from typing import TYPE_CHECKING

import pytest
from mkdocs.exceptions import Abort

from tests.hosts.sites import BuiltSite, build_site
from tests.pipeline.folders import nvprof_run

if TYPE_CHECKING:
    from pathlib import Path

RUN = {f"data/demo/{name}": content for name, content in nvprof_run("alpha(int)", "beta(int)").items()}
CSV, JSON = "performance/runs/demo/demo.csv", "performance/runs/demo/demo.json"


def links_of(site: BuiltSite, page: str) -> set[str]:
    """Return the files that a page offers to save."""
    folder = (site.folder / page).parent
    found = re.findall(r'<a href="([^"]*)" download>', site.read(page))
    return {(folder / link).resolve().relative_to(site.folder.resolve()).as_posix() for link in found}


@pytest.mark.parametrize("theme", ["mkdocs", "readthedocs", "material"])
@pytest.mark.parametrize("directory_urls", [True, False])
def test_they_stand_beside_the_run_and_all_its_pages_link_to_them(
    tmp_path: Path, *, theme: str, directory_urls: bool
) -> None:
    config = {"theme": {"name": theme}, "use_directory_urls": directory_urls}
    site = build_site(tmp_path, RUN, config=config)
    assert site.warnings == []
    kernel = "performance/runs/demo/alpha/index.html" if directory_urls else "performance/runs/demo/alpha.html"
    for page in ("performance/runs/demo/index.html", kernel):
        assert links_of(site, page) == {CSV, JSON}
    rows = list(csv.DictReader(site.read(CSV).splitlines()))
    assert {row["label"] for row in rows} == {"alpha", "beta"}
    assert [kernel["label"] for kernel in json.loads(site.read(JSON))["kernels"]] == ["alpha", "beta"]


def test_they_are_no_pages_and_in_no_list_of_pages(tmp_path: Path) -> None:
    site = build_site(tmp_path, RUN, config={"plugins": ["search", "roofline-report"]})
    assert "demo.csv" not in site.read("sitemap.xml")
    assert "is_drawn" not in site.read("search/search_index.json")


@pytest.mark.parametrize("own", [CSV, JSON])
def test_a_file_of_the_user_s_is_never_replaced(tmp_path: Path, own: str, caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(Abort):
        build_site(tmp_path, {**RUN, f"docs/{own}": "mine"})
    assert f"{own}: a file of yours stands where a file of the performance report goes" in caplog.text
    assert "the setting `path`" in caplog.text


def test_pages_and_files_that_are_in_the_way_are_told_together(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(Abort):
        build_site(tmp_path, {**RUN, f"docs/{CSV}": "mine", "docs/performance/reading.md": "# Mine"})
    assert f"{CSV}: a file of yours" in caplog.text
    assert "performance/reading.md: a page of yours" in caplog.text


def test_a_site_that_keeps_files_of_their_kind_out_has_them_all_the_same(tmp_path: Path) -> None:
    site = build_site(tmp_path, {**RUN, "docs/own.csv": "mine"}, config={"exclude_docs": "*.csv\n*.json\n"})
    assert not site.has("own.csv")
    assert site.has(CSV)
    assert site.has(JSON)


def test_another_address_of_the_report_is_theirs_too(tmp_path: Path) -> None:
    site = build_site(tmp_path, {**RUN, f"docs/{CSV}": "mine"}, options={"path": "reports/gpu"})
    assert site.read(CSV) == "mine"
    assert links_of(site, "reports/gpu/runs/demo/index.html") == {
        "reports/gpu/runs/demo/demo.csv",
        "reports/gpu/runs/demo/demo.json",
    }


def test_a_kernel_called_like_its_run_takes_nothing_from_it(tmp_path: Path) -> None:
    files = {f"data/demo/{name}": content for name, content in nvprof_run("demo(int)").items()}
    site = build_site(tmp_path, files, config={"use_directory_urls": False})
    for path in (CSV, JSON, "performance/runs/demo/demo.html"):
        assert site.has(path)
