"""The page of a device: every number with its unit, its origin and its source."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

import pytest

from roofline_report.devices.catalogue import load_packaged
from roofline_report.devices.schema import read_device
from roofline_report.renderers.pages.device import render_device
from roofline_report.renderers.pages.devices import render_devices
from roofline_report.renderers.pages.parts import PageOptions
from roofline_report.report.devices import build_devices, device_slugs
from tests.hosts.page_reading import read_tables

if TYPE_CHECKING:
    from roofline_report.renderers.page import Page
    from roofline_report.report.model import DeviceReport

OPTIONS = PageOptions(section="Performance", table_rows=500, charts=())
SMALL = """
name: Example & Sons <GPU>
reported_names: [Example GPU old]
vendor: Example
architecture: One
level_names: {dram: GDDR6}
figures:
  multiprocessors: {value: 10 SM, source: a sheet}
  warp_schedulers: {value: 4, source: a sheet}
  boost_clock: {value: 1000 MHz, source: another sheet}
  l1_rate: {value: 64 B/clk, source: a sheet}
  shared_rate: {value: 128 B/clk, source: a sheet, note: twice the L1}
  dram_nominal: {value: 320 GB/s, source: a sheet}
ceilings:
  - {roof: dram, value: 160 GB/s, origin: measured, source: a stream benchmark}
  - {roof: fp32, value: 2.5 TFLOP/s, source: a leaflet, note: rounded}
notes: [It does not exist.]
"""


def report_of(text: str) -> DeviceReport:
    device, problems = read_device(text, given_in="devices/example.yaml")
    assert (device is None, problems) == (False, ())
    assert device is not None
    (report,) = build_devices([device], slugs=device_slugs([device]), runs=(), everyone=False)
    return report


def page_of(text: str) -> Page:
    return render_device(report_of(text), OPTIONS, in_navigation=False)


def plain(markup: str) -> str:
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", markup))).replace("\N{NO-BREAK SPACE}", " ")


def test_ceilings_have_value_unit_ridge_origin_and_file() -> None:
    # 10 x 4 x 1 GHz = 40 warp GIPS; L1 640 GB/s = 20 GTXN/s: ridge 2; DRAM 320 GB/s = 10 GTXN/s: ridge 4.
    table = plain(page_of(SMALL).fragments["ceilings"])
    for told in (
        "L1 640.0 GB/s 20.0 GTXN/s 2.00 datasheet at boost clock devices/example.yaml",
        "GDDR6 320.0 GB/s 10.0 GTXN/s 4.00 datasheet devices/example.yaml",
        "GDDR6 160.0 GB/s 5.00 GTXN/s 8.00 measured devices/example.yaml",
        "Shared memory 1.28 TB/s 40.0 GTXN/s 1.00 datasheet at boost clock",
        "Instruction issue 40.0 warp GIPS",
    ):
        assert told in table


AMD = """
name: Example 20
vendor: AMD
architecture: One
llvm_target: gfx90a
level_names: {dram: HBM3}
figures:
  multiprocessors: {value: 10 CU, source: a sheet}
  warp_schedulers: {value: 1, source: a sheet}
  boost_clock: {value: 1000 MHz, source: another sheet}
  l1_rate: {value: 64 B/clk, source: a sheet}
  shared_rate: {value: 128 B/clk, source: a sheet}
  dram_nominal: {value: 160 GB/s, source: a sheet}
  fp16_tensor_rate: {value: 1024 FLOP/clk, source: a sheet}
"""


def test_a_device_of_amd_is_told_in_the_words_of_its_maker() -> None:
    # 10 x 1 x 1 GHz = 10 wavefront GIPS; HBM 160 GB/s = 5 GTXN/s: ridge 2.
    page = page_of(AMD)
    text = html.unescape(page.markdown).replace("\N{NO-BREAK SPACE}", " ")
    fragments = plain("".join(page.fragments.values()))

    assert "At most 10.0 wavefront GIPS of vector instructions and 160.0 GB/s between HBM3 and L2" in text
    assert "the most vector instructions in a second" in text
    assert "A kernel with fewer than 2.00 vector instructions for each transaction" in text
    for told in ("LLVM target gfx90a", "Compute units 10", "vL1D 640.0 GB/s", "LDS 1.28 TB/s", "FP16 matrix"):
        assert told in fragments
    assert "Instruction issue 10.0 wavefront GIPS" in fragments
    for foreign in ("warp", "Multiprocessor", "tensor", "Compute capability"):
        assert foreign not in text + fragments
    assert "[wavefront instructions / 32-byte transaction]" in page.fragments["chart"]
    assert "[wavefront GIPS]" in page.fragments["chart"]


@pytest.mark.parametrize(("levels", "is_told"), [("l1", False), ("shared", False), ("l1 shared", True), ("", False)])
def test_a_shared_roof_is_told_only_where_both_are_known(levels: str, *, is_told: bool) -> None:
    lines = [line for line in SMALL.splitlines() if "_rate" not in line]
    rates = [f"  {level}_rate: {{value: 64 B/clk, source: a sheet}}" for level in levels.split()]
    at = lines.index("figures:") + 1
    page = page_of("\n".join([*lines[:at], *rates, *lines[at:]]))

    assert ("Shared memory has the roof of L1" in page.fragments["chart"]) == is_told


def test_every_source_is_told() -> None:
    page = page_of(SMALL)
    everything = plain("".join(page.fragments.values()))
    for told in ("10 SM x 64 B/clk x 1000 MHz; a sheet; another sheet", "a stream benchmark", "a leaflet. rounded"):
        assert told in everything
    assert "Nominal DRAM bandwidth 320 GB/s a sheet" in everything
    assert "twice the L1" in everything


def test_the_lines_are_explained_in_words() -> None:
    text = html.unescape(page_of(SMALL).markdown).replace("\N{NO-BREAK SPACE}", " ")
    assert "At most 40.0 warp GIPS and 320.0 GB/s between GDDR6 and L2" in text
    assert "fewer than 4.00 warp instructions" in text
    assert "A benchmark reached 160.0 GB/s, 50.0 % of it." in text
    assert "It does not exist." in text
    assert "Example GPU old" in text


def headings(page: Page) -> list[str]:
    return [line.removeprefix("## ") for line in page.markdown.splitlines() if line.startswith("## ")]


def test_headings_say_of_which_roofline_a_part_is_where_there_are_two() -> None:
    assert headings(page_of(SMALL))[:4] == [
        "Rooflines",
        "What the lines of the instruction roofline say",
        "Ceilings of memory and of instruction issue",
        "Floating-point peaks",
    ]
    without = "\n".join(line for line in SMALL.splitlines() if "fp32" not in line)
    assert headings(page_of(without))[:3] == ["Roofline", "What the lines say", "Ceilings"]


def test_a_peak_has_its_ridge_with_the_memory() -> None:
    # 2.5 TFLOP/s over 320 GB/s.
    page = page_of(SMALL)
    (row,) = read_tables(page.fragments["peaks"])["roofline-peaks"].rows
    assert (row[0], row[2]) == ("FP32", "7.81")
    assert "Ridge FLOP/byte at GDDR6" in plain(page.fragments["peaks"])
    assert "at least as many operations for each byte of GDDR6 as its ridge says" in page.markdown
    without = page_of("\n".join(line for line in SMALL.splitlines() if "dram" not in line))
    assert "Ridge" not in plain(without.fragments["peaks"])
    assert "ridge" not in without.markdown


def test_the_chart_of_operations_says_whose_axes_it_has() -> None:
    told = "These are the axes of a run with matrix operations; without them they end lower."
    assert told in plain(page_of(AMD).fragments["chart"])
    assert "axes of a run with" not in plain(page_of(SMALL).fragments["chart"])


def test_a_measurement_under_other_conditions_is_no_share_of_the_theory() -> None:
    text = html.unescape(page_of(SMALL.replace("source: a stream benchmark", "source: s, note: At 900 MHz")).markdown)
    assert "A benchmark reached 160.0 GB/s. At 900 MHz." in text.replace("\N{NO-BREAK SPACE}", " ")
    assert "50.0" not in text


def test_a_level_with_a_measured_roof_alone_is_told_of() -> None:
    more = SMALL.replace("notes:", "  - {roof: l2, value: 500 GB/s, origin: measured, source: s}\nnotes:")
    text = html.unescape(page_of(more).markdown).replace("\N{NO-BREAK SPACE}", " ")
    assert "**L2, 15.6 GTXN/s:** A benchmark reached 500.0 GB/s; no theoretical rate is known." in text


def test_a_level_as_fast_as_one_nearer_to_the_core_is_one_line_with_it() -> None:
    page = page_of(SMALL.replace("  dram_nominal:", "  l2_rate: {value: 640 B/clk, source: s}\n  dram_nominal:"))
    assert "L2 has the roof of L1, so the two are one line." in page.fragments["chart"]
    assert "L2" in page.fragments["ceilings"]


def test_names_are_text_wherever_they_stand() -> None:
    page = page_of(SMALL)
    assert "<GPU>" not in page.markdown
    assert "Example & Sons <GPU>" not in page.fragments["chart"]
    assert "Example &amp; Sons &lt;GPU&gt;" in page.fragments["chart"]


@pytest.mark.parametrize(("rate", "drawn"), [(128, True), (64, False)])
def test_shared_memory_has_a_line_where_it_is_not_that_of_l1(rate: int, *, drawn: bool) -> None:
    page = page_of(SMALL.replace("128 B/clk", f"{rate} B/clk"))
    assert ('"shared"' in html.unescape(page.fragments["chart"])) is drawn
    assert ("so the two are one line" in page.fragments["chart"]) is not drawn
    assert "Shared memory" in page.fragments["ceilings"]


def test_a_device_of_which_only_peaks_are_known_has_no_chart() -> None:
    text = "name: n\nceilings: [{roof: fp64, value: 40 TFLOP/s, source: s}]\n"
    page = page_of(text)
    assert not page.has_chart
    assert set(page.fragments) == {"facts", "peaks"}
    assert "Peak TFLOP/s Origin and source FP64 40.0" in plain(page.fragments["peaks"])
    assert "Neither its issue rate nor its memory bandwidth is known" in page.markdown


def test_what_is_not_known_of_a_device_is_no_number_in_the_list() -> None:
    report = report_of("name: n\nceilings: [{roof: fp64, value: 40 TFLOP/s, source: s}]\n")
    cells = re.findall(r"<td[^>]*>([^<]*)</td>", render_devices([report]).fragments["devices"])
    assert cells == ["\N{EN DASH}"] * 4 + ["0"]


@pytest.mark.parametrize("device", load_packaged().devices, ids=lambda device: device.name)
def test_every_device_of_the_package_has_a_whole_page(device: object) -> None:
    devices = load_packaged().devices
    (report,) = (
        each
        for each in build_devices(devices, slugs=device_slugs(devices), runs=(), everyone=True)
        if each.device == device
    )
    page = render_device(report, OPTIONS, in_navigation=False)
    slots = set(re.findall(r'data-roofline-slot="([^"]+)"', page.markdown))
    assert slots == set(page.fragments)
    told = plain("".join(page.fragments.values()))
    for ceiling in (*report.device.bandwidth_ceilings, *report.device.compute_ceilings):
        assert plain(ceiling.source) in told
    for figure in report.device.figures:
        assert plain(f"{figure.as_printed}") in told


def test_a_device_without_a_run_says_so() -> None:
    page = page_of(SMALL)
    assert "No run of this site" in page.markdown
    assert "runs" not in page.fragments


@pytest.mark.parametrize(
    ("texts", "unit"),
    [([SMALL], "warp GIPS"), ([AMD], "wavefront GIPS"), ([SMALL, AMD], "warp or wavefront GIPS"), ([], "GIPS")],
)
def test_the_list_of_devices_names_what_instructions_are_issued_for(texts: list[str], unit: str) -> None:
    head = plain(render_devices([report_of(text) for text in texts]).fragments["devices"].partition("<tbody")[0])

    assert f"Issue {unit}" in head or f"Issue [{unit}]" in head
