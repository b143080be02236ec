"""Notes on what a run lacks: what it is, and once how to collect all of it."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

import pytest

from roofline_report.domain.problem import Severity
from roofline_report.pipeline.generate import generate
from tests.pipeline.folders import settings_in, write
from tests.pipeline.test_closing_gaps import GLOBAL, INSTRUCTIONS_ONLY, IS_ACTIVE, L2_OF_SMS, TIME, VECTOR, table

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from roofline_report.pipeline.output import GeneratedSite

MEMORY = ("dram__sectors_read.sum", "dram__sectors_write.sum")
LOOK_UPS = "lts__t_bytes.sum"
FIRST = "dram__bytes.sum"


def site_of(root: Path, metrics: Sequence[str], *, chip: str = "8.0") -> GeneratedSite:
    return generate(settings_in(write(root, {"data/demo/m.csv": table(metrics, chip)})))


def fragment(site: GeneratedSite, path: str, name: str) -> str:
    (page,) = [page for page in site.pages if page.path == path]
    return html.unescape(re.sub(r"<[^>]+>", "", page.fragments[name])).replace("\N{NO-BREAK SPACE}", " ")


def summaries(site: GeneratedSite) -> list[str]:
    return [problem.summary for problem in site.problems if problem.severity is Severity.NOTE]


@pytest.mark.parametrize(
    ("more", "told"),
    [
        (tuple(IS_ACTIVE), "k: the tensor units were active, and what they did was not counted"),
        ((), "k: nothing says whether the tensor units were active"),
    ],
)
def test_the_page_of_a_run_says_what_is_not_known_of_tensor_units(
    more: tuple[str, ...], told: str, tmp_path: Path
) -> None:
    site = site_of(tmp_path, (*INSTRUCTIONS_ONLY, *MEMORY, *VECTOR, *more))
    assert any(each.startswith(told) for each in summaries(site))
    assert "sm__ops_path_tensor_src_fp64.sum" in fragment(site, "runs/demo/index.md", "notes")


def test_without_a_known_chip_the_device_is_asked_for(tmp_path: Path) -> None:
    site = site_of(tmp_path, (*INSTRUCTIONS_ONLY, *MEMORY, *VECTOR, *IS_ACTIVE), chip="")
    (told,) = [problem for problem in site.problems if "tensor units were active" in problem.summary]
    assert (told.remedy or "").startswith("name the device with `device:`")


def test_operations_in_part_are_asked_for_and_instructions_are_not(tmp_path: Path) -> None:
    site = site_of(tmp_path, (TIME, VECTOR[2], *GLOBAL, *MEMORY, L2_OF_SMS))
    assert any("operations were collected in part" in each for each in summaries(site))
    assert not any("instructions were not counted" in each for each in summaries(site))
    remarks = fragment(site, "runs/demo/k.md", "remarks")
    assert "Operations of FP64 were collected in part, without" in remarks
    assert "smsp__sass_thread_inst_executed_op_dadd_pred_on.sum" in fragment(site, "runs/demo/k.md", "notices")
    assert "Thread instructions: not known" not in remarks
    assert "its operations were collected in part, and its instructions" in fragment(site, "runs/demo/k.md", "chart")


def test_the_command_stands_in_the_first_note_and_the_others_point_to_it(tmp_path: Path) -> None:
    notes = fragment(site_of(tmp_path, (TIME, *VECTOR)), "runs/demo/index.md", "notes")
    assert notes.count("ncu --csv --log-file data/demo/more.csv") == 1
    assert notes.count("What the note above says to collect gives this too") >= 2


def test_what_was_collected_is_not_to_be_collected(tmp_path: Path) -> None:
    """Bytes that L2 looks up are told with the better count: to be collected, or collected already."""
    both = (TIME, *VECTOR, LOOK_UPS, FIRST)
    without = fragment(site_of(tmp_path / "without", both), "runs/demo/k.md", "remarks")
    assert "collect lts__t_sectors_srcunit_tex.sum for the traffic of the SMs alone" in without
    beside = fragment(site_of(tmp_path / "beside", (*both, L2_OF_SMS)), "runs/demo/k.md", "remarks")
    assert "collect lts__t_sectors_srcunit_tex.sum" not in beside


def test_a_run_of_instructions_says_where_the_command_for_operations_stands(tmp_path: Path) -> None:
    instructions = site_of(tmp_path / "instructions", (*INSTRUCTIONS_ONLY, *MEMORY))
    assert "so there is no FLOP roofline" in fragment(instructions, "runs/demo/k.md", "remarks")
    operations = site_of(tmp_path / "operations", (*INSTRUCTIONS_ONLY, *MEMORY, *VECTOR))
    assert "so there is no FLOP roofline" not in fragment(operations, "runs/demo/k.md", "remarks")


def test_a_verdict_has_a_link_to_what_to_make_of_it(tmp_path: Path) -> None:
    site = site_of(tmp_path, (*INSTRUCTIONS_ONLY, *MEMORY))
    pages = {page.path: page for page in site.pages}
    assert "[What to make of a verdict](../../reading.md#what-to-make-of-a-verdict)" in pages["runs/demo/k.md"].markdown
    assert "## What to make of a verdict" in pages["reading.md"].markdown
