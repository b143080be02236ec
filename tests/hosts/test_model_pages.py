"""A run with several models on a built site: every part of every model is filled in and linked."""

from __future__ import annotations

import re

import pytest

from tests.hosts.page_reading import read_tables
from tests.hosts.sites import BuiltSite, build_site
from tests.pipeline.folders import PROJECT

RUN = "performance/runs/a100-operators"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> BuiltSite:
    folder = PROJECT / "data" / "a100-operators"
    files: dict[str, str | bytes] = {f"data/a100-operators/{path.name}": path.read_bytes() for path in folder.iterdir()}
    return build_site(tmp_path_factory.mktemp("models"), files)


def test_the_sample_run_is_built_without_a_warning(site: BuiltSite) -> None:
    assert [message for message in site.warnings if "a100-operators" in message] == []


def test_the_tables_of_all_models_link_to_the_pages_of_their_kernels(site: BuiltSite) -> None:
    page = site.read(f"{RUN}/index.html")
    tables = re.findall(r'<table class="roofline-grid" id="(roofline-kernels[-\d]*)".*?</table>', page, re.DOTALL)
    assert tables == ["roofline-kernels", "roofline-kernels-2", "roofline-kernels-3"]
    for table in tables:
        (body,) = re.findall(rf'id="{table}".*?</table>', page, re.DOTALL)
        links = re.findall(r'<a href="([^"]+)"', body)
        assert len(links) == 10
        assert all(site.has(f"{RUN}/{link}index.html") for link in links)


def test_no_page_of_a_run_with_models_has_a_slot_or_an_address_left(site: BuiltSite) -> None:
    pages = sorted((site.folder / RUN).rglob("index.html"))
    assert len(pages) == 11
    for path in pages:
        html = path.read_text(encoding="utf-8")
        assert "roofline-page:" not in html
        assert "data-roofline-slot" not in html
        ids = re.findall(r'\sid="([^"]+)"', html)
        assert len(set(ids)) == len(ids), path.parent.name


def test_each_model_of_the_built_page_has_its_own_units(site: BuiltSite) -> None:
    tables = read_tables(site.read(f"{RUN}/linear-forward/index.html"))
    # 18421383168 FMA and 23986176 multiplications of FP32 in 2.444448 ms: 15.08 of 19.5 TFLOP/s.
    assert tables["roofline-levels"].columns[5] == "Roof there GFLOP/s"
    flat = tables["roofline-levels"].rows[-1]
    assert (flat[0], flat[1], flat[5]) == ("FP32 peak nearest", "77.3", "19,500")
