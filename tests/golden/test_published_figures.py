"""The pages of the sample runs hold the published figures, to the digits that were published."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.hosts.page_reading import read_tables, read_text
from tests.hosts.sites import BuiltSite, build_site
from tests.pipeline.folders import PROJECT

if TYPE_CHECKING:
    from pathlib import Path

V100S = "performance/runs/v100s-transpose/"
A100 = "performance/runs/a100-kernels/"
TRANSPOSE, KERNEL_A, KERNEL_B = f"{V100S}transposenaive/", f"{A100}kernel-a/", f"{A100}kernel-b/"


def arithmetic(site: BuiltSite, page: str, result: str) -> float:
    return read_tables(site.read(f"{page}index.html"))["roofline-arithmetic"].value(result, "Value")


@pytest.mark.parametrize(
    ("page", "result", "published"),
    [
        (TRANSPOSE, "Performance", 19.8256),
        (TRANSPOSE, "Intensity at L1", 0.8),
        (TRANSPOSE, "Intensity at L2", 0.77466),
        (TRANSPOSE, "Intensity at HBM2", 1.92498),
        (KERNEL_A, "Performance", 17.4936),
        (KERNEL_A, "Intensity at L1", 0.341126),
        (KERNEL_A, "Intensity at L2", 0.296501),
        (KERNEL_A, "Intensity at HBM2", 1.638953),
        (KERNEL_B, "Performance", 25.0783),
        (KERNEL_B, "Intensity at L1", 2.24621),
        (KERNEL_B, "Intensity at L2", 0.714567),
        (KERNEL_B, "Intensity at HBM2", 5.80853),
    ],
)
def test_a_published_figure_stands_on_its_page(own_site: BuiltSite, page: str, result: str, published: float) -> None:
    digits = len(str(published).partition(".")[2])
    found = arithmetic(own_site, page, result)
    # 19.8256 is rounded from the mean that nvprof prints, 19.82559 comes from its total: half a unit of the last digit.
    assert found == pytest.approx(published, abs=0.51 * 10**-digits)


def test_the_2019_conventions_give_the_figures_of_2019(tmp_path: Path) -> None:
    files = {
        f"data/a100-kernels/{path.name}": path.read_bytes() for path in (PROJECT / "data" / "a100-kernels").iterdir()
    }
    rules = {"shared_weight": 1, "l2_atomics": "twice"}
    site = build_site(tmp_path, files, options={"transactions": rules})
    assert arithmetic(site, KERNEL_B, "Intensity at L1") == pytest.approx(4.31694, abs=5.1e-6)
    assert arithmetic(site, KERNEL_B, "Intensity at L2") == pytest.approx(0.390975, abs=5.1e-7)
    text = read_text(site.read(f"{KERNEL_B}index.html"))
    assert "counts as 1 of them at L1, an L2 atomic or reduction twice, as nvprof counts it" in text


def test_the_conventions_are_printed(own_site: BuiltSite) -> None:
    text = read_text(own_site.read(f"{KERNEL_B}index.html"))
    assert "counts as 4 of them at L1, an L2 atomic or reduction once" in text


@pytest.mark.parametrize("page", [KERNEL_A, KERNEL_B, A100])
def test_l2_figures_of_the_a100_carry_their_label(own_site: BuiltSite, page: str) -> None:
    text = read_text(own_site.read(f"{page}index.html"))
    assert "traffic between the two L2 partitions" in text
    assert "1.5x" in text


def test_l2_figures_of_the_v100s_carry_no_such_label(own_site: BuiltSite) -> None:
    assert "partitions" not in read_text(own_site.read(f"{TRANSPOSE}index.html")).partition("Known reasons")[0]


def test_the_v100s_is_drawn_under_its_own_ceilings(own_site: BuiltSite) -> None:
    page = own_site.read(f"{V100S}index.html")
    ceilings = read_tables(page)["roofline-ceilings"]
    assert ceilings.value("Instruction issue", "Value") == pytest.approx(511.04e9, rel=1e-9)
    assert ceilings.value("HBM2", "In the chart") == pytest.approx(35.424e9, rel=1e-3)
    assert ceilings.text("HBM2", "In the chart") == "35.4 GTXN/s"
    assert "Instruction issue 511.0" in page
    assert "489.6" not in page


@pytest.mark.parametrize(
    ("page", "label", "roof", "percent"),
    [
        (TRANSPOSE, "Limited by latency or occupancy: the nearest roof is HBM2 at 29.1 %", "HBM2", 29.07),
        (KERNEL_A, "Limited by latency or occupancy: the nearest roof is L2 at 26.2 %", "L2", 26.15),
        (KERNEL_B, "Limited by latency or occupancy: the nearest roof is L2 at 15.6 %", "L2", 15.56),
    ],
)
def test_the_published_verdict_opens_the_page(
    own_site: BuiltSite, page: str, label: str, roof: str, percent: float
) -> None:
    html = own_site.read(f"{page}index.html")
    assert label in read_text(html)
    assert 100 * read_tables(html)["roofline-levels"].value(roof, "Use") == pytest.approx(percent, abs=0.005)


def test_the_a100_page_says_what_is_assumed(own_site: BuiltSite) -> None:
    text = read_text(own_site.read(f"{A100}index.html"))
    assert "NVIDIA A100-SXM4-40GB (as stated in run.yml)" in text
    assert "Nsight Compute locks the GPU to its base clock" in text
    assert "PMBS 2019" in text
