"""How to read a roofline: whole, true to the verdicts, and drawn with our own charts."""

from __future__ import annotations

import html
import json
import re

from roofline_report.renderers.pages.reading import render_reading

PAGE = render_reading()
TEXT = html.unescape(PAGE.markdown).replace("\N{NO-BREAK SPACE}", " ")


def test_every_picture_has_its_place() -> None:
    assert set(re.findall(r'data-roofline-slot="([^"]+)"', PAGE.markdown)) == set(PAGE.fragments)
    assert PAGE.has_chart


def test_the_charts_have_the_dots_that_the_text_speaks_of() -> None:
    dots = {
        name: json.loads(html.unescape(re.search(r"data-roofline='([^']*)'", fragment)[1]))["points"]  # type: ignore[index]
        for name, fragment in PAGE.fragments.items()
        if "data-roofline='" in fragment
    }
    assert {name: len(points["x"]) for name, points in dots.items()} == {
        "one-dot": 1,
        "one-kernel": 3,
        "all-kernels": 12,
        "operations": 9,
    }
    assert (dots["one-dot"]["x"], dots["one-dot"]["y"]) == ([0.454545], [10])


def test_the_numbers_of_the_text_are_those_of_the_kernels() -> None:
    # copy: 10 warp GIPS with 22 GTXN/s of 25; stencil: 225 at L1 to 9 at DRAM, 72 of 100 at L2.
    for told in (
        "executes 10.0 warp GIPS, with 0.455 warp instructions",
        "at most 25.0 GTXN/s",
        "at most 500.0 warp GIPS",
        "intensity of 20.0",
        "reaches 88.0 % of the DRAM line, so it could be at most 1.1x as fast",
        "at 72.0 % of its line",
        "Intensities of 10.0 and 0.400 mean that of 25 transactions at L1, one reaches DRAM",
        "a headroom of 12.5x for `scan`",
        # axpy: 22.5 GTXN/s of 25; matmul: 14 of 16 TFLOP/s; mixed: 4 / (1.5 / 8 + 2.5 / 16) TFLOP/s.
        "It is at 90.0 % of the line of DRAM",
        "reaches 87.5 % of the FP32 peak",
        "lies between the two, at 11.6 TFLOP/s",
        "(80 % of its line or more)",
        "(below 60 % of every line)",
    ):
        assert told in TEXT


def test_the_table_gives_every_kernel_its_verdict() -> None:
    table = re.sub(r"<[^>]+>", " ", PAGE.fragments["verdicts"])
    for verdict in ("Limited by DRAM", "Near L2", "Limited by instruction issue", "Latency or occupancy"):
        assert verdict in table


def test_ids_are_unique_on_the_page() -> None:
    ids = re.findall(r' id="([^"]+)"', "".join(PAGE.fragments.values()))
    assert len(set(ids)) == len(ids)
