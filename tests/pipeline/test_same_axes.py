"""Charts of two runs on one device have the same axes, so that they can be laid side by side."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, TypeAlias

import pytest

from benchmarks.profiles import write_run
from roofline_report.pipeline.generate import generate
from tests.pipeline.folders import settings_in

if TYPE_CHECKING:
    from roofline_report.pipeline.output import GeneratedSite

_Axes: TypeAlias = dict[str, tuple[list[Any], list[Any]]]


def charts_of(site: GeneratedSite, path: str) -> list[dict[str, Any]]:
    (page,) = [page for page in site.pages if page.path == path]
    html = "".join(page.fragments.values())
    found = re.findall(r"data-roofline='([^']*)'", html)
    return [json.loads(text.replace("&lt;", "<").replace("&#39;", "'").replace("&amp;", "&")) for text in found]


def axes_of(charts: list[dict[str, Any]]) -> _Axes:
    """Return label, start and end of both axes by what the vertical one counts."""
    return {f"{chart['y'][0]} over {chart['x'][0]}": (chart["x"], chart["y"]) for chart in charts}


def dots_of(charts: list[dict[str, Any]]) -> list[int]:
    return [len(chart["points"]["x"]) for chart in charts]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> GeneratedSite:
    """Return a site of made-up runs on one device; with most kernels, one of them is far out."""
    root = tmp_path_factory.mktemp("axes")
    for name, kernels in (("few", 3), ("many", 60), ("most", 120)):
        write_run(root / "data" / name, kernels=kernels)
    return generate(settings_in(root))


def test_two_runs_on_one_device_have_identical_axis_ranges_in_every_model(site: GeneratedSite) -> None:
    few, many = (charts_of(site, f"runs/{name}/index.md") for name in ("few", "many"))
    assert min(dots_of(many)) > 10 * max(dots_of(few)), "the runs should differ"
    assert axes_of(few) == axes_of(many)
    labels = " ".join(axes_of(many))
    assert "warp GIPS" in labels
    assert "FLOP/byte" in labels
    for x, y in axes_of(many).values():
        assert 0 < x[1] < x[2]
        assert 0 < y[1] < y[2]


def test_a_kernel_has_the_axes_of_its_run_and_the_device_those_of_its_instructions(site: GeneratedSite) -> None:
    run = axes_of(charts_of(site, "runs/many/index.md"))
    kernels = [page.path for page in site.pages if re.fullmatch(r"runs/many/(?!index).*", page.path)]
    assert len(kernels) == 60
    for path in kernels:
        for name, axes in axes_of(charts_of(site, path)).items():
            assert axes == run[name], path
    device = axes_of(charts_of(site, "devices/nvidia-a100-sxm4-40gb.md"))
    (instructions,) = [name for name in device if "warp GIPS" in name]
    assert device[instructions] == run[instructions]


def test_a_dot_outside_widens_the_axes_and_the_page_says_so(site: GeneratedSite) -> None:
    many, most = (axes_of(charts_of(site, f"runs/{name}/index.md")) for name in ("many", "most"))
    assert [name for name in many if many[name] != most[name]] == [name for name in many if "GIPS" in name]
    told = "The axes are wider than the device"
    pages = {page.path: "".join(page.fragments.values()) for page in site.pages}
    assert told in pages["runs/most/index.md"]
    assert told not in pages["runs/many/index.md"]
