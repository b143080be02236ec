"""Names from profiler files stay text in what a page has for each model: captions, charts, tables, walls, titles."""

from __future__ import annotations

import dataclasses
import re
from html.parser import HTMLParser
from typing import TYPE_CHECKING

import pytest

from roofline_report.domain.hardware import MemoryLevel
from roofline_report.domain.quantity import Quantity
from roofline_report.renderers.escaping import visible
from roofline_report.report.options import KernelOptions, RunOptions
from tests.renderers.charts.plots import HOSTILE
from tests.renderers.pages.made_runs import (
    ROUND,
    SOLVE,
    SOLVE_FLOP,
    SOLVE_INSTRUCTIONS,
    SOLVE_TRAFFIC,
    captions_in,
    charts_in,
    flop,
    kernel_page,
    made,
    measured,
    models_in,
    plain,
    run_of,
    run_page,
    traffic,
    whole,
)

if TYPE_CHECKING:
    from roofline_report.renderers.page import Page
    from roofline_report.report.model import RunReport

WALLS = {
    Quantity.GLOBAL_LOAD_REQUESTS: 2.0,
    Quantity.GLOBAL_LOAD_SECTORS: 8.0,
    Quantity.SHARED_LOAD_REQUESTS: 2.0,
    Quantity.SHARED_LOAD_WAVEFRONTS: 3.0,
    Quantity.INTEGER_INSTRUCTIONS: 3.0,
}
NAMES = [
    *(name for name in HOSTILE if len(name) < 1_000),
    '" data-roofline-model="owned" onmouseover="pwned()',
    "{{ config }} {% raw %} ![x](javascript:alert(1)) [x]: y",
    "<b>bold</b> `code` **strong** # heading",
]


class _Markup(HTMLParser):
    """Collects the tags and the names of attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}


def markup_of(page: Page) -> _Markup:
    parser = _Markup()
    for fragment in page.fragments.values():
        parser.feed(fragment)
    parser.close()
    return parser


def run_with(name: str) -> RunReport:
    """Return a run of a kernel in all models and of one without operations, both of that name and more."""
    worker = made(f"{name}1", 6, SOLVE_TRAFFIC | SOLVE_FLOP | SOLVE_INSTRUCTIONS | WALLS)
    idle = made(f"{name}2", 3, traffic(l1=900, l2=900, dram=850) | flop(fp64=0, fp32=0))
    partly = made(f"{name}3", 1, SOLVE_TRAFFIC | SOLVE_FLOP, more={Quantity.TENSOR_ACTIVITY: measured(1.0)})
    labels = tuple((f"*{number}", f"{name}{number}") for number in (1, 2, 3))
    options = RunOptions(title=f"A run of {name}", kernels=KernelOptions(labels=labels))
    return run_of(worker, idle, partly, options=options)


def pages_of(run: RunReport) -> list[Page]:
    return [run_page(run), *(kernel_page(run, kernel.kernel.name) for kernel in run.kernels)]


@pytest.mark.parametrize("name", NAMES)
def test_a_name_makes_no_element_and_no_attribute(name: str) -> None:
    for page, usual in zip(pages_of(run_with(name)), pages_of(run_with("solve")), strict=True):
        markup, expected = markup_of(page), markup_of(usual)
        assert markup.tags <= expected.tags | {"wbr"}  # a long name may be broken
        assert markup.attributes <= expected.attributes
        assert not any(attribute.startswith("on") or attribute == "style" for attribute in markup.attributes)
        assert not re.search(r"<(?!/?div|/?p|/?dl|/?dt|/?dd)[a-z]", page.markdown)


@pytest.mark.parametrize("name", NAMES)
def test_captions_tell_a_name_as_it_is(name: str) -> None:
    run = run_with(name)
    captions = captions_in(run_page(run).fragments["chart-roofline"])
    shown = " ".join(visible(f"{name}2").split())
    assert len(captions) == 4
    assert sum(f"{shown} does no" in caption for caption in captions) == 3
    worker = kernel_page(run, f"{name}1")
    titles = [
        plain(title) for title in re.findall(r'class="roofline-title"[^>]*>(.*?)</span>', worker.fragments["chart"])
    ]
    told = " ".join(f"roofline of {visible(name)}1, level by level.".split())
    assert titles == [f"{model} {told}" for model in ("FLOP", "Instruction", "FP64", "FP32")]


@pytest.mark.parametrize("name", NAMES)
def test_charts_carry_a_name_as_data(name: str) -> None:
    run = run_with(name)
    charts = charts_in(run_page(run).fragments["chart-roofline"])
    assert {kernel for chart in charts for kernel in chart["kernels"]["name"]} == {
        visible(f"{name}{number}") for number in (1, 3)
    }


@pytest.mark.parametrize("name", NAMES)
def test_the_switch_offers_models_and_nothing_from_a_file(name: str) -> None:
    run = run_with(name)
    for page in pages_of(run):
        for fragment in page.fragments.values():
            assert set(models_in(fragment)) <= {"flop", "instructions", "fp64", "fp32"}
            titles = set(re.findall(r'data-roofline-title="([^"]*)"', fragment))
            assert titles <= {"FLOP in all precisions", "Instructions", "FP64", "FP32"}


@pytest.mark.parametrize("name", NAMES)
def test_walls_and_mix_hold_nothing_from_a_file(name: str) -> None:
    page = kernel_page(run_with(name), f"{name}1")
    usual = kernel_page(run_with("solve"), "solve1")
    for slot in ("walls", "threads"):
        assert page.fragments[slot] == usual.fragments[slot]


@pytest.mark.parametrize("device", ["<b>GPU</b>", '" onload="x'])
def test_names_of_roofs_are_text_too(device: str) -> None:
    named = dataclasses.replace(ROUND, name=device, level_names={MemoryLevel.DRAM: device})
    run = run_of(SOLVE, on=named)
    for page in (run_page(run), kernel_page(run)):
        markup = markup_of(page)
        assert "b" not in markup.tags
        assert not any(attribute.startswith("on") for attribute in markup.attributes)
    assert f"{device} 1.00" in plain(whole(run_page(run)))
