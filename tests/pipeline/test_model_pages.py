"""From files to pages: models and memory access as a profiler's files give them, and what holds for every page."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import pytest

from roofline_report.pipeline.generate import generate
from tests.checklist.reports import (
    GLOBAL_LOADS,
    GLOBAL_STORES,
    SHARED_LOADS,
    SHARED_STORES,
    TIME,
    counts,
    page_of,
    raw_page,
)
from tests.hosts.page_reading import read_tables
from tests.pipeline.folders import PROJECT, events, settings_in, timing, write
from tests.renderers.pages.made_runs import captions_in, charts_in, meanings_in, models_in, plain, whole

if TYPE_CHECKING:
    from pathlib import Path

    from roofline_report.pipeline.output import GeneratedSite
    from roofline_report.renderers.page import Page

OLD_DEVICE: Final = """
name: Old GPU
vendor: NVIDIA
architecture: Old
compute_capability: "{capability}"
figures:
  multiprocessors: {{value: 10 SM, source: a sheet}}
  warp_schedulers: {{value: 4, source: a sheet}}
  boost_clock: {{value: 1000 MHz, source: a sheet}}
  dram_nominal: {{value: 320 GB/s, source: a sheet}}
"""
NVPROF_HEADER: Final = '"Device","Kernel","Invocations","Metric Name","Metric Description","Min","Max","Avg"\n'
NVPROF: Final = {
    "inst_executed_global_loads": 1000,
    "gld_transactions": 16000,
    "inst_executed_global_stores": 1000,
    "gst_transactions": 32000,
    "dram_read_transactions": 16000,
    "dram_write_transactions": 32000,
}
NOTHING: Final = "What this profiler counts here on such a device are no 32-byte sectors: it says nothing."


def nvprof_page(root: Path, *, capability: str) -> Page:
    rows = "".join(
        f'"Old GPU (0)","k(int)",10,"{metric}","words",{value},{value},{value}\n' for metric, value in NVPROF.items()
    )
    files = {
        "devices/old.yaml": OLD_DEVICE.format(capability=capability),
        "data/run/timing.csv": timing("k(int)"),
        "data/run/metrics.csv": NVPROF_HEADER + rows,
        "data/run/events.csv": events("k(int)", device="Old GPU (0)"),
    }
    site = generate(settings_in(write(root, files), devices_dir="devices"))
    (page,) = (each for each in site.pages if each.parent == "runs/run/index.md")
    return page


@pytest.mark.parametrize(
    ("capability", "loads", "drawn"),
    [
        ("6.1", NOTHING, ["stores: 32.0 sectors per instruction"]),
        (
            "7.0",
            "Addresses of a warp lie apart: 4.0x the sectors that values of 4 bytes need.",
            ["loads: 16.0 sectors per instruction", "stores: 32.0 sectors per instruction"],
        ),
    ],
)
def test_loads_of_nvprof_say_nothing_before_compute_capability_7(
    tmp_path: Path, capability: str, loads: str, drawn: list[str]
) -> None:
    page = nvprof_page(tmp_path, capability=capability)
    table = read_tables(page.fragments["walls"])["roofline-access"]
    meanings = meanings_in(page.fragments["walls"])
    assert meanings["Global loads"] == loads
    assert meanings["Global stores"].startswith("Each thread of a warp accesses a sector of its own")
    texts = re.findall(r'<g class="roofline-access">.*?<text[^>]*>(.*?)</text>', page.fragments["walls"])
    assert [plain(text) for text in texts] == drawn
    assert any(row[0] == "Global together" for row in table.rows) is (capability == "7.0")


FLOP_METRIC: Final = "smsp__sass_thread_inst_executed_op_{}_pred_on.sum"
CELLS: Final = {
    TIME: ("us", "1000"),
    **counts(
        {
            "smsp__inst_executed.sum": 10e6,
            "smsp__thread_inst_executed.sum": 240e6,
            "smsp__thread_inst_executed_pred_on.sum": 192e6,
            GLOBAL_LOADS: 8e6,
            "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum": 1e6,
            GLOBAL_STORES: 1e6,
            "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum": 1e6,
            SHARED_LOADS: 4e6,
            "smsp__inst_executed_op_shared_ld_pred_on_any.sum": 2e6,
            "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum": 1e6,
            SHARED_STORES: 3e6,
            "smsp__inst_executed_op_shared_st_pred_on_any.sum": 4e6,
            "lts__t_sectors.sum": 6e6,
            "dram__sectors_read.sum": 3e6,
            "dram__sectors_write.sum": 1e6,
            FLOP_METRIC.format("dadd"): 10e6,
            FLOP_METRIC.format("dmul"): 20e6,
            FLOP_METRIC.format("dfma"): 30e6,
            FLOP_METRIC.format("integer"): 60e6,
            FLOP_METRIC.format("fp64"): 40e6,
        }
    ),
}


def test_a_file_with_everything_makes_every_part(tmp_path: Path) -> None:
    page = page_of(tmp_path, raw_page(CELLS), run_file="device: Tesla V100-SXM2-16GB\n")
    # FLOP comes first: both cover all of the time.
    assert models_in(page)[:2] == ["flop", "instructions"]
    # FP64 is all that it does, so that a roofline of its own would be the same once more.
    assert "fp64" not in models_in(page)
    tables = read_tables(page)
    access = tables["roofline-access"]
    meanings = meanings_in(page)
    assert [meanings[row[0]] for row in access.rows[:4]] == [
        "Ideal for values of 8 bytes, of which 8 sectors are the least; for 4 bytes it is twice what is needed.",
        "All threads of a warp access the same 32 bytes: one sector serves them all.",
        "25.0 % of the wavefronts are there because of bank conflicts.",
        "Fewer than one for each instruction is impossible: instructions of idle warps were counted.",
    ]
    assert [row[0] for row in access.rows[4:]] == ["Global together"]
    assert [row[:3] for row in tables["roofline-mix"].rows] == [
        ["Integer instructions", "60,000,000", "60.0"],
        ["FP64 instructions", "40,000,000", "40.0"],
    ]
    # 240 of 320 lanes, 192 of which have an effect.
    assert "75.0 % of the 32 lanes of a warp take part" in plain(page)
    assert "80.0 % of the instructions of active threads have an effect; 20.0 % are switched off" in plain(page)
    arithmetic = tables["roofline-arithmetic"]
    assert arithmetic.rows[0] == [
        "FP64 operations",
        "10,000,000 + 20,000,000 + 2 x 30,000,000",
        "90,000,000",
        "FLOP",
    ]


@pytest.fixture(scope="module")
def own() -> GeneratedSite:
    return generate(settings_in(PROJECT, device_pages="all"))


def test_ids_are_unique_on_every_page(own: GeneratedSite) -> None:
    assert len(own.pages) > 40
    for page in own.pages:
        ids = re.findall(r'\sid="([^"]+)"', whole(page))
        assert len(set(ids)) == len(ids), page.path


def test_every_chart_is_linked_to_a_table_of_its_page(own: GeneratedSite) -> None:
    for page in own.pages:
        ids = set(re.findall(r'<table class="roofline-grid" id="([^"]+)"', whole(page)))
        linked = re.findall(r'data-roofline-table="([^"]+)"', whole(page))
        assert set(linked) <= ids, page.path
        assert len(set(linked)) == len(linked), page.path


def test_no_page_has_a_script_or_a_style_of_its_own(own: GeneratedSite) -> None:
    for page in own.pages:
        found = re.findall(r"<style|<script|<[^>]*\sstyle=|<[^>]*\son\w+=|javascript:", whole(page))
        assert found == [], page.path


def test_every_part_of_a_page_offers_the_same_models_first(own: GeneratedSite) -> None:
    for page in own.pages:
        offered = [models for fragment in page.fragments.values() if (models := models_in(fragment))]
        for models in offered:
            assert len(set(models)) == len(models) > 1, page.path
            assert models[0] == offered[0][0], page.path
            assert set(models) <= set(offered[0]), page.path


def test_devices_with_peaks_have_a_chart_of_operations_too(own: GeneratedSite) -> None:
    pages = {page.title: page for page in own.pages if page.path.startswith("devices/")}
    a100 = pages["NVIDIA A100-SXM4-80GB"]
    assert models_in(a100.fragments["chart"]) == ["instructions", "flop"]
    captions = captions_in(a100.fragments["chart"])
    assert captions[0].startswith("Instruction roofline of NVIDIA A100-SXM4-80GB.")
    assert captions[1].startswith(
        "FLOP roofline of NVIDIA A100-SXM4-80GB. A run shows the peaks of the operations that its kernels do, at the "
        "clock that they ran at."
    )


def test_peaks_of_a_device_that_are_equally_high_are_one_line(own: GeneratedSite) -> None:
    (page,) = (each for each in own.pages if each.title == "NVIDIA A100-SXM4-80GB")
    labels = charts_in(page.fragments["chart"])[1]["roofs"]["label"]
    assert [label.replace("\N{NO-BREAK SPACE}", " ") for label in labels if "peak" in label] == [
        "FP64 peak 9.70 TFLOP/s",
        "FP32 peak 19.5 TFLOP/s",
        "FP16 peak 78.0 TFLOP/s",
        "TF32 tensor peak 156.0 TFLOP/s",
        "FP16 tensor peak 312.0 TFLOP/s",
    ]
    caption = captions_in(page.fragments["chart"])[1]
    assert "The FP64 tensor peak is as high as the FP32 peak, so the two are one line." in caption
    assert "The BF16 tensor peak is as high as the FP16 tensor peak, so the two are one line." in caption
    # Each has a row all the same.
    peaks = [row[0] for row in read_tables(page.fragments["peaks"])["roofline-peaks"].rows]
    assert {"FP64 tensor", "BF16 tensor"} <= set(peaks)
