"""Runs of which a device, a part of it or what a roofline needs is not known."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from roofline_report.domain.problem import Problem, Severity
from roofline_report.pipeline.generate import generate
from tests.pipeline.folders import settings_in, timing, write
from tests.readers.nsight_compute.samples import raw_head, raw_row

if TYPE_CHECKING:
    from pathlib import Path

    from roofline_report.pipeline.output import GeneratedSite
    from roofline_report.renderers.page import Page
    from tests.checklist.reports import Cells

A100 = "NVIDIA A100-SXM4-40GB"
METRICS = {
    "gpu__time_duration.sum": ("us", "10"),
    "smsp__inst_executed.sum": ("inst", "500,000"),
    "smsp__thread_inst_executed.sum": ("inst", "16,000,000"),
    "dram__sectors_read.sum": ("sector", "9,000"),
    "dram__sectors_write.sum": ("sector", "1,000"),
}


def site_of(
    root: Path, *, sm_count: str, run_file: str = "", capability: str = "8.0", more: Cells | None = None
) -> GeneratedSite:
    attributes = {
        "device__attribute_display_name": ("", A100),
        "device__attribute_multiprocessor_count": ("", sm_count),
        "device__attribute_max_gpu_frequency_khz": ("", "1,410,000"),
        "device__attribute_global_memory_bus_width": ("", "5,120"),
    }
    columns = {**attributes, **(more or {}), **METRICS}
    page = raw_head({name: unit for name, (unit, _) in columns.items()})
    page += raw_row(0, "k(int)", [value for _, value in columns.values()], capability=capability)
    return generate(settings_in(write(root, {"data/demo/raw.csv": page, "data/demo/run.yml": run_file})))


def the_run_page(site: GeneratedSite) -> Page:
    return next(page for page in site.pages if page.path == "runs/demo/index.md")


def warnings(site: GeneratedSite) -> list[Problem]:
    return [problem for problem in site.problems if problem.severity is Severity.WARNING]


def test_the_run_page_says_what_the_profiler_reports_of_the_device(tmp_path: Path) -> None:
    site = site_of(tmp_path, sm_count="108")
    told = the_run_page(site).fragments["provenance"].replace("\N{NO-BREAK SPACE}", " ")
    assert "108 multiprocessors, clock up to 1.41 GHz, memory bus of 5,120 bits" in told
    assert not [problem for problem in warnings(site) if "multiprocessors" in problem.summary]


def test_ceilings_of_a_device_with_other_multiprocessors_are_not_used(tmp_path: Path) -> None:
    whole, part = site_of(tmp_path / "whole", sm_count="108"), site_of(tmp_path / "part", sm_count="14")
    (problem,) = [each for each in warnings(part) if "multiprocessors" in each.summary]
    assert (problem.found, A100 in (problem.expected or "")) == ("14 multiprocessors in the files", True)
    assert "whitepaper" in the_run_page(whole).fragments["provenance"]
    assert "whitepaper" not in the_run_page(part).fragments["provenance"]
    # The file says nothing of the clock of the memory, so there is no ceiling of it.
    (source,) = sources_of_ceilings(part)
    assert "14 SM x 4 warp instructions x 1,410 MHz, the highest SM clock of the device" in source


def test_ceilings_of_a_device_of_another_compute_capability_are_not_used(tmp_path: Path) -> None:
    site = site_of(tmp_path, sm_count="108", capability="9.0")
    (problem,) = warnings(site)
    assert (problem.found, problem.expected) == ("compute capability 9.0 in the files", f"8.0 of {A100}")
    assert "whose ceilings are not used" in problem.summary
    assert "whitepaper" not in the_run_page(site).fragments["provenance"]


def test_ceilings_of_a_device_that_the_profiler_does_not_measure_are_not_used(tmp_path: Path) -> None:
    site = site_of(tmp_path, sm_count="108", run_file="device: AMD Instinct MI210\n")
    summaries = " ".join(problem.summary for problem in warnings(site))
    assert (
        "the profiler files were not taken on the device that the run names, whose ceilings are not used" in summaries
    )
    sources = " ".join(sources_of_ceilings(site))
    assert "108 SM x 4 warp instructions" in sources
    assert "104 CU" not in sources


def test_a_part_of_a_device_has_no_ceiling_of_the_memory_of_all_of_it(tmp_path: Path) -> None:
    memory = {"device__attribute_max_mem_frequency_khz": ("", "1,215,000")}
    whole = site_of(tmp_path / "whole", sm_count="108", more=memory, run_file="device: a card of ours\n")
    part = site_of(tmp_path / "part", sm_count="14", more=memory)
    told = "2 x 5120 bit / 8 x 1,215 MHz"
    assert [told in " ".join(sources_of_ceilings(site)) for site in (whole, part)] == [True, False]


def sources_of_ceilings(site: GeneratedSite) -> list[str]:
    _, found, listing = the_run_page(site).fragments["provenance"].partition("Sources of the ceilings")
    assert found
    return re.findall(r"<dd>(.*?)</dd>", listing.partition("</dl>")[0])


@pytest.mark.parametrize("sm_count", ["14", "108"])
def test_ceilings_that_the_run_states_hold_all_the_same(tmp_path: Path, sm_count: str) -> None:
    run_file = "ceilings: [{roof: dram, value: 200 GB/s, source: one slice}]\n"
    told = the_run_page(site_of(tmp_path, sm_count=sm_count, run_file=run_file)).fragments["provenance"]
    assert "one slice" in told
    assert ("whitepaper" in told) is (sm_count == "108")


def test_a_run_without_a_dot_to_draw_has_no_chart(tmp_path: Path) -> None:
    write(tmp_path, {"data/timed/timing.csv": timing("alpha(int)"), "data/timed/run.yml": f"device: {A100}\n"})
    (page,) = [page for page in generate(settings_in(tmp_path)).pages if page.path == "runs/timed/index.md"]
    assert "chart-roofline" not in page.fragments
    assert "chart-time_share" in page.fragments
    assert not page.has_chart
